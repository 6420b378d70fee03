"""The standings, what a phone needs to continue them without a network, and the turning points."""

import json
import operator
from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from games.contract import AnyGame, Scoreboard, Seat, Text, format_number, leaders, signed
from games.endless import call_rules
from games.kit.lists import list_items
from games.kit.rounds import ByRounds
from games.kit.standing import behind
from games.kit.worth import worth_for_phones
from scorekeeper.pages.game.breakdown import closing
from scorekeeper.pages.game.fragments import render_fragment
from scorekeeper.site.bundles import GAME, bundles
from scorekeeper.tables.finished.course import have_ranks_of_totals
from scorekeeper.tables.rounds import Comparable, Round, comparable_results, seats_on_turn
from scorekeeper.tables.table import Table

SCRIPT, PROVISIONAL, WORTH = "points.js", "provisional.js", "worth.js"
COUNT = "{}"
"""Stands for the number in a text that the phone completes."""


class Standing(NamedTuple):
    seat: int
    name: str
    rank: int
    total: int
    change: int | None  # points in the last round that counts; None if the player had no part
    share: int  # of the way to the target, 0 to 100
    needs: str
    holds: tuple[str, ...]
    has_moved: bool  # whether the last entry, correction or removal changed the total


def standings(table: Table) -> list[Standing]:
    board = table.board
    last = next((result for result in reversed(board.results) if not result.problem), None)
    taking_part = table.participants(last) if last else ()
    earlier = totals_before(table)
    rows = [
        Standing(
            seat,
            name,
            board.ranks[seat],
            board.totals[seat],
            last.points[seat] if last and seat in taking_part else None,
            share(board.totals[seat], table.target),
            table.say(needs) if (needs := board.needs[seat]) else "",
            tuple(table.say(text) for text in board.holdings[seat]) if board.holdings else (),
            board.totals[seat] != earlier[seat],
        )
        for seat, name in enumerate(table.names)
    ]
    return sorted(rows, key=lambda row: (row.rank, row.seat))


class Lead(NamedTuple):
    """The number of points the winners are ahead, and the players they are ahead of."""

    points: int
    names: list[str]


def lead(table: Table) -> Lead | None:
    """Return None if nobody is behind the winners, or if the ranks do not follow the totals.

    A player who is out may be ranked below the same total.
    """
    ranks, totals = table.board.ranks, table.board.totals
    behind = second_seats(ranks)
    if not (behind and table.winners and have_ranks_of_totals(table)):
        return None
    points = abs(totals[ranks.index(1)] - totals[behind[0]])
    return Lead(points, [table.names[seat] for seat in behind]) if points else None


def second_seats(ranks: Sequence[int]) -> list[Seat]:
    """Return the seats that share the second place."""
    second = min((rank for rank in ranks if rank > 1), default=None)
    return [Seat(seat) for seat, rank in enumerate(ranks) if rank == second]


class StandingRow(NamedTuple):
    """The content of a row. `deals`: the word on the row of the player who deals or starts."""

    standing: Standing
    mark: int
    deals: str
    is_best: bool
    has_left: bool


def render_standings(table: Table, standings: Sequence[Standing], bests: Collection[int]) -> str:
    """Render the list; `bests` are the seats of those who have a personal best."""
    marks, away, starter = table.seating.marks, table.seating.away, table.starter
    word = table.game.starter.mark
    rows = tuple(
        StandingRow(
            one,
            marks[one.seat],
            word if one.seat == starter else "",
            one.seat in bests,
            one.seat in away,
        )
        for one in standings
    )
    return render_fragment("tables/_standings.html", rows=rows, has_target=bool(table.target))


def totals_before(table: Table) -> Sequence[int]:
    """The totals before the last change.

    After a new entry at the end they follow from its result; else the game is scored again.
    """
    last = table.log.last_change
    if not last:
        return table.board.totals
    if (last.slot, last.revision) == (table.log.entries[-1].slot if table.log.entries else None, 1):
        result = table.board.results[-1]
        if result.problem:
            return table.board.totals
        return tuple(map(operator.sub, result.totals, result.points))
    return table.earlier.board.totals


