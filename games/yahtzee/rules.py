"""Yahtzee: five dice, up to three rolls per turn, thirteen boxes; for one player or more.

Edition: Hasbro/Milton Bradley, in Korean (letsrolling.com), with forced jokers and no limit to the
Yahtzee bonus. Variants: free jokers, which may go anywhere, but are a full house or a straight only
if the box of their own number is filled.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, cast

from games.contract import (
    NO_LIMIT,
    Counted,
    Figure,
    Figures,
    Game,
    Impossible,
    Line,
    Measure,
    Paper,
    PaperRow,
    Result,
    Scoreboard,
    Seat,
    Setup,
    Text,
    gettext_noop,
    leaders,
    ngettext,
    rank_totals,
    title_with_number,
    zero_result,
)
from games.contract import gettext as _
from games.kit.figures import counted_entries, share_of
from games.kit.rounds import result_of_lines
from games.kit.standing import running_verdict
from games.kit.verdicts import final_verdict
from games.yahtzee.box_titles import BOX_TITLES, box_line
from games.yahtzee.boxes import FIXED_POINTS, LOWER, UPPER, Box, yahtzee_number
from games.yahtzee.card import Card, turns_left
from games.yahtzee.jokers import JokerRule
from games.yahtzee.offer import Offer
from games.yahtzee.turn import Turn, offer_for_turn

Lines = tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Options:
    """`joker`: where a Yahtzee may go once the Yahtzee box is filled. The rulebook has "forced"."""

    joker: JokerRule = "forced"


def score(setup: Setup[Options], entries: Sequence[Turn]) -> Scoreboard:
    """Score the turns; the players may take them in any order."""
    results, cards = _play_turns(setup, entries)
    totals = results[-1].totals if results else (0,) * setup.seats
    left = turns_left(cards)
    is_finished, has_begun = setup.ended_early or not left, any(card.scores for card in cards)
    best = leaders(totals)
    return Scoreboard(
        results=tuple(results),
        totals=totals,
        ranks=rank_totals(totals),
        finished=is_finished,
        winners=best if is_finished else (),
        verdict=final_verdict(totals, best, complete=not left)
        if is_finished
        else running_verdict(totals, best, None, left, has_begun, turns=True),
        needs=tuple(None if is_finished else needs_text(card) for card in cards),
    )


def cards_after(setup: Setup[Options], entries: Sequence[Turn]) -> tuple[Card, ...]:
    """Return the cards after these turns, in seat order; a turn that cannot stand fills no box."""
    return _play_turns(setup, entries)[1]


def _play_turns(
    setup: Setup[Options], entries: Sequence[Turn]
) -> tuple[list[Result], tuple[Card, ...]]:
    cards = tuple([Card(Seat(seat)) for seat in range(setup.seats)])
    results: list[Result] = []
    totals = (0,) * setup.seats
    for turn in entries:
        result = _play_turn(turn, cards[turn.player], totals, setup.options.joker)
        results.append(result)
        totals = result.totals
    return results, cards


def _play_turn(turn: Turn, card: Card, totals: tuple[int, ...], rule: JokerRule) -> Result:
    """Fill the box of the turn in the card, if the turn can stand."""
    try:
        offer = offer_for_turn(turn, card, rule)
    except Impossible as problem:
        return zero_result(totals, problem)
    card.fill(turn.box, offer.box_points, bool(offer.yahtzee_bonus))
    number = yahtzee_number(turn.dice) if turn.dice else 0
    lines = _lines(turn.box, offer, turn.scratch or turn.score == 0, number)
    nobody, seat = ((),) * len(totals), turn.player
    return result_of_lines((*nobody[:seat], lines, *nobody[seat + 1 :]), totals)


@cache
def _lines(box: Box, offer: Offer, scratch: bool, number: int) -> Lines:
    """Return the lines of a turn; a box with 0 has a line, too.

    `number` is the one on all five dice, or 0. It tells the page which dice to celebrate.
    """
    yahtzee = f"yahtzee-{number}" if number else "yahtzee"
    bonuses = (
        Line(offer.upper_bonus, _("35 upper bonus"), "bonus"),
        Line(offer.yahtzee_bonus, _("100 Yahtzee bonus"), yahtzee),
    )
    bonus_lines = [bonus for bonus in bonuses if bonus.points]
    text = box_line(box, offer.box_points)
    if offer.joker:
        text = _("%(line)s as joker", line=text)
    elif scratch:
        text = _("%(line)s, scratched", line=text)
    elif not bonus_lines:
        text = Text("")  # the box and its points say it all
    highlight = yahtzee if box == "yahtzee" and offer.box_points else ""
    return (Line(offer.box_points, text, highlight), *bonus_lines)


def points_state(setup: Setup[Options], entries: Sequence[Turn]) -> dict[str, Any]:
    """Return the points in each filled box of each card."""
    return {"cards": [card.scores for card in cards_after(setup, entries)]}


def turn_subject(turn: Turn) -> Text:
    return _("%(player)s · %(box)s", player=turn.player, box=BOX_TITLES[turn.box])


def needs_text(card: Card) -> Text | None:
    """Return what the upper bonus still takes; None if it is earned or out of reach."""
    gap = card.upper_bonus_gap
    if gap and card.upper_bonus_possible:
        return ngettext(
            "needs %(count)s more for the upper bonus",
            "needs %(count)s more for the upper bonus",
            gap,
        )
    return None


YAHTZEES, UPPER_BONUS, BOX = "yahtzees", "upper_bonus", "box"


def box_title(box: str) -> Text:
    return BOX_TITLES[cast(Box, box)]


KINDS = {
    YAHTZEES: Figure(_("Yahtzees rolled")),
    UPPER_BONUS: Figure(_("Upper bonus"), Measure.SHARE),
    BOX: Figure(_("Points by box"), Measure.POINTS, box_title),
}


def count_figures(
    setup: Setup[Options], entries: Sequence[Turn], board: Scoreboard
) -> list[list[Counted]]:
    """Count each player's figures for statistics, from the score card."""
    turns = counted_entries(entries, board)
    return [
        list(card_figures(card, [turn for turn in turns if turn.player == card.player]))
        for card in cards_after(setup, entries)
    ]


