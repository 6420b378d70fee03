"""Wizard, Mölkky and Hearts on their pages: both stages of a round, turns, and bad input."""

from dataclasses import asdict

import pytest
from django.urls import reverse

from scorekeeper.models import GameSession, Revision, Role
from tests.app.support.factories import (
    HTMX,
    a_game,
    a_member,
    a_phone,
    a_setup,
    hidden,
    open_form,
    remove,
    submit,
    table_of,
    to,
    totals,
)
from tests.app.support.pages import Page, assert_refused, text_of
from tests.app.support.score_pads import said
from tests.support.entries import wizard_round

DEFAULTS = {
    "wizard": {"forbid_even_bids": False},
    "molkky": {"target": 50, "back_to": 25, "out_after_three": True},
    "hearts": {"target": 100, "moon": "others"},
}
OUT_OF_TURN = "It is %s’s turn. If it is missing, insert it before this one."


def start(phone, slug, played=(), names=("Ana", "Ben", "Cho"), **options):
    return a_game(
        phone, names=names, rounds=list(played), game=slug, options=DEFAULTS[slug] | options
    )


def start_game(slug, played=(), **more):
    phone = a_phone()
    return phone, start(phone, slug, played, **more)


def throw(player, points):
    return {"player": player, "throw": points}


def parts(name, numbers):
    return {f"{name}_{seat}": n for seat, n in enumerate(numbers) if n is not None}


def send(phone, session, action="enter", headers=None, **fields):
    """Open the form for the next entry, fill in these fields, and send it."""
    form = open_form(phone, to("enter", session))
    return phone.post(to(action, session), {**form, **fields}, headers=headers or {})


def play(phone, session, *bids):
    return send(phone, session, "draft", **parts("bids", bids), play="now")


def rounds(session):
    return [one.data for one in Revision.objects.filter(session=session, slot__gt=0)]


def say(response, field):
    """The text of a page at a field, with single spaces."""
    (place,) = Page(response).all(id=f"say-{field}")
    return text_of(place)


def stages(response):
    """The first question of the page, and what is folded below."""
    first, *_ = Page(response).all("legend")
    return text_of(first), text_of(folded(response).find("summary"))


def folded(response):
    details, *_ = Page(response).all("details", **{"class": "asks stage"})
    return details


# Wizard


def test_bids_come_first_and_stand_on_the_table_until_the_tricks_complete_the_round():
    phone, session = start_game("wizard")
    other = a_member(session.group, Role.SCORER)
    assert stages(phone.get(to("enter", session))) == ("Bids", "After the round")
    response = play(phone, session, 1, 0, 0)
    assert (response.status_code, response.url) == (302, to("table", session))
    for device in (phone, other):
        assert stages(device.get(to("enter", session))) == ("Tricks", "Before the round")
        assert "bids Ana 1, Ben 0, Cho 0" in said(device, session)
    assert not rounds(session)
    assert send(other, session, **parts("tricks", (0, 1, 0))).status_code == 302
    assert rounds(session) == [wizard_round((1, 0, 0), (0, 1, 0))]
    assert totals(session) == (-10, -10, 20)
    assert stages(phone.get(to("enter", session))) == ("Bids", "After the round")


def test_the_button_of_the_table_names_the_step_that_comes_next():
    phone, session = start_game("wizard")
    assert "Nothing entered yet. Enter the bids before you play." in said(phone, session)
    assert button_ahead(phone, session) == ("Enter bids", "Enter bids")
    send(phone, session, "draft", **parts("bids", (1, None, None)))
    assert button_ahead(phone, session) == ("Continue", "Enter bids")
    play(phone, session, 1, 0, 0)
    assert button_ahead(phone, session) == ("Enter tricks", "Enter bids")
    title = Page(phone.get(to("enter", session))).tree.find(".//title")
    assert text_of(title).startswith("Enter tricks · Round 1 · Wizard")
    send(phone, session, "draft", bids_0="")
    assert button_ahead(phone, session) == ("Continue", "Enter bids")


def button_ahead(phone, session):
    """Return what the button says, and what it says of the round after one that waits."""
    links = Page(phone.get(to("table", session))).all("a")
    (link,) = [one for one in links if one.get("data-next")]
    return text_of(link), link.get("data-numbered")


