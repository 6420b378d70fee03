"""What cannot happen at a table of Chimera Tricks, and beside each the nearest that can."""

import pytest

from tests.rules.table import error, record

ROUND = {"grimoires": {"Ana": [7, -5, 3, -1], "Ben": [6, 2, -4], "Cho": [5, 4, 1, -2, -3]}}
FOUR = {"grimoires": {"Ana": [7, -5, 3], "Ben": [6, 2], "Cho": [5, 4], "Dan": [-2, -3, 1]}}
SUMS = {"points": {"Ana": 10, "Ben": 4, "Cho": 16}}


def with_(**crystals):
    return ROUND | {"crystals": crystals}


def won(**grimoires):
    return {"grimoires": ROUND["grimoires"] | grimoires}


CANNOT_HAPPEN = [
    (
        "eleven Grimoires",
        won(Cho=[5, 4, 1, -2]),
        ROUND,
        ("grimoires", "A round has 12 Grimoires, one a trick; here are 11."),
    ),
    (
        "thirteen Grimoires",
        won(Cho=[5, 4, 1, -2, -3, 0]),
        ROUND,
        ("grimoires", "A round has 12 Grimoires, one a trick; here are 13."),
    ),
    (
        "a single Grimoire",
        {"grimoires": {"Ana": [7]}},
        ROUND,
        ("grimoires", "A round has 12 Grimoires, one a trick; here is 1."),
    ),
    ("no Grimoire", {"grimoires": {}}, ROUND, ("grimoires", "A round has 12 Grimoires, one a trick; here are 0.")),
    (
        "more Crystals than Grimoires",
        with_(Ben=4),
        with_(Ben=3),
        ("crystals", "Ben won 3 Grimoires, so gained at most 3 Crystals, not 4."),
    ),
    (
        "two Crystals with one Grimoire",
        won(Ana=[7], Ben=[6, 2, -4, -5, 3, -1]) | {"crystals": {"Ana": 2}},
        won(Ana=[7], Ben=[6, 2, -4, -5, 3, -1]) | {"crystals": {"Ana": 1}},
        ("crystals", "Ana won one Grimoire, so gained at most one Crystal, not 2."),
    ),
    (
        "a Crystal without a Grimoire",
        won(Ana=[], Ben=[6, 2, -4, 7, -5, 3, -1]) | {"crystals": {"Ana": 1}},
        won(Ana=[], Ben=[6, 2, -4, 7, -5, 3, -1]) | {"crystals": {"Ana": 0}},
        ("crystals", "Ana won no Grimoire, so gained no Crystal."),
    ),
    ("Crystals below 0", with_(Ana=-1), with_(Ana=0), ("crystals", "Nobody gains fewer than 0 Crystals.")),
    (
        "other cards than in round 1",
        won(Ben=[6, 2, 4]),
        ROUND,
        ("grimoires", "Every round has the same Grimoires, but where round 1 has −4, round 2 has 4."),
    ),
    (
        "points of two among three",
        {"points": {"Ana": 10, "Cho": 16}},
        SUMS,
        ("points", "Ben’s points are missing."),
    ),
    (
        "Grimoires and points",
        ROUND | SUMS,
        ROUND,
        ("points", "Either the Grimoires are noted or only the points, not both."),
    ),
    (
        "Crystals beside points",
        SUMS | {"crystals": {"Ana": 1}},
        SUMS | {"crystals": {"Ana": 0}},
        ("crystals", "Where only the points are noted, the Crystals are in them already."),
    ),
    (
        "nothing at all",
        {},
        SUMS,
        ("grimoires", "Say which Grimoires each player won, or everybody’s points."),
    ),
    (
        "Crystals alone",
        {"crystals": {"Ana": 1}},
        with_(Ana=1),
        ("grimoires", "Say which Grimoires each player won, or everybody’s points."),
    ),
]
NAMES = [name for name, *_ in CANNOT_HAPPEN]


def tricks(*entries, **other):
    return record(*entries, **{"game": "chimera_tricks", **other})


@pytest.mark.parametrize(("name", "impossible", "possible", "complaint"), CANNOT_HAPPEN, ids=NAMES)
def test_what_cannot_happen_is_refused_with_the_reason(name, impossible, possible, complaint):
    field, message = complaint
    assert error(tricks(ROUND, impossible)) == {"entry": 1, "field": field, "message": message}


@pytest.mark.parametrize(("name", "impossible", "possible", "complaint"), CANNOT_HAPPEN, ids=NAMES)
def test_its_nearest_neighbour_is_accepted(name, impossible, possible, complaint):
    assert error(tricks(possible)) == {}


def test_a_fifth_crystal_is_refused_only_under_crystal_scarcity():
    five = with_(Ana=2, Ben=2, Cho=1)
    refused = error(tricks(five, options={"crystal_scarcity": True}))
    assert refused["field"] == "crystals"
    assert refused["message"] == "Under Crystal Scarcity there are only 4 Crystals, not 5."
    assert error(tricks(five)) == {}
    assert error(tricks(with_(Ana=2, Ben=2), options={"crystal_scarcity": True})) == {}


def test_four_players_have_ten_grimoires():
    players = ["Ana", "Ben", "Cho", "Dan"]
    assert error(tricks(FOUR, players=players)) == {}
    refused = error(tricks({"grimoires": FOUR["grimoires"] | {"Dan": [1]}}, players=players))
    assert refused["message"] == "A round has 10 Grimoires, one a trick; here are 8."


@pytest.mark.parametrize("players", [["Ana", "Ben"], ["Ana", "Ben", "Cho", "Dan", "Eve"]])
def test_only_three_or_four_play(players):
    assert error(tricks(players=players))["field"] == "players"


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
def test_what_no_record_can_hold_is_refused(entry):
    assert error(tricks(ROUND, entry))["entry"] == 1


@pytest.mark.parametrize("options", [{"short_match": 1}, {"crystal_scarcity": "yes"}, {"crystals": 4}])
def test_options_that_there_are_not_are_refused(options):
    assert error(tricks(ROUND, options=options))["entry"] is None
