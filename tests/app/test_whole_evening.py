"""Many devices at one table for an evening, compared with a simple model.

The model knows no revisions, only the states of the game: the contents of each slot after each
change.
"""

from uuid import uuid4

from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    rule,
    run_state_machine_as_test,
)

from scorekeeper.models import REMOVED, Link, Role
from scorekeeper.people import links
from tests.app.support.factories import a_game, a_phone, a_round, device, table_of, to, typed
from tests.app.support.pages import Page
from tests.support.long import examples

NOBODY = 0
devices = st.sampled_from([0, 0, 0, 1, 2, 3])  # the first is the host, and enters most
others = st.sampled_from(range(1, 4))
ages = st.sampled_from([0, 0, 0, 1, 2, 5])  # how many pages ago this one was opened
seats = st.integers(0, 2)
rounds = st.builds(a_round, seats, st.sampled_from([20, 30, 40]), seats)


def plain(data):
    """The part of a round that the model knows."""
    return {name: data[name] for name in ("chimera", "bid", "first_out")} if data else None


def points(entry):
    """The points of a round without bonus or treasure."""
    chimera, bid, out = entry["chimera"], entry["bid"], entry["first_out"]
    if out == chimera:
        return [2 * bid if seat == chimera else 0 for seat in range(3)]
    return [-bid if seat == chimera else 20 for seat in range(3)]


