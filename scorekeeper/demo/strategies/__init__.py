"""How each game is played, in a module of its name."""

from importlib import import_module
from pkgutil import iter_modules

from games import registry
from scorekeeper.demo.position import Strategy


def all_strategies() -> list[Strategy]:
    """Without those of games that are not installed."""
    slugs = [module.name for module in iter_modules(__path__) if module.name in registry.games()]
    modules = [import_module(f"{__name__}.{slug}") for slug in slugs]
    return [strategy for module in modules for strategy in module.strategies]
