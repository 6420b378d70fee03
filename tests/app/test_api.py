"""Reading by the API, and starting games."""

from datetime import UTC, datetime
from uuid import uuid4

import pytest
from django.utils import timezone

from scorekeeper.models import GameSession
from scorekeeper.pages.statistics import limits
from scorekeeper.people.deletion import delete_player
from tests.app.support.factories import NAMES, a_game, a_round, add, end_early, table_of, to
from tests.app.support.pads import a_pad
from tests.app.support.programs import a_record_round, a_table, error_of

# Reading


def test_a_program_reads_its_group_and_its_players():
    _phone, session, program = a_table(target=40, rounds=1)
    group = {"id": session.group_id, "name": session.group.name, "access": "score"}
    assert program.get("groups").json() == {"groups": [group]}
    assert program.get(f"groups/{group['id']}").json() == group
    players = program.get(f"groups/{group['id']}/players").json()["players"]
    assert [(one["name"], one["games"]) for one in players] == [(name, 1) for name in NAMES]


def test_a_game_has_its_standings_and_its_rounds():
    _phone, session, program = a_table(rounds=[a_round(), a_round(1, 40)])
    game = program.game(session, lines="true")
    assert [(one["player"], one["total"], one["rank"]) for one in game["standings"]] == [
        ("Ana", 40, 2),
        ("Ben", 80, 1),
        ("Cho", 0, 3),
    ]
    assert [one["entry"] for one in game["rounds"]] == [a_record_round(), a_record_round("Ben", 40)]
    assert game["rounds"][1]["points"] == {"Ana": 0, "Ben": 80, "Cho": 0}
    assert game["rounds"][1]["lines"]["Ben"] == [{"points": 80, "text": "2 × 40"}]
    assert program.game(session)["rounds"][1]["lines"] is None
    assert game["verdict"] == "Ben leads with 80 of 400"
    assert game["next"] == {"slot": 3, "title": "Enter round 3"}
    assert game["last_change"] == {"slot": 2, "revision": 1}


def test_only_as_many_of_the_newest_rounds_come_as_asked_for():
    _phone, session, program = a_table(rounds=4)
    for asked, slots in ((2, [3, 4]), (0, []), (4, [1, 2, 3, 4]), (9, [1, 2, 3, 4])):
        game = program.game(session, rounds=asked)
        assert [one["slot"] for one in game["rounds"]] == slots
        assert game["round_count"] == 4


def test_an_unchanged_game_is_not_sent_again():
    _phone, session, program = a_table()
    address = f"/api/v1/games/{session.pk}"
    etag = program.client.get(address).headers["ETag"]
    again = program.client.get(address, headers={"If-None-Match": etag})
    assert (again.status_code, again.content) == (304, b"")
    add(session, a_round())
    assert program.client.get(address, headers={"If-None-Match": etag}).status_code == 200


def test_the_version_of_a_game_is_that_of_its_pages():
    _phone, session, program = a_table(rounds=1)
    version = GameSession.objects.page_versions()[session.pk]
    assert program.game(session)["version"] == version
    assert program.get(f"games/{session.pk}/events").content.decode().count(str(version)) == 1


def test_a_finished_game_has_winners_and_takes_no_round():
    _phone, session, program = a_table(target=40, rounds=1)
    game = program.game(session)
    assert [one["player"] for one in game["standings"] if one["won"]] == ["Ana"]
    assert game["next"] is None
    row = program.get("games").json()["games"][0]
    assert (row["winners"], row["totals"]["Ana"], row["ranks"]["Ben"]) == (["Ana"], 40, 2)


def test_the_list_of_games_is_filtered_and_comes_in_pages(monkeypatch):
    monkeypatch.setattr("scorekeeper.pages.game_list.A_PAGE", 2)
    phone, session, program = a_table(target=40, rounds=1)
    for target in (50, 60, 70, 80):
        old = a_game(phone, session.group, target=target)
        GameSession.objects.filter(pk=old.pk).update(played_at=datetime(1965, 3, 13, tzinfo=UTC))
    a_game(phone, session.group, game="score_pad", options={"title": "Golf"})
    pages, address = [], "/api/v1/games?game=chimera"
    while address:
        page = program.client.get(address).json()
        pages.append([one["id"] for one in page["games"]])
        address = page["next"]
    of_chimera = GameSession.objects.filter(game="chimera").order_by("-played_at", "-pk")
    assert [len(page) for page in pages] == [2, 2, 1]
    assert [pk for page in pages for pk in page] == list(of_chimera.values_list("pk", flat=True))
    ana = session.group.players.get(name="Ana").pk
    assert [one["id"] for one in program.get("games", player=ana, which="won").json()["games"]] == [
        session.pk
    ]
    assert program.get("games", text="golf").json()["games"][0]["title"] == "Golf"
    assert program.get("games", year=1999).json() == {"games": [], "next": None}


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ({"player": "x"}, "player"),
        ({"player": "null"}, "player"),
        ({"cursor": "x"}, "cursor"),
        ({"which": "x"}, "which"),
        ({"pk": 1}, "pk"),
        ({"text": ["x", "y"]}, "text"),
    ],
)
def test_a_filter_that_does_not_exist_is_refused(query, field):
    _phone, _session, program = a_table()
    assert error_of(program.get("games", **query)) == (422, "wrong_shape", [field])


