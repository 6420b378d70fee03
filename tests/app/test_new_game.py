"""Starting a game: seats and options."""

from uuid import uuid4

import pytest
from django.urls import reverse

from scorekeeper.models import GameSession, Group, Member, Player, Revision, Role
from tests.app.support.factories import (
    NAMES,
    a_game,
    a_group,
    a_phone,
    a_setup,
    device,
    let_in,
    start,
    table_of,
)
from tests.app.support.pages import Page

pytestmark = pytest.mark.django_db
NEW = reverse("new", args=["chimera"])


def seats_on(response):
    return Page(response).form(NEW).fields.get("seat", []) if response.status_code != 302 else None


def setup_form(response):
    return Page(response).form_called("setup")


def stored():
    return [model.objects.count() for model in (Group, Member, Player, GameSession, Revision)]


def names_in(session):
    return table_of(session).names


@pytest.mark.parametrize(("letters", "fit"), [(25, 3), (26, 2), (40, 1)])
def test_a_first_group_is_named_after_as_many_players_as_fit(letters, fit):
    names = [letter * letters for letter in "ABC"]
    start(a_phone(), seat=names)
    assert Group.objects.get().name == ", ".join(names[:fit])


def test_a_first_game_creates_a_group_with_this_phone_as_host():
    phone = a_phone()
    response = start(phone)
    session = GameSession.objects.get()
    assert response.url == f"/table/{session.pk}/"
    assert names_in(session) == list(NAMES)
    assert session.group.name == "Ana, Ben, Cho"
    member = Member.objects.get()
    assert (member.device, member.role, member.session) == (device(phone), Role.HOST, None)


def test_the_database_does_not_contain_the_cookie_secret():
    phone = a_phone()
    start(phone)
    assert phone.cookies["device"].value not in {*Member.objects.get().__dict__.values()}


def test_the_target_of_the_rulebook_is_preselected():
    assert setup_form(a_phone().get(NEW)).fields["target"] == ["400"]


def test_a_new_phone_types_names_and_starts():
    phone = a_phone()
    form = setup_form(phone.get(NEW)).fields
    for name in NAMES:
        response = phone.post(NEW, {**form, "name": name, "type": "1"})
        assert response.status_code == 200
        form = setup_form(response).fields
    assert form["seat"] == list(NAMES)
    assert form["name"] == [""]
    assert stored() == [0, 0, 0, 0, 0]
    assert phone.post(NEW, {**form, "start": "1"}).status_code == 302
    assert names_in(GameSession.objects.get()) == list(NAMES)


def test_a_name_still_in_the_input_is_seated_on_start():
    phone = a_phone()
    assert start(phone, seat=["Ana", "Ben"], name="Cho").status_code == 302
    assert names_in(GameSession.objects.get()) == list(NAMES)


def test_three_known_players_take_three_taps_and_start():
    phone = a_phone()
    a_group(phone)
    form = setup_form(phone.get(NEW)).fields
    for name in ("Cho", "Ana", "Ben"):
        form = setup_form(phone.post(NEW, {**form, "add": name})).fields
    assert phone.post(NEW, {**form, "start": "1"}).status_code == 302
    assert names_in(GameSession.objects.get()) == ["Cho", "Ana", "Ben"]
    assert Player.objects.count() == 3


def test_seated_players_stay_in_the_list_and_a_second_tap_does_nothing():
    phone = a_phone()
    a_group(phone)
    response = phone.post(NEW, a_setup(["Ana"], group=Group.objects.get().pk, add="Ana"))
    assert response.status_code == 200
    form = setup_form(response)
    assert [b["value"] for b in form.buttons if b.get("name") == "add"] == list(NAMES)
    assert form.fields["seat"] == ["Ana"]


@pytest.mark.parametrize(
    ("button", "seated"),
    [
        ({"up": "1"}, ["Ben", "Ana", "Cho"]),
        ({"up": "0"}, ["Ana", "Ben", "Cho"]),
        ({"down": "1"}, ["Ana", "Cho", "Ben"]),
        ({"down": "2"}, ["Ana", "Ben", "Cho"]),
        ({"out": "1"}, ["Ana", "Cho"]),
        ({"out": "7"}, ["Ana", "Ben", "Cho"]),
        ({"up": "²"}, ["Ana", "Ben", "Cho"]),
        ({"up": "-1"}, ["Ana", "Ben", "Cho"]),
        ({"regroup": "1"}, ["Ana", "Ben", "Cho"]),
        ({"type": "1", "name": ""}, ["Ana", "Ben", "Cho"]),
        ({"switch": "1"}, ["Ana", "Ben", "Cho"]),
    ],
)
def test_a_button_that_rearranges_the_form_stores_nothing(button, seated):
    phone = a_phone()
    response = phone.post(NEW, {**a_setup(target="own", own_target="250"), **button})
    assert response.status_code == 200
    form = setup_form(response).fields
    assert form["seat"] == seated
    assert form["own_target"] == ["250"]
    assert stored() == [0, 0, 0, 0, 0]


