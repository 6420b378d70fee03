"""Entering a round: what is asked, checked and refused; and that it is saved once."""

import re
from uuid import uuid4

import pytest
from django.http import QueryDict

from scorekeeper.models import Revision, Role
from scorekeeper.tables.entering.entry import fresh_stamp, read_stamp, validate_entry
from tests.app.support.factories import (
    HTMX,
    a_hosted_game,
    a_member,
    a_round,
    correct,
    draft,
    enter,
    open_form,
    said,
    set_target,
    table_of,
    to,
    totals,
    typed,
)
from tests.app.support.pages import Page


def send(phone, session, entry, **more):
    """Send only these fields of a round."""
    stamp = {"slot": table_of(session).log.next_slot, "revision": 0, "submission": uuid4()}
    return phone.post(to("enter", session), {**stamp, **typed(entry), **more})


def kept(response, session):
    return Page(response).form(to("enter", session)).fields


def revisions(session):
    return Revision.objects.filter(session=session).count()


def test_a_round_is_entered_and_the_table_shows_it():
    phone, session = a_hosted_game()
    page = Page(phone.get(to("enter", session)))
    nothing_chosen = {"chimera", "bid", "first_out", "idle_hunters", "chimera_attack"}
    assert "Enter round 1" in page.said
    assert not page.form(to("enter", session)).fields.keys() & nothing_chosen
    response = enter(
        phone, session, a_round(0, 20, traps=1, idle_hunters=[1], toads={"2": 2}, cats={"0": 1})
    )
    assert (response.status_code, response.url) == (302, f"{to('table', session)}#saved")
    assert totals(session) == (95, 0, 20)
    assert "Ana leads with 95 of 400" in Page(phone.get(response.url)).said
    data = Revision.objects.get(slot=1).data
    assert (data["chimera"], data["toads"]) == (0, {"2": 2})  # by seat, not by name


def test_a_check_shows_everyones_points_and_stores_nothing():
    phone, session = a_hosted_game()
    entry = a_round(0, 20, traps=1, idle_hunters=[1], toads={"2": 2})
    response = send(phone, session, entry, check="1")
    assert response.status_code == 200
    assert "2 × 20 + 1 trap (25) + idle hunter (25) = 90" in Page(response).said
    assert revisions(session) == 1
    assert phone.post(to("enter", session), kept(response, session)).status_code == 302
    assert totals(session) == (90, 0, 20)


def test_a_check_of_an_incomplete_round_says_what_is_missing():
    response = send(*a_hosted_game(), {"bid": 20}, check="1")
    assert response.status_code == 200
    page = Page(response).said
    assert re.search("Missing: .*Chimera, .*out first", page, re.IGNORECASE)
    assert "Choose the Chimera. Choose" not in page


def test_bonuses_pay_nothing_when_a_hunter_went_out_but_stay_visible():
    phone, session = a_hosted_game()
    entry = a_round(0, 40, first_out=1, chimera_attack=True)
    response = send(phone, session, entry, check="1")
    assert "No bonus: a hunter went out first." in Page(response).said
    send(phone, session, entry)
    assert totals(session) == (-40, 20, 20)
    assert Revision.objects.get(slot=1).data["chimera_attack"] is True


