"""Everything of a group goes out in one file, and comes in again."""

import csv
import io
import json
import re
import zipfile
from datetime import UTC, date, datetime, timedelta
from errno import ENOSPC
from hashlib import sha256
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from django.utils import timezone
from django.utils.timezone import localtime
from django.utils.translation import gettext, override

from games import registry
from games.report import score_record
from scorekeeper.demo.group import create_demo
from scorekeeper.exchange.other_apps import points_of
from scorekeeper.exchange.plays import Refused
from scorekeeper.models import (
    REMOVED,
    GameSession,
    Group,
    Import,
    Member,
    Player,
    Revision,
    Role,
    Seat,
    imports,
)
from scorekeeper.models.imports import INTERRUPTED_AFTER, MAX_WAIT, State
from scorekeeper.operating.purge import purge
from scorekeeper.people.deletion import delete_player
from scorekeeper.people.names import known_names
from scorekeeper.tables.table import Table
from scorekeeper.views.group import imports as views_of_imports
from tests.app.support.factories import (
    NAMES,
    a_game,
    a_group,
    a_hosted_game,
    a_hosted_group,
    a_phone,
    a_round,
    add,
    correct,
    end_early,
    enter,
    group_of,
    let_in,
    remove,
    said,
    set_back,
    submit,
    table_of,
    to,
    undo,
)
from tests.app.support.imports import bring_in, read
from tests.app.support.pads import a_pad
from tests.app.support.pages import Page, assert_refused, text_of
from tests.app.support.webhooks import a_webhook, messages
from tests.app.test_deleting import games_at_each_lock
from tests.app.test_seats import replace as replace_player
from tests.support.bgstats_plays import PEOPLE, export
from tests.support.long import examples
from tests.support.receiver import receiving

DAYS = 40
PLAYS = examples(50)  # which have every game and trap


def download(phone, group, name):
    response = phone.get(reverse("export", args=[group.pk, name]))
    assert response.status_code == 200
    return b"".join(response.streaming_content)


def upload(phone, group, name, content):
    """The page of an import that was read."""
    file = SimpleUploadedFile(name, content)
    response = phone.post(reverse("import", args=[group.pk]), {"file": file})
    assert response.status_code == 302, response.content.decode()
    return response.url


def choices_on(phone, url):
    """Return what the page of a file that was read suggests, player by player."""
    page = Page(phone.get(url))
    return {name: values for name, values in page.form(url).fields.items() if "player" in name}


def bring_in_on_its_page(phone, group, name, content):
    url = upload(phone, group, name, content)
    response = phone.post(url, choices_on(phone, url))
    assert response.status_code == 302, response.content.decode()
    return Import.objects.get(pk=url.strip("/").rpartition("/")[2])


def a_demo_group():
    group = create_demo(date(2026, 3, 13), days=DAYS)
    phone = a_phone()
    let_in(phone, group, Role.HOST)
    return phone, group


def empty_site():
    """As a new site, but for its ids."""
    Revision.objects.all().delete()
    Seat.objects.all().delete()
    GameSession.objects.all().delete()
    Player.objects.all().delete()
    Member.objects.all().delete()
    Group.objects.all().delete()


def files_in(archive):
    with zipfile.ZipFile(io.BytesIO(archive)) as file:
        return {name: json.loads(file.read(name)) for name in file.namelist()}


def pages_of(phone, group):
    """The texts of all pages with figures, without the keys of rows."""
    addresses = [
        reverse("statistics", args=[group.pk]),
        reverse("evenings", args=[group.pk]),
        reverse("seasons", args=[group.pk]),
        reverse("group_year", args=[group.pk, 2026]),
        reverse("players"),
        reverse("games"),
        *(reverse("player", args=[p.pk]) for p in group.players.order_by("name")),
        *(
            reverse("family", args=[group.pk, game])
            for game in sorted({s.game for s in group.sessions.all()})
        ),
    ]
    return [re.sub(r"<[^>]*>", "", phone.get(address).content.decode()) for address in addresses]


def test_a_group_that_moves_to_another_site_has_the_same_games_and_pages():
    phone, group = a_demo_group()
    phone.get("/")
    archive, pages = download(phone, group, "group.zip"), pages_of(phone, group)
    before = files_in(archive)
    check_archive(group, archive)
    assert group.sessions.count() > 20
    empty_site()
    phone, group = a_hosted_group(names=())
    one = bring_in_on_its_page(phone, group, "group.zip", archive)
    assert one.state == "done"
    assert one.report["fault_count"] == 0
    group.refresh_from_db()
    after = files_in(download(phone, group, "group.zip"))
    del before["manifest.json"], after["manifest.json"]
    assert after["group.json"]["players"] == before["group.json"]["players"]
    assert after["group.json"] | {"devices": 0} == before["group.json"] | {"devices": 0}
    assert after == before | {"group.json": after["group.json"]}
    assert pages_of(phone, group) == pages


def test_deleted_players_come_in_as_deleted_and_nobody_is_asked_who_they_are():
    host, group = a_hosted_group()
    a_game(host, group, target=40, rounds=1)
    a_game(host, group, rounds=1)
    for name in ("Ana", "Cho"):
        host.post(reverse("delete_player", args=[group.players.get(name=name).pk]), {"sure": "1"})
    archive = download(host, group, "group.zip")
    other, new = a_hosted_group(names=("Dan",))
    url = upload(other, new, "group.zip", archive)
    assert choices_on(other, url) == {"player_0": ["0"]}  # Ben
    bring_in_on_its_page(other, new, "group.zip", archive)
    assert sorted(new.players.values_list("name", flat=True)) == ["Ben", "Dan"]
    finished, going_on = new.sessions.order_by("pk")
    for session in (finished, going_on):
        assert Table.of(session).names == ["someone", "Ben", "someone (2)"]
    assert "someone" in said(other, "table", finished)
    assert "someone" not in Page(other.get(reverse("deleted"))).said
    again = bring_in_on_its_page(other, new, "group.zip", archive)
    assert again.report["saved"] == 0


def test_the_games_of_an_import_that_fails_are_removed_in_pieces(monkeypatch):
    group = a_group(a_phone(), names=())
    left = games_at_each_lock(monkeypatch)
    monkeypatch.setattr("scorekeeper.exchange.saving.show_all", lambda *_: 1 / 0)
    bring_in(group, json.dumps(export(25)).encode())
    assert left == [0, 25, 5, 0]  # the first time before anything is stored


