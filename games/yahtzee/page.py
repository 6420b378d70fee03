"""The score card as it lies on the table: boxes down, players across, and what the player whose turn it is could do."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from games.contract import Seat, Situation, Text
from games.yahtzee.boxes import LOWER, NUMBER, UPPER, Box, Dice, yahtzee_of
from games.yahtzee.card import YAHTZEE_BONUS, Card
from games.yahtzee.jokers import JokerRule, unpaid, yahtzee_bonus
from games.yahtzee.names import TITLES
from games.yahtzee.offer import Offer, offers
from games.yahtzee.scores import scores

MARKED = 3  # how many of the best boxes are marked


class Chip(NamedTuple):
    """A score that an open box can have now; `yahtzee`: with five equal dice."""

    score: int
    yahtzee: bool


class Column(NamedTuple):
    """A player's card; `active`: the one that is being filled."""

    name: str
    card: Card
    active: bool

    @property
    def bonus_checks(self) -> str:
        return "✓" * self.card.yahtzee_bonuses

    @property
    def bonuses(self) -> int:
        return YAHTZEE_BONUS * self.card.yahtzee_bonuses


class Cell(NamedTuple):
    """A player's box: its points and where they came from, or None where it is open. In the active column an open box
    has an offer, once the dice are known, or else the chips for the scores it can have. `unpaid`: why a joker would
    bring nothing there.
    """

    points: int | None
    link: str = ""
    active: bool = False
    offer: Offer | None = None
    best: bool = False
    unpaid: Text | None = None
    chips: Sequence[Chip] = ()


class Row(NamedTuple):
    box: Box
    title: Text
    number: int | None
    cells: Sequence[Cell]


@dataclass(frozen=True)
class Page:
    """`dice`: the five of the active player's roll, or None while they are not known."""

    at: Situation
    cards: Sequence[Card]
    active: Seat
    dice: Dice | None

    @property
    def columns(self) -> list[Column]:
        return [
            Column(name, card, card.player == self.active) for name, card in zip(self.at.names, self.cards, strict=True)
        ]

    @property
    def column(self) -> Column:
        return self.columns[self.active]

    @property
    def upper(self) -> Iterator[Row]:
        return map(self.row, UPPER)

    @property
    def lower(self) -> Iterator[Row]:
        return map(self.row, LOWER)

    def row(self, box: Box) -> Row:
        return Row(box, TITLES[box], NUMBER.get(box), [self.cell(card, box) for card in self.cards])

    def cell(self, card: Card, box: Box) -> Cell:
        active = card.player == self.active
        if box in card.filled:
            return Cell(card.filled[box], self.link(card.player, box), active)
        if not active:
            return Cell(None)
        if self.dice:
            return Cell(None, "", True, self.offers[box], box in self.best, self.unpaid(box))
        return Cell(None, "", True, chips=self.chips(box))

    def link(self, player: Seat, box: Box) -> str:
        filled = self.filled.get((player, box))
        return "" if filled is None else self.at.link(filled)

    @cached_property
    def filled(self) -> dict[tuple[int, Box], int]:
        """Which turn filled a player's box, from 0: of two that claim it, the first one."""
        turns = reversed(list(enumerate(self.at.entries)))
        return {(turn.player, turn.box): n for n, turn in turns}

    @cached_property
    def offers(self) -> dict[Box, Offer]:
        return offers(self.column.card, self.dice, self.rule) if self.dice else {}

    @cached_property
    def best(self) -> list[Box]:
        """The boxes that bring most now; one in which 0 would be written is none of them."""
        paying = [box for box, offer in self.offers.items() if offer.written]
        return sorted(paying, key=lambda box: -self.offers[box].points)[:MARKED]

    @property
    def why(self) -> Text | None:
        """Why these dice may not go somewhere, or bring nothing where they might; the first reason says it all."""
        reasons = (offer.forbidden or self.unpaid(box) for box, offer in self.offers.items())
        return next(filter(None, reasons), None)

    def unpaid(self, box: Box) -> Text | None:
        joker = self.dice and self.offers[box].joker
        return unpaid(self.column.card, box, yahtzee_of(self.dice)) if joker else None

    @property
    def scratchable(self) -> list[Row]:
        """The boxes that these dice would pay, but need not: a joker's points cannot be scratched."""
        rows = [*self.upper, *self.lower]
        return [row for row in rows if (offer := self.offers.get(row.box)) and offer.written and not offer.joker]

    @property
    def rule(self) -> JokerRule:
        rule: JokerRule = self.at.setup.options.joker
        return rule

    def chips(self, box: Box) -> list[Chip]:
        """The scores this box can have. Whether a Yahtzee was rolled is asked only where it matters: where nothing else
        gives the score, or a Yahtzee earns the bonus.
        """
        card = self.column.card
        plain, equal = scores(card, box, False, self.rule), scores(card, box, True, self.rule)
        bonus = "yahtzee" in card.filled and yahtzee_bonus(card)
        matters = equal if bonus else equal - plain
        return sorted([Chip(score, False) for score in plain] + [Chip(score, True) for score in matters])