VALID = "Select a valid choice"
IMPOSSIBLE = [
    ({"bid": 20, "first_out": 0}, "chimera", "Choose the Chimera."),
    ({"chimera": 0, "first_out": 0}, "bid", "Choose the bid."),
    ({"chimera": 0, "bid": 20}, "first_out", "Choose who went out first."),
    (a_round(0, 50), "bid", "A bid must be 20, 30 or 40."),
    (a_round(3, first_out=0), "chimera", "Choose the Chimera."),
    (a_round("²", first_out=0), "chimera", "Choose the Chimera."),
    (a_round(0, traps=14), "traps", "13"),
    (a_round(0, traps="²"), "traps", "13"),
    (a_round(0, traps="9" * 2000), "traps", "13"),
    (a_round(0, traps=-1), "traps", "13"),
    (a_round(0, traps=6, idle_hunters=[1, 2]), "traps", "at most 5 traps"),
    (a_round(0, idle_hunters=[0]), "idle_hunters", "Ana was the Chimera and led"),
    (a_round(0, idle_hunters=[2], toads={"2": 1}), "toads", "Cho was idle, so cannot have"),
    (a_round(0, idle_hunters=[2], cats={"2": 1}), "cats", "Cho was idle, so cannot have"),
    (a_round(0, idle_hunters=[7]), "idle_hunters", VALID),
    (a_round(0, toads={"0": 3, "1": 2}), "toads", "There are only 4 toads in the deck, not 5."),
    (a_round(0, toads={"0": 5}), "toads", VALID),
    (a_round(0, toads={"0": "²"}), "toads", VALID),
    (a_round(0, toads={"0": "9" * 2000}), "toads", VALID),
    (a_round(0, cats={"1": "-1"}), "cats", VALID),
]


def test_an_impossible_round_has_its_error_at_the_field_that_is_wrong():
    table = table_of(a_hosted_game()[1])
    stamp = fresh_stamp(1, 0)
    for entry, field, why in IMPOSSIBLE:
        data = QueryDict(mutable=True)
        for name, value in typed(entry).items():
            data.setlist(name, value if isinstance(value, list) else [value])
        errors = validate_entry(table, stamp, data).form.errors
        assert list(errors) == [field], entry
        assert why in str(errors[field]), entry


def test_a_refused_round_says_why_keeps_everything_tapped_and_can_be_fixed():
    phone, session = a_hosted_game()
    entry = a_round(
        0, 30, traps=2, chimera_attack=True, idle_hunters=[1], toads={"0": 3, "2": 3}, cats={"0": 1}
    )
    response = send(phone, session, entry)
    assert response.status_code == 422
    beside = response.content.decode().partition('id="say-toads"')[2].partition("</div>")[0]
    assert "There are only 4 toads in the deck, not 6." in beside
    assert revisions(session) == 1
    fields = kept(response, session)
    assert {key: fields[key] for key in typed(entry)} == {
        "chimera": ["0"],
        "bid": ["30"],
        "first_out": ["0"],
        "traps": ["2"],
        "chimera_attack": ["on"],
        "idle_hunters": ["1"],
        "toads_0": ["3"],
        "toads_2": ["3"],
        "cats_0": ["1"],
    }
    fixed = {**fields, "toads_2": "1"}
    assert phone.post(to("enter", session), fixed).status_code == 302
    assert totals(session)[2] == 10


def test_a_repeated_save_counts_once_and_is_answered_alike():
    phone, session = a_hosted_game(target=40)
    fields = {**open_form(phone, to("enter", session)), **typed(a_round(0, 20, toads={"1": 2}))}
    answers = [phone.post(to("enter", session), fields) for _ in range(2)]  # it ends the game
    assert {(answer.status_code, answer.url) for answer in answers} == {
        (302, f"{to('table', session)}#saved")
    }
    assert (revisions(session), totals(session)) == (2, (40, 20, 0))
    elsewhere = [{"slot": "2"}, {"slot": "2", "bid": "30"}, typed(a_round(1, 20))]
    assert [
        phone.post(to("enter", session), {**fields, **change}).status_code for change in elsewhere
    ] == [302, 409, 409]
    assert revisions(session) == 2
    correct(phone, session, 1, a_round(1, 30))
    assert phone.post(to("enter", session), fields).status_code == 302
    assert totals(session) == (0, 60, 0)


STAMP = {"slot": "1", "revision": "0", "submission": str(uuid4())}


MALFORMED = {
    "slot": ("", "x", "-1", "9" * 2000, "1\x00"),
    "revision": ("", "-1"),
    "submission": ("", "once", "\x00"),
    "before": ("x", "0", "00", "9" * 18),
}


