"""The questions that dataclass fields ask, and the limits that their answers must keep to."""

from collections.abc import Mapping
from dataclasses import dataclass, fields

import pytest

from games.contract import Impossible, Seat, Setup
from games.contract import gettext as _
from games.dataclass_codec import class_codec
from games.kit.limits import check_answers, check_options, share
from games.kit.questions import (
    choice,
    count_each,
    limit,
    number,
    player,
    players,
    questions,
    yes_no,
)
from games.kit.state import State
from games.record import seats_by_number
from tests.rules.support.boards import ANA, BEN, CHO, english

CARDS = _("Cards")


def round_number(state):
    return state.number


def without_ana(state):
    return state.seats[1:]


@dataclass(frozen=True, slots=True)
class Deal:
    """Every kind of question, none of which needs an answer."""

    plain: int = 0
    counts: Mapping[Seat, int] = count_each(CARDS, most=3, needed=False)
    one: int | None = number(CARDS, least=2, most=round_number, needed=False, default=None)
    who: Seat | None = player(CARDS, turn=lambda state: BEN, needed=False, default=None)
    all_who: tuple[Seat, ...] = players(CARDS)
    way: str = choice(CARDS, {"a": CARDS}, default="a")
    doubled: bool = yes_no(CARDS)
    single: bool = yes_no(CARDS, default=True)


def state(seats=3, round_number=4):
    return State(Setup(seats, None), round_number, (0,) * seats, [])


def refusal(entry, at=None):
    """Return the field and the message of the refusal of an entry."""
    with pytest.raises(Impossible) as refused:
        check_answers(entry, at or state())
    return refused.value.field, english(refused.value.message)


def asking(**more):
    """Return an entry class that asks each player for a number."""

    @dataclass(frozen=True, slots=True)
    class Counts:
        counts: Mapping[Seat, int] = count_each(CARDS, **more)

    return Counts


def test_the_questions_of_a_class_have_the_names_of_their_fields_and_their_order():
    asked = [(one.name, one.kind) for one in questions(Deal)]
    assert asked == [
        ("counts", "each"),
        ("one", "number"),
        ("who", "player"),
        ("all_who", "players"),
        ("way", "choice"),
        ("doubled", "yes_no"),
        ("single", "yes_no"),
    ]


def test_what_need_not_be_answered_has_a_default_or_is_none():
    @dataclass(frozen=True, slots=True)
    class Blanks:
        who: Seat | None = player(CARDS, needed=False)
        one: int | None = number(CARDS, needed=False)
        way: str | None = choice(CARDS, {"a": CARDS}, needed=False)

    assert Deal() == Deal(0, {}, None, None, (), "a", False, True)
    assert (Blanks().who, Blanks().one, Blanks().way) == (None, None, None)


def test_a_needed_question_may_follow_one_that_is_not():
    @dataclass(frozen=True, slots=True)
    class Mixed:
        doubled: bool = yes_no(CARDS)
        bonus: Mapping[Seat, int] = count_each(CARDS, needed=False)
        pips: int = number(CARDS)
        dealer: Seat = player(CARDS)

    assert [one.name for one in questions(Mixed)] == ["doubled", "bonus", "pips", "dealer"]
    assert Mixed(pips=7, dealer=BEN) == Mixed(False, {}, 7, BEN)
    decode = class_codec(Mixed).decode
    assert decode({"pips": 7, "dealer": 1}, seats_by_number(3), "") == Mixed(pips=7, dealer=BEN)
    with pytest.raises(Impossible) as refused:
        decode({"dealer": 1}, seats_by_number(3), "")
    assert refused.value.field == "pips"


def test_what_must_be_answered_has_no_default():
    for asks in (count_each(CARDS), number(CARDS), player(CARDS)):
        with pytest.raises(TypeError, match="The answer to “Cards” is missing"):
            asks.default_factory()


def test_a_question_depends_on_the_round_if_a_limit_or_the_turn_does():
    assert [one.name for one in questions(Deal) if one.depends] == ["one", "who"]
    (one,) = questions(asking(seats=without_ana))
    assert one.depends


def test_a_limit_is_a_number_or_a_function_of_the_state():
    assert [limit(value, state()) for value in (None, 7, round_number)] == [None, 7, 4]


