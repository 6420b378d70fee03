"""The score card as the page shows it: boxes down, players across, and what can be entered now."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from games.contract import EntryContext, Seat, Text
from games.yahtzee.box_titles import BOX_TITLES
from games.yahtzee.boxes import LOWER, UPPER, UPPER_NUMBER, Box, Dice, yahtzee_number
from games.yahtzee.card import YAHTZEE_BONUS, Card
from games.yahtzee.jokers import JokerRule, worthless_joker_reason, yahtzee_bonus
from games.yahtzee.offer import Offer, advantage, offers_for_dice
from games.yahtzee.rules import cards_after, is_yahtzee
from games.yahtzee.scores import possible_scores
from games.yahtzee.turn import Turn

BEST_BOX_COUNT = 3
"""The number of best boxes to highlight."""


class ScoreChoice(NamedTuple):
    """A score that an open box can have.

    `yahtzee`: the dice are a Yahtzee. `bonus`: the Yahtzee bonus that it earns. `is_saved`: the box
    has this score now.
    """

    score: int
    yahtzee: bool = False
    bonus: int = 0
    is_saved: bool = False


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
    """A player's box: `points`, and the number of the turn and its address; None if it is open.

    In the active column an open box has an `offer` if all five dice are known, else the scores to
    choose from. So has the box whose turn is corrected, with its points. `joker_hint`: why a joker
    is worth 0 there.
    """

    points: int | None
    turn: int = 0
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
    """`cards_before`: the cards when this turn was played; a correction shows what followed, too.
    `dice`: the active player's roll, or None unless all five are known.
    `is_unchanged`: nothing was changed in the form yet, and the rules accept what it shows.
    """

    context: EntryContext
    cards_before: Sequence[Card]
    active_seat: Seat
    dice: Dice | None
    is_unchanged: bool = False

    @cached_property
    def turns(self) -> Sequence[Turn]:
        return [*self.context.entries, *self.context.rest]

    @cached_property
    def cards(self) -> Sequence[Card]:
        rest = self.context.rest
        return cards_after(self.context.setup, self.turns) if rest else self.cards_before

    @cached_property
    def corrected_turn(self) -> Turn | None:
        """The turn that is corrected, if it fills a box."""
        if not self.context.rest:
            return None
        turn: Turn = self.context.rest[0]
        cards = cards_after(self.context.setup, [*self.context.entries, turn])
        fills_box = len(cards[turn.player].scores) > len(self.cards_before[turn.player].scores)
        return turn if fills_box else None

    def is_corrected(self, player: Seat, box: Box) -> bool:
        turn = self.corrected_turn
        return bool(turn and turn.player == player and turn.box == box)

    @property
    def active_card(self) -> Card:
        """The card of the active player before this turn."""
        return self.cards_before[self.active_seat]

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
        active, is_corrected = card.player == self.active_seat, self.is_corrected(card.player, box)
        if box in card.scores and not (active and is_corrected):
            return self.filled_cell(card, box, active)
        if not active:
            return Cell(None)
        if self.dice and not (is_corrected and self.is_unchanged):
            best, hint = box in self.best_boxes, self.joker_hint(box)
            return Cell(None, active=True, offer=self.offers[box], best=best, joker_hint=hint)
        points = card.scores.get(box) if is_corrected else None
        return Cell(points, active=True, score_choices=self.score_choices(box))

    def filled_cell(self, card: Card, box: Box, active: bool) -> Cell:
        number = self.turn_numbers.get((card.player, box))
        if number is None:
            return Cell(card.scores[box], active=active)
        return Cell(card.scores[box], number + 1, self.context.entry_url(number), active)

    @cached_property
    def turn_numbers(self) -> dict[tuple[int, Box], int]:
        """The turn that filled each box, from 0: of two turns for one box, the first."""
        turns = reversed(list(enumerate(self.turns)))
        return {(turn.player, turn.box): n for n, turn in turns}

    @cached_property
    def offers(self) -> dict[Box, Offer]:
        if not self.dice:
            return {}
        offers = offers_for_dice(self.active_card, self.dice, self.rule)
        scores = self.active_column.card.scores
        return {
            box: offer
            for box, offer in offers.items()
            if box not in scores or self.is_corrected(self.active_seat, box)
        }

    @cached_property
    def best_boxes(self) -> list[Box]:
        """The boxes that a good player would consider first; never a box for 0."""
        card, paying = self.active_card, [b for b, o in self.offers.items() if o.box_points]
        bonus_open = bool(card.upper_bonus_gap) and card.upper_bonus_possible
        paying.sort(key=lambda box: -advantage(box, self.offers[box], bonus_open))
        return paying[:BEST_BOX_COUNT]

    @property
    def boxes_for_0(self) -> list[Box]:
        """The first boxes that may be scratched, if no box scores: the tray leads to them."""
        if self.best_boxes:
            return []
        return [box for box, offer in self.offers.items() if not offer.refusal][:BEST_BOX_COUNT]

    @property
    def repeated_boxes(self) -> list[Box]:
        """The best boxes that the tray repeats: beside a hint there is room for one."""
        return self.best_boxes[:1] if self.dice_hint else self.best_boxes

    @property
    def dice_hint(self) -> Text | None:
        """The first reason why the dice may not go to a box, or are worth 0 there."""
        reasons = (offer.refusal or self.joker_hint(box) for box, offer in self.offers.items())
        return next(filter(None, reasons), None)

    def joker_hint(self, box: Box) -> Text | None:
        if not self.dice or not self.offers[box].joker:
            return None
        return worthless_joker_reason(self.active_card, box, yahtzee_number(self.dice))

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

    def score_choices(self, box: Box) -> tuple[ScoreChoice, ...]:
        """Return the scores that the box can have, 0 last, so that nobody taps it by mistake.

        Offer a score "with a Yahtzee" only where that matters: if no other roll gives the score, or
        if a Yahtzee earns the bonus.
        """
        card = self.active_card
        plain = possible_scores(card, box, False, self.rule)
        with_yahtzee = possible_scores(card, box, True, self.rule)
        if not (bonus := yahtzee_bonus(card)):
            with_yahtzee -= plain
        choices = [ScoreChoice(score) for score in plain]
        choices += [ScoreChoice(score, True, bonus) for score in with_yahtzee]
        choices.sort(key=lambda choice: (choice.score == 0, choice == ScoreChoice(0), choice))
        current = self.saved_choice(box, choices)
        return tuple([choice._replace(is_saved=choice == current) for choice in choices])

    def saved_choice(self, box: Box, choices: Sequence[ScoreChoice]) -> ScoreChoice | None:
        """Return the choice that is the turn to correct, if that is in this box."""
        turn = self.corrected_turn
        if not turn or not self.is_corrected(self.active_seat, box):
            return None
        points = self.active_column.card.scores[box]
        same = [choice for choice in choices if choice.score == points]
        alike = (choice for choice in same if choice.yahtzee == is_yahtzee(turn))
        return next(alike, same[0] if same else None)
