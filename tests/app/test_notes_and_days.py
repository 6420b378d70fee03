"""Facts about a game besides its entries: a note at a round, and the day of the game."""

from datetime import UTC, datetime, timedelta

import pytest
from django.utils.timezone import localtime

from scorekeeper.models import GameSession
from tests.app.support.factories import (
    a_game,
    a_hosted_game,
    a_phone,
    a_round,
    add,
    correct,
    enter,
    open_form,
    remove,
    said,
    set_back,
    submit,
    table_of,
    to,
    typed,
    undo,
)
from tests.app.support.pads import GOLF, a_pad
from tests.app.support.pages import Page, assert_refused


def a_hosted_pad(*points):
    phone = a_phone()
    return phone, a_pad(phone, *points)


def note(phone, session, slot, text, **more):
    return submit(phone, to("note", session, slot), note=text, **more)


def test_a_note_stays_at_its_round_whatever_happens_to_the_entry():
    phone, session = a_hosted_game(rounds=2)
    form = open_form(phone, to("enter", session), to("enter", session))
    assert note(phone, session, 1, "  Ben forgot  a trap ").status_code == 302
    assert phone.post(to("enter", session), {**form, **typed(a_round())}).status_code == 302
    correct(phone, session, 1, a_round(1, 40))
    assert "Ben forgot a trap" in said(phone, "round", session, 1)
    assert said(phone, "history", session).count("Ben forgot a trap") == 1
    assert said(phone, "table", session).count("with a note") == 1
    undo(phone, session)
    assert "Ben forgot a trap" in said(phone, "round", session, 1)
    assert "Ben forgot" not in phone.get(to("record", session)).content.decode()
    note(phone, session, 1, "")
    assert "with a note" not in said(phone, "table", session)


def test_a_newer_note_is_not_overwritten_unseen():
    phone, session = a_hosted_game(rounds=1)
    note(phone, session, 1, "first")
    for text in ("x" * 201, "a\x00b"):
        assert note(phone, session, 1, text).status_code == 422
    response = note(phone, session, 1, "mine", known="")
    assert_refused(response, "Someone else just wrote: “first”.")
    assert table_of(session).rounds[0].note == "first"
    fields = Page(response).form(to("note", session, 1)).fields
    assert fields["note"] == ["mine"]
    assert phone.post(to("note", session, 1), fields).status_code == 302
    assert table_of(session).rounds[0].note == "mine"
    note(phone, session, 1, "")
    response = note(phone, session, 1, "yours", known="mine")
    assert "Someone else just deleted this text." in Page(response).said


def choose_day(phone, session, day, **more):
    return submit(phone, to("options", session), day=day, **more)


def times(session):
    rows = GameSession.objects.filter(pk=session.pk)
    return list(rows.values_list("started_at", "played_at", "finished_at")[0])


def day_of(session):
    return times(session)[1].date().isoformat()


def test_the_date_of_a_game_moves_all_of_its_times_and_can_be_undone(clock):
    phone, session = a_hosted_pad(50, 1, 1)
    clock.pass_by(hours=1)
    before = times(session)
    assert choose_day(phone, session, "2026-03-10").status_code == 302
    assert times(session) == [at - timedelta(days=3) for at in before]
    assert "Date now 10 Mar 2026" in said(phone, "history", session)
    undo(phone, session)
    assert times(session) == before
    assert "Date as it was" in said(phone, "history", session)
    choose_day(phone, session, "2026-03-10")
    clock.pass_by(days=9)
    submit(phone, to("correct", session, 1), points_0=55)
    assert day_of(session) == "2026-03-10"
    undo(phone, session)
    set_back(phone, session, 1)
    assert times(session) == before


def a_game_of_three_hours(clock):
    """Finished on 10 March at eight in the evening."""
    clock.now = datetime(2026, 3, 10, 17, tzinfo=UTC)
    phone, session = a_hosted_game(target=80, rounds=1)
    clock.pass_by(hours=3)
    add(session, a_round(0, 40))
    return phone, session


