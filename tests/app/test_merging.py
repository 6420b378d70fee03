"""Two players who are one person, in a group with many games and many changes of seats."""

from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scorekeeper.models import GameSession, Import, Revision, Seat, locks
from scorekeeper.models.imports import State
from scorekeeper.models.locks import lock_group
from scorekeeper.operating.purge import purge_player
from scorekeeper.people import merging
from scorekeeper.people.merging import merge_players, played_together
from tests.app.support.factories import a_group, a_phone, table_of
from tests.app.support.pages import Page, assert_refused
from tests.app.support.score_pads import a_pad


class Club:
    """A group of four; in each of its games Ana or Dan replaced the other a number of times."""

    def __init__(self, games=1, changes=0):
        self.phone = a_phone()
        self.group = a_group(self.phone, names=("Ana", "Ben", "Cho", "Dan", "Eve"))
        self.ana, self.ben, self.cho, self.dan, self.eve = self.group.players.order_by("pk")
        self.ana_key = self.ana.pk  # of which a deleted row knows nothing
        self.games = [self.game(changes) for _ in range(games)]

    def game(self, changes):
        session = a_pad(self.phone, [(1, 2, 3)], group=self.group)
        data = session.revisions.get(slot=0).data
        seats = [self.ana.pk, self.ben.pk, self.cho.pk]
        for number in range(2, changes + 2):
            someone = (self.ana, self.dan)[number % 2]
            lists = {"players": [someone.pk, *seats[1:]], "first": seats}
            self.set_up(session, number, data | lists)
        return session

    def set_up(self, session, number, data):
        Revision.objects.create(
            session=session, slot=0, revision=number, position=0, submission=uuid4(), data=data
        )

    def keys_in_setups(self):
        return merging.players_in_setups(self.group.pk)


def queries(action, *players):
    with CaptureQueriesContext(connection) as captured:
        action(*players)
    return len(captured)


def games_of(player):
    return Seat.objects.filter(player=player).count()


def at_each_lock(monkeypatch, look):
    """Look at something each time a merge has the lock; return what was seen."""
    seen = []

    def lock_and_look(pk):
        lock_group(pk)
        with monkeypatch.context() as looking:
            looking.setattr(locks, "lock_group", lock_group)
            seen.append(look())

    monkeypatch.setattr(locks, "lock_group", lock_and_look)
    return seen


@pytest.fixture
def small_pieces(monkeypatch):
    monkeypatch.setattr(merging, "AT_ONCE", 4)
    monkeypatch.setattr(locks, "PAUSE", 0)


def erase(player, _other):
    player.former_name = "Ana"
    purge_player(player)


@pytest.mark.parametrize("action", [played_together, merge_players, erase])
def test_many_changes_of_seats_need_no_more_queries_than_a_few(action):
    few, many = Club(games=2, changes=2), Club(games=2, changes=40)
    assert queries(action, few.ana, few.eve) == queries(action, many.ana, many.eve)


def test_a_merge_keeps_the_order_of_seats_and_all_else_in_a_setup():
    club = Club(changes=1)
    setup = club.games[0].revisions.get(slot=0, revision=2)
    club.set_up(club.games[0], 3, setup.data | {"away": [1], "players": [club.cho.pk, club.ana.pk]})
    merge_players(club.ana, club.eve)
    lists = {
        "players": [club.cho.pk, club.eve.pk],
        "first": [club.eve.pk, club.ben.pk, club.cho.pk],
    }
    after = club.games[0].revisions.get(slot=0, revision=3)
    assert after.data == setup.data | {"away": [1]} | lists


def test_players_who_sat_at_one_table_at_the_start_or_later_are_found_wherever_they_sit_now():
    club = Club(changes=2)
    assert played_together(club.dan, club.ben) == club.games[0]
    assert played_together(club.ana, club.ben) == club.games[0]
    assert played_together(club.ana, club.dan) is None
    assert played_together(club.eve, club.ben) is None


def test_many_games_are_merged_some_at_a_time(monkeypatch, small_pieces):
    club = Club(games=5)
    seen = at_each_lock(monkeypatch, lambda: games_of(club.eve))
    merge_players(club.ana, club.eve)
    assert seen == [0, 2, 4]
    assert games_of(club.eve) == 5
    assert not club.group.players.filter(pk=club.ana_key).exists()
    assert table_of(club.games[0]).names == ["Eve", "Ben", "Cho"]


def test_a_game_that_starts_while_others_are_merged_is_merged_too(monkeypatch, small_pieces):
    club = Club(games=3)

    def play_once():
        if len(club.games) < 4:
            club.games.append(club.game(changes=1))

    at_each_lock(monkeypatch, play_once)
    merge_players(club.ana, club.eve)
    assert [table_of(game).names[0] for game in club.games] == ["Eve", "Eve", "Eve", "Eve"]
    assert club.ana_key not in club.keys_in_setups()


def test_a_merge_stops_once_both_play_together_and_deletes_nobody(monkeypatch, small_pieces):
    club = Club(games=3)

    def play_together():
        if games_of(club.eve) == 2:
            a_pad(club.phone, names=("Ana", "Eve"), group=club.group)

    at_each_lock(monkeypatch, play_together)
    merge_players(club.ana, club.eve)
    assert GameSession.objects.filter(seats__player=club.ana).count() == 2
    assert played_together(club.ana, club.eve)


def test_a_merge_that_was_interrupted_can_be_repeated(monkeypatch, small_pieces):
    club = Club(games=3, changes=2)
    with monkeypatch.context() as stopping:
        stopping.setattr(locks, "sleep", lambda _seconds: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            merge_players(club.ana, club.eve)
    assert (games_of(club.ana), games_of(club.eve)) == (2, 1)
    merge_players(club.ana, club.eve)
    assert games_of(club.eve) == 3
    assert club.ana_key not in club.keys_in_setups()


def test_no_games_are_merged_into_or_from_a_player_who_was_deleted_meanwhile(small_pieces):
    club = Club(games=3)
    host = club.phone
    host.post(f"/players/{club.ana.pk}/delete/", {"sure": "1"})
    merge_players(club.ana, club.eve)
    assert games_of(club.ana) == 3


def test_a_form_from_before_a_merge_asks_again_instead_of_creating_who_was_merged():
    club = Club(1)
    fields = Page(club.phone.get("/new/score_pad/")).form_called("setup").fields
    merge_players(club.dan, club.ben)
    answer = club.phone.post("/new/score_pad/", fields | {"seat": ["Ana", "Dan"], "start": "1"})
    assert answer.status_code == 422
    assert not club.group.players.filter(name="Dan").exists()


def test_nobody_is_merged_while_games_are_imported():
    """A game that is still to come may be of the player who would be gone."""
    club = Club(1)
    address = reverse("merge", args=[club.dan.pk])
    saving = Import.objects.create(group=club.group, name="games.csv", state=State.SAVING)
    answer = club.phone.post(address, {"into": club.ben.pk, "sure": "on"})
    assert_refused(answer, "Games are being imported.")
    Import.objects.filter(pk=saving.pk).update(state=State.DONE)
    assert club.phone.post(address, {"into": club.ben.pk, "sure": "on"}).status_code == 302
