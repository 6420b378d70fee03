"""Plays a game by its rules."""

from collections.abc import Sequence
from random import Random
from typing import Any, NamedTuple

from games.contract import Position, Setup
from scorekeeper.demo.program import Sitting

TYPOS, EARLY_ENDS = 0.05, 0.03
FEWEST_ENTRIES = 4  # of a game with a typo, or one that is ended early


class Typo(NamedTuple):
    """A mistaken entry at `place`, counted from 0, which is corrected later."""

    place: int
    entry: Any


class PlayedGame(NamedTuple):
    options: Any
    entries: Sequence[Any]
    typo: Typo | None = None
    ended_early: bool = False


def play(sitting: Sitting, chance: Random) -> PlayedGame:
    """A whole game; now and then with a typo, or ended early."""
    game = play_to_the_end(sitting, chance)
    if len(game.entries) >= FEWEST_ENTRIES:
        if chance.random() < EARLY_ENDS:
            return leave_unfinished(game)._replace(ended_early=True)
        if chance.random() < TYPOS:
            return game._replace(typo=mistype(sitting, game, chance))
    return game


def leave_unfinished(game: PlayedGame) -> PlayedGame:
    half = (len(game.entries) + 1) // 2
    return PlayedGame(game.options, game.entries[:half])


def play_to_the_end(sitting: Sitting, chance: Random) -> PlayedGame:
    """The table ends a game that has no end of its own."""
    sample, seats = sitting.sample, len(sitting.people)
    setup = Setup(seats, sample.options(chance, seats))
    entries = list(sample.play(setup, chance, sitting.skills))
    open_ended = sample.game.score(setup, entries).open_ended
    return PlayedGame(setup.options, entries, ended_early=open_ended)


def mistype(sitting: Sitting, game: PlayedGame, chance: Random) -> Typo:
    """Another entry in the place of one before the last."""
    place = chance.randrange(len(game.entries) - 1)
    setup, before = Setup(len(sitting.people), game.options), game.entries[:place]
    board = sitting.sample.game.score(setup, before)
    position = Position(setup, before, board, sitting.skills, chance)
    return Typo(place, sitting.sample.next_entry(position))
