"""The page of all games: search, filters and pages."""

from datetime import datetime

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone, translation
from django.utils.translation import gettext

from scorekeeper.models import GameSession, Role
from scorekeeper.pages import game_list
from tests.app.support.factories import a_game, a_group, a_member, a_phone, let_in, to
from tests.app.support.pages import Page

PAD = {"game": "score_pad"}


@pytest.fixture
def phone():
    return a_phone()


@pytest.fixture
def games(phone):
    """By what they are found by."""
    group = a_group(phone)
    return {
        "chimera": a_game(phone, group),
        "golf": a_game(phone, group, **PAD, options={"title": "Golf"}, names=("Özge", "Ben")),
        "minigolf": a_game(phone, group, **PAD, options={"title": "Minigolf"}, names=("Dan",)),
        "pad": a_game(phone, group, **PAD, options={}, names=("Ana", "Dan")),
    }


def found(phone, games, **asked):
    links = Page(phone.get("/games/", asked)).links()
    return {name for name, session in games.items() if to("table", session) in links}


def test_a_search_finds_players_games_and_titles(phone, games):
    for text, names in {
        "golf": {"golf", "minigolf"},
        "score pad": {"golf", "minigolf", "pad"},
        "CHIM": {"chimera"},
        "özge": {"golf"},
        "dan": {"minigolf", "pad"},
        "Golf ben": {"golf"},
        "Golf cho": set(),
        "Ｇｏｌｆ": {"golf", "minigolf"},
        "  ": {"chimera", "golf", "minigolf", "pad"},
    }.items():
        assert found(phone, games, text=text) == names, text


def test_a_search_ignores_joints_of_words_and_the_spaces_of_titles_and_names(phone, games):
    phone.get("/?language=de")
    with translation.override("de"):
        assert gettext("Score pad") == "Punkte\u00adblock"
    for text in ("Punkteblock", "punkte"):
        assert "golf" in found(phone, games, text=text)
    phone.get("/?language=ko")
    games["fish"] = a_game(phone, game="big_fish", options={}, names=("Ana", "Ben"))
    games["named"] = a_game(phone, **PAD, options={"title": "빅피쉬"}, names=("Ana Maria", "Ben"))
    for text in ("빅피쉬", "빅 피쉬", "빅　피쉬", "피쉬"):
        assert found(phone, games, text=text) == {"fish", "named"}, text
    assert found(phone, games, text="anamaria") == {"named"}


def test_filters_by_game_player_and_year_combine(phone, games):
    ana, dan = (games["pad"].group.players.get(name=name).pk for name in ("Ana", "Dan"))
    GameSession.objects.filter(pk=games["pad"].pk).update(
        played_at=datetime(2020, 12, 31, 23, 59, tzinfo=timezone.get_current_timezone())
    )
    assert found(phone, games, game="chimera") == {"chimera"}
    assert found(phone, games, player=dan) == {"minigolf", "pad"}
    assert found(phone, games, player=ana, game="score_pad") == {"pad"}
    assert found(phone, games, player=dan, year=2020) == {"pad"}
    assert found(phone, games, year=2021) == set()
    assert "2020" in Page(phone.get("/games/")).said


def test_an_empty_result_says_so_and_offers_all_games(phone, games):
    page = Page(phone.get("/games/", {"text": "nobody"}))
    assert "No game matches." in page.said
    assert "/games/" in page.links()
    assert page.form("/games/").fields["text"] == ["nobody"]


def test_a_broken_address_shows_a_page(phone, games):
    times = ("0001-01-01T00:00:00+23:59", "2026-13-01T00:00:00Z", "2026-01-01T00:00:00")
    for value in ("", "0", "-1", "\x00", "²", "9" * 30, "<b>%'"):
        filters = dict.fromkeys(("text", "game", "player", "year"), value)
        older, newer = {"year": value, "older": value}, {"player": value, "newer": value}
        for asked in (filters | {"page": value}, older, newer):
            assert phone.get("/games/", asked).status_code == 200, asked
    for time in times:
        for pk in ("", "x", "9" * 30):
            assert phone.get("/games/", {"older": f"{time},{pk}"}).status_code == 200, time


def test_the_links_to_other_pages_keep_the_search(phone, monkeypatch):
    monkeypatch.setattr(game_list, "A_PAGE", 2)
    group = a_group(phone)
    for _ in range(5):
        a_game(phone, group)
        a_game(phone, group, **PAD, options={"title": "Golf"})
    address, seen = "/games/?text=golf&game=score_pad", []
    while address:
        links = Page(phone.get(address)).links()
        seen.append([link for link in links if link.startswith("/table/")])
        older = [link for link in links if "older=" in link]
        address = older[0] and "/games/" + older[0] if older else ""
    assert [len(page) for page in seen] == [2, 2, 1]
    assert len({link for page in seen for link in page}) == 5


def test_games_of_others_are_never_found(phone, games):
    theirs = a_game(a_phone(), names=("Ana", "Zoe", "Max"))
    zoe = theirs.group.players.get(name="Zoe")
    assert "Zoe" not in Page(phone.get("/games/")).said
    for asked in ({"text": "zoe"}, {"player": zoe.pk}):
        assert to("table", theirs) not in Page(phone.get("/games/", asked)).links()


