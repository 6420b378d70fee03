"""Home and the lists of games."""

import re
from datetime import timedelta

from django.db import connection
from django.utils import timezone, translation
from django.utils.translation import gettext

from games.kit.lists import sort_names
from games.registry import games
from scorekeeper.models import GameSession, Group, Member, Role
from scorekeeper.pages import game_list
from scorekeeper.tables.presets import initials
from scorekeeper.views import home
from tests.app.support.factories import (
    a_game,
    a_group,
    a_hosted_game,
    a_hosted_group,
    a_member,
    a_phone,
    a_round,
    device,
    enter,
    is_postgres,
    to,
)
from tests.app.support.pages import Page


def tables_on(phone, address):
    return [link for link in Page(phone.get(address)).links() if link.startswith("/table/")]


def test_a_new_phone_sees_the_games_to_play_and_no_scores():
    a_hosted_game(rounds=1)
    phone = a_phone()
    page = Page(phone.get("/"))
    assert "Chimera" in page.said
    assert "/new/chimera/" in page.links()
    assert tables_on(phone, "/") == []
    assert "Ana" not in page.said


def test_home_shows_who_leads_each_game_and_who_won():
    phone, session = a_hosted_game(rounds=[a_round(0, 40), a_round(0, 20)])
    said = Page(phone.get("/")).said.replace(" · ", " ").lower()
    assert to("table", session) in tables_on(phone, "/")
    assert all(words in said for words in ("ana", "120", "400"))
    finished = a_game(phone, target=60, rounds=[a_round(1, 30)])
    assert "Ben won" in Page(phone.get("/")).said
    assert tables_on(phone, "/").count(to("table", finished)) == 1


def work(query):
    """The work of the database: steps of SQLite, rows of PostgreSQL."""
    if is_postgres():
        plan = query.explain(analyze=True)
        read = re.findall(r"actual .*rows=([\d.]+) loops=(\d+)", plan)
        return sum(float(rows) * int(loops) for rows, loops in read) + sum(
            map(int, re.findall(r"Removed.*: (\d+)", plan))
        )
    done = []
    connection.connection.set_progress_handler(lambda: done.append(1), 1)
    list(query)
    connection.connection.set_progress_handler(None, 1)
    return len(done)


def test_games_of_other_groups_are_not_shown():
    phone = a_phone()
    groups = Group.objects.bulk_create(Group(name="Others") for _ in range(100))
    Member.objects.bulk_create(
        Member(group=group, device=f"of {group.pk}", role=Role.HOST) for group in groups
    )
    GameSession.objects.bulk_create(
        GameSession(group=group, game="chimera") for group in groups * 10
    )
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    assert work(GameSession.objects.for_device(device(phone)).under_way()) < 1000


def test_the_most_recently_played_game_comes_first():
    phone, first = a_hosted_game()
    second = a_game(phone)
    a_game(phone, target=40, rounds=1)
    assert tables_on(phone, "/")[:2] == [to("table", second), to("table", first)]
    enter(phone, first)
    assert tables_on(phone, "/")[:2] == [to("table", first), to("table", second)]


def test_the_list_of_all_games_has_pages_and_the_games_of_all_groups(monkeypatch):
    monkeypatch.setattr(game_list, "A_PAGE", 3)
    phone = a_phone()
    groups = [a_group(phone, name) for name in ("Friday", "Office")]
    sessions = [a_game(phone, groups[number % 2]) for number in range(4)]
    newest = tables_on(phone, "/games/")
    assert newest == [to("table", session) for session in sessions[:0:-1]]
    older = link_to(phone, "/games/", "older")
    assert tables_on(phone, older) == [to("table", sessions[0])]
    assert tables_on(phone, link_to(phone, older, "newer")) == newest


def link_to(phone, address, page):
    (link,) = [link for link in Page(phone.get(address)).links() if f"{page}=" in link]
    return f"/games/{link}"


