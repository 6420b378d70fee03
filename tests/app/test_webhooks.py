"""Messages to other programs: about which events, when, and how often."""

import json
from datetime import timedelta
from itertools import count

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from scorekeeper.models import Event, Group, Role
from scorekeeper.people.deletion import delete_player
from scorekeeper.webhooks import changes, tasks
from scorekeeper.webhooks.changes import DELAYS, REST, SLOW, switch
from scorekeeper.webhooks.delivery import Outcome
from tests.app.support.factories import (
    a_game,
    a_hosted_game,
    a_hosted_group,
    a_member,
    a_phone,
    a_round,
    add,
    correct,
    enter,
    open_form,
    press_end,
    start,
    to,
    typed,
    undo,
)
from tests.app.support.pads import a_pad
from tests.app.support.score_card import FIFTY, a_card
from tests.app.support.webhooks import IN_DATABASE, a_webhook, messages, run_due
from tests.support.receiver import OK, receiving

BUSY = b"HTTP/1.1 503 Busy\r\n\r\n"
GONE = b"HTTP/1.1 410 Gone\r\n\r\n"


@pytest.fixture(autouse=True)
def private_networks(settings):
    settings.WEBHOOKS_TO_PRIVATE_NETWORKS = True


@pytest.fixture
def committed(django_capture_on_commit_callbacks):
    """Runs what waits for a commit, which no test makes."""
    return lambda: django_capture_on_commit_callbacks(execute=True)


@pytest.fixture
def receiver():
    with receiving() as receiver:
        yield receiver


def told(receiver):
    """The types of what arrived, then forgotten."""
    types = [message["type"] for message in messages(receiver)]
    receiver.requests.clear()
    return types


# Events


def test_each_event_of_a_game_is_told_as_it_happens(receiver, committed):
    phone, group = a_hosted_group()
    a_webhook(group, receiver.address)
    a_game(phone, group, target=80, rounds=2)  # nothing is told: nobody commits here
    with committed():
        start(phone, target="own", own_target="80", group=group.pk)
    session = group.sessions.get(finished_at=None)
    assert told(receiver) == ["game.started"]
    with committed():
        enter(phone, session, a_round(1, 20))
    assert told(receiver) == ["round.entered"]
    with committed():
        enter(phone, session, a_round(0, 30))
    assert told(receiver) == ["round.entered", "lead.changed"]
    with committed():
        enter(phone, session, a_round(0, 20))
    assert told(receiver) == ["round.entered", "game.won", "record.set"]


def test_a_message_says_what_happened_in_words_and_in_figures(receiver, committed):
    phone, group = a_hosted_group(name="Friday", names=("Ana", "Ben"))
    a_webhook(group, receiver.address)
    with committed():
        session = a_card(phone, group=group)
        add(session, FIFTY)
    started, entered = messages(receiver)
    game = {
        "id": session.pk,
        "slug": "yahtzee",
        "title": "Yahtzee",
        "url": f"http://score.example/table/{session.pk}/",
    }
    nothing = [{"name": name, "total": 0, "rank": 1} for name in ("Ana", "Ben")]
    assert started["data"] == {
        "text": "Yahtzee: a new game with Ana and Ben",
        "group": {"id": group.pk, "name": "Friday"},
        "game": game,
        "players": nothing,
        "options": {"joker": "forced"},
    }
    assert entered["data"] == {
        "text": "Yahtzee · Ana · Yahtzee · 50\n1. Ana 50 · 2. Ben 0",
        "group": {"id": group.pk, "name": "Friday"},
        "game": game,
        "players": [
            {"name": "Ana", "total": 50, "rank": 1},
            {"name": "Ben", "total": 0, "rank": 2},
        ],
        "round": {"number": 1, "title": "Turn 1", "points": [50, None]},
        "highlights": [{"kind": "yahtzee", "player": "Ana"}],
    }
    revision = session.revisions.get(slot=1)
    assert entered["timestamp"] == revision.at.isoformat()


