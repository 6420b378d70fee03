"""Files that are damaged, or made to do harm: refused with place and reason, and nothing stored."""

import io
import json
import logging
import tracemalloc
import zipfile
from copy import deepcopy
from datetime import date
from itertools import islice
from random import Random

import pytest

from scorekeeper.demo.group import create_demo
from scorekeeper.exchange import importing, reading
from scorekeeper.exchange.archive import archive_of
from scorekeeper.exchange.bgstats import Export
from scorekeeper.exchange.importing import (
    FileSummary,
    read_import,
    save_import,
    start_reading,
    start_saving,
)
from scorekeeper.exchange.saving import take_back
from scorekeeper.exchange.spreadsheets import games_sheet
from scorekeeper.models import GameSession, Import, Player
from scorekeeper.models.imports import State
from tests.app.support.factories import a_game, a_group, a_hosted_group, a_phone
from tests.app.support.imports import read
from tests.support.bgstats_plays import export
from tests.support.long import LONG

ODD = [
    None, True, -1, 0, 1.5, 10**13, 10**30, float("inf"), "", "x" * 5000, "\0", "\ud800", "a\x07b",
    "2024-99-99", "9999-12-31T00:00:00+00:00", "1200-01-01T00:00:00+00:00", [], {}, [[]],
    ["Ana"] * 2, {"a": 1}, "=1+1", "\u202eabc", "scorekeeper.record/2",
]  # fmt: skip


def damage(data, chance):
    """Replace, remove, or double one value somewhere in this JSON."""
    parts = list(containers(data))
    part = chance.choice(parts)
    if not part:
        return data
    key = chance.choice(list(part) if isinstance(part, dict) else range(len(part)))
    what = chance.random()
    if what < 0.6:
        part[key] = deepcopy(chance.choice(ODD))
    elif what < 0.8:
        del part[key]
    elif isinstance(part, list):
        part.append(deepcopy(part[key]))
    else:
        part[f"{key}x"] = deepcopy(part[key])
    return data


def containers(data):
    if isinstance(data, dict | list):
        yield data
        for value in data.values() if isinstance(data, dict) else data:
            yield from containers(value)


def damaged_files(group, chance):
    """Endlessly many files of each kind, damaged."""
    archive = b"".join(archive_of(group))
    with zipfile.ZipFile(io.BytesIO(archive)) as file:
        files = {name: file.read(name) for name in file.namelist()}
    sheet, plays = b"".join(games_sheet(group)), json.dumps(export(5)).encode()
    own = b"".join(Export(group).pieces())
    games = [content for name, content in files.items() if name.startswith("games/")]
    while True:
        yield with_damaged_bytes(chance.choice([archive, sheet, plays, own]), chance)
        name = chance.choice(list(files))
        yield zipped(files | {name: damaged_json(files[name], chance)})
        yield damaged_json(plays, chance)
        yield damaged_json(chance.choice(games), chance)
        yield b"\n".join(damaged_json(game, chance) for game in chance.sample(games, 3))


def with_damaged_bytes(content, chance):
    changed = bytearray(content)
    for _time in range(chance.randint(1, 4)):
        changed[chance.randrange(len(changed))] = chance.randrange(256)
    return bytes(changed[: chance.choice([len(changed), chance.randrange(len(changed))])])


def damaged_json(content, chance):
    data = json.loads(content)
    for _time in range(chance.randint(1, 3)):
        data = damage(data, chance)
    return json.dumps(data).encode()


def zipped(files):
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return file.getvalue()


@pytest.mark.parametrize("seed", range(10 if LONG else 1))
def test_a_damaged_file_is_refused_or_imported_as_a_whole(seed, caplog):
    source = create_demo(date(2026, 3, 13), days=20)
    group = a_group(a_phone(), names=("Ana",))
    chance = Random(seed)  # noqa: S311 - no secret
    states = set()
    for content in islice(damaged_files(source, chance), 200 if LONG else 40):
        one = read(group, content)
        assert one.state in (State.READ, State.FAILED)
        states.add(one.state)
        if one.state == State.READ:
            start_saving(one)
            one.refresh_from_db()
            assert one.state == State.DONE, one.report
            assert group.sessions.not_deleted().count() == one.report["saved"]
            take_back(one)
            GameSession.objects.filter(group=group).delete()
        else:
            assert one.report["reason"]
        assert not one.upload.exists()
        assert not GameSession.objects.filter(group=group).exists()
    assert states == {State.READ, State.FAILED}
    assert not [one.exc_text for one in caplog.records if one.levelno >= logging.ERROR]


