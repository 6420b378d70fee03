"""Two devices change one game at once: the result is as if one of them had come after the other.

The first request checks everything; then the second one runs from beginning to end; only then does
the first one take the lock. That is the worst moment, so no luck is needed.
"""

from contextlib import contextmanager
from functools import partial
from itertools import product

import pytest
from django.db import transaction

from scorekeeper.models import GameSession, Role
from scorekeeper.urls import urlpatterns
from tests.app.support.factories import a_game, a_hosted_group, a_member, open_form, to
from tests.app.support.pages import Page
from tests.support.long import LONG

PAD = {"title": "Golf", "lowest_wins": False, "target": 400, "rounds": None}
ROUNDS = [{"points": {"0": 100, "1": 20, "2": 3}}, {"points": {"0": 10, "1": 50, "2": 7}}]
SEAT = ("replace_player", "swap_seats", "leave", "come_back")  # on the page of a seat
PAGES = {
    "remove": "round",
    "undo": "table",
    "reveal": "table",
    "join_table": "seats",
    "starter": "seats",
}
PAGES |= dict.fromkeys(SEAT, "seat")
# buttons of another form
FORMS = {"draft": "enter", "end": "options", "reopen": "options", "stop_counting": "reveal"}
# The other addresses of a game: pages that change nothing in it, links and devices, and `restore`,
# which takes back a deletion whatever has changed since.
CHANGE_NOTHING = {
    *("table", "display", "display_code", "large_screen", "history", "record", "share", "renew"),
    *("rounds", "round", "seats", "seat", "day", "restore"),
    *("remove_watchers", "show_game", "game_picture", "table_paper"),
}


class Pad:
    """A score pad of Ana, Ben and Cho on two phones."""

    def __init__(self, rounds=ROUNDS):
        phone, group = a_hosted_group()
        self.phones = phone, a_member(group, Role.HOST)
        self.session = a_game(phone, group, game="score_pad", options=PAD, rounds=rounds)

    def open(self, phone, name, /, *place, query="", **typed):
        """Open the page with this form, or this button; return what sends it."""
        form = FORMS.get(name, name)
        page = PAGES.get(form, form)
        shown = to(page, self.session, *(place if page != "table" else ()))
        fields = open_form(phone, shown + query, to(form, self.session, *place))
        return partial(phone.post, to(name, self.session, *place), {**fields, **typed})

    def open_history(self, phone):
        """The first restorable point."""
        form = Page(phone.get(to("history", self.session))).forms[0]
        return partial(phone.post, form.buttons[-1]["formaction"], form.fields)


class Hearts(Pad):
    """A round of Hearts that Ana, Ben and Cho count on two phones; Cho has counted."""

    def __init__(self):
        phone, group = a_hosted_group()
        self.phones = phone, a_member(group, Role.HOST)
        options = {"target": 100, "moon": "others"}
        rounds = [{"taken": {"0": 26}}]
        self.session = a_game(phone, group, game="hearts", options=options, rounds=rounds)
        phone.post(to("begin_counting", self.session))
        self.open(phone, "count", 2, taken_2=0)()


def points(*numbers):
    return {f"points_{seat}": str(number) for seat, number in enumerate(numbers)}


WRITERS = {
    "enter": lambda pad, phone: pad.open(phone, "enter", **points(1, 2)),
    "enter a round before": lambda pad, phone: pad.open(
        phone, "enter", query="?before=2", **points(3, 4)
    ),
    "draft": lambda pad, phone: pad.open(phone, "draft", **points(5, 6)),
    "correct": lambda pad, phone: pad.open(phone, "correct", 1, **points(200, 8)),
    "remove": lambda pad, phone: pad.open(phone, "remove", 2),
    "undo": lambda pad, phone: pad.open(phone, "undo"),
    "set_back": lambda pad, phone: pad.open_history(phone),
    "note": lambda pad, phone: pad.open(phone, "note", 1, note="in the garden"),
    "join_table": lambda pad, phone: pad.open(phone, "join_table", name="Dan"),
    "replace_player": lambda pad, phone: pad.open(phone, "replace_player", 0, name="Eve", sure=1),
    "replace_player unasked": lambda pad, phone: pad.open(phone, "replace_player", 0, name="Eve"),
    "swap_seats": lambda pad, phone: pad.open(phone, "swap_seats", 0, other=1, sure=1),
    "swap_seats unasked": lambda pad, phone: pad.open(phone, "swap_seats", 0, other=1),
    "leave": lambda pad, phone: pad.open(phone, "leave", 1),
    "come_back": lambda pad, phone: pad.open(phone, "come_back", 2),
    "starter": lambda pad, phone: pad.open(phone, "starter", starter=1),
    "options": lambda pad, phone: pad.open(phone, "options", target=60),
    "options date": lambda pad, phone: pad.open(phone, "options", day="2025-06-15"),
    "options comment": lambda pad, phone: pad.open(phone, "options", comment="at the lake"),
    "end": lambda pad, phone: pad.open(phone, "end"),
    "reopen": lambda pad, phone: pad.open(phone, "reopen"),
    "delete": lambda pad, phone: partial(phone.post, to("delete", pad.session)),
}
COUNTERS = {
    "begin_counting": lambda pad, phone: partial(phone.post, to("begin_counting", pad.session)),
    "stop_counting": lambda pad, phone: pad.open(phone, "stop_counting"),
    "reveal": lambda pad, phone: pad.open(phone, "reveal"),
    "count": lambda pad, phone: pad.open(phone, "count", 0, taken_0=20),
    "count for another": lambda pad, phone: pad.open(phone, "count", 1, taken_1=6),
    "enter": lambda pad, phone: pad.open(phone, "enter", taken_0=26),
    "undo": lambda pad, phone: pad.open(phone, "undo"),
}
BEFORE_THE_END = [name for name in WRITERS if name != "reopen"]
AFTER_THE_END = ["reopen", "enter a round before", "correct", "undo", "set_back", "options"]
# These left something wrong before everything was checked again under the lock.
CLOSE = {
    *(("enter", "swap_seats"), ("enter", "replace_player"), ("enter", "end"), ("enter", "delete")),
    *(("correct", "swap_seats"), ("swap_seats unasked", "enter")),
    *(("replace_player unasked", "enter"), ("enter a round before", "undo"), ("undo", "enter")),
}
WITHOUT_ROUNDS = ["enter", "draft", "swap_seats unasked", "replace_player unasked", "starter"]


