"""Properties of every game of Yahtzee, possible or not."""

import json
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from games.contract import Impossible
from games.record import Record, read_record, write_record
from games.report import score_record
from games.yahtzee.offer import offers_for_dice
from games.yahtzee.rules import Turn, cards_after, game
from games.yahtzee.scores import check_score, possible_scores
from tests.rules.support.boards import ANA, BEN
from tests.rules.support.properties import expect_sums
from tests.rules.support.records import is_answer, make_record
from tests.rules.support.yahtzee.model import UPPER, points_and_bonus
from tests.rules.support.yahtzee.strategies import (
    boxes,
    dice,
    dice_games,
    faces,
    games,
    invalid_games,
    setups,
)


@given(setups, invalid_games)
def test_lines_add_up_to_points_and_points_to_totals_and_cards(setup, entries):
    board = game.score(setup, entries)
    assert len(board.results) == len(entries)
    totals = expect_sums(board)
    assert board.totals == totals == tuple(card.total for card in cards_after(setup, entries))


@given(setups, invalid_games)
def test_removing_refused_turns_changes_nothing(setup, entries):
    board = game.score(setup, entries)
    accepted = [
        entry for entry, result in zip(entries, board.results, strict=True) if not result.problem
    ]
    filtered = game.score(setup, accepted)
    assert filtered.problem is None
    assert (filtered.totals, filtered.winners, filtered.verdict) == (
        board.totals,
        board.winners,
        board.verdict,
    )
    assert all(isinstance(result.problem, Impossible | None) for result in board.results)


@given(setups, dice_games, st.randoms(use_true_random=False))
def test_the_order_of_dice_does_not_matter(setup, entries, random):
    shuffled = [replace(entry, dice=tuple(random.sample(entry.dice, 5))) for entry in entries]
    one, two = game.score(setup, entries), game.score(setup, shuffled)
    assert one.totals == two.totals
    assert [result.problem is None for result in one.results] == [
        result.problem is None for result in two.results
    ]


@given(setups, dice_games)
def test_entering_the_score_gives_the_same_points_as_entering_the_dice(setup, entries):
    board = game.score(setup, entries)
    accepted = [
        entry for entry, result in zip(entries, board.results, strict=True) if not result.problem
    ]
    cards = cards_after(setup, accepted)
    score_entries = [
        Turn(
            entry.player,
            entry.box,
            score=cards[entry.player].filled[entry.box],
            rolled_yahtzee=len(set(entry.dice)) == 1,
        )
        for entry in accepted
    ]
    one, two = game.score(setup, accepted), game.score(setup, score_entries)
    assert two.problem is None
    assert [result.points for result in one.results] == [result.points for result in two.results]


@given(setups, dice_games)
def test_a_game_scores_as_in_the_model(setup, entries):
    filled, bonuses, totals = ({}, {}, {}), [0, 0, 0], [0, 0, 0]
    for entry in entries:
        mine = filled[entry.player]
        result = (
            None
            if entry.box in mine
            else points_and_bonus(setup.options.joker, mine, entry.box, entry.dice)
        )
        joker = "yahtzee" in mine and len(set(entry.dice)) == 1
        if result and not (entry.scratch and joker and result[0]):
            mine[entry.box] = 0 if entry.scratch else result[0]
            bonuses[entry.player] += result[1]
    for seat, mine in enumerate(filled):
        upper = sum(mine.get(box, 0) for box in UPPER)
        totals[seat] = sum(mine.values()) + bonuses[seat] + (35 if upper >= 63 else 0)
    assert game.score(setup, entries).totals == tuple(totals)


@given(setups, games, games)
def test_turns_of_others_do_not_change_a_players_points(setup, entries, others):
    mine = [entry for entry in entries if entry.player == ANA]
    theirs = [
        replace(entry, player=BEN if entry.player == ANA else entry.player) for entry in others
    ]
    alone = game.score(setup, mine).totals[ANA]
    assert (
        game.score(setup, theirs + mine).totals[ANA]
        == alone
        == game.score(setup, mine + theirs).totals[ANA]
    )


@given(setups, games, dice)
def test_a_turn_brings_exactly_what_is_offered(setup, entries, dice):
    ana = cards_after(setup, entries)[ANA]
    for box, offer in offers_for_dice(ana, dice, setup.options.joker).items():
        result = game.score(setup, [*entries, Turn(ANA, box, dice)]).results[-1]
        if offer.refusal:
            assert result.problem.message == offer.refusal
        else:
            assert result.problem is None
            assert result.points[ANA] == offer.points


@given(setups, games, boxes, st.integers(-5, 105), st.booleans())
def test_exactly_the_possible_scores_are_accepted(setup, entries, box, score, rolled_yahtzee):
    ana = cards_after(setup, entries)[ANA]
    if box in ana.filled:
        return
    try:
        check_score(ana, box, score, rolled_yahtzee, setup.options.joker)
        accepted = True
    except Impossible:
        accepted = False
    assert accepted == (score in possible_scores(ana, box, rolled_yahtzee, setup.options.joker))


@given(setups, games, faces)
def test_a_yahtzee_always_has_an_open_box_to_go_to(setup, entries, face):
    for card in cards_after(setup, entries):
        offers = offers_for_dice(card, (face,) * 5, setup.options.joker).values()
        assert any(not offer.refusal for offer in offers) == bool(card.open_boxes)


@given(setups, games)
def test_a_game_is_finished_when_all_cards_are_full(setup, entries):
    board = game.score(setup, entries)
    full = all(not card.open_boxes for card in cards_after(setup, entries))
    assert board.finished == (full or setup.ended_early)
    assert [board.ranks[seat] for seat in board.winners] == (
        [1] * board.ranks.count(1) if board.finished else []
    )


@given(setups, games)
def test_correcting_the_50_to_0_removes_only_the_yahtzee_bonuses(setup, entries):
    with_50, with_0 = (
        [Turn(ANA, "yahtzee", (3,) * 5), *entries],
        [Turn(ANA, "yahtzee", (3, 3, 3, 3, 4)), *entries],
    )
    before, after = game.score(setup, with_50), game.score(setup, with_0)
    lost = 50 + 100 * cards_after(setup, with_50)[ANA].yahtzee_bonuses
    assert after.totals == (before.totals[ANA] - lost, *before.totals[1:])
    assert [result.problem is None for result in before.results] == [
        result.problem is None for result in after.results
    ]


@given(setups, games)
def test_a_game_is_the_same_after_writing_and_reading_its_record(setup, entries):
    record = Record(game, ("Ana", "Ben", "Cho"), setup, tuple(entries))
    assert read_record(json.dumps(write_record(record))) == record


anything = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text()
    | st.lists(st.integers() | st.text())
)
invalid_entries = st.dictionaries(
    st.sampled_from(["player", "box", "dice", "score", "scratch", "rolled_yahtzee", "joker"]),
    anything | st.sampled_from(["Ana", "chance", 0, 5, [1, 1, 1, 1, 1]]),
)


@given(st.lists(invalid_entries, max_size=4))
def test_any_turns_get_an_answer(entries):
    assert is_answer(score_record(json.dumps(make_record(*entries, game="yahtzee"))))
