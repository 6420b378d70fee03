"""A count that is face down leaks nowhere: only who is done may show, until all is revealed."""

import re
from functools import partial
from io import BytesIO
from zipfile import ZipFile

import pytest
from django.urls import reverse

from scorekeeper.models import GameSession, Role
from tests.app.support.counting import Counting
from tests.app.support.factories import a_game, a_member, page_version, to
from tests.app.support.pages import Page
from tests.app.support.programs import a_program
from tests.app.support.sheets import COINS, MILITARY, a_sheet
from tests.app.test_chimera_tricks import WON, tricks
from tests.app.test_live import listening
from tests.support.serving import serving

pytestmark = pytest.mark.django_db(transaction=True)

# New in each response, no matter who asks: tokens, and the ids of forms.
NEW = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|\b[A-Za-z0-9]{64}\b")
PAGES = [
    "table",
    "display",
    "history",
    "rounds",
    "enter",
    "seats",
    "options",
    "record",
    "table_paper",
]
OF_GROUP = ("players", "games", "home")
COUNTS = {
    "a sheet": (a_sheet, {MILITARY: "4+3", COINS: "1"}, {MILITARY: "13", COINS: "987654321"}),
    "tricks": (
        partial(tricks, options={}),
        {"grimoires_0": "7", "crystals_0": ""},
        {"grimoires_0": "987654 -87654", "crystals_0": "2"},
    ),
    "hearts": (
        partial(a_game, game="hearts", options={"target": 100, "moon": "others"}),
        {"taken_0": "1+1+1+1+1+1+1+1+1"},
        {"taken_0": "23"},
    ),
}
DISTINCT = re.compile("987654|87654|4\\+3|1\\+1")
# What may contain the same digits by chance: versions of files, and parts of a second.
RANDOM = re.compile(rf"{NEW.pattern}|\b[0-9a-f]{{12,}}\b|\.\d{{6}}(?=Z)")

VIEWER = 1  # among the onlookers


def has_count(text):
    """Return whether anything of a sealed count is in it."""
    return bool(DISTINCT.search(RANDOM.sub("", text)))


class Watching:
    """A game in which Ana’s count is sealed, and everybody who may look."""

    def __init__(self, make_game, typed):
        self.table = Counting(make_game)
        self.program = a_program(self.table.group)
        self.onlookers = [
            self.table.host,
            self.table.viewer,
            a_member(self.table.group, Role.SCORER),
            a_member(self.table.group, Role.VIEWER, self.table.session),
        ]
        self.count(typed)

    def count(self, typed):
        assert self.table.count(self.table.scorer, 0, **typed).status_code == 302

    def addresses(self):
        game = self.table.session
        yield from (to(name, game) for name in PAGES)
        yield from (to("count", game, seat) for seat in (0, 1))
        yield from map(reverse, OF_GROUP)
        yield f"{to('table', game)}?print"
        for name in ("games.csv", "entries.csv"):
            yield reverse("export", args=[game.group_id, name])

    def responses(self):
        """Everything that anyone gets, by who and what."""
        for who, phone in enumerate([*self.onlookers, self.table.scorer]):
            for address in self.addresses():
                yield (who, address), phone.get(address)
        game, group = self.table.session.pk, self.table.session.group_id
        of_game = (f"games/{game}{part}" for part in ("", "/record", "/rounds"))
        for path in (*of_game, f"groups/{group}", f"groups/{group}/statistics"):
            yield ("program", path), self.program.get(path)

    def seen(self):
        """Each response without what is new in any: its status, headers, and content."""
        found = {}
        for what, response in self.responses():
            content = b"".join(response) if response.streaming else response.content
            headers = {**response.headers} | {"Content-Length": len(content)}
            assert not has_count(content.decode("utf-8", "replace")), what
            found[what] = (
                response.status_code,
                {name: NEW.sub("", str(value)) for name, value in headers.items()},
                NEW.sub("", content.decode("utf-8", "replace")),
            )
        return found


@pytest.mark.parametrize("name", COUNTS)
def test_nothing_that_anyone_gets_depends_on_what_is_sealed(name, clock):
    make_game, small, large = COUNTS[name]
    watching = Watching(make_game, small)
    for phone in (*watching.onlookers, watching.table.scorer):
        phone.get(reverse("home"))  # which gives it the cookie that the ETags of pages depend on
    before, version = watching.seen(), page_version(watching.table.session)
    watching.count(large)
    assert page_version(watching.table.session) == version
    now = watching.seen()
    assert now.keys() == before.keys()
    assert [what for what in now if now[what] != before[what]] == []
    pages = [to(page, watching.table.session) for page in ("table", "display", "history", "record")]
    assert [now[VIEWER, page][0] for page in pages] == [200] * 4


def test_a_page_is_unchanged_until_someone_else_is_done(clock):
    watching = Watching(a_sheet, {MILITARY: "3"})
    phone, address = watching.table.viewer, to("table", watching.table.session)
    etag = phone.get(address)["ETag"]
    watching.count({MILITARY: "14"})
    assert phone.get(address, headers={"If-None-Match": etag}).status_code == 304
    watching.table.count(watching.table.host, 1, **{MILITARY: "2"})
    assert phone.get(address, headers={"If-None-Match": etag}).status_code == 200


def test_the_draft_and_the_archive_of_the_group_have_none_of_it():
    watching = Watching(a_sheet, {MILITARY: "13", COINS: "987654321"})
    stored = GameSession.objects.get(pk=watching.table.session.pk)
    assert stored.draft == {}
    address = reverse("export", args=[stored.group_id, "group.zip"])
    content = b"".join(watching.table.host.get(address))
    with ZipFile(BytesIO(content)) as archive:
        files = [archive.read(name).decode("utf-8", "replace") for name in archive.namelist()]
    assert files
    assert not any(map(has_count, files))


def test_what_is_typed_is_sent_back_to_its_own_phone_only():
    watching = Watching(a_sheet, {MILITARY: "3"})
    answer = watching.table.count(watching.table.scorer, 1, **{MILITARY: "987654"})
    assert answer.status_code == 422
    assert has_count(answer.content.decode())
    watching.seen()


def test_a_stream_tells_that_someone_is_done_and_nothing_of_corrections():
    watching = Watching(a_sheet, {MILITARY: "3"})
    game = watching.table.session
    with serving() as site, listening(site, watching.table.viewer, game) as stream:
        before = stream.next()
        assert before == page_version(game)
        watching.count({MILITARY: "13"})
        watching.table.count(watching.table.host, 1, **{MILITARY: "2"})
        told = stream.until(page_version(game))
    assert told[-1] > before
    assert set(told) <= {before, told[-1]}


def test_all_is_seen_once_it_is_revealed():
    watching = Watching(partial(tricks, options={}), {"grimoires_0": "7 -5 3 -1"})
    for seat in (1, 2):
        typed = {f"grimoires_{seat}": " ".join(map(str, WON[str(seat)]))}
        watching.table.count(watching.table.scorer, seat, **typed)
    page = Page(watching.table.viewer.get(to("table", watching.table.session)))
    assert "Everyone counts" not in page.said
    assert len(watching.table.entries) == 1
