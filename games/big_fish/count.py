"""Piles counted at the end."""

from games.big_fish.catch import Lines, bonus_line
from games.big_fish.entries import Count, Options
from games.big_fish.offer import check_a_in_game, owner_text
from games.big_fish.pile_limits import check_piles
from games.big_fish.state import GameState
from games.contract import Disagreement, Impossible, Line, Setup
from games.contract import gettext as _


def apply_count(count: Count, state: GameState, setup: Setup[Options]) -> Lines:
    """Set a player's piles. Raises Impossible, and then changes nothing."""
    if state.catches:
        raise Impossible(
            "type", _("You are entering this game row by row, so you cannot count piles.")
        )
    piles = state.piles[count.player]
    if piles.counted:
        raise Impossible(
            "player", _("%(player)s’s piles are already counted.", player=count.player)
        )
    _check_drawn_card(count, state)
    _check_bonuses(count, state, setup.options)
    check_piles(count, state.max_rows)
    piles.plus, piles.minus, piles.counted = count.plus, count.minus, True
    piles.plus_cards, piles.ones = count.plus_cards, count.ones
    for letter in count.bonuses:
        state.give_bonus(letter, count.player)
    return {count.player: _lines(count)}


def _lines(count: Count) -> list[Line]:
    lines = [
        Line(count.plus, _("%(points)s plus", points=count.plus)),
        Line(-count.minus, _("%(points)s minus", points=count.minus)),
    ]
    return [*lines[: 1 + bool(count.minus)], *map(bonus_line, sorted(count.bonuses))]


def _check_drawn_card(count: Count, state: GameState) -> None:
    """Check for the number that decides who gets B or C."""
    if state.drawn == "B" and count.plus_cards is None:
        raise Impossible("plus_cards", _("Card B was drawn: enter the number of plus cards."))
    if state.drawn == "C" and count.ones is None:
        raise Impossible("ones", _("Card C was drawn: enter the number of ones in the plus pile."))


def _check_bonuses(count: Count, state: GameState, options: Options) -> None:
    letters = count.bonuses
    if letters and not options.advanced:
        raise Impossible("bonuses", _("The basic game has no bonus cards."))
    if "A" in letters:
        check_a_in_game(options, "bonuses")
    if duplicates := sorted({letter for letter in letters if letters.count(letter) > 1}):
        raise Impossible("bonuses", _("There is only one card %(card)s.", card=duplicates[0]))
    for letter in letters:
        if letter in state.owners:
            raise Disagreement(
                "bonuses", owner_text(letter, state.owners[letter]), state.bonus_entries[letter]
            )