def test_a_guest_of_one_game_sees_only_that_game_and_a_viewer_all_of_the_group():
    host, mine = a_hosted_game(rounds=1)
    other = a_game(host, target=40, rounds=1)
    guest, viewer = a_member(mine.group, Role.VIEWER, mine), a_member(mine.group, Role.VIEWER)
    for address in ("/", "/games/"):
        assert set(tables_on(guest, address)) == {to("table", mine)}
        assert set(tables_on(viewer, address)) == {to("table", mine), to("table", other)}
    assert "Ana" not in Page(guest.get("/players/")).said


def tiles_of(phone):
    return [link for link in Page(phone.get("/")).links() if link.startswith("/new/")]


def test_games_are_offered_in_the_order_of_the_language():
    phone = a_phone()
    for language in ("en", "ja"):
        phone.cookies["language"] = language
        with translation.override(language):
            titles = sort_names(gettext(game.title) for game in games().values())
            slugs = {gettext(game.title): slug for slug, game in games().items()}
        assert tiles_of(phone) == [f"/new/{slugs[title]}/" for title in titles]


def test_the_tiles_keep_their_places_while_an_evening_is_being_played(phone, monkeypatch):
    before = tiles_of(phone)
    for hours in (1, 5, 9):
        GameSession.objects.filter(pk=a_game(phone, game="yahtzee", options={}).pk).update(
            played_at=timezone.now() - timedelta(hours=hours)
        )
    assert tiles_of(phone) == before
    a_game(phone, game="wizard", options={})
    GameSession.objects.filter(game="yahtzee").update(played_at=timezone.now() - timedelta(hours=7))
    monkeypatch.setattr("scorekeeper.tables.presets.RECENT", 1)
    assert tiles_of(phone)[0] == "/new/yahtzee/"


def test_a_title_is_written_as_it_was_most_often():
    phone, group = a_hosted_group()
    _first, golf, _last = (
        a_game(phone, group, game="score_pad", options={"title": title})
        for title in ("Golf", "Golf", "GOLF")
    )
    assert f"/new/score_pad/?again={golf.pk}" in tiles_of(phone)
    page = Page(phone.get("/")).said
    assert "Golf Score pad" in page
    assert "GOLF Score pad" not in page


def test_no_line_of_a_finished_game_begins_with_a_dot(phone):
    a_game(phone, rounds=3, options={"target": 50})
    text = phone.get("/").content.decode()
    assert "&nbsp;·" in text
    assert not re.search(r"[ \n]·", text.partition("<main")[2])


def test_the_games_that_a_group_plays_most_are_offered_first():
    phone, group = a_hosted_group()
    for title in ("Golf", "Golf", "Golf", "Go", "Go"):
        a_game(phone, group, game="score_pad", options={"title": title})
    a_game(phone, group)
    GameSession.objects.update(played_at=timezone.now() - timedelta(days=1))
    tiles = tiles_of(phone)
    assert [link.partition("?")[0] for link in tiles[:3]] == [
        "/new/score_pad/",
        "/new/score_pad/",
        "/new/chimera/",
    ]
    assert len(tiles) == len(set(tiles)) == len(games()) + 2  # Golf and Go


def test_a_few_games_too_many_are_folded_but_never_a_single_one(monkeypatch):
    monkeypatch.setattr(home, "TILES", len(games()) - 1)
    phone, group = a_hosted_group()
    assert "more game" not in Page(phone.get("/")).said
    for title in ("Golf", "Go", "Darts"):
        a_game(phone, group, game="score_pad", options={"title": title})
    assert "4 more games" in Page(phone.get("/")).said


def test_more_games_on_the_table_are_counted_if_home_lists_them_all():
    phone, group = a_hosted_group()
    for count in range(1, home.RECENT + 3):
        a_game(phone, group)
        page = Page(phone.get("/"))
        is_whole = count <= home.RECENT
        assert (f"{count - 3} more game" in page.said) is (is_whole and count > 3)
        assert page.links().count("/games/") == (1 if is_whole else 2)


def test_titles_have_initials_of_their_own():
    for letters in (
        {"Golf": "G"},
        {"Golf": "Go", "go": "G"},
        {"Disc golf": "Dg", "Darts": "D"},
        {"김하늘": "김", "é": "É"},
        {"A": "A", "a": "A"},
    ):
        assert initials(list(letters)) == letters