def test_the_end_tells_who_won_and_which_records_fell(receiver, committed):
    phone, group = a_hosted_group(names=("Ana", "Ben"))
    for _game in range(5):
        a_pad(phone, 10, 8, target=None, rounds=1)
    a_webhook(group, receiver.address, [Event.WON, Event.RECORD])
    with committed():
        a_pad(phone, 30, 9, target=None, rounds=1)
    won, record = (message["data"] for message in messages(receiver))
    assert won["winners"] == ["Ana"]
    assert won["text"].splitlines()[1] == "1. Ana 30 · 2. Ben 9"
    assert record["personal"] == [
        {"player": "Ana", "total": 30, "before": 10},
        {"player": "Ben", "total": 9, "before": 8},
    ]
    assert record["records"] == ["Highest Golf total ever", "Clearest Golf win ever"]
    assert record["group"] == won["group"] == {"id": group.pk, "name": group.name}
    assert record["text"].splitlines() == [
        *record["records"],
        "Ana’s best Golf: 30",
        "Ben’s best Golf: 9",
    ]


def test_a_lead_is_told_with_the_player_and_the_standings(receiver, committed):
    session = a_game(a_phone(), rounds=1)
    a_webhook(session.group, receiver.address, [Event.LEAD])
    with committed():
        add(session, a_round(1, 30))
    (message,) = messages(receiver)
    assert message["data"]["leader"] == "Ben"
    assert message["data"]["text"] == (
        "Chimera: Ben takes the lead\n1. Ben 60 · 2. Ana 40 · 3. Cho 0"
    )


def test_a_game_that_the_table_ends_is_won_and_one_without_a_round_is_not(receiver, committed):
    phone, group = a_hosted_group()
    a_webhook(group, receiver.address, [Event.WON])
    for rounds, types in ((1, ["game.won"]), (0, [])):
        session = a_game(phone, group, rounds=rounds)
        with committed():
            press_end(phone, session)
        assert told(receiver) == types


def test_what_is_undone_corrected_or_removed_is_not_told_again(receiver, committed):
    phone, session = a_hosted_game(rounds=3)
    a_webhook(session.group, receiver.address)
    with committed():
        correct(phone, session, 2, a_round(1, 20))
        undo(phone, session)
        undo(phone, session)
    assert told(receiver) == []
    phone, session = a_hosted_game(target=60, rounds=[a_round(0, 40)])
    a_webhook(session.group, receiver.address)
    with committed():
        undo(phone, session)
        undo(phone, session)
    assert told(receiver) == []


def test_a_message_is_about_the_table_as_it_was_just_after_the_round(receiver, committed):
    session = a_game(a_phone(), rounds=1)
    a_webhook(session.group, receiver.address, [Event.ROUND])
    with committed():
        add(session, a_round(1, 20))
        add(session, a_round(2, 20))
    first, second = (message["data"] for message in messages(receiver))
    assert [first["round"]["number"], second["round"]["number"]] == [2, 3]
    assert [player["total"] for player in first["players"]] == [40, 40, 0]


def test_each_webhook_hears_what_it_asked_for_in_its_language(committed):
    session = a_game(a_phone())
    with receiving() as german, receiving() as korean:
        a_webhook(session.group, german.address, [Event.ROUND], language="de")
        a_webhook(session.group, korean.address, [Event.ROUND], language="ko", format="ntfy")
        a_webhook(session.group, korean.address, [Event.WON], language="ko")
        with committed():
            add(session, a_round())
        (message,), (request,) = messages(german), korean.requests
    assert message["data"]["round"]["title"] == "Runde 1"
    assert "1라운드" in request.body.decode()


def test_the_same_submission_is_told_once_and_with_the_same_id_each_time(receiver, committed):
    phone, session = a_hosted_game()
    a_webhook(session.group, receiver.address)
    fields = {**open_form(phone, to("enter", session)), **typed(a_round())}
    with committed():
        for _time in range(2):
            phone.post(to("enter", session), fields)
    assert told(receiver) == ["round.entered"]


def test_nothing_is_sent_when_the_transaction_rolls_back(receiver, committed):
    session = a_game(a_phone())
    a_webhook(session.group, receiver.address)
    with committed():
        try:
            with transaction.atomic():
                add(session, a_round())
                raise InterruptedError
        except InterruptedError:
            pass
    assert session.revisions.count() == 1
    assert told(receiver) == []