def test_many_players_are_found_by_the_search_which_completes_their_names(
    phone, games, monkeypatch
):
    def names(tag, **attributes):
        (part,) = Page(phone.get("/games/", asked)).all(tag, **attributes) or [[]]
        return [option.get("value") for option in part]

    asked = {}
    assert len(names("select", name="player")) == 1 + 5
    assert names("datalist") == []
    monkeypatch.setattr(game_list, "MOST_OFFERED", 4)
    assert names("select", name="player") == []
    assert names("datalist") == ["Ana", "Ben", "Cho", "Dan", "Özge"]
    asked = {"player": games["golf"].seats.get(number=0).player_id}
    assert names("select", name="player") == ["", str(asked["player"])]


def test_a_guest_of_one_game_finds_it_by_its_players_only():
    host = a_phone()
    mine, other = a_game(host), a_game(host, names=("Dan", "Eve", "Fay"))
    guest = a_member(mine.group, Role.VIEWER, mine)
    assert to("table", mine) in Page(guest.get("/games/", {"text": "ana"})).links()
    assert to("table", other) not in Page(guest.get("/games/", {"text": "dan"})).links()
    assert "Dan" not in Page(guest.get("/games/")).said


def test_the_list_takes_the_same_number_of_queries_for_any_number_of_games(phone, games):
    def queries():
        with CaptureQueriesContext(connection) as context:
            phone.get("/games/", {"text": "golf dan", "year": timezone.localtime().year})
        return len(context)

    few = queries()
    office = a_group(phone, "Office")
    for _ in range(6):
        a_game(phone, office, **PAD, options={"title": "Golf"}, names=("Dan", "Eve"))
    let_in(phone, a_group(a_phone()), Role.VIEWER)
    assert queries() == few


def test_links_of_statistics_ask_for_games_that_count(phone):
    group = a_group(phone)
    pad = {"title": "Golf", "target": 50}
    sessions = {
        name: a_game(phone, group, names, options=pad, rounds=[entry], **PAD)
        for name, names, entry in (
            ("ana", ("Ana", "Ben"), {"points": {"0": 60, "1": 5}}),
            ("ben", ("Ana", "Ben"), {"points": {"0": 5, "1": 60}}),
            ("shared", ("Ana", "Ben", "Cho"), {"points": {"0": 60, "1": 5, "2": 60}}),
            ("solo", ("Ana",), {"points": {"0": 60}}),
            ("running", ("Ana", "Ben"), {"points": {"0": 1, "1": 5}}),
        )
    }
    ana, cho = (group.players.get(name=name).pk for name in ("Ana", "Cho"))
    kind = GameSession.objects.get(pk=sessions["ana"].pk).kind
    counted = {"ana", "ben", "shared"}
    assert found(phone, sessions, player=ana, which="counted") == counted
    assert found(phone, sessions, player=ana, which="won") == {"ana", "shared"}
    assert found(phone, sessions, player=ana, which="solo") == {"solo"}
    assert found(phone, sessions, group=group.pk, which="complete") == {*counted, "solo"}
    assert found(phone, sessions, player=ana, opponent=cho) == {"shared"}
    assert found(phone, sessions, title="GOLF", kind=kind) == {*counted, "solo"}
    assert found(phone, sessions, title="Darts") == set()
    exact = {name: at.isoformat() for name, at in played_at(sessions).items()}
    assert found(phone, sessions, **{"from": exact["ben"], "to": exact["shared"]}) == {
        "ben",
        "shared",
    }
    assert found(phone, sessions, to="2020-01-01") == set()
    assert found(phone, sessions, **{"from": "rubbish", "which": "x"}) == set(sessions)


def played_at(sessions):
    pairs = GameSession.objects.values_list("pk", "played_at")
    names = {session.pk: name for name, session in sessions.items()}
    return {names[pk]: at for pk, at in pairs}


def test_a_search_keeps_what_a_link_asked_for(phone, games):
    ana, dan = (games["pad"].group.players.get(name=name).pk for name in ("Ana", "Dan"))
    page = Page(phone.get("/games/", {"player": ana, "opponent": dan, "which": "complete"}))
    fields = page.form("/games/").fields
    assert (fields["opponent"], fields["which"]) == ([str(dan)], ["complete"])
    assert "with Dan · played to the end" in page.said
    assert f"/players/{ana}/" in page.links()


def test_games_from_before_1970_have_pages_and_are_found_by_their_time(monkeypatch, phone, games):
    monkeypatch.setattr(game_list, "A_PAGE", 1)
    for number, session in enumerate(games.values(), 1):
        at = datetime(1899 + number, 1, 1, tzinfo=timezone.get_default_timezone())
        GameSession.objects.filter(pk=session.pk).update(played_at=at)
    pages, address = [], "/games/"
    for _game in games:
        links = Page(phone.get(address)).links()
        pages.append({name for name, session in games.items() if to("table", session) in links})
        address = next((f"/games/{link}" for link in links if "older=" in link), "")
    assert (pages, address) == ([{"pad"}, {"minigolf"}, {"golf"}, {"chimera"}], "")
    assert found(phone, games, year=1901) == {"golf"}
    assert found(phone, games, **{"from": "1900-01-01", "to": "1900-12-31"}) == {"chimera"}
