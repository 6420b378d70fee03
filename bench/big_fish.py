"""Games of Big Fish with many bonus cards, the same in every run."""

from collections.abc import Sequence
from random import Random

from games.big_fish.cards import COLOURS, ROW_SIZE, Cards
from games.big_fish.offer import bonus_offer
from games.big_fish.rules import Catch, Options, game, state_after
from games.contract import Scoreboard, Seat, Setup

PLAYERS = 6
SETUP = Setup(PLAYERS, Options(advanced=True, drawn="A"))


def catches(seed: int = 1) -> list[Catch]:
    """A whole game. The players catch in turn and take the first available bonus card."""
    chance, entries = Random(seed), []  # noqa: S311 - no secret
    for row in range(state_after(SETUP, []).rows):
        entries.append(catch_row(Seat(row % PLAYERS), random_row(chance), entries))
    return entries


def random_row(chance: Random) -> Cards:
    colours = chance.sample(COLOURS, chance.randint(1, 5))
    return tuple(f"{chance.choice(colours)}{chance.randint(1, 6)}" for _card in range(ROW_SIZE))


def catch_row(player: Seat, row: Cards, before: Sequence[Catch]) -> Catch:
    takes = bonus_offer(state_after(SETUP, before), SETUP, player, row).available
    return Catch(player, row, takes[0] if takes else None)


def fields(catch: Catch) -> list[tuple[str, object]]:
    """The fields that a phone sends for this row."""
    cards = [(f"cards_{place}", card) for place, card in enumerate(catch.cards)]
    return [("type", "catch"), ("player", catch.player), *cards, ("bonus", catch.bonus or "")]


def score_game(entries: Sequence[Catch]) -> Scoreboard:
    return game.score(SETUP, entries)