@pytest.mark.parametrize("hour", [1, 9])
@pytest.mark.parametrize("day", [5, 10])
def test_a_game_moved_to_today_keeps_its_length_and_gets_all_of_its_times_back(clock, day, hour):
    clock.now = datetime(2026, 3, day, 17, tzinfo=UTC)
    phone = a_phone()
    session, going_on = a_game(phone, target=80, rounds=1), a_game(phone, rounds=1)
    clock.pass_by(hours=3)
    add(session, a_round(0, 40))
    before = times(session), times(going_on)[0]
    clock.now = datetime(2026, 3, 11, hour, tzinfo=UTC)
    for one in (session, going_on):
        choose_day(phone, one, "2026-03-11")
        started, played, finished = times(one)
        assert played == clock.now
        if one is session:
            assert (finished, finished - started) == (clock.now, timedelta(hours=3))
        undo(phone, one)
    assert (times(session), times(going_on)[0]) == before


def test_a_day_that_was_chosen_before_another_one_is_given_back_with_the_length_of_the_game(clock):
    phone, session = a_game_of_three_hours(clock)
    choose_day(phone, session, "2026-03-05")
    on_the_fifth = times(session)
    clock.now = datetime(2026, 3, 11, 1, tzinfo=UTC)
    choose_day(phone, session, "2026-03-11")
    choose_day(phone, session, "2026-03-05")
    assert times(session) == on_the_fifth
    undo(phone, session)
    undo(phone, session)
    assert times(session) == on_the_fifth
    assert on_the_fifth[0] == datetime(2026, 3, 5, 17, tzinfo=UTC)


def test_a_date_that_cannot_be_is_refused_and_stays_typed(clock):
    phone, session = a_hosted_pad(0, 0, 0)
    before = times(session)[1]
    for day, why in [
        ("2026-03-15", "This day is still to come"),
        ("1000-01-01", "Enter a day from 1900 on."),
        ("yesterday", "Enter a date."),
        ("", "Enter a date."),
    ]:
        response = choose_day(phone, session, day, comment="Rain")
        assert_refused(response, why)
        fields = Page(response).form(to("options", session)).fields
        assert (fields["day"], fields["comment"]) == ([day], ["Rain"])
    session.refresh_from_db()
    assert (session.comment, session.played_at) == ("", before)


def test_one_save_changes_date_comment_and_options(clock):
    phone, session = a_hosted_pad(5, 1, 1)
    assert choose_day(phone, session, "2026-03-10", comment="Rain", target=60).status_code == 302
    table = said(phone, "table", session)
    assert "Rain" in table
    assert "60" in table
    assert day_of(session) == "2026-03-10"


def test_a_page_that_the_browser_brings_back_can_be_saved_with_something_else(clock):
    phone, session = a_hosted_pad(5, 1, 1)
    address = to("options", session)
    sent = open_form(phone, address, address)
    for day in ("2026-03-10", "2026-03-10", "2026-03-09"):
        assert phone.post(address, {**sent, "day": day}).status_code == 302
        assert day_of(session) == day
    assert len(table_of(session).log.setups) == 3


def test_lists_and_personal_bests_go_by_the_chosen_date(clock):
    phone, first = a_hosted_pad(50, 1, 1)
    clock.pass_by(days=1)
    later = a_pad(phone, 60, 2, 2)
    assert "personal best" in said(phone, "table", later)
    choose_day(phone, later, "2026-03-01")
    assert "personal best" not in said(phone, "table", later)
    games = phone.get("/games/").content.decode()
    assert games.index(to("table", first)) < games.index(to("table", later))


def test_a_save_that_does_not_touch_the_date_leaves_it_alone(clock):
    phone, session = a_hosted_pad(5, 1, 1)
    form = open_form(phone, to("options", session))
    choose_day(phone, session, "2026-03-10")
    assert phone.post(to("options", session), {**form, "comment": "Rain"}).status_code == 302
    assert day_of(session) == "2026-03-10"


def test_a_game_of_another_day_stays_there_while_it_is_entered(clock):
    phone, session = a_hosted_game(game="score_pad", options=GOLF)
    choose_day(phone, session, "2026-03-10")
    clock.pass_by(hours=1)
    enter(phone, session, {"points_0": 60})
    started, played, finished = times(session)
    assert started <= finished == played
    assert {at.date().isoformat() for at in (started, played)} == {"2026-03-10"}


