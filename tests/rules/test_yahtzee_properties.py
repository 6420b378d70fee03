"""What holds for every game of Yahtzee, whatever the table notes."""

import json
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from games.contract import Impossible, Setup
from games.record import Record, read, write
from games.report import answer
from games.yahtzee.offer import offers
from games.yahtzee.rules import Options, Turn, cards, game
from games.yahtzee.scores import check_score, scores
from tests.rules.table import record
from tests.rules.test_record_properties import is_an_answer
from tests.rules.yahtzee import ALL, ANA, BEN, CHO, UPPER, reading

rules = st.sampled_from(["forced", "free"])
setups = st.builds(Setup, seats=st.just(3), options=st.builds(Options, rules), ended_early=st.booleans())
seats = st.sampled_from([ANA, BEN, CHO])
boxes = st.sampled_from(ALL)
faces = st.integers(1, 6)
dice = st.lists(faces, min_size=5, max_size=5).map(tuple) | faces.map(lambda face: (face,) * 5)

thrown = st.builds(Turn, player=seats, box=boxes, dice=dice, scratch=st.sampled_from([False, False, False, True]))
noted = st.builds(
    Turn,
    player=seats,
    box=boxes,
    score=st.sampled_from([0, 3, 5, 6, 8, 10, 15, 20, 25, 30, 40, 50]),
    rolled_yahtzee=st.booleans(),
)
garbage = st.builds(
    Turn,
    player=seats,
    box=boxes,
    dice=st.none() | st.lists(st.integers(-1, 7), max_size=6).map(tuple) | st.tuples(st.integers()),
    score=st.none() | st.integers(),
    scratch=st.booleans(),
    rolled_yahtzee=st.booleans(),
)
yahtzees = st.builds(Turn, player=seats, box=boxes, dice=faces.map(lambda face: (face,) * 5))
turns = st.lists(thrown | noted | yahtzees, max_size=45)
tables = st.lists(thrown | noted | garbage, max_size=45)


@given(setups, tables)
def test_lines_add_up_to_points_points_to_totals_and_totals_are_the_cards(setup, entries):
    board = game.score(setup, entries)
    assert len(board.results) == len(entries)
    so_far = (0, 0, 0)
    for result in board.results:
        assert result.points == tuple(sum(line.points for line in lines) for lines in result.lines)
        so_far = tuple(map(sum, zip(so_far, result.points, strict=True)))
        assert result.totals == so_far
    assert board.totals == so_far == tuple(card.total for card in cards(setup, entries))


@given(setups, tables)
def test_what_cannot_stand_counts_nothing(setup, entries):
    board = game.score(setup, entries)
    standing = [entry for entry, result in zip(entries, board.results, strict=True) if not result.problem]
    without = game.score(setup, standing)
    assert without.problem is None
    assert (without.totals, without.winners, without.verdict) == (board.totals, board.winners, board.verdict)
    assert all(isinstance(result.problem, Impossible | None) for result in board.results)


@given(setups, st.lists(thrown | yahtzees, max_size=45), st.randoms(use_true_random=False))
def test_the_order_of_dice_does_not_matter(setup, entries, chance):
    shuffled = [replace(entry, dice=tuple(chance.sample(entry.dice, 5))) for entry in entries]
    one, two = game.score(setup, entries), game.score(setup, shuffled)
    assert one.totals == two.totals
    assert [result.problem is None for result in one.results] == [result.problem is None for result in two.results]


@given(setups, st.lists(thrown | yahtzees, max_size=45))
def test_a_score_brings_what_the_dice_bring(setup, entries):
    board = game.score(setup, entries)
    standing = [entry for entry, result in zip(entries, board.results, strict=True) if not result.problem]
    written = cards(setup, standing)
    scored = [
        Turn(
            entry.player,
            entry.box,
            score=written[entry.player].filled[entry.box],
            rolled_yahtzee=len(set(entry.dice)) == 1,
        )
        for entry in standing
    ]
    one, two = game.score(setup, standing), game.score(setup, scored)
    assert two.problem is None
    assert [result.points for result in one.results] == [result.points for result in two.results]


