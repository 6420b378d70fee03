"""Records the database of a release, for tests of all later releases.

Each `<version>.json.gz` in this folder was recorded by the code of that release, whose commit is in
CHANGELOG.md: Django's test client requested its pages and sent its forms, with an empty SQLite
database. To record another release:

    git worktree add /tmp/release <commit>
    cd /tmp/release && <python> <here>/record.py <version> <here>

It plays small games of every kind that the release has: finished, under way, ended early, ended
without a round, with corrections, removals, drafts, inserted rounds, changed options, and deleted
games. If the release has them, it also records devices of each role, a guest in one game, links, a
renewed link, a removed device, a rematch and a game that was set back. A fixture contains the rows
of all tables, the release's results (totals, ranks, titles), the secrets of its devices, the paths
of its links, its secret key, and entries in an outbox.

Of this repository it uses only the parser of pages, so it runs with any release.
"""

import base64
import gzip
import hashlib
import importlib.util
import json
import os
import re
import sys
import tempfile
import uuid
from contextlib import suppress
from pathlib import Path

import django

HERE = Path(__file__).resolve().parent
RELEASE, FOLDER = sys.argv[1], Path(sys.argv[2])
SECRET_KEY = f"the key of {RELEASE}"
os.environ.update(
    SECRET_KEY=SECRET_KEY,
    ALLOWED_HOSTS="testserver",
    TIME_ZONE="UTC",
    NEW_GAMES_PER_HOUR="1000",
    DJANGO_SETTINGS_MODULE="scorekeeper.settings",
    SCOREKEEPER_VAR=tempfile.mkdtemp(prefix="scorekeeper-release-"),
)
sys.path.insert(0, os.getcwd())
django.setup()

# isort: split
from django.conf import settings  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.db import connection  # noqa: E402
from django.test import Client  # noqa: E402
from django.urls import NoReverseMatch, reverse  # noqa: E402

from games.registry import games  # noqa: E402
from scorekeeper.models import GameSession, Group, Link, Role  # noqa: E402
from scorekeeper.people import links  # noqa: E402
from scorekeeper.tables.table import Table  # noqa: E402

settings.STORAGES["staticfiles"]["BACKEND"] = (
    "django.contrib.staticfiles.storage.StaticFilesStorage"
)
settings.STATIC_ROOT.mkdir(exist_ok=True)
call_command("migrate", verbosity=0)

spec = importlib.util.spec_from_file_location("pages", HERE.parent / "app" / "support" / "pages.py")
pages = importlib.util.module_from_spec(spec)
sys.modules["pages"] = pages
spec.loader.exec_module(pages)

NAMES = ("Ana", "Ben", "Cho")


def has(name):
    """Return whether the release has a page of this name."""
    for args in ([1], [1, 1]):
        with suppress(NoReverseMatch):
            return bool(reverse(name, args=args))
    return False


