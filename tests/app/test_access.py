"""Access: every URL of the site, for every kind of visitor."""

from datetime import timedelta
from http import HTTPMethod
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scorekeeper.models import (
    Calendar,
    GameSession,
    Group,
    Import,
    Link,
    Member,
    PictureLink,
    Player,
    Revision,
    Role,
    SealedCount,
    Season,
    Seat,
    Webhook,
)
from scorekeeper.people.calendars import renew_calendar
from scorekeeper.people.groups import remove_device
from scorekeeper.people.programs import make_token
from scorekeeper.pictures.fonts import fonts_for
from scorekeeper.urls import urlpatterns
from tests.app.support.factories import (
    a_game,
    a_group,
    a_hosted_game,
    a_member,
    a_phone,
    a_round,
    a_setup,
    device,
    let_in,
    stamp,
    table_of,
    to,
    typed,
)
from tests.app.support.pages import Page, assert_refused
from tests.app.support.undone import undone
from tests.app.support.webhooks import a_webhook

# What each kind of visitor gets: "outside" has no access to this game, "watches", "enters" and
# "manages" joined this one game only, and the last three are members of its group.
KINDS = ("outside", "watches", "enters", "manages", "viewer", "scorer", "host")
OPEN = (
    "home games visible_games deleted new keys rules paper players groups enter_code bundle worker"
    " manifest offline api privacy this_phone take"
)
GET = {
    "200 200 200 200 200 200 200": OPEN,
    "302 302 302 302 302 302 302": "day television",  # pages of earlier releases
    # Their secrets are wrong here.
    "404 404 404 404 404 404 404": "join accept_invitation calendar picture",
    "404 200 200 200 200 200 200": "table display display_code large_screen history record rounds"
    " round table_paper show_game game_picture",
    "404 403 200 200 403 200 200": "share enter correct note seats seat options count",
    "404 404 404 404 200 200 200": "show_evening evening_picture show_year year_picture"
    " show_player_year player_year_picture player player_family player_year group_year statistics"
    " family evenings evening seasons season group",
    "404 404 404 404 403 200 200": "suggestions",
    "404 404 404 404 403 403 200": "new_season edit_season edit_player invite device exchange"
    " invite_group export one_import new_webhook webhook delete_group delete_player delete_device",
}
POST = {
    "302 302 302 302 302 302 302": "new theme feedback got_it caller screen",
    "422 422 422 422 422 422 422": "enter_code take",
    "404 404 404 404 404 404 404": "join",
    "404 403 302 302 403 302 302": "show_game set_back enter draft undo correct remove note starter"
    " replace_player swap_seats options end reopen begin_counting stop_counting count",
    "404 403 404 404 403 404 404": "join_table leave come_back",  # impossible in Chimera
    "404 403 403 302 403 403 302": "renew remove_watchers delete restore reveal",
    "404 404 404 404 302 302 302": "switch_group",
    "404 404 404 404 403 302 302": "show_evening show_year show_player_year",
    "404 404 404 404 403 403 302": "new_season edit_season delete_season group_points edit_player"
    " merge group revoke_pictures renew_invitation keep_name remove_group_watchers device"
    " device_role remove_device new_webhook webhook test_webhook renew_secret switch_webhook"
    " delete_webhook renew_calendar revoke_calendar one_import make_token revoke_token delete_group"
    " delete_player delete_device restore_player restore_device",
    "404 404 404 404 404 404 302": "restore_group",
    "404 404 404 404 403 403 422": "import",  # a form without a file
}
UNSTORED = {"theme", "feedback", "got_it", "caller", "screen"}  # these only set cookies
IN_GAME = "round correct remove note seat replace_player swap_seats leave come_back"  # of a number
COUNTING = "begin_counting stop_counting reveal"
SEASON = "season edit_season delete_season"
WEBHOOK = "webhook test_webhook renew_secret switch_webhook delete_webhook"
NAMES = [pattern.name for pattern in urlpatterns]


def by_name(rows):
    found = {name: kinds.split() for kinds, names in rows.items() for name in names.split()}
    assert found.keys() <= set(NAMES)
    others = ["405"] * len(KINDS)
    return {name: dict(zip(KINDS, found.get(name, others), strict=True)) for name in NAMES}


