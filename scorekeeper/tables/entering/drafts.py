"""The draft of the next entry, which several devices can fill in at the same time.

Beside the fields, `GameSession.draft` holds who set each of them (`authors`), so that a device
learns what another one changed, and is asked before it saves something that it has not seen. It
also holds when each device touched which field (`counts`), because requests can overtake each
other: a page sends its last one while the next page is loading.
"""

import json
import re
from collections.abc import Container, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from django.db import transaction
from django.http import QueryDict
from django.utils import timezone
from django.utils.datastructures import MultiValueDict
from django.utils.translation import gettext as _

from games.kit.lists import sort_names
from scorekeeper.models import Member
from scorekeeper.models.locks import lock_session
from scorekeeper.models.people import shown_name
from scorekeeper.tables.entering.draft_limits import (
    MOST_AUTHORS,
    MOST_COUNTS,
    MOST_FIELD,
    MOST_FIELDS,
    Author,
    items_that_fit,
)
from scorekeeper.tables.entering.entry import describe
from scorekeeper.tables.game_forms import EntryForm, compare_facts, forms_of
from scorekeeper.tables.table import Table

Fields = Mapping[str, list[str]]

PLAY = "play"
"""The hidden field of a form that says that its round is played now."""


def form_fields(table: Table, data: QueryDict, only: int | None = None) -> dict[str, list[str]]:
    """Return what was sent in the inputs that the game's form has, or that `only` a seat has."""
    names = inputs_of(table, data, only)
    fields = {
        name: [value[:100] for value in values[:20] if "\0" not in value]
        for name, values in data.lists()
        if name in names
    }
    return {
        name: values
        for name, values in fields.items()
        if any(values) and len(json.dumps(values)) <= MOST_FIELD
    }


def inputs_of(table: Table, data: QueryDict, only: int | None = None) -> set[str]:
    """Return the names of the inputs of a form. A widget of several inputs adds numbers to its."""
    form = forms_of(table.game).EntryForm(data, context=table.entry_context(only=only))
    return {
        name + suffix
        for name, field in form.fields.items()
        for suffix in getattr(field.widget, "widgets_names", [""])
    }


def read_original(text: str) -> dict[str, Any]:
    try:
        fields = json.loads(text)
    except (ValueError, RecursionError):
        fields = {}
    return fields if isinstance(fields, dict) else {}


class Origin(NamedTuple):
    """A form's draft, and the versions of the game when it was opened and when it last sent it."""

    draft: dict[str, Any]
    opening: int
    last_touch: int

    @property
    def versions(self) -> str:
        return f"{self.opening}-{self.last_touch}"


def current_origin(table: Table) -> Origin:
    """Return the origin of a form that is opened now."""
    return Origin(table.draft, table.session.version, table.session.version)


def read_origin(table: Table, data: QueryDict) -> Origin:
    """Read what a form was made from. One of an earlier release, or that keeps no draft, does not
    say from which version.
    """
    origin = current_origin(table)._replace(draft=read_original(data.get("noted", "")))
    match = re.fullmatch("([0-9]{1,18})-([0-9]{1,18})", data.get("since", ""))
    return origin._replace(opening=int(match[1]), last_touch=int(match[2])) if match else origin


class Touches(NamedTuple):
    """The fields that the user touched since the page last saved its draft. Each request of a
    device has a higher count than those before, whatever page it comes from.
    """

    names: frozenset[str]
    request_count: int


def read_touches(table: Table, data: QueryDict) -> Touches | None:
    """Return None for a page without scripts, or of an earlier release."""
    count = data.get("count", "")
    if not re.fullmatch("[0-9]{1,15}", count):
        return None
    names = inputs_of(table, data).intersection(data.get("touched", "").split())
    return Touches(frozenset(names), int(count))