def test_an_import_that_failed_or_was_taken_back_for_good_leaves_nobody(monkeypatch, clock):
    host, session = a_hosted_game(target=40, rounds=1)
    ana = session.group.players.get(name="Ana")
    host.post(reverse("delete_player", args=[ana.pk]), {"sure": "1"})
    archive = download(host, session.group, "group.zip")
    other, new = a_hosted_group(names=())
    devices = new.members.filter(role=REMOVED)
    with monkeypatch.context() as failing:
        failing.setattr("scorekeeper.exchange.saving.show_all", lambda *_: 1 / 0)
        bring_in(new, archive)
    assert not devices.exists()
    assert not Player.everyone.filter(group=new).exists()
    one = bring_in(new, archive)
    assert Table.of(new.sessions.get()).names == ["someone", "Ben", "Cho"]
    assert devices.exists()
    other.post(reverse("one_import", args=[new.pk, one.pk]), {"undo": "1"})
    purge()
    assert devices.exists()  # the game can still be restored
    clock.pass_by(days=31)
    purge()
    assert not devices.exists()
    assert new.members.exists()


def test_a_game_that_was_set_back_comes_in_with_its_whole_history():
    phone, session = a_hosted_game(rounds=2)
    group, scorer = session.group, a_phone()
    member = let_in(scorer, group, Role.SCORER, name="Zoe’s phone")
    for change in (
        correct(phone, session, 1, a_round(1, 30, 2)),
        remove(phone, session, 2),
        set_back(phone, session, 2),
        enter(scorer, session),
        undo(phone, session),
        phone.post(reverse("delete_device", args=[member.pk]), {"sure": "1"}),
    ):
        assert change.status_code == 302
    host = group.members.hosts().get()
    Revision.objects.filter(session=session, slot=1, revision=1).update(sender=host)
    archive = download(phone, group, "group.zip")
    other, theirs = a_hosted_group(names=())
    assert bring_in(theirs, archive).report["saved"] == 1
    moved = theirs.sessions.get()
    changes = said(phone, "history", session).partition("Print")[2]
    assert said(other, "history", moved).endswith(changes)
    assert said(other, "table", moved) == said(phone, "table", session)
    before, after = (
        next(content for name, content in files_in(file).items() if name.startswith("games/"))
        for file in (archive, download(other, theirs, "group.zip"))
    )
    assert all(any(key in one for one in before["history"]) for key in ("back_to", "for"))
    assert after["history"] == before["history"]


def test_an_export_of_bg_stats_comes_in_and_goes_out_again():
    phone, group = a_hosted_group(names=("Ana", "Ben"))
    plays = export(PLAYS)["plays"]
    content = json.dumps(export(PLAYS)).encode()
    one = bring_in(group, content)
    assert (one.state, one.report["saved"], one.report["fault_count"]) == ("done", PLAYS, 0)
    sessions = GameSession.objects.filter(group=group)
    yahtzee = sessions.filter(game="yahtzee").first()
    assert "imported" in phone.get(reverse("table", args=[yahtzee.pk])).content.decode().casefold()
    for play in plays:
        session = sessions.get(submission=play["uuid"])
        seats = {seat.player.name: seat for seat in session.seats.select_related("player")}
        for score in play["playerScores"]:
            seat = seats[PEOPLE[score["playerRefId"] - 1]]
            assert seat.won == score["winner"]
            if score["score"]:
                assert seat.total == eval(score["score"])  # noqa: S307 - written by ourselves
    for address in pages_of(phone, group):
        assert address
    assert bring_in(group, content).report["saved"] == 0
    out = json.loads(download(phone, group, "BGStatsExport.json"))
    assert len(out["plays"]) == PLAYS
    phone, other = a_hosted_group(names=())
    assert bring_in(other, json.dumps(out).encode()).report["saved"] == PLAYS


def check_archive(group, content):
    """Check that every file is in the manifest, that every record can be scored, and that no secret
    is in any.
    """
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    manifest = json.loads(files["manifest.json"])
    assert {"manifest.json", *manifest["files"]} == set(files)
    for name, stated in manifest["files"].items():
        assert stated == {"sha256": sha256(files[name]).hexdigest(), "bytes": len(files[name])}
        if name.startswith("games/"):
            check_score(group, json.loads(files[name]))
    whole = b"".join(files.values()).decode()
    for member in group.members.all():
        assert member.device not in whole
    for link in group.links.all():
        assert link.nonce not in whole


def check_score(group, record):
    answer = score_record(json.dumps(record))
    assert "error" not in answer, answer
    session = group.sessions.get(submission=record["id"])
    if session.result:
        assert answer["winners"] == [record["players"][seat] for seat in session.result["winners"]]
        assert list(answer["totals"].values()) == session.result["totals"]


def yucata_play(number, ana, ben, **more):
    return {
        "GameId": number,
        "GameTypeName": "Targi",
        "FinishedOn": f"/Date({1_700_000_000_000 + number})/",
        "Opponents": [{"Login": "Ana", **ana}, {"Login": "Ben", **ben}],
        **more,
    }


def test_a_title_that_was_won_by_the_lowest_and_by_the_highest_keeps_its_ranks_in_bg_stats():
    phone, group = a_hosted_group()
    rounds = [{"points": {"0": 5, "1": 3, "2": 1}}]
    for lowest in (True, False, True):
        options = {"title": "Skat", "lowest_wins": lowest, "rounds": 1}
        a_game(phone, group, game="score_pad", options=options, rounds=rounds)
    content = download(phone, group, "BGStatsExport.json")
    assert [game["highestWins"] for game in json.loads(content)["games"]] == [False, True]
    other = a_group(phone, "Monday", names=())
    bring_in(other, content)
    ranks = [list(one.seats.values_list("rank", flat=True)) for one in other.sessions.all()]
    assert sorted(ranks) == [[1, 2, 3], [3, 2, 1], [3, 2, 1]]


