"""Two phones change one game at the same moment, with every pair of changes that pages offer.

A pair is wrong if it leaves something that neither order of the two would have left.
"""

import json
from collections.abc import Callable, Iterator
from functools import partial
from itertools import combinations_with_replacement
from random import Random
from typing import Any

from tests.attacks.support.database import Database
from tests.attacks.support.http import Answer, Fields
from tests.attacks.support.phone import Phone, entry, stamp
from tests.attacks.support.together import together

APART = 0.004  # seconds at most between the two
SETUP = 0  # the slot of options and seats

Write = Callable[[Phone, int], Answer]
Outcome = tuple[Any, ...]


def post(address: str, fields: Callable[[], Fields]) -> Write:
    """Return a function that posts these fields; `address` has a place for the game."""
    return lambda phone, game: phone.post(address.format(game), fields())


WRITERS: dict[str, Write] = {
    "enter": post("/table/{}/enter/", lambda: [*entry(2, chimera=1), ("seats", 0)]),
    "draft": post("/table/{}/draft/", lambda: [*stamp(2), ("bid", 30), ("seats", 0)]),
    "correct": post("/table/{}/round/1/correct/", lambda: [*entry(1, 1, bid=30), ("seats", 0)]),
    "remove": post("/table/{}/round/1/remove/", lambda: stamp(1, 1)),
    "undo": post("/table/{}/undo/", lambda: stamp(1, 1)),
    "note": post("/table/{}/round/1/note/", lambda: [("known", ""), ("note", "In the garden")]),
    "swap": post(
        "/table/{}/seats/0/swap/", lambda: [*stamp(SETUP, 1), ("other", 1), ("sure", "1")]
    ),
    "swap unasked": post("/table/{}/seats/0/swap/", lambda: [*stamp(SETUP, 1), ("other", 1)]),
    "replace": post(
        "/table/{}/seats/0/replace/", lambda: [*stamp(SETUP, 1), ("name", "Eve"), ("sure", "1")]
    ),
    "starter": post("/table/{}/seats/starter/", lambda: [*stamp(SETUP, 1), ("starter", 1)]),
    "options": post(
        "/table/{}/options/", lambda: [*stamp(SETUP, 1), ("target", "own"), ("own_target", 40)]
    ),
    "end": post("/table/{}/end/", lambda: stamp(SETUP, 1)),
    "delete": post("/table/{}/delete/", list),
}
STORED = (
    "SELECT draft, comment, ended_early, rounds FROM scorekeeper_gamesession WHERE id = {}",
    "SELECT slot, revision, data, note FROM scorekeeper_revision WHERE session_id = {} ORDER BY id",
    "SELECT name, total FROM scorekeeper_seat JOIN scorekeeper_player ON"
    " player_id = scorekeeper_player.id WHERE session_id = {} ORDER BY number",
)
PAIRS = list(combinations_with_replacement(WRITERS, 2))


class Writers:
    """Two hosts of one group, and a game of one round for each pair of changes."""

    def __init__(self, port: int, database: Database, seed: int = 0) -> None:
        self.rows, self.chance = database.rows, Random(seed)  # noqa: S311
        self.one, self.two = Phone(port), Phone(port)
        self.game()
        self.two.join(self.one.link(f"groups/{self.one.group}", "host"))
        self.in_turn: dict[tuple[str, str], set[Outcome]] = {}

    def game(self) -> int:
        game = self.one.start()
        assert self.one.enter(game, 1).status == 302
        return game

    def is_right(self, first: str, second: str) -> bool:
        """Return whether both at once leave what they leave in one order or the other."""
        if (first, second) not in self.in_turn:
            self.in_turn[first, second] = set(self.outcomes_in_turn(first, second))
        game, after = self.game(), self.chance.uniform(0, APART)
        apart = self.chance.choice([(0, after), (after, 0)])
        answers = together(*self.both(first, second, game), apart=apart)
        return self.outcome(game, *answers) in self.in_turn[first, second]

    def outcomes_in_turn(self, first: str, second: str) -> Iterator[Outcome]:
        game = self.game()
        answers = [write() for write in self.both(first, second, game)]
        yield self.outcome(game, *answers)
        game = self.game()
        answers = [write() for write in reversed(self.both(first, second, game))]
        yield self.outcome(game, *reversed(answers))

    def both(self, first: str, second: str, game: int) -> list[Callable[[], Answer]]:
        phones = (self.one, first), (self.two, second)
        return [partial(WRITERS[name], phone, game) for phone, name in phones]

    def outcome(self, game: int, first: Answer, second: Answer) -> Outcome:
        """The responses to both, and the stored data in the order in which it was saved."""
        [(draft, *columns)], *others = (self.rows(query.format(game)) for query in STORED)
        fields = (json.loads(draft) if isinstance(draft, str) else draft).get("fields")
        return first.status, second.status, *map(str, (fields, columns, *others))
