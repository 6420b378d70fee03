"""The messages about a change, one for each webhook and event."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import groupby
from typing import Any
from uuid import uuid5

from django.utils import timezone
from django.utils.translation import gettext, override

from scorekeeper.formats import without_breaks
from scorekeeper.models import Event, Webhook
from scorekeeper.models.webhooks import TEST
from scorekeeper.pages.game.last_change import special_lines
from scorekeeper.tables.table import Table
from scorekeeper.webhooks import texts
from scorekeeper.webhooks.formats import Message
from scorekeeper.webhooks.story import Story


def messages_about(revision: int) -> Iterator[tuple[int, str, Message]]:
    """Yield, for each webhook and event, the webhook's key, the message's id, and the message."""
    active = Webhook.objects.filter(active=True, group__deleted_at=None)
    listening = active.filter(group__sessions__revisions=revision)
    by_language = sorted(listening, key=lambda one: one.language)
    for language, webhooks in groupby(by_language, key=lambda one: one.language):
        with override(language):
            if story := Story.of(revision):
                for webhook in webhooks:
                    yield from messages_for(webhook, story)


def messages_for(webhook: Webhook, story: Story) -> Iterator[tuple[int, str, Message]]:
    for event in story.events:
        if event in webhook.events:
            message_id = uuid5(story.change.submission, f"{webhook.pk} {event}")
            yield webhook.pk, f"msg_{message_id.hex}", message(webhook, story, event)


def message(webhook: Webhook, story: Story, event: Event) -> Message:
    text, data = CONTENTS[event](story)
    return {
        "type": event.value,
        "timestamp": story.change.at.isoformat(),
        "data": {"text": without_breaks(text), **game_data(webhook, story.table), **data},
    }


def message_of_test(webhook: Webhook) -> Message:
    with override(webhook.language):
        text = gettext("Scorekeeper says hello: messages arrive here.")
    group = {"id": webhook.group_id, "name": webhook.group.name}
    data = {"text": text, "group": group}
    return {"type": TEST, "timestamp": timezone.now().isoformat(), "data": data}


def game_data(webhook: Webhook, table: Table) -> dict[str, Any]:
    """Return the part that all messages about a game have."""
    session, board = table.session, table.board
    places = zip(table.names, board.totals, board.ranks, strict=True)
    return {
        "group": {"id": session.group_id, "name": session.group.name},
        "game": {
            "id": session.pk,
            "slug": session.game,
            "title": without_breaks(table.display_title),
            "url": webhook.site + table.url,
        },
        "players": [{"name": name, "total": total, "rank": rank} for name, total, rank in places],
    }


Content = tuple[str, dict[str, Any]]
"""The text, and what only this event has."""


def start_content(story: Story) -> Content:
    return texts.start_text(story.table), {"options": story.table.options}


def round_content(story: Story) -> Content:
    """`points` are in seat order; None for a player who had no part."""
    round = story.table.rounds[story.table.log.places[story.change.slot]]
    special = special_lines(story.table, story.change)
    data = {
        "round": {
            "number": round.number,
            "title": round.title,
            "points": [points for points, _total in round.cells],
        },
        "highlights": [
            {"kind": one.kind, "player": story.table.names[one.seat]} for one in special
        ],
    }
    return texts.round_text(story.table, round), data


def lead_content(story: Story) -> Content:
    leader = story.table.names[story.leaders[0]]
    return texts.lead_text(story.table, leader), {"leader": leader}


def record_content(story: Story) -> Content:
    names = story.table.names
    own, title = story.personal_records, {"game": story.table.display_title}
    records = [without_breaks(one.text % title) for one in story.group_records]
    text = texts.record_text(story.table, own, records)
    personal = [{"player": names[one.seat], "total": one.total, "before": one.best} for one in own]
    return text, {"personal": personal, "records": records}


def win_content(story: Story) -> Content:
    winners = [story.table.names[seat] for seat in story.winners]
    return texts.win_text(story.table), {"winners": winners}


CONTENTS: dict[Event, Callable[[Story], Content]] = {
    Event.STARTED: start_content,
    Event.ROUND: round_content,
    Event.LEAD: lead_content,
    Event.RECORD: record_content,
    Event.WON: win_content,
}