def test_plays_of_yucata_come_in_once_and_say_who_won():
    plays = [
        yucata_play(1, {"Points": 41}, {"Points": "38"}),
        yucata_play(2, {"Rank": 2}, {"Rank": 1}, CustomGameName="Targi XL"),
        yucata_play(3, {"Score": 20, "Place": 2}, {"Score": 12, "Place": 1}, GameTypeName="Golf"),
        yucata_play(4, {"Points": None}, {"Points": None}),
        yucata_play(5, {"Points": 10}, {"Points": 9}, FinishedOn="1 March"),
        yucata_play(6, {"Points": "much"}, {"Points": 9}),
        {"GameId": 7},
    ]
    group = a_group(a_phone(), names=("Ana", "Ben"))
    content = json.dumps({"data": plays}).encode()
    one = bring_in(group, content)
    assert (one.state, one.report["saved"]) == ("done", 3)
    assert one.report["faults"] == [
        ["play 4", "It does not say who won."],
        ["play 5", "It has no date."],
        ["play 6", "“much” is not a whole number."],
        ["play 7", "Something is missing, or is not what it should be."],
    ]
    sessions = GameSession.objects.filter(group=group).order_by("played_at")
    rows = [
        (
            table.display_title,
            list(table.board.totals),
            [table.names[seat] for seat in table.winners],
        )
        for table in map(Table.of, sessions)
    ]
    assert rows == [
        ("Targi", [41, 38], ["Ana"]),
        ("Targi XL", [0, 1], ["Ben"]),
        ("Golf", [20, 12], ["Ben"]),
    ]
    assert [session.played_at.date() for session in sessions] == [date(2023, 11, 14)] * 3
    assert bring_in(group, content).report["saved"] == 0


def test_a_round_after_the_end_is_in_the_record_but_not_among_the_entries():
    phone, group = a_hosted_group()
    session = a_game(phone, group, target=40, rounds=1)
    add(session, a_round())
    assert table_of(session).late
    record = phone.get(reverse("record", args=[session.pk])).json()
    assert len(record["entries"]) == len(record["not_counted"]) == 1
    assert score_record(json.dumps(record))["winners"] == ["Ana"]


def test_lines_of_records_come_in_and_what_cannot_be_is_named_by_its_line():
    phone, group = a_hosted_group()
    session = a_game(phone, group, target=40, rounds=1)
    good = phone.get(reverse("record", args=[session.pk])).json()
    elsewhere = good | {"id": str(uuid4()), "comment": "=HYPERLINK()", "players": ["X", "Y", "Z"]}
    elsewhere["entries"] = json.loads(
        re.sub("Ana|Ben|Cho", lambda m: "XYZ"["ABC".index(m[0][0])], json.dumps(good["entries"]))
    )
    impossible = elsewhere | {"id": str(uuid4()), "entries": [*elsewhere["entries"]] * 2}
    lines = [
        json.dumps(one) for one in (good, elsewhere, impossible, {"game": "go", "players": []})
    ]
    url = upload(phone, group, "games.jsonl", "\n".join(lines).encode())
    report = Import.objects.get().report
    assert report["present"] == 1
    assert [place for place, _reason in report["faults"]] == ["line 3", "line 4"]
    assert "Entry 2" in report["faults"][0][1]
    phone.post(url, choices_on(phone, url))
    assert group.sessions.count() == 2
    assert set(group.players.values_list("name", flat=True)) == {*"XYZ", "Ana", "Ben", "Cho"}


def test_our_spreadsheet_comes_in_again_and_no_cell_is_computed():
    phone, group = a_hosted_group(names=("=1+1", "+Ben", "-Cho"))
    session = a_game(phone, group, names=("=1+1", "+Ben", "-Cho"), target=40, rounds=1)
    GameSession.objects.filter(pk=session.pk).update(comment="@SUM(A1)")
    sheet = download(phone, group, "games.csv")
    assert sheet.startswith(b"\xef\xbb\xbf")
    rows = list(csv.DictReader(io.StringIO(sheet.decode("utf-8-sig"))))
    assert [row["player"] for row in rows] == ["'=1+1", "'+Ben", "'-Cho"]
    assert {row["comment"] for row in rows} == {"'@SUM(A1)"}
    assert [row["won"] for row in rows] == ["yes", "no", "no"]
    elsewhere = a_group(a_phone(), names=())
    assert bring_in(elsewhere, sheet).report["saved"] == 1
    assert sorted(elsewhere.players.values_list("name", flat=True)) == ["+Ben", "-Cho", "=1+1"]
    moved = elsewhere.sessions.get()
    assert [seat.total for seat in moved.seats.all()] == [int(row["total"]) for row in rows]
    assert bring_in(elsewhere, sheet).report["saved"] == 0


def test_every_play_of_another_app_gets_its_times_back_when_a_chosen_day_is_undone():
    phone, group = a_hosted_group(names=())
    plays = export(12)
    after_midnight = {"playDate": "2024-03-02 00:30:00", "durationMin": 90}
    plays["plays"][0] |= after_midnight
    bring_in(group, json.dumps(plays).encode())
    assert group.sessions.filter(game="score_pad").exists()
    before = list(group.sessions.order_by("pk").values_list("started_at", "played_at"))
    for session in group.sessions.order_by("pk"):
        submit(phone, to("options", session), day="2024-03-10")
        undo(phone, session)
    assert list(group.sessions.order_by("pk").values_list("started_at", "played_at")) == before


@pytest.mark.parametrize(
    ("end", "minutes"),
    [("2026-03-29 03:15:00", 30), ("2026-03-29 04:00:00", 120), ("2025-10-26 03:30:00", 120)],
)
def test_a_play_during_which_the_clocks_changed_keeps_its_duration(end, minutes, settings):
    settings.TIME_ZONE = "Europe/Berlin"
    group = a_group(a_phone(), names=())
    plays = export(1)
    plays["plays"][0] |= {"playDate": end, "durationMin": minutes}
    session = bring_in(group, json.dumps(plays).encode()).sessions.get()
    assert session.finished_at - session.started_at == timedelta(minutes=minutes)


def test_a_game_during_which_the_clock_was_set_back_is_read_again_from_a_spreadsheet(clock):
    phone, group = a_hosted_group()
    session = a_game(phone, group, rounds=1)
    clock.pass_by(minutes=-10)
    end_early(phone, session)
    sheet = download(phone, group, "games.csv")
    [minutes] = {row["minutes"] for row in csv.DictReader(io.StringIO(sheet.decode("utf-8-sig")))}
    assert minutes == "0"
    elsewhere = a_group(a_phone(), names=())
    assert bring_in(elsewhere, sheet).sessions.count() == 1


