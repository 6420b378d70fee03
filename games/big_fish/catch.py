"""A row caught: where its cards go, and whose bonus cards move."""

from games.big_fish.bonus import WORTH, Letter
from games.big_fish.cards import check_row, split
from games.big_fish.entries import Catch, Options
from games.big_fish.offer import taken
from games.big_fish.table import MOST_ROWS, Table
from games.contract import Impossible, Line, Seat, Setup
from games.contract import gettext as _

Lines = dict[Seat, list[Line]]
"""What an entry brings, to whom it brings anything."""


def take_row(catch: Catch, table: Table, setup: Setup[Options]) -> Lines:
    """Lays the row on its catcher's piles. Raises Impossible, with the field to mend and the reason."""
    if table.counting:
        raise Impossible("type", _("This table counts its piles at the end, so no single rows are entered."))
    piles = table.piles[catch.player]
    if piles.catches == MOST_ROWS:
        full = _("%(player)s has caught 12 rows: that took all twelve cards.", player=catch.player)
        raise Impossible("player", full)
    check_row(catch.cards)
    letters, row = taken(catch, table, setup), split(catch.cards)
    piles.take(row)
    lines = {catch.player: [Line(row.gain, _("%(points)s plus", points=row.gain))]}
    if row.loss:
        lines[catch.player].append(Line(-row.loss, _("%(points)s minus", points=row.loss)))
    for letter in letters:
        _move(letter, catch.player, table, lines)
    return lines


def _move(letter: Letter, player: Seat, table: Table, lines: Lines) -> None:
    """Gives a bonus card to a player, and takes it from whoever had it."""
    loser, worth = table.owners.get(letter), WORTH[letter]
    table.give(letter, player)
    if loser is None:
        lines[player].append(bonus_line(letter))
        return
    got = _("%(points)s bonus %(card)s, taken from %(player)s", points=worth, card=letter, player=loser)
    lost = _("%(points)s bonus %(card)s, taken by %(player)s", points=worth, card=letter, player=player)
    lines[player].append(Line(worth, got))
    lines[loser] = [Line(-worth, lost)]


def bonus_line(letter: Letter) -> Line:
    return Line(WORTH[letter], _("%(points)s bonus %(card)s", points=WORTH[letter], card=letter))
