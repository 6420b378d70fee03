"""Files with what no page of ours has stored: nothing of it breaks a page later."""

import io
import json
import tracemalloc
import zipfile
from contextlib import suppress
from datetime import date
from uuid import uuid4

import pytest
from django.urls import reverse

from scorekeeper.exchange import importing, reading, saving
from scorekeeper.exchange.forms import MOST_CHOICES
from scorekeeper.exchange.importing import start_saving
from scorekeeper.exchange.our_csv import from_csv
from scorekeeper.exchange.plays import MOST_PEOPLE, ImportedPlay, Unreadable
from scorekeeper.models import REMOVED, GameSession, Group, Player, Revision, Seat, locks
from scorekeeper.tables.finished.results import comparable_kind
from scorekeeper.tables.table import Table
from tests.app.support.factories import a_game, a_hosted_group, end_early, to
from tests.app.support.imports import bring_in, read
from tests.app.support.pads import a_pad
from tests.app.support.pages import Page
from tests.app.support.score_pads import PLAIN
from tests.app.test_exchange import bring_in_on_its_page, choices_on, download, files_in, upload

DEEP = json.loads("[" * 300 + "]" * 300)  # more, and a page that shows it fails


def a_host():
    return a_hosted_group(names=())


def an_archive(change, **game):
    """An archive of a group with a game; `change` takes its group.json and the game's record."""
    phone, group = a_host()
    a_game(phone, group, **{"rounds": 1, **game})
    files = files_in(download(phone, group, "group.zip"))
    (record,) = (name for name in files if name.startswith("games/"))
    change(files["group.json"], files[record])
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as file:
        for name, content in files.items():
            file.writestr(name, json.dumps(content))
    return packed.getvalue()


AT = "2026-01-01T00:00:00Z"


def a_score_pad(rounds, **more):
    """A game of an archive with so many revisions after its setup, each by another device."""
    setup = {"slot": 0, "revision": 1, "position": 0, "at": AT}
    history = [{**setup, "data": {"options": {}, "ended_early": False}}]
    for number in range(1, rounds + 1):
        data = {"points": {"0": number, "1": 2}}
        one = {"slot": 1, "revision": number, "position": 1, "at": AT, "data": data}
        history.append({**one, "by": f"Phone {number}"})
    return {
        "id": str(uuid4()),
        "game": "score_pad",
        "people": ["Ana", "Ben"],
        "seats": [0, 1],
        "started_at": AT,
        "played_at": AT,
        "finished_at": None,
        "comment": "",
        "history": history,
        **more,
    }