def card_figures(card: Card, turns: Sequence[Turn]) -> Iterator[Counted]:
    """Yield the figures of a card that these turns filled.

    In a game ended early the upper bonus may be undecided: then it was not a chance.
    """
    if not turns:
        return
    yield Counted(YAHTZEES, sum([is_yahtzee(turn) for turn in turns]))
    is_decided = card.upper_bonus > 0 or not card.upper_bonus_possible
    yield from share_of(UPPER_BONUS, [card.upper_bonus > 0] if is_decided else [])
    for box, points in card.boxes.items():
        if points is not None:
            yield Counted(BOX, points, detail=box)


def is_yahtzee(turn: Turn) -> bool:
    """Return whether the roll was a Yahtzee, in whatever box, as far as the table said so."""
    return turn.rolled_yahtzee or (turn.dice is not None and yahtzee_number(turn.dice) > 0)


def call(setup: Setup[Any], entries: Sequence[Turn], board: Scoreboard) -> list[Text]:
    """The caller’s sentences about a turn."""
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


def paper(setup: Setup[Any]) -> Paper:
    """The score card on paper: the thirteen boxes with their sums, as on the printed ones."""
    rows = [
        *(PaperRow(BOX_TITLES[box]) for box in UPPER),
        PaperRow(_("Upper sum"), strong=True),
        PaperRow(_("Bonus"), _("35 for 63+")),
        *(PaperRow(BOX_TITLES[box], hint(box)) for box in LOWER),
        PaperRow(_("Yahtzee bonuses"), _("100 each")),
        PaperRow(_("Total"), strong=True),
    ]
    return Paper(rows)


def hint(box: Box) -> Text:
    points = FIXED_POINTS.get(box)
    return _("%(points)s points", points=points) if points else _("all dice")


game = Game(
    slug="yahtzee",
    title=gettext_noop("Yahtzee"),
    credit=gettext_noop("Edwin S. Lowe 1956 · Milton Bradley, Hasbro"),
    players=range(1, NO_LIMIT),
    options=Options,
    entry=Turn,
    score=score,
    partial_entries=True,
    entry_on_table_page=True,
    entry_title=title_with_number(gettext_noop("Turn %(number)s")),
    enter_title=title_with_number(gettext_noop("Enter turn %(number)s")),
    entering_title=title_with_number(gettext_noop("%(name)s is entering turn %(number)s")),
    closed_because=gettext_noop(
        "Everyone fills all thirteen boxes: nobody can join or leave after the start,"
        " but someone else can take over a card."
    ),
    figures=Figures(KINDS, count_figures),
    entry_subject=turn_subject,
    call=call,
    paper=paper,
    points_state=points_state,
)