class World:
    """A game of two rounds in a group with others, and devices of every kind."""

    def __init__(self):
        host, stranger = a_phone(), a_phone()
        self.group = group = a_group(host, names=("Ana", "Ben", "Cho", "Zoe"))
        self.ana = group.players.get(name="Ana").pk
        self.finished = a_game(host, group, target=40, rounds=1)
        self.game = game = a_game(host, group, rounds=2)
        self.over = a_game(host, group, target=40, rounds=1)  # for the same guests
        options = {"target": 100, "moon": "others"}
        self.counted = a_game(host, group, game="hearts", options=options)  # likewise
        GameSession.objects.filter(pk=self.counted.pk).update(counting=1)
        self.season = group.seasons.create(name="Spring", first_day="2026-03-13", scale="wins")
        self.brought = group.imports.create(name="games.csv", state="done", report={"saved": 0})
        self.webhook = a_webhook(group, "http://127.0.0.1:9/")
        renew_calendar(group, "en")
        Link.to_host(group)  # as the first page that shows it does
        group.picture_links.create(session=game, subject="game", language="en")
        self.tablet = let_in(a_phone(), group, Role.SCORER, name="a tablet")
        a_group(stranger, "their own")
        maker = group.members.get(device=device(host))
        make_token(group, maker.pk, "a program", Role.SCORER)
        self.program = group.members.programs().get()
        removed, over = a_member(group, Role.SCORER), a_member(group, Role.VIEWER, game)
        remove_device(group.members.get(device=device(removed)))
        past = timezone.now() - timedelta(hours=1)
        group.members.filter(device=device(over)).update(until=past)
        elsewhere = a_member(group, Role.HOST, self.finished)
        self.visitors = {"a new device": ("outside", a_phone()), "stranger": ("outside", stranger)}
        self.visitors |= {"removed": ("outside", removed), "evening over": ("outside", over)}
        self.visitors |= {"of another game": ("outside", elsewhere)}
        for role, at_table, in_group in zip(Role, KINDS[1:4], KINDS[4:], strict=True):
            self.visitors[at_table] = at_table, a_member(group, role, game)
            for other in (self.over, self.counted):
                let_in(self.visitors[at_table][1], group, role, other)
            self.visitors[in_group] = in_group, a_member(group, role)

    def asking(self, expected):
        """Who asks, as what, with which phone; two are enough if all get the same answer."""
        all_the_same = len(set(expected.values())) == 1
        for who, (kind, phone) in self.visitors.items():
            if not all_the_same or who in ("a new device", "host"):
                yield who, kind, phone

    def address(self, name):
        game, group = [self.game.pk], [self.group.pk]
        player, year = [self.ana], timezone.localdate().year
        change = table_of(self.game).log.changes[1].pk
        own = {
            **{name: ["chimera"] for name in ("new", "rules", "paper")},
            **{name: [*game, 1] for name in IN_GAME.split()},
            **{name: [*group, self.season.pk] for name in SEASON.split()},
            **{name: [*group, self.webhook.pk] for name in WEBHOOK.split()},
            "calendar": [self.group.calendar.pk, "x" * 22],
            **{name: [self.counted.pk] for name in COUNTING.split()},
            "count": [self.counted.pk, 0],
            "set_back": [*game, change],
            "player_family": [*player, "chimera"],
            "player_year": [*player, year],
            "family": [*group, "chimera"],
            "group_year": [*group, year],
            "evening": [*group, self.finished.pk],
            "export": [*group, "games.csv"],
            "one_import": [*group, self.brought.pk],
            "show_game": [self.over.pk],
            "game_picture": [self.over.pk, "wide"],
            "show_evening": [*group, self.finished.pk],
            "evening_picture": [*group, self.finished.pk, "wide"],
            "show_year": [*group, year],
            "year_picture": [*group, year, "wide"],
            "show_player_year": [*player, year],
            "player_year_picture": [*player, year, "wide"],
            "picture": [1, "x" * 22, "wide"],
            "join": [1, "x" * 22],
            "accept_invitation": ["0-1-1-00-" + "x" * 22],
            "revoke_token": [*group, self.program.pk],
            "bundle": ["own", "0123456789ab", "js"],
        }
        parts = {"table": game, "groups": group, "players": player, "devices": [self.tablet.pk]}
        pattern = str(next(one.pattern for one in urlpatterns if one.name == name))
        whose = parts.get(pattern.partition("/")[0], []) if "<" in pattern else []
        return reverse(name, args=own.get(name, whose))

    def fields(self, name):
        """The data that the form at this address could send."""
        setup, season = stamp(0, 1), {"first_day": "2026-06-01", "scale": "wins"}
        webhook = {"address": "https://lamps.example/", "format": "ntfy", "language": "de"}
        return {
            "new": {**a_setup(), "start": "1"},
            "set_back": {"newest": table_of(self.game).log.newest.pk, "submission": uuid4()},
            "enter": {**stamp(3), **typed(a_round())},
            "draft": {**stamp(3), "bid": "30"},
            "undo": stamp(2, 1),
            "count": {**stamp(1), "taken_0": "3"},
            "reveal": stamp(1),
            "correct": {**stamp(1, 1), **typed(a_round(1))},
            "remove": stamp(1, 1),
            "note": {"note": "On the night train"},
            "join_table": {**setup, "name": "Dan"},
            "starter": {**setup, "starter": "1"},
            "replace_player": {**setup, "name": "Dan", "sure": "1"},
            "swap_seats": {**setup, "other": "0", "sure": "1"},
            "leave": setup,
            "come_back": setup,
            "options": {**setup, "target": "300"},
            "end": setup,
            "reopen": stamp(0, 2),
            "new_season": {**season, "name": "Summer"},
            "edit_season": {**season, "name": "Summer"},
            "delete_season": {"sure": "1"},
            **{name: {"sure": "1"} for name in ("delete_group", "delete_player", "delete_device")},
            **{
                name: {**webhook, "name": "Chat", "events": "game.won"}
                for name in ("new_webhook", "webhook")
            },
            "delete_webhook": {"sure": "1"},
            "group_points": {"points": "5-3"},
            "edit_player": {"name": "Anna"},
            "merge": {"into": self.group.players.get(name="Zoe").pk, "sure": "1"},
            "group": {"name": "Sunday"},
            "device": {"name": "Zoe’s tablet"},
            "device_role": {"role": "1"},
            "make_token": {"program": "Kitchen", "role": "1"},
            "enter_code": {"code": "B"},
            "theme": {"theme": "dark"},
            "caller": {"level": "round"},
            "one_import": {"undo": ""},
        }.get(name, {})

    def prepare(self, name):
        """Some changes can only be made after others."""
        if name == "keep_name":
            Group.objects.update(named=False)
        if name == "restore":
            self.game.change(deleted_at=timezone.now())
        if name == "begin_counting":
            GameSession.objects.filter(pk=self.counted.pk).update(counting=None)
        if name == "reveal":
            host = self.visitors["host"][1]
            assert host.post(self.address("count"), self.fields("count")).status_code == 302
        now = timezone.now()
        if name == "restore_group":
            Group.objects.filter(pk=self.group.pk).update(deleted_at=now)
        if name == "restore_player":
            self.group.players.filter(name="Ana").update(deleted_at=now, former_name="Ana")
        if name == "restore_device":
            Member.objects.filter(pk=self.tablet.pk).update(deleted_at=now, former_name="Tab")
        if name == "reopen":
            host = self.visitors["host"][1]
            assert host.post(self.address("end"), self.fields("end")).status_code == 302


