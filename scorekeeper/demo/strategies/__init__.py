"""How each game is played."""

from scorekeeper.demo.position import Strategy
from scorekeeper.demo.strategies import (
    big_fish,
    chimera,
    chimera_tricks,
    hearts,
    molkky,
    score_pad,
    score_sheet,
    wizard,
    yahtzee,
)

STRATEGIES: tuple[Strategy, ...] = (
    chimera.strategy,
    chimera_tricks.strategy,
    yahtzee.strategy,
    big_fish.strategy,
    wizard.strategy,
    hearts.strategy,
    molkky.strategy,
    score_pad.golf,
    score_pad.rummy,
    score_sheet.strategy,
)
SOLO = yahtzee.strategy
