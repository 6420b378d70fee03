"""Players of a group: renaming, and merging two that are the same person."""

import pytest
from django.core.exceptions import ValidationError
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils.formats import date_format
from django.utils.timezone import localtime

from scorekeeper.models import Player
from scorekeeper.models.people import printable
from scorekeeper.pages.statistics import limits
from tests.app.support.factories import (
    NAMES,
    a_game,
    a_group,
    a_phone,
    a_round,
    add,
    open_form,
    start,
    table_of,
    to,
    undo,
)
from tests.app.support.pages import Page, as_read, assert_refused


def player(group, name):
    return group.players.get(name=name)


def rename(phone, player, name):
    return phone.post(f"/players/{player.pk}/edit/", {"name": name})


def merge(phone, player, into, **sure):
    return phone.post(f"/players/{player.pk}/merge/", {"into": getattr(into, "pk", into), **sure})


def names_of(group):
    return sorted(group.players.values_list("name", flat=True))


@pytest.fixture
def phone():
    return a_phone()


def test_the_page_lists_all_players_by_name_with_their_games(phone):
    a_game(phone, a_group(phone, names=("Zoe", *NAMES, "alf")), names=NAMES, target=40, rounds=1)
    said = Page(phone.get("/players/")).said
    assert said.endswith(
        "A alf No finished games yet. A Ana 1 game B Ben 1 game C Cho 1 game"
        " Z Zoe No finished games yet."
    )


def test_very_many_players_come_in_pages_those_who_played_most_first(phone, monkeypatch):
    monkeypatch.setattr(limits, "MOST_PLAYERS", 3)
    a_game(phone, a_group(phone, names=("alf", "bob", *NAMES)), target=40, rounds=1)
    page = Page(phone.get("/players/"))
    assert page.said.endswith("A Ana 1 game B Ben 1 game C Cho 1 game and 2 more")
    others = "A alf No finished games yet. B bob No finished games yet."
    (further,) = page.tree.xpath("//main//a[starts-with(@href, '?')]/@href")
    for number in (further, "?page=9"):
        assert Page(phone.get(f"/players/{number}")).said.endswith(others)
    for number in ("0", "x", "100"):
        assert Page(phone.get(f"/players/?page={number}")).said == page.said


def test_games_are_counted_again_only_after_a_change_of_the_group(phone):
    session = a_game(phone, target=40)
    steps = [
        (lambda: None, "No finished games yet."),
        (lambda: add(session, a_round()), "1 game"),
        (lambda: undo(phone, session), "No finished games yet."),
        (lambda: add(session, a_round()), "1 game"),
        (lambda: phone.post(to("delete", session)), "No finished games yet."),
        (lambda: phone.post(to("restore", session)), "1 game"),
    ]
    for change, games in steps:
        change()
        said = Page(phone.get("/players/")).said
        assert f"Ana {games}" in said
        with CaptureQueriesContext(connection) as queries:
            assert Page(phone.get("/players/")).said == said
        assert not [query for query in queries if "COUNT" in query["sql"]]
    assert "Ana 1 Partie" in Page(phone.get("/players/", HTTP_ACCEPT_LANGUAGE="de")).said


def test_a_new_name_appears_on_every_page_and_in_old_games(phone):
    session = a_game(phone, target=40, rounds=1)
    assert rename(phone, ana := player(session.group, "Ana"), "Anna").url == f"/players/{ana.pk}/"
    assert "Anna wins with 40" in Page(phone.get(to("table", session))).said
    assert "Anna won" in Page(phone.get("/")).said
    start(phone, seat=["anna", "Ben", "Cho"], group=session.group_id)
    assert Player.objects.count() == 3


JOINED = [
    "\u0645\u06cc\u200c\u0646\u0627",
    "\U0001f468\u200d\U0001f469\u200d\U0001f467",
    "\u0dc1\u0dca\u200d\u0dbb\u0dd3",
]  # different without the accents


def test_a_valid_name_is_accepted(phone):
    a_group(phone, "Office", names=("Dan",))
    group = a_group(phone)
    ana = player(group, "Ana")
    for name in ("A" * 40, "ANA", "  Ana   Maria ", "김철수", "<i>Ana</i>", *JOINED, "Dan"):
        assert rename(phone, ana, name).status_code == 302, name
        assert " ".join(name.split()) in names_of(group)