@contextmanager
def before_the_lock(request):
    """Run a request when the next one, which has checked everything, begins its transaction."""
    begin, waiting = transaction.Atomic.__enter__, [request]

    def enter(atomic):
        if waiting:
            waiting.pop()()
        return begin(atomic)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(transaction.Atomic, "__enter__", enter)
        yield
    for missed in waiting:
        missed()


def at_once(first, second):
    with before_the_lock(second):
        first()


def one_before(first, second):
    first()
    second()


def one_after(first, second):
    second()
    first()


def outcome(pad, first, second, run):
    """The data stored after both, and the statuses of both; then the game is as before."""
    statuses = {}
    with transaction.atomic():
        run(
            lambda: statuses.update(first=first().status_code),
            lambda: statuses.update(second=second().status_code),
        )
        stored = snapshot(pad.session.pk)
        transaction.set_rollback(True)
    return stored, statuses


def is_as_in_turn(pad, first, second):
    """Return whether both at once leave what they leave in one order or the other."""
    both = outcome(pad, first, second, at_once)
    return any(both == outcome(pad, first, second, order) for order in (one_after, one_before))


def snapshot(pk):
    """The rows of the game, with names in place of keys, which are never the same twice."""
    session = GameSession.objects.get(pk=pk)
    names = dict(session.group.players.values_list("pk", "name"))
    seats = session.seats.order_by("number").values_list("player__name", "total", "rank", "won")
    revisions = session.revisions.order_by("pk")
    columns = ("comment", "title", "ended_early", "rounds", "best_total", "margin", "result")
    sealed = session.sealed_counts.order_by("seat").values_list("seat", "fields")
    return (
        [getattr(session, name) for name in columns],
        [session.played_at.date(), bool(session.finished_at), bool(session.deleted_at)],
        {name: session.draft.get(name) for name in ("slot", "fields")},
        list(seats),
        [session.counting is not None, *sealed],
        [(r.slot, r.revision, r.position, r.note, named(r.data, names)) for r in revisions],
    )


def named(data, names):
    people = {
        name: [names[pk] for pk in data[name]]
        for name in ("players", "first")
        if data and name in data
    }
    return data and {**data, **people}


def pairs(names):
    """All pairs with LONG=1. Usually every one comes first, and meanwhile, with a few others."""
    if LONG:
        return list(product(names, names))
    others = [names[shift:] + names[:shift] for shift in (0, 1, 5)]
    return [
        *CLOSE.intersection(product(names, names)),
        *zip(names * 3, [name for one in others for name in one], strict=True),
    ]


def not_as_in_turn(pad, names, writers=WRITERS):
    """The pairs that leave something else than they would one after the other."""
    one, two = pad.phones
    firsts = {name: writers[name](pad, one) for name in names}
    seconds = {name: writers[name](pad, two) for name in names}
    return [
        f"{first}, meanwhile {second}"
        for first, second in pairs(names)
        if not is_as_in_turn(pad, firsts[first], seconds[second])
    ]


def test_a_change_of_a_game_at_the_same_moment_comes_before_or_after():
    pad = Pad()
    pad.open(pad.phones[0], "leave", 2)()
    assert not_as_in_turn(pad, BEFORE_THE_END) == []


def test_so_does_a_change_of_a_game_that_has_ended():
    pad = Pad()
    pad.open(pad.phones[0], "end")()
    assert not_as_in_turn(pad, AFTER_THE_END) == []


def test_a_change_of_seats_asks_if_the_first_round_arrived_meanwhile():
    assert not_as_in_turn(Pad(rounds=0), WITHOUT_ROUNDS) == []


def test_so_do_two_who_count_on_their_own_phones():
    pad, names = Hearts(), list(COUNTERS)
    assert not_as_in_turn(pad, names, COUNTERS) == []


def test_all_addresses_that_change_a_game_are_tried_in_pairs():
    addresses = {url.name for url in urlpatterns if str(url.pattern).startswith("table/<int:pk>/")}
    tried = {name.partition(" ")[0] for name in [*BEFORE_THE_END, *AFTER_THE_END, *COUNTERS]}
    assert addresses - CHANGE_NOTHING == tried