class Phone:
    """A device. Its secret is derived from its name, so that recordings can be repeated."""

    def __init__(self, name):
        self.name = name
        digest = hashlib.sha256(f"{RELEASE} {name}".encode()).digest()
        self.client = Client(headers={"User-Agent": "iPhone"})
        self.client.cookies["device"] = base64.urlsafe_b64encode(digest).decode()[:43]
        phones[name] = self

    @property
    def secret(self):
        """Later releases give a device a new one when it gains a role: with the next request."""
        self.client.get("/groups/")
        return self.client.cookies["device"].value

    def get(self, path):
        answer = self.client.get(path)
        assert answer.status_code == 200, (path, answer.status_code)
        return pages.Page(answer)

    def post(self, path, fields):
        answer = self.client.post(path, fields)
        if answer.status_code not in (302, 204):
            raise RuntimeError((path, fields, answer.status_code, pages.Page(answer).said[-400:]))
        return answer

    def start(self, slug, names, group="new", **options):
        setup = {"seat": list(names), "submission": str(uuid.uuid4()), "start": "1", "group": group}
        location = self.post(f"/new/{slug}/", {**setup, **options}).headers["Location"]
        return int(re.search("/table/([0-9]+)/", location)[1])

    def form(self, pk, name, *more, query="", action=None):
        """Return the fields that the form would send unchanged."""
        path = reverse(name, args=[pk, *more])
        return self.get(path + query).form(action or path).fields

    def enter(self, pk, query="", **fields):
        form = self.form(pk, "enter", query=query)
        return self.post(reverse("enter", args=[pk]), {**form, **fields})

    def correct(self, pk, slot, **fields):
        form = self.form(pk, "correct", slot)
        return self.post(reverse("correct", args=[pk, slot]), {**form, **fields})

    def remove(self, pk, slot):
        path = reverse("remove", args=[pk, slot])
        return self.post(path, self.form(pk, "round", slot, action=path))

    def undo(self, pk):
        path = reverse("undo", args=[pk])
        return self.post(path, self.form(pk, "table", action=path))

    def note(self, pk, **fields):
        return self.post(reverse("draft", args=[pk]), {**self.form(pk, "enter"), **fields})

    def options(self, pk, **fields):
        return self.post(reverse("options", args=[pk]), {**self.form(pk, "options"), **fields})

    def end(self, pk, name="end"):
        """By the button's own form, or a button of the form for the options."""
        path, options = reverse(name, args=[pk]), reverse("options", args=[pk])
        page = self.get(options)
        own = any(form.action == path for form in page.forms)
        return self.post(path, page.form(path if own else options).fields)

    def set_back(self, pk, change):
        form = self.get(reverse("history", args=[pk])).forms[0]
        addresses = sorted({button["formaction"] for button in form.buttons}, key=number_in)
        return self.post(addresses[change], form.fields)

    def join(self, link):
        links_given[f"{self.name} by {link.pk}"] = links.path(link)
        return self.post(links.path(link), {"name": self.name})

    def outbox(self, pk, title, slot=None, name="enter", **fields):
        """Return an entry in the outbox: the form's fields as pairs, without the CSRF token."""
        args = [pk] if name == "enter" else [pk, slot]
        path = reverse(name, args=args)
        form = {**self.get(path).form(path).fields, **fields}
        if name == "enter" and slot:
            form |= {"slot": str(slot), "submission": str(uuid.uuid4())}  # counted on by the phone
        form.pop("csrfmiddlewaretoken", None)
        sent = [
            [key, one]
            for key, all_of in form.items()
            for one in (all_of if isinstance(all_of, list) else [all_of])
        ]
        entry = {"phone": self.name, "session": pk, "title": title, "url": f"{path}?save"}
        waiting.append({**entry, "fields": sent})


def number_in(address):
    return [int(part) for part in re.findall("[0-9]+", address)][-1]


phones, links_given, waiting, revoked = {}, {}, [], {}


def chimera(**more):
    return {"chimera": "0", "bid": "40", "first_out": "0", **more}


def dice(text):
    return {f"dice_{place}": die for place, die in enumerate(text)}


def row(text):
    return {f"cards_{place}": card for place, card in enumerate(text.split())}


def play_chimera(phone, group):
    def start(*rounds, names=NAMES, **options):
        pk = phone.start("chimera", names, group, **options)
        for fields in rounds:
            phone.enter(pk, **chimera(**fields))
        return pk

    treasure = {"toads_0": "2", "toads_2": "2", "cats_0": "3", "cats_2": "1"}
    lost = {"chimera": "1", "bid": "30", "first_out": "2"}
    bens = {"chimera": "1", "first_out": "1"}
    first = {"traps": "2", "chimera_attack": "on", "idle_hunters": "1", **treasure}
    won = start(first, lost, {"traps": "1"}, target="300")
    phone.options(won, comment="Rain all day.\nTea & cake.")
    rounds = ({}, {"chimera": "2", "bid": "20", "first_out": "2"}, {**bens, "bid": "30"})
    going_on = start(*rounds, target="own", own_target="1234")
    phone.correct(going_on, 2, **chimera(chimera="2", bid="30", first_out="1"))
    phone.enter(going_on, query="?before=2", **chimera(chimera="0", bid="20"))
    phone.remove(going_on, 3)
    phone.undo(going_on)
    phone.remove(going_on, 1)
    early = start(bens, target="400")
    phone.options(early, target="500")
    phone.end(early)
    phone.end(start(target="750"))  # not played
    emptied = start({}, target="400")
    phone.remove(emptied, 1)
    phone.end(emptied)
    reopened = start({"bid": "20"}, names=("Ana", "Ben", "Dora"), target="400")
    phone.end(reopened)
    phone.end(reopened, "reopen")
    phone.note(reopened, chimera="2", bid="40", toads_1="1")
    traps = {"traps": "3"}
    start(traps, traps, bens, target="300")  # the last one after the end
    for deleted in (start({}, target="400"), start(traps, traps, target="300")):
        phone.post(reverse("delete", args=[deleted]), {})
    return going_on


