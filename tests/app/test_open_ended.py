"""A game whose rules set no end: the table ends it, and that is a normal end that counts."""

from functools import partial

import pytest
from django.core.management import call_command
from django.urls import reverse

from games.registry import games
from scorekeeper.models import GameSession, Group, Role, Seat
from scorekeeper.tables.kinds import is_open_ended
from tests.app.support import score_pads
from tests.app.support.factories import (
    a_member,
    add,
    end_early,
    page_version,
    press_end,
    remove,
    reopen,
    said,
    submit,
    table_of,
    to,
    undo,
)
from tests.app.support.pages import Page
from tests.app.support.score_pads import stored

BUTTON = "End game"
a_pad = partial(score_pads.a_pad, played=[(30, 20, 10)], title="Golf")


def end(phone, session):
    """Press "End game" on the table page."""
    return submit(phone, to("table", session), to("end", session))


def test_one_tap_on_the_table_ends_the_game_with_a_winner_who_counts(phone):
    session = a_pad(phone, played=())
    assert BUTTON not in said(phone, "table", session)
    add(session, stored(30, 20, 10))
    assert BUTTON in said(phone, "table", session)
    assert BUTTON not in said(a_member(session.group, Role.VIEWER), "table", session)
    end(phone, session)
    table = said(phone, "table", session)
    assert "Ana wins with 30" in table
    assert "Ana ends the game" not in table  # the tap did, not the round
    assert "Game ended" in table
    assert "early" not in table
    assert BUTTON not in table
    session.refresh_from_db()
    assert not session.ended_early
    assert set(Seat.objects.values_list("kind", flat=True)) == {session.kind}
    statistics = Page(phone.get(f"/groups/{Group.objects.get().pk}/statistics/")).said
    assert "Golf 1" in statistics


def test_undo_plays_on_and_the_game_can_be_ended_again(phone):
    session = a_pad(phone)
    end(phone, session)
    undo(phone, session)
    assert BUTTON in said(phone, "table", session)
    assert "Game reopened" in said(phone, "history", session)
    end(phone, session)
    reopen(phone, session)
    assert not table_of(session).board.finished


@pytest.mark.parametrize("options", [{"target": 500}, {"rounds": 9}])
def test_a_game_with_an_end_of_its_own_is_only_ended_early(phone, options):
    session = a_pad(phone, **options)
    assert BUTTON not in said(phone, "table", session)
    end_early(phone, session)
    assert GameSession.objects.get().ended_early
    assert "Game ended early" in said(phone, "history", session)


def test_a_game_ended_before_anything_was_played_does_not_count(phone):
    session = a_pad(phone)
    end(phone, session)
    remove(phone, session, 1)
    session.refresh_from_db()
    assert session.ended_early
    assert set(Seat.objects.values_list("kind", flat=True)) == {""}


def test_the_page_of_the_options_ends_it_in_the_same_way(phone):
    session = a_pad(phone)
    options = said(phone, "options", session)
    assert BUTTON in options
    assert "early" not in options
    press_end(phone, session)
    assert not GameSession.objects.get().ended_early
    assert "This game is over. Reopen it" in said(phone, "options", session)
    submit(phone, to("options", session), target="500")
    assert GameSession.objects.get().ended_early
    assert "Ended early: Ana wins with 30" in said(phone, "table", session)


def test_migrating_counts_games_that_an_earlier_release_took_for_ended_early(phone):
    pad, with_target = a_pad(phone), a_pad(phone, target=500)
    for session in (pad, with_target):
        end_early(phone, session)
    GameSession.objects.update(ended_early=True)
    Seat.objects.update(kind="")
    version = page_version(pad)
    call_command("migrate", verbosity=0)
    early = dict(GameSession.objects.values_list("pk", "ended_early"))
    assert early == {pad.pk: False, with_target.pk: True}
    kinds = {seat.kind for seat in Seat.objects.filter(session=pad)}
    assert kinds == {GameSession.objects.get(pk=pad.pk).kind}
    assert page_version(pad) > version


def test_games_without_a_title_are_rated_as_one_game(phone):
    for _ in range(5):
        end_early(phone, a_pad(phone, title=""))
    family = reverse("family", args=[Group.objects.get().pk, "score_pad"])
    assert "A Ana 18" in Page(phone.get(family)).said


def test_options_that_the_rules_no_longer_accept_are_not_without_an_end():
    assert not is_open_ended(games()["chimera"], {"target": 0}, 3)
