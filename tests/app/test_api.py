"""The API: what programs read, enter, correct and undo, by the rules that hold for pages."""

from uuid import uuid4

import pytest

from games.record import write_record
from games.registry import folders, games
from scorekeeper.game_checks.cases import read_cases, records_of
from scorekeeper.game_checks.tables import stored_options
from scorekeeper.models import GameSession, Revision, Role
from scorekeeper.tables.entry import save_entry
from tests.app.support.factories import (
    NAMES,
    a_game,
    a_group,
    a_hosted_game,
    a_phone,
    a_round,
    enter,
    said,
    table_of,
    to,
    totals,
)
from tests.app.support.programs import a_program, a_record_round, error_of
from tests.support.shipped_games import SHIPPED

pytestmark = pytest.mark.django_db


def a_table(role=Role.SCORER, **game):
    """A phone, its game, and a program of the group."""
    phone, session = a_hosted_game(**game)
    return phone, session, a_program(session.group, role)


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
    game = program.game(session)
    assert [(one["player"], one["total"], one["rank"]) for one in game["standings"]] == [
        ("Ana", 40, 2),
        ("Ben", 80, 1),
        ("Cho", 0, 3),
    ]
    assert [one["entry"] for one in game["rounds"]] == [
        a_record_round(),
        a_record_round("Ben", 40),
    ]
    assert game["rounds"][1]["points"] == {"Ana": 0, "Ben": 80, "Cho": 0}
    assert game["rounds"][1]["lines"]["Ben"] == [{"points": 80, "text": "2 × 40"}]
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
    phone, session, program = a_table()
    address = f"/api/v1/games/{session.pk}"
    etag = program.client.get(address).headers["ETag"]
    again = program.client.get(address, headers={"If-None-Match": etag})
    assert (again.status_code, again.content) == (304, b"")
    enter(phone, session)
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
        a_game(phone, session.group, target=target)
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
    ],
)
def test_a_filter_that_does_not_exist_is_refused(query, field):
    _phone, _session, program = a_table()
    assert error_of(program.get("games", **query)) == (422, "wrong_shape", [field])


def test_statistics_are_those_of_the_page():
    phone, session, program = a_table(target=40, rounds=1)
    for _number in range(2):
        a_game(phone, session.group, target=40, rounds=[a_round(1)])
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


def test_the_record_is_the_download_of_the_page():
    phone, session, program = a_table(rounds=2)
    downloaded = phone.get(to("record", session)).json()
    assert program.get(f"games/{session.pk}/record").json() == downloaded


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
        ({"options": []}, "refused", "options"),
        ({"game": "score_pad", "options": {"title": "\x07"}}, "refused", "title"),
        ({"game": "score_pad", "options": {"title": "x" * 41}}, "refused", "title"),
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


def test_too_many_new_games_have_to_wait(settings):
    settings.NEW_GAMES_PER_HOUR = 1
    _phone, session, program = a_table()
    sent = {"game": "chimera", "players": list(NAMES)}
    path = f"groups/{session.group_id}/games"
    assert program.post(path, **sent).status_code == 201
    refused = program.post(path, **sent)
    assert error_of(refused) == (429, "too_many", [])
    assert int(refused.headers["Retry-After"]) > 0


# Entering


def test_a_round_is_entered_once_and_the_history_names_the_program():
    phone, session, program = a_table()
    submission = str(uuid4())
    answers = [
        program.enter(session, a_record_round(), slot=1, submission=submission) for _ in range(2)
    ]
    assert [answer.status_code for answer in answers] == [201, 201]
    assert answers[0].json() == answers[1].json()
    assert answers[0].json()["totals"] == {"Ana": 40, "Ben": 0, "Cho": 0}
    assert Revision.objects.filter(session=session, slot=1).count() == 1
    assert "a program" in said(phone, "history", session)


def test_what_the_rules_refuse_is_refused_in_the_language_of_the_request():
    _phone, session, program = a_table()
    german = a_program(session.group, name="das Programm", language="de")
    messages = []
    for one in (program, german):
        answer = one.enter(session, a_record_round(bid=21), slot=1)
        assert error_of(answer) == (422, "refused", ["bid"])
        messages.append(answer.json()["error"]["message"])
    assert messages[0] == "This must be one of: 20, 30, 40."
    assert messages[1] not in ("", messages[0])


@pytest.mark.parametrize(
    ("entry", "field"),
    [
        ([], ""),
        ({}, "chimera"),
        (a_record_round("Zoe"), "chimera"),
        (a_record_round(0), "chimera"),
        (a_record_round(colour="red"), "colour"),
        (a_record_round(idle_hunters=["Ana"]), "idle_hunters"),
        (a_record_round(toads={"Ana": 10**30}), "toads"),
    ],
)
def test_an_entry_that_cannot_be_is_refused_beside_its_field(entry, field):
    _phone, session, program = a_table()
    assert error_of(program.enter(session, entry, slot=1)) == (422, "refused", [field])
    assert not table_of(session).log.entries


def test_of_two_devices_the_second_gets_both_versions():
    phone, session, program = a_table()
    enter(phone, session, a_round(1))
    answer = program.enter(session, a_record_round(), slot=1)
    assert error_of(answer) == (409, "conflict", [])
    both = answer.json()
    assert both["mine"] == a_record_round()
    assert both["saved"]["entry"] == a_record_round("Ben")
    assert (both["saved"]["slot"], both["saved"]["revision"], both["saved"]["by"]) == (
        1,
        1,
        "a phone",
    )
    replaced = program.put(f"games/{session.pk}/rounds/1", revision=1, entry=both["mine"])
    assert replaced.json()["revision"] == 2
    assert totals(session) == (40, 0, 0)