def test_a_table_whose_rounds_are_all_entered_offers_to_fix_the_one_that_does_not_count():
    played = [wizard_round((0, 0, 0), tricks) for tricks in ((1, 0, 0), (1, 1, 1), (1, 1, 1))]
    phone, session = start_game("wizard", played, rounds=3)
    page = Page(phone.get(to("table", session)))
    assert "Round 2 doesn’t count." in page.said
    assert "round left" not in page.said
    assert "Fix round 2" in page.said
    assert not [link for link in page.all("a") if link.get("data-next")]
    assert "First fix what doesn’t count." in said(phone, session, "enter")
    remove(phone, session, 2)
    assert "1 round left" in said(phone, session)
    assert 'data-last="4"' in phone.get(to("enter", session)).content.decode()


def test_a_round_is_not_played_before_everyone_has_bid():
    phone, session = start_game("wizard")
    for bids, message in (
        ((None, None, None), "Enter a number for everyone, even if it is 0."),
        ((1, None, 0), "Enter a number for Ben, even if it is 0."),
    ):
        response = play(phone, session, *bids)
        assert response.status_code == 422
        assert say(response, "bids") == message
        assert stages(response) == ("Bids", "After the round")
        form = Page(response).form(to("enter", session)).fields
        kept = {name: value for name, value in form.items() if name.startswith("bids_")}
        assert kept == {name: [str(n)] for name, n in parts("bids", bids).items()}
    again = phone.get(to("enter", session))  # opened again, it is not an error
    assert say(again, "bids") == ""
    assert "Missing: Bids (Ben)" in Page(again).said


def test_while_bids_are_entered_tricks_are_not_called_missing():
    phone, session = start_game("wizard")

    def missing(**fields):
        return Page(send(phone, session, "draft", HTMX, check="1", **fields)).said

    assert "Missing: Bids (Ben)" in missing(**parts("bids", (1, None, 0)))
    complete = parts("bids", (1, 0, 1))
    assert "Points this round" in missing(**complete)
    assert "Missing" not in missing(**complete)
    assert "Missing: Tricks (Ben, Cho)" in missing(**complete, tricks_0=1)


def test_the_whole_round_can_be_entered_in_one_go_and_what_is_missing_is_in_sight():
    phone, session = start_game("wizard")
    assert "open" not in folded(phone.get(to("enter", session))).attrib
    response = send(phone, session, **parts("bids", (1, 0, 0)))
    assert response.status_code == 422
    assert say(response, "tricks") == "Enter a number for everyone, even if it is 0."
    assert "open" in folded(response).attrib
    response = send(phone, session, **parts("bids", (1, 0, 0)), **parts("tricks", (1, 0, 0)))
    assert response.status_code == 302
    assert rounds(session) == [wizard_round((1, 0, 0), (1, 0, 0))]


def test_tricks_must_add_up_and_stay_tapped_and_bids_can_still_be_corrected():
    phone, session = start_game("wizard")
    play(phone, session, 1, 0, 0)
    response = send(phone, session, **parts("tricks", (1, 1, 0)))
    assert response.status_code == 422
    assert say(response, "tricks") == "Tricks: 1 in all, not 2."
    assert Page(response).form(to("enter", session)).fields["tricks_1"] == ["1"]
    assert not rounds(session)
    response = send(phone, session, **parts("bids", (0, 0, 0)), **parts("tricks", (1, 0, 0)))
    assert response.status_code == 302
    assert rounds(session) == [wizard_round((0, 0, 0), (1, 0, 0))]


def test_a_missing_bid_that_may_not_be_0_is_not_asked_for_even_if_it_is_0():
    phone, session = start_game("wizard", forbid_even_bids=True)
    assert say(play(phone, session, 1, 0), "bids") == "Enter a number for Cho."
    assert say(play(phone, session, 0, 0), "bids") == "Enter a number for Cho, even if it is 0."


