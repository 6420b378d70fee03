"""Starting a game: seats and options."""

from uuid import uuid4

import pytest
from django.urls import reverse

from scorekeeper.models import GameSession, Group, Member, Player, Revision, Role
from tests.app.support.factories import (
    NAMES,
    a_game,
    a_group,
    a_hosted_game,
    a_hosted_group,
    a_member,
    a_phone,
    a_setup,
    device,
    start,
    table_of,
    to,
)
from tests.app.support.pages import Page, assert_refused, text_of
from tests.app.support.queries import queries_of
from tests.app.test_people import UNREADABLE, rename

NEW = reverse("new", args=["chimera"])


def setup_form(response):
    return Page(response).form_called("setup")


def stored():
    return [model.objects.count() for model in (Group, Member, Player, GameSession, Revision)]


def names_in(session):
    return table_of(session).names


def offered(form):
    """The players who can be seated with one tap."""
    return [button["value"] for button in form.buttons if button.get("name") == "add"]


def test_a_first_group_is_named_after_as_many_players_as_fit():
    for letters, fit, more in (12, 3, ""), (13, 2, " +1"), (40, 1, " +2"):
        names = [letter * letters for letter in "ABC"]
        start(a_phone(), seat=names)
        assert Group.objects.latest("pk").name == ", ".join(names[:fit]) + more


def test_a_first_game_creates_a_group_with_this_phone_as_host():
    phone = a_phone()
    response = start(phone)
    session = GameSession.objects.get()
    assert response.url == f"/table/{session.pk}/"
    assert names_in(session) == list(NAMES)
    assert session.group.name == "Ana, Ben, Cho"
    member = Member.objects.get()
    assert (member.device, member.role, member.session) == (device(phone), Role.HOST, None)
    assert phone.cookies["device"].value not in {*member.__dict__.values()}  # it is a secret


def test_a_new_phone_types_names_and_starts():
    phone = a_phone()
    page = Page(phone.get(NEW))
    assert "Ralph H. Anderson" in page.said
    assert "Not affiliated" in page.said
    setup = page.form_called("setup")
    assert setup.buttons[0]["name"] == "type"  # which Enter presses, also without scripts
    form = setup.fields
    assert form["target"] == ["400"]  # that of the rulebook
    for name in NAMES:
        response = phone.post(NEW, {**form, "name": name, "type": "1"})
        assert response.status_code == 200
        form = setup_form(response).fields
    assert form["seat"] == list(NAMES)
    assert form["name"] == [""]
    assert stored() == [0, 0, 0, 0, 0]
    assert phone.post(NEW, {**form, "start": "1"}).status_code == 302
    assert names_in(GameSession.objects.get()) == list(NAMES)


def test_what_is_in_the_input_is_seated_on_start_and_an_unused_target_ignored():
    more = {"seat": ["Ana", "Ben"], "name": "Cho", "target": "300", "own_target": "many"}
    assert start(a_phone(), **more).status_code == 302
    session = GameSession.objects.get()
    assert names_in(session) == list(NAMES)
    assert table_of(session).target == 300


def test_three_known_players_take_three_taps_and_start(phone):
    form = setup_form(phone.get(NEW)).fields
    for name in ("Cho", "Ana", "Ben", "Ana"):  # a second tap does nothing
        shown = setup_form(phone.post(NEW, {**form, "add": name}))
        form = shown.fields
        assert offered(shown) == list(NAMES)
    assert phone.post(NEW, {**form, "start": "1"}).status_code == 302
    assert names_in(GameSession.objects.get()) == ["Cho", "Ana", "Ben"]
    assert Player.objects.count() == 3


