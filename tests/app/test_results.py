"""The columns that repeat a game's result and setup, for lists and comparisons."""

import pytest

from scorekeeper.models import GameSession, Seat
from tests.app.support.factories import a_game, a_phone, a_round, correct, enter, to
from tests.app.support.fish import a_fish_game

pytestmark = pytest.mark.django_db

STAMP = {"slot": 0, "revision": 1, "submission": "4c2b6c66-9f4e-4e5f-a1ab-8d6ef3b3b2b6"}
PAD = {"title": "Golf", "lowest_wins": False, "target": 50, "rounds": None}


def seats_of(session):
    fields = "total", "rank", "won"
    return list(Seat.objects.filter(session=session).values_list(*fields))


def kinds_of(session):
    return {seat.kind for seat in Seat.objects.filter(session=session)}


def a_pad(phone, points=(60, 50, 50), **options):
    entry = {"points": {str(seat): number for seat, number in enumerate(points)}}
    return a_game(phone, game="score_pad", options={**PAD, **options}, rounds=[entry])


def test_while_a_game_goes_on_its_seats_have_no_result():
    session = a_game(a_phone(), rounds=2)
    assert seats_of(session) == [(None, None, None)] * 3
    assert kinds_of(session) == {""}
    assert GameSession.objects.get().kind


def test_each_seat_of_a_finished_game_has_its_total_rank_and_victory():
    session = a_pad(a_phone())
    assert seats_of(session) == [(60, 1, True), (50, 2, False), (50, 2, False)]


def test_a_correction_of_a_finished_game_changes_the_seats():
    phone = a_phone()
    session = a_game(phone, target=60, rounds=[a_round(0, 40)])
    assert [won for _total, _rank, won in seats_of(session)] == [True, False, False]
    correct(phone, session, 1, a_round(1, 40))
    assert [won for _total, _rank, won in seats_of(session)] == [False, True, False]


def test_a_game_that_goes_on_after_all_loses_its_result():
    phone = a_phone()
    session = a_game(phone, target=60, rounds=[a_round(0, 40)])
    correct(phone, session, 1, a_round(0, 20))
    assert seats_of(session) == [(None, None, None)] * 3
    assert kinds_of(session) == {""}


def test_a_game_ended_early_has_results_that_compare_with_nothing():
    phone = a_phone()
    session = a_game(phone, rounds=2)
    assert phone.post(to("end", session), STAMP).status_code == 302
    assert seats_of(session)[0] == (80, 1, True)
    assert kinds_of(session) == {""}
    assert GameSession.objects.get().ended_early


def test_a_deleted_game_compares_with_nothing_until_it_is_restored():
    phone = a_phone()
    session = a_pad(phone)
    kind = GameSession.objects.get().kind
    assert kinds_of(session) == {kind} != {""}
    phone.post(to("delete", session))
    assert kinds_of(session) == {""}
    phone.post(to("restore", session))
    assert kinds_of(session) == {kind}


def test_games_of_one_kind_have_the_same_options_but_for_what_is_drawn_at_random():
    phone = a_phone()
    same = [a_game(phone, target=300) for _ in range(2)]
    other = a_game(phone, target=400)
    kinds = dict(GameSession.objects.values_list("pk", "kind"))
    assert kinds[same[0].pk] == kinds[same[1].pk] != kinds[other.pk]
    drawn = [a_fish_game(phone, drawn=card) for card in "AB"]
    kinds = dict(GameSession.objects.values_list("pk", "kind"))
    assert kinds[drawn[0].pk] == kinds[drawn[1].pk]


def test_a_pad_without_a_title_compares_with_nothing():
    session = a_pad(a_phone(), title="")
    assert (session.kind, session.title) == ("", "")
    assert kinds_of(session) == {""}


def test_a_new_title_is_the_one_that_lists_show():
    phone = a_phone()
    session = a_pad(phone)
    assert session.title == "Golf"
    options = {"title": "Mini golf", "target": 50, "lowest_wins": ""}
    assert phone.post(to("options", session), {**STAMP, **options}).status_code == 302
    assert GameSession.objects.get().title == "Mini golf"
    assert kinds_of(session) == {GameSession.objects.get().kind}


def test_a_round_after_the_end_changes_no_result():
    phone = a_phone()
    session = a_game(phone, target=60, rounds=[a_round(0, 40)])
    before = seats_of(session)
    enter(phone, session, a_round(1, 40))
    assert seats_of(session) == before
