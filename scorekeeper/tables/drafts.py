"""The draft of the next entry, which several devices can fill in at the same time.

Beside the fields, `GameSession.draft` holds who set each of them (`authors`), so that a device
learns what another one changed, and is asked before it saves something that it has not seen.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple, TypedDict

from django.db import transaction
from django.http import QueryDict
from django.utils import timezone
from django.utils.translation import gettext as _

from games.kit.lists import sort_names
from scorekeeper.models import Member
from scorekeeper.models.device_names import shown_name
from scorekeeper.tables.game_forms import forms_of
from scorekeeper.tables.locks import lock_session
from scorekeeper.tables.table import Table
from scorekeeper.tables.validation import describe_fields

Fields = Mapping[str, list[str]]


def form_fields(table: Table, data: QueryDict) -> dict[str, list[str]]:
    """What was sent in the game's own fields. The parts of a field with several end in a number."""
    names = forms_of(table.game).EntryForm(context=table.entry_context()).fields
    sent = {
        name: values
        for name, values in data.lists()
        if name in names or re.sub("_[0-9]{1,2}$", "", name) in names
    }
    clean = {
        name: [value[:100] for value in values[:20] if "\0" not in value]
        for name, values in sent.items()
    }
    return {name: values for name, values in clean.items() if any(values)}


def known_fields(text: str) -> dict[str, Any]:
    try:
        known = json.loads(text)
    except (ValueError, RecursionError):
        known = {}
    return known if isinstance(known, dict) else {}


class Author(TypedDict):
    """`by`: the member who set the field, with the game's `version`. `was`: the value before, and
    `was_by`: the member who had set that, if any.
    """

    by: int
    version: int
    was: list[str]
    was_by: int | None


class Basis(NamedTuple):
    """The versions of the game when a form was opened, and when it last sent its draft."""

    opened: int
    touched: int

    def __str__(self) -> str:
        return f"{self.opened}-{self.touched}"


def read_basis(text: str) -> Basis | None:
    """None for a form of an earlier release, or one that keeps no draft."""
    match = re.fullmatch("([0-9]{1,18})-([0-9]{1,18})", text)
    return Basis(int(match[1]), int(match[2])) if match else None


@transaction.atomic
def save_draft(
    table: Table, slot: int, fields: dict[str, list[str]], known: dict[str, list[str]]
) -> Table | None:
    """Store what was typed for the next entry: only the fields that differ from what the form knew.

    Returns the table as it is then. Nothing is stored, and None returned, if that entry was saved
    in the meantime.
    """
    lock_session(table.session)
    if slot != table.next_slot:
        return None
    changed = {name for name in {*fields, *known} if fields.get(name) != known.get(name)}
    others = {name: values for name, values in table.draft.items() if name not in changed}
    draft = others | {name: fields[name] for name in changed if name in fields}
    if draft != table.draft:
        by, at = table.session.member_id, timezone.now().isoformat()
        authors = authors_after(table, draft, table.session.version + 1)
        stored = {"slot": slot, "fields": draft, "authors": authors, "by": by, "at": at}
        table.session.change(draft=stored)
    return table


def authors_after(table: Table, fields: Fields, version: int) -> dict[str, Author]:
    """Who set each field, once this device has changed the draft to `fields`."""
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
    """What another device changed, in the words of the game: a label, before and after."""

    by: str
    label: str
    before: str
    after: str


def set_by_others(table: Table) -> dict[str, Author]:
    me = table.session.member_id
    return {name: one for name, one in table.draft_authors.items() if one["by"] != me}


def changes_by_others(table: Table) -> dict[str, list[DraftChange]]:
    """What other devices changed in the draft, by the name of the form's field."""
    others = set_by_others(table)
    if not others:
        return {}
    names, now = device_names(others.values()), dict(describe_fields(table, table.draft))
    fields = forms_of(table.game).EntryForm(context=table.entry_context()).fields
    parts: dict[tuple[str, int], dict[str, list[str]]] = {}
    for name, author in others.items():
        field = name if name in fields else without_number(name)
        parts.setdefault((field, author["by"]), {})[name] = author["was"]
    found: dict[str, list[DraftChange]] = {}
    for (field, by), earlier in parts.items():
        was = dict(describe_fields(table, {**table.draft, **earlier}))
        found.setdefault(field, []).extend(
            DraftChange(names[by], label, was.get(label, ""), now.get(label, ""))
            for label in {**was, **now}
            if was.get(label) != now.get(label)
        )
    return found


def device_names(authors: Iterable[Author]) -> dict[int, str]:
    """The names of the devices that set these fields."""
    ids = {author["by"] for author in authors}
    names = dict(Member.objects.filter(pk__in=ids).values_list("pk", "name"))
    return {pk: shown_name(names[pk]) if pk in names else _("another device") for pk in ids}


def without_number(name: str) -> str:
    """The field of which this input is a part: "toads" for "toads_0"."""
    return re.sub("_[0-9]{1,2}$", "", name)


class Contested(NamedTuple):
    """What would be saved with the changes of other devices, `theirs`, and without, `mine`."""

    mine: dict[str, list[str]]
    theirs: dict[str, list[str]]
    by: list[str]


def contested(table: Table, sent: Fields, known: Fields, basis: Basis) -> Contested | None:
    """What another device changed in the draft that the user of this form may not have seen.

    That is what came after the form was last touched here, what replaced an entry of this form, and
    what the form does not show yet. `known` is the draft that the form was made from.
    """
    mine, theirs, unseen = dict(sent), dict(sent), []
    for name, author in set_by_others(table).items():
        drafted, entered = table.draft.get(name, []), sent.get(name, [])
        shown = known.get(name, []) == drafted
        if (entered == drafted) != shown:
            continue  # both entered the same, or it was changed here knowingly
        if shown and not is_unseen(author, basis, table.session.member_id):
            continue
        mine[name], theirs[name] = author["was"] if shown else entered, drafted
        unseen.append(author)
    if describe_fields(table, mine) == describe_fields(table, theirs):
        return None
    return Contested(mine, theirs, sort_names(set(device_names(unseen).values())))


def is_unseen(author: Author, basis: Basis, me: int) -> bool:
    since = basis.opened if author["was_by"] == me else basis.touched
    return author["version"] > since