def test_an_incomplete_option_does_not_prevent_rearranging():
    response = a_phone().post(NEW, {**a_setup(target="own", own_target=""), "up": "1"})
    assert response.status_code == 200
    assert "Enter a number" not in Page(response).said


@pytest.mark.parametrize(
    ("setup", "why"),
    [
        ({"seat": []}, "Chimera is for 3 players."),
        ({"seat": ["Ana", "Ben"]}, "Chimera is for 3 players."),
        ({"seat": ["Ana", "Ben", "Cho", "Dan"]}, "Chimera is for 3 players."),
        ({"seat": ["Ana", "Ben", "ANA"]}, "A player can’t sit at the table twice."),
        ({"seat": ["Ana", "Ben", " ana "]}, "A player can’t sit at the table twice."),
        ({"seat": ["Ana", "Ben", "C" * 41]}, "Use at most 40 letters."),
        (
            {"seat": ["Ana", "Ben", "C\x00o"]},
            "One character in this name can’t be shown. Delete it, or type the name again.",
        ),
        ({"seat": ["Ana", "Ben"], "name": "Ana"}, "Ana is already at the table."),
        ({"seat": ["Ana", "Ben"], "name": "C" * 41}, "Use at most 40 letters."),
        (
            {"seat": ["Ana", "Ben"], "name": "\u202eohC"},
            "One character in this name can’t be shown. Delete it, or type the name again.",
        ),
        (
            {"seat": list(NAMES), "name": "Dan"},
            "Every seat is taken. Remove someone to add Dan, or clear this field.",
        ),
        ({"target": "own"}, "Enter a number."),
        ({"target": "own", "own_target": "0"}, "Enter 1 or more."),
        ({"target": "own", "own_target": "-3"}, "Enter 1 or more."),
        ({"target": "own", "own_target": "100000"}, "Enter 99999 or less."),
        ({"target": "own", "own_target": "many"}, "Enter a whole number."),
        ({"target": "own", "own_target": "9" * 2000}, "Enter a smaller number."),
        ({"target": "450"}, "Select a valid choice"),
        ({"target": ""}, "Choose an answer."),
    ],
)
def test_an_invalid_setup_is_refused_with_the_reason_and_stays_typed(setup, why):
    response = start(a_phone(), **setup)
    assert response.status_code == 422
    assert why in Page(response).said
    form = setup_form(response).fields
    if setup.get("name"):
        assert form["name"] == [setup["name"]]
    if "own_target" in setup:
        assert form["own_target"] == [setup["own_target"]]
    assert len(form.get("seat", [])) == len(setup.get("seat", NAMES))
    assert stored() == [0, 0, 0, 0, 0]


def test_several_errors_are_shown_at_once():
    said = Page(start(a_phone(), seat=["Ana"], target="own", own_target="0")).said
    assert "Chimera is for 3 players." in said
    assert "Enter 1 or more." in said


@pytest.mark.parametrize(
    "name", ["C" * 40, "김철수", "e\u0301" * 40, "O’Brien-Ångström 3", "<b>Cho</b>", "100%(s)s"]
)
def test_a_name_of_up_to_forty_letters_is_accepted(name):
    phone = a_phone()
    assert start(phone, seat=["Ana", "Ben", name]).status_code == 302
    response = phone.get(f"/table/{GameSession.objects.get().pk}/")
    assert "<b>Cho</b>" not in response.content.decode()
    assert Player.objects.filter(name__startswith="é").count() == (name[0] == "e")


def test_spaces_in_a_name_are_normalized():
    start(a_phone(), seat=["Ana", "  Ben \t Bo ", "Cho"])
    assert Player.objects.filter(name="Ben Bo").exists()


def test_a_name_in_other_capitals_is_the_known_player():
    phone = a_phone()
    a_group(phone)
    start(phone, seat=["ana", "BEN", "Cho"], group=Group.objects.get().pk)
    assert sorted(Player.objects.values_list("name", flat=True)) == list(NAMES)


def test_a_custom_target_is_used():
    phone = a_phone()
    start(phone, target="own", own_target="275")
    assert table_of(GameSession.objects.get()).target == 275


