"""Yahtzee: good players keep the right dice, and know what each box is worth."""

from collections import Counter
from random import Random

from games.contract import Position
from games.yahtzee.boxes import FACES, Box, Dice, roll_points, upper_box
from games.yahtzee.card import Card, next_player
from games.yahtzee.offer import advantage, offers_for_dice
from games.yahtzee.rules import cards_after
from games.yahtzee.turn import Turn

SURE: tuple[Box, ...] = ("yahtzee", "large_straight", "full_house", "small_straight")
RUNS = ({1, 2, 3, 4, 5}, {2, 3, 4, 5, 6})


def next_entry(position: Position) -> Turn:
    cards = cards_after(position.setup, position.entries)
    player = next_player(cards)
    assert player is not None  # noqa: S101 - the game is not over
    skill, chance = position.skills[player], position.chance
    dice = roll(cards[player], skill, chance)
    offers = offers_for_dice(cards[player], dice, position.setup.options.joker)
    values = {
        box: advantage(box, offer) + chance.gauss(0, 6 * (1 - skill))
        for box, offer in offers.items()
        if not offer.refusal
    }
    return Turn(player, max(values, key=lambda box: values[box]), dice)


def roll(card: Card, skill: float, chance: Random) -> Dice:
    dice = reroll((), chance)
    for _roll in range(2):
        careless = chance.random() < 0.5 * (1 - skill)
        dice = reroll(dice[2:] if careless else dice_to_keep(card, dice), chance)
    return dice


def reroll(dice: Dice, chance: Random) -> Dice:
    return tuple(sorted((*dice, *(chance.choice(FACES) for _die in range(5 - len(dice))))))


def dice_to_keep(card: Card, dice: Dice) -> Dice:
    if any(box not in card.scores and roll_points(box, dice) for box in SURE):
        return dice
    runs = [run & set(dice) for run in RUNS if "large_straight" not in card.scores]
    longest = max(runs, key=len, default=set())
    if len(longest) == 4:
        return tuple(longest)
    counts = Counter(dice)
    face = max(FACES, key=lambda face: (counts[face], upper_box(face) not in card.scores, face))
    return (face,) * counts[face]