@given(setups, st.lists(thrown | yahtzees, max_size=45))
def test_a_game_adds_up_to_what_the_tables_say(setup, entries):
    filled, bonuses, totals = ({}, {}, {}), [0, 0, 0], [0, 0, 0]
    for entry in entries:
        mine = filled[entry.player]
        found = None if entry.box in mine else reading(setup.options.joker, mine, entry.box, entry.dice)
        joker = "yahtzee" in mine and len(set(entry.dice)) == 1
        if found and not (entry.scratch and joker and found[0]):
            mine[entry.box] = 0 if entry.scratch else found[0]
            bonuses[entry.player] += found[1]
    for seat, mine in enumerate(filled):
        upper = sum(mine.get(box, 0) for box in UPPER)
        totals[seat] = sum(mine.values()) + bonuses[seat] + (35 if upper >= 63 else 0)
    assert game.score(setup, entries).totals == tuple(totals)


@given(setups, turns, turns)
def test_what_the_others_do_changes_nobodys_points(setup, entries, others):
    mine = [entry for entry in entries if entry.player == ANA]
    theirs = [replace(entry, player=BEN if entry.player == ANA else entry.player) for entry in others]
    alone = game.score(setup, mine).totals[ANA]
    assert game.score(setup, theirs + mine).totals[ANA] == alone == game.score(setup, mine + theirs).totals[ANA]


@given(setups, turns, dice)
def test_an_offer_is_what_the_turn_then_brings(setup, entries, dice):
    ana = cards(setup, entries)[ANA]
    for box, brings in offers(ana, dice, setup.options.joker).items():
        result = game.score(setup, [*entries, Turn(ANA, box, dice)]).results[-1]
        if brings.forbidden:
            assert result.problem.message == brings.forbidden
        else:
            assert result.problem is None
            assert result.points[ANA] == brings.points


@given(setups, turns, boxes, st.integers(-5, 105), st.booleans())
def test_a_score_is_refused_unless_it_is_one_of_those_the_box_can_have(setup, entries, box, score, rolled):
    ana = cards(setup, entries)[ANA]
    if box in ana.filled:
        return
    try:
        check_score(ana, box, score, rolled, setup.options.joker)
        accepted = True
    except Impossible:
        accepted = False
    assert accepted == (score in scores(ana, box, rolled, setup.options.joker))


@given(setups, turns, faces)
def test_a_yahtzee_always_has_a_box_to_go_to(setup, entries, face):
    for mine in cards(setup, entries):
        found = offers(mine, (face,) * 5, setup.options.joker).values()
        assert any(not brings.forbidden for brings in found) == bool(mine.open)


@given(setups, turns)
def test_a_game_is_finished_when_all_cards_are_full(setup, entries):
    board = game.score(setup, entries)
    full = all(not card.open for card in cards(setup, entries))
    assert board.finished == (full or setup.ended_early)
    assert [board.ranks[seat] for seat in board.winners] == ([1] * board.ranks.count(1) if board.finished else [])


@given(setups, turns)
def test_a_50_corrected_to_0_takes_the_yahtzee_bonuses_away_and_nothing_else(setup, entries):
    fifty, nothing = [Turn(ANA, "yahtzee", (3,) * 5), *entries], [Turn(ANA, "yahtzee", (3, 3, 3, 3, 4)), *entries]
    before, after = game.score(setup, fifty), game.score(setup, nothing)
    lost = 50 + 100 * cards(setup, fifty)[ANA].yahtzee_bonuses
    assert after.totals == (before.totals[ANA] - lost, *before.totals[1:])
    assert [result.problem is None for result in before.results] == [result.problem is None for result in after.results]


@given(setups, turns)
def test_a_game_survives_being_written_and_read(setup, entries):
    played = Record(game, ("Ana", "Ben", "Cho"), setup, tuple(entries))
    assert read(json.dumps(write(played))) == played


anything = st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.lists(st.integers() | st.text())
spoiled = st.dictionaries(
    st.sampled_from(["player", "box", "dice", "score", "scratch", "rolled_yahtzee", "joker"]),
    anything | st.sampled_from(["Ana", "chance", 0, 5, [1, 1, 1, 1, 1]]),
)


@given(st.lists(spoiled, max_size=4))
def test_there_is_an_answer_to_any_turns(entries):
    assert is_an_answer(answer(json.dumps(record(*entries, game="yahtzee"))))