def test_a_double_tap_on_start_creates_one_game():
    phone, setup = a_phone(), {**a_setup(), "start": "1"}
    first, second = phone.post(NEW, setup), phone.post(NEW, setup)
    assert first.url == second.url
    assert stored() == [1, 1, 3, 1, 1]


def test_a_double_tap_on_start_without_any_cookie_creates_one_game(client):
    setup = {**setup_form(client.get(NEW)).fields, "seat": list(NAMES), "start": "1"}
    assert client.post(NEW, setup).url == client.post(NEW, setup).url
    assert GameSession.objects.count() == Group.objects.count() == 1


def test_another_table_sent_from_the_same_page_is_another_game():
    phone, setup = a_phone(), a_setup(start="1")
    phone.post(NEW, setup)
    phone.post(NEW, {**setup, "seat": ["Ben", "Ana", "Cho"], "group": Group.objects.get().pk})
    assert GameSession.objects.count() == 2


def test_the_page_of_a_game_deleted_since_starts_another():
    phone, setup = a_phone(), a_setup(start="1")
    first = phone.post(NEW, setup).url
    phone.post(f"{first}delete/")
    again = phone.post(NEW, {**setup, "group": Group.objects.get().pk})
    assert phone.get(again.url).status_code == 200


def test_the_page_of_a_game_finished_since_starts_another():
    phone, setup = a_phone(), a_setup(start="1")
    first = phone.post(NEW, setup).url
    result = {"totals": [0, 0, 0], "ranks": [1, 1, 1], "winners": [0, 1, 2]}
    session = GameSession.objects.get()
    session.change(result=result, finished_at=session.started_at)
    assert phone.post(NEW, {**setup, "group": Group.objects.get().pk}).url != first


def test_a_submission_used_by_another_phone_reveals_nothing_about_its_game():
    setup = a_setup(start="1")
    theirs, mine = a_phone().post(NEW, setup), a_phone().post(NEW, setup)
    assert mine.status_code == 302
    assert mine.url != theirs.url


@pytest.mark.parametrize("submission", ["", "once", "\x00", "9" * 2000])
def test_a_start_without_a_valid_submission_still_starts(submission):
    assert start(a_phone(), submission=submission).status_code == 302


def test_the_last_setup_is_offered_again_and_starts_in_one_press():
    phone = a_phone()
    a_game(phone, names=("Cho", "Ana", "Ben"), target=275)
    page = Page(phone.get(NEW))
    assert "Cho, Ben" not in page.said
    fields = page.form_called("again").fields
    assert fields["seat"] == ["Cho", "Ana", "Ben"]
    assert phone.post(NEW, {**fields, "start": "again"}).status_code == 302
    again = GameSession.objects.order_by("pk").last()
    assert names_in(again) == ["Cho", "Ana", "Ben"]
    assert table_of(again).target == 275


def test_after_a_solo_game_the_same_again_is_solo():
    phone = a_phone()
    yahtzee = {"game": "yahtzee", "options": {"joker": "forced"}}
    first = a_game(phone, names=("Ana", "Ben", "Cho", "Dan"), **yahtzee)
    a_game(phone, first.group, ("Ana",), **yahtzee)
    assert Page(phone.get("/new/yahtzee/")).form_called("again").fields["seat"] == ["Ana"]


def test_a_deleted_game_is_not_offered_again():
    phone = a_phone()
    session = a_game(phone)
    phone.post(f"/table/{session.pk}/delete/")
    assert all(form.id != "again" for form in Page(phone.get(NEW)).forms)


def test_the_players_of_the_last_game_are_offered_first():
    phone = a_phone()
    group = a_group(phone, names=("Ana", "Ben", "Cho", "Zoe"))
    a_game(phone, group, names=("Zoe", "Ben", "Cho"))
    offered = [b["value"] for b in setup_form(phone.get(NEW)).buttons if b.get("name") == "add"]
    assert offered == ["Ben", "Cho", "Zoe", "Ana"]


def test_a_phone_in_several_groups_starts_in_the_one_used_last():
    phone = a_phone()
    a_group(phone, "Friday")
    office = a_group(phone, "Office", names=("Dan", "Eve", "Flo"))
    assert "Dan" in Page(phone.get(NEW)).said
    a_game(phone, Group.objects.get(name="Friday"))
    page = Page(phone.get(NEW))
    assert page.form_called("setup").fields["group"] == [str(Group.objects.get(name="Friday").pk)]
    assert "Dan" not in page.said
    page = Page(phone.post(NEW, a_setup([], group=office.pk, regroup="1")))
    assert page.form_called("setup").fields["group"] == [str(office.pk)]
    assert [b["value"] for b in page.form_called("setup").buttons if b.get("name") == "add"] == [
        "Dan",
        "Eve",
        "Flo",
    ]