def test_two_devices_that_enter_the_same_are_in_no_conflict():
    phone, session, program = a_table()
    enter(phone, session)
    assert program.enter(session, a_record_round(), slot=1).status_code == 201
    assert Revision.objects.filter(session=session, slot=1).count() == 1


def test_a_forgotten_round_is_inserted_before_another():
    _phone, session, program = a_table(rounds=[a_round(), a_round(1)])
    program.enter(session, a_record_round("Cho"), before=2)
    chimeras = [one["entry"]["chimera"] for one in program.game(session)["rounds"]]
    assert chimeras == ["Ana", "Cho", "Ben"]


def test_a_round_is_corrected_removed_and_both_undone():
    _phone, session, program = a_table(rounds=2)
    path = f"games/{session.pk}"
    program.put(f"{path}/rounds/1", revision=1, entry=a_record_round("Ben"))
    assert totals(session) == (40, 40, 0)
    stale = program.put(f"{path}/rounds/1", revision=1, entry=a_record_round("Cho"))
    assert error_of(stale) == (409, "conflict", [])
    removed = program.delete(f"{path}/rounds/2", revision=1, submission=uuid4())
    assert removed.json()["totals"] == {"Ana": 0, "Ben": 40, "Cho": 0}
    for expected in ((40, 40, 0), (0, 40, 0)):  # undo, and redo
        assert (
            program.post(f"{path}/undo", **program.game(session)["last_change"]).status_code == 200
        )
        assert totals(session) == expected


def test_a_game_is_ended_and_reopened():
    _phone, session, program = a_table(rounds=1)
    path = f"games/{session.pk}"
    ended = program.post(f"{path}/end", revision=program.game(session)["setup_revision"])
    assert ended.json()["finished"]
    late = program.enter(session, a_record_round(), slot=2)
    assert error_of(late) == (422, "refused", [""])
    stale = program.post(f"{path}/reopen", revision=1)
    assert (stale.status_code, stale.json()["saved"]["entry"]) == (409, None)
    reopened = program.post(f"{path}/reopen", revision=program.game(session)["setup_revision"])
    assert not reopened.json()["finished"]


def test_a_full_game_refuses_another_round_and_can_be_ended(monkeypatch):
    _phone, session, program = a_table(rounds=3)
    monkeypatch.setattr(save_entry.__wrapped__, "__defaults__", (4, None))
    assert error_of(program.enter(session, a_record_round(), slot=4)) == (422, "game_full", [])
    assert program.post(f"games/{session.pk}/end", revision=1).status_code == 200


def test_an_entry_that_contradicts_an_earlier_one_can_be_kept():
    _phone, session, program = a_table(game="chimera_tricks", options={})
    won = {"Ana": [7, -5, 3, -1], "Ben": [6, 2, -4], "Cho": [5, 4, 1, -2, -3]}
    program.enter(session, {"grimoires": won})
    other = {"grimoires": won | {"Ben": [6, 2, 4]}}
    assert error_of(program.enter(session, other)) == (422, "refused", ["grimoires"])
    kept = program.enter(session, other, keep=True).json()
    assert (kept["slot"], kept["fix"]) == (2, 1)
    assert program.game(session)["rounds"][1]["problem"]
    fixed = program.put(f"games/{session.pk}/rounds/1", revision=1, entry=other)
    assert fixed.json()["fix"] is None
    assert not program.game(session)["rounds"][1]["problem"]


def test_a_round_may_not_name_a_player_who_has_left():
    phone, session, program = a_table(game="score_pad", options={})
    path = f"games/{session.pk}"
    program.enter(session, {"points": {"Ana": 1, "Ben": 2, "Cho": 3}})
    table = table_of(session)
    stamp = {"slot": 0, "revision": table.log.setups[-1].revision, "submission": uuid4()}
    assert phone.post(to("leave", session, 1), stamp).status_code == 302
    assert [one["player"] for one in program.game(session)["standings"] if one["away"]] == ["Ben"]
    assert error_of(program.enter(session, {"points": {"Ben": 2}})) == (422, "refused", ["points"])
    corrected = program.put(f"{path}/rounds/1", revision=1, entry={"points": {"Ben": 5}})
    assert corrected.status_code == 200


@pytest.mark.parametrize("slug", SHIPPED)
def test_a_game_that_a_program_enters_is_the_same_game(slug):
    """The longest of the cases in which every entry counts."""
    cases = records_of(read_cases(games()[slug], folders()[slug]))
    sound = [one for one in cases if not games()[slug].score(one.setup, one.entries).problem]
    record = max(sound, key=lambda one: len(one.entries))
    session = a_game(
        phone := a_phone(),
        a_group(phone, names=record.players),
        record.players,
        game=slug,
        options=stored_options(record),
    )
    program = a_program(session.group)
    written = write_record(record)
    for slot, entry in enumerate(written["entries"], 1):
        assert program.enter(session, entry, slot=slot).status_code == 201
    entered = program.get(f"games/{session.pk}/record").json()
    unsigned = [
        {key: value for key, value in entry.items() if key not in ("at", "by")}
        for entry in entered["entries"]
    ]
    assert unsigned == written["entries"]
    for place, entry in enumerate(entered["entries"], 1):
        assert entry["by"] == "a program"
        assert phone.get(to("correct", session, place)).status_code == 200
