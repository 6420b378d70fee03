"""Deleting groups, players and devices, bringing them back, and what the purge leaves."""

from datetime import timedelta
from io import BytesIO
from zipfile import ZipFile

import pytest
from django.core.management import call_command
from django.db import connection
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import override
from django_tasks_db.models import DBTaskResult

from scorekeeper.models import REMOVED, GameSession, Group, Link, Member, Player, Revision, Role
from scorekeeper.models.locks import lock_group
from scorekeeper.operating.purge import purge
from scorekeeper.people.calendars import path as calendar_path
from scorekeeper.people.calendars import renew_calendar
from scorekeeper.people.groups import remove_device
from scorekeeper.people.links import path as link_path
from scorekeeper.people.programs import make_token
from tests.app.support.factories import (
    a_game,
    a_group,
    a_hosted_group,
    a_member,
    a_phone,
    a_round,
    add,
    device,
    let_in,
    submit,
    table_of,
    to,
)
from tests.app.support.pages import Page

LONG_AGO = timedelta(days=31)


def delete(phone, kind, pk):
    return phone.post(reverse(f"delete_{kind}", args=[pk]), {"sure": "1"})


def restore(phone, kind, pk):
    return phone.post(reverse(f"restore_{kind}", args=[pk]))


def texts(phone, address):
    response = phone.get(address)
    assert response.status_code == 200
    return response.content.decode()


def everything_stored():
    """All rows of all tables as one text."""
    rows = []
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f'SELECT * FROM "{table}"')  # noqa: S608 - a name of ours
            rows += [f"{table}: {row!r}" for row in cursor.fetchall()]
    return "\n".join(rows)


def let_time_pass():
    """Make all that was deleted so old that it cannot be brought back."""
    at = timezone.now() - LONG_AGO
    for rows in (Group.objects, Player.everyone, Member.objects, GameSession.objects):
        rows.exclude(deleted_at=None).update(deleted_at=at)


@pytest.fixture
def host():
    return a_phone()


@pytest.fixture
def group(host):
    return a_group(host, names=("Ana", "Ben", "Quentin", "Dan"))


@pytest.fixture
def game(host, group):
    return a_game(host, group, names=("Ana", "Ben", "Quentin"), target=80, rounds=2)


def addresses(group, game):
    return [
        reverse("group", args=[group.pk]),
        reverse("statistics", args=[group.pk]),
        reverse("player", args=[group.players.get(name="Ana").pk]),
        to("table", game),
        to("history", game),
        to("display", game),
    ]


def test_a_page_asks_before_it_deletes(host, group, game):
    for kind, pk in (
        ("group", group.pk),
        ("player", group.players.get(name="Quentin").pk),
        ("device", group.members.get().pk),
    ):
        address = reverse(f"delete_{kind}", args=[pk])
        for response in (host.get(address), host.post(address)):
            assert response.status_code == 200
            assert 'name="sure"' in response.content.decode()
    assert not Group.objects.exclude(deleted_at=None).exists()
    assert not Player.everyone.exclude(deleted_at=None).exists()
    assert not Member.objects.exclude(deleted_at=None).exists()


def test_a_deleted_group_is_gone_for_everyone_until_a_host_restores_it(host, group, game):
    scorer, guest = a_member(group, Role.SCORER), a_member(group, Role.VIEWER, game)
    assert delete(host, "group", group.pk).status_code == 302
    for phone in (host, scorer):
        for address in addresses(group, game):
            response = phone.get(address)
            assert response.status_code == 404
            page = response.content.decode()
            assert ("This group was deleted" in page) == ("players" not in address)
            assert (reverse("deleted") in page) == ("players" not in address and phone is host)
    assert guest.get(to("table", game)).status_code == 404
    for phone in (host, scorer, guest):
        assert "Friday" not in texts(phone, reverse("home"))
        assert "Friday" not in texts(phone, reverse("groups"))
        assert "Ana" not in texts(phone, reverse("games"))
        assert str(game.pk) not in texts(phone, f"{reverse('visible_games')}?table={game.pk}")
    assert "Friday" in texts(host, reverse("deleted"))
    assert "Friday" not in texts(scorer, reverse("deleted"))
    assert reverse("deleted") in texts(host, reverse("groups"))
    assert restore(host, "group", group.pk).status_code == 302
    for address in addresses(group, game):
        assert host.get(address).status_code == 200
    assert guest.get(to("table", game)).status_code == 200