@pytest.mark.parametrize("path", ["new", "seats"])
def test_of_a_large_group_the_players_of_late_are_in_sight_and_the_others_behind_a_tap(path):
    phone = a_phone()
    names = [f"Player {number:02}" for number in range(40)]
    group = a_group(phone, names=names)
    session = a_game(phone, group, names=("Player 38", "Player 39", "Player 37"), game="score_pad")
    address = to(path, session) if path == "seats" else reverse(path, args=["score_pad"])
    page = Page(phone.get(address))
    chips = [
        button.get("value")
        for button in page.all("button")
        if button.get("name") in ("add", "known") and button.get("value")
    ]
    folded = [
        button.get("value")
        for fold in page.all("details")
        for button in fold.iter("button")
        if button.get("value") in names
    ]
    at_table = names[37:]
    assert set(chips) == set(names if path == "new" else names[:37])
    assert (set(at_table) <= set(chips[:3])) == (path == "new")
    assert chips[24:] == folded
    assert f"{len(folded)} more players" in page.said


REARRANGED = [
    ({"up": "1"}, ["Ben", "Ana", "Cho"]),
    ({"up": "0"}, NAMES),
    ({"down": "1"}, ["Ana", "Cho", "Ben"]),
    ({"down": "2"}, NAMES),
    ({"out": "1"}, ["Ana", "Cho"]),
    ({"out": "7"}, NAMES),
    ({"up": "²"}, NAMES),
    ({"up": "-1"}, NAMES),
    ({"regroup": "1"}, NAMES),
    ({"type": "1", "name": ""}, NAMES),
    ({"switch": "1"}, NAMES),
]


def test_a_button_that_rearranges_the_form_stores_nothing():
    phone = a_phone()
    for button, seated in REARRANGED:
        response = phone.post(NEW, {**a_setup(target="own", own_target="x"), **button})
        assert response.status_code == 200, button
        page = Page(response)
        form = page.form_called("setup").fields
        assert (form["seat"], form["own_target"]) == (list(seated), ["x"]), button
        assert "Enter a whole number" not in page.said
    assert stored() == [0, 0, 0, 0, 0]


INVALID = [
    ({"seat": []}, "Chimera is for 3 players."),
    ({"seat": ["Ana", "Ben"]}, "Chimera is for 3 players."),
    ({"seat": ["Ana", "Ben", "Cho", "Dan"]}, "Chimera is for 3 players."),
    ({"seat": ["Ana", "Ben", " aNA "]}, "A player can’t sit at the table twice."),
    ({"seat": ["Ana", "Ben", "C" * 41]}, "Use at most 40 characters."),
    ({"seat": ["Ana", "Ben", "C\x00o"]}, UNREADABLE),
    ({"seat": ["Ana", "Ben"], "name": "Ana"}, "Ana is already at the table."),
    ({"seat": ["Ana", "Ben"], "name": "C" * 41}, "Use at most 40 characters."),
    ({"seat": ["Ana", "Ben"], "name": "\u202eohC"}, UNREADABLE),
    ({"name": "Dan"}, "Every seat is taken. Remove someone to add Dan, or clear this field."),
    ({"target": "own"}, "Enter a number."),
    ({"target": "own", "own_target": "0"}, "Enter 1 or more."),
    ({"target": "own", "own_target": "-3"}, "Enter 1 or more."),
    ({"target": "own", "own_target": "100000"}, "Enter 99999 or less."),
    ({"target": "own", "own_target": "9" * 2000}, "Enter a smaller number."),
    ({"target": "450"}, "Select a valid choice"),
    ({"target": ""}, "Choose an answer."),
]


def test_an_invalid_setup_is_refused_with_the_reason_and_stays_typed():
    phone = a_phone()
    for setup, why in INVALID:
        page = assert_refused(start(phone, **setup), why)
        form = page.form_called("setup").fields
        if setup.get("name"):
            assert form["name"] == [setup["name"]]
        if "own_target" in setup:
            assert form["own_target"] == [setup["own_target"]]
        assert len(form.get("seat", [])) == len(setup.get("seat", NAMES)), setup
    assert stored() == [0, 0, 0, 0, 0]


def test_several_errors_are_shown_at_once():
    said = Page(start(a_phone(), seat=["Ana"], target="own", own_target="0")).said
    assert "Chimera is for 3 players." in said
    assert "Enter 1 or more." in said