def test_a_zip_that_unpacks_to_very_much_is_refused(monkeypatch):
    monkeypatch.setattr(reading, "UNPACKED", 2**20)
    group = a_group(a_phone())
    about = json.dumps({"format": "scorekeeper.group/1"})
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("manifest.json", about)
        archive.writestr("group.json", b"{}" + b" " * 2**22)
    one = read(group, file.getvalue())
    assert (one.state, one.report["reason"]) == (State.FAILED, "The zip contains too much data.")


@pytest.mark.parametrize("compression", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_a_zip_that_would_be_unpacked_at_once_is_refused(compression):
    """A file of a few hundred bytes could fill the memory."""
    files, name = exported_game()
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        for other in files.keys() - {name}:
            archive.writestr(other, files[other])
        archive.writestr(name, b" " * 2**24, compression)
    group = a_group(a_phone())
    tracemalloc.start()
    one = read(group, file.getvalue())
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert most < 2**22
    assert one.report["faults"] == [[name, "This zip is not an archive of a group."]]


def test_a_zip_of_very_many_files_is_refused_before_they_are_listed(monkeypatch):
    monkeypatch.setattr(reading, "MOST_GAMES", 10)
    monkeypatch.setattr(reading, "ZipFile", None)
    monkeypatch.setattr(reading, "PIECE", 7)  # so that a signature lies in two pieces
    archive = bytearray(zipped({f"games/{n}.json": b"{}" for n in range(30)}))
    for stated in (30, 1):
        archive[-14:-10] = bytes([stated, 0, stated, 0])  # what its end says
        one = read(a_group(a_phone()), bytes(archive))
        assert "more than 10 games" in one.report["reason"]


def test_a_file_that_names_very_many_players_is_refused(monkeypatch):
    monkeypatch.setattr(importing, "MOST_NAMES", 3)
    files, name = exported_game()
    assert read(a_group(a_phone()), zipped(files)).state == State.READ
    game = json.loads(files[name])
    files["games/9.json"] = json.dumps(game | {"people": [*game["people"], "Dan"]}).encode()
    one = read(a_group(a_phone()), zipped(files))
    assert one.report["reason"] == "The file has more than 3 players."


def test_what_is_kept_of_a_file_is_only_what_is_read_of_it_and_not_more_than_so_much(monkeypatch):
    files, name = exported_game()
    game = json.loads(files[name])
    game["history"][0]["unknown"] = "é" * 100_000
    files[name] = json.dumps(game).encode()
    one = read(a_group(a_phone()), zipped(files))
    assert one.state == State.READ
    assert one.plays.stat().st_size < 3_000
    monkeypatch.setattr(importing, "MOST_KEPT", 100)
    one = read(a_group(a_phone()), zipped(files))
    assert one.report["reason"] == "The file contains too much data."
    assert not one.plays.exists()


def test_json_of_very_many_small_parts_is_refused(monkeypatch):
    monkeypatch.setattr(reading, "MOST_PARTS", 1000)
    read_whole = reading.loads

    def loads(data):
        assert len(data) < 1000, "all of it was read"
        return read_whole(data)

    monkeypatch.setattr(reading, "loads", loads)
    for part in (b"{}", b"[]", b"1"):
        one = read(a_group(a_phone()), b"[" + b",".join([part] * 1001) + b"]")
        assert one.report["reason"] == "The file contains too much data."
    record = b'{"game": "chimera", "players": []}'
    one = read(a_group(a_phone()), record + b"\n[" + b"1," * 1001 + b"1]")
    assert one.report["reason"] == "The file contains too much data."


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "There are no games in this file."),
        (b"hello", "There are no games in this file."),
        (b"\xff\xfe{\x00}\x00", "The file is not in UTF-8. Save it as UTF-8, then try again."),
        (b"[" * 100_000, "The file is damaged: its JSON is not complete."),
        (b'{"plays": [], "games": []}', "None of the games in this file can be imported."),
        (b'{"a": 1}', "None of the games in this file can be imported."),
        (b"[1, 2]", "There are no games in this file."),
        (b"PK\x03\x04nothing", "The zip is damaged, or has a password."),
        (b'date,player,total,title\n2024,"Ana', "The file is damaged: its CSV is not complete."),
    ],
)  # fmt: skip
def test_a_file_that_is_none_of_these_says_so(content, reason):
    one = read(a_group(a_phone()), content)
    assert (one.state, one.report["reason"]) == (State.FAILED, reason)