def test_a_spreadsheet_has_the_options_in_the_words_of_the_table():
    phone = a_phone()
    a_pad(phone, 60, 20, lowest_wins=True, rounds=9)
    sheet = download(phone, group_of(phone), "games.csv").decode("utf-8-sig")
    [options] = {row["options"] for row in csv.DictReader(io.StringIO(sheet))}
    assert options == "lowest total wins; target 50; 9 rounds"


def test_the_row_of_an_entry_has_what_it_changed():
    phone, group = a_hosted_group()
    a_game(phone, group, rounds=2)
    sheet = download(phone, group, "entries.csv").decode("utf-8-sig")
    rows = list(csv.DictReader(io.StringIO(sheet)))
    points = {row["player"]: int(row["points"]) for row in rows if row["number"] == "2"}
    totals = {row["player"]: int(row["total"]) for row in rows if row["number"] == "2"}
    assert points["Ana"] * 2 == totals["Ana"] == 80


def test_the_evenings_of_a_spreadsheet_are_those_of_the_pages(clock):
    """A game that was left open for days neither joins two evenings nor dates one."""
    phone, group = a_hosted_group()
    clock.now = datetime(2026, 3, 1, 20, tzinfo=UTC)
    first, left_open = a_pad(phone, 60, 20, group=group), a_game(phone, group)
    late = a_game(phone, group, target=80)
    clock.pass_by(days=3)
    add(left_open, a_round())
    add(late, a_round(0, 40))
    a_pad(phone, 60, 20, group=group)
    sheet = download(phone, group, "games.csv").decode("utf-8-sig")
    evenings = {row["id"]: row["evening"] for row in csv.DictReader(io.StringIO(sheet))}
    assert evenings.pop(str(first.submission)) == "2026-03-01"
    assert evenings.pop(str(left_open.submission)) == ""
    assert list(evenings.values()) == ["2026-03-04", "2026-03-04"]
    archive = files_in(download(phone, group, "group.zip"))
    assert [len(one["games"]) for one in archive["evenings.json"]] == [1, 2]


def test_the_players_of_an_import_that_was_taken_back_come_last_and_give_the_group_no_name(clock):
    phone, group = a_hosted_group(names=())
    Group.objects.update(named=False)
    a_game(phone, group, names=("Zoe", "Yan", "Xia"))
    one = bring_in(group, json.dumps(export(30)).encode())
    name = known_names(group)[0]
    assert name in PEOPLE
    assert "+" in Group.objects.get().name
    phone.post(reverse("one_import", args=[group.pk, one.pk]), {"undo": "1"})
    assert sorted(known_names(group)[:3]) == ["Xia", "Yan", "Zoe"]
    assert Group.objects.get().name == "Zoe, Yan, Xia"
    restored = one.sessions.filter(seats__player__name=name).first()
    phone.post(reverse("restore", args=[restored.pk]))
    assert known_names(group)[0] in PEOPLE
    phone.post(reverse("delete", args=[restored.pk]))
    clock.pass_by(days=31)
    purge()
    assert sorted(known_names(group)) == ["Xia", "Yan", "Zoe"]


def test_the_purge_of_an_import_leaves_the_players_who_were_there_before(clock):
    phone, group = a_hosted_group(names=())
    group.players.create(name=PEOPLE[0])
    one = bring_in(group, json.dumps(export(30)).encode())
    phone.post(reverse("one_import", args=[group.pk, one.pk]), {"undo": "1"})
    clock.pass_by(days=31)
    purge()
    assert known_names(group) == [PEOPLE[0]]
    group.players.create(name=PEOPLE[1])  # whom the file has named, too
    purge()
    assert known_names(group) == sorted(PEOPLE[:2])


def test_the_purge_leaves_the_players_of_an_import_that_was_repeated(clock):
    phone, group = a_hosted_group(names=())
    content = json.dumps(export(30)).encode()
    one = bring_in(group, content)
    phone.post(reverse("one_import", args=[group.pk, one.pk]), {"undo": "1"})
    group.sessions.all().delete()  # as the purge does
    bring_in(group, content)
    group.players.create(name="Idle")
    for again in group.imports.all():  # as an archive lists players without a game
        Import.objects.filter(pk=again.pk).update(players=again.players | {"Idle": 0})
    purge()
    assert group.players.filter(name="Idle").exists()


SKAT = b"date,player,total,title\n2024-01-01,Ana,5,Skat\n2024-01-01,Ben,3,Skat\n"


@pytest.mark.parametrize("content", [json.dumps(export(5)).encode(), SKAT])
def test_what_was_taken_back_can_be_imported_again_and_taken_back_again(content):
    phone, group = a_hosted_group(names=())
    for _time in range(3):
        one = bring_in(group, content)
        assert one.report["saved"] == group.sessions.not_deleted().count() > 0
        phone.post(reverse("one_import", args=[group.pk, one.pk]), {"undo": ""})
        assert not group.sessions.not_deleted().exists()


def test_an_import_is_taken_back_as_a_whole_and_told_to_no_webhook(
    settings, django_capture_on_commit_callbacks
):
    settings.WEBHOOKS_TO_PRIVATE_NETWORKS = True
    phone, group = a_hosted_group(names=())
    with receiving() as receiver:
        a_webhook(group, receiver.address)
        with django_capture_on_commit_callbacks(execute=True):
            one = bring_in(group, json.dumps(export(20)).encode())
            assert group.sessions.not_deleted().count() == 20
            assert Seat.objects.exclude(kind="").exists()
            url = reverse("one_import", args=[group.pk, one.pk])
            phone.post(url, {"undo": ""})
            assert group.sessions.not_deleted().count() == 0
            assert not Seat.objects.exclude(kind="").exists()
            a_game(phone, group)
        assert [message["type"] for message in messages(receiver)] == ["game.started"]
    assert "taken back" in phone.get(url).content.decode()
    phone.post(reverse("restore", args=[one.sessions.first().pk]))
    assert group.sessions.not_deleted().count() == 2  # it, and the one that was started


def test_a_file_that_was_read_is_discarded_instead():
    phone, group = a_hosted_group()
    url = upload(phone, group, "plays.json", json.dumps(export(3)).encode())
    one = Import.objects.get()
    assert one.plays.exists()
    assert phone.post(url, {"discard": "1"}).url == reverse("exchange", args=[group.pk])
    assert not one.plays.exists()
    assert not Import.objects.exists()
    assert phone.get(url).status_code == 404