def test_names_are_normalized_and_known_players_found():
    phone = a_phone()
    long, decomposed = "C" * 40, "e\u0301" * 40
    for seated, known in [
        (("Ana", "  Ben \t Bo ", long), ("Ana", "Ben Bo", long)),
        (("aNA", "BEN bo", decomposed), ("Ana", "Ben Bo", "é" * 40)),
        (("<b>Cho</b>", "100%(s)s", "김철수"), ("<b>Cho</b>", "100%(s)s", "김철수")),
    ]:
        group = Group.objects.first()
        started = start(phone, seat=seated, group=group.pk if group else "")
        assert started.status_code == 302
        assert names_in(GameSession.objects.latest("pk")) == list(known)
    assert "<b>Cho</b>" not in phone.get(started.url).content.decode()
    assert Player.objects.count() == 7


def test_a_double_tap_on_start_creates_one_game():
    phone, setup = a_phone(), {**a_setup(), "start": "1"}
    first, second = phone.post(NEW, setup), phone.post(NEW, setup)
    assert first.url == second.url
    assert stored() == [1, 1, 3, 1, 1]
    assert a_phone().post(NEW, setup).url != first.url  # which is nobody else’s
    phone.post(NEW, {**setup, "seat": ["Ben", "Ana", "Cho"], "group": Group.objects.first().pk})
    assert GameSession.objects.count() == 3  # another table


def test_a_double_tap_on_start_without_any_cookie_creates_one_game(client):
    setup = {**setup_form(client.get(NEW)).fields, "seat": list(NAMES), "start": "1"}
    assert client.post(NEW, setup).url == client.post(NEW, setup).url
    assert GameSession.objects.count() == Group.objects.count() == 1


def test_the_page_of_a_game_deleted_or_finished_since_starts_another():
    phone, setup = a_phone(), a_setup(start="1")
    first = phone.post(NEW, setup).url
    setup["group"] = Group.objects.get().pk
    phone.post(f"{first}delete/")
    second = phone.post(NEW, setup).url
    assert phone.get(second).status_code == 200
    session = GameSession.objects.latest("pk")
    result = {"totals": [0, 0, 0], "ranks": [1, 1, 1], "winners": [0, 1, 2]}
    session.change(result=result, finished_at=session.started_at)
    assert phone.post(NEW, setup).url not in (first, second)


def test_a_start_without_a_valid_submission_still_starts():
    for submission in ("", "once", "\x00", "9" * 2000):
        assert start(a_phone(), submission=submission).status_code == 302


def test_the_last_setup_is_offered_again_and_starts_in_one_press():
    phone, session = a_hosted_game(names=("Cho", "Ana", "Ben"), target=275)
    page = Page(phone.get(NEW))
    assert page.said.index("Same again") < page.said.index("Target") < page.said.index("Who’s")
    fields = page.form_called("again").fields
    assert fields["seat"] == ["Cho", "Ana", "Ben"]
    form = setup_form(phone.get(f"{NEW}?again={session.pk}")).fields  # to choose the order
    assert (form["seat"], form["own_target"]) == (["Cho", "Ana", "Ben"], ["275"])
    assert form["group"] == [str(session.group_id)]
    assert phone.post(NEW, {**fields, "start": "again"}).status_code == 302
    again = GameSession.objects.order_by("pk").last()
    assert names_in(again) == ["Cho", "Ana", "Ben"]
    assert table_of(again).target == 275
    for one in (session, again):
        phone.post(f"/table/{one.pk}/delete/")
    assert all(form.id != "again" for form in Page(phone.get(NEW)).forms)


