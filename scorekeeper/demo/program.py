"""The program of the sample data: evenings with several games, and games played alone."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from datetime import date, datetime, time, timedelta
from random import Random
from typing import NamedTuple

from django.utils.timezone import make_aware

from games import registry
from games.contract import Sample
from games.faults import InvalidGameFolder

FEWEST_GUESTS = 3
FRIDAY, SUNDAY = 4, 6
COMES_TOGETHER = {FRIDAY: 0.85, SUNDAY: 0.45}
MOST_GAMES = 4
ALONE = 0.05
"""The chance that somebody plays alone on a day."""
POPULARITY = (1, 2.5)
"""The relative frequency of games."""


class Person(NamedTuple):
    """`skill` at the start, from 0 to 1, and what a year adds. `comes`: to how many evenings."""

    name: str
    skill: float
    progress: float
    comes: float


PEOPLE = (
    Person("Ana", 0.55, 0.0, 0.95),
    Person("김서연", 0.75, -0.05, 0.8),
    Person("Tomás", 0.2, 0.25, 0.75),
    Person("Maximiliane von Hohenstein-Wittgenau", 0.5, 0.05, 0.65),
    Person("Olúwaṣeun", 0.35, 0.0, 0.6),
)


def guests(chance: Random) -> list[Person]:
    people = [person for person in PEOPLE if chance.random() < person.comes]
    return people if len(people) >= FEWEST_GUESTS else list(PEOPLE[:FEWEST_GUESTS])


class Talents:
    """The skill of each person at each game by now: a game may suit one more than others."""

    def __init__(self, since: date, chance: Random) -> None:
        self.since = since
        self.seed = chance.random()

    def skills(self, people: Sequence[Person], game: str, day: date) -> list[float]:
        years = (day - self.since).days / 365
        return [
            min(max(one.skill + one.progress * years + self.talent(one, game), 0.05), 0.95)
            for one in people
        ]

    def talent(self, person: Person, game: str) -> float:
        return Random(f"{self.seed} {person.name} {game}").gauss(0, 0.12)  # noqa: S311 - no secret


class Sitting(NamedTuple):
    """A game and the people who sit down to it. `pause`: the minutes since the game before it."""

    sample: Sample
    people: Sequence[Person]
    skills: Sequence[float]
    pause: float


class Occasion(NamedTuple):
    begins_at: datetime
    sittings: Sequence[Sitting]


class Shelf:
    """The games to choose from: each once, then the more liked ones more often."""

    def __init__(self, chance: Random) -> None:
        self.samples, self.chance = list(samples()), chance
        self.popularity = {one.game.slug: chance.uniform(*POPULARITY) for one in self.samples}
        self.due = list(self.samples)
        chance.shuffle(self.due)
        self.for_one = [one for one in self.samples if 1 in one.game.players]

    def take(self, most: int) -> Sample | None:
        if due := [sample for sample in self.due if numbers_of_players(sample, most)]:
            self.due.remove(due[0])
            return due[0]
        return self.choose([one for one in self.samples if numbers_of_players(one, most)])

    def choose(self, some: Sequence[Sample]) -> Sample | None:
        weights = [self.popularity[sample.game.slug] for sample in some]
        return self.chance.choices(some, weights)[0] if some else None


def samples() -> Iterator[Sample]:
    """Yield those of all games that have one. A sample that is broken is left out."""
    for slug in registry.games():
        with suppress(InvalidGameFolder):
            if sample := registry.sample(slug):
                yield sample


def numbers_of_players(sample: Sample, most: int) -> list[int]:
    return [number for number in range(1, most + 1) if number in sample.game.players]


def occasions(first: date, last: date, chance: Random) -> Iterator[Occasion]:
    """All from the first to the last day. Every game is played by the first few evenings."""
    talents, shelf = Talents(first, chance), Shelf(chance)
    for number in range((last - first).days + 1):
        day = first + timedelta(days=number)
        if chance.random() < ALONE and (sample := shelf.choose(shelf.for_one)):
            people = [chance.choice(PEOPLE)]
            yield Occasion(random_time(day, 13, chance), [sitting(sample, people, talents, day, 0)])
        if day == last:
            yield Occasion(random_time(day, 19, chance), evening(talents, day, shelf, MOST_GAMES))
        elif chance.random() < COMES_TOGETHER.get(day.weekday(), 0):
            games = chance.randint(2, MOST_GAMES)
            yield Occasion(random_time(day, 19, chance), evening(talents, day, shelf, games))


def random_time(day: date, hour: int, chance: Random) -> datetime:
    return make_aware(datetime.combine(day, time(hour))) + timedelta(minutes=chance.randint(0, 45))


def evening(talents: Talents, day: date, shelf: Shelf, games: int) -> list[Sitting]:
    chance = shelf.chance
    attendees, sittings = guests(chance), []
    for _game in range(games):
        if sample := shelf.take(len(attendees)):
            people = chance.sample(attendees, numbers_of_players(sample, len(attendees))[-1])
            sittings.append(sitting(sample, people, talents, day, chance.uniform(3, 15)))
    return sittings


def sitting(
    sample: Sample, people: Sequence[Person], talents: Talents, day: date, pause: float
) -> Sitting:
    return Sitting(sample, people, talents.skills(people, sample.game.slug, day), pause)
