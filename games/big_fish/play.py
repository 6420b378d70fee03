"""Plays a game entry by entry."""

from collections.abc import Sequence
from operator import add

from games.big_fish.catch import Lines, apply_catch
from games.big_fish.count import apply_count
from games.big_fish.entries import Catch, Count, Entry, Mistake, Options
from games.big_fish.state import MISTAKE_POINTS, GameState, new_state
from games.contract import GameOver, Impossible, Line, Result, Setup, Text, zero_result
from games.contract import gettext as _


def state_after(setup: Setup[Options], entries: Sequence[Entry]) -> GameState:
    """Return the state after these entries; one that cannot stand changes nothing."""
    return play_entries(setup, entries)[1]


def play_entries(setup: Setup[Options], entries: Sequence[Entry]) -> tuple[list[Result], GameState]:
    """Return the results, without the points for B or C at the end, and the last state."""
    state, totals = new_state(setup), (0,) * setup.seats
    results: list[Result] = []
    for number, entry in enumerate(entries):
        state.entry_number = number
        result = _result(entry, state, setup, totals)
        results.append(result)
        totals = result.totals
    return results, state


def _result(
    entry: Entry, state: GameState, setup: Setup[Options], totals: tuple[int, ...]
) -> Result:
    try:
        lines_by_seat = _apply(entry, state, setup)
    except Impossible as problem:
        return zero_result(totals, problem)
    lines = tuple([tuple(lines_by_seat.get(piles.player, ())) for piles in state.piles])
    points = tuple([sum([line.points for line in part]) for part in lines])
    return Result(points, tuple(map(add, totals, points)), lines)


def _apply(entry: Entry, state: GameState, setup: Setup[Options]) -> Lines:
    """Change the state by an entry. Raises Impossible, and then changes nothing."""
    if state.complete:
        raise GameOver("", _game_over_text(state))
    match entry:
        case Catch():
            return apply_catch(entry, state, setup)
        case Count():
            return apply_count(entry, state, setup)
        case Mistake():
            return _apply_mistake(entry, state)


def _game_over_text(state: GameState) -> Text:
    if state.counts_piles:
        return _("The game is over: all piles are counted.")
    return _("The game is over: all %(rows)s rows are caught.", rows=state.rows)


def _apply_mistake(entry: Mistake, state: GameState) -> Lines:
    """Move the mistake card to this player; nothing changes for its holder."""
    before, player = state.mistake_holder, entry.player
    if before == player:
        return {player: [Line(0, _("keeps the mistake card"))]}
    state.mistake_holder = player
    lines = {player: [Line(-MISTAKE_POINTS, _("mistake card (%(points)s)", points=MISTAKE_POINTS))]}
    if before is not None:
        back = _("mistake card to %(player)s (%(points)s)", points=MISTAKE_POINTS, player=player)
        lines[before] = [Line(MISTAKE_POINTS, back)]
    return lines