@pytest.mark.parametrize("form", ["setup", "again"])
def test_who_was_renamed_meanwhile_is_not_created_anew_unless_asked_for_twice(form):
    phone, session = a_hosted_game()
    address = f"{NEW}?again={session.pk}" if form == "setup" else NEW
    fields = Page(phone.get(address)).form_called(form).fields | {"start": "again"}
    rename(phone, Player.objects.get(name="Cho"), "Chloé")
    before = stored()
    page = assert_refused(phone.post(NEW, fields), "The players of this group have changed")
    assert stored() == before
    fields = page.form_called("setup").fields
    assert fields["seat"] == list(NAMES)
    assert phone.post(NEW, fields | {"start": "1"}).status_code == 302
    assert sorted(Player.objects.values_list("name", flat=True)) == ["Ana", "Ben", "Chloé", "Cho"]


def test_only_names_that_nobody_has_are_asked_about_once_the_players_have_changed():
    phone = a_phone()
    a_game(phone)
    fields = setup_form(phone.get(NEW)).fields
    rename(phone, Player.objects.get(name="Cho"), "Chloé")
    for seats in (["Ana", "Ben", "Chloé"], ["Dan", "Eve", "Fay"]):
        sent = {**fields, "seat": seats, "start": "1", "submission": ""}
        assert phone.post(NEW, sent).status_code == (302 if "Ana" in seats else 422)


def line_ups(page):
    """The players of the buttons beside "Same again", and the forms that they send."""
    (row,) = page.all("p", id="line-ups")
    starts = [(one.get("name"), one.get("value")) for one in row if one.get("form")]
    assert set(starts) <= {("start", "again")}
    buttons = [(text_of(one), one.get("form") or one.get("href")) for one in row]
    return [one for one in buttons if one[1]]


def test_the_last_three_line_ups_start_in_one_tap_each(clock):
    phone = a_phone()
    four = (*NAMES, "Dan")
    group = a_group(phone, names=four)
    for names, target in [
        (("Ben", "Cho", "Dan"), 100),
        (NAMES, 200),
        (("Dan", "Ana", "Cho"), 300),
        (("Dan", "Ana", "Ben"), 400),
        (("Cho", "Ana", "Dan"), 500),
    ]:
        clock.pass_by(minutes=1)
        a_game(phone, group, names, target=target)
    page = Page(phone.get(NEW))
    assert page.form_called("again").fields["seat"] == ["Cho", "Ana", "Dan"]
    assert line_ups(page) == [("Dan, Ana and Ben", "again-2"), ("Ana, Ben and Cho", "again-3")]
    fields = page.form_called("again-3").fields
    assert phone.post(NEW, {**fields, "start": "again"}).status_code == 302
    started = GameSession.objects.order_by("pk").last()
    assert names_in(started) == list(NAMES)
    assert table_of(started).target == 200
    page = Page(phone.get(NEW))
    assert page.form_called("again").fields["seat"] == list(NAMES)
    assert [names for names, _form in line_ups(page)] == ["Cho, Ana and Dan", "Dan, Ana and Ben"]


def test_once_somebody_is_seated_the_other_line_ups_are_seated_instead():
    phone, first = a_hosted_game()
    a_game(phone, first.group, names=("Dan", "Ana", "Ben"))
    page = Page(phone.post(NEW, {"add": "Ben", "target": "400"}))
    assert line_ups(page) == [("Ana, Ben and Cho", f"?again={first.pk}")]
    assert setup_form(phone.get(f"{NEW}?again={first.pk}")).fields["seat"] == list(NAMES)


def test_line_ups_need_no_more_queries_for_many_games():
    phone, first = a_hosted_game()
    one = queries_of(phone, NEW)
    for number in range(5):
        a_game(phone, first.group, names=("Ana", "Ben", f"Cho {number}"))
    assert queries_of(phone, NEW) == one


def test_the_last_game_starts_again_only_while_nobody_else_is_seated():
    phone = a_phone()
    a_game(phone)
    page = Page(phone.post(NEW, {"add": "Ben", "target": "400"}))
    assert "Same again" not in page.text
    (seat_them,) = [link for link in page.all("a") if link.text == "Seat them"]
    assert setup_form(phone.get(NEW + seat_them.get("href"))).fields["seat"] == list(NAMES)