def test_a_discarded_file_leaves_a_player_whom_the_history_of_a_game_names():
    phone, group = a_hosted_group()
    session = a_game(phone, group, rounds=1)
    url = upload(phone, group, "games.csv", SKAT.replace(b"Ana", b"Zoe"))
    replace_player(phone, session, 0, "Zoe")
    undo(phone, session)
    phone.post(url, {"discard": "1"})
    assert "Ana replaced by Zoe" in said(phone, "history", session)
    group.players.get(name="Zoe").delete()  # as an earlier release did
    assert "Ana replaced by someone" in said(phone, "history", session)


@pytest.mark.parametrize("state", [State.READING, State.SAVING])
def test_what_a_server_that_stopped_had_begun_goes_on_where_the_page_says_so(state):
    phone, group = a_hosted_group()
    url = upload(phone, group, "plays.json", content := json.dumps(export(3)).encode())
    one = Import.objects.get()
    one.upload.write_bytes(content)
    Import.objects.update(state=state)
    assert phone.post(url).status_code == 302  # it is not interrupted yet
    one.refresh_from_db()
    assert one.state == state
    Import.objects.update(seen_at=timezone.now() - INTERRUPTED_AFTER - timedelta(seconds=1))
    button = Page(phone.get(url)).form(url)
    assert phone.post(url, button.fields).status_code == 302
    one.refresh_from_db()
    assert one.state == (State.READ if state == State.READING else State.DONE)


def test_two_names_of_one_table_cannot_become_one_player():
    phone, group = a_hosted_group(names=("Ana", "Ben"))
    ana = group.players.get(name="Ana")
    url = upload(phone, group, "x.json", json.dumps(export(30)).encode())
    response = phone.post(url, dict.fromkeys(choices_on(phone, url), ana.pk))
    assert_refused(response, "played together")
    assert not group.sessions.exists()


def test_games_with_other_players_go_to_whom_the_host_chooses():
    phone, group = a_hosted_group(names=("Anastasia",))
    url = upload(phone, group, "x.json", json.dumps(export(10)).encode())
    label = Page(phone.get(url)).tree.xpath("//label[normalize-space()='Ana']")[0]
    chosen = {label.get("for").removeprefix("id_"): group.players.get().pk}
    phone.post(url, choices_on(phone, url) | chosen)
    assert not group.players.filter(name="Ana").exists()
    assert Seat.objects.filter(player__name="Anastasia").exists()


@pytest.mark.parametrize(
    ("text", "points"),
    [("12", 12), ("1914-100", 1814), ("-5", -5), ("10 + 3", 13), ("−7", -7), ("0", 0)],
)
def test_a_score_may_be_a_sum(text, points):
    assert points_of(text) == points


@pytest.mark.parametrize("text", ["12.5", "2*3", "__import__('os')", "1e5", "--", "9" * 200])
def test_what_is_no_sum_is_refused(text):
    with pytest.raises(Refused):
        points_of(text)


def test_a_cooperative_game_that_was_lost_says_that_nobody_won():
    phone, group = a_hosted_group(names=())
    bring_in(group, json.dumps(export(60)).encode())
    lost = group.sessions.filter(title="Pandemic").exclude(seats__won=True).first()
    group.sessions.exclude(pk=lost.pk).update(deleted_at=lost.played_at)
    assert "Nobody won" in Page(phone.get(reverse("table", args=[lost.pk]))).said
    home = Page(phone.get("/")).said
    assert "Nobody won" in home
    assert "Ended before" not in home


def test_a_game_with_totals_only_takes_no_round_and_nobody_joins():
    people = [{"id": number, "name": name} for number, name in enumerate(NAMES)]
    scores = [
        {"playerRefId": number, "score": score, "winner": score != "12"}
        for number, score in enumerate(("10", "8", "12"))
    ]
    play = {"uuid": "1", "gameRefId": 1, "playDate": "2024-03-01 21:00:00", "playerScores": scores}
    content = {"games": [{"id": 1, "name": "Catan"}], "players": people, "plays": [play]}
    phone, group = a_hosted_group()
    bring_in(group, json.dumps(content).encode())
    session = group.sessions.get()
    assert "2 players win" in said(phone, "table", session)
    assert list(Table.of(session).board.ranks) == [1, 1, 3]
    assert phone.get(to("enter", session)).status_code == 404
    assert "imported with its totals only: nobody can join or leave" in said(
        phone, "seats", session
    )


def test_games_of_one_day_in_a_spreadsheet_without_ids_are_told_apart():
    group = a_group(a_phone(), names=())
    more = (
        b"2024-01-01,Ana,7,Skat\n2024-01-01,Ben,9,Skat\n2024-01-01,Ana,7,Go\n2024-01-01,Ben,9,Go\n"
    )
    assert bring_in(group, SKAT + more).report["saved"] == 3
    assert bring_in(group, SKAT + more).report["saved"] == 0
    titles = list(group.sessions.values_list("title", flat=True))
    assert sorted(titles) == ["Go", "Skat", "Skat"]


@pytest.mark.parametrize(
    "comment",
    ["-5 was wrong", "'-5 was wrong", "''=1", "\t=1", "'tis it", "'", "one\ntwo\u2028three"],
)
def test_a_spreadsheet_gives_back_a_comment_whatever_it_begins_with_and_its_lines(comment):
    phone, group = a_hosted_group()
    session = a_game(phone, group, rounds=10)
    GameSession.objects.filter(pk=session.pk).update(comment=comment)
    content = download(phone, group, "games.csv")
    other = a_group(phone, "Monday", names=())
    bring_in(other, content)
    assert other.sessions.get().comment == comment


def test_a_spreadsheet_may_have_semicolons_and_bare_games():
    group = a_group(a_phone(), names=())
    sheet = b"date;player;total;game\n2024-01-01;Ana;5;chimera\n2024-01-02;Ana;5;score_pad\n"
    sheet += b"2026-13-40;Ana;5;score_pad\n"
    one = bring_in(group, sheet)
    assert one.report["saved"] == 2
    assert [reason for _place, reason in one.report["faults"]] == [
        "“2026-13-40” is not a date. Write it as 2026-03-13."
    ]
    assert sorted(group.sessions.values_list("title", flat=True)) == ["", "Chimera"]


