"""What is played when: evenings with several games, and games that somebody plays alone."""

from collections.abc import Iterator, Sequence
from datetime import date, datetime, time, timedelta
from random import Random
from typing import NamedTuple

from django.utils.timezone import make_aware

from scorekeeper.demo.people import PEOPLE, Person, Talents, guests
from scorekeeper.demo.position import Strategy
from scorekeeper.demo.strategies import SOLO, STRATEGIES

FRIDAY, SUNDAY = 4, 6
COMES_TOGETHER = {FRIDAY: 0.85, SUNDAY: 0.45}
MOST_GAMES = 4
ALONE = 0.05
"""How likely somebody plays alone on a day."""


class Sitting(NamedTuple):
    """Who sits down to which game. `pause`: the minutes since the game before it."""

    strategy: Strategy
    people: Sequence[Person]
    skills: Sequence[float]
    pause: float


class Occasion(NamedTuple):
    """Games that are played one after the other."""

    begins_at: datetime
    sittings: Sequence[Sitting]


def occasions(first: date, last: date, chance: Random) -> Iterator[Occasion]:
    """All from the first to the last day. Every game is played by the first few evenings."""
    talents, due = Talents(first, chance), list(STRATEGIES)
    chance.shuffle(due)
    for number in range((last - first).days + 1):
        day = first + timedelta(days=number)
        if chance.random() < ALONE:
            yield Occasion(at(day, 13, chance), [alone(talents, day, chance)])
        if day == last:
            yield Occasion(at(day, 19, chance), evening(talents, day, due, MOST_GAMES, chance))
        elif chance.random() < COMES_TOGETHER.get(day.weekday(), 0):
            games = chance.randint(2, MOST_GAMES)
            yield Occasion(at(day, 19, chance), evening(talents, day, due, games, chance))


def at(day: date, hour: int, chance: Random) -> datetime:
    return make_aware(datetime.combine(day, time(hour))) + timedelta(minutes=chance.randint(0, 45))


def alone(talents: Talents, day: date, chance: Random) -> Sitting:
    people = [chance.choice(PEOPLE)]
    return Sitting(SOLO, people, talents.skills(people, SOLO.game.slug, day), 0)


def evening(
    talents: Talents, day: date, due: list[Strategy], games: int, chance: Random
) -> list[Sitting]:
    coming, sittings = guests(chance), []
    for _game in range(games):
        strategy = due.pop() if due else choose_game(chance)
        people = chance.sample(coming, min(len(coming), strategy.players[-1]))
        skills = talents.skills(people, strategy.game.slug, day)
        sittings.append(Sitting(strategy, people, skills, chance.uniform(3, 15)))
    return sittings


def choose_game(chance: Random) -> Strategy:
    return chance.choices(STRATEGIES, [strategy.liked for strategy in STRATEGIES])[0]