FILLS = (
    "ones 3,twos 6,threes 9,fours 12,fives 15,sixes 18,three_of_a_kind 20,four_of_a_kind 22,"
    "full_house 25,small_straight 30,large_straight 0,yahtzee 50 yahtzee,chance 29"
)


def play_yahtzee(phone, group):
    two = phone.start("yahtzee", ("Ana", "Ben"), group, joker="forced")
    phone.enter(two, player="0", fill="yahtzee", **dice("55555"))
    phone.enter(two, player="1", fill="full_house", **dice("22333"))
    phone.enter(two, player="0", fill="fives", **dice("55555"))  # with its bonus
    phone.enter(two, player="1", fill="chance 23")
    phone.enter(two, player="0", fill="large_straight", **dice("12345"))
    phone.correct(two, 4, player="1", fill="chance 25")
    phone.enter(two, player="1", fill="sixes scratch", **dice("66123"))
    phone.note(two, player="0", **dice("111"))
    for fills in (FILLS, FILLS.replace(" 30", " 0")):
        alone = phone.start("yahtzee", ("Eva",), group, joker="free")
        for fill in fills.split(","):
            phone.enter(alone, player="0", fill=fill)
    early = phone.start("yahtzee", ("Ana", "Ben"), group, joker="forced")
    phone.enter(early, player="0", fill="ones 3")
    phone.end(early)
    phone.end(phone.start("yahtzee", ("Ana", "Ben"), group, joker="forced"))  # not played
    return two


def points(*numbers):
    return {f"points_{seat}": number for seat, number in enumerate(numbers)}


def play_score_pad(phone, group):
    def start(*rounds, names=NAMES, **options):
        pk = phone.start("score_pad", names, group, **options)
        for numbers in rounds:
            phone.enter(pk, **points(*numbers))
        return pk

    golf = {"title": "Golf", "lowest_wins": "lowest"}
    start(("-3", "4", "12+5-3"), ("0", "", "−7"), **golf, rounds="2", target="")
    no_limit = {"title": "", "lowest_wins": "", "rounds": "", "target": "100"}
    going_on = start(("40", "0"), ("", "15"), names=("Ana", "Ben"), **no_limit)
    phone.correct(going_on, 1, **points("42", "1"))
    phone.options(going_on, title="Rummy", lowest_wins="", rounds="", target="250")
    phone.note(going_on, points_0="99")
    twelve = tuple(f"Player {n}" for n in range(1, 13))
    phone.end(start([str(n) for n in range(12)], names=twelve, **golf))
    phone.end(start(**golf))  # not played
    phone.end(start(("0", "0", "0"), title="", lowest_wins=""))  # played: nobody got anything
    return going_on


def play_chimera_tricks(phone, group):
    values = {"grimoires_0": "7 6 4 3", "grimoires_1": "2 1 -2", "grimoires_2": "-3 -5 -6 5 8"}
    short = phone.start("chimera_tricks", NAMES, group, short_match="on", crystal_scarcity="on")
    phone.enter(short, way="values", crystals_1="1", crystals_2="2", **values)
    going_on = phone.start("chimera_tricks", NAMES, group)
    phone.enter(going_on, way="values", crystals_0="1", **values)
    cards = [
        f"{value} {seat}" for seat in range(3) for value in values[f"grimoires_{seat}"].split()
    ]
    phone.enter(going_on, way="cards", **{f"won_{n}": chip for n, chip in enumerate(cards)})
    phone.correct(going_on, 2, way="sums", **points("12 + 5 − 3", "0", "-8"))
    phone.note(going_on, way="sums", points_1="4")
    phone.end(phone.start("chimera_tricks", (*NAMES, "Dan"), group, short_match="on"))
    return going_on