ENTER = "Enter a name."
UNREADABLE = "One character in this name can’t be shown. Delete it, or type the name again."
KNOWN = "There is already a player called {}. If both are the same person, merge them."
INVALID = {
    "": ENTER,
    "   ": ENTER,
    "\u200b": ENTER,
    "\u3164 \u2800": ENTER,
    "A" * 41: "Use at most 40 characters.",
    "A\x00a": UNREADABLE,
    "A\x07a": UNREADABLE,
    "\u2066Ana": UNREADABLE,
    "Ben": KNOWN.format("Ben"),
    "Ben\u200b": KNOWN.format("Ben"),
    "B\u200d\u00aden": KNOWN.format("Ben"),
    " bEN ": KNOWN.format("Ben"),
}


def test_an_invalid_name_is_refused_and_stays_typed(phone):
    group = a_group(phone)
    ana = player(group, "Ana")
    for name, why in INVALID.items():
        page = assert_refused(rename(phone, ana, name), why)
        assert page.form(f"/players/{ana.pk}/edit/").fields["name"] == [as_read(name)]
    assert names_of(group) == list(NAMES)


def test_a_merge_asks_once_and_moves_all_games_to_the_player_who_stays(phone):
    group = a_group(phone, names=(*NAMES, "Anna"))
    session = a_game(phone, group, target=40, rounds=1)
    ana, anna = player(group, "Ana"), player(group, "Anna")
    said = Page(phone.get(f"/players/{ana.pk}/edit/")).said
    assert "Ana is the same person as the other name stays" in said
    response = merge(phone, ana, anna)
    assert response.status_code == 200
    page = Page(response)
    assert "1 game moves from Ana to Anna" in page.said
    assert page.links().count(f"/players/{ana.pk}/edit/") == 2  # back, and Cancel
    assert "Ana" in names_of(group)
    sure = page.form(f"/players/{ana.pk}/merge/").fields
    assert phone.post(f"/players/{ana.pk}/merge/", sure).url == "/players/"
    assert names_of(group) == ["Anna", "Ben", "Cho"]
    assert table_of(session).names == ["Anna", "Ben", "Cho"]
    assert "Anna won" in Page(phone.get("/")).said
    assert "Anna 1 game" in Page(phone.get("/players/")).said


def test_two_players_of_the_same_game_cannot_be_merged(phone):
    session = a_game(phone)
    response = merge(phone, player(session.group, "Ana"), player(session.group, "Ben"), sure="1")
    day = date_format(localtime(session.started_at), "j M Y")
    page = assert_refused(response, f"Ana and Ben played in the same game ({day})")
    assert "they are two people" in page.said
    assert names_of(session.group) == list(NAMES)


def test_a_merge_counts_for_a_page_that_was_opened_before(phone):
    group = a_group(phone, names=(*NAMES, "Anna"))
    session = a_game(phone, group, game="score_pad", options={"title": "Golf"})
    address = to("swap_seats", session, 0)
    form = open_form(phone, to("seat", session, 0), address)
    merge(phone, player(group, "Ana"), player(group, "Anna"), sure="1")
    assert phone.post(address, {**form, "other": "1"}).status_code == 302
    assert table_of(session).names == ["Ben", "Anna", "Cho"]


def test_a_merge_with_an_unknown_player_is_refused(phone):
    group, theirs = a_group(phone), a_group(a_phone(), names=("Zoe",))
    ana = player(group, "Ana")
    for into in ("", "0", "x", "\x00", "9" * 30, "9" * 2000, ana, player(theirs, "Zoe")):
        assert merge(phone, ana, into, sure="1").status_code == 422, into
    assert names_of(group) == list(NAMES)
    assert names_of(theirs) == ["Zoe"]


def test_players_of_another_group_are_not_shown(phone):
    a_group(phone, names=("Zoe",))
    a_group(a_phone())
    assert "Ana" not in Page(phone.get("/players/")).said


def test_a_name_of_half_a_character_is_refused():
    with pytest.raises(ValidationError, match="can’t be shown"):
        printable("Ana \ud800")
