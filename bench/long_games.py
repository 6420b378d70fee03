"""The CPU time of long games, page by page: it must not grow faster than the number of rounds."""

import uuid

from bench.chimera import rounds
from bench.cost import Inside
from bench.figure import Figure
from games import record
from games.registry import games

ROUNDS, REPEATS = (100, 1_000, 4_000), 3


def create_long_game(visitor: Inside, count: int) -> str:
    """Return the path of a table with so many rounds. Most are written to the database directly."""
    from scorekeeper.models import GameSession, Revision  # after Django's setup

    path = visitor.start()
    *most, last = rounds(count)
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
            data=record.encode_entry(games()["chimera"], entry, seats),
            author_id=first.author_id,
            submission=uuid.uuid4(),
        )
        for slot, entry in enumerate(most, 1)
    )
    visitor.cost([visitor.round_request(path, count, last)], 302)
    return path


def measure_costs(visitor: Inside, count: int) -> dict[str, float]:
    path = create_long_game(visitor, count)
    more = enumerate(rounds(REPEATS, 2), count + 1)
    saves = [visitor.round_request(path, slot, entry) for slot, entry in more]
    return {
        "table": cost_of_page(visitor, path),
        "entry form": cost_of_page(visitor, f"{path}enter/"),
        "round": cost_of_page(visitor, f"{path}round/{count // 2}/"),
        "display": cost_of_page(visitor, f"{path}display/"),
        "history": cost_of_page(visitor, f"{path}history/"),
        "home": cost_of_page(visitor, "/"),
        "save": visitor.cost(saves, 302),
    }


def cost_of_page(visitor: Inside, path: str) -> float:
    return visitor.cost([visitor.request("GET", path)] * REPEATS, 200)


def measure() -> list[Figure]:
    costs = [measure_costs(Inside(), count) for count in ROUNDS]
    title = f"a game of {' / '.join(f'{count:,}' for count in ROUNDS)} rounds"
    return [
        Figure(f"{title}: {page}", " / ".join(f"{one[page]:,.0f}" for one in costs) + " ms")
        for page in costs[0]
    ]
