"""What cannot happen at a table of Yahtzee, and beside each the nearest that can."""

import pytest

from tests.rules.table import error, record
from tests.rules.yahtzee import ALL, BEN, LOWER, noted, played, refusal, thrown

FIFTY = thrown("yahtzee", "66666")
NO_FIFTY = noted("yahtzee", 0)
NO_LOWER = [noted(box, 0) for box in LOWER]


# why, the turns before, the rule, what cannot be, its neighbour that can, and the complaint
CANNOT_HAPPEN = [
    (
        "a second entry in a box",
        [noted("chance", 20)],
        "forced",
        noted("chance", 20),
        noted("ones", 2),
        ("box", "Ana has already filled Chance."),
    ),
    (
        "a box that was scratched",
        [noted("full_house", 0)],
        "forced",
        thrown("full_house", "33355"),
        thrown("threes", "33355"),
        ("box", "Ana has already filled Full house."),
    ),
    (
        "a Yahtzee box filled twice",
        [FIFTY],
        "forced",
        thrown("yahtzee", "66666"),
        thrown("sixes", "66666"),
        ("box", "Ana has already filled Yahtzee."),
    ),
    (
        "a turn beyond the thirteenth",
        [noted(box, 0) for box in ALL],
        "forced",
        noted("chance", 20),
        noted("chance", 20, BEN),
        ("box", "Ana has had all 13 turns: every box is filled."),
    ),
    ("4 dice", [], "forced", thrown("ones", "1234"), thrown("ones", "12345"), ("dice", "A roll has 5 dice, not 4.")),
    (
        "six dice",
        [],
        "forced",
        thrown("ones", "123456"),
        thrown("ones", "12345"),
        ("dice", "A roll has 5 dice, not 6."),
    ),
    ("no dice", [], "forced", thrown("ones", ""), thrown("ones", "22222"), ("dice", "A roll has 5 dice, not 0.")),
    ("a 7", [], "forced", thrown("ones", "12347"), thrown("ones", "12346"), ("dice", "A die shows 1 to 6, not 7.")),
    ("a 0", [], "forced", thrown("ones", "01234"), thrown("ones", "11234"), ("dice", "A die shows 1 to 6, not 0.")),
    (
        "dice and score together",
        [],
        "forced",
        thrown("ones", "12345", score=1),
        thrown("ones", "12345"),
        ("score", "Enter either the dice or the score, not both."),
    ),
    (
        "neither dice nor score",
        [],
        "forced",
        noted("ones", None, scratch=True),
        noted("ones", 0, scratch=True),
        ("dice", "Enter the five dice, or the score."),
    ),
    (
        "dice that are not all equal, called a Yahtzee",
        [],
        "forced",
        thrown("sixes", "66665", rolled_yahtzee=True),
        thrown("sixes", "66666", rolled_yahtzee=True),
        ("rolled_yahtzee", "These dice are no Yahtzee: they are not all equal."),
    ),
    (
        "a scratch of 12",
        [],
        "forced",
        noted("sixes", 12, scratch=True),
        noted("sixes", 12),
        ("scratch", "A scratch writes 0, not 12."),
    ),
    (
        "a forced joker elsewhere than its number's box",
        [FIFTY],
        "forced",
        thrown("full_house", "44444"),
        thrown("fours", "44444"),
        ("box", "A joker must go to Fours first, which Ana still has open."),
    ),
    (
        "a forced joker elsewhere, after a 0 in Yahtzee",
        [NO_FIFTY],
        "forced",
        thrown("sixes", "44444"),
        thrown("fours", "44444"),
        ("box", "A joker must go to Fours first, which Ana still has open."),
    ),
    (
        "a forced joker scratched elsewhere",
        [NO_FIFTY],
        "forced",
        thrown("sixes", "44444", scratch=True),
        thrown("sixes", "44445", scratch=True),
        ("box", "A joker must go to Fours first, which Ana still has open."),
    ),
    (
        "a forced joker in an upper box while a lower one is open",
        [FIFTY, noted("fours", 8)],
        "forced",
        thrown("sixes", "44444"),
        thrown("chance", "44444"),
        ("box", "With Fours filled, a joker must go to a lower box before Sixes, and Ana still has one open."),
    ),
    (
        "a joker scratched in its own box",
        [FIFTY],
        "forced",
        thrown("fours", "44444", scratch=True),
        thrown("fours", "44445", scratch=True),
        ("scratch", "A joker’s points cannot be scratched: these dice are worth 20 in Fours."),
    ),
    (
        "a joker scratched in a lower box",
        [FIFTY, noted("fours", 8)],
        "forced",
        thrown("large_straight", "44444", scratch=True),
        thrown("large_straight", "44445", scratch=True),
        ("scratch", "A joker’s points cannot be scratched: these dice are worth 40 in Large straight."),
    ),
    (
        "a free joker scratched where it is worth something",
        [FIFTY],
        "free",
        thrown("chance", "44444", scratch=True),
        thrown("full_house", "44444", scratch=True),
        ("scratch", "A joker’s points cannot be scratched: these dice are worth 20 in Chance."),
    ),
]
EACH = pytest.mark.parametrize(
    ("before", "rule", "impossible", "possible", "complaint"),
    [case[1:] for case in CANNOT_HAPPEN],
    ids=[case[0] for case in CANNOT_HAPPEN],
)


