"""Entering a round: what is asked, checked and refused; and that it is saved once."""

import re
from uuid import uuid4

import pytest

from scorekeeper.models import Revision, Role
from tests.app.support.factories import (
    HTMX,
    a_game,
    a_member,
    a_phone,
    a_round,
    correct,
    enter,
    open_form,
    set_target,
    table_of,
    to,
    totals,
    typed,
)
from tests.app.support.pages import Page

pytestmark = pytest.mark.django_db


def send(phone, session, entry, **more):
    """Send only these fields of a round."""
    stamp = {"slot": table_of(session).next_slot, "revision": 0, "submission": uuid4()}
    return phone.post(to("enter", session), {**stamp, **typed(entry), **more})


def kept(response, session):
    return Page(response).form(to("enter", session)).fields


def test_a_round_is_entered_and_the_table_shows_it():
    phone = a_phone()
    session = a_game(phone)
    response = enter(
        phone, session, a_round(0, 20, traps=1, idle_hunters=[1], toads={"2": 2}, cats={"0": 1})
    )
    assert response.status_code == 302
    assert response.url == f"{to('table', session)}#saved"
    assert totals(session) == (95, 0, 20)
    assert "Ana leads with 95 of 400" in Page(phone.get(response.url)).said


def test_stored_entries_contain_seat_numbers_and_no_names():
    phone = a_phone()
    session = a_game(phone)
    enter(phone, session, a_round(2, 40, traps=1, toads={"1": 3}))
    data = Revision.objects.get(slot=1).data
    assert data["chimera"] == 2
    assert data["toads"] == {"1": 3}
    assert not any(name in str(data) for name in ("Ana", "Ben", "Cho"))


def test_nothing_is_preselected():
    phone = a_phone()
    fields = kept(phone.get(to("enter", session := a_game(phone))), session)
    assert not fields.keys() & {"chimera", "bid", "first_out", "idle_hunters", "chimera_attack"}


def test_a_check_shows_everyones_points_and_stores_nothing():
    phone = a_phone()
    session = a_game(phone)
    entry = a_round(0, 20, traps=1, idle_hunters=[1], toads={"2": 2})
    response = send(phone, session, entry, check="1")
    assert response.status_code == 200
    assert "2 × 20 + 1 trap (25) + idle hunter (25) = 90" in Page(response).said
    assert Revision.objects.filter(slot=1).count() == 0
    fields = kept(response, session)
    assert (fields["chimera"], fields["traps"], fields["idle_hunters"]) == (["0"], ["1"], ["1"])
    assert fields["toads_2"] == ["2"]


def test_a_checked_round_can_be_saved_unchanged():
    phone = a_phone()
    session = a_game(phone)
    fields = kept(send(phone, session, a_round(1, 30), check="1"), session)
    assert phone.post(to("enter", session), fields).status_code == 302
    assert totals(session) == (0, 60, 0)


def test_a_check_of_an_incomplete_round_says_what_is_missing():
    phone = a_phone()
    response = send(phone, a_game(phone), {"bid": 20}, check="1")
    assert response.status_code == 200
    said = Page(response).said
    assert re.search("Missing: .*Chimera, .*out first", said, re.IGNORECASE)
    assert "Choose the Chimera. Choose" not in said


def test_bonuses_pay_nothing_when_a_hunter_went_out_but_stay_visible():
    phone = a_phone()
    session = a_game(phone)
    response = send(phone, session, a_round(0, 40, first_out=1, chimera_attack=True), check="1")
    assert "No bonus: a hunter went out first." in Page(response).said
    send(phone, session, a_round(0, 40, first_out=1, chimera_attack=True))
    assert totals(session) == (-40, 20, 20)
    assert Revision.objects.get(slot=1).data["chimera_attack"] is True


