"""What the pages of Big Fish show beside forms: a row as it falls apart, and what lies on the table."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from games.big_fish.bonus import FOR, LETTERS, WORTH
from games.big_fish.cards import Cards, split, value
from games.big_fish.entries import Mistake
from games.big_fish.offer import offered
from games.big_fish.play import played
from games.big_fish.table import MISTAKE, Table
from games.contract import GameOver, Result, Seat, Situation, Text


class Card(NamedTuple):
    """A bonus card: what it is for and worth; `loser`: who has it, or loses it; `chosen`: whether it is ticked, or
    came by itself, or is the catcher's own.
    """

    letter: str
    what: Text
    points: int
    loser: str = ""
    chosen: bool = False


class Row(NamedTuple):
    """A row as its catcher takes it. `marks`: each card's points; `given`: the bonus cards that come by themselves;
    `choices`: those of which one is taken; `gone`: those it earns, too, but somebody has.
    """

    marks: list[int]
    plus: int
    minus: int
    given: list[Card]
    choices: list[Card]
    gone: list[Card]

    @property
    def sum(self) -> int:
        return self.plus - self.minus

    @property
    def only(self) -> str | None:
        """The bonus card that nobody needs to name; A on top is never named."""
        return next((card.letter for card in self.given if not card.chosen), None)


def row_of(at: Situation, table: Table, player: Seat | None, cards: Cards, bonus: str) -> Row:
    """What these five cards are worth; what they earn is known with the player."""
    parts, sunk = split(cards), minus_places(cards)
    marks = [-value(card) if place in sunk else value(card) for place, card in enumerate(cards)]
    if player is None:
        return Row(marks, parts.gain, parts.loss, [], [], [])
    offer = offered(table, at.setup, player, cards)
    owners: dict[str, str] = {letter: at.names[seat] for letter, seat in table.owners.items()}

    def card(letter: str, chosen: bool = False) -> Card:
        return Card(letter, FOR[letter], WORTH[letter], owners.get(letter, ""), chosen)

    moved = [card("A", chosen=True)] if offer.moves else []
    given = [card(offer.given)] if offer.given else []
    choices = [] if offer.given else [card(letter, letter == bonus) for letter in offer.open]
    gone = [card(letter, owner == player) for letter, owner in offer.gone]
    return Row(marks, parts.gain, parts.loss, moved + given, choices, gone)


def minus_places(cards: Cards) -> set[int]:
    """Where the cards lie that go to the minus pile; of equal cards the first is plus."""
    plus = list(split(cards).plus)
    places = set()
    for place, card in enumerate(cards):
        if card in plus:
            plus.remove(card)
        else:
            places.add(place)
    return places


class Holder(NamedTuple):
    """A player beside the mistake card."""

    seat: int
    name: str
    holds: bool


class Bonus(NamedTuple):
    """A bonus card as it lies on the table: before its owners; B and C before whoever they would go to now."""

    letter: str
    what: Text
    points: int
    owners: Sequence[tuple[int, str]]
    now: bool = False


@dataclass(frozen=True)
class TablePage:
    """What the table page shows beside standings and sheet."""

    at: Situation
    cost: int = MISTAKE

    @cached_property
    def played(self) -> tuple[list[Result], Table]:
        return played(self.at.setup, self.at.entries)

    @property
    def table(self) -> Table:
        return self.played[1]

    @property
    def last(self) -> int | None:
        """The last entry before the end of the game, from 1: a mistake card goes in front of it when all is over. None
        if that is a mistake itself, as it may be where the game was ended early: it says who has the card.
        """
        results = enumerate(self.played[0], 1)
        last = max([number for number, result in results if not isinstance(result.problem, GameOver)], default=0)
        return last if last and not isinstance(self.at.entries[last - 1], Mistake) else None

    @property
    def holders(self) -> list[Holder]:
        return [Holder(seat, name, seat == self.table.mistake) for seat, name in enumerate(self.at.names)]

    @property
    def bonuses(self) -> list[Bonus]:
        """The one of A, B and C that was drawn, and D to I."""
        drawn = self.table.drawn
        if not drawn:
            return []
        first = self.owned("A") if drawn == "A" else self.to_come(drawn)
        return [first, *(self.owned(letter) for letter in LETTERS if letter != "A")]

    def owned(self, letter: str) -> Bonus:
        owners = [(seat, self.at.names[seat]) for card, seat in self.table.owners.items() if card == letter]
        return Bonus(letter, FOR[letter], WORTH[letter], owners)

    def to_come(self, letter: str) -> Bonus:
        worth = self.table.drawn_worth() if not self.table.undecided else ()
        owners = [(seat, self.at.names[seat]) for seat, points in enumerate(worth) if points]
        return Bonus(letter, FOR[letter], max(worth, default=0) or WORTH[letter], owners, now=True)
