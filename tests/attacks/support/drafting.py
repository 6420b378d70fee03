"""Phones that enter a round of Wizard together, while their requests overtake each other.

A screen sends what our scripts send: a check after each tap, which a newer one replaces (although
the server may still process it), the last draft of a page that is being left, "Play the round", and
updates of the page. After a run the draft must have what the phones touched last.
"""

import json
from collections.abc import Iterator
from itertools import count
from random import Random
from typing import Any, NamedTuple
from uuid import uuid4

from lxml import html

from tests.attacks.support.http import Answer, Fields
from tests.attacks.support.phone import NAMES, Phone
from tests.attacks.support.server import Server

BIDS = [f"bids_{seat}" for seat in range(len(NAMES))]
TRICKS = [f"tricks_{seat}" for seat in range(len(NAMES))]
STAMP = ("slot", "revision", "submission", "noted", "since")
HTMX = [("HX-Request", "true")]
ROUNDS = 6  # of a game, before its bids are typed instead of tapped
Draft = dict[str, list[str]]


class Person:
    """A phone that is used for scoring. Its storage outlives its pages."""

    def __init__(self, phone: Phone, clock: Iterator[int]) -> None:
        self.phone, self.clock, self.count = phone, clock, 0
        self.unsent_draft: tuple[int, Draft] | None = None
        self.last: dict[str, str] = {}

    def next_count(self, known: int) -> int:
        self.count = max(next(self.clock), self.count + 1, known + 1)
        return self.count


class Request(NamedTuple):
    """Something that was sent and may arrive late. `taps`: how many taps came before it."""

    screen: "Screen"
    fields: Fields
    taps: int
    count: int
    is_check: bool


class Screen:
    """A page with the form of the next round."""

    def __init__(self, person: Person, game: int) -> None:
        self.person, self.path = person, f"/table/{game}/enter/"
        self.unsent: set[str] = set()
        self.taps, self.left, self.newest = 0, False, 0
        self.read(self.fetch())
        self.restore()

    def fetch(self) -> Answer:
        """Fetch the page without blank forms for later rounds, which take long to render."""
        return self.person.phone.get(self.path, HTMX)

    def read(self, answer: Answer) -> None:
        form = form_in(answer)
        inputs = {one.name: one.value for one in form.xpath(".//input[@type='hidden']")}
        self.stamp = {name: inputs[name] for name in STAMP}
        self.known = int(form.get_element_by_id("noted").get("data-count"))
        self.play = inputs.get("play")
        checked = form.xpath(".//input[@checked]")
        self.answers = {one.name: one.get("value") for one in checked}

    def restore(self) -> None:
        if self.person.unsent_draft:
            sent, draft = self.person.unsent_draft
            self.person.unsent_draft = None
            if self.known < sent:
                for name, values in draft.items():
                    self.put(name, values[0] if values else "")
                    self.unsent.add(name)

    @property
    def slot(self) -> int:
        return int(self.stamp["slot"])

    def put(self, name: str, value: str) -> None:
        if value:
            self.answers[name] = value
        else:
            self.answers.pop(name, None)

    def tap(self, name: str, value: str) -> Request:
        self.put(name, value)
        self.unsent.add(name)
        self.taps += 1
        self.person.last[name] = value
        return self.request(is_check=True)

    def request(self, is_check: bool = False, button: Fields = ()) -> Request:
        play = [("play", self.play)] if self.play else []
        sent = self.person.next_count(self.known)
        ours = [("count", sent), ("touched", " ".join(sorted(self.unsent)))]
        more = [("check", "1")] if is_check else button
        fields = [*self.stamp.items(), *self.answers.items(), *play, *ours, *more]
        if is_check:
            self.newest = sent
        return Request(self, fields, self.taps, sent, is_check)

    def leave(self) -> list[Request]:
        """Return the beacon of a page with something that was not saved."""
        self.left = True
        if not self.unsent:
            return []
        beacon = self.request()
        draft = {name: [self.answers[name]] if name in self.answers else [] for name in self.unsent}
        self.person.unsent_draft = beacon.count, draft
        return [beacon]

    def refresh(self) -> None:
        """Show the page as it is now, as a live update does."""
        mine, stamp = dict(self.answers), dict(self.stamp)
        self.read(self.fetch())
        if stamp["slot"] == self.stamp["slot"]:
            self.stamp |= {name: stamp[name] for name in ("submission", "since")}
            for name in self.unsent:
                self.put(name, mine.get(name, ""))

    def arrive(self, request: Request) -> Answer:
        """Let the request reach the server. A page that still waits for the answer reads it."""
        address = self.path.replace("enter", "draft")
        headers = HTMX if request.is_check else ()
        answer = self.person.phone.post(address, request.fields, headers)
        if request.is_check and request.count == self.newest and not self.left:
            noted = form_in(answer).get_element_by_id("noted")
            self.stamp["noted"], self.known = noted.value, int(noted.get("data-count"))
            if self.taps == request.taps and self.known >= request.count:
                self.unsent.clear()
        return answer


def form_in(answer: Answer) -> html.FormElement:
    """The form of a page. The blank ones for later rounds are in templates."""
    (form,) = html.fromstring(answer.text).xpath("//form[@hx-post][not(ancestor::template)]")
    return form