def share(total: int, target: int | None) -> int:
    return max(0, min(100, 100 * total // target)) if target else 0


def head_start_line(table: Table) -> tuple[str, str]:
    """Return the head start in words, and what the totals are with it once there are rounds."""
    points, lowest = table.seating.head_start, table.lowest_wins
    line = _("Head start: %(players)s") % {
        "players": describe_head_start(points, table.names, lowest)
    }
    if not table.rounds:
        return line, line
    head_starts = [*points, *[0] * len(table.names)]
    totals = [
        (total - head_starts[seat] if lowest else total + head_starts[seat], seat)
        for seat, total in enumerate(table.board.totals)
    ]
    best_first = sorted(totals, key=lambda one: (one[0] if lowest else -one[0], one[1]))
    parts = [f"{table.names[seat]} {format_number(total)}" for total, seat in best_first]
    return line, _("With head start: %(totals)s") % {"totals": " · ".join(parts)}


def describe_head_start(points: Sequence[int], names: Sequence[str], lowest: bool) -> str:
    """Return “Ben +35, Cho +20”, or with a minus where the lowest total wins."""
    sign = -1 if lowest else 1
    return list_items(
        f"{name} {signed(sign * one)}" for name, one in zip(names, points, strict=False) if one
    )


def game_so_far(table: Table) -> str:
    """Return the game as points.js takes it, as JSON; "" if there is none or the game is over."""
    state = table.game.points_state
    scripts = [] if table.board.finished else points_scripts(table.game)
    if not scripts:
        return ""
    lowest, board = table.lowest_wins, table.board
    game = {
        "names": table.seating.names,
        "marks": table.seating.marks,
        "options": table.log.setup_data["options"],
        "totals": board.totals,
        "lowest": lowest,
        "number": len(table.inputs) + 1,
        "slot": table.log.next_slot,
        "left": board.left,
        "state": in_words(table, call_rules(state, table.setup, table.inputs)) if state else None,
        "worth": worth_for_phones(table.game) if WORTH in scripts else None,
        **need_of_total(table.game, board, table.target, lowest),
    }
    return json.dumps(game)


def in_words(table: Table, state: Mapping[str, Any]) -> dict[str, Any]:
    """Return what the game tells its points.js, with its `texts` in the reader's language."""
    texts = state.get("texts", {})
    return {**state, "texts": {name: table.say(text) for name, text in texts.items()}}


def points_scripts(game: AnyGame) -> list[str]:
    """Return the bundles that a page needs beside the game's own scripts to show points without a
    network; [] if it cannot.
    """
    if not game.provisional:
        return []
    if any(file.name == SCRIPT for file in bundles().get(f"{GAME}{game.slug}.js", ())):
        return [PROVISIONAL]
    return [WORTH, PROVISIONAL] if worth_for_phones(game) else []


def need_of_total(
    game: AnyGame, board: Scoreboard, target: int | None, lowest: bool
) -> dict[str, Any]:
    """Return the text about what each player needs, where it has one number that follows from the
    total: the rest to the target, or the distance to the best. With the total that ends the game.
    """
    needs = [text for text in board.needs if text]
    messages = {text.message for text in needs or usual_needs(game)}
    if len(messages) != 1 or any(text.plural or [*text.values] != ["count"] for text in needs):
        return {}
    goal = min(board.totals) if lowest else target or max(board.totals)
    numbers = [text.values["count"] if text else 0 for text in board.needs]
    if numbers != [abs(goal - total) for total in board.totals]:
        return {}
    return {"need": _(messages.pop()) % {"count": COUNT}} | ({"target": target} if target else {})


def usual_needs(game: AnyGame) -> list[Text]:
    """Return the text about the distance to the best, which nobody has while all are level."""
    score = game.score
    return [behind(0)] if isinstance(score, ByRounds) and not score.needs else []


class Moment(NamedTuple):
    """A turning point, and why: a round, or what the end of the game brought, which has no page."""

    title: str
    url: str
    what: str
    points: int


def decisive_rounds(table: Table) -> list[Moment]:
    """The turning points of a finished game, in playing order: the most points in a round, the lead
    for good, the last round. A solo game and a shared victory have none.
    """
    rounds = [one for one in table.rounds if not one.result.problem and any(one.result.lines)]
    if not rounds or len(table.winners) != 1 or len(table.names) == 1:
        return []
    (winner,) = table.winners
    at_once = (
        _("%(name)s: the smallest score") if table.lowest_wins else _("%(name)s: the biggest score")
    )
    turning_points = [(*most, at_once) for most in most_points(rounds, table.lowest_wins)]
    if has_deciding_end(table, rounds[-1]) and winner in table.participants(rounds[-1].result):
        turning_points.append((rounds[-1], winner, _("%(name)s ends the game")))
    points = comparable_rounds(table, rounds)
    lead_round = round_of_lead(points, winner, table.lowest_wins)
    if lead_round and len(points) > 1:  # at a single one, there was no lead before
        until = [one for one in rounds if one.number <= lead_round.number]
        own = next(one for one in reversed(until) if winner in table.participants(one.result))
        turning_points.append((own, winner, _("%(name)s takes the lead for good")))
    moments = {
        one.number: Moment(
            one.title, one.url, what % {"name": table.names[seat]}, one.result.points[seat]
        )
        for one, seat, what in turning_points
    }
    return [
        *(moments[number] for number in sorted(moments)),
        *lead_at_the_end(table, rounds[-1], winner),
    ]


def lead_at_the_end(table: Table, last: Round, winner: int) -> list[Moment]:
    """Return how the end of the game put the winner ahead; [] if the winner already was."""
    if leaders(last.result.totals, table.lowest_wins) == (winner,):
        return []
    what = _("%(name)s takes the lead: %(how)s")
    return [
        Moment(_("At the end"), "", what % {"name": part.name, "how": part.how}, part.points)
        for part in closing(table)
        if part.seat == winner
    ]


def most_points(rounds: Sequence[Round], lowest_wins: bool) -> list[tuple[Round, int]]:
    """The round and seat with the most points, or the fewest where the lowest total wins.

    If the most came more than once, the first time counts; the fewest, often 0, must be unique.
    """
    scores = [
        (round, seat, round.result.points[seat])
        for round in rounds
        for seat, lines in enumerate(round.result.lines)
        if lines
    ]
    all_points = [points for _round, _seat, points in scores]
    best = min(all_points) if lowest_wins else max(all_points)
    most = [(round, seat) for round, seat, points in scores if points == best]
    return [] if lowest_wins and len(most) > 1 else most[:1]


def has_deciding_end(table: Table, last: Round) -> bool:
    """Return whether the last entry brought the end about. A last turn, a last row of a sheet, or
    a last count of piles, only comes last.

    Where the lowest total wins, it is somebody else who reaches the target.
    """
    if table.setup.ended_early:
        return False
    if table.target:
        return not table.lowest_wins
    if table.has_rounds or table.game.entry_subject or last.titled_seats:
        return False
    return len(seats_on_turn(table, table.inputs[last.number - 1], last.result)) == 1


def comparable_rounds(table: Table, rounds: Sequence[Round]) -> list[tuple[Round, Comparable]]:
    """The rounds after which totals compare; none if that ends before the last turns."""
    results = {id(one.result): one for one in comparable_results(table)}
    comparable = [(one, results[id(one.result)]) for one in rounds if id(one.result) in results]
    reaches_end = comparable and rounds[-1].number - comparable[-1][0].number < len(table.seats)
    return comparable if reaches_end else []


def round_of_lead(
    rounds: Sequence[tuple[Round, Comparable]], winner: int, lowest_wins: bool
) -> Round | None:
    """The round in which the winner took the lead for good; None if that was not before the end."""
    not_ahead = [round.number for round, at in rounds if at.leaders(lowest_wins) != (winner,)]
    return next((round for round, _at in rounds if round.number > max(not_ahead, default=0)), None)
