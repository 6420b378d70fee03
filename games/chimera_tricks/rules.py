"""Chimera Tricks, by Mashiu: a trick-taking game for three or four.

The winner of a trick takes a Grimoire, which is worth plus or minus.

Edition: Mashiu Games 2026, in English by ForGames.
Variants: a Short Match of one round; Crystal Scarcity, with four Crystals in all.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, cast

from games.chimera_tricks.standing import final_verdict, running_verdict
from games.contract import (
    EVERY_ROUND,
    LEADS,
    Counted,
    Disagreement,
    Figure,
    Figures,
    Game,
    Impossible,
    Line,
    Paper,
    PaperRow,
    Scoreboard,
    Seat,
    Setup,
    Text,
    format_ungrouped,
    gettext_noop,
    leaders,
    ngettext,
    numbered_rows,
)
from games.contract import gettext as _
from games.kit.calls import best_call
from games.kit.figures import counted_entries
from games.kit.rounds import ByRounds
from games.kit.state import State

SCARCE_CRYSTALS = 4
"""The Crystals of a round under Crystal Scarcity; then they go back to the middle."""

Cards = tuple[int, ...]
"""Values of Grimoires."""


@dataclass(frozen=True, slots=True)
class Round:
    """`grimoires`: the values of those that each player won; `crystals`: how many each gained.

    A table that notes only totals enters `points` instead of both.
    """

    grimoires: Mapping[Seat, Cards] | None = None
    crystals: Mapping[Seat, int] = field(default_factory=dict)
    points: Mapping[Seat, int] | None = None

    def grimoires_of(self, seat: Seat) -> Cards:
        return (self.grimoires or {}).get(seat, ())

    @property
    def cards(self) -> Cards:
        """All Grimoires of the round, in ascending order."""
        return tuple(
            sorted([value for values in (self.grimoires or {}).values() for value in values])
        )


class KnownCards(NamedTuple):
    """The Grimoires of every round, and the entry, numbered from 0, that they are known from."""

    entry: int
    cards: Cards


def tricks_per_round(seats: int) -> int:
    """Return the number of tricks in a round, which is also the number of Grimoires."""
    return 10 if seats == 4 else 12


def check_round(
    entry: Round, seats: int, scarce: bool, deck: KnownCards | None, number: int
) -> None:
    """Raise Impossible unless the round, number `number` from 0, can have happened."""
    if entry.points is not None:
        check_points(entry, entry.points, seats)
    elif entry.grimoires is None:
        raise Impossible(
            "grimoires", _("Enter which Grimoires each player won, or everyone’s points.")
        )
    else:
        check_card_count(len(entry.cards), seats)
        check_crystals(entry, scarce)
        check_same_cards(entry, deck, number)


def check_points(entry: Round, points: Mapping[Seat, int], seats: int) -> None:
    if entry.grimoires is not None:
        raise Impossible("points", _("Enter either the Grimoires or the points, not both."))
    for seat in map(Seat, range(seats)):
        if seat not in points:
            raise Impossible("points", _("%(player)s’s points are missing.", player=seat))
    if any(entry.crystals.values()):
        raise Impossible(
            "crystals", _("The points already include the Crystals: enter no Crystals with them.")
        )


def check_card_count(count: int, seats: int) -> None:
    if count != tricks_per_round(seats):
        raise Impossible("grimoires", wrong_card_count_text(count, tricks_per_round(seats)))


def wrong_card_count_text(count: int, tricks: int) -> Text:
    return _(
        "A round has %(dealt)s Grimoires, one per trick, not %(count)s.", dealt=tricks, count=count
    )


def check_crystals(entry: Round, scarce: bool) -> None:
    for seat, crystals in entry.crystals.items():
        if crystals < 0:
            raise Impossible("crystals", _("The number of Crystals cannot be below 0."))
        if crystals > (tricks := len(entry.grimoires_of(seat))):
            raise Impossible("crystals", too_many_crystals_text(seat, crystals, tricks))
    count = sum(entry.crystals.values())
    if scarce and count > SCARCE_CRYSTALS:
        raise Impossible(
            "crystals",
            _("Under Crystal Scarcity there are only 4 Crystals, not %(count)s.", count=count),
        )


def too_many_crystals_text(seat: Seat, crystals: int, tricks: int) -> Text:
    if not tricks:
        return _("%(player)s won no Grimoires, so cannot have gained a Crystal.", player=seat)
    return ngettext(
        "%(player)s won one Grimoire, so can have at most one Crystal, not %(crystals)s.",
        "%(player)s won %(count)s Grimoires, so can have at most %(count)s Crystals,"
        " not %(crystals)s.",
        tricks,
        player=seat,
        crystals=crystals,
    )


def check_same_cards(entry: Round, deck: KnownCards | None, number: int) -> None:
    """Check for the same cards: those that the setup removes stay in the box."""
    if deck and entry.cards != deck.cards:
        reason = _(
            "Every round has the same Grimoires, but round %(number)s has %(there)s"
            " where round %(here)s has %(differing)s.",
            number=deck.entry + 1,
            there=join_values(surplus_cards(deck.cards, entry.cards)),
            here=number + 1,
            differing=join_values(surplus_cards(entry.cards, deck.cards)),
        )
        raise Disagreement("grimoires", reason, deck.entry)


def surplus_cards(cards: Sequence[int], others: Sequence[int]) -> list[int]:
    """Return the cards that are not among the others, in ascending order."""
    return sorted((Counter(cards) - Counter(others)).elements())


def join_values(values: Sequence[int]) -> str:
    return ", ".join(map(format_ungrouped, values))


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
    scarce, deck = state.options.crystal_scarcity, state.memory
    check_round(entry, state.setup.seats, scarce, deck, state.number - 1)
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
        minus=join_values(values),
        plus=join_turned(values),
    )


def join_unsigned(values: Sequence[int]) -> str:
    """Return "5 + 3", also for −5 and −3: the page shows the sign of the line before it."""
    return " + ".join([format_ungrouped(abs(value)) for value in values])


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
    """Return the usual way to enter a round, as the form calls it, and whether its cards are
    known.
    """
    by_points = bool(entries) and entries[-1].points is not None
    is_known = known_cards(setup, entries) is not None
    return {"way": "sums" if by_points else "cards", "known": is_known}


GRIMOIRES, CRYSTALS, TURNED = "grimoires", "crystals", "turned"

KINDS = {
    GRIMOIRES: Figure(_("Grimoires")),
    CRYSTALS: Figure(_("Crystals")),
    TURNED: Figure(_("Grimoires counted as plus")),
}


def count_figures(
    setup: Setup[Any], entries: Sequence[Round], board: Scoreboard
) -> list[list[Counted]]:
    """Count the cards of all rounds. If one has only points, nobody knows how many there were."""
    rounds = counted_entries(entries, board)
    if not rounds or any(one.grimoires is None for one in rounds):
        return [[] for _seat in range(setup.seats)]
    return [_seat_figures(rounds, Seat(seat)) for seat in range(setup.seats)]


def _seat_figures(rounds: Sequence[Round], seat: Seat) -> list[Counted]:
    return [
        Counted(GRIMOIRES, sum([len(one.grimoires_of(seat)) for one in rounds])),
        Counted(CRYSTALS, sum([one.crystals.get(seat, 0) for one in rounds])),
        Counted(TURNED, sum([_count_turned(one, seat) for one in rounds])),
    ]


def _count_turned(entry: Round, seat: Seat) -> int:
    """Return how many Grimoires count as plus; surplus Crystals do nothing."""
    negative = sum([value < 0 for value in entry.grimoires_of(seat)])
    return min(negative, entry.crystals.get(seat, 0))


def call(setup: Setup[Any], entries: Sequence[Round], board: Scoreboard) -> list[Text]:
    """The caller’s sentences about a round."""
    entry, points = entries[-1], board.results[-1].points
    best = leaders(points)
    if len(best) > 1 or entry.points is not None:
        first = best_call(best, points[best[0]], len(best) == len(points), lowest=False)
    else:
        count = len(entry.grimoires_of(best[0]))
        first = ngettext(
            "Most points: %(player)s with %(points)s, from %(count)s Grimoire.",
            "Most points: %(player)s with %(points)s, from %(count)s Grimoires.",
            count,
            player=best[0],
            points=points[best[0]],
        )
    worst = Seat(points.index(min(points)))
    if points[worst] >= 0 or points.count(points[worst]) > 1:
        return [first]
    return [first, _("%(player)s loses %(points)s.", player=worst, points=-points[worst])]


def paper(setup: Setup[Any]) -> Paper:
    """A score sheet on paper: a round for each player, with its Grimoires and Crystals."""
    rows = [*numbered_rows(setup.seats), PaperRow(_("Total"), strong=True)]
    return Paper(rows, (_("Grimoires"), _("Crystals"), _("Points")))


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
