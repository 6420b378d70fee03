"""The figures of games, short enough to compare."""

import tomllib

from games.contract import Measure
from games.record import FORMAT, read_record
from games.registry import folders

Short = dict[str, int | tuple[int, int]]


def figures(game, setup, entries) -> list[Short]:
    """Return the figures of each player: {"bid 30": (1, 2), "traps": 3}. Shares are pairs."""
    counted = game.figures.count(setup, entries, game.score(setup, entries))
    return [dict(short(game, one) for one in of_seat) for of_seat in counted]


def short(game, one):
    is_share = game.figures.kinds[one.key].measure is Measure.SHARE
    value = (one.value, one.chances) if is_share else one.value
    return f"{one.key} {one.detail}".strip(), value


def figures_of_case(slug: str, start: str) -> list[Short]:
    """Return the figures of the only game in cases.toml whose name begins so."""
    cases = tomllib.loads((folders()[slug] / "cases.toml").read_text())["case"]
    (case,) = (case for case in cases if case.pop("name").startswith(start))
    del case["answer"]
    record = read_record({"format": FORMAT, "game": slug, **case})
    return figures(record.game, record.setup, record.entries)
