"""A head start is proposed for a new game where it would be fair."""

from collections.abc import Sequence
from typing import NamedTuple

from games import record
from games.contract import AnyGame, Impossible
from games.endless import call_rules
from scorekeeper.models import Group
from scorekeeper.pages.game.standings import describe_head_start
from scorekeeper.statistics.history import history_of
from scorekeeper.statistics.plays import Family
from scorekeeper.tables.kinds import Options, custom_title, fold_title, kind_of


class Proposal(NamedTuple):
    """`points`: those of each seat, or none. `text`: who gets how many, such as “Ben +35”."""

    points: list[int]
    text: str


def propose(
    group: Group | None, game: AnyGame, options: Options | None, names: Sequence[str]
) -> Proposal | None:
    """Return the head start that would be fair, maybe none; None for a game that can have none.

    This reads all that the group has played, so it waits until somebody asks.
    """
    if not group or options is None or not may_have_head_start(game, options, names):
        return None
    game_options = call_rules(record.decode_options, game, options)
    lowest = call_rules(game.lowest_wins, game_options)
    points = points_for(group, game, options, names)
    return Proposal(points, describe_head_start(points, names, lowest))


def may_have_head_start(game: AnyGame, options: Options, names: Sequence[str]) -> bool:
    """Return whether these options set a target for at least two players."""
    try:
        game_options = call_rules(record.decode_options, game, options)
    except Impossible:
        return False
    return len(names) > 1 and call_rules(game.target, game_options) is not None


def points_for(group: Group, game: AnyGame, options: Options, names: Sequence[str]) -> list[int]:
    history = history_of(group)
    keys = {player.name: key for key, player in history.players.items() if history.is_person(key)}
    family = Family(game.slug, fold_title(custom_title(game, options)))
    kind = kind_of(game, options)
    if not kind or family not in history.families:
        return []
    from scorekeeper.statistics.ratings.head_starts import fair_head_start

    return fair_head_start(history, family, kind, [keys.get(name, 0) for name in names])
