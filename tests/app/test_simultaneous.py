"""Two devices write rows of one group at the same moment: neither fails, and nothing is lost."""

from functools import partial

import pytest
from django.urls import reverse

from scorekeeper.models import GameSession, Link, Revision, Role
from scorekeeper.people import links
from tests.app.support.at_once import at_once
from tests.app.support.counting import Counting
from tests.app.support.factories import (
    a_game,
    a_group,
    a_member,
    a_phone,
    a_round,
    is_postgres,
    open_form,
    table_of,
    to,
    totals,
    typed,
)
from tests.app.support.pages import Page
from tests.support.long import LONG

pytestmark = pytest.mark.django_db(transaction=True)
NEW = "/new/chimera/"
# SQLite has one writer, so fewer orders of events
TIMES = (4 if is_postgres() else 2) * (6 if LONG else 1)


class Evening:
    """Two phones of one group with open forms, and its finished games.

    An action prepares everything but the last tap.
    """

    def __init__(self, finished=2):
        self.phone = a_phone()
        self.group = a_group(self.phone)
        self.other = a_member(self.group, Role.HOST)
        self.games = [self.game(30) for _ in range(finished)]

    def game(self, bid):
        """A game to 60: finished after a round with a bid of 30, one short after a bid of 20."""
        return a_game(self.phone, self.group, target=60, rounds=[a_round(0, bid)])

    def players(self):
        return {player.name: player.pk for player in self.group.players.all()}

    def entering(self, phone, session, entry=None):
        form = open_form(phone, to("enter", session)) | typed(entry or a_round(0, 30))
        return partial(phone.post, to("enter", session), form)

    def correcting(self, session):
        """Correct round 1: Ben was the Chimera."""
        address = to("correct", session, 1)
        fields = Page(self.phone.get(address)).form(address).fields
        stamp = {name: fields[name] for name in ("slot", "revision", "submission")}
        return partial(self.phone.post, address, stamp | typed(a_round(1, 30)))

    def removing(self, session):
        fields = open_form(self.other, to("round", session, 1), to("remove", session, 1))
        return partial(self.other.post, to("remove", session, 1), fields)

    def rematching(self, phone, session):
        form = Page(phone.get(to("table", session))).form_called("rematch").fields
        return partial(phone.post, f"/new/chimera/?again={session.pk}", form | {"start": "again"})

    def starting(self, phone):
        form = Page(phone.get(NEW)).form_called("again").fields
        return partial(phone.post, NEW, form | {"start": "again"})

    def merging(self, player, into):
        fields = {"into": self.players()[into], "sure": "on"}
        return partial(self.phone.post, reverse("merge", args=[self.players()[player]]), fields)

    def renaming(self, player, name):
        address = reverse("edit_player", args=[self.players()[player]])
        return partial(self.other.post, address, {"name": name})


def statuses(*actions):
    return [answer.status_code for answer in at_once(*actions)]


def evenings(**given):
    return (Evening(**given) for _ in range(TIMES))


def test_two_rematches_of_the_same_players_start_at_once():
    for evening in evenings():
        one, two = evening.games
        first = evening.rematching(evening.phone, one)
        begun = at_once(first, evening.rematching(evening.other, two))
        assert [answer.status_code for answer in begun] == [302, 302]
        # one of the phones starts it, and the other is redirected there
        assert begun[0].url == begun[1].url


def test_a_finished_game_is_corrected_while_a_round_of_another_is_removed():
    for evening in evenings():
        one, two = evening.games
        assert statuses(evening.correcting(one), evening.removing(two)) == [302, 302]
        assert totals(one) == (0, 60, 0)
        assert GameSession.objects.get(pk=two.pk).result is None


def test_two_games_of_the_same_players_finish_at_once():
    for evening in evenings():
        one, two = evening.game(20), evening.game(20)
        first = evening.entering(evening.phone, one)
        assert statuses(first, evening.entering(evening.other, two)) == [302, 302]
        assert evening.group.sessions.filter(result__isnull=False).count() == 4


def test_a_player_is_renamed_while_a_game_finishes():
    for evening in evenings():
        session = evening.game(20)
        finish = evening.entering(evening.phone, session)
        assert statuses(finish, evening.renaming("Ana", "Anna")) == [302, 302]
        assert table_of(session).names[0] == "Anna"
        assert table_of(session).board.finished


