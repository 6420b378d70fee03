"""The caller’s sentences about a turn."""

from collections.abc import Sequence
from typing import Any

from games.contract import Scoreboard, Setup, Text
from games.contract import gettext as _
from games.yahtzee.box_titles import BOX_TITLES
from games.yahtzee.turn import Turn


def call(setup: Setup[Any], entries: Sequence[Turn], board: Scoreboard) -> list[Text]:
    turn, result = entries[-1], board.results[-1]
    box, *bonuses = result.lines[turn.player]
    values = {"player": turn.player, "box": BOX_TITLES[turn.box], "points": box.points}
    total = result.totals[turn.player]
    if not (box.points or bonuses):
        return [_("%(player)s scratches %(box)s and stays at %(total)s.", total=total, **values)]
    if box.highlight:
        first = _("A Yahtzee for %(player)s: %(points)s!", **values)
    else:
        first = _("%(player)s, %(box)s: %(points)s.", **values)
    more = [bonus_call(turn, line.highlight == "bonus") for line in bonuses]
    if total == box.points:
        return [first]
    return [first, *more, _("That makes %(total)s.", total=total)]


def bonus_call(turn: Turn, upper: bool) -> Text:
    if upper:
        return _("%(player)s gets the upper bonus of 35.", player=turn.player)
    return _("Another Yahtzee: a bonus of 100!")