def test_a_parameter_that_an_endpoint_does_not_have_is_refused():
    _phone, session, program = a_table()
    for path in ("groups", f"groups/{session.group_id}", f"games/{session.pk}/record"):
        assert error_of(program.get(path, lines="true")) == (422, "wrong_shape", ["lines"])
    answer = program.send("post", f"games/{session.pk}/undo?keep=1", {})
    assert error_of(answer) == (422, "wrong_shape", ["keep"])


def test_statistics_are_those_of_the_page():
    phone, session, program = a_table(target=40, rounds=1)
    for _number in range(2):
        a_game(phone, session.group, target=40, rounds=[a_round(1)])
    end_early(phone, a_game(phone, session.group, rounds=1))  # counts nowhere
    figures = program.get(f"groups/{session.group_id}/statistics").json()
    assert figures["games"] == 3
    best = figures["players"][0]
    assert (best["name"], best["games"], best["wins"]) == ("Ben", 3, 2)
    assert best["expected_wins"] == pytest.approx(1)
    assert [(one["game"], one["games"]) for one in figures["played"]] == [("chimera", 3)]
    none = program.get(f"groups/{session.group_id}/statistics", last="1999-01-01").json()
    assert none == {"games": 0, "players": [], "played": []}
    wrong = program.get(f"groups/{session.group_id}/statistics", first="yesterday")
    assert error_of(wrong) == (422, "wrong_shape", ["first"])


def all_pages(program, address, *lists):
    """Follow `next` to the end. Return how many rows each page has in each list, and all pages."""
    pages = [program.get(address).json()]
    while "next" in pages[-1]:
        pages.append(program.client.get(pages[-1]["next"]).json())
    return [[len(page[name]) for name in lists] for page in pages], pages


def test_many_players_come_in_pages(monkeypatch):
    _phone, session, program = a_table()
    address = f"groups/{session.group_id}/players"
    whole = program.get(address).json()
    assert whole.keys() == {"players"}
    monkeypatch.setattr(limits, "MOST_PLAYERS", 2)
    sizes, pages = all_pages(program, address, "players")
    assert sizes == [[2], [1]]
    assert [one for page in pages for one in page["players"]] == whole["players"]
    assert program.get(address, cursor=9).json() == {"players": []}
    assert error_of(program.get(address, cursor="x")) == (422, "wrong_shape", ["cursor"])


def test_statistics_of_many_games_and_players_come_in_pages(monkeypatch):
    phone, session, program = a_table(target=40, rounds=1)
    for title in ("Golf", "Skat", "Darts"):
        a_pad(phone, 60, 20, 10, group=session.group, title=title)
    address = f"groups/{session.group_id}/statistics?first=2000-01-01"
    whole = program.get(address).json()
    monkeypatch.setattr(limits, "MOST_PLAYERS", 2)
    monkeypatch.setattr(limits, "MOST_GAMES", 1)
    sizes, pages = all_pages(program, address, "players", "played")
    assert sizes == [[2, 1], [1, 1], [0, 1], [0, 1]]
    for name in ("players", "played"):
        assert [one for page in pages for one in page[name]] == whole[name]
    assert {page["games"] for page in pages} == {4}


def test_the_record_is_the_download_of_the_page():
    phone, session, program = a_table(rounds=2)
    downloaded = phone.get(to("record", session)).json()
    assert program.get(f"games/{session.pk}/record").json() == downloaded


def test_a_deleted_player_beside_one_who_is_called_someone_has_a_name_of_their_own():
    _phone, session, program = a_table(names=("Ana", "someone", "Cho"), target=40, rounds=1)
    delete_player(session.group.players.get(name="Ana"))
    game = program.game(session)
    assert game["players"] == ["someone (2)", "someone", "Cho"]
    assert game["rounds"][0]["points"] == {"someone (2)": 40, "someone": 0, "Cho": 0}
    (row,) = program.get("games").json()["games"]
    assert row["winners"] == ["someone (2)"]
    assert row["totals"] == game["rounds"][0]["points"]
    assert program.get(f"games/{session.pk}/record").json()["players"] == game["players"]


