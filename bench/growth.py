"""The CPU time as history grows: in groups with many finished games, and in long games.

It must be about the same in a group of ten games as in one of 10,000, but for statistics that are
shown for the first time after a change.
"""

import uuid
from collections.abc import Iterator
from datetime import timedelta
from itertools import count
from statistics import median

from bench import chimera, long_games
from bench.cost import Inside
from bench.figure import Figure
from bench.site import Site
from tests.attacks.support.http import Fields

NUMBERS, REPEATS, FEW, BATCH = (10, 10_000), 11, 3, 500
PLAYERS, SOLO = chimera.PLAYERS, chimera.PLAYERS[:1]
PAD: Fields = [("title", "Golf"), ("target", 50)]


class Group:
    """A group with `number` finished games, half of which one player played alone."""

    def __init__(self, number: int) -> None:
        self.visitor, self.number = Inside(), number
        self.names = (f"Name {n}" for n in count())
        self.oldest, self.newest = self.play(PLAYERS)
        _oldest, self.newest_solo = self.play(SOLO)
        self.running = self.start()
        self.enter(self.running, 1, 1)

    def play(self, players: tuple[str, ...]) -> tuple[str, str]:
        """The paths of the oldest and the newest of half the games; all between them are copies."""
        oldest = self.finish(self.start(players))
        copy_game(key(oldest), self.number // 2 - 2)
        return oldest, self.finish(self.start(players))

    def start(self, players: tuple[str, ...] = PLAYERS) -> str:
        return self.visitor.start("score_pad", players, PAD)

    def finish(self, path: str) -> str:
        self.enter(path, 1, 60)
        return path

    def enter(self, path: str, slot: int, points: int) -> None:
        self.visitor.cost([self.entering(path, slot, points)], 302)

    def entering(self, path: str, slot: int, points: int) -> bytes:
        return self.visitor.entry_request(
            path, slot, [(f"points_{n}", points - n) for n in range(3)]
        )

    def cost(self, name: str) -> float:
        if path := (self.pages() | self.opened_again()).get(name):
            return self.visitor.cost([self.visitor.request("GET", path)] * REPEATS, 200)
        if path := self.statistics().get(name):
            return median(self.cost_of_statistics(path) for _ in range(FEW))
        return self.visitor.cost(list(self.changes()[name]), 302)

    def pages(self) -> dict[str, str]:
        return {
            "home": "/",
            "list of games": "/games/",
            "players": "/players/",
            "new game": "/new/chimera/",
            "new score pad": "/new/score_pad/",
            "same players again": f"/new/score_pad/?again={key(self.newest_solo)}",
            "running table": self.running,
            "entry form": f"{self.running}enter/",
            "finished table": self.newest,
            "finished table of one player": self.newest_solo,
        }

    def cost_of_statistics(self, path: str) -> float:
        """The first time after a change of the group."""
        from scorekeeper import models

        models.Group.objects.filter(pk=self.visitor.group).note_change()
        return self.visitor.cost([self.visitor.request("GET", path)], 200)

    def statistics(self) -> dict[str, str]:
        """These may grow. No page above may read what they show."""
        from scorekeeper.models import Player

        player = Player.objects.filter(group=self.visitor.group).earliest("pk").pk
        return {
            "statistics": f"/groups/{self.visitor.group}/statistics/",
            "statistics of a game": f"/groups/{self.visitor.group}/games/score_pad/?title=golf",
            "statistics of a player": f"/players/{player}/",
            "a player's games of a kind": f"/players/{player}/games/score_pad/?title=golf",
        }

    def opened_again(self) -> dict[str, str]:
        return {f"{name}, again": path for name, path in self.statistics().items()}

    def changes(self) -> dict[str, Iterator[bytes]]:
        return {
            "saving a round": self.saving(),
            "starting a game": self.starting(),
            "finishing a game": self.finishing(),
            "correcting an old game": self.correcting(),
            "deleting and restoring an old game": self.deleting(),
            "renaming a player": self.renaming(),
            "letting a device in": self.letting_in(),
        }

    def saving(self) -> Iterator[bytes]:
        return (self.entering(self.running, slot, 1) for slot in range(2, 2 + REPEATS))

    def starting(self) -> Iterator[bytes]:
        for _ in range(REPEATS):
            more = [("submission", uuid.uuid4()), ("start", 1), ("group", self.visitor.group), *PAD]
            seats = [("seat", name) for name in PLAYERS]
            yield self.visitor.form("/new/score_pad/", [*more, *seats])

    def finishing(self) -> Iterator[bytes]:
        return (self.entering(self.start(), 1, 60) for _ in range(REPEATS))

    def correcting(self) -> Iterator[bytes]:
        for revision in range(1, 1 + REPEATS):
            stamp = [("slot", 1), ("revision", revision), ("submission", uuid.uuid4())]
            points = [(f"points_{n}", 60 + revision) for n in range(3)]
            yield self.visitor.form(f"{self.oldest}round/1/correct/", [*stamp, *points])

    def deleting(self) -> Iterator[bytes]:
        for n in range(REPEATS):
            yield self.visitor.form(f"{self.oldest}{('delete', 'restore')[n % 2]}/", [])

    def renaming(self) -> Iterator[bytes]:
        from scorekeeper.models import Player

        player = Player.objects.filter(group=self.visitor.group).latest("pk").pk
        for _ in range(REPEATS):
            yield self.visitor.form(f"/players/{player}/edit/", [("name", next(self.names))])

    def letting_in(self) -> Iterator[bytes]:
        """Another device each time: its page is asked for first, and is not counted."""
        from scorekeeper.models import Group, Link, Role
        from scorekeeper.people import links

        group = Group.objects.get(pk=self.visitor.group)
        path = links.path(Link.to(group, Role.SCORER))
        for name in (next(self.names) for _ in range(REPEATS)):
            device = Inside()
            device.get(path)
            yield device.form(path, [("name", name)])


def key(path: str) -> int:
    return int(path.split("/")[2])


def copy_game(pk: int, times: int) -> None:
    """Copies of a finished game, each a minute older than the one before."""
    from scorekeeper.models import GameSession, Revision, Seat

    original = GameSession.objects.get(pk=pk)
    parts = [list(model.objects.filter(session=pk)) for model in (Seat, Revision)]
    for start in range(0, times, BATCH):
        copies = [GameSession(**plain(original)) for _ in range(min(BATCH, times - start))]
        for n, copied in enumerate(copies, start + 1):
            renew(copied, session=None)
            for name in ("started_at", "played_at", "finished_at"):
                setattr(copied, name, getattr(original, name) - timedelta(minutes=n))
        GameSession.objects.bulk_create(copies)
        for rows in parts:
            type(rows[0]).objects.bulk_create(
                renew(type(row)(**plain(row)), session) for session in copies for row in rows
            )


def plain(row: object) -> dict[str, object]:
    return {field.attname: getattr(row, field.attname) for field in row._meta.fields}


def renew(row: object, session: object) -> object:
    """A row that is not stored yet, of this session."""
    row.pk, row._state.adding = None, True
    if session:
        row.session = session
    if hasattr(row, "submission"):
        row.submission = uuid.uuid4()
    return row


def measure(site: Site) -> list[Figure]:
    """Without a server, in this process; `site` is not used."""
    groups = [Group(number) for number in NUMBERS]
    one = groups[0]
    names = [*one.pages(), *one.statistics(), *one.opened_again(), *one.changes()]
    title = " / ".join(f"{number:,}" for number in NUMBERS)
    return [
        *(
            Figure(f"{title} games: {name}", costs_text([group.cost(name) for group in groups]))
            for name in names
        ),
        *long_games.measure(),
    ]


def costs_text(costs: list[float]) -> str:
    return f"{' / '.join(f'{cost:.1f}' for cost in costs)} ms, {costs[-1] / costs[0]:.2f} ×"
