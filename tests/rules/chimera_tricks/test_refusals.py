"""Impossible rounds of Chimera Tricks, each with the nearest possible one; see rounds.py."""

from tests.rules.support.boards import first_refusal
from tests.rules.support.chimera_tricks.rounds import play
from tests.rules.support.records import error, make_record
from tests.rules.support.refusals import check_refusals

REFUSALS = """
    cards but Cho 5 4 1 -2 → cards
        grimoires: A round has 12 Grimoires, one per trick, not 11.
    cards but Cho 5 4 1 -2 -3 0 → cards
        grimoires: A round has 12 Grimoires, one per trick, not 13.
    only Ana 7 → cards
        grimoires: A round has 12 Grimoires, one per trick, not 1.
    only → cards
        grimoires: A round has 12 Grimoires, one per trick, not 0.
    cards, crystals Ben 4 → cards, crystals Ben 3
        crystals: Ben won 3 Grimoires, so can have at most 3 Crystals, not 4.
    cards but Ana 7 Ben 6 2 -4 -5 3 -1, crystals Ana 2 → …, crystals Ana 1
        crystals: Ana won one Grimoire, so can have at most one Crystal, not 2.
    cards but Ana Ben 6 2 -4 7 -5 3 -1, crystals Ana 1 → …, crystals Ana 0
        crystals: Ana won no Grimoires, so cannot have gained a Crystal.
    cards, crystals Ana -1 → cards, crystals Ana 0
        crystals: The number of Crystals cannot be below 0.
    after cards: cards but Ben 6 2 4 → cards
        grimoires: Every round has the same Grimoires, but round 1 has −4 where round 2 has 4.
    points Ana 10 Cho 16 → points Ana 10 Ben 4 Cho 16
        points: Ben’s points are missing.
    cards, points Ana 10 Ben 4 Cho 16 → cards
        points: Enter either the Grimoires or the points, not both.
    crystals Ana 1, points Ana 10 Ben 4 Cho 16 → crystals Ana 0, points Ana 10 Ben 4 Cho 16
        crystals: The points already include the Crystals: enter no Crystals with them.
    nothing → points Ana 10 Ben 4 Cho 16
        grimoires: Enter which Grimoires each player won, or everyone’s points.
    crystals Ana 1 → cards, crystals Ana 1
        grimoires: Enter which Grimoires each player won, or everyone’s points.
"""


def test_an_impossible_round_is_refused_with_a_reason_and_the_nearest_one_is_not():
    check_refusals(REFUSALS, lambda setup, *rounds: play("; ".join(rounds)))


def test_a_fifth_crystal_is_refused_only_under_crystal_scarcity():
    five = "cards, crystals Ana 2 Ben 2 Cho 1"
    message = "Under Crystal Scarcity there are only 4 Crystals, not 5."
    assert first_refusal(play(five, scarce=True)) == (0, "crystals", message)
    assert play(five).problem is None
    assert play("cards, crystals Ana 2 Ben 2", scarce=True).problem is None


def test_four_players_have_ten_grimoires():
    hands = "only Ana 7 -5 3 Ben 6 2 Cho 5 4 Dan "
    assert play(f"{hands}-2 -3 1", seats=4).problem is None
    message = "A round has 10 Grimoires, one per trick, not 8."
    assert first_refusal(play(f"{hands}1", seats=4)) == (0, "grimoires", message)


def refused(*entries, **keys):
    return error(make_record(*entries, **{"game": "chimera_tricks", **keys}))


def test_only_three_or_four_can_play():
    for players in (["Ana", "Ben"], ["Ana", "Ben", "Cho", "Dan", "Eve"]):
        assert refused(players=players)["field"] == "players"


def test_an_invalid_round_or_option_is_refused():
    points = {"points": {"Ana": 1, "Ben": 2, "Cho": 3}}
    for entry in (
        *({"grimoires": won} for won in ({"Ana": [1.5]}, {"Ana": 7}, {"Dan": [7]}, [7])),
        {"points": {"Ana": "7"}},
        {"crystals": {"Ana": True}},
        {"cards": []},
    ):
        assert refused(points, entry)["entry"] == 1, entry
    for options in ({"short_match": 1}, {"crystal_scarcity": "yes"}, {"crystals": 4}):
        assert refused(points, options=options)["entry"] is None, options
