"""Chimera Tricks, by Mashiu: a trick-taking game for three or four.

The winner of a trick takes a Grimoire, which is worth plus or minus.

Edition: Mashiu Games 2026, in English by ForGames.
Variants: a Short Match of one round; Crystal Scarcity, with four Crystals in all.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, cast

from games.chimera_tricks.call import call
from games.chimera_tricks.figures import KINDS, count_figures
from games.chimera_tricks.paper import paper
from games.chimera_tricks.round import Cards, KnownCards, Round, check_round
from games.chimera_tricks.standing import final_verdict, running_verdict
from games.contract import (
    EVERY_ROUND,
    LEADS,
    Figures,
    Game,
    Line,
    Seat,
    Setup,
    Text,
    format_ungrouped,
    gettext_noop,
    ngettext,
)
from games.kit.rounds import ByRounds
from games.kit.state import State

Lines = tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Options:
    """`short_match`: one round, not one per player. `crystal_scarcity`: only four Crystals."""

    short_match: bool = False
    crystal_scarcity: bool = False


def round_count(setup: Setup[Options]) -> int:
    """Return the number of rounds: one per player, so that each hand comes to every player."""
    return 1 if setup.options.short_match else setup.seats


def round_lines(entry: Round, state: State) -> list[Lines]:
    scarce, known = state.options.crystal_scarcity, state.memory
    check_round(entry, state.setup.seats, scarce, known, state.number - 1)
    return [seat_lines(entry, seat) for seat in state.seats]


def remember_cards(entry: Round, state: State) -> KnownCards | None:
    """Return the Grimoires of the first round that has cards and counts."""
    if state.memory or entry.grimoires is None:
        return cast(KnownCards | None, state.memory)
    return KnownCards(state.number - 1, entry.cards)


def known_cards(setup: Setup[Options], entries: Sequence[Round]) -> KnownCards | None:
    return cast(KnownCards | None, score.state(setup, entries).memory)


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
        "%(sum)s (%(minus)s counts as %(plus)s)",
        "%(sum)s (%(minus)s count as %(plus)s)",
        len(values),
        sum=join_unsigned(values),
        minus=join_negative(values),
        plus=join_turned(values),
    )


def join_unsigned(values: Sequence[int]) -> str:
    """Return "5 + 3", also for −5 and −3: the page shows the sign of the line before it."""
    return " + ".join([format_ungrouped(abs(value)) for value in values])


def join_negative(values: Sequence[int]) -> str:
    return ", ".join(map(format_ungrouped, values))


def join_turned(values: Sequence[int]) -> str:
    """Return "+5, +3" for −5 and −3."""
    return ", ".join([f"+{format_ungrouped(-value)}" for value in values])


score = ByRounds(
    round_lines,
    rounds=round_count,
    remember=remember_cards,
    running=lambda state: running_verdict(
        state.totals, len(state.counted), round_count(state.setup)
    ),
    final=lambda state, complete: final_verdict(state.totals, complete),
    needs=lambda state: (None,) * len(state.totals),
)


def points_state(setup: Setup[Options], entries: Sequence[Round]) -> dict[str, Any]:
    """Return the usual way to enter a round, and whether its cards are known."""
    by_points = bool(entries) and entries[-1].points is not None
    known = known_cards(setup, entries) is not None
    return {"way": "points" if by_points else "cards", "known": known}


game = Game(
    slug="chimera_tricks",
    title=gettext_noop("Chimera Tricks"),
    credit=gettext_noop("Mashiu · Mashiu Games 2026"),
    players=range(3, 5),
    options=Options,
    entry=Round,
    score=score,
    starter=LEADS,
    figures=Figures(KINDS, count_figures),
    closed_because=gettext_noop(
        "The cards and rounds depend on the number of players: nobody can join or leave,"
        " but someone else can take over a seat."
    ),
    call=call,
    counting=EVERY_ROUND,
    paper=paper,
    points_state=points_state,
)