def test_a_server_that_stops_during_an_import_leaves_nothing_behind(monkeypatch):
    group = a_group(a_phone(), names=())
    one = read(group, json.dumps(export(120)).encode())

    def stop(*_arguments):
        raise SystemExit

    monkeypatch.setattr("scorekeeper.exchange.saving.show_all", stop)
    start_saving(one)
    one.refresh_from_db()
    assert one.state == State.SAVING
    assert group.sessions.exists()
    assert not group.sessions.not_deleted().exists()
    monkeypatch.undo()
    start_saving(one)
    one.refresh_from_db()
    assert (one.state, one.report["saved"]) == (State.DONE, 120)
    assert group.sessions.count() == 120
    assert Player.objects.filter(group=group).count() == 6


def test_a_step_that_is_enqueued_twice_runs_once():
    group = a_group(a_phone(), names=())
    one = read(group, json.dumps(export(3)).encode())
    start_saving(one)
    start_saving(one)  # another request that saw the same page
    for step in (read_import, save_import):  # as a server that was stopped may enqueue them
        step.enqueue(one.pk, "en")
    one.refresh_from_db()
    assert (one.state, one.report["saved"]) == (State.DONE, 3)
    assert group.sessions.count() == 3


def test_a_file_that_is_replaced_while_it_is_read_does_not_come_back(monkeypatch):
    group = a_group(a_phone(), names=())

    def forget(summary):
        group.imports.not_imported().forget()
        return count_present(summary)

    count_present = FileSummary.count_present
    monkeypatch.setattr(FileSummary, "count_present", forget)
    one = Import.objects.create(group=group, name="plays")
    one.upload.write_text(json.dumps(export(3)))
    start_reading(one)
    assert not Import.objects.exists()
    assert not one.plays.exists()


def nested(depth):
    return [nested(depth - 1)] if depth else []


ODD_STARTS = [
    {"starter": {"seat": 0, "round": 0, "lot": nested(400)}},
    {"starter": {"seat": 0, "round": 0, "lot": "x"}},
    {"starter": {"seat": 0, "round": -5}},
    {"starter": {"seat": 0, "round": 10**19}},
    {"starter": {"seat": 3, "round": 0}},
    {"starter": {}},
    {"day": 20240101},
    {"day": "20240101"},
    {"day": "2024-1-1"},
    {"day": "2024-02-31"},
    {"picked": "target"},
    {"picked": ["target"] * 101},
    {"picked": ["x" * 201]},
    {"head_start": [1, 2, 3, 4]},
    {"head_start": [-1]},
    {"head_start": [True]},
    {"head_start": 5},
    {"away": None},
    {"away": {}},
    {"away": [3]},
    {"players": [0, 1]},
    {"players": None},
    {"first": [0, 1]},
    {"result": None},
    {"unknown": 1},
]


ODD_GAMES = [
    ({"game": "nothing"}, "The game “nothing” is not installed here."),
    ({"game": "x" * 200}, f"The game “{'x' * 40}” is not installed here."),
    ({"game": "x" * 201}, "A text has characters that can’t be shown, or is too long."),
    ({"people": ["Ana", "Ben", "C\x07"]}, "A name has characters that can’t be shown"),
    ({"people": ["Ana", "Ben", "C" * 41]}, "A name has characters that can’t be shown"),
    ({"people": ["Ana", "Ben", "ana"]}, "Two players have the same name."),
    ({"seats": [0, 1, 3]}, "A seat belongs to nobody."),
    ({"seats": [0, 1, 1]}, "A player has two seats."),
    ({"seats": [0]}, "The game cannot have this many players."),
    ({"comment": "x" * 2001}, "A text has characters that can’t be shown, or is too long."),
    ({"played_at": "1899-12-31T20:00:00+00:00"}, "1899-12-31 is too long ago, or in the future."),
    ({"played_at": "2024-03-01T20:00:00"}, "is not a date and time."),
    ({"history": []}, "The history does not begin with the start of the game."),
    ({"history": "none"}, "It has no history."),
    ({"history": ["none"]}, "It has no history."),
]
ODD_ROUNDS = [
    ({"slot": 9_000_001}, "A round in the history has no valid position."),
    ({"slot": "1"}, "A round in the history has no valid position."),
    ({"position": "1"}, "A round in the history has no valid position."),
    ({"position": 10**400}, "A round in the history has no valid position."),
    ({"data": "none"}, "A round in the history has no data."),
    ({"data": {"bid": "\0"}}, "A text has characters that can’t be shown, or is too long."),
    ({"data": {"bid": 20}}, "Entry 1: “chimera” is missing."),
    ({"submission": "none"}, "“none” is not an id."),
    ({"revision": 2}, "The history has gaps."),
    ({"by": ""}, "A name has characters that can’t be shown"),
    ({"note": "x" * 201}, "A text has characters that can’t be shown, or is too long."),
]
ODD_TOTALS = [
    ({"totals": [1, 2]}, "The totals are not complete."),
    ({"totals": [1, 2, 3], "winners": [2], "ranks": []}, "The totals are not complete."),
    ({"totals": [1, 2], "winners": [1]}, "The totals are not complete."),
    ({"totals": [1, 2, "3"], "winners": [2]}, "A total is not a whole number, or is too large."),
    ({"totals": [1, 2, 3], "winners": [3]}, "A seat belongs to nobody."),
    ({"totals": [1, 2, 3], "winners": [2, 2]}, "A seat belongs to nobody."),
    ({"totals": [1, 2, 3], "winners": [2]}, "It has both totals and rounds."),
]


