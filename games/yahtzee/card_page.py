"""The score card as the page shows it: boxes down, players across, and what can be entered now."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from games.contract import EntryContext, Seat, Text
from games.yahtzee.advice import advantage
from games.yahtzee.box_titles import BOX_TITLES
from games.yahtzee.boxes import LOWER, UPPER, UPPER_NUMBER, Box, Dice, yahtzee_number
from games.yahtzee.card import YAHTZEE_BONUS, Card
from games.yahtzee.jokers import JokerRule, worthless_joker_reason, yahtzee_bonus
from games.yahtzee.offer import Offer, offers_for_dice
from games.yahtzee.scores import possible_scores

BEST_BOX_COUNT = 3
"""How many of the best boxes to highlight."""


class ScoreChoice(NamedTuple):
    """A score that an open box can have.

    `yahtzee`: the dice are a Yahtzee. `bonus`: the Yahtzee bonus that it earns.
    """

    score: int
    yahtzee: bool = False
    bonus: int = 0


class Column(NamedTuple):
    """A player's card; `active`: the one to fill."""

    name: str
    card: Card
    active: bool

    @property
    def bonus_checks(self) -> str:
        return "✓" * self.card.yahtzee_bonuses

    @property
    def bonus_points(self) -> int:
        return YAHTZEE_BONUS * self.card.yahtzee_bonuses


class Cell(NamedTuple):
    """A player's box: `points` and the address of the turn, or None if the box is open.

    In the active column an open box has an `offer` if all five dice are known, else the scores to
    choose from. `joker_hint`: why a joker is worth 0 there.
    """

    points: int | None
    url: str = ""
    active: bool = False
    offer: Offer | None = None
    best: bool = False
    joker_hint: Text | None = None
    score_choices: Sequence[ScoreChoice] = ()

    @property
    def offer_text(self) -> str:
        """The points of the offer for a screen reader: "16 +35"."""
        if not self.offer:
            return ""
        bonuses = (self.offer.upper_bonus, self.offer.yahtzee_bonus)
        return " ".join([str(self.offer.box_points), *[f"+{bonus}" for bonus in bonuses if bonus]])


class BoxRow(NamedTuple):
    box: Box
    title: Text
    number: int | None
    cells: Sequence[Cell]


@dataclass(frozen=True)
class CardPage:
    """`dice`: the active player's roll, or None unless all five are known."""

    context: EntryContext
    cards: Sequence[Card]
    active_seat: Seat
    dice: Dice | None

    @property
    def columns(self) -> list[Column]:
        pairs = zip(self.context.names, self.cards, strict=True)
        return [Column(name, card, card.player == self.active_seat) for name, card in pairs]

    @property
    def active_column(self) -> Column:
        return self.columns[self.active_seat]

    @property
    def upper_rows(self) -> Iterator[BoxRow]:
        return map(self.box_row, UPPER)

    @property
    def lower_rows(self) -> Iterator[BoxRow]:
        return map(self.box_row, LOWER)

    def box_row(self, box: Box) -> BoxRow:
        return BoxRow(
            box,
            BOX_TITLES[box],
            UPPER_NUMBER.get(box),
            [self.cell(card, box) for card in self.cards],
        )

    def cell(self, card: Card, box: Box) -> Cell:
        active = card.player == self.active_seat
        if box in card.filled:
            return Cell(card.filled[box], self.turn_url(card.player, box), active)
        if not active:
            return Cell(None)
        if self.dice:
            return Cell(
                None, "", True, self.offers[box], box in self.best_boxes, self.joker_hint(box)
            )
        return Cell(None, "", True, score_choices=self.score_choices(box))

    def turn_url(self, player: Seat, box: Box) -> str:
        number = self.turn_numbers.get((player, box))
        return "" if number is None else self.context.entry_url(number)

    @cached_property
    def turn_numbers(self) -> dict[tuple[int, Box], int]:
        """The turn that filled each box, from 0: of two turns for one box, the first."""
        turns = reversed(list(enumerate(self.context.entries)))
        return {(turn.player, turn.box): n for n, turn in turns}

    @cached_property
    def offers(self) -> dict[Box, Offer]:
        return offers_for_dice(self.active_column.card, self.dice, self.rule) if self.dice else {}

    @cached_property
    def best_boxes(self) -> list[Box]:
        """The boxes that a good player would consider first; never a box for 0."""
        card, paying = self.active_column.card, [b for b, o in self.offers.items() if o.box_points]
        bonus_open = bool(card.upper_bonus_gap) and card.upper_bonus_possible
        paying.sort(key=lambda box: -advantage(box, self.offers[box], bonus_open))
        return paying[:BEST_BOX_COUNT]

    @property
    def dice_hint(self) -> Text | None:
        """Why the dice may not go to a box, or are worth 0 there; the first reason is enough."""
        reasons = (offer.refusal or self.joker_hint(box) for box, offer in self.offers.items())
        return next(filter(None, reasons), None)

    def joker_hint(self, box: Box) -> Text | None:
        if not self.dice or not self.offers[box].joker:
            return None
        return worthless_joker_reason(self.active_column.card, box, yahtzee_number(self.dice))

    @property
    def scratchable_rows(self) -> list[BoxRow]:
        """The boxes that the player may scratch although the dice score there."""
        rows = [*self.upper_rows, *self.lower_rows]
        return [
            row
            for row in rows
            if (offer := self.offers.get(row.box)) and offer.box_points and not offer.joker
        ]

    @property
    def rule(self) -> JokerRule:
        rule: JokerRule = self.context.setup.options.joker
        return rule

    def score_choices(self, box: Box) -> list[ScoreChoice]:
        """Return the scores that the box can have, 0 last, so that nobody taps it by mistake.

        Offer a score "with a Yahtzee" only where that matters: if no other roll gives the score, or
        if a Yahtzee earns the bonus.
        """
        card = self.active_column.card
        plain = possible_scores(card, box, False, self.rule)
        with_yahtzee = possible_scores(card, box, True, self.rule)
        if not (bonus := yahtzee_bonus(card)):
            with_yahtzee -= plain
        choices = [ScoreChoice(score) for score in plain]
        choices += [ScoreChoice(score, True, bonus) for score in with_yahtzee]
        return sorted(choices, key=lambda choice: (choice.score == 0, choice))
