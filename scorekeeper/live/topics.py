"""Finds the games of this process that a message is about."""

import asyncio
from collections.abc import Collection

from scorekeeper.models.notify import game_topic, group_topic


class Topics:
    """The topics of all watched games. Listeners who subscribe to each wait for `changed`."""

    def __init__(self) -> None:
        self.games: dict[str, set[int]] = {}
        self.changed = asyncio.Event()

    def add(self, pk: int, group: int) -> None:
        for topic in (game_topic(pk), group_topic(group)):
            self.games.setdefault(topic, set()).add(pk)
        self.changed.set()

    def remove(self, pk: int, group: int) -> None:
        for topic in (game_topic(pk), group_topic(group)):
            self.games[topic].discard(pk)
            if not self.games[topic]:
                del self.games[topic]
        self.changed.set()

    def games_of(self, topics: Collection[str]) -> set[int]:
        return {pk for topic in topics for pk in self.games.get(topic, ())}