def test_a_spreadsheet_whose_rows_end_with_further_commas_is_the_same_file():
    group = a_group(a_phone(), names=())
    heading, rows = SKAT.split(b"\n", 1)
    more = heading + b"\n" + rows.replace(b"\n", b",,\n")
    assert bring_in(group, more).report["saved"] == 1
    assert bring_in(group, SKAT).report["saved"] == 0


def test_a_record_without_an_id_comes_in_once_whenever_it_is_read(monkeypatch):
    phone, session = a_hosted_game(target=40, rounds=1)
    record = phone.get(reverse("record", args=[session.pk])).json()
    for entry in record["entries"]:
        del entry["at"], entry["by"]
    bare = {key: record[key] for key in ("format", "game", "players", "options", "entries")}
    content = json.dumps(bare).encode()
    group = a_group(phone, names=())
    assert bring_in(group, content).report["saved"] == 1
    group.sessions.update(played_at=session.played_at - timedelta(days=3))
    assert bring_in(group, content).report["saved"] == 0


def test_the_page_of_a_file_lists_some_of_many_titles(monkeypatch):
    monkeypatch.setattr(views_of_imports, "MOST_LISTED", 1)
    phone = a_phone()
    more = b"".join(
        b"2024-01-0%d,Ana,5,%s\n2024-01-0%d,Ben,3,%s\n" % (day, title, day, title)
        for day, title in enumerate((b"Golf", b"Darts", b"Golf"), 2)
    )
    said = Page(phone.get(upload(phone, a_group(phone, names=()), "games.csv", SKAT + more))).said
    assert "4 games in this file" in said
    assert "Golf 2 games" in said
    assert "and 2 more titles" in said
    assert "Skat" not in said


def test_a_player_who_is_in_the_group_cannot_be_new():
    phone, group = a_hosted_group(names=("ana",))
    url = upload(phone, group, "games.csv", SKAT)
    response = phone.post(url, dict.fromkeys(choices_on(phone, url), 0))
    assert_refused(response, "Ana is in the group already")


def test_a_file_that_nobody_imports_is_removed_after_two_days():
    phone, group = a_hosted_group(names=())
    upload(phone, group, "games.csv", SKAT)
    waiting = Import.objects.get()
    assert waiting.plays.exists()
    assert not waiting.upload.exists()
    other = a_phone()
    upload(other, a_group(other, names=()), "games.csv", SKAT)
    assert Import.objects.count() == 2
    long_ago = timezone.now() - MAX_WAIT - timedelta(minutes=1)
    Import.objects.filter(pk=waiting.pk).update(seen_at=long_ago)
    bring_in_on_its_page(other, group_of(other), "games.csv", SKAT)
    assert not Import.objects.filter(pk=waiting.pk).exists()
    assert not waiting.plays.exists()


def test_no_file_is_taken_while_too_much_waits(monkeypatch, settings, tmp_path):
    settings.IMPORTS = tmp_path  # other tests may have left files
    monkeypatch.setattr("scorekeeper.models.imports.ROOM", 10)
    phone, group = a_hosted_group(names=())
    upload(phone, group, "games.csv", SKAT)
    address = reverse("import", args=[group.pk])
    response = phone.post(address, {"file": SimpleUploadedFile("games.csv", SKAT)})
    assert_refused(response, "Too many files wait")


def test_of_a_file_that_does_not_fit_on_the_disk_nothing_stays(monkeypatch):
    def copy(_source, target):
        target.write_bytes(b"date,pl")
        raise OSError(ENOSPC, "No space left on device")

    phone, group = a_hosted_group(names=())
    monkeypatch.setattr("shutil.copyfile", copy)
    before = set(imports.folder().iterdir())
    address = reverse("import", args=[group.pk])
    response = phone.post(address, {"file": SimpleUploadedFile("games.csv", SKAT)})
    assert_refused(response, "The server’s disk is full", 507)
    assert not group.imports.exists()
    assert set(imports.folder().iterdir()) == before


def test_a_game_with_a_long_title_can_be_played_again():
    title = "The Lord of the Rings: The Card Game – Revised Core Set with all of its expansions"[
        :80
    ]
    phone, group = a_hosted_group(names=())
    sheet = f"date,player,total,title\n2026-03-01,Ana,7,{title}\n2026-03-01,Ben,9,{title}\n"
    one = bring_in(group, sheet.encode())
    session = one.sessions.get()
    table = Page(phone.get(to("table", session)))
    (heading,) = table.all("h1")
    assert text_of(heading).startswith("The Lord of the Rings: The Card Game – Revised …")
    assert [part.get("data-name") for part in heading.iter("span")] == [title]  # shown by a tap
    rematch = table.form_called("rematch").fields
    address = f"/new/score_pad/?again={session.pk}"
    assert phone.post(address, {**rematch, "start": "again"}).status_code == 302
    assert [one.title for one in group.sessions.all()] == [title, title]


@pytest.mark.parametrize(("hour", "ended"), [(7, 7), (20, 12)])
def test_a_game_of_today_in_a_spreadsheet_is_over(hour, ended, clock):
    clock.now = datetime(2026, 3, 1, hour, tzinfo=UTC)
    group = a_group(a_phone(), names=())
    sheet = b"date,player,total,title\n2026-03-01,Ana,7,Go\n2026-03-01,Ben,9,Go\n"
    session = bring_in(group, sheet).sessions.get()
    assert session.finished_at == datetime(2026, 3, 1, ended, tzinfo=UTC)


def test_a_game_of_tomorrow_in_a_spreadsheet_is_refused(clock):
    clock.now = datetime(2026, 3, 1, 20, tzinfo=UTC)
    group = a_group(a_phone(), names=())
    one = bring_in(group, SKAT + b"2026-03-02,Ana,7,Go\n2026-03-02,Ben,9,Go\n")
    assert one.report["saved"] == 1
    assert one.report["faults"] == [["line 4", "2026-03-02 is too long ago, or in the future."]]


def test_a_record_with_totals_only_is_scored_and_imported_as_the_site_shows_it():
    phone, group = a_hosted_group(names=())
    sheet = (
        b"date,player,total,won,game\n2024-01-01,Ana,250,yes,yahtzee\n2024-01-01,Ben,270,,yahtzee\n"
    )
    bring_in(group, sheet)
    session = group.sessions.get()
    record = phone.get(reverse("record", args=[session.pk])).json()
    answer = score_record(json.dumps(record))
    assert (answer["finished"], answer["winners"]) == (True, ["Ana"])
    assert answer["totals"] == {"Ana": 250, "Ben": 270}
    assert answer["ranks"] == {"Ana": 1, "Ben": 2}
    elsewhere = a_group(phone, names=())
    bring_in(elsewhere, json.dumps(record).encode())
    assert elsewhere.sessions.get().result == session.result