def test_answers_within_the_limits_are_accepted():
    for deal in (Deal(), Deal(counts={ANA: 0, CHO: 3}, one=2, who=BEN), Deal(one=4)):
        check_answers(deal, state())


@pytest.mark.parametrize(
    ("entry", "field", "message"),
    [
        (Deal(counts={CHO: 4}), "counts", "Cards, Cho: at most 3, not 4."),
        (Deal(counts={CHO: -1}), "counts", "Cards, Cho: at least 0, not −1."),
        (Deal(one=1), "one", "Cards: at least 2, not 1."),
        (Deal(one=5), "one", "Cards: at most 4, not 5."),
        (Deal(who=ANA), "who", "It is Ben’s turn. If it is missing, insert it before this one."),
        (Deal(way="b"), "way", "This must be one of: a."),
    ],
)
def test_answers_beyond_the_limits_are_refused(entry, field, message):
    assert refusal(entry) == (field, message)


def test_everyone_who_is_asked_needs_a_number_and_nobody_else_may_have_one():
    assert refusal(asking()({ANA: 1, BEN: 1})) == ("counts", "Cards, Cho: the number is missing.")
    check_answers(asking(needed=False)({ANA: 1}), state())
    counts = asking(seats=without_ana)
    check_answers(counts({BEN: 1, CHO: 1}), state())
    message = "Cards, Ana: there is nothing to enter."
    assert refusal(counts({ANA: 1, BEN: 1, CHO: 1})) == ("counts", message)


def test_only_players_who_are_asked_about_may_be_named():
    @dataclass(frozen=True, slots=True)
    class Named:
        one: Seat | None = player(CARDS, seats=without_ana, needed=False)
        some: tuple[Seat, ...] = players(CARDS, seats=without_ana)

    check_answers(Named(one=CHO, some=(BEN, CHO)), state())
    message = "Cards, Ana: cannot be chosen."
    assert refusal(Named(one=ANA)) == ("one", message)
    assert refusal(Named(some=(BEN, ANA))) == ("some", message)


@pytest.mark.parametrize(
    ("limits", "possible", "impossible", "message"),
    [
        ({"total": 5}, (2, 2, 1), (2, 2, 2), "Cards: 5 in all, not 6."),
        ({"total": round_number}, (4, 0, 0), (0, 0, 0), "Cards: 4 in all, not 0."),
        ({"at_most": 5}, (2, 2, 1), (2, 2, 2), "Cards: at most 5 in all, not 6."),
        ({"at_most": 5}, (0, 0, 0), (6, 0, 0), "Cards: at most 5 in all, not 6."),
        ({"never": 4}, (2, 1, 0), (2, 1, 1), "Cards must not add up to 4."),
        ({"never": round_number}, (2, 2, 2), (4, 0, 0), "Cards must not add up to 4."),
    ],
)
def test_numbers_add_up_within_their_limits(limits, possible, impossible, message):
    counts = asking(**limits)
    check_answers(counts(dict(enumerate(possible))), state())
    assert refusal(counts(dict(enumerate(impossible)))) == ("counts", message)


def test_players_share_what_the_numbers_add_up_to():
    for limits, expected in (({"total": 5}, 5), ({"at_most": round_number}, 4), ({}, None)):
        (question,) = questions(asking(**limits))
        assert share(question, state()) == expected


@dataclass(frozen=True, slots=True)
class Options:
    rounds: int | None = number(CARDS, least=1, needed=False, default=None)
    target: int = number(CARDS, least=1, most=9, default=5)
    way: str = choice(CARDS, {"a": CARDS}, default="a")

    def __post_init__(self) -> None:
        check_options(self)


def test_options_beyond_their_limits_are_refused():
    for options in ({"target": 0}, {"target": 10}, {"rounds": 0}, {"way": "b"}):
        with pytest.raises(Impossible) as refused:
            Options(**options)
        assert [refused.value.field] == list(options)
    assert (Options(target=9).target, Options().rounds, Options(rounds=1).rounds) == (9, None, 1)


def test_a_field_that_asks_nothing_is_left_alone():
    assert "plain" in {field.name for field in fields(Deal)}
    assert "plain" not in {one.name for one in questions(Deal)}