@pytest.mark.parametrize(
    ("entry", "field", "why"),
    [
        ({"bid": 20, "first_out": 0}, "chimera", "Choose the Chimera."),
        ({"chimera": 0, "first_out": 0}, "bid", "Choose the bid."),
        ({"chimera": 0, "bid": 20}, "first_out", "Choose who went out first."),
        (a_round(0, 50), "bid", "A bid must be 20, 30 or 40."),
        (a_round(3), "chimera", "Choose the Chimera."),
        (a_round("²"), "chimera", "Choose the Chimera."),
        (a_round(0, traps=14), "traps", "13"),
        (a_round(0, traps="²"), "traps", "13"),
        (a_round(0, traps="9" * 2000), "traps", "13"),
        (a_round(0, traps=-1), "traps", "13"),
        (a_round(0, traps=6, idle_hunters=[1, 2]), "traps", "at most 5 traps"),
        (
            a_round(0, idle_hunters=[0]),
            "idle_hunters",
            "Ana was the Chimera and led the first trick",
        ),
        (
            a_round(0, first_out=1, idle_hunters=[1]),
            "idle_hunters",
            "Ben went out first, so cannot be idle.",
        ),
        (
            a_round(0, idle_hunters=[2], toads={"2": 1}),
            "toads",
            "Cho was idle, so cannot have won toads.",
        ),
        (
            a_round(0, idle_hunters=[2], cats={"2": 1}),
            "cats",
            "Cho was idle, so cannot have won cats.",
        ),
        (a_round(0, idle_hunters=[7]), "idle_hunters", "Select a valid choice"),
        (a_round(0, toads={"0": 3, "1": 2}), "toads", "There are only 4 toads in the deck, not 5."),
        (a_round(0, cats={"0": 3, "1": 2}), "cats", "There are only 4 cats in the deck, not 5."),
        (a_round(0, toads={"0": 5}), "toads", "Select a valid choice"),
        (a_round(0, toads={"0": "²"}), "toads", "Select a valid choice"),
        (a_round(0, toads={"0": "9" * 2000}), "toads", "Select a valid choice"),
        (a_round(0, cats={"1": "-1"}), "cats", "Select a valid choice"),
    ],
)
def test_an_impossible_round_is_refused_beside_its_field(entry, field, why):
    phone = a_phone()
    session = a_game(phone)
    response = send(phone, session, entry)
    assert response.status_code == 422
    beside = response.content.decode().partition(f'id="say-{field}"')[2].partition("</div>")[0]
    assert why in beside
    assert Revision.objects.filter(slot=1).count() == 0


def test_a_refused_round_keeps_everything_tapped():
    phone = a_phone()
    session = a_game(phone)
    entry = a_round(
        0, 30, traps=2, chimera_attack=True, idle_hunters=[1], toads={"0": 3, "2": 3}, cats={"0": 1}
    )
    fields = kept(send(phone, session, entry), session)
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


def test_a_refused_round_can_be_fixed_and_saved():
    phone = a_phone()
    session = a_game(phone)
    fields = kept(send(phone, session, a_round(0, 30, idle_hunters=[0])), session)
    assert phone.post(to("enter", session), {**fields, "idle_hunters": ["1"]}).status_code == 302
    assert totals(session) == (85, 0, 0)


def test_a_repeated_save_counts_once_and_is_answered_alike():
    phone = a_phone()
    session = a_game(phone)
    fields = {**open_form(phone, to("enter", session)), **typed(a_round(0, 20, toads={"1": 2}))}
    answers = [phone.post(to("enter", session), fields) for _ in range(3)]
    assert {(answer.status_code, answer.url) for answer in answers} == {
        (302, f"{to('table', session)}#saved")
    }
    assert Revision.objects.filter(session=session).count() == 2
    assert totals(session) == (40, 20, 0)


def test_a_repeated_save_that_ended_the_game_is_answered_alike():
    phone = a_phone()
    session = a_game(phone, target=40)
    fields = {**open_form(phone, to("enter", session)), **typed(a_round(0, 20))}
    assert [phone.post(to("enter", session), fields).status_code for _ in range(2)] == [302, 302]
    assert Revision.objects.filter(session=session).count() == 2


def test_a_repeated_save_does_not_undo_a_later_correction():
    phone = a_phone()
    session = a_game(phone)
    fields = {**open_form(phone, to("enter", session)), **typed(a_round(0, 20))}
    phone.post(to("enter", session), fields)
    correct(phone, session, 1, a_round(1, 40))
    assert phone.post(to("enter", session), fields).status_code == 302
    assert totals(session) == (0, 80, 0)


def test_the_same_submission_with_other_data_is_a_conflict():
    phone = a_phone()
    session = a_game(phone)
    fields = open_form(phone, to("enter", session))
    phone.post(to("enter", session), {**fields, **typed(a_round(0, 20))})
    assert phone.post(to("enter", session), {**fields, **typed(a_round(1, 20))}).status_code == 409
    assert totals(session) == (40, 0, 0)


def test_a_submission_counts_once_whichever_round_it_names():
    phone = a_phone()
    session = a_game(phone)
    fields = {**open_form(phone, to("enter", session)), **typed(a_round(0, 20))}
    phone.post(to("enter", session), fields)
    assert phone.post(to("enter", session), {**fields, "slot": "2"}).status_code == 302
    assert phone.post(to("enter", session), {**fields, "slot": "2", "bid": "30"}).status_code == 409
    assert totals(session) == (40, 0, 0)