def stored():
    """Everything that a request could change."""
    tables = (
        *(Calendar, GameSession, Group, Import, Link, Member, PictureLink, Player, Revision),
        *(SealedCount, Season, Seat, Webhook),
    )
    return {table: rows_of(table._meta.db_table) for table in tables}


def rows_of(table):
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT * FROM {table} ORDER BY id")  # noqa: S608 - a name of ours
        return cursor.fetchall()


def test_every_page_is_shown_to_those_who_may_see_it_and_to_nobody_else():
    world = World()
    host = world.visitors["host"][1]
    for name in ("share", "invite", "display_code", "large_screen"):
        host.get(world.address(name))  # which creates the links that it shows
    before = stored()
    for name, expected in by_name(GET).items():
        address = world.address(name)
        if name.endswith("_picture") and not fonts_for("Ana"):  # nothing to draw it with
            expected = dict.fromkeys(expected, "404")
        for who, kind, phone in world.asking(expected):
            answer = phone.get(address)
            assert (name, who, str(answer.status_code)) == (name, who, expected[kind])
        if answer.status_code == 405:  # a browser shows an error of its own for an empty answer
            assert "Home" in Page(answer).said
        stranger = world.visitors["stranger"][1]  # to whom most pages are short
        assert str(stranger.head(address).status_code) == expected["outside"], name
    assert stored() == before


def test_every_change_can_be_made_by_those_who_may_and_by_nobody_else():
    world = World()
    for name, expected in by_name(POST).items():
        with undone():
            world.prepare(name)
            check_changes(world, name, expected)


def check_changes(world, name, expected):
    """Members who may not do it come first. The others send the same change, which is undone."""
    address, fields, before = world.address(name), world.fields(name), stored()
    allowed = []
    for who, kind, phone in world.asking(expected):
        if expected[kind] == "302":
            allowed.append((who, phone))
        else:
            answer = phone.post(address, fields)
            assert (name, who, str(answer.status_code)) == (name, who, expected[kind])
    assert stored() == before, name
    for who, phone in allowed:
        with undone(phone):
            assert (name, who, phone.post(address, fields).status_code) == (name, who, 302)
            assert (stored() != before) == (name not in UNSTORED), (name, who)


