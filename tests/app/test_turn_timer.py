"""The turn timer: since when a turn goes on, the same on every screen, and what each has taken."""

from datetime import timedelta

from django.utils.dateparse import parse_datetime

from scorekeeper.models import GameSession, Revision
from scorekeeper.site.bundles import bundle_url
from tests.app.support.factories import (
    a_game,
    a_hosted_game,
    a_phone,
    a_round,
    correct,
    end_early,
    enter,
    open_form,
    submit,
    table_of,
    to,
)
from tests.app.support.fish import TWO, a_fish_game
from tests.app.support.pages import Page
from tests.support.entries import caught

SCREENS = ("table", "enter", "display")


def choose(phone, session, timer, **more):
    return submit(phone, to("options", session), timer=timer, **more)


def set_timer(session, seconds):
    GameSession.objects.filter(pk=session.pk).update(timer=seconds)


def timers(phone, session):
    """Return the timers of each screen."""
    pages = [Page(phone.get(to(name, session))) for name in SCREENS]
    return [page.all("p", role="timer") for page in pages]


def began(phone, session):
    (times,) = {timer.get("data-began") for (timer,) in timers(phone, session)}
    return parse_datetime(times)


def entered(session, *minutes):
    """Move the entries to so many minutes after the start."""
    start = GameSession.objects.get(pk=session.pk).started_at
    for slot, minute in enumerate(minutes, 1):
        at = start + timedelta(minutes=minute)
        Revision.objects.filter(session=session, slot=slot, revision=1).update(at=at)
    return start


def test_a_timer_is_off_until_somebody_turns_it_on_and_then_on_every_screen():
    phone, session = a_hosted_game(rounds=1)
    assert timers(phone, session) == [[], [], []]
    assert choose(phone, session, "60").status_code == 302
    for (timer,) in timers(phone, session):
        assert timer.get("data-limit") == "60"
        assert timer.get("data-scripts") == bundle_url("timer.js")
    choose(phone, session, "0")
    assert {timer.get("data-limit") for (timer,) in timers(phone, session)} == {"0"}
    choose(phone, session, "")
    assert timers(phone, session) == [[], [], []]
    assert "timer." not in phone.get(to("table", session)).content.decode()


def test_it_runs_since_the_last_entry_and_a_correction_does_not_start_it_again():
    phone, session = a_hosted_game(rounds=2)
    set_timer(session, 0)
    start = entered(session, 2, 5)
    assert began(phone, session) - start == timedelta(minutes=5)
    correct(phone, session, 1, a_round(1, 30))
    assert began(phone, session) - start == timedelta(minutes=5)


def test_it_runs_since_the_start_before_the_first_entry_and_not_after_the_end():
    phone, session = a_hosted_game()
    set_timer(session, 0)
    assert began(phone, session) == session.started_at
    assert "Round 1" in timers(phone, session)[0][0].text_content()
    end_early(phone, session)
    assert not Page(phone.get(to("table", session))).all("p", role="timer")
    assert not Page(phone.get(to("options", session))).all("select", id="id_timer")


def test_one_that_is_turned_on_during_a_turn_starts_then(clock):
    phone, session = a_hosted_game(rounds=1)
    clock.pass_by(hours=1)
    choose(phone, session, "60")
    turned_on = clock.now
    assert began(phone, session) == turned_on
    clock.pass_by(seconds=40)
    choose(phone, session, "120")  # another limit does not start it again
    assert began(phone, session) == turned_on
    enter(phone, session, a_round(1, 30))
    assert began(phone, session) == clock.now
    choose(phone, session, "")
    clock.pass_by(minutes=4)
    choose(phone, session, "0")
    assert began(phone, session) == clock.now


def test_it_names_whose_turn_it_is_where_the_rules_know():
    phone, session = a_hosted_game(game="molkky", names=("Ana", "Ben"), options={})
    set_timer(session, 30)
    assert {timer.find("span").text for (timer,) in timers(phone, session)} == {"Ana"}


def test_it_sums_what_each_player_has_taken_without_breaks():
    phone = a_phone()
    boxes = ("ones", "twos", "threes", "fours")
    turns = [{"player": n % 2, "box": box, "dice": [1, 2, 3, 4, 6]} for n, box in enumerate(boxes)]
    session = a_game(phone, game="yahtzee", names=("Ana", "Ben"), options={}, rounds=turns)
    set_timer(session, 0)
    entered(session, 1, 3.5, 40, 41)  # after a break of more than half an hour
    ((timer,), *_others) = timers(phone, session)
    assert " ".join(timer.text_content().split()).endswith("Ana 1:00 · Ben 3:30")
    assert timer.find("span").text == "Turn 5"  # players may go in any order
    assert timer.get("data-pause") == "1800"


def test_a_turn_that_takes_a_card_from_another_is_of_one_player():
    phone = a_phone()
    rows = caught(0, "R1 Y5 B2 B2 B2"), caught(1, "R1 Y6 B2 B2 B2")  # both take card A
    session = a_fish_game(phone, *rows, names=TWO)
    set_timer(session, 0)
    entered(session, 1, 3.5)
    ((timer,), *_others) = timers(phone, session)
    assert " ".join(timer.text_content().split()).endswith("Ana 1:00 · Ben 2:30")


def test_a_wrong_value_is_refused_beside_the_field_and_what_was_typed_stays():
    phone, session = a_hosted_game()
    answer = choose(phone, session, "7", comment="Late")
    assert answer.status_code == 422
    page = Page(answer)
    assert page.all("p", id="timer-error")
    assert page.all("textarea", id="id_comment")[0].text.strip() == "Late"
    assert GameSession.objects.get(pk=session.pk).timer is None


def test_only_a_timer_that_was_touched_changes():
    phone, session = a_hosted_game()
    form = open_form(phone, to("options", session))
    choose(phone, session, "120")
    phone.post(to("options", session), {**form, "comment": "Late"})
    assert GameSession.objects.get(pk=session.pk).timer == 120
    del form["timer"]  # a page of an earlier release
    phone.post(to("options", session), {**form, "known": "Late", "comment": "Later"})
    assert GameSession.objects.get(pk=session.pk).timer == 120


def test_a_rematch_takes_the_timer_along():
    phone, session = a_hosted_game(rounds=[a_round(0, 40)] * 5)
    set_timer(session, 120)
    form = Page(phone.get(to("table", session))).form_called("rematch")
    phone.post(f"/new/chimera/?again={session.pk}", {**form.fields, "start": ""})
    assert GameSession.objects.latest("pk").timer == 120
    assert table_of(session).board.finished
