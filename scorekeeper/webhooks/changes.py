"""Changes to webhooks, by hosts and by what becomes of their messages."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from django.utils import timezone

from scorekeeper.models import Group, Webhook
from scorekeeper.models.locks import locks_group
from scorekeeper.models.people import new_nonce
from scorekeeper.models.webhooks import GIVE_UP, PATIENCE
from scorekeeper.operating import metrics
from scorekeeper.webhooks.delivery import Outcome, post
from scorekeeper.webhooks.formats import Message, body_of
from scorekeeper.webhooks.signing import signature_headers

MOST = 10
"""Webhooks of a group."""
GONE = 410
"""The answer of a program that wants no further messages."""
DELAYS = [timedelta(minutes=minutes) for minutes in (0.5, 2, 10, 30, 60, 120, 240)]
SLOW, REST = 3, 10
"""After an answer that took more seconds than that, a webhook rests so many times as long."""
WELL: dict[str, Any] = {"failures": 0, "failing_since": None, "retry_at": None}
"""The columns of a webhook that does not fail."""


def send(webhook: Webhook, message_id: str, message: Message) -> Outcome:
    content_type, text = body_of(webhook.format, message)
    headers = {
        "Content-Type": content_type,
        "User-Agent": "Scorekeeper",
        **signature_headers(webhook, message_id, text, timezone.now()),
    }
    outcome = post(webhook.address, headers, text.encode())
    metrics.webhooks.labels("sent" if outcome.has_arrived else "failed").inc()
    return outcome


def note_outcome(webhook: Webhook, outcome: Outcome, seconds: float) -> Webhook:
    """Store what became of a message, and when to try again if it did not arrive.

    A webhook whose answer took long, in `seconds`, rests, so that others need not wait for it.
    """
    now = timezone.now()
    columns = answer_columns(outcome, now)
    if outcome.has_arrived:
        columns |= WELL
        if seconds > SLOW:
            columns["retry_at"] = now + timedelta(seconds=REST * seconds)
        return set_columns(webhook, **columns)
    since = webhook.failing_since or now
    if outcome.status == GONE or now - since >= GIVE_UP:
        return switch_off_failing(webhook, **columns)
    delay = min(DELAYS[min(webhook.failures, len(DELAYS) - 1)], since + GIVE_UP - now)
    failing = {"failures": webhook.failures + 1, "failing_since": since, "retry_at": now + delay}
    return set_columns(webhook, **columns, **failing)


@locks_group
def begin_test(webhook: Webhook) -> bool:
    """Return whether a test can be sent now: see must_wait_for_test."""
    if must_wait_for_test(webhook.group_id):
        return False
    set_columns(webhook, tested_at=timezone.now())
    return True


def must_wait_for_test(group: int) -> bool:
    """Return whether a test of the group is on its way, or failed or took long a moment ago.

    Otherwise a group with many webhooks could hold up all tasks of the site.
    """
    webhooks = Webhook.objects.filter(group=group)
    return any(one.is_testing or one.rests_after_test for one in webhooks)


def note_test(webhook: Webhook, outcome: Outcome, seconds: float) -> None:
    """Store what became of a test. If it arrived, the next message need not wait."""
    now = timezone.now()
    columns = answer_columns(outcome, now)
    if outcome.has_arrived:
        columns |= WELL
    if not outcome.has_arrived or seconds > SLOW:
        columns["next_test_at"] = now + PATIENCE
    set_columns(webhook, **columns)


def answer_columns(outcome: Outcome, now: datetime) -> dict[str, Any]:
    return {"answered_at": now, "status": outcome.status, "problem": outcome.problem}


def set_columns(webhook: Webhook, **columns: Any) -> Webhook:
    """Set these columns of one row, which needs no lock."""
    for name, value in columns.items():
        setattr(webhook, name, value)
    Webhook.objects.filter(pk=webhook.pk).update(**columns)
    return webhook


@locks_group
def switch_off_failing(webhook: Webhook, **columns: Any) -> Webhook:
    """Send nothing more. Hosts read about it on the pages of the group and on home."""
    set_columns(webhook, **columns, **WELL, active=False, failed_at=timezone.now())
    update_group(webhook.group_id)
    return webhook


def update_group(pk: int) -> None:
    """Store beside the group what its webhooks say. The caller has locked it."""
    webhooks = Webhook.objects.filter(group=pk)
    Group.objects.filter(pk=pk).update(
        has_webhooks=webhooks.filter(active=True).exists(),
        webhook_failed=webhooks.filter(failed_at__isnull=False).exists(),
    )


class TooManyWebhooks(Exception):
    """The group has as many as it can."""


@locks_group
def create_webhook(group: Group, site: str, fields: Mapping[str, Any]) -> Webhook:
    if group.webhooks.count() >= MOST:
        raise TooManyWebhooks
    webhook = Webhook.objects.create(group=group, site=site, **fields)
    update_group(group.pk)
    return webhook


def change_webhook(webhook: Webhook, site: str, fields: Mapping[str, Any]) -> None:
    """Set what the form has. At another address nothing has failed yet."""
    well = WELL if fields["address"] != webhook.address else {}
    set_columns(webhook, site=site, **fields, **well)


@locks_group
def switch(webhook: Webhook, on: bool) -> None:
    """Switch it on or off. Either way the host has seen that it failed."""
    set_columns(webhook, active=on, failed_at=None, **WELL)
    update_group(webhook.group_id)


@locks_group
def delete_webhook(webhook: Webhook) -> None:
    webhook.delete()
    update_group(webhook.group_id)


def renew_secret(webhook: Webhook) -> None:
    set_columns(webhook, nonce=new_nonce())
