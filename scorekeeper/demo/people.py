"""Who plays: their names, how well they play, and how often they come."""

from collections.abc import Sequence
from datetime import date
from random import Random
from typing import NamedTuple


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
FEWEST = 3


def guests(chance: Random) -> list[Person]:
    """Choose the people who come to an evening."""
    coming = [person for person in PEOPLE if chance.random() < person.comes]
    return coming if len(coming) >= FEWEST else list(PEOPLE[:FEWEST])


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
