"""The bar repeats why a round was refused, since the field may be far from the top of the page."""

import re

import pytest

from games.score_sheet.forms import cell_name
from tests.app.support.factories import (
    HTMX,
    a_game,
    a_hosted_game,
    a_phone,
    a_round,
    end_early,
    enter,
    open_form,
    to,
    typed,
)
from tests.app.support.fish import FOUR, in_the_row
from tests.app.support.pages import Page
from tests.app.support.score_pads import PLAIN

TRICKS = {"short_match": False, "crystal_scarcity": True}
SHEET = {"title": "", "lowest_wins": False, "rows": [{"name": "Coins", "most": 7}]}
OPTIONS = {
    "chimera": {"target": 400},
    "chimera_tricks": TRICKS,
    "score_pad": PLAIN,
    "score_sheet": SHEET,
    "big_fish": {"advanced": False},
}
CELL = cell_name("Coins")
TOADS = typed(a_round(toads={"1": 3, "2": 3}))
CATCH, COUNT = {"type": "catch"}, {"type": "count", "counted": "0", "plus": "9", "minus": "0"}
# What is sent, and the field that is wrong.
REFUSED = {
    "chimera": [(TOADS, "toads"), ({"bid": "20", "first_out": "0"}, "chimera")],
    "chimera_tricks": [
        ({"way": "values", "grimoires_0": "x"}, "grimoires_0"),
        ({"way": "values", "grimoires_0": "5 3 1"}, "grimoires"),
        ({"way": "sums", "points_0": "x"}, "points_0"),
    ],
    "score_pad": [({"points_0": "12+", "points_2": "3"}, "points_0"), ({}, "points")],
    "score_sheet": [
        ({"counts_0": "12+", "counts_2": "3"}, "counts_0"),
        ({}, "counts"),
        ({"player": "1", CELL: "9"}, CELL),
    ],
    "big_fish": [
        ({**CATCH, "player": "0", **in_the_row("B1 B2")}, "cards"),
        ({**CATCH, **in_the_row("B1 B2 B3 Y1 Y2")}, "player"),
        ({**COUNT, "plus": "x"}, "plus"),
        ({**COUNT, "counted": "9"}, "counted"),
    ],
}


class Form:
    """The form of the first entry of a game."""

    def __init__(self, game):
        self.phone = a_phone()
        names = FOUR if game == "big_fish" else FOUR[:3]
        self.session = a_game(self.phone, names=names, game=game, options=OPTIONS[game])
        self.fields = open_form(self.phone, to("enter", self.session))
        self.fields.pop("way", None)

    def send(self, fields, headers=None, **more):
        sent = {**self.fields, **fields, **more}
        return self.phone.post(to("enter", self.session), sent, headers=headers)


def bar(response):
    return response.content.decode().partition('id="say-refusal"')[2].partition("</summary>")[0]


@pytest.mark.parametrize("game", REFUSED)
def test_the_bar_gives_the_reason_and_links_to_it(game):
    form = Form(game)
    for fields, field in REFUSED[game]:
        answer = form.send(fields)
        assert answer.status_code == 422, fields
        link = re.search(r'<a href="#(.*?)">\s*(.*?)\s*(?:<small>.*)?</a>', bar(answer), re.DOTALL)
        assert link[1] == f"say-{field}"
        page = Page(answer).text  # without the form for the next round
        assert page.count(f'id="say-{field}"') == 1
        assert link[2] in page.partition(f'id="say-{field}"')[2].partition("</div>")[0]


def test_a_check_gives_the_reason_in_the_bar_too():
    form = Form("chimera")
    for headers in (None, HTMX):
        answer = form.send(TOADS, headers, check="1")
        assert "There are only 4 toads in the deck, not 6." in bar(answer)


def test_all_reasons_are_given_in_the_order_of_the_questions():
    assert "problem" not in bar(Form("chimera").send(TOADS))  # it is a single one
    shown = bar(Form("chimera").send({}))
    assert "There are 3 problems" in shown
    assert re.findall('href="#say-(.*?)"', shown) == ["chimera", "bid", "first_out"]
    shown = bar(Form("big_fish").send(CATCH))
    assert re.findall('href="#say-(.*?)"', shown) == ["player", "cards"]
    shown = bar(Form("score_pad").send({"points_0": "12+", "points_2": "x", "points_1": "3"}))
    texts = re.findall(r">\s*([^<>]*Enter a whole number)", shown)  # it says whose
    assert texts == ["Ana: Enter a whole number", "Cho: Enter a whole number"]


def test_a_reason_without_a_field_is_given_once_in_the_bar():
    phone, session = a_hosted_game(rounds=1)
    form = open_form(phone, to("enter", session))
    end_early(phone, session)
    answer = phone.post(to("enter", session), {**form, **typed(a_round())})
    assert Page(answer).said.count("This game is over") == 1
    assert "<a " not in bar(answer)


def test_a_refused_save_gives_the_focus_to_its_reasons_and_a_check_does_not():
    phone, session = a_hosted_game()
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
