"""Impossible rounds of Chimera, each with the nearest possible one; see rounds.py."""

from tests.rules.support.chimera.rounds import play
from tests.rules.support.records import ROUND, error, make_record
from tests.rules.support.refusals import check_refusals

REFUSALS = """
    toads Ana 3 Ben 2 → toads Ana 3 Ben 1
        toads: There are only 4 toads in the deck, not 5.
    cats Cho 5 → cats Cho 4
        cats: There are only 4 cats in the deck, not 5.
    idle Cho, toads Cho 1 → idle Cho, toads Cho 0 Ben 1
        toads: Cho was idle, so cannot have won toads.
    idle Ben Cho, cats Cho 1 → idle Ben Cho, cats Ana 1
        cats: Cho was idle, so cannot have won cats.
    Ben out, idle Ana → Ben out, idle Cho
        idle_hunters: Ana was the Chimera and led the first trick, so cannot be idle.
    Ben out, idle Ben → Ben out, idle Cho
        idle_hunters: Ben went out first, so cannot be idle.
    Ben out, idle Ben Cho → Ana out, idle Ben Cho
        first_out: Both hunters were idle, so neither can have gone out first.
    traps 10, idle Ben → traps 9, idle Ben
        traps: Ben was idle, so there can be at most 9 traps.
    traps 9, idle Ben, attack → traps 8, idle Ben, attack
        traps: Ben was idle, so there can be at most 8 traps.
    traps 6, idle Ben Cho → traps 5, idle Ben Cho
        traps: Only the Chimera played, so there can be at most 5 traps.
    traps 5, idle Ben Cho, attack → traps 4, idle Ben Cho, attack
        traps: Only the Chimera played, so there can be at most 4 traps.
    traps 14, toads Ana 4, cats Ana 4 → traps 13, toads Ana 4, cats Ana 4
        traps: Three players can have played at most 13 traps.
    traps 13, toads Ana 4, cats Ana 4, attack → traps 12, toads Ana 4, cats Ana 4, attack
        traps: Three players can have played at most 12 traps.
    traps 13, toads Ana 4, cats Ana 4, Cho out → traps 12, toads Ana 4, cats Ana 4, Cho out, attack
        traps: Three players can have played at most 12 traps.
    traps 9, Cho out, idle Ben → traps 8, Cho out, idle Ben, attack
        traps: Ben was idle, so there can be at most 8 traps.
    traps 13, toads Ana 4, cats Ben 3 → traps 13, toads Ana 4, cats Ben 3 Cho 1
        traps: 13 traps use every rank, so all 4 toads and all 4 cats must have been won.
    traps 13 → traps 11
        traps: 13 traps use every rank, so all 4 toads and all 4 cats must have been won.
    traps 12, toads Ana 3, cats Ben 3 → traps 12, toads Ana 3, cats Ben 4
        traps: 12 traps use all ranks but one, so all 4 toads or all 4 cats must have been won.
    traps -1 → traps 0
        traps: The number of traps cannot be below 0.
    toads Ana -1 Ben 2 → toads Ana 0 Ben 2
        toads: The number of toads cannot be below 0.
    cats Ana 4 Ben -1 → cats Ana 4 Ben 0
        cats: The number of cats cannot be below 0.
"""


def test_an_impossible_round_is_refused_with_a_reason_and_the_nearest_one_is_not():
    check_refusals(REFUSALS, lambda setup, *rounds: play("; ".join(("Ana 20", *rounds))))


def test_the_target_is_at_least_1():
    expected = {"entry": None, "field": "target", "message": "The target must be at least 1."}
    for target, refusal in ((1, {}), (0, expected), (-400, expected)):
        assert error(make_record(ROUND, options={"target": target})) == refusal


def test_the_error_names_the_first_impossible_round_also_before_an_invalid_one():
    refusal = error(make_record(ROUND, ROUND | {"traps": 99}, ROUND | {"cats": {"Ana": 5}}))
    assert (refusal["entry"], refusal["field"]) == (1, "traps")
    refusal = error(make_record(ROUND | {"idle_hunters": ["Ana"]}, {"bid": "twenty"}))
    assert refusal["entry"] == 0
    assert refusal["message"].startswith("Ana was the Chimera")
