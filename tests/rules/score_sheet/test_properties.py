"""Properties of every game on a score sheet."""

import json
from fractions import Fraction
from math import trunc

from hypothesis import given
from hypothesis import strategies as st

from games.contract import Impossible, Seat
from games.record import (
    Record,
    decode_entry,
    encode_entry,
    read_record,
    seats_by_number,
    write_record,
)
from games.score_sheet.rules import PlayerEntry, RowEntry, game
from tests.rules.support.score_sheet.strategies import NAMES, counts, games, rows, whole_games


def cells_of(setup, entries):
    """Return the count in each filled cell, and which entries count."""
    known = {row.name: row for row in setup.options.rows}
    cells, standing = {}, []
    for entry in entries:
        if isinstance(entry, RowEntry):
            new = {(entry.row, s): entry.counts.get(Seat(s), 0) for s in range(setup.seats)}
            named = set(new)
        else:
            named = {(name, int(entry.player)) for name in entry.counts}
            missing = {(name, int(entry.player)) for name in known} - set(cells)
            new = {cell: entry.counts.get(cell[0], 0) for cell in missing | named}
        stands = (
            bool(new)
            and all(name in known for name, _ in new)
            and not named & set(cells)
            and all(within(known[name], count) for (name, _), count in new.items())
        )
        standing.append(stands)
        cells |= new if stands else {}
    return cells, standing


def within(row, count):
    return (row.least is None or row.least <= count) and (row.most is None or count <= row.most)


@given(games())
def test_a_game_scores_as_in_the_model(setup_and_entries):
    setup, entries = setup_and_entries
    board = game.score(setup, entries)
    cells, standing = cells_of(setup, entries)
    known = {row.name: row for row in setup.options.rows}
    totals = [
        sum(points_of(known[name], count) for (name, owner), count in cells.items() if owner == s)
        for s in range(setup.seats)
    ]
    ranking = [-total for total in totals] if setup.options.lowest_wins else totals
    assert [result.problem is None for result in board.results] == standing
    assert list(board.totals) == totals
    assert list(board.ranks) == [1 + sum(other > own for other in ranking) for own in ranking]
    assert board.finished == (setup.ended_early or len(cells) == setup.seats * len(known))
    assert list(board.winners) == [
        s for s in range(setup.seats) if board.finished and ranking[s] == max(ranking)
    ]


def points_of(row, count):
    return trunc(Fraction(count * row.times, row.divide))


@given(rows, counts)
def test_points_are_rounded_towards_zero(row, count):
    assert row.points(count) == points_of(row, count)


@given(games())
def test_an_entry_that_cannot_stand_changes_nothing_and_says_why(setup_and_entries):
    setup, entries = setup_and_entries
    board = game.score(setup, entries)
    standing = [
        entry for entry, result in zip(entries, board.results, strict=True) if not result.problem
    ]
    for result in board.results:
        if result.problem:
            assert isinstance(result.problem, Impossible)
            assert result.problem.field in ("row", "player", "counts")
            assert not any(result.points)
            assert not any(result.lines)
    again = game.score(setup, standing)
    assert again.totals == board.totals
    assert again.problem is None


@given(games())
def test_the_lines_of_an_entry_add_up_to_its_points(setup_and_entries):
    setup, entries = setup_and_entries
    for entry, result in zip(entries, game.score(setup, entries).results, strict=True):
        assert [sum(line.points for line in lines) for lines in result.lines] == list(result.points)
        if not result.problem:
            took_part = [seat for seat, lines in enumerate(result.lines) if lines]
            whole = list(range(setup.seats))
            assert took_part == ([entry.player] if isinstance(entry, PlayerEntry) else whole)


@given(whole_games())
def test_a_game_is_over_when_every_cell_is_filled_and_not_before(setup_and_entries):
    setup, entries = setup_and_entries
    for filled in range(len(entries)):
        board = game.score(setup, entries[:filled])
        assert not board.finished
        assert board.winners == ()
    board = game.score(setup, entries)
    assert board.problem is None
    assert board.finished
    assert board.winners


@given(whole_games(), st.randoms())
def test_the_order_of_the_rows_does_not_matter(setup_and_entries, random):
    setup, entries = setup_and_entries
    by_row = [entry for entry in entries if isinstance(entry, RowEntry)]
    by_player = [entry for entry in entries if isinstance(entry, PlayerEntry)]
    random.shuffle(by_row)
    random.shuffle(by_player)
    shuffled = game.score(setup, [*by_row, *by_player])
    assert shuffled.totals == game.score(setup, entries).totals


@given(games())
def test_a_record_is_the_same_after_writing_and_reading(setup_and_entries):
    setup, entries = setup_and_entries
    players = (*NAMES, "Ben")[: setup.seats]  # also names of rows
    record = Record(game, players, setup, tuple(entries))
    data = write_record(record)
    assert read_record(json.dumps(data)) == record
    for entry in entries:
        stored = json.loads(json.dumps(encode_entry(game, entry, range(setup.seats))))
        assert decode_entry(game, stored, seats_by_number(setup.seats)) == entry
