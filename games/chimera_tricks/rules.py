"""Chimera Tricks, by Mashiu: a trick-taking game for three or four, who win Grimoires worth plus or minus.

Edition: Mashiu Games 2026, in English by ForGames.
Variants: a Short Match of one round; Crystal Scarcity, with four Crystals in all.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from operator import add

from games.chimera_tricks.round import Cards, Known, Round, check
from games.chimera_tricks.standing import going_on, over
from games.contract import (
    Game,
    Impossible,
    Line,
    Result,
    Scoreboard,
    Seat,
    Setup,
    Text,
    gettext_noop,
    leaders,
    ngettext,
    ranked,
    refused,
    written,
)
from games.verdicts import over_since

Points = tuple[int, ...]
Lines = tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Options:
    """`short_match`: one round instead of one a player. `crystal_scarcity`: four Crystals are all there are."""

    short_match: bool = False
    crystal_scarcity: bool = False


def rounds_of(setup: Setup[Options]) -> int:
    """After how many rounds the game ends: as many as players, so that each hand was everybody's."""
    return 1 if setup.options.short_match else setup.seats


def score(setup: Setup[Options], entries: Sequence[Round]) -> Scoreboard:
    """How the game stands after these rounds."""
    results: list[Result] = []
    totals, known = (0,) * setup.seats, None
    played = last = 0
    for place, entry in enumerate(entries):
        problem = over_since(last) if last else impossible(setup, entry, known, place)
        result = refused(totals, problem) if problem else counted(entry, totals)
        results.append(result)
        totals = result.totals
        if problem is None:
            known = known or (Known(place, entry.cards) if entry.grimoires is not None else None)
            played += 1
            last = place + 1 if played == rounds_of(setup) else 0
    return scoreboard(setup, tuple(results), totals, played)


def known_cards(setup: Setup[Options], entries: Sequence[Round]) -> Known | None:
    """The Grimoires that these rounds are played with, once one of them said so."""
    stand = zip(entries, score(setup, entries).results, strict=True)
    with_cards = (n for n, (entry, result) in enumerate(stand) if entry.grimoires is not None and not result.problem)
    first = next(with_cards, None)
    return None if first is None else Known(first, entries[first].cards)


def impossible(setup: Setup[Options], entry: Round, known: Known | None, place: int) -> Impossible | None:
    try:
        check(entry, setup.seats, setup.options.crystal_scarcity, known, place)
    except Impossible as problem:
        return problem
    return None


def counted(entry: Round, totals: Points) -> Result:
    lines = tuple([lines_of(entry, Seat(seat)) for seat in range(len(totals))])
    points = tuple([sum([line.points for line in part]) for part in lines])
    return Result(points, tuple(map(add, totals, points)), lines)


def lines_of(entry: Round, seat: Seat) -> Lines:
    if entry.points is not None:
        return (Line(entry.points[seat], Text("")),)
    return reckoned(entry.won(seat), entry.crystals.get(seat, 0))


def turned(won: Cards, crystals: int) -> tuple[Cards, Cards]:
    """The Grimoires that the Crystals turn, the most negative first, which is always best; and those they cannot."""
    negative = tuple(sorted([value for value in won if value < 0]))
    return negative[:crystals], negative[crystals:]


def reckoned(won: Cards, crystals: int) -> Lines:
    """What a player's Grimoires come to."""
    if not won:
        return ()
    plus = [value for value in won if value >= 0]
    to_plus, minus = turned(won, crystals)
    surplus = crystals - len(to_plus)
    lines = (
        Line(sum(plus), grimoires(plus, " + ")) if plus else None,
        Line(-sum(to_plus), by_crystals(to_plus)) if to_plus else None,
        Line(sum(minus), grimoires(minus, " − ")) if minus else None,
        Line(0, ngettext("one Crystal turns nothing", "%(count)s Crystals turn nothing", surplus)) if surplus else None,
    )
    return tuple([line for line in lines if line])


def grimoires(values: Sequence[int], sign: str) -> Text:
    return ngettext("%(values)s Grimoire", "%(values)s Grimoires", len(values), values=bare(values, sign))


def by_crystals(values: Sequence[int]) -> Text:
    return ngettext(
        "%(values)s turned by a Crystal",
        "%(values)s turned by %(count)s Crystals",
        len(values),
        values=bare(values, " + "),
    )


def bare(values: Sequence[int], sign: str) -> str:
    """What follows the sign that the line has: 5 + 3 after a plus, 2 − 1 after a minus."""
    return sign.join([written(abs(value)) for value in values])


def scoreboard(setup: Setup[Options], results: tuple[Result, ...], totals: Points, played: int) -> Scoreboard:
    rounds = rounds_of(setup)
    decided = played >= rounds
    finished = decided or setup.ended_early
    return Scoreboard(
        results=results,
        totals=totals,
        ranks=ranked(totals),
        finished=finished,
        winners=leaders(totals) if finished else (),
        verdict=over(totals, decided) if finished else going_on(totals, played, rounds),
        needs=(None,) * setup.seats,
    )


game = Game(
    slug="chimera_tricks",
    title=gettext_noop("Chimera Tricks"),
    credit="Mashiu · Mashiu Games 2026",
    players=range(3, 5),
    options=Options,
    entry=Round,
    score=score,
)
