"""The forms that a game's questions make: every kind, filled in, wrong, and blank."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import SimpleNamespace

import pytest
from django.template.loader import render_to_string

from games.contract import Seat, Setup, Text
from games.kit.forms import KitForms
from games.kit.forms.entry import state_before
from games.kit.questions import count_each
from games.record import decode_entry, encode_entry, seats_by_number
from tests.app.support.every_question import (
    COMPLETE,
    ENTRY,
    NAMES,
    Deal,
    context,
    entry_form,
    forms,
    game,
    options_form,
    sent,
)

GARBAGE = ["x", "9" * 5000, "9" * 12, "1.5", "\x00", "²", "<b>", "%s", "é" * 80, "−", "99"]


def errors(form):
    return {name: [str(one) for one in found] for name, found in form.errors.items()}


def test_a_form_that_is_filled_in_gives_the_entry():
    form = entry_form()
    assert errors(form) == {}
    assert form.entry() == ENTRY


def test_an_entry_fills_its_form_which_gives_the_same_entry():
    blank = forms.EntryForm(context=context(), entry=ENTRY)
    fields = {}
    for name in blank.fields:
        value = blank[name].value()
        if value is not None and value is not False:
            fields[name] = [str(one) for one in value] if isinstance(value, list) else str(value)
    again = forms.EntryForm(sent(fields), context=context(), entry=ENTRY)
    again.full_clean()
    assert errors(again) == {}
    assert again.entry() == ENTRY


def test_the_entry_of_a_form_is_one_of_the_game():
    entry = decode_entry(game, entry_form().entry(), seats_by_number(3))
    assert isinstance(entry, Deal)
    stored = encode_entry(game, entry, range(3))
    assert {name: stored[name] for name in ENTRY} == ENTRY
    assert not game.score(Setup(3, game.options()), [entry]).problem


def test_what_was_entered_is_described_in_the_words_of_its_questions():
    assert forms.describe_entry(ENTRY, NAMES) == [
        ("bids", "Ana 1, Ben 0, Cho 1"),
        ("tricks", "Ana 1, Ben 2, Cho 0"),
        ("pips", "12"),
        ("dealer", "Cho"),
        ("thrower", "Ana"),
        ("suit", "Spades"),
        ("bonus", "Ana 30, Cho 5"),
        ("gap", "−7"),
        ("helpers", "Ana, Ben"),
        ("", "Doubled"),
        ("fair", "no"),
    ]


def test_what_is_as_usual_is_not_described():
    usual = {"target": 100, "rounds": None, "way": "long", "strict": False, "open_hands": True}
    assert forms.describe_options(usual) == [("target", "100")]
    assert forms.describe_options(usual | {"strict": True}) == [("target", "100"), ("", "Strict")]
    unusual = {"target": 50, "rounds": 3, "way": "short", "strict": True, "open_hands": False}
    assert forms.describe_options(unusual) == [
        ("target", "50"),
        ("rounds", "3"),
        ("way", "Short"),
        ("", "Strict"),
        ("open hands", "no"),
    ]


def test_what_is_missing_or_wrong_is_said_at_the_question():
    nobody = dict.fromkeys(["bids_0", "bids_1", "bids_2"])
    for change, field, message in (
        ({"bids_1": None}, "bids", "Enter a number for Ben, even if it is 0."),
        ({"bids_0": None, "bids_1": ""}, "bids", "Enter a number for Ana, Ben, even if it is 0."),
        (nobody, "bids", "Enter a number for everyone, even if it is 0."),
        ({"bids_2": "2"}, "bids", "Bids must not add up to 3."),
        ({"tricks_0": "0"}, "tricks", "Tricks: 3 in all, not 2."),
        ({"tricks_0": "2"}, "tricks", "Tricks: 3 in all, not 4."),
        ({"bonus_0": "50"}, "bonus", "Bonus: at most 50 in all, not 55."),
        ({"bonus_0": "3x"}, "bonus_0", "Enter a whole number, or a sum such as 12+5−3."),
        ({"bonus_0": "9" * 12}, "bonus_0", "Enter a smaller number."),
        ({"bonus_0": "1+" * 60}, "bonus_0", "That is too long: enter a shorter sum."),
        ({"gap": "-100"}, "gap", "Enter −99 or more."),
        ({"gap": "1000"}, "gap", "Enter 999 or less."),
        ({"pips": None}, "pips", "Enter a number, even if it is 0."),
        ({"dealer": None}, "dealer", "Choose a player."),
        ({"suit": None}, "suit", "Choose an answer."),
        *(({name: None}, None, "") for name in ("bonus_0", "gap", "helpers", "doubled")),
    ):
        assert errors(entry_form(**change)) == ({field: [message]} if field else {})


@dataclass(frozen=True, slots=True)
class Hole:
    strokes: Mapping[Seat, int] = count_each(Text("Strokes"), least=lambda state: state.number)


@pytest.mark.parametrize(
    ("data", "only", "message"),
    [
        ({"strokes_0": "2", "strokes_2": "2"}, None, "Enter a number for Ben."),
        ({}, None, "Enter a number for Ana, Ben, Cho."),
        ({}, Seat(1), "Enter a number."),
    ],
)
def test_a_missing_number_that_may_not_be_0_is_not_asked_for_even_if_it_is_0(data, only, message):
    form = KitForms(replace(game, entry=Hole)).EntryForm(sent(data), context=context(only=only))
    form.full_clean()
    assert errors(form) == {"strokes": [message]}


def test_blanks_are_left_out_of_the_entry():
    form = entry_form(bonus_0="", bonus_2="", gap="", helpers=None, doubled=None, fair="on")
    left_out = {"bonus", "gap", "helpers", "doubled", "fair"}
    assert form.entry() == {name: value for name, value in ENTRY.items() if name not in left_out}


def test_what_cannot_be_tapped_or_is_no_number_is_refused_at_its_field():
    for name in ("bids_0", "tricks_1", "pips", "dealer", "suit", "bonus_0", "gap"):
        for text in GARBAGE:
            form = entry_form(**{name: text})
            is_number = name in ("bonus_0", "gap") and text in ("99", "9" * 12)
            assert is_number or list(form.errors) == [name], (name, text)
            assert name not in ("bonus_0", "gap") or form[name].value() == text  # it stays typed


def test_players_who_are_not_at_the_table_are_refused():
    for seat in ("3", "-1", "99", "x"):
        assert list(entry_form(helpers=["0", seat]).errors) == ["helpers"]
        assert list(entry_form(dealer=seat).errors) == ["dealer"]


def test_the_number_of_a_seat_that_does_not_exist_is_ignored():
    assert entry_form(bids_3="9", bonus_7="x").entry() == ENTRY


def test_whose_turn_it_is_need_not_be_said_for_a_new_entry():
    entry = decode_entry(game, ENTRY, seats_by_number(3))
    assert entry_form([entry]).entry()["thrower"] == 1
    assert entry_form([entry], thrower="2").entry()["thrower"] == 2  # which the rules refuse


def test_a_form_knows_the_number_of_its_round_even_if_the_game_has_a_way_of_scoring_of_its_own():
    own = replace(game, score=lambda setup, entries: game.score(setup, entries))
    entries = [decode_entry(game, ENTRY, seats_by_number(3))] * 2
    for one in (game, own):
        assert state_before(one, context(entries)).number == 3
        assert state_before(one, context(entries, position=1)).number == 2
        assert state_before(one, context(entries, ahead=4)).number == 7


def test_a_correction_asks_whose_turn_it_was():
    assert entry_form(entry=ENTRY, thrower="2").entry()["thrower"] == 2
    assert errors(entry_form(entry=ENTRY)) == {"thrower": ["Choose a player."]}


def test_a_form_without_a_network_does_not_claim_to_know_whose_turn_it_is():
    ahead = forms.EntryForm(context=context(ahead=2))
    assert "Ana" not in rendered(ahead, "thrower")
    assert "The next player" in rendered(ahead, "thrower")
    assert "data-next-player>Ana</b>" in rendered(forms.EntryForm(context=context()), "thrower")


def asked(form, name):
    """Return the names of the players whom a question concerns."""
    (ask,) = [ask for ask in form.asks if ask.name == name]
    if ask.question.kind == "each":
        return [row.name for row in ask.rows()]
    return [name for _seat, name in ask.pairs]


def test_players_who_left_are_not_asked_for_the_next_entry():
    gone, inserted = (context(away=frozenset({1}), position=place) for place in (None, 0))
    for name in ("bids", "bonus", "dealer", "helpers"):
        assert "Ben" not in asked(forms.EntryForm(context=gone), name)
        assert "Ben" in asked(forms.EntryForm(context=gone, entry=ENTRY), name)
        assert "Ben" in asked(forms.EntryForm(context=inserted), name)


def test_what_a_phone_had_entered_for_a_player_who_left_is_not_lost():
    data = sent(COMPLETE | {"dealer": "1"})
    form = forms.EntryForm(data, context=context(away=frozenset({1})))
    form.full_clean()
    assert errors(form) == {}
    assert form.entry() == ENTRY | {"dealer": 1}


class Table:
    seating = SimpleNamespace(marks=range(3))


def rendered(form, name):
    (ask,) = [ask for ask in form.asks if ask.name == name]
    return render_to_string(
        "kit/_question.html", {"ask": ask, "form": form, "table": Table, "changes": {}}
    )


def test_every_question_has_a_place_for_what_is_said_about_it():
    wrong = {"bonus_0": "x", "pips": "", "suit": "none"}
    blank = forms.EntryForm(context=context())
    for form in (entry_form(entry=ENTRY), entry_form(entry=ENTRY, **wrong), blank):
        for name in ENTRY:
            assert f'id="say-{name}"' in rendered(form, name)


def test_few_numbers_are_tapped_and_many_are_typed():
    form = entry_form()
    assert rendered(form, "bids").count('type="radio"') == 3 * 4
    assert rendered(form, "pips").count('type="radio"') == 13
    assert rendered(form, "gap").count('data-keys="sum"') == 1
    assert rendered(form, "bonus").count('data-keys="sum"') == 3
    assert form.keys == "sum"


def test_a_form_tells_whether_a_number_that_is_typed_may_be_negative():
    assert not entry_form().unsigned  # because of the bonus and the gap
    form = entry_form()
    form.asks = [ask for ask in form.asks if ask.name not in ("bonus", "gap")]
    assert form.unsigned


def test_the_keys_are_folded_with_all_that_is_typed():
    blank = forms.EntryForm(context=context())
    assert blank.keys_folded  # the bids are tapped, and the rest comes after the round
    assert not forms.EntryForm(sent({"gap": "7"}), context=context()).keys_folded
    assert not forms.EntryForm(context=context(), entry=ENTRY).keys_folded
    blank.asks = [ask for ask in blank.asks if ask.name == "bonus"]
    assert blank.keys_folded
    filled = entry_form()
    filled.asks = [ask for ask in filled.asks if ask.name == "bonus"]
    assert not filled.keys_folded


def test_what_was_tapped_and_typed_is_there_again():
    form = entry_form(gap="3x", thrower="1", entry=ENTRY)
    assert rendered(form, "bids").count("checked") == 3
    assert 'value="12" checked' in rendered(form, "pips")
    assert 'value="3x"' in rendered(form, "gap")
    assert 'aria-invalid="true"' in rendered(form, "gap")
    assert 'value="−5+10"' in rendered(form, "bonus")
    assert rendered(form, "helpers").count("checked") == 2
    assert 'value="spades" checked' in rendered(form, "suit")
    assert "checked" in rendered(form, "doubled")
    assert "checked" not in rendered(form, "fair")


def test_a_yes_or_no_shows_its_default_before_anything_is_tapped():
    blank = forms.EntryForm(context=context())
    assert "checked" not in rendered(blank, "doubled")
    assert "checked" in rendered(blank, "fair")


def test_a_folded_question_opens_when_there_is_something_in_it():
    blank = forms.EntryForm(context=context())
    assert "<details>" in rendered(blank, "bonus")
    assert "<details open>" in rendered(entry_form(), "bonus")
    assert "<details open>" in rendered(entry_form(bonus_0="x", bonus_2=""), "bonus")
    assert "25 each" in rendered(blank, "bonus")


def test_a_question_has_something_in_it_if_the_answer_is_not_as_usual():
    for name, blank, answered in (
        ("pips", {"pips": None}, {"pips": "0"}),
        ("gap", {"gap": ""}, {"gap": "x"}),
        ("helpers", {"helpers": None}, {"helpers": ["0"]}),
        ("doubled", {"doubled": None}, {"doubled": "on"}),
        ("fair", {"fair": "on"}, {"fair": None}),
        ("bonus", {"bonus_0": "", "bonus_2": ""}, {"bonus_0": "0", "bonus_2": ""}),
    ):
        for data, expected in ((blank, False), (answered, True)):
            form = forms.EntryForm(sent(data), context=context())
            (ask,) = [ask for ask in form.asks if ask.name == name]
            assert ask.has_something == expected, data


def test_the_form_says_how_many_are_left_for_all():
    assert "3 of 3 left" in rendered(forms.EntryForm(context=context()), "tricks")
    assert "0 of 3 left" in rendered(entry_form(), "tricks")
    assert "15 of 50 left" in rendered(entry_form(), "bonus")
    assert "45 of 50 left" in rendered(entry_form(bonus_0="x"), "bonus")


def test_the_number_that_the_last_player_may_not_choose_is_marked():
    for bids, barred in (
        ((1, 1, None), "1"),
        ((0, 0, None), "3"),
        ((3, None, 0), "0"),
        *((bids, None) for bids in ((3, None, 1), (0, None, None), (1, 1, 0))),
    ):
        typed = {f"bids_{seat}": None if n is None else str(n) for seat, n in enumerate(bids)}
        html = rendered(entry_form(**typed), "bids")
        if barred is None:
            assert "not allowed" not in html
        else:
            assert f'data-barred="{barred}"' in html
            assert f"{barred} is not allowed" in html


def test_what_was_said_before_the_round_stands_beside_what_is_asked_after_it():
    html = rendered(entry_form(bids_1=None), "tricks")
    assert html.count('<p class="help">bid <b>1</b></p>') == 2


# Options


def test_options_begin_with_their_defaults():
    blank = forms.OptionsForm()
    values = {name: blank[name].value() for name in ("target", "way", "strict", "open_hands")}
    assert values == {"target": "100", "way": "long", "strict": False, "open_hands": True}


def test_options_are_chosen_or_typed():
    closed = {"way": "long", "open_hands": False}
    own = {"target": "own", "own_target": "77", "strict": "on"}
    for data, options in (
        ({"open_hands": "on"}, {"target": 100, "way": "long"}),
        ({"target": "50"}, {"target": 50, **closed}),
        (own, {"target": 77, "strict": True, **closed}),
        (
            {"target": "50", "own_target": "many", "rounds": "3"},
            {"target": 50, "rounds": 3, **closed},
        ),
    ):
        form = options_form(**data)
        assert errors(form) == {}
        assert form.options() == options


def test_wrong_options_are_refused_at_their_field():
    own = {"target": "own"}
    for data, field, message in (
        ({"target": None}, "target", "Choose an answer."),
        (own, "own_target", "Enter a number."),
        (own | {"own_target": "0"}, "own_target", "Enter 1 or more."),
        (own | {"own_target": "1000"}, "own_target", "Enter 999 or less."),
        (own | {"own_target": "many"}, "own_target", "Enter a whole number."),
        ({"rounds": "0"}, "rounds", "Enter 1 or more."),
        ({"rounds": "21"}, "rounds", "Enter 20 or less."),
        ({"way": None}, "way", "Choose an answer."),
    ):
        assert errors(options_form(**data)) == {field: [message]}
    for name in ("target", "own_target", "rounds", "way"):
        for text in GARBAGE[:-1]:
            form = options_form(**(own | {"own_target": "7"} | {name: text}))
            assert list(form.errors) == [name], (name, text)


def test_options_of_a_game_fill_its_form():
    form = forms.OptionsForm(options={"target": 77, "rounds": 4, "way": "short", "strict": True})
    names = ("target", "own_target", "rounds", "way", "strict")
    assert [form[name].value() for name in names] == ["own", "77", "4", "short", True]
