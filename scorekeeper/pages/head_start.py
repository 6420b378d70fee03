"""A head start: proposed for a new game where it would be fair, and shown beside the result."""

from collections.abc import Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _

from games import record
from games.contract import AnyGame, Impossible, format_number
from games.endless import call_rules
from games.kit.lists import list_items
from scorekeeper.models import Group
from scorekeeper.pages.last_change import signed
from scorekeeper.statistics.history import history_of
from scorekeeper.statistics.plays import Family
from scorekeeper.tables.kinds import Options, custom_title, fold_title, kind_of
from scorekeeper.tables.table import Table


class Proposal(NamedTuple):
    """`points`: those of each seat. `text`: who gets how many, such as “Ben +35”."""

    points: list[int]
    text: str


def propose(
    group: Group | None, game: AnyGame, options: Options | None, names: Sequence[str]
) -> Proposal | None:
    """Return the head start that would be fair in a game with a target; None if there is none."""
    if not group or options is None or len(names) < 2:
        return None
    try:
        decoded = call_rules(record.decode_options, game, options)
    except Impossible:
        return None
    if call_rules(game.target, decoded) is None:
        return None
    lowest = call_rules(game.lowest_wins, decoded)
    points = points_for(group, game, options, names)
    return Proposal(points, describe(points, names, lowest)) if points else None


def points_for(group: Group, game: AnyGame, options: Options, names: Sequence[str]) -> list[int]:
    history = history_of(group)
    keys = {player.name: key for key, player in history.players.items() if history.is_person(key)}
    family = Family(game.slug, fold_title(custom_title(game, options)))
    kind = kind_of(game, options)
    if not kind or family not in history.families:
        return []
    from scorekeeper.statistics.head_starts import fair_head_start

    return fair_head_start(history, family, kind, [keys.get(name, 0) for name in names])


def describe(points: Sequence[int], names: Sequence[str], lowest: bool) -> str:
    """Return “Ben +35, Cho +20”, or with a minus where the lowest total wins."""
    sign = -1 if lowest else 1
    return list_items(
        f"{name} {signed(sign * one)}" for name, one in zip(names, points, strict=False) if one
    )


def head_start_line(table: Table) -> tuple[str, str]:
    """Return the head start in words, and what the totals are with it once there are rounds."""
    if not (points := table.seating.head_start):
        return "", ""
    lowest = table.lowest_wins
    agreed = _("Head start: %(players)s") % {"players": describe(points, table.names, lowest)}
    if not table.rounds:
        return agreed, agreed
    given = [*points, *[0] * len(table.names)]
    totals = [
        (total - given[seat] if lowest else total + given[seat], seat)
        for seat, total in enumerate(table.board.totals)
    ]
    best_first = sorted(totals, key=lambda one: (one[0] if lowest else -one[0], one[1]))
    parts = [f"{table.names[seat]} {format_number(total)}" for total, seat in best_first]
    return agreed, _("With head start: %(totals)s") % {"totals": " · ".join(parts)}
