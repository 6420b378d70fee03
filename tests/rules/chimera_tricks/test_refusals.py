"""Impossible rounds of Chimera Tricks, each with the nearest possible one."""

import pytest

from tests.rules.support.records import error, make_record

ROUND = {"grimoires": {"Ana": [7, -5, 3, -1], "Ben": [6, 2, -4], "Cho": [5, 4, 1, -2, -3]}}
FOUR = {"grimoires": {"Ana": [7, -5, 3], "Ben": [6, 2], "Cho": [5, 4], "Dan": [-2, -3, 1]}}
POINTS = {"points": {"Ana": 10, "Ben": 4, "Cho": 16}}


def with_crystals(**crystals):
    return ROUND | {"crystals": crystals}


def with_grimoires(**grimoires):
    return {"grimoires": ROUND["grimoires"] | grimoires}


CASES = [
    (
        "eleven Grimoires",
        with_grimoires(Cho=[5, 4, 1, -2]),
        ROUND,
        ("grimoires", "A round has 12 Grimoires, one per trick, not 11."),
    ),
    (
        "thirteen Grimoires",
        with_grimoires(Cho=[5, 4, 1, -2, -3, 0]),
        ROUND,
        ("grimoires", "A round has 12 Grimoires, one per trick, not 13."),
    ),
    (
        "a single Grimoire",
        {"grimoires": {"Ana": [7]}},
        ROUND,
        ("grimoires", "A round has 12 Grimoires, one per trick, not 1."),
    ),
    (
        "no Grimoire",
        {"grimoires": {}},
        ROUND,
        ("grimoires", "A round has 12 Grimoires, one per trick, not 0."),
    ),
    (
        "more Crystals than Grimoires",
        with_crystals(Ben=4),
        with_crystals(Ben=3),
        ("crystals", "Ben won 3 Grimoires, so can have at most 3 Crystals, not 4."),
    ),
    (
        "two Crystals with one Grimoire",
        with_grimoires(Ana=[7], Ben=[6, 2, -4, -5, 3, -1]) | {"crystals": {"Ana": 2}},
        with_grimoires(Ana=[7], Ben=[6, 2, -4, -5, 3, -1]) | {"crystals": {"Ana": 1}},
        ("crystals", "Ana won one Grimoire, so can have at most one Crystal, not 2."),
    ),
    (
        "a Crystal without a Grimoire",
        with_grimoires(Ana=[], Ben=[6, 2, -4, 7, -5, 3, -1]) | {"crystals": {"Ana": 1}},
        with_grimoires(Ana=[], Ben=[6, 2, -4, 7, -5, 3, -1]) | {"crystals": {"Ana": 0}},
        ("crystals", "Ana won no Grimoires, so cannot have gained a Crystal."),
    ),
    (
        "Crystals below 0",
        with_crystals(Ana=-1),
        with_crystals(Ana=0),
        ("crystals", "The number of Crystals cannot be below 0."),
    ),
    (
        "other cards than in round 1",
        with_grimoires(Ben=[6, 2, 4]),
        ROUND,
        (
            "grimoires",
            "Every round has the same Grimoires, but round 1 has −4 where round 2 has 4.",
        ),
    ),
    (
        "points of two among three",
        {"points": {"Ana": 10, "Cho": 16}},
        POINTS,
        ("points", "Ben’s points are missing."),
    ),
    (
        "Grimoires and points",
        ROUND | POINTS,
        ROUND,
        ("points", "Enter either the Grimoires or the points, not both."),
    ),
    (
        "Crystals beside points",
        POINTS | {"crystals": {"Ana": 1}},
        POINTS | {"crystals": {"Ana": 0}},
        ("crystals", "The points already include the Crystals: enter no Crystals with them."),
    ),
    (
        "nothing at all",
        {},
        POINTS,
        ("grimoires", "Enter which Grimoires each player won, or everyone’s points."),
    ),
    (
        "Crystals alone",
        {"crystals": {"Ana": 1}},
        with_crystals(Ana=1),
        ("grimoires", "Enter which Grimoires each player won, or everyone’s points."),
    ),
]
NAMES = [name for name, *_ in CASES]


def tricks_record(*entries, **keys):
    return make_record(*entries, **{"game": "chimera_tricks", **keys})


@pytest.mark.parametrize(("name", "impossible", "possible", "expected"), CASES, ids=NAMES)
def test_an_impossible_round_is_refused_with_a_reason(name, impossible, possible, expected):
    field, message = expected
    assert error(tricks_record(ROUND, impossible)) == {
        "entry": 1,
        "field": field,
        "message": message,
    }


@pytest.mark.parametrize(("name", "impossible", "possible", "expected"), CASES, ids=NAMES)
def test_the_nearest_possible_round_is_accepted(name, impossible, possible, expected):
    assert error(tricks_record(possible)) == {}


def test_a_fifth_crystal_is_refused_only_under_crystal_scarcity():
    five = with_crystals(Ana=2, Ben=2, Cho=1)
    refusal = error(tricks_record(five, options={"crystal_scarcity": True}))
    assert refusal["field"] == "crystals"
    assert refusal["message"] == "Under Crystal Scarcity there are only 4 Crystals, not 5."
    assert error(tricks_record(five)) == {}
    assert (
        error(tricks_record(with_crystals(Ana=2, Ben=2), options={"crystal_scarcity": True})) == {}
    )


def test_four_players_have_ten_grimoires():
    players = ["Ana", "Ben", "Cho", "Dan"]
    assert error(tricks_record(FOUR, players=players)) == {}
    refusal = error(tricks_record({"grimoires": FOUR["grimoires"] | {"Dan": [1]}}, players=players))
    assert refusal["message"] == "A round has 10 Grimoires, one per trick, not 8."


@pytest.mark.parametrize("players", [["Ana", "Ben"], ["Ana", "Ben", "Cho", "Dan", "Eve"]])
def test_only_three_or_four_can_play(players):
    assert error(tricks_record(players=players))["field"] == "players"


@pytest.mark.parametrize(
    "entry",
    [
        {"grimoires": {"Ana": [1.5]}},
        {"grimoires": {"Ana": 7}},
        {"grimoires": {"Dan": [7]}},
        {"grimoires": [7]},
        {"points": {"Ana": "7"}},
        {"crystals": {"Ana": True}},
        {"cards": []},
    ],
)
def test_an_invalid_round_is_refused(entry):
    assert error(tricks_record(ROUND, entry))["entry"] == 1


@pytest.mark.parametrize(
    "options", [{"short_match": 1}, {"crystal_scarcity": "yes"}, {"crystals": 4}]
)
def test_invalid_options_are_refused(options):
    assert error(tricks_record(ROUND, options=options))["entry"] is None