def test_a_webhook_hears_only_of_its_own_group_and_only_while_it_is_on(receiver, committed):
    session = a_game(a_phone())
    webhook = a_webhook(session.group, receiver.address)
    other = a_game(a_phone())
    with committed():
        add(other, a_round())
    assert told(receiver) == []
    switch(webhook, on=False)
    with committed():
        add(session, a_round())
    assert told(receiver) == []
    assert not Group.objects.get(pk=session.group_id).has_webhooks
    switch(webhook, on=True)
    with committed():
        add(session, a_round())
    assert told(receiver) == ["round.entered"]


def test_a_guest_of_one_game_tells_what_a_member_does(receiver, committed):
    session = a_game(a_phone())
    a_webhook(session.group, receiver.address)
    guest = a_member(session.group, Role.SCORER, session)
    with committed():
        enter(guest, session, a_round())
    assert told(receiver) == ["round.entered"]


# What it costs


def test_a_save_without_webhooks_costs_no_query_more_and_with_one_only_after_the_commit(
    django_capture_on_commit_callbacks, receiver
):
    phone, session = a_hosted_game(rounds=3)
    queries, waiting = [], []
    for with_webhook in (False, True):
        if with_webhook:
            a_webhook(session.group, receiver.address)
        fields = {**open_form(phone, to("enter", session)), **typed(a_round())}
        with (
            django_capture_on_commit_callbacks() as callbacks,
            CaptureQueriesContext(connection) as captured,
        ):
            assert phone.post(to("enter", session), fields).status_code == 302
        queries.append([query["sql"] for query in captured])
        waiting.append(len(callbacks))
    assert waiting[1] == waiting[0] + 1  # PostgreSQL notifies other processes then, too
    without, with_one = queries
    assert len(with_one) == len(without)
    assert not [sql for sql in without if "webhook" in sql and "has_webhooks" not in sql]


# Failures


@pytest.fixture
def evening(clock, settings, committed):
    """A game whose webhook does not answer, and tasks that wait in the database."""
    settings.TASKS = IN_DATABASE
    return Evening(clock, committed)


class Evening:
    def __init__(self, clock, committed):
        self.clock, self.committed = clock, committed
        self.phone = a_phone()
        self.session = a_game(self.phone)
        self.group = self.session.group

    def plays_a_round(self):
        with self.committed():
            add(self.session, a_round())
        run_due()

    def goes_on(self, time):
        self.clock.now += time
        run_due()


def test_a_message_that_fails_is_sent_again_after_growing_delays(evening):
    with receiving(BUSY) as receiver:
        webhook = a_webhook(evening.group, receiver.address, [Event.ROUND])
        evening.plays_a_round()
        assert len(receiver.requests) == 1
        for tries, delay in enumerate(DELAYS, 1):
            evening.goes_on(delay - timedelta(seconds=1))
            assert len(receiver.requests) == tries
            evening.goes_on(timedelta(seconds=1))
            assert len(receiver.requests) == tries + 1
        receiver.answers[:] = [OK]
        evening.goes_on(DELAYS[-1])
        evening.goes_on(timedelta(days=2))
    assert len(receiver.requests) == len(DELAYS) + 2
    webhook.refresh_from_db()
    assert (webhook.status, webhook.failures, webhook.failing_since) == (204, 0, None)
    assert len({request.headers["webhook-id"] for request in receiver.requests}) == 1
    assert len({request.headers["webhook-timestamp"] for request in receiver.requests}) > 1
    assert len({request.body for request in receiver.requests}) == 1


def test_while_a_webhook_fails_its_other_messages_wait_without_asking(evening):
    with receiving(BUSY) as receiver:
        a_webhook(evening.group, receiver.address, [Event.ROUND])
        for _round in range(3):
            evening.plays_a_round()
        assert len(receiver.requests) == 1
        receiver.answers[:] = [OK]
        evening.goes_on(DELAYS[0])
    assert len(receiver.requests) == 4


def test_after_a_day_of_failures_it_is_switched_off_and_hosts_read_it(evening):
    scorer = a_member(evening.group, Role.SCORER)
    with receiving(BUSY) as receiver:
        webhook = a_webhook(evening.group, receiver.address, [Event.ROUND])
        evening.plays_a_round()
        for _hour in range(23):
            evening.goes_on(timedelta(hours=1))
        webhook.refresh_from_db()
        assert webhook.active
        evening.goes_on(timedelta(hours=1))
        tries = len(receiver.requests)
        webhook.refresh_from_db()
        assert (webhook.active, webhook.failed_at) == (False, evening.clock.now)
        evening.plays_a_round()
        evening.goes_on(timedelta(days=1))
        assert len(receiver.requests) == tries
    off = "messages to another program are off"
    pages = "/", f"/groups/{evening.group.pk}/"
    for page in pages:
        assert off in evening.phone.get(page).content.decode()
        assert off not in scorer.get(page).content.decode()
    address = f"/groups/{evening.group.pk}/webhooks/{webhook.pk}/switch/"
    assert evening.phone.post(address, {}).status_code == 302
    assert not [page for page in pages if off in evening.phone.get(page).content.decode()]


