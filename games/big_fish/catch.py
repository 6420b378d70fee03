"""A catch: which cards go on which pile, and which bonus cards move."""

from games.big_fish.bonus import BONUS_POINTS, Letter
from games.big_fish.cards import check_row, split_row
from games.big_fish.entries import Catch, Options
from games.big_fish.offer import bonuses_for_catch
from games.big_fish.state import MAX_ROWS, GameState
from games.contract import Impossible, Line, Seat, Setup
from games.contract import gettext as _

Lines = dict[Seat, list[Line]]
"""The lines of an entry, for the players whom it concerns."""


def apply_catch(catch: Catch, state: GameState, setup: Setup[Options]) -> Lines:
    """Add the row to its catcher's piles. Raises Impossible, and then changes nothing."""
    if state.counts_piles:
        raise Impossible(
            "type", _("You are counting piles in this game, so you cannot enter single rows.")
        )
    piles = state.piles[catch.player]
    if piles.catches == MAX_ROWS:
        full = _(
            "%(player)s has already caught 12 rows, which took all 12 cards.", player=catch.player
        )
        raise Impossible("player", full)
    check_row(catch.cards)
    letters, row = bonuses_for_catch(catch, state, setup), split_row(catch.cards)
    piles.add_row(row)
    lines = {catch.player: [Line(row.gain, _("%(points)s plus", points=row.gain))]}
    if row.loss:
        lines[catch.player].append(Line(-row.loss, _("%(points)s minus", points=row.loss)))
    for letter in letters:
        _move_bonus(letter, catch.player, state, lines)
    return lines


def _move_bonus(letter: Letter, player: Seat, state: GameState, lines: Lines) -> None:
    """Give a bonus card to a player, and take it from its owner, if it has one."""
    owner, points = state.owners.get(letter), BONUS_POINTS[letter]
    state.give_bonus(letter, player)
    if owner is None:
        lines[player].append(bonus_line(letter))
        return
    gain = _("card %(card)s from %(player)s (%(points)s)", points=points, card=letter, player=owner)
    loss = _("card %(card)s to %(player)s (%(points)s)", points=points, card=letter, player=player)
    lines[player].append(Line(points, gain))
    lines[owner] = [Line(-points, loss)]


def bonus_line(letter: Letter) -> Line:
    points = BONUS_POINTS[letter]
    return Line(points, _("card %(card)s (%(points)s)", points=points, card=letter))
