"""The CPU time in groups with many finished games: `python -m bench.many_games 10 10000`.

It must be about the same in a group of ten as in one of 10,000.
"""

import sys
import uuid
from collections.abc import Iterator, Sequence
from datetime import timedelta
from itertools import count

from bench import chimera
from bench.cost import Inside, inside
from bench.figure import Figure, table
from bench.visitor import Fields

NUMBERS, REPEATS, BATCH = (10, 10_000), 21, 500
PLAYERS, SOLO = chimera.PLAYERS, chimera.PLAYERS[:1]
PAD: Fields = [("title", "Golf"), ("target", 50)]


class Group:
    """A group with `number` finished games, half of which one player played alone."""

    def __init__(self, visitor: Inside, number: int) -> None:
        self.visitor, self.number = visitor, number
        self.names = (f"Name {n}" for n in count())
        visitor.get("/new/score_pad/")
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
        check(self.visitor.send(self.entering(path, slot, points)).status == 302)

    def entering(self, path: str, slot: int, points: int) -> bytes:
        return self.visitor.entry_request(
            path, slot, [(f"points_{n}", points - n) for n in range(3)]
        )

    def cost(self, name: str) -> float:
        if path := self.pages().get(name):
            return self.visitor.cost([self.visitor.request("GET", path)] * REPEATS, 200)
        return self.visitor.cost(list(self.changes()[name]), 302)

    def pages(self) -> dict[str, str]:
        return {
            "home": "/",
            "list of games": "/games/",
            "players": "/players/",
            "groups": "/groups/",
            "group": f"/groups/{self.visitor.group}/",
            "new game": "/new/chimera/",
            "new score pad": "/new/score_pad/",
            "same players again": f"/new/score_pad/?again={key(self.newest_solo)}",
            "running table": self.running,
            "entry form": f"{self.running}enter/",
            "finished table": self.newest,
            "finished table of one player": self.newest_solo,
            "large screen": f"{self.newest}display/",
            "history": f"{self.newest}history/",
            **self.statistics(),
        }

    def statistics(self) -> dict[str, str]:
        """These may grow: see bench/statistics.py. No page above may read what they show."""
        from scorekeeper.models import Player

        player = Player.objects.filter(group=self.visitor.group).earliest("pk").pk
        return {
            "statistics": f"/groups/{self.visitor.group}/statistics/",
            "statistics of a game": f"/groups/{self.visitor.group}/games/score_pad/?title=golf",
            "statistics of a player": f"/players/{player}/",
            "a player's games of a kind": f"/players/{player}/games/score_pad/?title=golf",
        }

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
            yield self.visitor.form_request("/new/score_pad/", [*more, *seats])

    def finishing(self) -> Iterator[bytes]:
        return (self.entering(path, 1, 60) for path in [self.start() for _ in range(REPEATS)])

    def correcting(self) -> Iterator[bytes]:
        for revision in range(1, 1 + REPEATS):
            stamp = [("slot", 1), ("revision", revision), ("submission", uuid.uuid4())]
            points = [(f"points_{n}", 60 + revision) for n in range(3)]
            yield self.visitor.form_request(f"{self.oldest}round/1/correct/", [*stamp, *points])

    def deleting(self) -> Iterator[bytes]:
        for n in range(REPEATS):
            yield self.visitor.form_request(f"{self.oldest}{('delete', 'restore')[n % 2]}/", [])

    def renaming(self) -> Iterator[bytes]:
        from scorekeeper.models import Player

        player = Player.objects.filter(group=self.visitor.group).latest("pk").pk
        for _ in range(REPEATS):
            yield self.visitor.form_request(
                f"/players/{player}/edit/", [("name", next(self.names))]
            )

    def letting_in(self) -> Iterator[bytes]:
        """Another device each time: its page is asked for first, and is not counted."""
        from scorekeeper.models import Group, Link, Role
        from scorekeeper.people import links

        group = Group.objects.get(pk=self.visitor.group)
        path = links.path(Link.to(group, Role.SCORER))
        for name in (next(self.names) for _ in range(REPEATS)):
            device = Inside(self.visitor.application)
            device.get(path)
            yield device.form_request(path, [("name", name)])


def key(path: str) -> int:
    return int(path.split("/")[2])


def copy_game(pk: int, times: int) -> None:
    """Copies of a finished game, each a minute older than the one before."""
    from scorekeeper.models import GameSession, Revision, Seat

    original = GameSession.objects.get(pk=pk)
    parts = [list(model.objects.filter(session=pk)) for model in (Seat, Revision)]
    for start in range(0, times, BATCH):
        copies = [GameSession.objects.get(pk=pk) for _ in range(min(BATCH, times - start))]
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


def check(condition: bool) -> None:
    if not condition:
        raise RuntimeError("the game was not played as it should have been")


def measure(visitor: Inside, numbers: Sequence[int] = NUMBERS) -> list[Figure]:
    groups = [Group(Inside(visitor.application), number) for number in numbers]
    names = [*groups[0].pages(), *groups[0].changes()]
    title = " / ".join(f"{number:,}" for number in numbers)
    return [
        Figure(f"{title} games: {name}", costs_text([group.cost(name) for group in groups]))
        for name in names
    ]


def costs_text(costs: list[float]) -> str:
    return f"{' / '.join(f'{cost:.1f}' for cost in costs)} ms, {costs[-1] / costs[0]:.2f} ×"


if __name__ == "__main__":
    numbers = [int(number) for number in sys.argv[1:]] or NUMBERS
    with inside() as visitor:
        print(table(measure(visitor, numbers)))
