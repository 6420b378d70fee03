"""Entering by the API: what programs enter, correct and undo, by the rules that hold for pages."""

from uuid import uuid4

import pytest

from games.record import write_record
from games.registry import folders, games
from scorekeeper.game_checks.cases import read_cases, records_of
from scorekeeper.game_checks.tables import stored_options
from scorekeeper.models import Revision
from scorekeeper.tables.entering.entry import save_entry
from tests.app.support.factories import (
    a_game,
    a_group,
    a_phone,
    a_round,
    enter,
    open_form,
    remove,
    said,
    stamp,
    table_of,
    to,
    totals,
    typed,
)
from tests.app.support.programs import a_program, a_record_round, a_table, error_of
from tests.app.test_writers_in_pairs import WRITERS, Pad, before_the_lock
from tests.support.shipped_games import SHIPPED

N = 10**9  # the first number that is too large for the forms


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


def test_two_programs_for_the_same_slot_are_told_also_after_a_removal():
    phone, session, program = a_table()
    for _ in range(2):
        program.enter(session, a_record_round())
    remove(phone, session, 1)
    answers = [program.enter(session, a_record_round(bid=bid), slot=3) for bid in (20, 30)]
    assert [answer.status_code for answer in answers] == [201, 409]
    assert error_of(answers[1]) == (409, "conflict", [])


def test_a_repeated_submission_gets_the_totals_of_now():
    _phone, session, program = a_table()
    sent = {"slot": 1, "submission": str(uuid4())}
    program.enter(session, a_record_round(), **sent)
    program.put(f"games/{session.pk}/rounds/1", revision=1, entry=a_record_round("Ben"))
    again = program.enter(session, a_record_round(), **sent)
    assert again.status_code == 201
    assert again.json() == {
        "slot": 1,
        "revision": 1,
        "totals": {"Ana": 0, "Ben": 40, "Cho": 0},
        "finished": False,
        "fix": None,
    }


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


@pytest.mark.parametrize(
    ("game", "options", "entry", "field"),
    [
        ("score_pad", {}, {"points": {"Ana": N}}, "points"),
        ("score_pad", {}, {"points": {"Ana": -N}}, "points"),
        ("score_sheet", {"rows": [{"name": "A"}]}, {"row": "A", "counts": {"Ben": -N}}, "counts"),
        ("chimera_tricks", {}, {"points": dict.fromkeys(("Ana", "Ben", "Cho"), N)}, "points"),
        ("score_pad", {}, {"points": {}}, "points"),
        ("score_sheet", {"rows": [{"name": "A"}]}, {"row": "A", "counts": {}}, "counts"),
    ],
)
def test_no_number_or_one_that_a_form_refuses_as_too_large_is_refused(game, options, entry, field):
    _phone, session, program = a_table(game=game, options=options)
    assert error_of(program.enter(session, entry)) == (422, "refused", [field])
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


def test_a_forgotten_round_keeps_its_place_if_the_one_after_it_was_removed():
    phone, session, program = a_table(rounds=[a_round(), a_round(1), a_round(0)])
    form = open_form(phone, f"{to('enter', session)}?before=2", to("enter", session))
    remove(phone, session, 2)
    phone.post(to("enter", session), {**form, **typed(a_round(2))})
    chimeras = [one["entry"]["chimera"] for one in program.game(session)["rounds"]]
    assert chimeras == ["Ana", "Cho", "Ana"]


def test_a_round_before_one_that_never_was_is_refused():
    _phone, session, program = a_table(rounds=1)
    answer = program.enter(session, a_record_round("Cho"), before=99)
    assert error_of(answer) == (422, "wrong_shape", ["before"])
    assert len(table_of(session).log.entries) == 1


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


def test_a_game_that_is_over_is_not_ended_early():
    _phone, session, program = a_table(rounds=10)
    answer = program.post(f"games/{session.pk}/end", revision=1)
    assert (answer.status_code, answer.json()["finished"]) == (200, True)
    assert not program.game(session)["ended_early"]
    assert program.get(f"groups/{session.group_id}/statistics").json()["games"] == 1


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
    setup = table_of(session).log.setups[-1]
    assert phone.post(to("leave", session, 1), stamp(0, setup.revision)).status_code == 302
    assert [one["player"] for one in program.game(session)["standings"] if one["away"]] == ["Ben"]
    assert error_of(program.enter(session, {"points": {"Ben": 2}})) == (422, "refused", ["points"])
    corrected = program.put(f"{path}/rounds/1", revision=1, entry={"points": {"Ben": 5}})
    assert corrected.status_code == 200


@pytest.mark.parametrize(
    ("writer", "status", "expected"),
    [
        ("enter", 409, [1, 2, 0]),
        ("swap_seats", 201, [7, 5, 0]),  # the names say whose points are whose
        ("end", 422, None),
        ("delete", 404, None),
    ],
)
def test_a_phone_that_changes_the_game_just_before_a_program_saves(writer, status, expected):
    pad = Pad()
    program = a_program(pad.session.group)
    slot, before = program.game(pad.session)["next"]["slot"], totals(pad.session)
    overtaking = WRITERS[writer](pad, pad.phones[0])
    with before_the_lock(overtaking):
        answer = program.enter(pad.session, {"points": {"Ana": 5, "Ben": 7}}, slot=slot)
    assert answer.status_code == status
    if expected:
        assert [
            now - then for now, then in zip(totals(pad.session), before, strict=True)
        ] == expected


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