def test_no_url_accepts_other_methods_or_a_form_without_its_csrf_token():
    world = World()
    host, strict = world.visitors["host"][1], Client(enforce_csrf_checks=True)
    strict.cookies = host.cookies
    others = [one for one in HTTPMethod if one not in ("GET", "HEAD", "POST", "CONNECT")]
    before = stored()
    for name in NAMES:
        address = world.address(name)
        answers = {method: host.generic(method, address).status_code for method in others}
        assert answers == dict.fromkeys(others, 405), name
        forged = strict.post(address, {**world.fields(name), "csrfmiddlewaretoken": "u" * 32})
        assert_refused(forged, "send it again", 403)
    assert stored() == before


def test_only_scorers_of_the_whole_group_can_start_a_game_in_it():
    world = World()
    games, able = world.group.sessions, set()
    for who, (_, phone) in world.visitors.items():
        count = games.count()
        with undone(phone):
            phone.post("/new/chimera/", {**a_setup(group=world.group.pk), "start": "1"})
            able |= {who} if games.count() > count else set()
    assert able == {"scorer", "host"}


def test_the_higher_of_two_roles_counts():
    session = a_game(a_phone())
    phone = a_member(session.group, Role.VIEWER)
    let_in(phone, session.group, Role.SCORER, session)
    assert phone.get(to("enter", session)).status_code == 200


def test_who_may_not_change_a_game_is_sent_to_its_table():
    session = a_game(a_phone())
    viewer, scorer = a_member(session.group, Role.VIEWER), a_member(session.group, Role.SCORER)
    answers = viewer.get(to("enter", session)), scorer.post(to("delete", session))
    for answer, said in zip(map(Page, answers), (False, True), strict=True):
        assert to("table", session) in answer.links()
        assert ("can score, but not manage" in answer.said) == said


# Removed devices


@pytest.mark.parametrize("guest", [False, True])
def test_a_removed_device_is_told_so_and_what_to_do(guest):
    host, session = a_hosted_game(rounds=1)
    other = a_game(host, session.group)
    phone = a_member(session.group, Role.SCORER, session if guest else None)
    assert phone.get(to("table", session)).status_code == 200
    member = Member.objects.get(device=device(phone))
    remove_device(member)
    theirs = [to(name, session) for name in ("table", "enter", "history")]
    theirs.append(f"/devices/{member.pk}/")
    group = f"/groups/{session.group_id}/", to("table", other)  # a guest learns nothing of these
    for address in (*theirs, *group, "/table/4711/", f"/devices/{other.member_id}/"):
        page, stranger = Page(phone.get(address)), a_phone().get(address)
        told = address in theirs or (not guest and address in group)
        assert ("This device was removed" in page.said) == told, address
        assert ("Nothing here" in page.said) != told, address
        if told:
            assert {"/join/?code", "/"} <= set(page.links())
        assert stranger.status_code == 404
        assert "This device was removed" not in Page(stranger).said
    assert to("table", session) not in Page(phone.get("/")).links()


# Numbers


def test_an_unknown_id_is_not_found():
    phone = a_phone()
    a_game(phone)
    for number in (0, 2**31, 2**63 - 1, 2**63, "9" * 5000):
        read = f"/table/{number}/", f"/table/{number}/history/", f"/join/{number}/secret/"
        changed = f"/players/{number}/edit/", f"/table/{number}/round/{number}/remove/"
        answers = [*map(phone.get, read), *map(phone.post, changed)]
        assert [answer.status_code for answer in answers] == [404] * 5, number


# What a guest of one game is offered


def test_a_guest_of_one_game_is_offered_no_rematch_and_starts_none():
    host, session = a_hosted_game(target=40, rounds=1)
    form = Page(host.get(to("table", session))).form_called("rematch").fields
    address = f"/new/chimera/?again={session.pk}"
    for role in (Role.VIEWER, Role.SCORER):
        guest = a_member(session.group, role, session)
        page = Page(guest.get(to("table", session)))
        assert "Rematch" not in page.said
        assert not [link for link in page.links() if "again=" in link]
        for answer in (guest.get(address), guest.post(address, {**form, "start": "again"})):
            assert answer.url == to("table", session)
    assert GameSession.objects.count() == Group.objects.count() == 1
    let_in(guest, session.group, Role.SCORER)
    assert "Rematch" in Page(guest.get(to("table", session))).said


def test_a_guest_of_one_game_is_offered_none_of_the_groups_pads():
    session = a_game(a_phone(), game="score_pad", options={"title": "Golf"})
    guest = a_member(session.group, Role.SCORER, session)
    assert "again=" not in guest.get("/").content.decode()
    let_in(guest, session.group, Role.SCORER)
    assert f"again={session.pk}" in guest.get("/").content.decode()