def test_the_bid_that_is_not_allowed_stands_at_the_last_player_only():
    phone, session = start_game("wizard", forbid_even_bids=True)
    for bids, places in (((), []), ((0,), []), ((0, 0), ["say-bids_2"])):
        send(phone, session, "draft", HTMX, **parts("bids", bids), check="1")
        page = Page(phone.get(to("enter", session)))
        barred = page.tree.xpath("//*[@data-barred]/ancestor::*[@id][1]/@id")
        assert barred == places


def test_numbers_are_tapped_up_to_six_and_typed_beyond():
    phone = a_phone()
    for played, types in ((5, ["radio"] * 7), (6, [None])):
        done = [wizard_round((0, 0, 0), (n, 0, 0)) for n in range(1, played + 1)]
        session = start(phone, "wizard", done)
        inputs = Page(phone.get(to("enter", session))).all("input", name="bids_0")
        assert [field.get("type") for field in inputs] == types
        tricks = parts("tricks", (played, 1, 0))
        assert send(phone, session, **parts("bids", (0, 0, 0)), **tricks).status_code == 302


def test_a_correction_opens_with_everything_and_changes_it():
    phone, session = start_game("wizard", [wizard_round((1, 0, 0), (1, 0, 0))])
    address = to("correct", session, 1)
    form = open_form(phone, address)
    assert form.items() >= {"bids_0": ["1"], "tricks_0": ["1"], "tricks_1": ["0"]}.items()
    assert "open" in folded(phone.get(address)).attrib
    assert phone.post(address, {**form, **parts("tricks", (0, 1, 0))}).status_code == 302
    assert totals(session) == (-10, -10, 20)


def test_a_forgotten_round_asks_for_bids_first_and_hides_none_of_what_is_missing():
    phone, session = start_game("wizard", [wizard_round((1, 0, 0), (1, 0, 0))])
    address = f"{to('enter', session)}?before=1"
    page = phone.get(address)
    assert stages(page) == ("Bids", "After the round")
    assert "open" in folded(page).attrib
    sent = {**open_form(phone, address, to("enter", session)), **parts("tricks", (0, 1, 0))}
    page = phone.post(to("enter", session), sent)
    assert page.status_code == 422
    assert stages(page) == ("Bids", "After the round")
    assert "open" in folded(page).attrib
    sent |= parts("bids", (0, 1, 0))
    assert phone.post(to("enter", session), sent).status_code == 302
    assert rounds(session)[1] == wizard_round((0, 1, 0), (0, 1, 0))


# Mölkky


def test_the_form_names_the_thrower_and_needs_one_number():
    phone, session = start_game("molkky", [throw(0, 7)])
    button, *_ = Page(phone.get(to("table", session))).all("a", **{"data-next": "2"})
    assert text_of(button) == "Enter Ben’s throw"
    assert button.get("data-numbered") == "Enter throw 2"
    assert "Thrower B Ben" in said(phone, session, "enter")
    refused = send(phone, session)
    assert refused.status_code == 422
    assert say(refused, "throw") == "Enter a number, even if it is 0."
    response = send(phone, session, throw="12")
    assert response.status_code == 302
    assert response.url.startswith(to("enter", session))  # for the next throw
    assert rounds(session)[-1] == throw(1, 12)
    assert "Thrower C Cho" in Page(phone.get(response.url)).said
    assert send(phone, session, throw="0", done="1").url.startswith(to("table", session))


def test_the_form_says_how_everyone_stands_and_who_has_a_last_chance():
    phone, session = start_game("molkky", [throw(n % 3, (7, 0, 12)[n % 3]) for n in range(7)])
    (standings,) = Page(phone.get(to("enter", session))).all("ol", **{"aria-label": "Standings"})
    assert [text_of(row) for row in standings] == [
        "B Ben ✕✕ · one more miss and Ben is out · needs 50 0",
        "C Cho needs 26 more 24",
        "A Ana needs 29 more 21",
    ]
    assert "✕✕ · one more miss and Ben is out" in said(phone, session)


def test_a_correction_asks_who_threw_refuses_another_and_says_nothing_of_the_next_throw():
    phone, session = start_game("molkky", [throw(0, 7), throw(1, 3)])
    address = to("correct", session, 2)
    page = Page(phone.get(address))
    assert not page.all("ol", **{"aria-label": "Standings"})
    form = hidden(page, address)
    assert (form["player"], form["throw"]) == (["1"], ["3"])
    refused = phone.post(address, {**form, "player": "2"})
    assert refused.status_code == 422
    assert say(refused, "player") == OUT_OF_TURN % "Ben"
    assert phone.post(address, {**form, "throw": "4"}).status_code == 302
    assert totals(session) == (7, 4, 0)


