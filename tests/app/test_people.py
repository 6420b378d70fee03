"""Players of a group: renaming, and merging two that are the same person."""

import pytest
from django.core.exceptions import ValidationError
from django.utils.formats import date_format
from django.utils.timezone import localtime

from scorekeeper.models import Player, Role
from scorekeeper.models.people import printable
from tests.app.support.factories import (
    NAMES,
    a_game,
    a_group,
    a_member,
    a_phone,
    start,
    table_of,
    to,
)
from tests.app.support.pages import Page, as_read

pytestmark = pytest.mark.django_db


def player(group, name):
    return group.players.get(name=name)


def rename(phone, player, name):
    return phone.post(f"/players/{player.pk}/edit/", {"name": name})


def merge(phone, player, into, **sure):
    return phone.post(f"/players/{player.pk}/merge/", {"into": getattr(into, "pk", into), **sure})


def names_of(group):
    return sorted(group.players.values_list("name", flat=True))


def test_the_page_lists_all_players_by_name_with_their_games():
    phone = a_phone()
    a_game(phone, a_group(phone, names=("Zoe", *NAMES, "alf")), names=NAMES, target=40, rounds=1)
    said = Page(phone.get("/players/")).said
    assert said.endswith(
        "A alf No finished games yet. A Ana 1 game B Ben 1 game C Cho 1 game"
        " Z Zoe No finished games yet."
    )


def test_a_new_name_appears_on_every_page_and_in_old_games():
    phone = a_phone()
    session = a_game(phone, target=40, rounds=1)
    assert rename(phone, ana := player(session.group, "Ana"), "Anna").url == f"/players/{ana.pk}/"
    assert "Anna wins with 40" in Page(phone.get(to("table", session))).said
    assert "Anna won" in Page(phone.get("/")).said


JOINED = [
    "\u0645\u06cc\u200c\u0646\u0627",
    "\U0001f468\u200d\U0001f469\u200d\U0001f467",
    "\u0dc1\u0dca\u200d\u0dbb\u0dd3",
]  # different without the accents


@pytest.mark.parametrize(
    "name", ["A" * 40, "ANA", "  Ana   Maria ", "김철수", "<i>Ana</i>", *JOINED]
)
def test_a_valid_name_is_accepted(name):
    phone = a_phone()
    group = a_group(phone)
    assert rename(phone, player(group, "Ana"), name).status_code == 302
    assert " ".join(name.split()) in names_of(group)


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("", "Enter a name."),
        ("   ", "Enter a name."),
        ("\u200b", "Enter a name."),
        ("\u3164 \u2800", "Enter a name."),
        ("A" * 41, "Use at most 40 letters."),
        ("A\x00a", "One character in this name can’t be shown. Delete it, or type the name again."),
        ("A\x07a", "One character in this name can’t be shown. Delete it, or type the name again."),
        (
            "\u2066Ana",
            "One character in this name can’t be shown. Delete it, or type the name again.",
        ),
        ("Ben", "There is already a player called Ben. If both are the same person, merge them."),
        (
            "Ben\u200b",
            "There is already a player called Ben. If both are the same person, merge them.",
        ),
        (
            "B\u200d\u00aden",
            "There is already a player called Ben. If both are the same person, merge them.",
        ),
        (" bEN ", "There is already a player called bEN. If both are the same person, merge them."),
    ],
)
def test_an_invalid_name_is_refused_and_stays_typed(name, why):
    phone = a_phone()
    group = a_group(phone)
    response = rename(phone, ana := player(group, "Ana"), name)
    assert response.status_code == 422
    page = Page(response)
    assert why in page.said
    assert page.form(f"/players/{ana.pk}/edit/").fields["name"] == [as_read(name)]
    assert names_of(group) == list(NAMES)


def test_the_same_name_in_another_group_is_allowed():
    phone = a_phone()
    a_group(phone, "Office", names=("Dan",))
    friday = a_group(phone)
    assert rename(phone, player(friday, "Ana"), "Dan").status_code == 302