def test_nothing_can_be_entered_or_started_in_a_deleted_group(host, group, game):
    going_on = a_game(host, group, names=("Ana", "Ben"), rounds=1)
    before = Revision.objects.count()
    delete(host, "group", group.pk)
    assert host.post(to("enter", going_on), {"slot": 2}).status_code == 404
    assert host.post(to("undo", going_on), {}).status_code == 404
    assert Revision.objects.count() == before
    assert 'name="group"' not in texts(host, reverse("new", args=["chimera"]))


def test_links_programs_and_the_calendar_of_a_deleted_group_stop_at_once(host, group, game, client):
    renew_calendar(group, "en")
    group.refresh_from_db()
    calendar, link = calendar_path(group.calendar), link_path(Link.to(group, Role.SCORER))
    token = make_token(group, group.members.get(device=device(host)).pk, "lamp", Role.SCORER)
    bearer = {"authorization": f"Bearer {token}"}
    api = f"/api/v1/games/{game.pk}"

    def answers():
        return [
            client.get(calendar).status_code,
            a_phone().get(link).status_code,
            client.get(api, headers=bearer).status_code,
        ]

    assert answers() == [200, 200, 200]
    delete(host, "group", group.pk)
    assert answers() == [404, 404, 401]
    restore(host, "group", group.pk)
    assert answers() == [200, 200, 200]


def test_a_deleted_group_can_be_restored_for_30_days_and_no_longer(host, group):
    delete(host, "group", group.pk)
    Group.objects.update(deleted_at=timezone.now() - timedelta(days=29))
    assert "Friday" in texts(host, reverse("deleted"))
    let_time_pass()
    assert "Friday" not in texts(host, reverse("deleted"))
    assert restore(host, "group", group.pk).status_code == 404


def test_the_purge_removes_a_deleted_group_with_everything_of_it(host, group, game, monkeypatch):
    monkeypatch.setattr("scorekeeper.tables.deletion.AT_ONCE", 1)
    a_game(host, group, names=("Ana", "Dan"), rounds=1)
    let_in(a_phone(), group, Role.VIEWER, game)
    renew_calendar(group, "en")
    group.seasons.create(name="Spring", first_day="2020-01-01", scale="wins")
    group.picture_links.create(session=game, subject="game", language="en")
    brought = group.imports.create(name="games.csv", state="done", report={})
    Link.to(group, Role.HOST)
    make_token(group, group.members.first().pk, "lamp", Role.SCORER)
    brought.upload.write_text("Ana")
    other_phone, other = a_hosted_group("Others")
    kept = a_game(other_phone, other, rounds=1)
    delete(host, "group", group.pk)
    assert purge().groups == 0
    let_time_pass()
    assert purge().groups == 1
    assert not brought.upload.exists()
    assert "Friday" not in everything_stored()
    assert set(Group.objects.all()) == {other}
    for model in (GameSession, Revision, Player, Member):
        field = {"session": kept} if model is Revision else {}
        assert model.objects.count() == model.objects.filter(**field).count() > 0
    assert GameSession.objects.get() == kept
    assert other_phone.get(to("table", kept)).status_code == 200