def test_falling_back_to_the_target_or_beyond_is_refused_at_the_option():
    for back_to in ("own", "25"):
        sent = {"target": "own", "own_target": "25", "back_to": back_to, "own_back_to": "30"}
        response = a_phone().post(reverse("new", args=["molkky"]), a_setup(**sent, start="1"))
        assert_refused(response, "This must be less than the target.")
    assert not GameSession.objects.exists()


def test_a_game_in_turns_says_turn():
    phone = a_phone()
    limits = {"target": 10, "back_to": 0}
    session = start(phone, "molkky", **limits)
    table = said(phone, session)
    assert "Play the first turn" in table
    assert "round" not in table.lower()
    session = start(phone, "molkky", [throw(0, 10)], **limits)
    assert "after 1 turn" in said(phone, session)
    assert "another turn won’t count" in said(phone, session, "enter")
    assert "round" not in (said(phone, session) + said(phone, session, "enter")).lower()


THREE_EACH = [throw(seat, points) for points in (1, 2, 3) for seat in range(3)]


def test_inserting_or_removing_a_turn_warns_first_and_the_table_says_how_to_put_it_right():
    phone, session = start_game("molkky", THREE_EACH)
    warning = "Throw 5 and later turns, 2 in all, would no longer count."
    assert f"{warning} If that leaves the turns out of order" in said(phone, session, "round", 4)
    forgotten = f"{to('enter', session)}?before=5"
    response = submit(phone, forgotten, to("enter", session), throw="2", check="1")
    assert "Throw 6 would no longer count. If that leaves the turns out of" in Page(response).said
    remove(phone, session, 4)
    assert f"Throw 4 doesn’t count. {OUT_OF_TURN % 'Ana'}" in said(phone, session)
    inserted = open_form(phone, f"{to('enter', session)}?before=5", to("enter", session))
    assert inserted["player"] == ["0"]  # the player whose turn is missing
    assert phone.post(to("enter", session), {**inserted, "throw": "2"}).status_code == 302
    assert "doesn’t count" not in said(phone, session)
    assert totals(session) == (6, 6, 6)


# Hearts


def test_points_that_are_not_26_are_refused_and_stay_typed():
    phone, session = start_game("hearts")
    keys = {key.get("value") for key in Page(phone.get(to("enter", session))).all("button")}
    assert {"−", "+"} < keys
    assert "±" not in keys  # no number may be negative
    for taken, message in (
        ((13, 12, None), "Points taken: 26 in all, not 25."),
        ((13, 12, 2), "Points taken: 26 in all, not 27."),
        ((None, None, None), "Points taken: 26 in all, not 0."),
    ):
        response = send(phone, session, **parts("taken", taken))
        assert response.status_code == 422
        assert say(response, "taken") == message
        kept = Page(response).form(to("enter", session)).fields
        typed = [["" if n is None else str(n)] for n in taken]
        assert [kept[f"taken_{seat}"] for seat in range(3)] == typed
    assert not rounds(session)


def test_a_sum_that_is_short_is_missing_the_rest():
    phone, session = start_game("hearts")
    page = send(phone, session, **parts("taken", (13, 8, 0)), check="1")
    assert "Missing: Points taken (5 of 26 left)" in Page(page).said
    assert send(phone, session, taken_0="13", taken_2="10+3").status_code == 302
    assert rounds(session) == [{"taken": {"0": 13, "2": 13}}]  # Ben, left blank, took nothing


# All of them


@pytest.mark.parametrize("slug", DEFAULTS)
def test_a_game_starts_with_the_options_of_its_form(slug):
    phone = a_phone()
    address = reverse("new", args=[slug])
    response = submit(phone, address, seat=["Ana", "Ben", "Cho"], start="1")
    assert response.status_code == 302
    (session,) = GameSession.objects.all()
    assert DEFAULTS[slug].items() <= asdict(table_of(session).setup.options).items()
