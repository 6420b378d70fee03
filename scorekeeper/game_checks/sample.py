"""Checks that the rules accept all that a game's sample.py enters, and that its games end."""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from games import registry
from games.contract import AnyGame, Impossible, InvalidSample, Sample, Setup
from games.faults import InvalidGameFolder
from games.record import decode_entry, encode_entry, encode_options, seats_by_number
from scorekeeper.game_checks.mistakes import SAMPLE, Mistake, mistake_of_error, mistake_of_fault
from scorekeeper.game_checks.tables import as_json

MOST_PLAYERS = 8
"""A sample that can play with so many can play with more."""


def check_sample(game: AnyGame, folder: Path) -> Iterator[Mistake]:
    """Play a game at each number of players. Only the first mistake is named."""
    file = folder / "sample.py"
    try:
        sample = registry.sample(game.slug)
    except InvalidGameFolder as invalid:
        yield mistake_of_fault(invalid.fault)
        return
    if not (file.is_file() and sample):
        return
    numbers = [number for number in range(1, MOST_PLAYERS + 1) if number in game.players]
    for seats in numbers or game.players[:1]:
        try:
            play(sample, seats)
        except InvalidSample as invalid:
            yield Mistake(SAMPLE, file, f"In a game of {seats}, {str(invalid).rstrip('.')}.")
            return
        except Exception as error:
            yield mistake_of_error(SAMPLE, file, f"A sample game of {seats} players", error)
            return


def play(sample: Sample, seats: int) -> None:
    """Raise InvalidSample, or whatever the sample raises."""
    chance, game = Random(seats), sample.game  # noqa: S311 - no secret
    setup = Setup(seats, sample.options(chance, seats))
    encode_options(game, setup.options)
    for number, entry in enumerate(sample.play(setup, chance), 1):
        if not is_same_once_stored(game, entry, seats):
            raise InvalidSample(f"entry {number} cannot be stored as it is: {entry}")


def is_same_once_stored(game: AnyGame, entry: Any, seats: int) -> bool:
    data = as_json(encode_entry(game, entry, range(seats)))
    try:
        return bool(decode_entry(game, data, seats_by_number(seats)) == entry)
    except Impossible:
        return False