def test_a_deleted_player_becomes_someone_who_is_not_asked_again_and_the_points_stay(
    host, group, game
):
    player = group.players.get(name="Quentin")
    totals = table_of(game).board.totals
    assert delete(host, "player", player.pk).status_code == 302
    assert table_of(game).names == ["Ana", "Ben", "someone"]
    assert table_of(game).board.totals == totals
    ana = group.players.get(name="Ana")
    for address in (
        *(to(page, game) for page in ("table", "history", "rounds", "record", "display")),
        *(reverse(page, args=[group.pk]) for page in ("statistics", "evenings", "group")),
        reverse("family", args=[group.pk, "chimera"]),
        reverse("group_year", args=[group.pk, timezone.localdate().year]),
        reverse("evening", args=[group.pk, game.pk]),
        reverse("player", args=[ana.pk]),
        reverse("player_year", args=[ana.pk, timezone.localdate().year]),
        reverse("players"),
        reverse("games"),
        reverse("home"),
        reverse("new", args=["chimera"]),
    ):
        response = host.get(address)
        assert response.status_code == 200, address
        assert b"Quentin" not in response.content, address
        assert reverse("player", args=[player.pk]).encode() not in response.content, address
    assert host.get(reverse("player", args=[player.pk])).status_code == 404
    assert host.get(reverse("edit_player", args=[player.pk])).status_code == 404
    for address in (
        to("table", game),
        reverse("new", args=["chimera"]),
        f"{reverse('new', args=['chimera'])}?again={game.pk}",
    ):
        page = texts(host, address)
        assert 'name="seat" value="someone"' not in page
        assert 'name="seat" value="Ana"' in page


def test_no_export_has_the_name_of_a_deleted_player(host, group, game):
    pk = group.players.get(name="Quentin").pk
    delete(host, "player", pk)
    for name in ("group.zip", "games.csv", "entries.csv", "BGStatsExport.json"):
        response = host.get(reverse("export", args=[group.pk, name]))
        assert response.status_code == 200, name
        text = unpacked(b"".join(response))
        assert "Quentin" not in text, name
        assert reverse("player", args=[pk]) not in text, name
        assert "someone" in text, name
        assert "Ana" in text, name


def unpacked(data):
    if not data.startswith(b"PK"):
        return data.decode()
    with ZipFile(BytesIO(data)) as archive:
        return "\n".join(archive.read(file).decode() for file in archive.namelist())


def test_deleted_players_are_told_apart_in_the_language_of_the_reader_on_every_page_that_names_them(
    host, group, game
):
    for name in ("Ben", "Quentin"):
        delete(host, "player", group.players.get(name=name).pk)
    assert table_of(game).names == ["Ana", "someone", "someone (2)"]
    with override("de"):
        assert table_of(game).names == ["Ana", "jemand", "jemand (2)"]
    pages = [reverse("evening", args=[group.pk, game.pk]), to("table", game), reverse("games")]
    for page in pages:
        response = host.get(page, headers={"accept-language": "de"})
        assert "jemand (2)" in Page(response).said, page
        assert "someone" not in response.content.decode(), page
        assert "someone\u00a0" not in Page(host.get(page)).said


def test_saving_a_deleted_player_keeps_the_stored_name(host, group, game):
    pk = group.players.get(name="Quentin").pk
    delete(host, "player", pk)
    player = Player.everyone.get(pk=pk)
    assert player.name == "someone"
    player.save()
    assert Player.everyone.filter(pk=pk, name="someone\u00a01").exists()


def test_a_game_under_way_goes_on_with_someone(host, group):
    game = a_game(host, group, names=("Ana", "Ben", "Quentin"), rounds=1)
    delete(host, "player", group.players.get(name="Quentin").pk)
    add(game, a_round(2))
    assert table_of(game).names == ["Ana", "Ben", "someone"]
    assert len(table_of(game).log.entries) == 2


def test_a_deleted_player_comes_back_with_name_and_statistics(host, group, game):
    player = group.players.get(name="Quentin")
    delete(host, "player", player.pk)
    assert "Quentin" in texts(host, reverse("deleted"))
    scorer = a_member(group, Role.SCORER)
    assert "Quentin" not in texts(scorer, reverse("deleted"))
    assert restore(host, "player", player.pk).status_code == 302
    assert table_of(game).names == ["Ana", "Ben", "Quentin"]
    assert host.get(reverse("player", args=[player.pk])).status_code == 200
    assert Player.objects.get(pk=player.pk).former_name == ""


def test_a_player_comes_back_beside_another_one_of_the_same_name(host, group, game):
    player = group.players.get(name="Quentin")
    delete(host, "player", player.pk)
    a_game(host, group, names=("Ana", "Quentin"))
    assert group.players.filter(name="Quentin").exclude(pk=player.pk).exists()
    page = texts(host, restore(host, "player", player.pk).url)
    assert "Another player has this name now" in page
    assert '<details class="fold" open>' in page  # with the other one, to merge them
    assert Player.objects.get(pk=player.pk).name == "Quentin 2"


