"""Hypothesis strategies for games of Yahtzee."""

from hypothesis import strategies as st

from games.contract import Setup
from games.yahtzee.rules import Options, Turn
from tests.rules.support.boards import ANA, BEN, CHO
from tests.rules.support.yahtzee.model import BOXES

rules = st.sampled_from(["forced", "free"])
setups = st.builds(
    Setup, seats=st.just(3), options=st.builds(Options, rules), ended_early=st.booleans()
)
seats = st.sampled_from([ANA, BEN, CHO])
boxes = st.sampled_from(BOXES)
faces = st.integers(1, 6)
whole = st.integers(-(10**12), 10**12)  # a record has no larger number
dice = st.lists(faces, min_size=5, max_size=5).map(tuple) | faces.map(lambda face: (face,) * 5)

dice_turns = st.builds(
    Turn, player=seats, box=boxes, dice=dice, scratch=st.sampled_from([False, False, False, True])
)
score_turns = st.builds(
    Turn,
    player=seats,
    box=boxes,
    score=st.sampled_from([0, 3, 5, 6, 8, 10, 15, 20, 25, 30, 40, 50]),
    rolled_yahtzee=st.booleans(),
)
invalid_turns = st.builds(
    Turn,
    player=seats,
    box=boxes,
    dice=st.none() | st.lists(st.integers(-1, 7), max_size=6).map(tuple) | st.tuples(whole),
    score=st.none() | whole,
    scratch=st.booleans(),
    rolled_yahtzee=st.booleans(),
)
yahtzee_turns = st.builds(Turn, player=seats, box=boxes, dice=faces.map(lambda face: (face,) * 5))
games = st.lists(dice_turns | score_turns | yahtzee_turns, max_size=45)
dice_games = st.lists(dice_turns | yahtzee_turns, max_size=45)

tables = st.tuples(setups, st.lists(dice_turns | score_turns | invalid_turns, max_size=45))