def test_a_game_of_another_day_that_goes_on_after_midnight_keeps_its_length(clock):
    clock.now = datetime(2026, 3, 13, 22, tzinfo=UTC)
    phone, session = a_hosted_game(target=100)
    add(session, a_round(0, 20))
    choose_day(phone, session, "2026-03-10")
    clock.pass_by(hours=3)
    add(session, a_round(0, 30))
    started, _played, finished = times(session)
    assert started.isoformat()[:16] == "2026-03-10T22:00"
    assert finished - started == timedelta(hours=3)


def test_a_game_of_another_day_ends_after_midnight_again_once_its_removal_is_undone(clock):
    clock.now = datetime(2026, 3, 13, 22, tzinfo=UTC)
    phone, session = a_hosted_game(target=50)
    enter(phone, session, a_round(0, 20))
    choose_day(phone, session, "2026-03-10")
    clock.pass_by(hours=3)
    enter(phone, session, a_round(0, 40))
    before = times(session)
    clock.pass_by(days=1)
    remove(phone, session, 2)
    undo(phone, session)
    assert times(session) == before


def test_a_game_of_another_day_stays_there_if_it_is_reopened_and_ends_a_week_later(clock):
    phone, session = a_hosted_game(target=80, rounds=[a_round(0, 40)])
    choose_day(phone, session, "2026-03-10")
    clock.pass_by(days=7)
    choose_day(phone, session, "2026-03-10", own_target="160")
    assert times(session)[2] is None
    enter(phone, session, a_round(0, 40))
    started, played, finished = times(session)
    assert started <= played == finished
    assert day_of(session) == played.date().isoformat() == "2026-03-10"


def test_a_game_of_another_day_stays_there_if_it_is_reopened_and_ends_on_a_later_morning(clock):
    clock.now = datetime(2026, 3, 13, 20, tzinfo=UTC)
    phone, session = a_hosted_game(target=30, rounds=[a_round(0, 40)])
    choose_day(phone, session, "2026-03-10")
    for target, later in (("100", 14), ("200", 7 * 24 + 14)):
        clock.now = datetime(2026, 3, 13, 20, tzinfo=UTC) + timedelta(hours=later)
        choose_day(phone, session, "2026-03-10", own_target=target)
        enter(phone, session, a_round(0, 40))
        started, _played, finished = times(session)
        assert started <= finished
        assert day_of(session) == finished.date().isoformat() == "2026-03-10"


@pytest.mark.parametrize(
    ("start", "minutes", "day"),
    [
        ("2026-11-01T08:50:00Z", 30, "2026-10-20"),  # 1:50 PDT until 1:20 PST
        ("2026-11-01T08:50:00Z", 100, "2026-10-20"),
        ("2026-10-20T07:30:00Z", 180, "2026-11-01"),
        ("2026-03-08T09:30:00Z", 60, "2026-03-01"),  # 1:30 PST until 3:30 PDT
        ("2026-03-01T09:30:00Z", 120, "2026-03-08"),
    ],
)
@pytest.mark.parametrize("is_over", [True, False])
def test_a_game_that_is_moved_across_a_change_of_the_clocks_takes_as_long_as_it_did(
    clock, settings, start, minutes, day, is_over
):
    settings.TIME_ZONE = "America/Los_Angeles"
    clock.now = datetime.fromisoformat(start)
    phone, session = a_hosted_game(target=40 if is_over else 400)
    clock.pass_by(minutes=minutes)
    add(session, a_round(0, 40))
    own = localtime(clock.now)
    clock.now = datetime(2026, 11, 20, tzinfo=UTC)
    assert choose_day(phone, session, day).status_code == 302
    started_at, played_at, finished_at = times(session)
    assert localtime(played_at).isoformat()[:19] == f"{day}T{own:%H:%M:%S}"
    assert played_at - started_at == timedelta(minutes=minutes)
    assert finished_at == (played_at if is_over else None)