@pytest.mark.parametrize(
    "end",
    [
        {},
        {"totals": {"Ana": 1, "Ben": 2}, "ranks": {"Ana": 1, "Ben": 2}, "winners": ["Eve"]},
        {"totals": {"Ana": 1}, "ranks": {"Ana": 1, "Ben": 2}, "winners": ["Ana"]},
        {"totals": {"Ana": 1, "Ben": "2"}, "ranks": {"Ana": 1, "Ben": 2}, "winners": ["Ana"]},
        {"totals": {"Ana": 1, "Ben": 10**13}, "ranks": {"Ana": 1, "Ben": 2}, "winners": ["Ana"]},
        {"totals": {"Ana": 1, "Ben": 2}, "ranks": {"Ana": 1, "Ben": 0}, "winners": ["Ana"]},
        {"totals": {"Ana": 1, "Ben": 2}, "ranks": {"Ana": 1, "Ben": 1}, "winners": ["Ana", "Ana"]},
    ],
)
def test_totals_that_are_not_complete_are_no_record(end):
    record = {"format": "scorekeeper.record/1", "game": "yahtzee", "players": ["Ana", "Ben"]}
    answer = score_record(json.dumps(record | {"entries": [], "totals_only": end}))
    assert answer["error"]["field"] == "totals_only"


def test_rounds_that_would_not_count_without_others_are_not_entries_of_a_finished_game():
    """Three tricks are too many in the second round of Wizard, and right in the third."""
    nobody = {"0": 0, "1": 0, "2": 0}
    rounds = [{"bids": nobody, "tricks": {**nobody, "0": tricks}} for tricks in (1, 2, 3)]
    options = {"forbid_even_bids": False}
    phone, session = a_hosted_game(game="wizard", options=options, rounds=rounds)
    remove(phone, session, 2)
    add(session, rounds[-1])
    end_early(phone, session)
    record = phone.get(to("record", session)).json()
    assert (record["entries"], len(record["not_counted"])) == ([], 3)
    assert score_record(json.dumps(record))["totals"] == {"Ana": -40, "Ben": 40, "Cho": 40}
    elsewhere = a_group(a_phone(), names=())
    bring_in(elsewhere, json.dumps(record).encode())
    assert Table.of(elsewhere.sessions.get()).board.totals == (-40, 40, 40)


def test_games_of_one_day_with_the_same_winner_are_as_many_as_the_file_has():
    group = a_group(a_phone(), names=())
    data = export(1)
    data["plays"] = [data["plays"][0] | {"uuid": str(uuid4())} for _time in range(3)]
    plays, sheet = json.dumps(data).encode(), SKAT + SKAT.partition(b"\n")[2]
    for content, games in ((plays, 3), (sheet, 2)):
        assert bring_in(group, content).report["saved"] == games
        assert bring_in(group, content).report["saved"] == 0
    for play in data["plays"]:
        play["uuid"] = str(uuid4())  # the same game, as another player noted it
    assert bring_in(group, json.dumps(data).encode()).report["saved"] == 0


def test_a_comment_and_a_note_still_fit_when_a_name_in_them_was_erased():
    phone, group = a_hosted_group(names=("Al", "Ben", "Cho"))
    session = a_game(phone, group, names=("Al", "Ben", "Cho"), rounds=2)
    GameSession.objects.filter(pk=session.pk).update(comment="Al " * 666)
    Revision.objects.filter(session=session, slot=1).update(note="Al " * 66)
    one = Import.objects.create(group=group, name="Al " * 66)
    player = group.players.get(name="Al")
    delete_player(player)
    Player.everyone.filter(pk=player.pk).update(deleted_at=timezone.now() - timedelta(days=31))
    purge()
    one.refresh_from_db()
    assert (len(one.name), "Al" in one.name) == (200, False)
    other = a_group(a_phone(), "Monday", names=("Dan",))
    let_in(phone, other, Role.HOST)
    bring_in(other, download(phone, group, "group.zip"))
    moved = other.sessions.get()
    assert (len(moved.comment), "Al" in moved.comment) == (2000, False)
    assert len(moved.revisions.get(slot=1).note) == 200


def test_a_damaged_first_line_of_records_is_named_and_the_others_come_in():
    phone, group = a_hosted_group()
    record = {
        "format": "scorekeeper.record/1",
        "game": "score_pad",
        "players": ["Ana", "Ben"],
        "entries": [{"points": {"Ana": 1}}],
        "ended_early": True,
    }
    good = json.dumps(record)
    for first, faults in (("{broken", 1), ('{"game": "chimera"}', 1), ("", 0)):
        url = upload(phone, group, "games.jsonl", f"{first}\n{good}\n{good}\n".encode())
        one = Import.objects.get(pk=url.strip("/").rpartition("/")[2])
        assert (one.state, one.total) == (State.READ, 2)
        assert [place for place, _reason in one.report["faults"]] == ["line 1"] * faults


def test_a_new_player_is_one_whatever_the_capitals_of_the_name_in_each_game():
    group = a_group(a_phone(), names=("Dan",))
    rows = "date,player,total,title\n2026-03-01,Ana,3,Skat\n2026-03-01,Ben,4,Skat\n"
    rows += "2026-03-02,ana,5,Skat\n2026-03-02,BEN,4,Skat\n"
    assert bring_in(group, rows.encode()).state == State.DONE
    assert known_names(group) == ["Ana", "Ben", "Dan"]
    assert group.players.get(name="Ana").seats.count() == 2


def test_a_group_keeps_the_name_of_its_first_archive():
    phone = a_phone()
    archives = []
    for name in ("Friday", "Monday"):
        group = a_group(phone, name)
        a_game(phone, group, rounds=1)
        archives.append(download(phone, group, "group.zip"))
    new = a_group(phone, "New", names=())
    for archive in archives:
        bring_in(new, archive)
    new.refresh_from_db()
    assert (new.name, new.sessions.count()) == ("Friday", 2)


