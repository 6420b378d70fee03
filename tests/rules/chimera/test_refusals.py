"""Impossible rounds of Chimera, each with the nearest possible one."""

import pytest

from tests.rules.support.records import ROUND, error, make_record

ALL = {"Ana": 4}

CASES = [
    (
        "five toads",
        {"toads": {"Ana": 3, "Ben": 2}},
        {"toads": {"Ana": 3, "Ben": 1}},
        ("toads", "There are only 4 toads in the deck, not 5."),
    ),
    (
        "five cats",
        {"cats": {"Cho": 5}},
        {"cats": {"Cho": 4}},
        ("cats", "There are only 4 cats in the deck, not 5."),
    ),
    (
        "a toad with an idle hunter",
        {"idle_hunters": ["Cho"], "toads": {"Cho": 1}},
        {"idle_hunters": ["Cho"], "toads": {"Cho": 0, "Ben": 1}},
        ("toads", "Cho was idle, so cannot have won toads."),
    ),
    (
        "a cat with the second of two idle hunters",
        {"idle_hunters": ["Ben", "Cho"], "cats": {"Cho": 1}},
        {"idle_hunters": ["Ben", "Cho"], "cats": {"Ana": 1}},
        ("cats", "Cho was idle, so cannot have won cats."),
    ),
    (
        "an idle Chimera",
        {"first_out": "Ben", "idle_hunters": ["Ana"]},
        {"first_out": "Ben", "idle_hunters": ["Cho"]},
        ("idle_hunters", "Ana was the Chimera and led the first trick, so cannot be idle."),
    ),
    (
        "an idle hunter who goes out",
        {"first_out": "Ben", "idle_hunters": ["Ben"]},
        {"first_out": "Ben", "idle_hunters": ["Cho"]},
        ("idle_hunters", "Ben went out first, so cannot be idle."),
    ),
    (
        "two idle hunters when a hunter goes out",
        {"first_out": "Ben", "idle_hunters": ["Ben", "Cho"]},
        {"first_out": "Ana", "idle_hunters": ["Ben", "Cho"]},
        ("first_out", "Both hunters were idle, so neither can have gone out first."),
    ),
    (
        "ten traps beside an idle hunter, the Chimera out",
        {"traps": 10, "idle_hunters": ["Ben"]},
        {"traps": 9, "idle_hunters": ["Ben"]},
        ("traps", "Ben was idle, so there can be at most 9 traps."),
    ),
    (
        "nine traps and the attack beside an idle hunter, the Chimera out",
        {"traps": 9, "idle_hunters": ["Ben"], "chimera_attack": True},
        {"traps": 8, "idle_hunters": ["Ben"], "chimera_attack": True},
        ("traps", "Ben was idle, so there can be at most 8 traps."),
    ),
    (
        "six traps by the Chimera alone",
        {"traps": 6, "idle_hunters": ["Ben", "Cho"]},
        {"traps": 5, "idle_hunters": ["Ben", "Cho"]},
        ("traps", "Only the Chimera played, so there can be at most 5 traps."),
    ),
    (
        "five traps and the attack by the Chimera alone",
        {"traps": 5, "idle_hunters": ["Ben", "Cho"], "chimera_attack": True},
        {"traps": 4, "idle_hunters": ["Ben", "Cho"], "chimera_attack": True},
        ("traps", "Only the Chimera played, so there can be at most 4 traps."),
    ),
    (
        "fourteen traps",
        {"traps": 14, "toads": ALL, "cats": ALL},
        {"traps": 13, "toads": ALL, "cats": ALL},
        ("traps", "Three players can have played at most 13 traps."),
    ),
    (
        "thirteen traps and the attack",
        {"traps": 13, "toads": ALL, "cats": ALL, "chimera_attack": True},
        {"traps": 12, "toads": ALL, "cats": ALL, "chimera_attack": True},
        ("traps", "Three players can have played at most 12 traps."),
    ),
    (
        "thirteen traps, a hunter out",
        {"traps": 13, "toads": ALL, "cats": ALL, "first_out": "Cho"},
        {"traps": 12, "toads": ALL, "cats": ALL, "first_out": "Cho", "chimera_attack": True},
        ("traps", "Three players can have played at most 12 traps."),
    ),
    (
        "nine traps beside an idle hunter, a hunter out",
        {"traps": 9, "first_out": "Cho", "idle_hunters": ["Ben"]},
        {"traps": 8, "first_out": "Cho", "idle_hunters": ["Ben"], "chimera_attack": True},
        ("traps", "Ben was idle, so there can be at most 8 traps."),
    ),
    (
        "thirteen traps that left a cat in hand",
        {"traps": 13, "toads": ALL, "cats": {"Ben": 3}},
        {"traps": 13, "toads": ALL, "cats": {"Ben": 3, "Cho": 1}},
        ("traps", "13 traps use every rank, so all 4 toads and all 4 cats must have been won."),
    ),
    (
        "thirteen traps without treasure",
        {"traps": 13},
        {"traps": 11},
        ("traps", "13 traps use every rank, so all 4 toads and all 4 cats must have been won."),
    ),
    (
        "twelve traps that left a toad and a cat in hand",
        {"traps": 12, "toads": {"Ana": 3}, "cats": {"Ben": 3}},
        {"traps": 12, "toads": {"Ana": 3}, "cats": {"Ben": 4}},
        (
            "traps",
            "12 traps use all ranks but one, so all 4 toads or all 4 cats must have been won.",
        ),
    ),
    (
        "traps below 0",
        {"traps": -1},
        {"traps": 0},
        ("traps", "The number of traps cannot be below 0."),
    ),
    (
        "toads below 0",
        {"toads": {"Ana": -1, "Ben": 2}},
        {"toads": {"Ana": 0, "Ben": 2}},
        ("toads", "The number of toads cannot be below 0."),
    ),
    (
        "cats below 0",
        {"cats": {"Ana": 4, "Ben": -1}},
        {"cats": {"Ana": 4, "Ben": 0}},
        ("cats", "The number of cats cannot be below 0."),
    ),
]
NAMES = [name for name, *_ in CASES]


@pytest.mark.parametrize(("name", "impossible", "possible", "expected"), CASES, ids=NAMES)
def test_an_impossible_round_is_refused_with_a_reason(name, impossible, possible, expected):
    field, message = expected
    assert error(make_record(ROUND, ROUND | impossible)) == {
        "entry": 1,
        "field": field,
        "message": message,
    }


@pytest.mark.parametrize(("name", "impossible", "possible", "expected"), CASES, ids=NAMES)
def test_the_nearest_possible_round_is_accepted(name, impossible, possible, expected):
    assert error(make_record(ROUND, ROUND | possible)) == {}


@pytest.mark.parametrize("target", [0, -400])
def test_a_target_below_1_is_refused(target):
    refusal = error(make_record(ROUND, options={"target": target}))
    assert refusal == {
        "entry": None,
        "field": "target",
        "message": "The target must be at least 1.",
    }


def test_a_target_of_1_is_accepted():
    assert error(make_record(ROUND, options={"target": 1})) == {}


def test_the_error_names_the_first_impossible_round():
    assert (
        error(make_record(ROUND, ROUND | {"traps": 99}, ROUND | {"cats": {"Ana": 5}}))["entry"] == 1
    )


def test_the_error_names_an_impossible_round_before_an_invalid_one():
    refusal = error(make_record(ROUND | {"idle_hunters": ["Ana"]}, {"bid": "twenty"}))
    assert refusal["entry"] == 0
    assert refusal["message"].startswith("Ana was the Chimera")
