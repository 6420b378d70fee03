"""A group with devices of every kind, and devices outside it."""

import re
from datetime import UTC, datetime
from uuid import uuid4

from tests.attacks.support.http import Client, Fields
from tests.attacks.support.phone import Phone, entry, stamp
from tests.attacks.support.server import Server

VISITORS = (
    *("bare", "stranger", "viewer", "scorer", "host"),
    *("watches", "enters", "removed", "other"),  # the first two joined one game only
)

SEASON: Fields = [("name", "Spring"), ("first_day", "2026-01-02"), ("scale", "wins")]
TARGET = 40  # reached with the first round


class World:
    """A game of Ana, Ben and Cho with two rounds, in the group of its host, where they finished
    another; Zoe played a third.
    """

    def __init__(self, server: Server) -> None:
        self.server, self.submission = server, uuid4()
        phones = {name: Phone(server.port) for name in VISITORS if name != "bare"}
        self.visitors: dict[str, Client] = {"bare": Client(server.port), **phones}
        self.host = host = phones["host"]
        host.enter(host.start(target=TARGET), 1)  # which ends it
        host.start(["Zoe", "Ben", "Cho"])
        self.game, self.group = host.start(), host.group
        for slot in (1, 2):
            host.enter(self.game, slot)
        self.let_in(phones)
        host.post(f"/groups/{self.group}/seasons/new/", SEASON)
        phones["other"].start()

    def let_in(self, phones: dict[str, Phone]) -> None:
        group, game = f"groups/{self.group}", f"table/{self.game}"
        scoring = self.host.link(group, "enter")
        phones["viewer"].join(self.host.link(group, "watch"))
        phones["scorer"].join(scoring)
        phones["watches"].join(self.host.link(game, "watch"))
        phones["enters"].join(self.host.link(game, "enter"))
        phones["removed"].join(scoring)
        self.host.post(f"/devices/{self.newest_device()}/remove/")
        Phone(self.server.port).join(scoring)  # the device that pages show, and that is removed
        self.device = self.newest_device()

    def newest_device(self) -> int:
        return self.number("member", f"group_id = {self.group}")

    def number(self, table: str, where: str) -> int:
        """The id of the newest matching row."""
        query = f"SELECT max(id) FROM scorekeeper_{table} WHERE {where}"  # noqa: S608
        return self.server.database.rows(query)[0][0]

    @property
    def ana(self) -> int:
        return self.number("player", f"group_id = {self.group} AND name = 'Ana'")

    @property
    def zoe(self) -> int:
        return self.number("player", f"group_id = {self.group} AND name = 'Zoe'")

    @property
    def newest(self) -> int:
        return self.number("revision", f"session_id = {self.game}")

    def path(self, name: str, route: str) -> str:
        """Return the path of this page."""
        whose = {"table": self.game, "live": self.game, "groups": self.group}
        whose |= {"devices": self.device, "players": self.ana, "join": 1}
        values = {
            "pk": whose.get(route.partition("/")[0], ""),
            "slot": 1,
            "seat": 0,
            "to": self.number("revision", f"session_id = {self.game} AND slot = 1"),
            "game": "chimera",
            "year": datetime.now(UTC).year,
            "secret": "x" * 22,
            "play": self.game,
            "season": self.number("season", f"group_id = {self.group}"),
            "stem": "own",
            "digest": "0" * 12,
            "kind": "js",
        }
        return "/" + re.sub(r"<\w+:(\w+)>", lambda part: str(values[part[1]]), route)

    def form(self, name: str) -> Fields:
        """Return valid fields for the form at this URL."""
        again = stamp(0, 1, self.submission)  # from any device, it is one change
        forms: dict[str, Fields] = {
            "new": self.host.setup(),
            "set_back": [("newest", self.newest), *stamp(0)[2:]],
            "enter": entry(3),
            "draft": [*stamp(3), ("bid", 30)],
            "undo": stamp(2, 1),
            "correct": entry(1, 1, traps=1),
            "remove": stamp(1, 1),
            "note": [("known", ""), ("note", "On the night train")],
            "starter": [*again, ("starter", 1)],
            "replace_player": [*again, ("name", "Dora"), ("sure", 1)],
            "swap_seats": [*again, ("other", 1), ("sure", 1)],
            "join_table": [*again, ("name", "Dora")],
            "leave": again,
            "come_back": again,
            "options": [
                *again,
                *(("target", 300), ("day", "2026-01-02"), ("known_day", "")),
                *(("known", ""), ("comment", "Well played")),
            ],
            "end": stamp(0, 1),
            "reopen": stamp(0, 1),
            "edit_player": [("name", "Anna")],
            "merge": [("into", self.zoe), ("sure", "1")],
            "group": [("name", "Friday")],
            "new_season": [*SEASON, ("last_day", "2026-06-30")],
            "edit_season": [*SEASON, ("last_day", "2026-03-31")],
            "delete_season": [("sure", 1)],
            "group_points": [("points", "5-3-2-1")],
            "device": [("name", "a tablet")],
            "device_role": [("role", 1)],
            "enter_code": [("code", "B")],
            "join": [("name", "a phone")],
            "theme": [("theme", "dark")],
        }
        return forms.get(name, ())
