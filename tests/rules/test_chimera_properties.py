"""What holds for every game of Chimera, whatever the table notes."""

from hypothesis import given
from hypothesis import strategies as st

from games.chimera.rules import Options, Round, game
from games.contract import GameOver, Seat, Setup

SEATS = [Seat(0), Seat(1), Seat(2)]

seats = st.sampled_from(SEATS)
treasure = st.dictionaries(seats, st.integers(-1, 5))
tidy_treasure = st.permutations([0, 0, 1, 2]).map(lambda counts: dict(zip(SEATS, counts, strict=False)))


def rounds(treasure=treasure):
    return st.builds(
        Round,
        chimera=seats,
        bid=st.sampled_from([20, 30, 40]),
        first_out=seats,
        traps=st.integers(-1, 14),
        chimera_attack=st.booleans(),
        idle_hunters=st.lists(seats, unique=True, max_size=2).map(tuple),
        toads=treasure,
        cats=treasure,
    )


tidy = st.builds(
    Round,
    chimera=seats,
    bid=st.sampled_from([20, 30, 40]),
    first_out=seats,
    traps=st.integers(0, 3),
    toads=tidy_treasure,
    cats=tidy_treasure,
)
setups = st.builds(
    Setup, seats=st.just(3), options=st.builds(Options, target=st.integers(1, 300)), ended_early=st.booleans()
)
games = st.lists(st.one_of(tidy, rounds()), max_size=12)


@given(setups, games)
def test_points_add_up_to_totals_and_lines_to_points(setup, entries):
    board = game.score(setup, entries)
    assert len(board.results) == len(entries)
    so_far = (0, 0, 0)
    for result in board.results:
        assert result.points == tuple(sum(line.points for line in lines) for lines in result.lines)
        so_far = tuple(map(sum, zip(so_far, result.points, strict=True)))
        assert result.totals == so_far
    assert board.totals == so_far


@given(setups, games)
def test_what_cannot_stand_counts_nothing(setup, entries):
    board = game.score(setup, entries)
    standing = [entry for entry, result in zip(entries, board.results, strict=True) if not result.problem]
    without = game.score(setup, standing)
    assert without.problem is None
    assert (without.totals, without.winners, without.verdict) == (board.totals, board.winners, board.verdict)


@given(setups, games)
def test_what_cannot_stand_has_no_lines(setup, entries):
    for result in game.score(setup, entries).results:
        if result.problem:
            assert (result.points, result.lines) == ((0, 0, 0), ((), (), ()))


@given(rounds(), st.randoms(use_true_random=False))
def test_the_order_in_which_treasure_is_noted_does_not_matter(entry, chance):
    def shuffled(noted):
        return dict(chance.sample(list(noted.items()), len(noted)))

    setup = Setup(3, Options())
    other = Round(
        entry.chimera,
        entry.bid,
        entry.first_out,
        entry.traps,
        entry.chimera_attack,
        entry.idle_hunters[::-1],
        shuffled(entry.toads),
        shuffled(entry.cats),
    )
    one, two = game.score(setup, [entry]), game.score(setup, [other])
    assert one.totals == two.totals
    assert (one.problem is None) == (two.problem is None)


@given(rounds(tidy_treasure))
def test_a_bonus_never_pays_when_a_hunter_wins(entry):
    result = game.score(Setup(3, Options()), [entry]).results[0]
    if entry.first_out != entry.chimera and not result.problem:
        treasure = 10 * entry.toads.get(entry.chimera, 0) + 5 * entry.cats.get(entry.chimera, 0)
        assert result.points[entry.chimera] == treasure - entry.bid


@given(rounds(tidy_treasure))
def test_the_hunters_get_nothing_but_treasure_when_the_chimera_wins(entry):
    result = game.score(Setup(3, Options()), [entry]).results[0]
    if entry.first_out == entry.chimera and not result.problem:
        for hunter in set(SEATS) - {entry.chimera}:
            assert result.points[hunter] == 10 * entry.toads.get(hunter, 0) + 5 * entry.cats.get(hunter, 0)


@given(st.integers(1, 120), st.lists(tidy, max_size=12))
def test_a_game_ends_when_one_leads_alone_with_the_target_and_not_before(target, entries):
    board = game.score(Setup(3, Options(target)), entries)
    decided = [max(r.totals) >= target and r.totals.count(max(r.totals)) == 1 for r in board.results]
    assert board.finished == any(decided)
    if board.finished:
        last = decided.index(True)
        assert board.winners == (max(SEATS, key=lambda seat: board.results[last].totals[seat]),)
        assert all(isinstance(result.problem, GameOver) for result in board.results[last + 1 :])
    else:
        assert board.winners == ()


@given(setups, games)
def test_ranks_follow_the_totals(setup, entries):
    board = game.score(setup, entries)
    assert board.ranks == tuple(1 + sum(other > total for other in board.totals) for total in board.totals)


@given(setups, games)
def test_ended_early_all_who_lead_win(setup, entries):
    board = game.score(setup, entries)
    if setup.ended_early:
        assert board.finished
        assert [board.ranks[seat] for seat in board.winners] == [1] * board.ranks.count(1)
