"""Plays a game by its rules."""

from collections.abc import Sequence
from random import Random
from typing import Any, NamedTuple

from games.contract import Setup
from scorekeeper.demo.position import Position
from scorekeeper.demo.program import Sitting

TYPOS, EARLY_ENDS = 0.05, 0.03
FEWEST_ENTRIES = 4  # of a game with a typo, or one that is ended early


class Typo(NamedTuple):
    """What was first entered as the entry at `place`, from 0, and corrected later."""

    place: int
    entry: Any


class PlayedGame(NamedTuple):
    options: Any
    entries: Sequence[Any]
    typo: Typo | None = None
    ended_early: bool = False


def play(sitting: Sitting, chance: Random) -> PlayedGame:
    """A whole game; now and then with a typo, or ended early."""
    options = sitting.strategy.options(chance)
    game = PlayedGame(options, play_to_the_end(sitting, options, chance))
    if len(game.entries) >= FEWEST_ENTRIES:
        if chance.random() < EARLY_ENDS:
            return leave_unfinished(game)._replace(ended_early=True)
        if chance.random() < TYPOS:
            return game._replace(typo=mistype(sitting, game, chance))
    return game


def leave_unfinished(game: PlayedGame) -> PlayedGame:
    half = (len(game.entries) + 1) // 2
    return PlayedGame(game.options, game.entries[:half])


def play_to_the_end(sitting: Sitting, options: Any, chance: Random) -> list[Any]:
    game, entries = sitting.strategy.game, list[Any]()
    setup = Setup(len(sitting.people), options)
    while not (board := game.score(setup, entries)).finished:
        position = Position(setup, entries, board.totals, sitting.skills, chance)
        entries.append(sitting.strategy.next_entry(position))
    if board.problem:
        raise RuntimeError(f"{game.slug} refuses an entry of the demo: {board.problem}")
    return entries


def mistype(sitting: Sitting, game: PlayedGame, chance: Random) -> Typo:
    """Another entry in the place of one before the last."""
    place = chance.randrange(len(game.entries) - 1)
    setup, before = Setup(len(sitting.people), game.options), game.entries[:place]
    totals = sitting.strategy.game.score(setup, before).totals
    position = Position(setup, before, totals, sitting.skills, chance)
    return Typo(place, sitting.strategy.next_entry(position))
