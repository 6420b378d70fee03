"""What long games cost the processor, page by page: `python -m bench.growth 100 1000 4000`.

Each must grow no more than linearly with the rounds.
"""

import sys
import uuid
from collections.abc import Callable
from typing import Any

from bench import chimera, score_pad
from bench.cost import Inside, inside
from bench.figure import Figure, table
from bench.visitor import Fields
from games import record
from games.registry import games

ROUNDS, REPEATS = (100, 1000, 4000), 3
GAMES: dict[str, tuple[Any, Callable[[Any], Fields], Fields]] = {
    "chimera": (chimera, chimera.fields, [("target", "own"), ("own_target", 1500)]),
    "score_pad": (score_pad, score_pad.fields, []),
}


def played(visitor: Inside, slug: str, count: int) -> str:
    """The path of a table with so many rounds, most of them written straight into the database."""
    from scorekeeper.models import GameSession, Revision  # once Django is up

    maker, fields, options = GAMES[slug]
    path = visitor.start(slug, getattr(maker, "PLAYERS", None) or maker.NAMES, options)
    *most, last = maker.rounds(count)
    session = GameSession.objects.get(pk=int(path.split("/")[2]))
    first = session.revisions.get()
    first.data["options"] |= {"target": 10**9}  # so that it goes on
    first.save()
    seats = range(session.seats.count())
    Revision.objects.bulk_create(
        Revision(
            session=session,
            slot=slot,
            revision=1,
            position=slot,
            data=record.encode_entry(games()[slug], entry, seats),
            author_id=first.author_id,
            submission=uuid.uuid4(),
        )
        for slot, entry in enumerate(most, 1)
    )
    check(visitor.send(visitor.entering(path, count, fields(last))).status == 302)
    return path


def costs_of(visitor: Inside, slug: str, count: int) -> dict[str, float]:
    path, (maker, fields, _options) = played(visitor, slug, count), GAMES[slug]
    more = enumerate(maker.rounds(REPEATS, 2), count + 1)
    saves = [visitor.entering(path, slot, fields(entry)) for slot, entry in more]
    return {
        "table": read(visitor, path),
        "entry form": read(visitor, f"{path}enter/"),
        "round": read(visitor, f"{path}round/{count // 2}/"),
        "display": read(visitor, f"{path}display/"),
        "history": read(visitor, f"{path}history/"),
        "home": read(visitor, "/"),
        "save": visitor.cost(saves, 302),
        "correction": visitor.cost([corrected(visitor, path, slug)], 302),
        "set-back of a tenth": set_back(visitor, path, count // 10),
    }


def read(visitor: Inside, path: str) -> float:
    return visitor.cost([visitor.request("GET", path)] * REPEATS, 200)


def corrected(visitor: Inside, path: str, slug: str) -> bytes:
    maker, fields, _options = GAMES[slug]
    stamp = [("slot", 1), ("revision", 1), ("submission", uuid.uuid4())]
    return visitor.posted(f"{path}round/1/correct/", [*stamp, *fields(maker.rounds(1, 7)[0])])


def set_back(visitor: Inside, path: str, many: int) -> float:
    """To before the last so many rounds."""
    from scorekeeper.models import Revision

    entries = Revision.objects.filter(session=int(path.split("/")[2])).order_by("pk")
    pks = [entry.pk for entry in entries]
    sent = [("newest", pks[-1]), ("submission", uuid.uuid4())]
    return visitor.cost([visitor.posted(f"{path}history/{pks[-many]}/back/", sent)], 302)


def check(held: bool) -> None:
    if not held:
        raise RuntimeError("the game was not played as it should have been")


def measure(visitor: Inside, numbers: list[int]) -> list[Figure]:
    figures = []
    for slug in GAMES:
        costs = [costs_of(visitor, slug, count) for count in numbers]
        for page in costs[0]:
            said = " / ".join(f"{one[page]:,.0f}" for one in costs)
            figures.append(Figure(f"{slug}: {page}", f"{said} ms"))
    return figures


if __name__ == "__main__":
    numbers = [int(number) for number in sys.argv[1:]] or list(ROUNDS)
    with inside() as visitor:
        print(f"Rounds: {' / '.join(map(str, numbers))}\n\n{table(measure(visitor, numbers))}")
