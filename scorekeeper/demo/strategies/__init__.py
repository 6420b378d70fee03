"""How each game is played, in a module of its name."""

from importlib import import_module

from games import registry
from scorekeeper.demo.position import Strategy

GAMES = (
    *("chimera", "chimera_tricks", "yahtzee", "big_fish", "wizard", "hearts", "molkky"),
    *("score_pad", "score_sheet"),
)
SOLO = "yahtzee"  # the game that somebody plays alone


def all_strategies() -> list[Strategy]:
    """Without those of games that are not installed."""
    installed = [slug for slug in GAMES if slug in registry.games()]
    modules = [import_module(f"{__name__}.{slug}") for slug in installed]
    return [strategy for module in modules for strategy in module.strategies]