def test_after_a_solo_game_the_same_again_is_solo():
    phone = a_phone()
    yahtzee = {"game": "yahtzee", "options": {"joker": "forced"}}
    first = a_game(phone, names=("Ana", "Ben", "Cho", "Dan"), **yahtzee)
    a_game(phone, first.group, ("Ana",), **yahtzee)
    assert Page(phone.get("/new/yahtzee/")).form_called("again").fields["seat"] == ["Ana"]


def test_the_players_of_the_last_game_are_offered_first():
    phone, group = a_hosted_group(names=("Ana", "Ben", "Cho", "Zoe"))
    a_game(phone, group, names=("Zoe", "Ben", "Cho"))
    assert offered(setup_form(phone.get(NEW))) == ["Ben", "Cho", "Zoe", "Ana"]


def test_a_phone_in_several_groups_starts_in_the_one_used_last(phone):
    office = a_group(phone, "Office", names=("Dan", "Eve", "Flo"))
    assert "Dan" in Page(phone.get(NEW)).said
    a_game(phone, Group.objects.get(name="Friday"))
    page = Page(phone.get(NEW))
    assert page.form_called("setup").fields["group"] == [str(Group.objects.get(name="Friday").pk)]
    assert "Dan" not in page.said
    page = Page(phone.post(NEW, a_setup([], group=office.pk, regroup="1")))
    assert page.form_called("setup").fields["group"] == [str(office.pk)]
    assert offered(page.form_called("setup")) == ["Dan", "Eve", "Flo"]


def test_a_new_group_can_be_created_beside_an_existing_one(phone):
    start(phone, group="new")
    assert Group.objects.count() == 2
    assert Player.objects.count() == 6


def test_a_game_cannot_be_started_in_another_phones_group():
    theirs = a_group(a_phone())
    for group in (theirs.pk, "0", "\x00", "²", "9" * 2000):
        phone = a_phone()
        lost = "This device is no longer in that group. Press Start again for a new group."
        page = assert_refused(start(phone, group=group), lost)
    assert not GameSession.objects.exists()
    again = page.form_called("setup").fields
    assert phone.post(NEW, {**again, "start": "1"}).status_code == 302
    a_group(phone)
    choose = "Choose another one, or a new group."
    assert choose in Page(start(phone, group=theirs.pk)).said


def test_a_guest_of_one_game_does_not_learn_who_else_is_in_its_group():
    group = a_group(host := a_phone(), names=("Ana", "Ben", "Cho", "Wilhelmina"))
    session = a_game(host, group)
    guest = a_member(group, Role.SCORER, session)
    assert "Wilhelmina" not in guest.get(f"{NEW}?again={session.pk}").content.decode()


def test_an_invalid_game_to_repeat_opens_an_empty_table():
    for again in ("0", "x", "\x00", "²", "٣", "9" * 30, "9" * 2000):
        assert "seat" not in setup_form(a_phone().get(NEW, {"again": again})).fields


def test_an_unknown_game_is_not_found():
    phone = a_phone()
    assert phone.get("/new/poker/").status_code == 404
    assert phone.post("/new/poker/", a_setup(start="1")).status_code == 404


def test_a_thousand_and_one_seats_are_refused():
    assert start(a_phone(), seat=[str(uuid4()) for _ in range(1001)]).status_code == 413


def test_a_table_seats_twenty_at_most():
    phone, yahtzee = a_phone(), reverse("new", args=["yahtzee"])
    setup = {"seat": [f"Player {number}" for number in range(1, 21)], "joker": "forced"}
    full = phone.post(yahtzee, {**setup, "name": "One more", "type": "1"})
    assert_refused(full, "Every seat is taken")
    assert phone.post(yahtzee, {**setup, "start": "1"}).status_code == 302
    setup["seat"].append("One more")
    assert phone.post(yahtzee, {**setup, "start": "1"}).status_code == 422
