"""Properties of every game on a score sheet."""

from hypothesis import given
from hypothesis import strategies as st

from games.score_sheet.rules import PlayerEntry, RowEntry, game
from tests.rules.support.score_sheet.model import points_of
from tests.rules.support.score_sheet.strategies import counts, games, rows, whole_games


@given(rows, counts)
def test_points_are_rounded_towards_zero(row, count):
    assert row.points(count) == points_of(row, count)


@given(games())
def test_a_row_has_lines_for_everyone_and_a_column_for_its_player(setup_and_entries):
    setup, entries = setup_and_entries
    for entry, result in zip(entries, game.score(setup, entries).results, strict=True):
        if result.problem:
            assert result.problem.field in ("row", "player", "counts")
        else:
            took_part = [seat for seat, lines in enumerate(result.lines) if lines]
            whole = list(range(setup.seats))
            assert took_part == ([entry.player] if isinstance(entry, PlayerEntry) else whole)


@given(whole_games(), st.randoms())
def test_a_game_is_over_when_every_cell_is_filled_in_any_order_and_not_before(table, random):
    setup, entries = table
    board = game.score(setup, entries)
    assert (board.problem, board.finished) == (None, True)
    assert not any(game.score(setup, entries[:filled]).finished for filled in range(len(entries)))
    by_row = [entry for entry in entries if isinstance(entry, RowEntry)]
    by_player = [entry for entry in entries if isinstance(entry, PlayerEntry)]
    random.shuffle(by_row)
    random.shuffle(by_player)
    assert game.score(setup, [*by_row, *by_player]).totals == board.totals