@EACH
def test_what_cannot_happen_is_refused_with_the_reason(before, rule, impossible, possible, complaint):
    assert refusal(played(*before, impossible, seats=2, rule=rule)) == (len(before), *complaint)


@EACH
def test_its_nearest_neighbour_is_accepted(before, rule, impossible, possible, complaint):
    assert played(*before, possible, seats=2, rule=rule).problem is None


@pytest.mark.parametrize(
    ("before", "rule", "turn"),
    [
        ([*NO_LOWER, noted("fours", 8)], "forced", thrown("sixes", "44444", scratch=True)),
        ([], "forced", thrown("yahtzee", "44444", scratch=True)),
        ([], "forced", thrown("chance", "44444", scratch=True)),
        ([], "forced", thrown("full_house", "44444")),
        ([], "forced", thrown("yahtzee", "44441")),
        ([noted("ones", 2, BEN), noted("twos", 2, BEN)], "forced", noted("twos", 2)),
    ],
)
def test_what_may_look_wrong_but_can_happen_is_accepted(before, rule, turn):
    assert played(*before, turn, seats=2, rule=rule).problem is None


TURN = {"player": "Ana", "box": "ones", "dice": [1, 2, 3, 4, 5]}


def yahtzee(*entries, **other):
    return record(*entries, **{"game": "yahtzee", **other})


@pytest.mark.parametrize(
    ("entry", "field"),
    [
        ({"player": "Ana", "dice": [1, 2, 3, 4, 5]}, "box"),
        ({"box": "ones", "dice": [1, 2, 3, 4, 5]}, "player"),
        ({"player": "Ana", "box": "ones"}, "dice"),
        (TURN | {"box": "bonus"}, "box"),
        (TURN | {"box": "Ones"}, "box"),
        (TURN | {"player": "Dan"}, "player"),
        (TURN | {"dice": [1, 2, 3, 4, 5.0]}, "dice"),
        (TURN | {"dice": [1, 2, 3, 4, True]}, "dice"),
        (TURN | {"dice": "12345"}, "dice"),
        (TURN | {"scratch": 1}, "scratch"),
        (TURN | {"joker": True}, "joker"),
        ({"player": "Ana", "box": "ones", "score": "3"}, "score"),
        ({"player": "Ana", "box": "ones", "score": 3.0}, "score"),
    ],
)
def test_what_is_no_turn_is_refused(entry, field):
    refused = error(yahtzee(entry))
    assert (refused["entry"], refused["field"]) == (0, field)


@pytest.mark.parametrize("joker", ["Forced", "none", "", True, None])
def test_there_are_two_rules_for_jokers(joker):
    assert error(yahtzee(TURN, options={"joker": joker}))["field"] == "joker"


def test_a_card_of_nobody_is_refused():
    assert error(yahtzee(players=[]))["field"] == "players"


@pytest.mark.parametrize("count", [1, 2, 6, 10, 100])
def test_one_or_more_may_play(count):
    assert error(yahtzee(players=[f"P{n}" for n in range(count)])) == {}
