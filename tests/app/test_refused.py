"""The bar repeats why a round was refused, since the field may be far from the top of the page."""

import re

import pytest

from games.score_sheet.forms import cell_name
from tests.app.support.factories import HTMX, a_game, a_phone, a_round, enter, open_form, to, typed
from tests.app.support.fish import FOUR, in_the_row
from tests.app.support.pages import Page

pytestmark = pytest.mark.django_db

PAD = {"title": "", "lowest_wins": False, "target": None, "rounds": None}
CELL = cell_name("Coins")
SHEET = {"title": "", "lowest_wins": False, "rows": [{"name": "Coins", "most": 7}]}
TRICKS = {"short_match": False, "crystal_scarcity": True}
BASIC = {"advanced": False}
MANY = "5 3 1"
REFUSED = {
    "chimera, toads": ("chimera", {}, typed(a_round(toads={"1": 3, "2": 3})), "toads"),
    "chimera, nobody": ("chimera", {}, {"bid": "20", "first_out": "0"}, "chimera"),
    "tricks, cards": (
        "chimera_tricks",
        TRICKS,
        {"way": "values", "grimoires_0": "x"},
        "grimoires_0",
    ),
    "tricks, too few": (
        "chimera_tricks",
        TRICKS,
        {"way": "values", "grimoires_0": MANY},
        "grimoires",
    ),
    "tricks, points": ("chimera_tricks", TRICKS, {"way": "sums", "points_0": "x"}, "points_0"),
    "pad, no number": ("score_pad", PAD, {"points_0": "12+", "points_2": "3"}, "points_0"),
    "sheet, no number": ("score_sheet", SHEET, {"counts_0": "12+", "counts_2": "3"}, "counts_0"),
    "sheet, nobody": ("score_sheet", SHEET, {}, "counts"),
    "sheet, too many": ("score_sheet", SHEET, {"player": "1", CELL: "9"}, CELL),
    "pad, nobody": ("score_pad", PAD, {}, "points"),
    "fish, few cards": (
        "big_fish",
        BASIC,
        {"type": "catch", "player": "0", **in_the_row("B1 B2")},
        "cards",
    ),
    "fish, nobody": (
        "big_fish",
        BASIC,
        {"type": "catch", **in_the_row("B1 B2 B3 Y1 Y2")},
        "player",
    ),
    "fish, piles": (
        "big_fish",
        BASIC,
        {"type": "count", "counted": "0", "plus": "x", "minus": "0"},
        "plus",
    ),
    "fish, whose": (
        "big_fish",
        BASIC,
        {"type": "count", "counted": "9", "plus": "9", "minus": "0"},
        "counted",
    ),
}


def refused(game, options, fields, headers=None, **more):
    phone = a_phone()
    names = FOUR if game == "big_fish" else FOUR[:3]
    session = a_game(phone, names=names, game=game, options=options or {"target": 400})
    blank = {
        name: value
        for name, value in open_form(phone, to("enter", session)).items()
        if name != "way"
    }
    return phone.post(to("enter", session), {**blank, **fields, **more}, headers=headers)


def bar(response):
    return response.content.decode().partition('id="say-refusal"')[2].partition("</summary>")[0]


@pytest.mark.parametrize(("game", "options", "fields", "field"), REFUSED.values(), ids=REFUSED)
def test_the_bar_gives_the_reason_and_links_to_it(game, options, fields, field):
    answer = refused(game, options, fields)
    assert answer.status_code == 422
    link = re.search(r'<a href="#(.*?)">\s*(.*?)\s*(?:<small>.*)?</a>', bar(answer), re.DOTALL)
    assert link[1] == f"say-{field}"
    page = Page(answer).text  # without the form for the next round
    assert page.count(f'id="say-{field}"') == 1
    assert link[2] in page.partition(f'id="say-{field}"')[2].partition("</div>")[0]


@pytest.mark.parametrize("headers", [None, HTMX])
def test_a_check_gives_the_reason_in_the_bar_too(headers):
    answer = refused("chimera", {}, typed(a_round(toads={"1": 3, "2": 3})), headers, check="1")
    assert "There are only 4 toads in the deck, not 6." in bar(answer)


def test_all_reasons_are_given_in_the_order_of_the_questions():
    shown = bar(refused("chimera", {}, {}))
    assert "There are 3 problems" in shown
    assert re.findall('href="#say-(.*?)"', shown) == ["chimera", "bid", "first_out"]
    shown = bar(refused("big_fish", BASIC, {"type": "catch"}))
    assert re.findall('href="#say-(.*?)"', shown) == ["player", "cards"]


def test_a_reason_that_several_fields_have_says_which():
    pad = {"title": "", "lowest_wins": False, "target": None, "rounds": None}
    shown = bar(refused("score_pad", pad, {"points_0": "12+", "points_2": "x", "points_1": "3"}))
    texts = re.findall(r">\s*([^<>]*Enter a whole number)", shown)
    assert texts == ["Ana: Enter a whole number", "Cho: Enter a whole number"]


def test_a_single_reason_is_given_alone():
    assert "problem" not in bar(refused("chimera", {}, {"bid": "20", "first_out": "0"}))


def test_a_reason_without_a_field_is_given_once_in_the_bar():
    phone = a_phone()
    session = a_game(phone, rounds=1)
    form = open_form(phone, to("enter", session))
    phone.post(to("end", session), open_form(phone, to("options", session)))
    answer = phone.post(to("enter", session), {**form, **typed(a_round())})
    assert Page(answer).said.count("This game is over") == 1
    assert "<a " not in bar(answer)


def test_a_refused_save_gives_the_focus_to_its_reasons_and_a_check_does_not():
    phone = a_phone()
    session = a_game(phone)
    answer = Page(enter(phone, session, a_round(idle_hunters=["0"])))
    (shown,) = answer.all(autofocus="")
    assert (shown.get("id"), shown.get("tabindex")) == ("say-refusal", "0")
    assert answer.said.startswith("Error: Enter round 1 · ")
    form = open_form(phone, to("enter", session))
    for headers in (HTMX, None):
        sent = {**form, "bid": "7", "check": "1"}
        checked = Page(phone.post(to("enter", session), sent, headers=headers))
        assert not checked.all(autofocus="")
        assert not checked.said.startswith("Error: ")