def test_a_group_called_by_its_players_forgets_a_deleted_one(host, group, game):
    Group.objects.update(named=False, name="Ana, Ben, Quentin, Dan")
    delete(host, "player", group.players.get(name="Quentin").pk)
    assert Group.objects.get().name == "Ana, Ben, Dan"


def test_the_purge_erases_the_name_of_a_player_everywhere(host, group, game):
    player = group.players.get(name="Quentin")
    a_game(host, group, names=("Quentin", "Dan"), rounds=1)
    GameSession.objects.filter(pk=game.pk).update(comment="Quentin won. Quentina watched.")
    Revision.objects.filter(session=game, slot=1).update(note="Quentin’s lucky round")
    group.imports.create(
        name="Quentin.csv",
        state="done",
        players={"Quentin": player.pk, "Ana": 1},
        report={"faults": [{"text": "No total for Quentin"}], "saved": 3},
    )
    for status, column in (("SUCCESSFUL", "finished_at"), ("RUNNING", "started_at")):
        DBTaskResult.objects.create(
            task_path="scorekeeper.webhooks.tasks.deliver",
            args_kwargs={"args": [1, "msg_1", {"text": "Quentin won"}], "kwargs": {}},
            status=status,
            backend_name="default",
            **{column: timezone.now() - LONG_AGO},
        )
    totals = table_of(game).board.totals
    delete(host, "player", player.pk)
    assert "Quentin won" in everything_stored()
    assert purge().players == 0
    let_time_pass()
    assert purge().players == 1
    stored = everything_stored().replace("Quentina", "")
    assert "Quentin" not in stored
    game.refresh_from_db()
    assert game.comment == "someone\u00a01 won. Quentina watched."
    assert table_of(game).names == ["Ana", "Ben", "someone"]
    assert table_of(game).board.totals == totals
    assert "someone" not in texts(host, reverse("deleted"))
    assert purge().players == 0


def test_the_purge_erases_a_name_in_games_whose_seat_somebody_took_over(host, group, game):
    player = group.players.get(name="Quentin")
    GameSession.objects.filter(pk=game.pk).update(comment="Quentin had to leave.")
    page, address = to("seat", game, 2), to("replace_player", game, 2)
    asked = submit(host, page, address, name="Dan")
    host.post(address, {**Page(asked).form(address).fields, "sure": "1"})
    delete(host, "player", player.pk)
    let_time_pass()
    purge()
    game.refresh_from_db()
    assert table_of(game).names == ["Ana", "Ben", "Dan"]
    assert game.comment == "someone\u00a01 had to leave."


def test_the_purge_removes_the_deleted_games_of_a_group_in_pieces(group, monkeypatch):
    old = timezone.now() - LONG_AGO
    GameSession.objects.bulk_create(
        GameSession(group=group, game="chimera", deleted_at=old) for _ in range(25)
    )
    left = games_at_each_lock(monkeypatch)
    assert purge().games == 25
    assert left == [25, 5, 0]


def games_at_each_lock(monkeypatch):
    """How many games there are each time when some of them are to be removed."""
    counts = []

    def lock_and_count(pk):
        lock_group(pk)
        counts.append(GameSession.objects.count())

    monkeypatch.setattr("scorekeeper.tables.deletion.lock_group", lock_and_count)
    return counts


def test_the_purge_keeps_what_is_written_meanwhile_and_makes_a_new_version(
    host, group, game, monkeypatch
):
    games = GameSession.objects.filter(pk=game.pk)
    games.update(comment="Quentin won.")
    delete(host, "player", group.players.get(name="Quentin").pk)
    let_time_pass()
    version = games.get().version

    def lock_after_another(pk):
        games.filter(comment="Quentin won.").update(comment="Quentin won at last.")
        lock_group(pk)

    monkeypatch.setattr("scorekeeper.models.locks.lock_group", lock_after_another)
    purge()
    assert games.get().comment == "someone\u00a01 won at last."
    assert games.get().version > version