@pytest.mark.parametrize(
    "garbage",
    [
        {"slot": ""},
        {"slot": "x"},
        {"slot": "0"},
        {"slot": "-1"},
        {"slot": "9" * 2000},
        {"slot": "1\x00"},
        {"revision": ""},
        {"revision": "-1"},
        {"submission": ""},
        {"submission": "once"},
        {"submission": "\x00"},
        {"before": "x"},
        {"before": "0"},
        {"slot": "2", "revision": "5"},
        {"slot": "2", "revision": "1"},
        {"revision": "7"},
        {"before": "9" * 18},
    ],
)
@pytest.mark.parametrize("page", ["enter", "draft"])
def test_forged_hidden_fields_save_nothing(page, garbage):
    phone = a_phone()
    session = a_game(phone, rounds=1)
    stamp = {"slot": "1", "revision": "0", "submission": str(uuid4())}
    response = phone.post(to(page, session), {**stamp, **typed(a_round(1)), **garbage})
    assert response.status_code in (302, 404, 409)
    assert Revision.objects.filter(session=session).count() == 2


def test_an_automatic_check_is_answered_with_the_whole_page():
    phone = a_phone()
    session = a_game(phone)
    fields = open_form(phone, to("enter", session))
    response = phone.post(
        to("draft", session), {**fields, **typed(a_round()), "check": "1"}, headers=HTMX
    )
    assert response.status_code == 200
    assert "2 × 20 = 40" in Page(response).said


def test_a_round_entered_after_the_end_is_kept_and_does_not_count():
    phone = a_phone()
    session = a_game(phone, target=40, rounds=1)
    assert enter_late(phone, session).status_code == 302
    assert totals(session) == (40, 0, 0)
    said = Page(phone.get(to("table", session))).said
    assert "Round 2 doesn’t count. The game ended with round 1." in said
    assert "Ana wins with 40" in said


def test_many_rounds_after_the_end_are_reported_on_one_line_with_nothing_to_fix():
    phone = a_phone()
    session = a_game(phone, target=800, rounds=17)
    set_target(phone, session, 280)
    page = Page(phone.get(to("table", session)))
    line = "Rounds 8–17 don’t count. The game ended with round 7."
    assert page.said.count("The game ended") == page.said.count(line) == 1
    assert (
        page.said.index("Ana wins with 280")
        < page.said.index(line)
        < page.said.index("Score sheet")
    )
    assert "Fix" not in page.said
    assert page.said.count("doesn’t count") == 10  # once a row, for who hears the sheet


def test_the_chart_ends_with_the_last_round_that_counts():
    phone = a_phone()
    session = a_game(phone, target=80, rounds=6)
    assert table_of(session).totals_over_time == [(40, 0, 0), (80, 0, 0)]
    for page in ("table", "display"):
        chart = phone.get(to(page, session)).context["chart"]
        assert [mark.label for mark in chart.rounds] == ["1", "2"]


def test_a_draft_is_hidden_while_the_game_is_over_and_returns_with_it():
    phone = a_phone()
    session = a_game(phone, target=80, rounds=1)
    fields = open_form(phone, to("enter", session))
    phone.post(to("draft", session), {**fields, "bid": "30"})
    other = a_member(session.group, Role.SCORER)
    assert "bid 30" in Page(phone.get(to("table", session))).said
    set_target(phone, session, 40)
    for device in (phone, other):
        said = Page(device.get(to("table", session))).said
        assert "bid 30" not in said
        assert "is entering" not in said
    set_target(phone, session, 80)
    assert "bid 30" in Page(phone.get(to("table", session))).said


def test_the_form_for_a_round_after_the_end_says_so_before_it_is_saved():
    phone = a_phone()
    session = a_game(phone, target=80, rounds=2)
    over = "The game is over: another round won’t count."
    assert over in Page(phone.get(to("enter", session))).said
    assert over not in Page(phone.get(to("correct", session, 1))).said
    assert over not in Page(phone.get(to("enter", session) + "?before=1")).said
    set_target(phone, session, 400)
    assert over not in Page(phone.get(to("enter", session))).said


def enter_late(phone, session):
    return enter(phone, session, a_round(1, 40))


def test_the_page_of_a_round_after_the_end_says_so():
    phone = a_phone()
    session = a_game(phone, target=40, rounds=2)
    assert (
        "Doesn’t count. The game ended with round 1."
        in Page(phone.get(to("round", session, 2))).said
    )


def test_the_form_for_a_round_names_the_round():
    phone = a_phone()
    assert "Enter round 3" in Page(phone.get(to("enter", a_game(phone, rounds=2)))).said


@pytest.mark.parametrize("before", ["0", "7", "x", "\x00", "²", "-1", "9" * 30, "9" * 2000])
def test_an_invalid_round_to_insert_before_opens_the_next_round(before):
    phone = a_phone()
    session = a_game(phone, rounds=1)
    response = phone.get(to("enter", session), {"before": before})
    assert "Enter round 2" in Page(response).said
    assert kept(response, session).get("before", [""]) == [""]
