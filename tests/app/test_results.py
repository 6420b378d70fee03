"""The columns that repeat a game's result and setup, for lists and comparisons."""

from scorekeeper.models import GameSession, Seat
from tests.app.support.factories import (
    a_game,
    a_hosted_game,
    a_phone,
    a_round,
    correct,
    enter,
    press_end,
    result,
    submit,
    table_of,
    to,
    totals,
)
from tests.app.support.fish import a_fish_game
from tests.app.support.pads import a_pad


def seats_of(session):
    fields = "total", "rank", "won"
    return list(Seat.objects.filter(session=session).values_list(*fields))


def kinds_of(session):
    return {seat.kind for seat in Seat.objects.filter(session=session)}


UNDER_WAY = [(None, None, None)] * 3


def test_a_finished_game_has_its_result_and_so_have_its_seats():
    phone, session = a_hosted_game(target=60)
    assert (result(session), seats_of(session), kinds_of(session)) == (None, UNDER_WAY, {""})
    kind = session.kind
    enter(phone, session, a_round(0, 40))
    first = [(80, 1, True), (0, 2, False), (0, 2, False)]
    assert result(session) == ([80, 0, 0], [1, 2, 2], [0])
    assert (seats_of(session), kinds_of(session)) == (first, {kind})
    finished_at = session.finished_at
    enter(phone, session, a_round(1, 20))
    assert seats_of(session) == first  # it does not count
    correct(phone, session, 1, a_round(1, 40))
    assert result(session) == ([0, 80, 0], [2, 1, 2], [1])
    assert [won for _total, _rank, won in seats_of(session)] == [False, True, False]
    assert session.finished_at == finished_at
    correct(phone, session, 1, a_round(0, 20))  # now the second round counts, too
    assert totals(session) == (40, 40, 0)
    assert not table_of(session).problems
    assert (result(session), seats_of(session), kinds_of(session)) == (None, UNDER_WAY, {""})


def test_a_game_ended_early_has_results_that_compare_with_nothing():
    phone, session = a_hosted_game(rounds=2)
    assert press_end(phone, session).status_code == 302
    assert seats_of(session)[0] == (80, 1, True)
    assert kinds_of(session) == {""}
    assert GameSession.objects.get().ended_early


def test_a_deleted_game_compares_with_nothing_until_it_is_restored():
    phone = a_phone()
    session = a_pad(phone, 60, 50, 50)
    kind = GameSession.objects.get().kind
    assert kinds_of(session) == {kind} != {""}
    phone.post(to("delete", session))
    assert kinds_of(session) == {""}
    phone.post(to("restore", session))
    assert kinds_of(session) == {kind}


def test_games_of_one_kind_have_the_same_options_but_for_what_is_drawn_at_random():
    phone = a_phone()
    sessions = [
        *(a_game(phone, target=target) for target in (300, 300, 400)),
        *(a_fish_game(phone, drawn=card) for card in "AB"),
    ]
    one, same, other, fish, same_fish = (session.kind for session in sessions)
    assert one == same != other
    assert fish == same_fish


def test_a_pad_compares_by_the_title_that_it_has_now():
    phone = a_phone()
    untitled = a_pad(phone, 60, 50, 50, title="")
    assert (untitled.kind, untitled.title, kinds_of(untitled)) == ("", "", {""})
    session = a_pad(phone, 60, 50, 50)
    assert session.title == "Golf"
    assert submit(phone, to("options", session), title="Mini golf").status_code == 302
    session.refresh_from_db()
    assert session.title == "Mini golf"
    assert kinds_of(session) == {session.kind}
