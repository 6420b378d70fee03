"""What a change of the setup did to the seats, to the mark of who deals, and to the date."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from games.kit.lists import list_items
from scorekeeper.formats import format_day
from scorekeeper.tables.dates import chosen_day
from scorekeeper.tables.seating import SetupData, players_of
from scorekeeper.tables.table import Table


def setup_changes(table: Table, was: SetupData, now: SetupData) -> list[str]:
    """Each in a few words: "Ben replaced by Cho"."""
    before, after = (players_of(setup, table.first_players) for setup in (was, now))
    same_people = sorted(before) == sorted(after) and was.get("away") == now.get("away")
    if same_people and was.get("starter") != now.get("starter"):
        said = [starter_change(table, now, after)]
    elif before != after:
        said = seat_changes(table, before, after)
    else:
        said = away_changes(table, was, now, after)
    return [*said, *day_change(was, now)]


def seat_changes(table: Table, before: Sequence[int], after: Sequence[int]) -> list[str]:
    names = table.player_names
    pairs = [(old, new) for old, new in zip(before, after, strict=False) if old != new]
    if len(pairs) == 2 and pairs[0] == pairs[1][::-1]:
        return [
            _("%(one)s and %(other)s swapped seats")
            % {"one": names[pairs[0][0]], "other": names[pairs[0][1]]}
        ]
    if sorted(before) == sorted(after):
        return [_("seats now %(names)s") % {"names": list_items(names[pk] for pk in after)}]
    return [
        *(_("%(old)s replaced by %(new)s") % {"old": names[a], "new": names[b]} for a, b in pairs),
        *(_("%(name)s joined") % {"name": names[pk]} for pk in after[len(before) :]),
        *(_("seat of %(name)s removed") % {"name": names[pk]} for pk in before[len(after) :]),
    ]


def away_changes(table: Table, was: SetupData, now: SetupData, players: Sequence[int]) -> list[str]:
    before, after = (set(setup.get("away", ())) for setup in (was, now))
    changes = [(seat, _("%(name)s left")) for seat in sorted(after - before)]
    changes += [(seat, _("%(name)s came back")) for seat in sorted(before - after)]
    return [said % {"name": table.player_names[players[seat]]} for seat, said in changes]


def starter_change(table: Table, now: SetupData, players: Sequence[int]) -> str:
    starter, marked = table.game.starter, now.get("starter")
    if not marked:
        nobody = _("%(question)s Nobody marked")
        return nobody % {"question": _(starter.question)}
    said = _(starter.statement) % {"name": table.player_names[players[marked["seat"]]]}
    return _("%(who)s, drawn by lot") % {"who": said} if marked.get("lot") else said


def day_change(was: SetupData, now: SetupData) -> list[str]:
    before, after = chosen_day(was), chosen_day(now)
    if before == after:
        return []
    if not after:
        return [_("date as it was")]
    return [_("date now %(day)s") % {"day": format_day(after, "day")}]