# Starting


def test_a_program_starts_a_game_once():
    _phone, session, program = a_table()
    group, sent = session.group, {"game": "yahtzee", "submission": str(uuid4())}
    sent |= {"players": ["Cho", " zoe ", "ana"], "options": {"joker": "free"}, "starter": "Cho"}
    first, again = (program.send("post", f"groups/{group.pk}/games", sent) for _ in range(2))
    assert first.status_code == again.status_code == 201
    assert first.json() == again.json()
    started = group.sessions.get(game="yahtzee")
    assert first.headers["Location"] == f"/api/v1/games/{started.pk}"
    assert table_of(started).names == ["Cho", "zoe", "Ana"]
    assert table_of(started).options == {"joker": "free"}
    assert table_of(started).marked_seat == 0
    started.change(deleted_at=timezone.now())
    later = program.send("post", f"groups/{group.pk}/games", sent)
    assert (later.status_code, later.json()) == (201, first.json())
    assert group.sessions.filter(game="yahtzee").count() == 1


def test_a_program_that_entered_a_round_of_a_game_has_not_started_it():
    _phone, session, program = a_table(rounds=1)
    assert program.enter(session, a_record_round()).status_code == 201
    sent = {"game": "yahtzee", "players": ["Ana", "Ben"], "submission": str(session.submission)}
    answer = program.send("post", f"groups/{session.group_id}/games", sent)
    assert answer.status_code == 201
    assert answer.json()["id"] != session.pk


@pytest.mark.parametrize(
    ("changes", "code", "field"),
    [
        ({"game": "ludo"}, "refused", "game"),
        ({"players": ["Ana", "Ben"]}, "refused", "players"),
        ({"players": ["Ana", "Ben", "ana"]}, "refused", "players"),
        ({"players": ["Ana", "Ben", "\x07"]}, "refused", "players"),
        ({"players": ["Ana", "Ben", "x" * 41]}, "refused", "players"),
        ({"options": {"target": "x"}}, "refused", "target"),
        ({"options": {"goal": 1}}, "refused", "goal"),
        ({"options": {"target": 10**9 + 1}}, "refused", "target"),
        ({"options": []}, "refused", "options"),
        ({"game": "score_pad", "options": {"title": "\x07"}}, "refused", "title"),
        ({"game": "score_pad", "options": {"title": "x" * 81}}, "refused", "title"),
        ({"starter": "Zoe"}, "refused", "starter"),
        ({"players": "Ana"}, "wrong_shape", "players"),
        ({"submission": "x"}, "wrong_shape", "submission"),
        ({"colour": "red"}, "wrong_shape", "colour"),
    ],
)
def test_a_game_that_cannot_be_is_not_started(changes, code, field):
    _phone, session, program = a_table()
    sent = {"game": "chimera", "players": list(NAMES), **changes}
    answer = program.post(f"groups/{session.group_id}/games", **sent)
    assert error_of(answer) == (422, code, [field])
    assert GameSession.objects.count() == 1


def test_a_title_is_stored_as_a_form_stores_it():
    _phone, session, program = a_table()
    sent = {"game": "score_pad", "players": ["Ana"], "options": {"title": " Golf   tour "}}
    assert program.post(f"groups/{session.group_id}/games", **sent).status_code == 201
    assert session.group.sessions.get(game="score_pad").title == "Golf tour"


@pytest.mark.parametrize(
    "names", [["\u200b"], ["\u3164"], ["a", "a "], ["a", "a\u200b"], ["\u0958" * 40]]
)
def test_rows_are_checked_as_they_are_stored(names):
    _phone, session, program = a_table()
    options = {"rows": [{"name": name} for name in names]}
    sent = {"game": "score_sheet", "players": ["Ana"], "options": options}
    answer = program.post(f"groups/{session.group_id}/games", **sent)
    assert error_of(answer)[:2] == (422, "refused")
    assert GameSession.objects.count() == 1


def test_too_many_new_games_have_to_wait(settings):
    settings.NEW_GAMES_PER_HOUR = 1
    _phone, session, program = a_table()
    sent = {"game": "chimera", "players": list(NAMES)}
    path = f"groups/{session.group_id}/games"
    assert program.post(path, **sent).status_code == 201
    refused = program.post(path, **sent)
    assert error_of(refused) == (429, "too_many", [])
    assert int(refused.headers["Retry-After"]) > 0