def pack(*games, about=None, names=None):
    """An archive of these games; `names` are those of their files."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("manifest.json", json.dumps({"format": "scorekeeper.group/1"}))
        file.writestr("group.json", json.dumps(about or {}))
        for number, game in enumerate(games):
            file.writestr(names[number] if names else f"games/{number}.json", json.dumps(game))
    return packed.getvalue()


def test_games_are_saved_in_pieces_that_others_need_not_wait_for(monkeypatch):
    """A game that is larger than a piece is saved alone."""
    monkeypatch.setattr(saving, "AT_ONCE", 4)
    monkeypatch.setattr(saving, "MOST_ROWS", 30)
    pieces = []

    def save(self, pairs):
        pieces.append([len(play.history) for play, _table in pairs])
        save_really(self, pairs)

    save_really = saving.Saving.save
    monkeypatch.setattr(saving.Saving, "save", save)
    _phone, group = a_host()
    sizes = [9, 9, 9, 4, 40, 9, *[1] * 6]
    one = bring_in(group, pack(*(a_score_pad(size - 1) for size in sizes)))
    assert one.report["saved"] == len(sizes)
    assert pieces == [[9, 9], [9, 4], [40], [9, 1, 1, 1], [1, 1, 1]]


def test_a_long_game_is_saved_in_pieces_and_goes_on_until_all_of_it_is_there(monkeypatch):
    """So whatever a backup or a recount finds meanwhile is a game as it once was."""
    monkeypatch.setattr(saving, "MOST_ROWS", 30)
    monkeypatch.setattr(locks, "PAUSE", 0)
    states = []

    def lock(_pk):
        games = GameSession.objects.filter(finished_at__isnull=False)
        visible = GameSession.objects.not_deleted()
        states.append((Revision.objects.count(), games.count(), visible.count()))

    _phone, group = a_host()
    game = a_score_pad(99)
    game["history"][0]["data"]["ended_early"] = True
    game["history"][9]["back_to"] = 4
    game["history"][80]["back_to"] = 4
    monkeypatch.setattr(locks, "lock_group", lock)
    assert bring_in(group, pack(game)).report["saved"] == 1
    assert list(dict.fromkeys(states)) == [
        *((count, 0, 0) for count in (0, 30, 60, 90)),
        (100, 1, 0),
    ]
    (session,) = GameSession.objects.not_deleted()
    assert session.finished_at
    changes = Table.of(session).log.changes
    earlier = {change.back_to_id for change in changes if change.back_to_id}
    assert earlier == {changes[4].pk}


def test_a_long_game_that_fails_in_the_middle_leaves_nothing(monkeypatch):
    monkeypatch.setattr(saving, "MOST_ROWS", 30)
    pieces = []

    def save(self, revisions):
        pieces.append(1 / (2 - len(pieces)))
        save_really(self, revisions)

    save_really = saving.Saving.save_revisions
    monkeypatch.setattr(saving.Saving, "save_revisions", save)
    _phone, group = a_host()
    assert bring_in(group, pack(a_score_pad(99))).state == "failed"
    assert len(pieces) == 2
    assert not GameSession.objects.exists()
    assert not Player.everyone.filter(group=group).exists()
    assert not group.members.filter(role=REMOVED).exists()


def test_the_last_step_of_an_import_needs_few_queries_however_many_titles_its_games_have(
    monkeypatch, django_assert_max_num_queries
):
    def show_all(*values):
        with django_assert_max_num_queries(15):
            show_really(*values)

    show_really = saving.show_all
    monkeypatch.setattr(saving, "show_all", show_all)
    phone, group = a_host()
    for number in range(20):
        a_pad(phone, 60, 50, group=group, title=f"Golf {number}")
    _phone, elsewhere = a_host()
    one = bring_in(elsewhere, download(phone, group, "group.zip"))
    assert one.report["saved"] == 20


def test_imported_games_compare_as_others_do_and_not_at_all_once_they_are_taken_back():
    phone, group = a_host()
    a_pad(phone, 60, 50, group=group)
    a_pad(phone, 60, 50, group=group, title="Darts")
    a_pad(phone, 60, 50, group=group, title="")
    a_pad(phone, 10, 20, group=group)
    end_early(phone, a_pad(phone, 10, 20, group=group))
    host, elsewhere = a_host()
    one = bring_in(elsewhere, download(phone, group, "group.zip"))
    kinds = []
    for session in elsewhere.sessions.order_by("pk"):
        (kind,) = set(session.seats.values_list("kind", flat=True))
        assert kind == comparable_kind(session)
        kinds.append(kind)
    assert [bool(kind) for kind in kinds] == [True, True, False, False, False]
    host.post(reverse("one_import", args=[elsewhere.pk, one.pk]), {"undo": "1"})
    assert not Seat.objects.filter(session__group=elsewhere).exclude(kind="").exists()


def test_many_people_of_a_game_count_for_its_piece_too(monkeypatch):
    monkeypatch.setattr(saving, "MOST_ROWS", 30)
    plays = [ImportedPlay("", "chimera", [""] * people, [], AT, AT, None) for people in (20, 20, 2)]
    assert list(saving.split_plays(plays)) == [plays[:1], plays[1:]]


def test_the_devices_of_a_game_are_stored_with_few_queries(django_assert_max_num_queries):
    _phone, group = a_host()
    one = read(group, pack(a_score_pad(60)))
    with django_assert_max_num_queries(50):
        start_saving(one)
    authors = group.sessions.get().revisions.exclude(slot=0).order_by("revision")
    names = [f"Phone {number}" for number in range(1, 61)]
    assert list(authors.values_list("author__name", flat=True)) == names
    assert group.members.filter(role=REMOVED).count() == 60


def test_a_file_of_very_many_devices_is_refused(monkeypatch):
    monkeypatch.setattr(importing, "MOST_NAMES", 9)
    _phone, group = a_host()
    assert read(group, pack(a_score_pad(9), a_score_pad(9))).state == "read"
    one = read(group, pack(a_score_pad(10)))
    assert one.report["reason"] == "The file contains too much data."


LONG = "x" * 60_000  # as long as the name of a file in a zip may be


def a_record(**more):
    record = {"format": "scorekeeper.record/1", "game": "score_pad", "players": ["Ana", "Ben"]}
    return json.dumps(record | {"entries": []} | more).encode()


def with_unknown_option(name):
    game = a_score_pad(1)
    game["history"][0]["data"]["options"] = {name: 1}
    return game


@pytest.mark.parametrize(
    "content",
    [
        pack(a_score_pad(1, game=LONG)),
        pack(with_unknown_option(LONG)),
        pack(a_score_pad(1, seats=[]), names=[f"games/{LONG}"]),
        pack(a_score_pad(1), about={"name": LONG, "players": [{"name": LONG, LONG: 1}]}),
        a_record(game=LONG),
        a_record(options={LONG: 1}),
        a_record(players=[LONG, "Ben"]),
        a_record(entries=[{"points": {LONG: 1}}]),
    ],
    ids=[
        "game", "option", "file", "group", "game of a record", "option of a record",
        "player of a record", "unknown player of a record",
    ],
)  # fmt: skip
def test_the_report_of_a_file_is_short_however_long_its_names_are(content):
    phone, group = a_host()
    page = phone.get(upload(phone, group, "games", content))
    assert page.status_code == 200
    assert len(page.content) < 20_000
    assert len(json.dumps(group.imports.get().report)) < 5_000


@pytest.mark.parametrize("title", [" ", "\u200b", "a\u202eb", "a" * 201])
def test_a_title_that_no_form_takes_is_refused(title):
    record = {
        "format": "scorekeeper.record/1",
        "game": "score_pad",
        "players": ["Ana", "Ben"],
        "options": {"title": title},
        "entries": [{"points": {"Ana": 1, "Ben": 2}}],
        "ended_early": True,
    }
    phone, group = a_host()
    page = Page(phone.get(upload(phone, group, "games.json", json.dumps(record).encode())))
    assert "A text has characters that can’t be shown, or is too long." in page.said
    assert phone.get("/").status_code == 200


@pytest.mark.parametrize("value", [DEEP, None, 5, [None, {"name": DEEP}]])
def test_of_a_group_only_what_is_known_is_read(value):
    hostile = dict.fromkeys(("x", "name", "points", "players", "seasons"), value)
    archive = an_archive(lambda group, _game: group.update(hostile))
    phone, group = a_host()
    one = bring_in_on_its_page(phone, group, "group.zip", archive)
    assert (one.state, one.report["saved"]) == ("done", 1)
    assert "[[" not in json.dumps(one.report["about"])
    assert "x" not in one.report["about"]
    for name in ("exchange", "statistics"):
        assert phone.get(reverse(name, args=[group.pk])).status_code == 200


@pytest.mark.parametrize("name", ["   ", "\u202eabc\n"])
def test_a_group_keeps_its_name_if_that_of_the_archive_cannot_be_shown(name):
    archive = an_archive(lambda group, _game: group.update({"name": name, "named": True}))
    phone, group = a_host()
    bring_in_on_its_page(phone, group, "group.zip", archive)
    assert Group.objects.get(pk=group.pk).name == group.name


SEASON = {"name": "2026", "first_day": "2026-01-01", "last_day": None, "scale": "wins"}


ODD_NAMES = ("", " \n ", "a\u202eb", "x" * 81, None)
ODD_SEASONS = [
    {"first_day": "1899-12-31"},
    {"first_day": "1/2/2026"},
    {"first_day": 20260101},
    {"last_day": "3000-01-01"},
    {"last_day": "2025-12-31"},
    {"scale": "luck"},
    {"scale": "places"},
    {"scale": "places", "points": ""},
    {"scale": "places", "points": "5-x"},
    {"scale": "places", "points": 5.5},
]


def test_a_season_that_no_form_takes_does_not_come_in():
    """Each has a name of its own, which says which one did."""
    odd = [{"name": str(odd)} | odd for odd in ODD_SEASONS] + [{"name": name} for name in ODD_NAMES]
    rows = [*(SEASON | one for one in odd), SEASON | {"name": str(ODD_SEASONS[-1])}]
    archive = an_archive(lambda about, _game: about.update(seasons=rows))
    phone, group = a_host()
    assert bring_in_on_its_page(phone, group, "group.zip", archive).state == "done"
    seasons = group.seasons.values_list("name", "scale")
    assert list(seasons) == [(str(ODD_SEASONS[-1]), "wins")]
    assert phone.get(reverse("seasons", args=[group.pk])).status_code == 200


def test_a_season_comes_in_as_its_form_would_store_it():
    rows = [
        SEASON | {"name": " a\n b ", "points": "5-x"},
        SEASON | {"name": "c", "scale": "places", "points": "5, 3", "last_day": "2026-03-01"},
    ]
    phone, group = a_host()
    archive = an_archive(lambda about, _game: about.update(seasons=rows))
    bring_in_on_its_page(phone, group, "group.zip", archive)
    seasons = group.seasons.order_by("name").values_list("name", "points", "last_day")
    assert list(seasons) == [("a b", "", None), ("c", "5-3", date(2026, 3, 1))]


def test_a_history_that_begins_a_round_with_its_removal_is_refused():
    def remove(_group, game):
        first = next(one for one in game["history"] if one["slot"] == 1)
        first["data"] = None

    phone, group = a_host()
    page = Page(phone.get(upload(phone, group, "group.zip", an_archive(remove))))
    assert "The history has gaps." in page.said


def test_an_entry_for_a_seat_that_its_table_did_not_have_yet_is_refused():
    def join_later(_group, game):
        start, entry = game["history"]
        joined = {**start["data"], "players": [0, 1, 2], "first": [0, 1]}
        again = {**start, "revision": 2, "data": joined, "submission": str(uuid4())}
        game["history"] = [start, entry, again]

    points = {"points": {"0": 1, "1": 2, "2": 3}}
    archive = an_archive(join_later, game="score_pad", options=PLAIN, rounds=[points])
    phone, group = a_host()
    page = Page(phone.get(upload(phone, group, "group.zip", archive)))
    assert "Entry 1:" in page.said


@pytest.mark.parametrize(
    "seats",
    [
        {"players": [0, 1, 2]},
        {"first": [0, 1, 2]},
        {"players": [], "first": []},
        {"players": [1, 0, 2], "first": [0, 1, 2]},
    ],
)
def test_a_setup_whose_players_are_not_those_of_the_game_is_refused(seats):
    archive = an_archive(lambda _group, game: game["history"][0]["data"].update(seats))
    phone, group = a_host()
    page = Page(phone.get(upload(phone, group, "group.zip", archive)))
    assert "None of the games in this file can be imported." in page.said


@pytest.mark.parametrize("text", ["C:\\u0000", "\\\\u0000", "a\\\\"])
def test_a_backslash_before_what_reads_like_a_null_is_kept(text):
    phone, group = a_host()
    archive = an_archive(lambda about, _game: about.update(name=text))
    bring_in_on_its_page(phone, group, "group.zip", archive)
    assert Group.objects.get(pk=group.pk).name == text


def test_a_game_has_no_more_people_than_ever_sat_at_one_table():
    def crowd(_group, game):
        game["people"] = [*game["people"], *(f"P{n}" for n in range(MOST_PEOPLE))]

    phone, group = a_host()
    page = Page(phone.get(upload(phone, group, "group.zip", an_archive(crowd))))
    assert "The game cannot have this many players." in page.said


def test_a_spreadsheet_is_read_line_by_line():
    """The rows of a game are kept, and those of the whole file are not."""
    rows = "".join(f"2026-03-01,P{n},1,Go,1\n" for n in range(4_000))
    others = "".join(f"?,P,1,Go,{n}\n" for n in range(2, 4_002))
    text = f"date,player,total,game,id\n{rows}{others}"
    list(from_csv(text[:1000]))  # loads the texts and the games, once for all files
    tracemalloc.start()
    faults = list(from_csv(text))
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert len(faults) == 4_001
    assert most < 20 * len(text)


def test_a_spreadsheet_of_many_columns_is_refused_before_its_rows_are_read():
    headings = ",".join(f"c{n}" for n in range(300))
    row = "2026-03-01,Ana,1,Go"
    for text in (
        f"date,player,total,game,{headings}\n{row}",
        f"date,player,total,game\n{row}{headings}",
    ):
        with pytest.raises(Unreadable):
            list(from_csv(text))


@pytest.mark.parametrize(
    "content",
    [
        b'{"a": "' + b"a" * 1_000_000 + b'", "b": NaN}',
        b'{"x": [' + b'{"a": 1},' * 60_000 + b"1]}",
    ],
    ids=["a constant after a long string", "many objects"],
)
def test_json_takes_no_more_memory_than_its_size_allows(content, monkeypatch):
    monkeypatch.setattr(reading, "MOST_PARTS", 500_000)
    tracemalloc.start()
    with suppress(Unreadable):
        reading.parse(content)
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert most < 10 * len(content)


def test_an_import_asks_about_no_more_players_than_its_page_can_show_at_once():
    """Each question offers every player of the group."""
    phone, group = a_host()
    Player.objects.bulk_create(Player(group=group, name=f"P{n}", mark=0) for n in range(900))
    games = [{"id": 1, "name": "Golf"}]
    people = [{"id": n, "name": f"New {n}"} for n in range(60)]
    scores = [{"playerRefId": n, "score": "1", "winner": n == 0} for n in range(20)]
    plays = [
        {
            "uuid": str(n),
            "gameRefId": 1,
            "playDate": "2026-03-01 20:00:00",
            "playerScores": [{**one, "playerRefId": one["playerRefId"] + 20 * n} for one in scores],
        }
        for n in range(3)
    ]
    content = json.dumps({"games": games, "players": people, "plays": plays}).encode()
    url = upload(phone, group, "BGStatsExport.json", content)
    choices = choices_on(phone, url)
    assert len(choices) == MOST_CHOICES // 901
    assert phone.post(url, choices).status_code == 302
    one = group.imports.get()
    assert one.report["saved"] == 3
    assert phone.get(to("table", one.sessions.first())).status_code == 200
