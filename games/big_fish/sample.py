"""Big Fish: good players catch more rows, and better ones. Some tables count the piles instead."""

from random import Random

from games.big_fish.bonus import DRAWN_CARDS
from games.big_fish.cards import COLOURS, ROW_SIZE, Cards, split_row
from games.big_fish.offer import bonus_offer
from games.big_fish.rules import Catch, Count, Entry, Mistake, Options, state_after
from games.big_fish.state import ROWS_PER_PLAYER
from games.contract import Position, Seat


def next_entry(position: Position) -> Entry:
    if counts_piles(position):
        return count_piles(position, Seat(len(position.entries)))
    if position.happens(0.03):
        return Mistake(position.draw_seat(lambda skill: 1.2 - skill))
    player = position.draw_seat()
    row = random_row(position, player)
    state = state_after(position.setup, position.entries)
    takes = bonus_offer(state, position.setup, player, row).available
    return Catch(player, row, takes[0] if takes else None)


def counts_piles(position: Position) -> bool:
    """Tables that play the basic game count at its end."""
    return not position.setup.options.advanced


def count_piles(position: Position, player: Seat) -> Count:
    rows = [split_row(random_row(position, player)) for _row in range(ROWS_PER_PLAYER)]
    return Count(player, sum(row.gain for row in rows), sum(row.loss for row in rows))


def random_row(position: Position, player: Seat) -> Cards:
    """A good player waits for a row of many colours."""
    chance, skill = position.chance, position.skills[player]
    most = chance.choices(range(1, 6), (1, 2, 3, 3 + skill, 1 + 4 * skill))[0]
    colours = chance.sample(COLOURS, most)
    return tuple(f"{chance.choice(colours)}{chance.randint(1, 6)}" for _card in range(ROW_SIZE))


def options(chance: Random, seats: int) -> Options:
    if chance.random() < 0.3:
        return Options()
    return Options(advanced=True, drawn=chance.choice(DRAWN_CARDS))
