"""Background tasks: find out what in a change is worth telling, and send each message.

The module that saves entries imports this one, so modules that read games are imported only when a
task runs.
"""

from datetime import datetime
from functools import partial
from time import monotonic
from typing import Any

from django.db import transaction
from django.utils import timezone
from django_tasks import task

from scorekeeper.models import Player, Revision, Webhook
from scorekeeper.models.someone import as_word

LATER = -10  # what a person waits for comes before messages, each of which may take ten seconds


def tell_on_commit(revision: Revision) -> None:
    """Tell the group's webhooks of a change, once it is stored. A failure here must not fail the
    request: the entry is saved.
    """
    transaction.on_commit(partial(tell.enqueue, revision.pk), robust=True)


@task()
def tell(revision: int) -> None:
    """Enqueue a delivery for each webhook and event."""
    from scorekeeper.webhooks.messages import messages_about

    for webhook, message_id, message in messages_about(revision):
        deliver.enqueue(webhook, message_id, message)


@task(priority=LATER)
def deliver(webhook: int, message_id: str, message: dict[str, Any]) -> None:
    """Send a message. If that fails, or failed a moment ago, it is tried again later.

    While a webhook fails, its messages wait for the same time: only the first one asks whether it
    answers again. They wait as well after an answer that took long.
    """
    from scorekeeper.webhooks.changes import note_outcome, send

    listening = Webhook.objects.filter(active=True, group__deleted_at=None)
    receiver = listening.select_related("group").filter(pk=webhook).first()
    if not receiver:
        return
    message["data"]["group"]["name"] = receiver.group.name  # as it is now: it may list players
    if names_deleted_player(receiver, message):
        return
    can_wait = deliver.get_backend().supports_defer
    waits = can_wait and is_waiting(receiver)
    if not waits:
        start = monotonic()
        outcome = send(receiver, message_id, message)
        receiver = note_outcome(receiver, outcome, monotonic() - start)
        waits = can_wait and not outcome.has_arrived
    if waits and receiver.active and receiver.retry_at:
        later = deliver.using(run_after=receiver.retry_at)
        later.enqueue(webhook, message_id, message)


def names_deleted_player(webhook: Webhook, message: dict[str, Any]) -> bool:
    """Return whether someone in the message was deleted while it waited: a player of its game, or
    one whom the name of the group or a record of it mentions.
    """
    since = Player.everyone.filter(group=webhook.group_id, deleted_at__gte=message["timestamp"])
    names = set(since.values_list("former_name", flat=True))
    data = message["data"]
    if any(player["name"] in names for player in data["players"]):
        return True
    texts = [data["group"]["name"], *data.get("records", ())]
    return any(as_word(name).search(text) for name in names for text in texts)


def is_waiting(webhook: Webhook) -> bool:
    return webhook.retry_at is not None and webhook.retry_at > timezone.now()


@task(priority=LATER)
def deliver_test(webhook: int, message_id: str, message: dict[str, Any]) -> None:
    """Send a message that a host asked for, also to a webhook that is off, and once only."""
    from scorekeeper.webhooks.changes import note_test, send

    receiver = Webhook.objects.filter(pk=webhook, group__deleted_at=None).first()
    if receiver and receiver.is_test_due and is_newest_test(receiver, message):
        start = monotonic()
        outcome = send(receiver, message_id, message)
        note_test(receiver, outcome, monotonic() - start)


def is_newest_test(webhook: Webhook, message: dict[str, Any]) -> bool:
    """Return False if another test was asked for since, as this one waited for too long."""
    asked_at = datetime.fromisoformat(message["timestamp"])
    return webhook.tested_at is not None and webhook.tested_at <= asked_at
