"""What is played when: evenings with several games, and games that somebody plays alone."""

from collections.abc import Iterator, Sequence
from datetime import date, datetime, time, timedelta
from random import Random
from typing import NamedTuple

from django.utils.timezone import make_aware

from scorekeeper.demo.people import PEOPLE, Person, Talents, guests
from scorekeeper.demo.position import Strategy
from scorekeeper.demo.strategies import all_strategies

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


class Shelf:
    """The games to choose from: each once, then the more liked ones more often."""

    def __init__(self, chance: Random) -> None:
        self.strategies, self.chance = all_strategies(), chance
        self.due = list(self.strategies)
        chance.shuffle(self.due)

    def take(self) -> Strategy:
        if self.due:
            return self.due.pop()
        weights = [strategy.liked for strategy in self.strategies]
        return self.chance.choices(self.strategies, weights)[0]

    def solo(self) -> Strategy | None:
        return next((one for one in self.strategies if one.solo), None)


def occasions(first: date, last: date, chance: Random) -> Iterator[Occasion]:
    """All from the first to the last day. Every game is played by the first few evenings."""
    talents, shelf = Talents(first, chance), Shelf(chance)
    solo = shelf.solo()
    for number in range((last - first).days + 1):
        day = first + timedelta(days=number)
        if chance.random() < ALONE and solo:
            yield Occasion(at(day, 13, chance), [alone(solo, talents, day, chance)])
        if day == last:
            yield Occasion(at(day, 19, chance), evening(talents, day, shelf, MOST_GAMES))
        elif chance.random() < COMES_TOGETHER.get(day.weekday(), 0):
            games = chance.randint(2, MOST_GAMES)
            yield Occasion(at(day, 19, chance), evening(talents, day, shelf, games))


def at(day: date, hour: int, chance: Random) -> datetime:
    return make_aware(datetime.combine(day, time(hour))) + timedelta(minutes=chance.randint(0, 45))


def alone(strategy: Strategy, talents: Talents, day: date, chance: Random) -> Sitting:
    people = [chance.choice(PEOPLE)]
    return Sitting(strategy, people, talents.skills(people, strategy.game.slug, day), 0)


def evening(talents: Talents, day: date, shelf: Shelf, games: int) -> list[Sitting]:
    chance = shelf.chance
    coming, sittings = guests(chance), []
    for _game in range(games):
        strategy = shelf.take()
        people = chance.sample(coming, min(len(coming), strategy.players[-1]))
        skills = talents.skills(people, strategy.game.slug, day)
        sittings.append(Sitting(strategy, people, skills, chance.uniform(3, 15)))
    return sittings