def test_a_deleted_device_loses_its_access_and_its_name(host, group, game):
    scorer = a_phone()
    member = let_in(scorer, group, Role.SCORER, name="Zoe’s phone")
    let_in(scorer, group, Role.SCORER, game, name="Zoe’s phone")
    game.member_id = member.pk
    Revision.objects.filter(session=game, slot=1).update(author=member)
    assert "Zoe’s phone" in texts(host, to("history", game))
    assert delete(host, "device", member.pk).status_code == 302
    assert scorer.get(to("table", game)).status_code == 404
    history = texts(host, to("history", game))
    assert "Zoe’s phone" not in history
    assert "a removed device" in history.lower()
    assert "Zoe’s phone" not in texts(host, reverse("group", args=[group.pk]))
    archive = unpacked(b"".join(host.get(reverse("export", args=[group.pk, "group.zip"]))))
    assert "Zoe’s phone" not in archive
    assert '"by":""' not in archive
    assert texts(host, reverse("deleted")).count("Zoe’s phone</strong>") == 1
    assert restore(scorer, "device", member.pk).status_code == 404
    assert restore(host, "device", member.pk).status_code == 302
    assert scorer.get(to("table", game)).status_code == 200
    assert "Zoe’s phone" in texts(host, to("history", game))


def test_the_name_of_a_device_that_was_removed_before_can_be_deleted(host, group, game):
    member = let_in(a_phone(), group, Role.SCORER, name="Zoe’s phone")
    Revision.objects.filter(session=game, slot=1).update(author=member)
    remove_device(member)
    assert "Zoe’s phone" in texts(host, to("history", game))
    address = reverse("delete_device", args=[member.pk])
    assert address in texts(host, reverse("deleted"))
    assert f'href="{reverse("deleted")}"' in texts(host, address)
    delete(host, "device", member.pk)
    assert "Zoe’s phone" not in texts(host, to("history", game))
    assert address not in texts(host, reverse("deleted"))
    restore(host, "device", member.pk)
    assert "Zoe’s phone" in texts(host, to("history", game))
    member.refresh_from_db()
    assert member.role == REMOVED


@pytest.mark.parametrize("is_erased", [False, True])
@pytest.mark.parametrize(
    "fields", [{"name": "Zoe’s tablet"}, {"role": Role.HOST}, {"role": Role.VIEWER}]
)
def test_a_device_that_is_deleted_while_a_host_changes_it_gets_nothing_back(
    host, group, monkeypatch, fields, is_erased
):
    scorer = a_phone()
    member = let_in(scorer, group, Role.SCORER, name="Zoe’s phone")
    own, row = a_phone(), Member.objects.filter(pk=member.pk)
    let_in(own, group, Role.HOST)

    def lock_after_another(pk):
        monkeypatch.setattr("scorekeeper.models.locks.lock_group", lock_group)
        if row.filter(deleted_at=None).exists():
            delete(own, "device", member.pk)
            if is_erased:
                row.delete()
        lock_group(pk)

    monkeypatch.setattr("scorekeeper.models.locks.lock_group", lock_after_another)
    address = "device" if "name" in fields else "device_role"
    assert host.post(reverse(address, args=[member.pk]), fields).status_code == 302
    assert [("", REMOVED)] * (not is_erased) == list(row.values_list("name", "role"))
    assert scorer.get(reverse("group", args=[group.pk])).status_code == 404


def test_a_deleted_device_that_joins_again_is_offered_a_name_and_is_a_device_with_one(
    host, group, game
):
    scorer = a_phone()
    member = let_in(scorer, group, Role.SCORER, name="Zoe’s phone")
    delete(host, "device", member.pk)
    link = link_path(Link.to(group, Role.VIEWER))
    (field,) = Page(scorer.get(link)).all(id="id_name")
    assert field.get("value") not in ("", "a removed device", "Zoe’s phone")
    scorer.post(link, {"name": "Zoe"})
    member.refresh_from_db()
    assert (member.name, member.role, member.deleted_at) == ("Zoe", Role.VIEWER, None)
    assert restore(host, "device", member.pk).status_code == 404
    let_time_pass()
    purge()
    assert Member.objects.filter(pk=member.pk).exists()


