"""Chimera Tricks, by Mashiu: a trick-taking game for three or four.

The winner of a trick takes a Grimoire, which is worth plus or minus.

Edition: Mashiu Games 2026, in English by ForGames.
Variants: a Short Match of one round; Crystal Scarcity, with four Crystals in all.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from operator import add

from games.chimera_tricks.round import Cards, KnownCards, Round, check_round
from games.chimera_tricks.standing import final_verdict, running_verdict
from games.contract import (
    LEADS,
    Game,
    Impossible,
    Line,
    Result,
    Scoreboard,
    Seat,
    Setup,
    Text,
    format_ungrouped,
    gettext_noop,
    leaders,
    ngettext,
    rank_totals,
    zero_result,
)
from games.kit.verdicts import round_after_end

Points = tuple[int, ...]
Lines = tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Options:
    """`short_match`: one round, not one per player. `crystal_scarcity`: only four Crystals."""

    short_match: bool = False
    crystal_scarcity: bool = False


def round_count(setup: Setup[Options]) -> int:
    """Return the number of rounds: one per player, so that each hand comes to every player."""
    return 1 if setup.options.short_match else setup.seats


def score(setup: Setup[Options], entries: Sequence[Round]) -> Scoreboard:
    results: list[Result] = []
    totals, known = (0,) * setup.seats, None
    played = last = 0
    for number, entry in enumerate(entries):
        problem = round_after_end(last) if last else round_problem(setup, entry, known, number)
        result = zero_result(totals, problem) if problem else round_result(entry, totals)
        results.append(result)
        totals = result.totals
        if problem is None:
            known = known or (
                KnownCards(number, entry.cards) if entry.grimoires is not None else None
            )
            played += 1
            last = number + 1 if played == round_count(setup) else 0
    return scoreboard(setup, tuple(results), totals, played)


def known_cards(setup: Setup[Options], entries: Sequence[Round]) -> KnownCards | None:
    """Return the Grimoires of the first of these rounds that has cards and counts."""
    results = enumerate(zip(entries, score(setup, entries).results, strict=True))
    with_cards = (
        n for n, (entry, result) in results if entry.grimoires is not None and not result.problem
    )
    first = next(with_cards, None)
    return None if first is None else KnownCards(first, entries[first].cards)


def round_problem(
    setup: Setup[Options], entry: Round, known: KnownCards | None, number: int
) -> Impossible | None:
    try:
        check_round(entry, setup.seats, setup.options.crystal_scarcity, known, number)
    except Impossible as problem:
        return problem
    return None


def round_result(entry: Round, totals: Points) -> Result:
    lines = tuple([seat_lines(entry, Seat(seat)) for seat in range(len(totals))])
    points = tuple([sum([line.points for line in part]) for part in lines])
    return Result(points, tuple(map(add, totals, points)), lines)


def seat_lines(entry: Round, seat: Seat) -> Lines:
    if entry.points is not None:
        return (Line(entry.points[seat], Text("")),)
    return grimoire_lines(entry.grimoires_of(seat), entry.crystals.get(seat, 0))


def split_negative(cards: Cards, crystals: int) -> tuple[Cards, Cards]:
    """Return the negative Grimoires that the Crystals turn into plus, and those that stay minus.

    Turning the most negative ones first is always best.
    """
    negative = tuple(sorted([value for value in cards if value < 0]))
    return negative[:crystals], negative[crystals:]


def grimoire_lines(cards: Cards, crystals: int) -> Lines:
    """Return the points of one player's Grimoires."""
    if not cards:
        return ()
    plus = [value for value in cards if value >= 0]
    to_plus, minus = split_negative(cards, crystals)
    surplus = crystals - len(to_plus)
    lines = (
        Line(sum(plus), grimoires_text(plus)) if plus else None,
        Line(-sum(to_plus), crystals_text(to_plus)) if to_plus else None,
        Line(sum(minus), grimoires_text(minus)) if minus else None,
        Line(0, ngettext("%(count)s unused Crystal", "%(count)s unused Crystals", surplus))
        if surplus
        else None,
    )
    return tuple([line for line in lines if line])


def grimoires_text(values: Sequence[int]) -> Text:
    return ngettext(
        "%(count)s Grimoire (%(values)s)",
        "%(count)s Grimoires (%(values)s)",
        len(values),
        values=join_unsigned(values),
    )


def crystals_text(values: Sequence[int]) -> Text:
    return ngettext(
        "%(count)s Grimoire made plus (%(values)s)",
        "%(count)s Grimoires made plus (%(values)s)",
        len(values),
        values=join_unsigned(values),
    )


def join_unsigned(values: Sequence[int]) -> str:
    """Return "5 + 3", also for −5 and −3: the page shows the sign of the line before it."""
    return " + ".join([format_ungrouped(abs(value)) for value in values])


def scoreboard(
    setup: Setup[Options], results: tuple[Result, ...], totals: Points, played: int
) -> Scoreboard:
    rounds = round_count(setup)
    decided = played >= rounds
    finished = decided or setup.ended_early
    return Scoreboard(
        results=results,
        totals=totals,
        ranks=rank_totals(totals),
        finished=finished,
        winners=leaders(totals) if finished else (),
        verdict=final_verdict(totals, decided)
        if finished
        else running_verdict(totals, played, rounds),
        needs=(None,) * setup.seats,
    )


game = Game(
    slug="chimera_tricks",
    title=gettext_noop("Chimera Tricks"),
    credit=gettext_noop("Mashiu · Mashiu Games 2026"),
    players=range(3, 5),
    options=Options,
    entry=Round,
    score=score,
    starter=LEADS,
    closed_because=gettext_noop(
        "The cards and rounds depend on the number of players: nobody can join or leave,"
        " but someone else can take over a seat."
    ),
)