def play_big_fish(phone, group):
    def start(names=("Ana", "Ben"), **options):
        return phone.start("big_fish", names, group, **options)

    def catch(pk, player, cards, **more):
        phone.enter(pk, type="catch", player=player, **row(cards), **more)

    rows = start(advanced="advanced", drawn="A", a_is_extra="on")
    catch(rows, "0", "R1 R2 R3 R4 R6", bonus="D")
    catch(rows, "1", "B2 B2 Y3 G3 P1")
    phone.enter(rows, type="mistake", player="1")
    catch(rows, "0", "R6 R6 B5 B5 Y4")
    phone.enter(rows, type="mistake", player="0")
    phone.note(rows, type="catch", player="1", **row("R6 R5"))
    whole = start(advanced="basic")
    for n in range(6):
        catch(whole, str(n % 2), "R6 R6 B5 B5 Y4")
    piles = start(NAMES, advanced="advanced", drawn="C")
    for seat, (plus, minus, more) in enumerate(
        [("40", "7", {}), ("25", "0", {"bonuses": "D"}), ("30", "12", {})]
    ):
        counted = {"type": "count", "counted": str(seat), "plus": plus, "minus": minus}
        phone.enter(piles, ones=str(seat), **counted, **more)
    early = start(advanced="basic")
    catch(early, "0", "R1 R2 R3 R4 R6")
    phone.end(early)
    phone.end(start(advanced="basic"))  # not played
    return rows


def share(host, group, pk):
    """Devices of each role, a guest in one game, a renewed link, a removed device."""
    scorer, viewer, guest, gone = (
        Phone(name) for name in ("Ben’s phone", "Cho’s phone", "Guest", "Taken out")
    )
    whole = Group.objects.get(pk=group)
    session = GameSession.objects.get(pk=pk)
    second = Phone("Tablet")
    for phone, role, where in (
        (second, Role.HOST, None),
        (scorer, Role.SCORER, None),
        (viewer, Role.VIEWER, None),
        (guest, Role.SCORER, session),
        (gone, Role.SCORER, None),
    ):
        phone.join(Link.objects.get_or_create(group=whole, session=where, role=role)[0])
    scorer.enter(pk, **chimera(chimera="1", first_out="1"))
    guest.enter(pk, **chimera(chimera="2", bid="20", first_out="2"))
    gone.enter(pk, **chimera(chimera="2", bid="20", first_out="0"))
    if has("remove_device"):
        host.post(reverse("remove_device", args=[whole.members.get(device=of(gone)).pk]), {})
        old = Link.objects.get(group=whole, session=None, role=Role.VIEWER)
        revoked["viewer"] = links.path(old)
        host.post(reverse("renew_invitation", args=[group]) + "?as=watch", {})
        links_given["Cho’s phone by " + str(old.pk)] = links.path(Link.objects.get(pk=old.pk))
        host.get(reverse("share", args=[pk]) + "?as=enter")
        host.get(reverse("invite", args=[group]) + "?as=host")


def of(phone):
    return hashlib.sha256(phone.secret.encode()).hexdigest()


def play_on(host, pk, group):
    """A set-back followed by rounds, one that was undone, and a rematch."""
    again = host.start("chimera", NAMES, group, target="500")
    for bid in ("20", "30", "40", "20"):
        host.enter(again, **chimera(bid=bid))
    host.set_back(again, 1)
    host.enter(again, **chimera(chimera="1", first_out="1"))
    host.set_back(again, 4)
    host.undo(again)
    won = host.start("chimera", ("Ida", "Jon", "Kim"), group, target="300")
    for _ in range(2):
        host.enter(won, **chimera(traps="3"))
    table = host.get(reverse("table", args=[won]))
    (form,) = (form for form in table.forms if form.id == "rematch")
    path = f"{form.action}?again={won}"
    host.post(path, {**form.fields, "start": "again"})