def test_the_page_of_a_player_says_whose_name_stays_after_a_merge():
    phone = a_phone()
    ana = player(a_group(phone), "Ana")
    said = Page(phone.get(f"/players/{ana.pk}/edit/")).said
    assert "Ana is the same person as the other name stays" in said


def test_a_merge_asks_for_confirmation_once():
    phone = a_phone()
    group = a_group(phone, names=(*NAMES, "Anna"))
    a_game(phone, group)
    ana, anna = player(group, "Ana"), player(group, "Anna")
    response = merge(phone, ana, anna)
    assert response.status_code == 200
    page = Page(response)
    assert "1 game moves from Ana to Anna" in page.said
    assert "Ana" in names_of(group)
    sure = page.form(f"/players/{ana.pk}/merge/").fields
    assert phone.post(f"/players/{ana.pk}/merge/", sure).url == "/players/"
    assert names_of(group) == ["Anna", "Ben", "Cho"]


def test_a_merge_moves_all_games_to_the_remaining_player():
    phone = a_phone()
    group = a_group(phone, names=(*NAMES, "Anna"))
    session = a_game(phone, group, target=40, rounds=1)
    merge(phone, player(group, "Ana"), player(group, "Anna"), sure="1")
    assert table_of(session).names == ["Anna", "Ben", "Cho"]
    assert "Anna won" in Page(phone.get("/")).said
    assert "Anna 1 game" in Page(phone.get("/players/")).said


def test_two_players_of_the_same_game_cannot_be_merged():
    phone = a_phone()
    session = a_game(phone)
    response = merge(phone, player(session.group, "Ana"), player(session.group, "Ben"), sure="1")
    assert response.status_code == 422
    page = Page(response)
    day = date_format(localtime(session.started_at), "j M Y")
    assert f"Ana and Ben played in the same game ({day})" in page.said
    assert "they are two people" in page.said
    assert names_of(session.group) == list(NAMES)


@pytest.mark.parametrize("into", ["", "0", "x", "\x00", "9" * 30, "9" * 2000, "itself", "theirs"])
def test_a_merge_with_an_unknown_player_is_refused(into):
    phone = a_phone()
    group, theirs = a_group(phone), a_group(a_phone(), names=("Zoe",))
    ana = player(group, "Ana")
    into = {"itself": ana, "theirs": player(theirs, "Zoe")}.get(into, into)
    assert merge(phone, ana, into, sure="1").status_code == 422
    assert names_of(group) == list(NAMES)
    assert names_of(theirs) == ["Zoe"]


def test_players_of_another_group_are_not_shown():
    phone = a_phone()
    a_group(phone, names=("Zoe",))
    theirs = a_group(a_phone())
    assert "Ana" not in Page(phone.get("/players/")).said
    assert rename(phone, player(theirs, "Ana"), "Eve").status_code == 404
    assert merge(phone, player(theirs, "Ana"), player(theirs, "Ben"), sure="1").status_code == 404
    assert names_of(theirs) == list(NAMES)


@pytest.mark.parametrize("role", [Role.VIEWER, Role.SCORER])
def test_only_a_host_can_rename_and_merge(role):
    group = a_group(a_phone())
    phone = a_member(group, role)
    assert rename(phone, player(group, "Ana"), "Eve").status_code == 403
    assert merge(phone, player(group, "Ana"), player(group, "Ben"), sure="1").status_code == 403
    assert names_of(group) == list(NAMES)


def test_a_renamed_player_plays_on_under_the_new_name():
    phone = a_phone()
    group = a_group(phone)
    rename(phone, player(group, "Ana"), "Anna")
    start(phone, seat=["anna", "Ben", "Cho"], group=group.pk)
    assert Player.objects.count() == 3


def test_a_name_of_half_a_character_is_refused():
    with pytest.raises(ValidationError, match="can’t be shown"):
        printable("Ana \ud800")