def odd_games(content):
    """Yield a game with each of these faults, and the reason why it is refused."""
    for odd, reason in ODD_GAMES:
        yield json.loads(content) | odd, reason
    for odd, reason in ODD_ROUNDS:
        game = json.loads(content)
        game["history"][1] |= odd
        yield game, reason
    for odd, reason in ODD_TOTALS:
        game = json.loads(content)
        game["history"][0]["data"]["result"] = odd
        yield game, reason
    game = json.loads(content)
    game["history"].reverse()
    yield game, "The history does not begin with the start of the game."
    game = json.loads(content)
    game["history"][1]["submission"] = game["history"][0]["submission"]
    yield game, "The same entry appears twice in the history."
    game = json.loads(content)
    del game["started_at"]
    yield game, "Something is missing."


def exported_game():
    """The files of a group with one game of one round, and the name of the game's file."""
    phone, source = a_hosted_group()
    a_game(phone, source, rounds=1)
    with zipfile.ZipFile(io.BytesIO(b"".join(archive_of(source)))) as file:
        files = {name: file.read(name) for name in file.namelist()}
    return files, next(name for name in files if name.startswith("games/"))


def test_a_game_that_cannot_be_is_refused_with_its_place_and_the_reason():
    files, name = exported_game()
    games = list(odd_games(files[name]))
    for number, (game, _reason) in enumerate(games):
        files[f"games/{number:02}.json"] = json.dumps(game | {"id": str(number)}).encode()
    one = read(a_group(a_phone(), names=()), zipped(files))
    assert (one.state, one.total) == (State.READ, 1)
    for (place, said), (number, (_game, reason)) in zip(
        one.report["faults"], enumerate(games), strict=True
    ):
        assert place == f"games/{number:02}.json"
        assert reason in said


def test_an_archive_that_was_packed_again_with_its_folder_has_no_fault():
    files, _name = exported_game()
    one = read(a_group(a_phone(), names=()), zipped({"games/": b""} | files))
    assert (one.state, one.total, one.report["faults"]) == (State.READ, 1, [])


def test_a_number_that_no_database_stores_does_not_keep_an_archive_from_being_read():
    files, _name = exported_game()
    files["group.json"] = b'{"points": 1e999, "players": [{"name": "Ana", "mark": 1e999}]}'
    one = read(a_group(a_phone(), names=()), zipped(files))
    assert (one.state, one.total) == (State.READ, 1)


def test_a_number_of_a_deleted_player_that_is_too_large_is_refused_with_its_place():
    files, name = exported_game()
    files["games/0.json"] = files[name].replace(b"{", b'{"deleted":{"0":1e999},', 1)
    one = read(a_group(a_phone(), names=()), zipped(files))
    assert (one.state, one.total) == (State.READ, 1)
    assert one.report["faults"] == [["games/0.json", "Something is missing."]]


def test_a_start_that_the_app_would_not_have_stored_is_refused_with_its_place():
    files, name = exported_game()
    content = files.pop(name)
    for number, odd in enumerate([{"head_start": [0, 20]}, *ODD_STARTS]):
        game = json.loads(content) | {"id": str(number)}
        game["history"][0]["data"] |= odd
        files[f"games/{number:02}.json"] = json.dumps(game).encode()
    one = read(a_group(a_phone(), names=()), zipped(files))
    assert (one.state, one.total) == (State.READ, 1)
    places = [f"games/{number:02}.json" for number in range(1, len(ODD_STARTS) + 1)]
    assert [place for place, _reason in one.report["faults"]] == places
    assert "Its rules could not work out the score." not in dict(one.report["faults"]).values()