def test_a_new_group_can_be_created_beside_an_existing_one():
    phone = a_phone()
    a_group(phone)
    start(phone, group="new")
    assert Group.objects.count() == 2
    assert Player.objects.count() == 6


@pytest.mark.parametrize("group", ["theirs", "0", "\x00", "²", "9" * 2000])
def test_a_game_cannot_be_started_in_another_phones_group(group):
    theirs = a_group(a_phone())
    start(a_phone(), group=theirs.pk if group == "theirs" else group)
    assert not theirs.sessions.exists()


def test_a_viewer_cannot_start_a_game_in_that_group():
    group, phone = a_group(a_phone()), a_phone()
    let_in(phone, group, Role.VIEWER)
    assert "Ana" not in Page(phone.get(NEW)).said
    start(phone, group=group.pk)
    assert not group.sessions.exists()


def test_a_scorer_can_start_games_in_that_group():
    group, phone = a_group(a_phone()), a_phone()
    let_in(phone, group, Role.SCORER)
    start(phone, group=group.pk)
    assert group.sessions.count() == 1


def test_choosing_the_order_opens_with_the_same_seats_and_options():
    phone = a_phone()
    session = a_game(phone, names=("Cho", "Ana", "Ben"), target=300)
    form = setup_form(phone.get(f"{NEW}?again={session.pk}")).fields
    assert form["seat"] == ["Cho", "Ana", "Ben"]
    assert form["target"] == ["300"]
    assert form["group"] == [str(session.group_id)]


def test_a_guest_of_one_game_does_not_learn_who_else_is_in_its_group():
    group = a_group(host := a_phone(), names=("Ana", "Ben", "Cho", "Zoe"))
    session = a_game(host, group)
    guest = a_phone()
    let_in(guest, group, Role.SCORER, session)
    assert "Zoe" not in guest.get(f"{NEW}?again={session.pk}").content.decode()


@pytest.mark.parametrize("again", ["0", "x", "\x00", "²", "٣", "9" * 30, "9" * 2000])
def test_an_invalid_game_to_repeat_opens_an_empty_table(again):
    assert setup_form(a_phone().get(NEW, {"again": again})).fields.get("seat") is None


def test_an_unknown_game_is_not_found():
    phone = a_phone()
    assert phone.get("/new/poker/").status_code == 404
    assert phone.post("/new/poker/", a_setup(start="1")).status_code == 404


def test_a_thousand_and_one_seats_are_refused():
    assert start(a_phone(), seat=[str(uuid4()) for _ in range(1001)]).status_code == 413


def test_text_left_in_an_unselected_target_is_ignored():
    assert start(a_phone(), target="300", own_target="many").status_code == 302
    assert table_of(GameSession.objects.get()).target == 300


def test_the_page_names_the_publisher_and_says_we_are_not_affiliated():
    said = Page(a_phone().get("/new/chimera/")).said
    assert "Ralph H. Anderson" in said
    assert "Not affiliated" in said


def test_a_table_seats_twenty_at_most():
    many = [f"Player {number}" for number in range(1, 21)]
    phone, yahtzee = a_phone(), reverse("new", args=["yahtzee"])
    full = phone.post(yahtzee, {"seat": many, "name": "One more", "type": "1"})
    assert full.status_code == 422
    assert "Every seat is taken" in Page(full).said
    assert phone.post(yahtzee, {"seat": many, "joker": "forced", "start": "1"}).status_code == 302
    assert (
        phone.post(
            yahtzee, {"seat": [*many, "One more"], "joker": "forced", "start": "1"}
        ).status_code
        == 422
    )


def test_the_options_come_before_the_players_of_whom_there_may_be_many():
    phone = a_phone()
    a_game(phone)
    said = Page(phone.get(NEW)).said
    assert said.index("Same again") < said.index("Target") < said.index("Who’s playing?")


def test_the_last_game_starts_again_only_while_nobody_else_is_seated():
    phone = a_phone()
    a_game(phone)
    page = Page(phone.get(NEW))
    assert "Same again" in page.text
    page = Page(phone.post(NEW, {"add": "Ben", "target": "400"}))
    assert "Same again" not in page.text
    (seat_them,) = [link for link in page.all("a") if link.text == "Seat them"]
    assert setup_form(phone.get(NEW + seat_them.get("href"))).fields["seat"] == [
        "Ana",
        "Ben",
        "Cho",
    ]