def test_a_program_that_wants_no_more_is_switched_off_at_once(evening):
    with receiving(GONE) as receiver:
        webhook = a_webhook(evening.group, receiver.address, [Event.ROUND])
        evening.plays_a_round()
    webhook.refresh_from_db()
    assert (webhook.active, webhook.status) == (False, 410)
    assert Group.objects.get(pk=evening.group.pk).webhook_failed


def test_a_webhook_at_another_address_has_not_failed_yet(evening, monkeypatch):
    monkeypatch.setattr(changes, "post", lambda *_message: Outcome(500))
    webhook = a_webhook(evening.group, "http://127.0.0.1:9/", [Event.ROUND])
    evening.plays_a_round()
    webhook.refresh_from_db()
    fields = {"address": "http://127.0.0.1:9/"}
    changes.change_webhook(webhook, "", fields)
    assert webhook.failures == 1
    changes.change_webhook(webhook, "", {"address": "http://127.0.0.1:10/"})
    assert (webhook.failures, webhook.retry_at) == (0, None)


def test_a_game_deleted_before_its_message_was_made_is_not_told(evening, receiver):
    a_webhook(evening.group, receiver.address)
    with evening.committed():
        enter(evening.phone, evening.session, a_round())
    evening.session.refresh_from_db()
    evening.session.change(deleted_at=evening.clock.now)
    assert run_due() == 1
    assert receiver.requests == []


def test_a_message_that_waits_is_not_sent_if_it_names_a_player_who_was_deleted(evening):
    player = evening.group.players.first()
    with receiving(BUSY) as receiver:
        a_webhook(evening.group, receiver.address, [Event.ROUND])
        evening.plays_a_round()
        delete_player(player)
        evening.plays_a_round()
        receiver.answers[:] = [OK]
        evening.goes_on(DELAYS[0])
    before, after = receiver.requests
    assert player.name in before.body.decode()
    assert player.name not in after.body.decode()
    assert "someone" in after.body.decode()


def test_a_message_that_waits_has_the_group_by_its_name_of_now(evening):
    Group.objects.update(named=False, name="Eve, Ana")
    with receiving(BUSY) as receiver:
        a_webhook(evening.group, receiver.address, [Event.ROUND])
        evening.plays_a_round()
        Group.objects.update(name="Ana")
        receiver.answers[:] = [OK]
        evening.goes_on(DELAYS[0])
    before, after = (message["data"]["group"]["name"] for message in messages(receiver))
    assert (before, after) == ("Eve, Ana", "Ana")


def test_a_webhook_that_answers_slowly_rests_before_its_next_message(evening, monkeypatch):
    ticks = count(step=SLOW + 1)
    monkeypatch.setattr(tasks, "monotonic", lambda: next(ticks))
    with receiving() as receiver:
        webhook = a_webhook(evening.group, receiver.address, [Event.ROUND])
        evening.plays_a_round()
        evening.plays_a_round()
        assert len(receiver.requests) == 1
        evening.goes_on(timedelta(seconds=REST * (SLOW + 1)))
        assert len(receiver.requests) == 2
        evening.goes_on(timedelta(days=1))
        assert len(receiver.requests) == 2
    webhook.refresh_from_db()
    assert (webhook.failures, webhook.failing_since) == (0, None)


def test_the_message_in_the_queue_names_no_address_and_no_secret(evening):
    from django_tasks_db.models import DBTaskResult

    with receiving(BUSY) as receiver:
        webhook = a_webhook(evening.group, receiver.address)
        evening.plays_a_round()
    stored = json.dumps(list(DBTaskResult.objects.values("args_kwargs", "traceback")))
    assert receiver.address not in stored
    assert webhook.nonce not in stored