@transaction.atomic
def save_draft(
    table: Table,
    slot: int,
    fields: dict[str, list[str]],
    original: dict[str, list[str]],
    touches: Touches | None = None,
) -> Table | None:
    """Store what was typed for the next entry: only the fields that differ from what the form knew.

    Returns the table as it is then. Nothing is stored, and None returned, if that entry was saved
    in the meantime.
    """
    lock_session(table.session)
    if slot != table.log.next_slot:
        return None
    changed_names = set(changed_fields(table, fields, original, touches))
    others = {name: values for name, values in table.draft.items() if name not in changed_names}
    draft = others | {name: fields[name] for name in fields if name in changed_names}
    if fields.get(PLAY) and not original.get(PLAY):  # it was pressed where all bids are answered
        draft = {name: fields[name] for name in fields if not is_late(table, name, touches)} | draft
    draft = items_that_fit(draft, MOST_FIELDS)
    counts = counts_after(table, touches, changed_names)
    if draft != table.draft or counts != table.draft_counts:
        version = table.session.version + 1
        authors = items_that_fit(authors_after(table, draft, version), MOST_AUTHORS)
        table.session.change(draft=stored_draft(table, draft, authors, counts))
    return table


def counts_after(
    table: Table, touches: Touches | None, changed_names: set[str]
) -> dict[str, dict[str, int]]:
    """Return the counts of all devices once this one has changed these fields of the draft."""
    if not touches or not touches.names:
        return table.draft_counts
    me = str(table.session.member_id)
    mine = dict.fromkeys(touches.names & changed_names, touches.request_count)
    others = {by: counts for by, counts in table.draft_counts.items() if by != me}
    return items_that_fit({me: own_counts(table) | mine, **others}, MOST_COUNTS)


def stored_draft(
    table: Table,
    fields: Fields,
    authors: Mapping[str, Author],
    counts: Mapping[str, Mapping[str, int]],
) -> dict[str, Any]:
    return {
        "slot": table.log.next_slot,
        "fields": fields,
        "authors": authors,
        "counts": counts,
        "by": table.session.member_id,
        "at": timezone.now().isoformat(),
    }


def describe_draft(table: Table) -> list[tuple[str, str]]:
    """Describe what is typed for the next entry, as (label, value)."""
    return describe_fields(table, table.draft) if table.draft and not table.board.finished else []


def changed_fields(
    table: Table, fields: Fields, original: Mapping[str, Any], touches: Touches | None
) -> Iterator[str]:
    """Yield the fields that the draft should take over from the form.

    A field that the user touched wins, unless a later request of the same device was here before.
    Anything else, such as a default or a value that a browser restored on Back, must not replace a
    field that somebody touched, and clears nothing.
    """
    draft = table.draft
    touched_by_anyone = {name for names in table.draft_counts.values() for name in names}
    for name in {*fields, *original, *(touches.names if touches else ())}:
        if touches and name in touches.names:
            if not is_late(table, name, touches):
                yield name
        elif fields.get(name) != original.get(name):
            is_current = draft.get(name) == original.get(name) and name not in touched_by_anyone
            if not touches or (is_current and (name in fields or name == PLAY)):
                yield name


def is_late(table: Table, name: str, touches: Touches | None) -> bool:
    """Return whether a later request of this device touched the field before this one arrived."""
    return touches is not None and touches.request_count <= own_counts(table).get(name, 0)


def own_counts(table: Table) -> dict[str, int]:
    return table.draft_counts.get(str(table.session.member_id), {})


def last_count(table: Table) -> int:
    """Return the count of the last request by which this device touched the draft."""
    return max(own_counts(table).values(), default=0)


def authors_after(table: Table, fields: Fields, version: int) -> dict[str, Author]:
    """Return the author of each field once this device has changed the draft to `fields`."""
    authors, was = dict(table.draft_authors), table.draft
    for name in {*was, *fields}:
        before, now = was.get(name, []), fields.get(name, [])
        if before == now:
            continue
        author = author_of(authors.get(name), table.session.member_id, before, version)
        if author["was"] != now:
            authors[name] = author
        elif author["was_by"]:  # it is again what the other device entered
            authors[name] = Author(by=author["was_by"], version=version, was=[], was_by=None)
        else:
            authors.pop(name, None)
    return authors


def author_of(earlier: Author | None, me: int, before: list[str], version: int) -> Author:
    """Several changes by one device in a row count as one."""
    if earlier and earlier["by"] == me:
        return {**earlier, "version": version}
    was_by = earlier["by"] if earlier else None
    return Author(by=me, version=version, was=before, was_by=was_by)


