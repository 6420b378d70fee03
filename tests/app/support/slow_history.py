"""The history as it was first implemented: slow and simple. The real pages must say the same.

It builds a table for every point of the game, and titles each round as that table does.
"""

from itertools import groupby
from typing import NamedTuple

from django.utils.formats import date_format
from django.utils.text import capfirst
from django.utils.timezone import localtime

from games import registry
from scorekeeper.tables.log import SETUP


class Told(NamedTuple):
    entry: int
    title: str
    action: str
    sentence: str
    undone: bool
    facts: list
    differences: list
    back: list


WOULD = {"removed": "removes", "restored": "restores", "changed back": "reverts"}


def after_that(table, change):
    return table.with_log(table.log.as_after(change))


def history(table):
    """Every change, the newest first; a restore of several slots is one change."""
    groups = groupby(reversed(table.log.changes), key=lambda entry: entry.back_to_id or -entry.pk)
    newest = [next(entries) for _key, entries in groups]
    return [told(table, entry) for entry in newest]


def told(table, entry):
    title, action, sentence, undone = done(table, entry)
    back = [
        f"{WOULD[what]} {which}" for what, which in facts_between(table, after_that(table, entry))
    ]
    if entry.back_to_id:
        went = facts_between(after_that(table, before(table, entry)), after_that(table, entry))
        effects = [f"{what} {which}" for what, which in went]
        return Told(entry.pk, title, action, sentence, undone, effects, [], back)
    said = facts(table, entry)
    return Told(entry.pk, title, action, sentence, undone, said, differing(table, entry), back)


def before(table, change):
    first = table.log.changes.index(change)
    while table.log.changes[first - 1].back_to_id == change.back_to_id:
        first -= 1
    return table.log.changes[first - 1]


def plainly(title, action):
    return title, action, f"{title} {action}", False


def done(table, entry):
    if not entry.back_to_id:
        return changed_setup(table, entry) if entry.slot == SETUP else changed_round(table, entry)
    (to,) = (one for one in table.log.changes if one.pk == entry.back_to_id)
    at, now = localtime(to.at), localtime(entry.at)
    return plainly(
        "Game", f"restored to {date_format(at, 'H:i' if at.date() == now.date() else 'j M H:i')}"
    )


def changed_round(table, entry):
    title, revisions = (
        title_of(table, entry.slot),
        table.log.revisions[entry.slot][: entry.revision],
    )
    if entry.data is None:
        return plainly(title, "removed")
    if len(revisions) == 1:
        return plainly(title, "inserted" if put_between(table, entry) else "entered")
    if revisions[-2].data is None:
        return plainly(title, "restored")
    if returns(revisions) % 2:
        return title, "correction undone", f"{title}: correction undone", True
    return plainly(title, "corrected again" if returns(revisions) else "corrected")


def put_between(table, entry):
    then = after_that(table, entry)
    slots = [one.slot for one in then.log.entries]
    return any(slot < entry.slot for slot in slots[slots.index(entry.slot) :])


def changed_setup(table, entry):
    revisions = table.log.revisions[SETUP][: entry.revision]
    if len(revisions) == 1:
        return plainly("Game", "started")
    was, undone = revisions[-2].data, returns(revisions) % 2 == 1
    if entry.data["ended_early"] != was["ended_early"]:
        early = "ended" if after_that(table, entry).board.open_ended else "ended early"
        return plainly("Game", early if entry.data["ended_early"] else "reopened")
    action = "changed back" if undone else "changed"
    which = capfirst(options_between(table, was["options"], entry.data["options"], undone))
    return "Game", action, which or f"Game {action}", undone


def returns(revisions):
    steps = 0
    while (
        len(revisions) > 2
        and revisions[-1].data == revisions[-3].data
        and revisions[-2].data is not None
    ):
        revisions, steps = revisions[:-1], steps + 1
    return steps


def options_between(table, was, now, back):
    forms = registry.forms(table.game.slug)
    earlier, later = dict(forms.describe_options(was)), dict(forms.describe_options(now))
    said = [
        f"{label or 'options'}: {'back to' if back else 'now'} {value}"
        for label, value in later.items()
        if value != earlier.get(label)
    ]
    gone = [f"{label} {value}".strip() for label, value in earlier.items() if label not in later]
    return ", ".join(said + [f"no longer: {what}" for what in gone])


def facts(table, entry):
    forms = registry.forms(table.game.slug)
    if entry.slot == SETUP:
        return forms.describe_options(entry.data["options"])
    return forms.describe_entry(entry.data, table.names) if entry.data is not None else []


def differing(table, entry):
    earlier = [one for one in table.log.revisions[entry.slot] if one.revision == entry.revision - 1]
    if not earlier:
        return []
    was, now = dict(facts(table, earlier[0])), dict(facts(table, entry))
    both = [(label, was.get(label, ""), now.get(label, "")) for label in {**was, **now}]
    return [row for row in both if row[1] != row[2]]


def facts_between(earlier, later):
    slots = {"removed": []}
    for slot in earlier.log.changed_slots(later.log):
        slots.setdefault(became(earlier.log.data(slot), later.log.data(slot)), []).append(slot)
    return [
        (what, named(earlier if what == "removed" else later, some, (earlier, later)))
        for what, some in slots.items()
        if some
    ]


def became(was, now):
    if now is None:
        return "removed"
    return "restored" if was is None else "changed back"


def named(table, slots, both):
    few = slots[:3] if len(slots) > 4 else slots
    names = [parts_of(*both) if slot == SETUP else within(table, slot) for slot in few]
    more = len(slots) - len(few)
    return ", ".join([*names, f"{more} more"] if more else names)


def within(table, slot):
    """A title within a sentence. Names keep their capital."""
    title = title_of(table, slot)
    return title if title.startswith(tuple(table.names)) else title[0].lower() + title[1:]


def parts_of(earlier, later):
    """Name what differs in the setup: all but options and end is about who sits where."""
    was, now = earlier.log.setup_data, later.log.setup_data
    said = {"options": "the game’s settings", "ended_early": "the end of the game"}
    keys = [key for key in {**was, **now} if was.get(key) != now.get(key)]
    return ", ".join(dict.fromkeys(said.get(key, "the seats") for key in keys))


def title_of(table, slot):
    """A round that was removed counts those before it that were removed by the same change."""
    removed = table.log.current(slot)
    others = [] if removed.data else [last_said(table, one) for one in removed_with(table, removed)]
    rounds = sorted([*table.log.entries, *others], key=lambda one: (one.position, one.slot))
    place = [one.slot for one in rounds].index(slot)
    *earlier, entry = [table.input(one) for one in rounds[: place + 1]]
    return table.say(table.game.entry_title(earlier, entry))


def removed_with(table, removed):
    """The slots of the rounds that the change removed, in which this one was."""
    for _key, batch in groupby(table.log.changes, key=lambda one: one.back_to_id or -one.pk):
        if removed in (changes := list(batch)):
            return [one.slot for one in changes if table.log.current(one.slot).data is None]
    raise AssertionError(removed)


def last_said(table, slot):
    return next(one for one in reversed(table.log.revisions[slot]) if one.data is not None)
