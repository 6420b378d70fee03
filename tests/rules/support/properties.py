"""Properties of the scoreboard of any game, whatever was entered."""

import json
from importlib import import_module
from typing import Any, NamedTuple

from games.contract import AnyGame, GameOver, Impossible, Measure, Scoreboard, Setup, Text
from games.record import (
    Record,
    decode_entry,
    encode_entry,
    read_record,
    seats_by_number,
    write_record,
)
from tests.rules.support.boards import NAMES, english

# The models of the others know only some of their entries.
MODELLED = ("chimera_tricks", "hearts", "molkky", "score_pad", "score_sheet", "wizard")


class Played(NamedTuple):
    """A table as it was entered, and its scoreboard."""

    game: AnyGame
    setup: Setup[Any]
    entries: list[Any]
    board: Scoreboard

    def with_entries(self, entries: list[Any]) -> "Played":
        return self._replace(entries=entries, board=self.game.score(self.setup, entries))

    def without_refused(self) -> "Played":
        results = zip(self.entries, self.board.results, strict=True)
        return self.with_entries([entry for entry, result in results if not result.problem])

    def figures(self) -> Any:
        return self.game.figures and self.game.figures.count(self.setup, self.entries, self.board)


def play(game: AnyGame, setup: Setup[Any], entries: Any) -> Played:
    return Played(game, setup, list(entries), game.score(setup, entries))


def lines_add_up_to_points_and_points_with_final_lines_to_totals(played: Played) -> None:
    board = played.board
    assert len(board.results) == len(played.entries)
    totals = (0,) * played.setup.seats
    for result in board.results:
        assert result.points == tuple(sum(line.points for line in lines) for lines in result.lines)
        totals = tuple(map(sum, zip(totals, result.points, strict=True)))
        assert result.totals == totals
    final = [sum(line.points for line in lines) for lines in board.final_lines]
    final = final or [0] * played.setup.seats
    assert board.totals == tuple(map(sum, zip(totals, final, strict=True)))


def refused_entries_say_why_and_have_neither_points_nor_lines(played: Played) -> None:
    for result in played.board.results:
        if result.problem:
            assert isinstance(result.problem, Impossible)
            assert english(result.problem.message)
            assert not any(result.points)
            assert not any(result.lines)


def ties_share_rank_and_victory_and_nobody_has_won_before_the_end(played: Played) -> None:
    board = played.board
    sign = -1 if played.game.lowest_wins(played.setup.options) else 1
    worth = [sign * total for total in board.totals]
    if played.game.slug != "molkky":  # players who are out rank behind the others
        assert board.ranks == tuple(1 + sum(other > one for other in worth) for one in worth)
    first = tuple(seat for seat, rank in enumerate(board.ranks) if rank == 1)
    assert board.winners == (first if board.finished else ())
    assert board.finished or not played.setup.ended_early


def later_entries_do_not_change_earlier_results(played: Played) -> None:
    half = len(played.entries) // 2
    earlier = played.with_entries(played.entries[:half])
    assert list(map(comparable, earlier.board.results)) == list(
        map(comparable, played.board.results[:half])
    )


def comparable(result: Any) -> tuple[Any, ...]:
    """Return a result with the message of its problem: two exceptions are never equal."""
    return (*result[:3], result.problem and (result.problem.field, result.problem.message))


def removing_refused_entries_changes_nothing(played: Played) -> None:
    if played.game.slug == "wizard":  # a refused round keeps its number, and so its cards
        return
    rest = played.without_refused()
    assert rest.board.problem is None
    assert (rest.board.totals, rest.board.winners, rest.board.verdict) == (
        played.board.totals,
        played.board.winners,
        played.board.verdict,
    )
    assert rest.figures() == played.figures()


def nothing_counts_after_the_end(played: Played) -> None:
    again = played.with_entries(played.entries * 2)
    whole = played._replace(setup=Setup(played.setup.seats, played.setup.options))
    if whole.with_entries(played.entries).board.finished:
        # a full sheet says of each cell that it is filled
        reason = Impossible if played.game.slug == "score_sheet" else GameOver
        late = again.board.results[len(played.entries) :]
        assert all(isinstance(result.problem, reason) for result in late)
        assert again.board.totals == played.board.totals


def a_record_is_the_same_after_writing_and_reading(played: Played) -> None:
    players = NAMES[: played.setup.seats]
    record = Record(played.game, players, played.setup, tuple(played.entries))
    assert read_record(json.dumps(write_record(record))) == record
    seats = range(played.setup.seats)
    for entry in played.entries:
        stored = json.loads(json.dumps(encode_entry(played.game, entry, seats)))
        assert decode_entry(played.game, stored, seats_by_number(played.setup.seats)) == entry


def figures_have_the_shape_of_the_contract(played: Played) -> None:
    kinds, counted = played.game.figures.kinds, played.figures()
    assert len(counted) == played.setup.seats
    for of_seat in counted:
        assert len({(one.key, one.detail) for one in of_seat}) == len(of_seat)
        for one in of_seat:
            measure = kinds[one.key].measure
            assert type(one.value) is int
            assert bool(one.detail) == bool(kinds[one.key].detail_title)
            assert one.value >= 0 or measure not in (Measure.COUNT, Measure.SHARE)
            assert one.value <= one.chances if measure is Measure.SHARE else one.chances == 0
            assert one.chances > 0 or measure is not Measure.SHARE


def every_text_can_be_rendered(played: Played) -> None:
    """Check the texts; conftest.py checks whether makemessages extracts them."""
    game, entries, board = played.game, played.entries, played.board
    kinds = game.figures.kinds
    texts = [
        board.verdict,
        *filter(None, board.needs),
        *(text for texts in board.holdings for text in texts),
        *(line.text for lines in board.final_lines for line in lines),
        *(line.text for result in board.results for lines in result.lines for line in lines),
        *(kind.title for kind in kinds.values()),
        *(
            kinds[one.key].detail_title(one.detail)
            for of_seat in played.figures()
            for one in of_seat
            if one.detail
        ),
        *map(Text, game.steps or ()),
        game.enter_title(entries, None),
        *(
            game.entry_title(entries[:number], entry)
            for number, entry in enumerate([*entries, None])
        ),
    ]
    assert all("%(" not in english(text) for text in texts if text.message)


def it_scores_as_in_the_model(played: Played) -> None:
    if played.game.slug in MODELLED:
        model = import_module(f"tests.rules.support.{played.game.slug}.model")
        totals, counts, complete = model.score_by_rulebook(played.setup, played.entries)
        assert [result.problem is None for result in played.board.results] == counts
        assert played.board.totals == tuple(totals)
        assert played.board.finished == (complete or played.setup.ended_early)


PROPERTIES = (
    it_scores_as_in_the_model,
    lines_add_up_to_points_and_points_with_final_lines_to_totals,
    refused_entries_say_why_and_have_neither_points_nor_lines,
    ties_share_rank_and_victory_and_nobody_has_won_before_the_end,
    later_entries_do_not_change_earlier_results,
    removing_refused_entries_changes_nothing,
    nothing_counts_after_the_end,
    a_record_is_the_same_after_writing_and_reading,
    figures_have_the_shape_of_the_contract,
    every_text_can_be_rendered,
)