class DraftChange(NamedTuple):
    """A change by another device, in the words of the game: a label, before and after."""

    by: str
    label: str
    before: str
    after: str


def fields_of_others(table: Table) -> dict[str, Author]:
    me = table.session.member_id
    return {name: one for name, one in table.draft_authors.items() if one["by"] != me}


def changes_by_others(table: Table) -> dict[str, list[DraftChange]]:
    """Return what other devices changed in the draft, by the name of the form's field."""
    others = fields_of_others(table)
    if not others:
        return {}
    names, now = device_names(others.values()), describe_fields(table, table.draft)
    fields = forms_of(table.game).EntryForm(context=table.entry_context()).fields
    parts: dict[tuple[str, int], dict[str, list[str]]] = {}
    for name, author in others.items():
        field = field_of_input(name, fields)
        parts.setdefault((field, author["by"]), {})[name] = author["was"]
    changes: dict[str, list[DraftChange]] = {}
    for (field, by), earlier in parts.items():
        rows = compare_facts(describe_fields(table, {**table.draft, **earlier}), now)
        label = str(fields[field].label) if field in fields else ""
        if field in earlier and label in table.names and label not in [row[0] for row in rows]:
            # A fact is about all players.
            rows = [(label, " ".join(earlier[field]), " ".join(table.draft.get(field, ())))]
        changes.setdefault(field, []).extend(
            DraftChange(names[by], *row) for row in rows if row[1] != row[2]
        )
    return changes


def device_names(authors: Iterable[Author]) -> dict[int, str]:
    """The names of the devices that set these fields."""
    ids = {author["by"] for author in authors}
    names = dict(Member.objects.filter(pk__in=ids).values_list("pk", "name"))
    return {pk: shown_name(names[pk]) if pk in names else _("another device") for pk in ids}


def field_of_input(name: str, fields: Container[str]) -> str:
    """Return the field that this input belongs to: "toads" for "toads_0"."""
    return name if name in fields else re.sub("_[0-9]{1,2}$", "", name)


class UnseenChanges(NamedTuple):
    """The entry with the changes of other devices, `theirs`, and without, `mine`."""

    mine: dict[str, list[str]]
    theirs: dict[str, list[str]]
    by: list[str]


def find_unseen_changes(table: Table, fields: Fields, origin: Origin) -> UnseenChanges | None:
    """Return another device's changes of the draft that this form's user may not have seen.

    That is what came after the form was last touched here, what replaced an entry of this form, and
    what the form does not show yet.
    """
    mine, theirs, unseen = dict(fields), dict(fields), []
    for name, author in fields_of_others(table).items():
        in_draft, in_form = table.draft.get(name, []), fields.get(name, [])
        is_shown = origin.draft.get(name, []) == in_draft
        if (in_form == in_draft) != is_shown:
            continue  # both entered the same, or it was changed here knowingly
        if is_shown and not is_unseen(author, origin, table.session.member_id):
            continue
        mine[name], theirs[name] = author["was"] if is_shown else in_form, in_draft
        unseen.append(author)
    if not unseen or describe_fields(table, mine) == describe_fields(table, theirs):
        return None
    return UnseenChanges(mine, theirs, sort_names(set(device_names(unseen).values())))


def last_touch_after(table: Table, origin: Origin) -> int:
    """Return the version when a form of this origin was last touched, which it was just now.

    The user has not yet seen what another device changed while the request was under way.
    """
    unseen_versions = [
        author["version"]
        for name, author in fields_of_others(table).items()
        if author["version"] > origin.last_touch
        and table.draft.get(name, []) != origin.draft.get(name, [])
    ]
    return min(unseen_versions, default=table.session.version + 1) - 1


def is_unseen(author: Author, origin: Origin, me: int) -> bool:
    since = origin.opening if author["was_by"] == me else origin.last_touch
    return author["version"] > since


def describe_fields(table: Table, fields: Fields) -> list[tuple[str, str]]:
    """Describe what was typed for the next entry, as (label, value)."""
    return describe(table, form_with(table, fields).entry())


def form_with(table: Table, fields: Fields) -> EntryForm:
    """The checked form for the next entry with what was typed."""
    form = forms_of(table.game).EntryForm(MultiValueDict(fields), context=table.entry_context())
    form.full_clean()
    return form