def wait(host, played):
    """Entries in the outbox: the next round, the one after it, a correction."""
    pk = played["chimera"]
    host.outbox(pk, "next", **chimera(chimera="2", bid="20", first_out="1", traps="1"))
    following = Table.of(GameSession.objects.get(pk=pk)).next_slot + 1
    host.outbox(pk, "the one after it", slot=following, **chimera(bid="30"))
    host.outbox(
        pk, "a correction", slot=2, name="correct", **chimera(chimera="1", bid="40", first_out="1")
    )
    host.outbox(played["yahtzee"], "a turn", player="0", fill="chance", **dice("66655"))
    host.outbox(played["score_pad"], "a round", points_0="7", points_1="1+2")
    sums = {"way": "sums", "points_0": "1", "points_1": "2", "points_2": "−3"}
    host.outbox(played["chimera_tricks"], "a round", **sums)
    host.outbox(played["big_fish"], "a row", type="catch", player="1", **row("Y1 Y1 B5 B5 G4"))


def record():
    host = Phone("Ana’s phone")
    host.client.get("/")
    host.start("chimera", NAMES, target="400")
    group = Group.objects.get().pk
    played = {slug: play(host, str(group)) for slug, play in PLAYS.items() if slug in games()}
    other = host.start("chimera", ("Dan", "Eva", "Finn"), "new", target="400")
    host.enter(other, **chimera(toads_1="4"))
    share(host, group, played["chimera"])
    if has("back") or has("set_back"):
        play_on(host, played["chimera"], str(group))
    if (Path.cwd() / "static" / "outbox.js").exists() and "big_fish" in played:
        wait(host, played)


PLAYS = {
    "chimera": play_chimera,
    "yahtzee": play_yahtzee,
    "score_pad": play_score_pad,
    "chimera_tricks": play_chimera_tricks,
    "big_fish": play_big_fish,
}


def results_of(session):
    """Return the release's results of a game."""
    table = Table.of(GameSession.objects.with_play().get(pk=session.pk))
    board = table.board
    return {
        "pk": session.pk,
        "group": session.group_id,
        "game": session.game,
        "names": table.names,
        "totals": board.totals,
        "ranks": board.ranks,
        "finished": board.finished,
        "played": any(not result.problem for result in board.results),
        "winners": board.winners,
        "deleted": session.deleted_at is not None,
        "rounds": [[round.entry.slot, round.title, round.result.totals] for round in table.rounds],
    }


def rows():
    """Return the rows of all our tables."""
    tables = {}
    with connection.cursor() as cursor:
        names = connection.introspection.table_names(cursor)
        for name in sorted(name for name in names if name.startswith("scorekeeper_")):
            cursor.execute(f"SELECT * FROM {name} ORDER BY 1")  # noqa: S608 - no visitor's name
            columns = [one[0] for one in cursor.description]
            tables[name] = {"columns": columns, "rows": cursor.fetchall()}
        cursor.execute(
            "SELECT name FROM django_migrations WHERE app = 'scorekeeper' ORDER BY id DESC"
        )
        return tables, cursor.fetchone()[0]


record()
devices = {name: phone.secret for name, phone in phones.items()}
tables, migration = rows()
fixture = {
    "release": RELEASE,
    "migration": migration,
    "secret_key": SECRET_KEY,
    "devices": devices,
    "links": links_given,
    "revoked": revoked,
    "games": [results_of(session) for session in GameSession.objects.order_by("pk")],
    "outbox": waiting,
    "tables": tables,
}
written = json.dumps(fixture, ensure_ascii=False, indent=1, default=str)
(FOLDER / f"{RELEASE}.json.gz").write_bytes(gzip.compress(written.encode(), mtime=0))
print(RELEASE, migration, len(fixture["games"]), "games")