class Evening:
    """Games of Wizard on two phones. `errors` says what went wrong in a round."""

    def __init__(self, server: Server, seed: int) -> None:
        self.server, self.random = server, Random(seed)  # noqa: S311
        self.clock = count(1_760_000_000_000, 7)
        self.phones = [Phone(server.port), Phone(server.port)]
        self.games, self.game, self.rounds = 0, 0, 0
        self.errors: list[str] = []

    def start(self) -> None:
        host, other = self.phones
        answer = host.post("/new/wizard/", self.setup(host))
        self.game, self.rounds = host.read_started_game(answer), 0
        if not self.games:
            other.join(host.link(f"groups/{host.group}", "enter"))
        self.games += 1

    def setup(self, host: Phone) -> Fields:
        seats = [("seat", name) for name in NAMES]
        return [("submission", uuid4()), ("start", "1"), ("group", host.group), *seats]

    def play(self) -> None:
        """Play a round with one phone or two, with an order of events that depends on the seed."""
        if not self.game or self.rounds == ROUNDS:
            self.start()
        self.rounds += 1
        number = self.random.choice([1, 2])
        run = Run(self, [Person(phone, self.clock) for phone in self.phones[:number]])
        run.play()
        self.errors += [f"game {self.game}, round {self.rounds}: {why}" for why in run.errors]

    def saved(self, slot: int) -> dict[str, Any]:
        where = f"session_id = {self.game} AND slot = {slot}"
        query = f"SELECT data FROM scorekeeper_revision WHERE {where}"  # noqa: S608
        ((data,),) = self.server.database.rows(query)
        entry: dict[str, Any] = json.loads(data) if isinstance(data, str) else data
        return entry


class Run:
    """One round, from the first tap to the save."""

    def __init__(self, evening: Evening, people: list[Person]) -> None:
        self.evening, self.random, self.people = evening, evening.random, people
        self.game, self.number = evening.game, evening.rounds
        self.screens = [self.open(person) for person in people]
        self.network: list[Request] = []
        self.played: dict[str, str] = {}
        self.errors: list[str] = []

    def open(self, person: Person) -> Screen:
        return Screen(person, self.game)

    def play(self) -> None:
        acts = [self.tap] * 6 + [self.arrive] * 5 + [self.refresh, self.reopen, self.press]
        for _ in range(self.random.randint(6, 20)):
            self.random.choice(acts)(self.random.choice(self.screens))
        late = [one for one in self.network if self.random.random() < 0.2]
        self.network = [one for one in self.network if one not in late]
        while self.network:
            self.arrive(self.screens[0])
        self.screens = [self.come_back(screen) for screen in self.screens]
        self.check_draft()
        self.save()
        self.network = late
        while self.network:
            self.arrive(self.screens[0])
        if draft := self.draft():
            self.errors.append(f"the next round begins with {draft}")

    def tap(self, screen: Screen) -> None:
        name = self.random.choice(BIDS * 3 + TRICKS if screen.play else BIDS)
        value = "" if self.random.random() < 0.08 else str(self.random.randint(0, self.number))
        self.network.append(screen.tap(name, value))

    def arrive(self, screen: Screen) -> None:
        """Any request may be the next to arrive; some arrive twice."""
        if self.network:
            request = self.random.choice(self.network)
            if self.random.random() < 0.9:
                self.network.remove(request)
            request.screen.arrive(request)

    def refresh(self, screen: Screen) -> None:
        screen.refresh()

    def reopen(self, screen: Screen) -> None:
        """Leave the page, and open it again; its last draft may get lost."""
        self.network += [one for one in screen.leave() if self.random.random() < 0.8]
        self.screens[self.screens.index(screen)] = self.open(screen.person)

    def press(self, screen: Screen) -> None:
        """Play the round: the page is left while its last requests are on the way."""
        if not screen.play:
            shown = {name: value for name, value in screen.answers.items() if name in BIDS}
            self.network.append(screen.request(button=[("play", "now")]))
            self.reopen(screen)
            self.played |= shown

    def come_back(self, screen: Screen) -> Screen:
        """Open the form once more on a good network, after everything has arrived."""
        for request in screen.leave():
            screen.arrive(request)
        again = self.open(screen.person)
        if again.unsent:
            again.arrive(again.request(is_check=True))
        return again

    def draft(self) -> Draft:
        draft: Draft = json.loads(self.open(self.people[0]).stamp["noted"])
        return draft

    def check_draft(self) -> None:
        draft = {name: values[0] for name, values in self.draft().items()}
        for name in (*BIDS, *TRICKS):
            last = {person.last[name] for person in self.people if name in person.last}
            if "" in last and name in self.played:
                last.add(self.played[name])
            if draft.get(name, "") not in (last or {""}):
                self.errors.append(f"{name} is {draft.get(name)!r}, not one of {last}: {draft}")

    def save(self) -> None:
        """Save what one phone shows, with answers for what is missing."""
        screen = self.open(self.people[0])
        bids = {name: screen.answers.get(name, "0") for name in BIDS}
        tricks = dict(zip(TRICKS, [self.number, 0, 0], strict=True))
        stamp = [(name, screen.stamp[name]) for name in STAMP]
        fields = [*stamp, *bids.items(), *tricks.items()]
        answer = screen.person.phone.post(screen.path, fields, [("Outbox", "send")])
        entry = self.evening.saved(screen.slot) if answer.status == 204 else answer
        if entry != {
            "bids": {str(seat): int(bids[name]) for seat, name in enumerate(BIDS)},
            "tricks": {str(seat): tricks[name] for seat, name in enumerate(TRICKS)},
        }:
            self.errors.append(f"saved {entry} instead of {bids}")
