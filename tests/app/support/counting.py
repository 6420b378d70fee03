"""Games that players count on a phone each, and the requests of their phones."""

from functools import partial

from scorekeeper.models import GameSession, Role
from scorekeeper.tables.entering.counting import begin
from tests.app.support.factories import (
    a_game,
    a_group,
    a_member,
    a_phone,
    open_form,
    submit,
    table_of,
    to,
)
from tests.app.support.fish import FOUR, a_fish_game
from tests.app.support.pages import Page
from tests.app.support.sheets import COINS, LEADERS, MILITARY
from tests.support.entries import counted

PILES = [{"plus": 30, "minus": 4}, {"plus": 22, "minus": 3}, {"plus": 41, "minus": 9}]
BASIC = partial(a_fish_game, names=FOUR[:3], drawn="")
GRIMOIRES = [
    {"grimoires_0": "7 -5 3 -1", "crystals_0": 1},
    {"grimoires_1": "6 2 -4"},
    {"grimoires_2": "5 4 1 -2 -3", "crystals_2": 2},
]
HEARTS = partial(a_game, game="hearts", options={"target": 100, "moon": "others"})
CELLS = [{MILITARY: "12+5", COINS: 7}, {MILITARY: 3}, {LEADERS: 2, COINS: -3}]


def piles(seat):
    return counted(seat, **PILES[seat])


class Counting:
    """A game with a host, a scorer and a viewer, begun to be counted on a phone each."""

    def __init__(self, make_game=a_fish_game, begun=True):
        self.host = a_phone()
        self.group = a_group(self.host)
        self.scorer = a_member(self.group, Role.SCORER)
        self.viewer = a_member(self.group, Role.VIEWER)
        self.session = make_game(self.host, group=self.group)
        if begun:
            begin(table_of(self.session))

    def begin(self, phone):
        return submit(phone, to("enter", self.session), to("begin_counting", self.session))

    def form(self, phone, seat):
        """The fields of the form that counts for this seat."""
        return open_form(phone, to("count", self.session, seat))

    def count(self, phone, seat, **typed):
        return self.send(phone, seat, {**self.form(phone, seat), **typed})

    def send(self, phone, seat, fields):
        return phone.post(to("count", self.session, seat), fields)

    def press(self, phone, name, form=None):
        """Press "Reveal now" or "Count on one phone", maybe with the fields of the other one."""
        fields = open_form(phone, to("table", self.session), to(form or name, self.session))
        return phone.post(to(name, self.session), fields)

    def done(self, phone):
        """The names that the table page says have counted."""
        rows = Page(phone.get(to("table", self.session))).tree.xpath(
            "//section[@aria-labelledby='counting']//li[.//b = 'has counted']"
        )
        return [row.xpath("string(.//*[@class='what'])").strip() for row in rows]

    @property
    def entries(self):
        """The saved entries, in order."""
        revisions = GameSession.objects.get(pk=self.session.pk).revisions
        return [one.data for one in revisions.filter(slot__gt=0).order_by("slot")]

    @property
    def stored(self):
        return GameSession.objects.get(pk=self.session.pk)
