"""The CPU time of long games, page by page: `python -m bench.long_games 100 1000 4000`.

It must not grow faster than the number of rounds.
"""

import sys
import uuid
from collections.abc import Callable, Sequence
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


def create_long_game(visitor: Inside, slug: str, count: int) -> str:
    """Return the path of a table with so many rounds. Most are written to the database directly."""
    from scorekeeper.models import GameSession, Revision  # after Django's setup

    maker, fields, options = GAMES[slug]
    path = visitor.start(slug, getattr(maker, "PLAYERS", None) or maker.NAMES, options)
    *most, last = maker.rounds(count)
    session = GameSession.objects.get(pk=int(path.split("/")[2]))
    first = session.revisions.get()
    first.data["options"] |= {"target": 10**9}  # so that the game does not end
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
    check(visitor.send(visitor.entry_request(path, count, fields(last))).status == 302)
    return path


def measure_costs(visitor: Inside, slug: str, count: int) -> dict[str, float]:
    path, (maker, fields, _options) = create_long_game(visitor, slug, count), GAMES[slug]
    more = enumerate(maker.rounds(REPEATS, 2), count + 1)
    saves = [visitor.entry_request(path, slot, fields(entry)) for slot, entry in more]
    return {
        "table": cost_of_page(visitor, path),
        "entry form": cost_of_page(visitor, f"{path}enter/"),
        "round": cost_of_page(visitor, f"{path}round/{count // 2}/"),
        "display": cost_of_page(visitor, f"{path}display/"),
        "history": cost_of_page(visitor, f"{path}history/"),
        "home": cost_of_page(visitor, "/"),
        "save": visitor.cost(saves, 302),
        "correction": visitor.cost([correction_request(visitor, path, slug)], 302),
        "set-back of a tenth": cost_of_set_back(visitor, path, count // 10),
    }


def cost_of_page(visitor: Inside, path: str) -> float:
    return visitor.cost([visitor.request("GET", path)] * REPEATS, 200)


def correction_request(visitor: Inside, path: str, slug: str) -> bytes:
    maker, fields, _options = GAMES[slug]
    stamp = [("slot", 1), ("revision", 1), ("submission", uuid.uuid4())]
    return visitor.form_request(f"{path}round/1/correct/", [*stamp, *fields(maker.rounds(1, 7)[0])])


def cost_of_set_back(visitor: Inside, path: str, many: int) -> float:
    """Restore the point before the last `many` rounds."""
    from scorekeeper.models import Revision

    entries = Revision.objects.filter(session=int(path.split("/")[2])).order_by("pk")
    pks = [entry.pk for entry in entries]
    fields = [("newest", pks[-1]), ("submission", uuid.uuid4())]
    return visitor.cost([visitor.form_request(f"{path}history/{pks[-many]}/back/", fields)], 302)


def check(condition: bool) -> None:
    if not condition:
        raise RuntimeError("the game was not played as it should have been")


def measure(visitor: Inside, numbers: Sequence[int] = ROUNDS) -> list[Figure]:
    figures = []
    for slug in GAMES:
        costs = [measure_costs(visitor, slug, count) for count in numbers]
        for page in costs[0]:
            text = " / ".join(f"{one[page]:,.0f}" for one in costs)
            title = f"{slug} of {' / '.join(map(str, numbers))} rounds: {page}"
            figures.append(Figure(title, f"{text} ms"))
    return figures


if __name__ == "__main__":
    numbers = [int(number) for number in sys.argv[1:]] or ROUNDS
    with inside() as visitor:
        print(table(measure(visitor, numbers)))