class Evening(RuleBasedStateMachine):
    @initialize()
    def sit_down(self):
        self.phones = [a_phone() for _ in range(4)]
        self.session = a_game(self.phones[0], target=10**6)
        self.roles = [Role.HOST, NOBODY, NOBODY, NOBODY]
        self.moments = [{}]
        self.revisions = {0: 1}  # the number of revisions of each slot
        self.answered = {}  # the round saved by each submission
        self.forms, self.pages = [], []  # open somewhere; may be sent later, and more than once
        self.join(1, Role.SCORER)
        for chimera in range(3):
            self.enter(1, a_round(chimera))

    @property
    def now(self):
        return self.moments[-1]

    def change(self, slots):
        for slot in slots:
            self.revisions[slot] = self.revisions.get(slot, 0) + 1
        self.moments.append({**self.now, **slots})

    def go_to(self, moment):
        slots = [slot for slot in self.now if self.now[slot] != moment.get(slot)]
        differing = {slot: moment.get(slot) for slot in slots}
        if differing:
            self.change(differing)
        return differing

    def refusal(self, who, role):
        return 404 if self.roles[who] == NOBODY else 403 if self.roles[who] < role else None

    # Entering, correcting and removing

    def form(self, age, slot):
        """A form for an existing round or the next one, opened now or earlier."""
        slot = 1 + slot % (max(self.revisions) + 1)
        revision = self.revisions.get(slot, 0)
        self.forms.append({"slot": slot, "revision": revision, "submission": str(uuid4())})
        chosen = self.forms[max(0, len(self.forms) - 1 - age)]
        return self.forms[-1] if self.moves_on(chosen) else chosen

    def moves_on(self, form):
        """Return whether the server may move this form because a round was removed since.

        That depends on who entered the later rounds, which the model does not know.
        """
        if form["revision"] or form["submission"] in self.answered:
            return False
        return any(self.now.get(slot) is None for slot in range(1, form["slot"] + 1))

    @rule(who=devices, age=ages, slot=st.integers(0, 9), entry=rounds)
    def save(self, who, age, slot, entry):
        form = self.form(age, slot)
        name, place = ("correct", [form["slot"]]) if form["revision"] else ("enter", [])
        answer = self.phones[who].post(to(name, self.session, *place), {**form, **typed(entry)})
        assert answer.status_code == self.saved(who, form, entry)

    @rule(who=devices, entry=rounds)
    def enter(self, who, entry):
        self.save(who, 0, max(self.revisions), entry)

    @rule(who=devices, age=ages, slot=st.integers(0, 9))
    def take_out(self, who, age, slot):
        form = self.form(age, slot)
        answer = self.phones[who].post(to("remove", self.session, form["slot"]), form)
        if form["revision"] or self.refusal(who, Role.SCORER):
            assert answer.status_code == self.saved(who, form, None)
        else:
            assert answer.status_code == 404  # no page has a button for a missing round

    def saved(self, who, form, data):
        """Apply a save to the model; return the expected answer."""
        slot, revision, submission = form.values()
        if refusal := self.refusal(who, Role.SCORER):
            return refusal
        if submission in self.answered:
            return 302 if self.answered[submission] == (slot, data) else 409
        if slot in self.now and self.now[slot] == data:
            return 302  # both are the same, so nobody has to choose
        if revision != self.revisions.get(slot, 0):
            return 409
        self.answered[submission] = (slot, data)
        self.change({slot: data})
        return 302

    # Restoring a point

    @rule(who=devices, twice=st.booleans())
    def undo(self, who, twice):
        page = Page(self.phones[0].get(to("table", self.session)))
        if len(self.moments) == 1:
            assert not page.has_form(to("undo", self.session))
            return
        form = page.form(to("undo", self.session)).fields
        expected = self.refusal(who, Role.SCORER) or 302
        for _ in range(1 + twice):
            assert self.phones[who].post(to("undo", self.session), form).status_code == expected
        if expected == 302:
            self.go_to(self.moments[-2])

    def history(self, age):
        """The history page now or as opened earlier, with the last entry of each of its states."""
        page, table = Page(self.phones[0].get(to("history", self.session))), table_of(self.session)
        others = [moment for moment in self.moments if self.stands(moment) != self.stands(self.now)]
        assert len(page.forms[0].buttons) == len(others)
        last = {table.log.same_batch(entry)[0].pk: entry.pk for entry in table.log.changes}
        self.pages.append((page.forms[0].fields, list(last.values())))
        return self.pages[max(0, len(self.pages) - 1 - age)]

    def stands(self, moment):
        return {slot: data for slot, data in moment.items() if data}

    @rule(who=devices, age=ages, at=st.integers(0, 40), undone=st.booleans())
    def set_back(self, who, age, at, undone):
        form, changes = self.history(age)
        at %= len(changes)
        answer = self.phones[who].post(to("set_back", self.session, changes[at]), form)
        assert answer.status_code == self.went_back(who, form["submission"][0], len(changes), at)
        if undone:
            self.undo(who, twice=False)

    def went_back(self, who, submission, seen, at):
        if refusal := self.refusal(who, Role.SCORER):
            return refusal
        if submission in self.answered:
            return 302 if self.answered[submission] == at else 409
        if seen != len(self.moments):
            return 409
        if self.go_to(self.moments[at]):
            self.answered[submission] = at
        return 302

    # Joining and leaving

    @rule(who=others, role=st.sampled_from(Role))
    def join(self, who, role):
        link = Link.to(self.session.group, role, None if role == Role.HOST else self.session)
        assert self.phones[who].post(links.path(link)).status_code == 302
        self.roles[who] = max(self.roles[who], role)
        self.each_sees_what_it_may()

    @rule(who=devices, whom=others)
    def remove(self, who, whom):
        for member in self.session.group.members.filter(device=device(self.phones[whom])):
            member.refresh_from_db()
            if member.role == REMOVED:
                continue  # who leaves the group leaves its games
            answer = self.phones[who].post(f"/devices/{member.pk}/remove/")
            allowed = who == whom or self.roles[who] == Role.HOST
            assert answer.status_code in ([302] if allowed else [403, 404])
            here = self.session.group.members.present()
            if allowed and not here.filter(device=device(self.phones[whom])):
                self.roles[whom] = NOBODY
        self.each_sees_what_it_may()

    def each_sees_what_it_may(self):
        seen = [phone.get(to("record", self.session)).status_code == 200 for phone in self.phones]
        assert seen == [role != NOBODY for role in self.roles]

    @invariant()
    def what_was_entered_stands_and_nothing_else(self):
        if not hasattr(self, "session"):
            return
        table = table_of(self.session)
        log = table.log
        assert {slot: plain(log.data(slot)) for slot in log.revisions if slot} == self.now
        assert {slot: len(found) for slot, found in log.revisions.items()} == self.revisions
        standing = [points(data) for data in self.now.values() if data]
        assert list(table.board.totals) == [sum(one[seat] for one in standing) for seat in range(3)]


def test_whatever_many_devices_do_the_game_matches_the_model():
    how = settings(
        max_examples=examples(5),
        stateful_step_count=20,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    run_state_machine_as_test(Evening, settings=how)