def test_a_device_that_watched_for_one_evening_comes_back_for_that_evening_only(host, group, game):
    watcher = a_phone()
    member = let_in(watcher, group, Role.VIEWER, game, name="Zoe’s phone")
    Member.objects.filter(pk=member.pk).update(until=timezone.now() + timedelta(minutes=1))
    delete(host, "device", member.pk)
    Member.objects.filter(pk=member.pk).update(until=timezone.now() - timedelta(minutes=1))
    restore(host, "device", member.pk)
    assert watcher.get(to("table", game)).status_code == 404


@pytest.mark.parametrize("renew", [True, False])
def test_a_host_chooses_whether_a_deleted_device_can_come_back_by_its_link(host, group, renew):
    address = link_path(Link.to(group, Role.SCORER))
    scorer = a_phone()
    scorer.post(address, {"name": "Zoe"})
    member = group.members.get(device=device(scorer))
    page = host.get(reverse("delete_device", args=[member.pk])).content.decode()
    assert '<input type="checkbox" name="renew" value="1" checked>' in page
    fields = {"sure": "1", "renew": "1"} if renew else {"sure": "1"}
    host.post(reverse("delete_device", args=[member.pk]), fields)
    assert scorer.get(address).status_code == (404 if renew else 200)


def test_a_host_who_deletes_its_own_device_renews_no_link(host, group):
    a_member(group, Role.HOST)
    address = link_path(Link.to(group, Role.SCORER))
    member = group.members.get(device=device(host))
    page = host.get(reverse("delete_device", args=[member.pk])).content.decode()
    assert 'name="renew"' not in page
    host.post(reverse("delete_device", args=[member.pk]), {"sure": "1", "renew": "1"})
    assert a_phone().get(address).status_code == 200


def test_programs_of_a_deleted_host_stop_until_it_is_restored(host, group, game, client):
    other = let_in(a_phone(), group, Role.HOST, name="Zoe’s phone")
    token = make_token(group, other.pk, "lamp", Role.SCORER)
    bearer = {"authorization": f"Bearer {token}"}
    delete(host, "device", other.pk)
    assert client.get(f"/api/v1/games/{game.pk}", headers=bearer).status_code == 401
    restore(host, "device", other.pk)
    assert client.get(f"/api/v1/games/{game.pk}", headers=bearer).status_code == 200


def test_the_purge_erases_a_deleted_device(host, group, game):
    member = let_in(a_phone(), group, Role.SCORER, name="Wilhelmina’s phone")
    let_in(a_phone(), group, Role.SCORER, name="Maximilian’s phone")
    Revision.objects.filter(session=game, slot=1).update(author=member)
    delete(host, "device", member.pk)
    assert purge().devices == 0
    let_time_pass()
    assert purge().devices == 1
    stored = everything_stored()
    assert "Wilhelmina" not in stored
    assert member.device not in stored
    assert "Maximilian" in stored
    assert "a removed device" in texts(host, to("history", game)).lower()


def test_a_program_whose_maker_the_purge_erases_is_revoked_and_still_named(host, group, game):
    other = let_in(a_phone(), group, Role.HOST, name="Zoe’s phone")
    make_token(group, other.pk, "lamp", Role.SCORER)
    program = group.members.get(name="lamp")
    Revision.objects.filter(session=game, slot=1).update(author=program)
    delete(host, "device", other.pk)
    let_time_pass()
    assert purge().devices == 1
    assert "lamp" in texts(host, to("history", game))
    assert not group.members.programs().exists()
    assert "lamp" not in texts(host, reverse("deleted"))  # which lists devices only
    assert purge().devices == 0


def test_a_scorer_does_not_even_delete_its_own_device(group):
    scorer = a_member(group, Role.SCORER)
    assert delete(scorer, "device", group.members.get(device=device(scorer)).pk).status_code == 403


def test_the_command_says_what_it_removed(host, group, game, capsys):
    delete(host, "player", group.players.get(name="Quentin").pk)
    let_time_pass()
    call_command("purge")
    assert "Removed 0 deleted games.\nRemoved 1 player.\n" in capsys.readouterr().out
