"""Properties of every game of Yahtzee."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from games.contract import Impossible
from games.yahtzee.offer import offers_for_dice
from games.yahtzee.rules import Turn, cards_after, game
from games.yahtzee.scores import check_score, possible_scores
from tests.rules.support.boards import ANA, BEN
from tests.rules.support.properties import play
from tests.rules.support.yahtzee.model import UPPER, points_and_bonus
from tests.rules.support.yahtzee.strategies import (
    boxes,
    dice,
    dice_games,
    faces,
    games,
    setups,
    tables,
)


@given(tables)
def test_cards_have_the_totals_and_a_game_is_finished_when_all_are_full(table):
    setup, _entries = table
    board, cards = game.score(*table), cards_after(*table)
    assert board.totals == tuple(card.total for card in cards)
    assert board.finished == (setup.ended_early or not any(card.open_boxes for card in cards))


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
    by_dice = play(game, setup, entries).without_refused()
    cards = cards_after(setup, by_dice.entries)
    by_score = by_dice.with_entries(
        [
            Turn(
                entry.player,
                entry.box,
                score=cards[entry.player].scores[entry.box],
                rolled_yahtzee=len(set(entry.dice)) == 1,
            )
            for entry in by_dice.entries
        ]
    )
    assert by_score.board.problem is None
    assert [result.points for result in by_score.board.results] == [
        result.points for result in by_dice.board.results
    ]


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
    (points,) = {
        game.score(setup, turns).totals[ANA] for turns in (mine, theirs + mine, mine + theirs)
    }
    assert points >= 0


@given(setups, games, dice, faces)
def test_a_turn_brings_exactly_what_is_offered_and_a_yahtzee_always_fits(
    setup, entries, dice, face
):
    cards = cards_after(setup, entries)
    for box, offer in offers_for_dice(cards[ANA], dice, setup.options.joker).items():
        result = game.score(setup, [*entries, Turn(ANA, box, dice)]).results[-1]
        if offer.refusal:
            assert result.problem.message == offer.refusal
        else:
            assert result.problem is None
            assert result.points[ANA] == offer.points
    for card in cards:
        offers = offers_for_dice(card, (face,) * 5, setup.options.joker).values()
        assert any(not offer.refusal for offer in offers) == bool(card.open_boxes)


@given(setups, games, boxes, st.integers(-5, 105), st.booleans())
def test_exactly_the_possible_scores_are_accepted(setup, entries, box, score, rolled_yahtzee):
    ana = cards_after(setup, entries)[ANA]
    if box in ana.scores:
        return
    try:
        check_score(ana, box, score, rolled_yahtzee, setup.options.joker)
        accepted = True
    except Impossible:
        accepted = False
    assert accepted == (score in possible_scores(ana, box, rolled_yahtzee, setup.options.joker))


@given(setups, games)
def test_correcting_the_50_to_0_removes_only_the_yahtzee_bonuses(setup, entries):
    with_50, with_0 = (
        [Turn(ANA, "yahtzee", dice), *entries] for dice in ((3, 3, 3, 3, 3), (3, 3, 3, 3, 4))
    )
    before, after = game.score(setup, with_50), game.score(setup, with_0)
    lost = 50 + 100 * cards_after(setup, with_50)[ANA].yahtzee_bonuses
    assert after.totals == (before.totals[ANA] - lost, *before.totals[1:])
    assert [result.problem is None for result in before.results] == [
        result.problem is None for result in after.results
    ]
