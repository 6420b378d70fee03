"""The CPU time as history grows: in groups with many games, and in long games."""

from bench import long_games, many_games
from bench.cost import inside
from bench.figure import Figure
from bench.site import Site


def measure(site: Site) -> list[Figure]:
    """Without a server, in this process; `site` is not used."""
    with inside() as visitor:
        return [*many_games.measure(visitor), *long_games.measure(visitor)]
