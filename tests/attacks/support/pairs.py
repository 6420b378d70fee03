"""Pairs of simultaneous changes that lock the same rows in a different order, to find deadlocks.

A scene sets up the data and can be played repeatedly; `errors` lists lost changes.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable

from tests.attacks.support.database import Database, revisions
from tests.attacks.support.http import Answer
from tests.attacks.support.phone import NAMES, Phone, find_number
from tests.attacks.support.together import together

TARGET = 40  # reached with the first round


class Scene:
    def __init__(self, port: int, database: Database) -> None:
        self.database = database
        self.host, self.other = Phone(port), Phone(port)
        self.games = [self.finished_game(), self.finished_game()]
        self.host_link = self.host.link(f"groups/{self.host.group}", "host")
        self.other.group = self.host.group
        assert self.other.join(self.host_link).status == 302
        self.errors: list[str] = []

    def finished_game(self) -> int:
        game = self.host.start(target=TARGET)
        assert self.host.enter(game, 1).status == 302
        return game

    def at_once(self, *calls: Callable[[], Answer]) -> list[Answer]:
        answers = together(*calls)
        self.errors += [f"{a.status}" for a in answers if a.status != 302]
        return answers

    def report_loss(self, what: str) -> None:
        self.errors.append(f"lost: {what}")

    def revisions(self, game: int) -> int:
        return revisions(self.database, f"session_id = {game} AND slot = 1")


class TwoRematches(Scene):
    """Two rematches at once, of two finished games of the same players."""

    def play(self) -> None:
        first, second = self.games
        calls = lambda: self.rematch(self.host, first), lambda: self.rematch(self.other, second)
        begun = {find_number(a.location) for a in self.at_once(*calls) if a.status == 302}
        for game in begun:
            if self.host.get(f"/table/{game}/").status != 200:
                self.report_loss(f"game {game}")
            self.host.post(f"/table/{game}/delete/")

    def rematch(self, phone: Phone, game: int) -> Answer:
        return phone.post(f"/new/chimera/?again={game}", phone.setup(NAMES, TARGET))


class Corrections(Scene):
    """A correction in a finished game, and a removal in a later one."""

    first_revision, second_revision = 1, 1

    def play(self) -> None:
        first, second = self.games
        correction, removal = self.at_once(
            lambda: self.host.correct(first, 1, self.first_revision, traps=self.first_revision % 2),
            lambda: self.other.remove(second, 1, self.second_revision),
        )
        self.first_revision += correction.status == 302
        if removal.status == 302:
            self.second_revision += 1
            self.second_revision += self.host.undo(second, 1, self.second_revision).status == 302
        expected = [self.first_revision, self.second_revision]
        if [self.revisions(first), self.revisions(second)] != expected:
            self.report_loss("a revision")


class FinishingScene(Scene, ABC):
    """A third game of the same players ends while `change` is made; then it goes on."""

    def __init__(self, port: int, database: Database) -> None:
        super().__init__(port, database)
        self.game, self.revision, self.turn = self.host.start(target=TARGET), 0, 0

    def play(self) -> None:
        self.turn += 1
        change, round = self.at_once(self.change, self.end)
        if round.status == 302:
            self.revision += 1
            self.revision += self.host.remove(self.game, 1, self.revision).status == 302
        if self.revisions(self.game) != self.revision:
            self.report_loss("a revision")
        if change.status == 302 and not self.database.rows(self.changed()):
            self.report_loss("the name")

    def end(self) -> Answer:
        return self.other.enter(self.game, 1, revision=self.revision)

    @abstractmethod
    def change(self) -> Answer:
        """Change something that the third game shows."""

    @abstractmethod
    def changed(self) -> str:
        """Return a query that finds a row if the change was saved."""


class Rename(FinishingScene):
    """A player is renamed."""

    def __init__(self, port: int, database: Database) -> None:
        super().__init__(port, database)
        whose = f"group_id = {self.host.group} AND name = '{NAMES[0]}'"
        query = f"SELECT id FROM scorekeeper_player WHERE {whose}"  # noqa: S608
        self.player = database.rows(query)[0][0]

    def change(self) -> Answer:
        return self.host.post(f"/players/{self.player}/edit/", [("name", f"Ana {self.turn}")])

    def changed(self) -> str:
        where = f"id = {self.player} AND name = 'Ana {self.turn}'"
        return f"SELECT id FROM scorekeeper_player WHERE {where}"  # noqa: S608


class Joining(FinishingScene):
    """A device joins the group, under another name each time."""

    def change(self) -> Answer:
        return self.host.post(self.host_link, [("name", f"phone {self.turn}")])

    def changed(self) -> str:
        where = f"group_id = {self.host.group} AND name = 'phone {self.turn}'"
        return f"SELECT id FROM scorekeeper_member WHERE {where}"  # noqa: S608


SCENES: dict[str, type[TwoRematches | Corrections | Rename | Joining]] = {
    "two rematches of the same players": TwoRematches,
    "a correction and a removal": Corrections,
    "a new name while a game ends": Rename,
    "a device joins while a game ends": Joining,
}