def test_two_seasons_of_one_name_and_day_come_in_and_do_not_stop_another_import():
    phone, group = a_hosted_group()
    a_game(phone, group, rounds=1)
    seasons = [("2026", scale) for scale in ("places", "wins")]
    for name, scale in seasons:
        day = date(2026, 1, 1)
        group.seasons.create(name=name, first_day=day, scale=scale, points="5-3-2-1")
    archive = download(phone, group, "group.zip")
    other = a_group(a_phone(), "Monday", names=("Dan",))
    let_in(phone, other, Role.HOST)
    bring_in(other, archive)
    assert list(other.seasons.order_by("scale").values_list("name", "scale")) == seasons
    other.sessions.all().delete()
    assert bring_in(other, archive).state == State.DONE
    assert other.seasons.count() == 2


@pytest.mark.parametrize("language", ["en", "de", "ja"])
@pytest.mark.parametrize("game", ["score_pad", "score_sheet"])
def test_a_pad_without_a_title_has_none_after_bg_stats_and_compares_with_nothing(game, language):
    phone, group = a_hosted_group()
    rounds = [{"points": {"0": 5, "1": 3, "2": 1}}]
    session = a_game(phone, group, game="score_pad", options={}, rounds=rounds)
    end_early(phone, session)
    with override(language):
        content = json.loads(download(phone, group, "BGStatsExport.json"))
        content["games"][0]["name"] = gettext(registry.games()[game].title)
        other = a_group(phone, "Monday", names=())
        bring_in(other, json.dumps(content).encode())
    moved = other.sessions.get()
    assert (moved.game, moved.title, moved.kind) == ("score_pad", "", "")
    assert {seat.kind for seat in moved.seats.all()} == {""}


HEADING = "date,player,total,game"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("date,player,points\n2024-01-01,Ana,5", "The file needs the columns date, player and"),
        (f"{HEADING}\n3/1/2024,Ana,5,Golf", "“3/1/2024” is not a date. Write it as 2026-03-13."),
        (f"{HEADING},won\n2024-01-01,Ana,5,Golf,oui", "“oui” is neither yes nor no."),
        (f"{HEADING},minutes\n2024-01-01,Ana,5,Golf,45 min", "“45 min” is not a whole number."),
        (f"{HEADING},rank\n2024-01-01,Ana,5,Golf,1st", "“1st” is not a whole number."),
        (f"{HEADING}\n2024-01-01,Ana,,Golf\n2024-01-01,Ben,,Golf", "It does not say who won."),
        (f"{HEADING}\n2024-01-01,,5,Golf", "Enter a name."),
        (f"{HEADING}\n13.3.24,Ana,5,Golf", "“13.3.24” is not a date. Write it as 2026-03-13."),
        (
            f"{HEADING},id,players\n2024-01-01,Ana,5,Golf,7,2",
            "The column players says 2, but there are rows for 1",
        ),
    ],
)
def test_a_spreadsheet_says_what_is_missing_or_cannot_be_read(text, reason):
    report = read(a_group(a_phone(), names=()), text.encode()).report
    assert reason in str(report)


@pytest.mark.parametrize(
    ("text", "won"),
    [
        (
            "Date, Player, Total, Game, Won\n2024-01-01, Ana, 5, Golf, y\n2024-01-01,Ben,8,Golf,n",
            "Ana",
        ),
        (f"{HEADING}\n2024-01-01,Ana,5,Hearts\n,Ben,2,\n,,,\n,Cho,103,", "Ben"),
        (f"{HEADING},rank\n2024-01-01,Ana,,Golf,2\n2024-01-01,Ben,,Golf,1", "Ben"),
        ("date\tplayer\ttotal\tgame\n2024-01-01\tAna\t5\tGolf\n\tBen\t2\t", "Ana"),
    ],
    ids=["answers", "merged cells", "places", "tabs"],
)
def test_a_spreadsheet_that_a_person_wrote_is_understood(text, won):
    group = a_group(a_phone(), names=())
    bring_in(group, text.encode())
    session = group.sessions.get()
    assert [seat.player.name for seat in session.seats.filter(won=True)] == [won]


def test_remarks_in_a_spreadsheet_are_skipped_and_blank_lines_separate_games():
    group = a_group(a_phone(), names=())
    lines = [
        'date,player,total,game,"my\nnotes",comment,',
        "2024-01-01,Ana,5,Golf,,,1",
        ",Ben,8,,,was late,2",
        ",,13,,in all,,3",
        ",,,,,,",
        "2024-01-01,Cho,5,Golf,,,4",
        "2024-01-01,Dan,3,Golf,,,5",
        "someday,Dan,3,Golf,,,6",
    ]
    one = bring_in(group, "\n".join(lines).encode())
    games = group.sessions.order_by("pk")
    assert [[seat.player.name for seat in game.seats.all()] for game in games] == [
        ["Ana", "Ben"],
        ["Cho", "Dan"],
    ]
    assert [place for place, _reason in one.report["faults"]] == ["line 9"]


@pytest.mark.parametrize("blank", ["", ",,,", " "])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r\r\n"])
def test_a_blank_line_separates_games_with_or_without_commas(blank, end):
    group = a_group(a_phone(), names=())
    played = "2024-01-01,{},{},Golf".format
    lines = [HEADING, played("Ana", 5), played("Ben", 8), blank, played("Cho", 5), played("Dan", 3)]
    bring_in(group, end.join(lines).encode())
    games = group.sessions.order_by("pk")
    assert [[seat.player.name for seat in game.seats.all()] for game in games] == [
        ["Ana", "Ben"],
        ["Cho", "Dan"],
    ]


def test_a_record_says_in_local_time_when_it_was_played_or_is_refused():
    record = {"format": "scorekeeper.record/1", "game": "score_pad", "players": ["Ana"]}
    record |= {"entries": [{"points": {"Ana": 3}}], "ended_early": True}
    group = a_group(a_phone(), names=())
    played = [{**record, "finished_at": text} for text in ("2025-03-02", "2025-03-01T20:00:00")]
    bring_in(group, json.dumps(played).encode())
    days = [localtime(one.played_at).isoformat()[:16] for one in group.sessions.order_by("pk")]
    assert days == ["2025-03-02T00:00", "2025-03-01T20:00"]
    one = read(group, json.dumps({**record, "finished_at": "in March"}).encode())
    assert "“in March” is not a date and time." in str(one.report)
