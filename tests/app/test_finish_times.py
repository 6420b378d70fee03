"""A game stays where it was played: only a new last round, or a new end, moves its finish."""

from datetime import timedelta

import pytest
from django.core.management import call_command

from scorekeeper.models import GameSession, Revision
from tests.app.support.factories import (
    a_game,
    a_round,
    add,
    correct,
    page_version,
    press_end,
    remove,
    reopen,
    set_back,
    set_target,
    submit,
    to,
    undo,
)
from tests.app.support.score_pads import a_pad, stored


def times(session):
    return GameSession.objects.values_list("started_at", "played_at", "finished_at").get(
        pk=session.pk
    )


def finish(session):
    return times(session)[2]


@pytest.fixture
def finished(phone, clock):
    """A game that was finished with its third round, a year ago."""
    session = a_game(phone, target=120, rounds=[a_round(0, 40), a_round(1, 40)])
    clock.pass_by(minutes=30)
    add(session, a_round(0, 20))
    clock.pass_by(days=365, hours=1)
    return session


def choose_day(phone, session, day="2025-06-15"):
    submit(phone, to("options", session), day=day)


def test_a_new_last_round_is_when_the_game_was_finished(phone, finished, clock):
    before = times(finished)
    remove(phone, finished, 3)
    assert finish(finished) is None
    add(finished, a_round(0, 40))
    assert finish(finished) == clock.now
    set_back(phone, finished, 3)
    assert times(finished) == before
    undo(phone, finished)
    assert finish(finished) == clock.now


def test_what_opens_an_old_game_and_finishes_it_again_leaves_it_where_it_was(phone, finished):
    before = times(finished)
    for opens, finishes in (
        (lambda: remove(phone, finished, 3), lambda: undo(phone, finished)),
        (lambda: set_target(phone, finished, 500), lambda: set_target(phone, finished, 100)),
        (
            lambda: correct(phone, finished, 1, a_round(0, 20)),
            lambda: correct(phone, finished, 1, a_round(0, 40)),
        ),
    ):
        opens()
        assert finish(finished) is None
        finishes()
        assert times(finished) == before


def test_a_correction_that_ends_the_game_earlier_keeps_its_time(phone, finished):
    before = times(finished)
    correct(phone, finished, 2, a_round(0, 40, toads={"0": 2}))
    correct(phone, finished, 1, a_round(0, 40, traps=2))
    assert times(finished) == before


def test_a_game_reopened_and_ended_again_keeps_its_time_unless_it_went_on(phone, clock):
    session = a_game(phone, rounds=2)
    clock.pass_by(minutes=30)
    press_end(phone, session)
    before = times(session)
    clock.pass_by(days=365)
    reopen(phone, session)
    assert finish(session) is None
    press_end(phone, session)
    assert times(session) == before
    reopen(phone, session)
    undo(phone, session)
    assert times(session) == before
    reopen(phone, session)
    add(session, a_round())
    press_end(phone, session)
    assert finish(session) == clock.now


def test_a_removed_and_restored_round_leaves_a_chosen_day_alone(phone, finished):
    own = times(finished)
    choose_day(phone, finished)
    chosen = times(finished)
    assert str(chosen[2].date()) == "2025-06-15"
    remove(phone, finished, 3)
    undo(phone, finished)
    assert times(finished) == chosen
    set_back(phone, finished, 3)
    assert times(finished) == own


def test_a_clock_that_was_set_back_moves_no_finished_game(phone, finished, clock):
    before = times(finished)
    clock.set_back(days=800)
    remove(phone, finished, 3)
    undo(phone, finished)
    assert times(finished) == before


def moved_by_an_earlier_release(session, to):
    """Earlier releases said that a game was finished when an undo finished it again."""
    GameSession.objects.filter(pk=session.pk).update(played_at=to, finished_at=to)
    newest = Revision.objects.filter(session=session).latest("pk")
    Revision.objects.filter(pk=newest.pk).update(at=to - timedelta(milliseconds=20))


def test_migrating_moves_games_back_that_an_undo_had_moved(phone, finished, clock):
    before, version = times(finished), page_version(finished)
    remove(phone, finished, 3)
    undo(phone, finished)
    moved_by_an_earlier_release(finished, clock.now)
    call_command("migrate", verbosity=0)
    assert times(finished) == before
    assert page_version(finished) > version


def test_migrating_moves_a_game_back_that_was_reopened_and_ended_again(phone, clock):
    session = a_game(phone, rounds=2)
    press_end(phone, session)
    before = times(session)
    clock.pass_by(days=365)
    reopen(phone, session)
    press_end(phone, session)
    moved_by_an_earlier_release(session, clock.now)
    call_command("migrate", verbosity=0)
    assert times(session) == before


def test_migrating_leaves_games_alone_that_say_themselves_when_they_were_finished(
    phone, finished, clock
):
    remove(phone, finished, 3)
    add(finished, a_round(0, 20))
    correct(phone, finished, 4, a_round(0, 30))
    again = times(finished)
    chosen = a_game(phone, target=40, rounds=1)
    choose_day(phone, chosen)
    remove(phone, chosen, 1)
    undo(phone, chosen)
    by_day = times(chosen)
    call_command("migrate", verbosity=0)
    assert (times(finished), times(chosen)) == (again, by_day)


def test_a_round_that_was_forgotten_until_the_next_day_moves_no_finish(phone, clock):
    session = a_pad(phone, [(1, 2)], rounds=3)
    for _ in range(2):
        clock.pass_by(minutes=30)
        add(session, stored(3, 4))
    before = times(session)
    clock.pass_by(days=1)
    insert_a_round(phone, session, 2)
    assert times(session) == before
    set_back(phone, session, 1)
    undo(phone, session)
    assert times(session) == before


def insert_a_round(phone, session, before):
    submit(phone, f"{to('enter', session)}?before={before}", to("enter", session), points_0="9")


def test_a_round_after_the_end_moves_no_finish_of_a_game_with_a_forgotten_round(phone, clock):
    session = a_pad(phone, [(1, 2), (3, 4)], rounds=4)
    clock.pass_by(minutes=30)
    insert_a_round(phone, session, 2)
    add(session, stored(5, 6))
    before = times(session)
    clock.pass_by(days=1)
    add(session, stored(7, 8))
    set_back(phone, session, 1)
    undo(phone, session)
    assert times(session) == before


def test_an_undone_day_leads_back_to_the_day_that_was_chosen_while_the_game_went_on(phone, clock):
    clock.now = clock.now.replace(hour=21, minute=0)
    session = a_pad(phone, [(1, 2)], rounds=2)
    clock.pass_by(minutes=30)
    choose_day(phone, session, "2025-06-15")
    clock.pass_by(hours=3)
    add(session, stored(3, 4))
    before = times(session)
    assert [str(at)[:16] for at in before[::2]] == ["2025-06-15 21:00", "2025-06-16 00:30"]
    for change in (
        lambda: choose_day(phone, session, "2025-06-01"),
        lambda: set_back(phone, session, 1),
    ):
        clock.pass_by(minutes=5)
        change()
        undo(phone, session)
        assert times(session) == before