def test_malformed_hidden_fields_are_no_stamp():
    data = QueryDict(mutable=True)
    data.update(STAMP)
    assert read_stamp(data)
    for name, values in MALFORMED.items():
        for value in values:
            garbage = data.copy()
            garbage[name] = value
            assert read_stamp(garbage) is None, (name, value)


@pytest.mark.parametrize("page", ["enter", "draft"])
def test_forged_hidden_fields_save_nothing(page):
    phone, session = a_hosted_game(rounds=1)
    for forged in (
        {"slot": "x"},
        {"slot": "0"},
        {"slot": "2", "revision": "5"},
        {"slot": "2", "revision": "1"},
        {"revision": "7"},
    ):
        response = phone.post(to(page, session), {**STAMP, **typed(a_round(1)), **forged})
        assert response.status_code == 404, forged
    response = phone.post(to(page, session), {**STAMP, **typed(a_round(1))})
    assert response.status_code == 409
    assert revisions(session) == 2


def test_an_automatic_check_is_answered_with_the_form_alone():
    phone, session = a_hosted_game()
    fields = {**open_form(phone, to("enter", session)), **typed(a_round()), "check": "1"}
    response = phone.post(to("draft", session), fields, headers=HTMX)
    assert response.status_code == 200
    page = Page(response)
    assert "2 × 20 = 40" in page.said
    assert (len(page.forms), page.count("h1")) == (1, 0)


OVER = "The game is over: another round won’t count."


def test_a_round_entered_after_the_end_is_kept_and_does_not_count():
    phone, session = a_hosted_game(target=40, rounds=1)
    assert OVER in said(phone, "enter", session)
    assert OVER not in said(phone, "correct", session, 1)
    assert OVER not in Page(phone.get(to("enter", session) + "?before=1")).said
    assert enter(phone, session, a_round(1, 40)).status_code == 302
    assert totals(session) == (40, 0, 0)
    table = said(phone, "table", session)
    assert "Round 2 doesn’t count. The game ended with round 1." in table
    assert "Ana wins with 40" in table
    assert "Doesn’t count. The game ended with round 1." in said(phone, "round", session, 2)
    for page in ("table", "display"):
        shown = Page(phone.get(to(page, session))).tree
        assert shown.xpath("//svg/g[@text-anchor='middle']/text/text()") == ["1"]
    set_target(phone, session, 400)
    assert OVER not in said(phone, "enter", session)


def test_many_rounds_after_the_end_are_reported_on_one_line_with_nothing_to_fix():
    phone, session = a_hosted_game(target=800, rounds=17)
    set_target(phone, session, 280)
    page = said(phone, "table", session)
    line = "Rounds 8–17 don’t count. The game ended with round 7."
    assert page.count("The game ended") == page.count(line) == 1
    assert page.index("Ana wins with 280") < page.index(line) < page.index("Score sheet")
    assert "Fix" not in page
    assert page.count("doesn’t count") == 10  # once a row, for who hears the sheet
    assert table_of(session).totals_over_time[-1] == (280, 0, 0)


def test_a_draft_is_hidden_while_the_game_is_over_and_returns_with_it():
    phone, session = a_hosted_game(target=80, rounds=1)
    draft(phone, session, bid="30")
    other = a_member(session.group, Role.SCORER)
    assert "bid 30" in said(phone, "table", session)
    set_target(phone, session, 40)
    for device in (phone, other):
        page = said(device, "table", session)
        assert "bid 30" not in page
        assert "is entering" not in page
    set_target(phone, session, 80)
    assert "bid 30" in said(phone, "table", session)


def test_an_invalid_round_to_insert_before_opens_the_next_round():
    phone, session = a_hosted_game(rounds=1)
    for before in ("0", "7", "x", "-1"):
        response = phone.get(to("enter", session), {"before": before})
        assert "Enter round 2" in Page(response).said, before
        assert kept(response, session).get("before", [""]) == [""], before