def test_a_device_joins_the_group_while_a_game_finishes():
    for evening in evenings():
        session, guest = evening.game(20), a_phone()
        address = links.path(Link.to_host(evening.group))
        join = partial(guest.post, address, {"name": "Dan’s phone"})
        assert statuses(evening.entering(evening.phone, session), join) == [302, 302]
        assert guest.get(to("table", session)).status_code == 200
        assert table_of(session).board.finished


def test_a_device_is_made_a_host_while_a_game_finishes():
    for evening in evenings():
        session = evening.game(20)
        a_member(evening.group, Role.VIEWER)
        member = evening.group.members.get(role=Role.VIEWER)
        promote = partial(evening.other.post, reverse("device_role", args=[member.pk]), {"role": 3})
        assert statuses(evening.entering(evening.phone, session), promote) == [302, 302]
        assert evening.group.members.get(pk=member.pk).role == Role.HOST
        assert table_of(session).board.finished


def test_two_players_are_merged_while_a_game_of_theirs_finishes():
    for evening in evenings():
        session = evening.game(20)
        evening.group.players.create(name="Bea")
        theirs = a_game(evening.phone, evening.group, names=("Ana", "Bea", "Cho"), rounds=1)
        finish = evening.entering(evening.other, session)
        assert statuses(finish, evening.merging("Bea", into="Ben")) == [302, 302]
        assert table_of(theirs).names == ["Ana", "Ben", "Cho"]
        assert table_of(session).board.finished


def test_a_finished_game_is_deleted_while_an_earlier_one_is_corrected():
    for evening in evenings():
        one, two = evening.games
        delete = partial(evening.other.post, to("delete", two))
        assert statuses(evening.correcting(one), delete) == [302, 302]
        assert totals(one) == (0, 60, 0)
        assert GameSession.objects.get(pk=two.pk).deleted_at is not None


def test_a_game_is_deleted_while_its_last_round_is_saved():
    for evening in evenings(finished=0):
        session = evening.game(20)
        delete = partial(evening.other.post, to("delete", session))
        saved, deleted = statuses(evening.entering(evening.phone, session), delete)
        assert deleted == 302
        assert saved in (302, 404)
        stored = GameSession.objects.get(pk=session.pk)
        assert stored.deleted_at is not None
        assert (stored.result is not None) == (saved == 302)


def test_one_of_two_devices_that_save_the_same_round_is_told():
    for evening in evenings(finished=0):
        session = evening.game(20)
        one = evening.entering(evening.phone, session, a_round(0, 20))
        two = evening.entering(evening.other, session, a_round(1, 20))
        assert sorted(statuses(one, two)) == [302, 409]
        assert Revision.objects.filter(session=session, slot=2).count() == 1


def test_a_player_who_is_renamed_and_merged_at_once_is_gone_afterwards():
    for evening in evenings(finished=1):
        evening.group.players.create(name="Anna")
        merge = evening.merging("Anna", into="Ana")
        merged, renamed = statuses(merge, evening.renaming("Anna", "Hannah"))
        assert merged == 302
        assert renamed in (302, 404)
        assert set(evening.players()) == {"Ana", "Ben", "Cho"}


def test_nobody_who_is_renamed_while_a_game_starts_is_created_anew():
    for evening in evenings(finished=1):
        start = evening.starting(evening.other)
        started, renamed = statuses(start, evening.renaming("Ben", "Benjamin"))
        assert (started, renamed) in [(302, 302), (422, 302)]
        assert len(evening.players()) == 3


def test_two_players_merged_into_each_other_at_once_leave_one():
    for evening in evenings(finished=0):
        for name in ("Dan", "Daniel"):
            evening.group.players.create(name=name)
        one, two = evening.merging("Dan", into="Daniel"), evening.merging("Daniel", into="Dan")
        assert set(statuses(one, two)) <= {302, 404, 422}
        assert len({"Dan", "Daniel"} & set(evening.players())) == 1


def test_of_two_last_counts_at_once_one_reveals_all_and_nothing_is_lost():
    for _time in range(TIMES):
        hearts = partial(a_game, game="hearts", options={"target": 100, "moon": "others"})
        table = Counting(hearts)
        table.count(table.host, 2, taken_2=0)
        last = [
            partial(table.send, phone, seat, {**table.form(phone, seat), f"taken_{seat}": points})
            for phone, seat, points in ((table.host, 0, 20), (table.scorer, 1, 6))
        ]
        assert [answer.status_code for answer in at_once(*last)] == [302, 302]
        assert table.entries == [{"taken": {"0": 20, "1": 6, "2": 0}}]
        assert not table.stored.sealed_counts.exists()
