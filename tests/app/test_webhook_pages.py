"""The pages on which hosts tell other programs of games."""

from itertools import count

import pytest
from django_tasks_db.models import DBTaskResult
from standardwebhooks import Webhook as Verifier

from scorekeeper.exchange.importing import read_import
from scorekeeper.models import Group, Webhook
from scorekeeper.webhooks import tasks
from scorekeeper.webhooks.changes import MOST, SLOW
from scorekeeper.webhooks.signing import secret_of
from scorekeeper.webhooks.tasks import deliver
from tests.app.support.factories import a_group, a_phone
from tests.app.support.pages import Page, assert_refused
from tests.app.support.webhooks import IN_DATABASE, a_webhook, messages, run_due
from tests.support.receiver import OK, receiving

NEW = {
    "name": "Lamps",
    "address": "https://lamps.example/on",
    "format": "standard",
    "language": "de",
    "events": ["round.entered", "game.won"],
}


def new_address(group):
    return f"/groups/{group.pk}/webhooks/new/"


def address_of(webhook, action=""):
    return f"/groups/{webhook.group_id}/webhooks/{webhook.pk}/{action}"


def said_secrets(page):
    values = [field.get("value", "") for field in page.all("input", id="secret-text")]
    return [value for value in values if Verifier(value)]


# Adding and changing


def test_a_host_adds_a_webhook_and_finds_it_on_the_page_of_games_in_and_out(phone, group):
    answer = phone.post(new_address(group), NEW)
    webhook = group.webhooks.get()
    assert answer.url == address_of(webhook)
    assert {name: getattr(webhook, name) for name in NEW} == NEW
    assert webhook.active
    assert webhook.site == "http://testserver"
    assert Group.objects.get(pk=group.pk).has_webhooks
    page = Page(phone.get(f"/groups/{group.pk}/exchange/"))
    assert address_of(webhook) in page.links()
    assert "Lamps No message so far" in page.said


def test_the_form_keeps_what_was_typed_and_says_what_is_wrong_beside_it(phone, group):
    answer = phone.post(new_address(group), {"name": "Lamps", "address": "lamps.example"})
    page = Page(answer)
    assert answer.status_code == 422
    assert page.form(new_address(group)).fields["address"] == ["lamps.example"]
    said = {field.get("id"): field.text for field in page.all("p", **{"class": "error"})}
    assert said == {
        "address-error": "Enter an address that begins with https:// or http://.",
        "events-error": "Choose at least one.",
        "format-error": "Choose one of these.",
        "language-error": "Choose one of these.",
    }
    assert not Webhook.objects.exists()


def test_an_address_that_cannot_be_used_is_refused_with_a_reason(phone, group):
    for address, problem in [
        ("", "Enter an address."),
        ("ftp://lamps.example/", "begins with"),
        ("javascript:alert(1)", "begins with"),
        ("https://", "isn’t valid"),
        ("HTTP://[", "isn’t valid"),
        ("https://[::1", "isn’t valid"),
        ("https://ex\u2100mple.com/", "isn’t valid"),
        ("https:///on", "isn’t valid"),
        ("https://lamps.example:99999/", "isn’t valid"),
        ("https://lamps.example:0/", "isn’t valid"),
        ("https://lamps.example:on/", "isn’t valid"),
        ("https://la mps.example/", "isn’t valid"),
        ("https://lamps.example\\@127.0.0.1/", "Leave out"),
        (f"https://{'a' * 64}.example/", "isn’t valid"),
        ("https://ana:secret@lamps.example/", "Leave out"),
        ("https://ana:secret@lämpchen.example/", "Leave out"),
        ("https://käthe:secret@lamps.example/", "Leave out"),
        ("https://ä@[2001:db8::1]:8443/", "isn’t valid"),
        ("http://[fe80::1%ä]/", "isn’t valid"),
        ("https://［lamps］.example/", "isn’t valid"),  # these become [ and ]
        ("https://l´ampes.example/", "isn’t valid"),  # this becomes a space and an accent
        (f"https://lamps.example/{'a' * 500}", "at most 500"),
        ("http://127.0.0.1/", "private network"),
        ("http://[::1]/", "private network"),
        ("http://localhost:8123/", "private network"),
    ]:
        answer = phone.post(new_address(group), {**NEW, "address": address})
        assert answer.status_code == 422, address
        (error,) = Page(answer).all("p", id="address-error")
        assert problem in error.text, address


@pytest.mark.parametrize(
    ("typed", "stored"),
    [
        ("https://lampen.example/an?szene=rot#oben", "https://lampen.example/an?szene=rot"),
        ("https://lämpchen.example:8443", "https://xn--lmpchen-5wa.example:8443"),
        ("https://lamps.example/für alle", "https://lamps.example/f%C3%BCr%20alle"),
        ("https://lamps.example/a%20b?c=%2F&d=e", "https://lamps.example/a%20b?c=%2F&d=e"),
    ],
)
def test_an_address_is_stored_as_it_is_sent(phone, group, typed, stored):
    assert phone.post(new_address(group), {**NEW, "address": typed}).status_code == 302
    assert group.webhooks.get().address == stored


def test_an_operator_may_allow_private_networks(phone, group, settings):
    settings.WEBHOOKS_TO_PRIVATE_NETWORKS = True
    answer = phone.post(new_address(group), {**NEW, "address": "http://localhost:8123/on"})
    assert answer.status_code == 302


def test_a_change_keeps_the_secret_and_the_other_columns(phone, group):
    webhook = a_webhook(group, "https://lamps.example/", name="Lamps")
    secret = secret_of(webhook)
    fields = {**NEW, "name": "Chat", "format": "discord", "events": ["record.set"]}
    assert phone.post(address_of(webhook), fields).url == address_of(webhook)
    webhook.refresh_from_db()
    assert {name: getattr(webhook, name) for name in fields} == fields
    assert secret_of(webhook) == secret
    form = Page(phone.get(address_of(webhook))).form(address_of(webhook)).fields
    assert form["address"] == [NEW["address"]]
    assert form["events"] == ["record.set"]
    assert form["format"] == ["discord"]


def test_a_group_has_a_limited_number_of_webhooks(phone, group):
    for number in range(MOST):
        a_webhook(group, f"https://lamps.example/{number}")
    assert_refused(phone.post(new_address(group), NEW), f"This group has {MOST} of these already.")
    assert group.webhooks.count() == MOST


def test_a_webhook_of_another_group_is_not_found(phone, group):
    other = a_webhook(a_group(a_phone()), "https://lamps.example/")
    for action in ("", "test/", "renew/", "switch/", "delete/"):
        mine = f"/groups/{group.pk}/webhooks/{other.pk}/{action}"
        assert phone.post(mine, NEW).status_code == 404


# The secret


def test_the_secret_is_shown_once_and_only_to_the_device_that_made_it(phone, group):
    answer = phone.post(new_address(group), NEW)
    webhook = group.webhooks.get()
    assert secret_of(webhook) not in str(answer.cookies)
    shown = phone.get(answer.url)
    assert said_secrets(Page(shown)) == [secret_of(webhook)]
    assert "no-store" in shown.headers["Cache-Control"]
    assert said_secrets(Page(phone.get(answer.url))) == []


def test_a_renewed_secret_is_another_one_and_shown_once(phone, group):
    webhook = a_webhook(group, "https://lamps.example/")
    before = secret_of(webhook)
    answer = phone.post(address_of(webhook, "renew/"))
    webhook.refresh_from_db()
    assert secret_of(webhook) != before
    assert said_secrets(Page(phone.get(answer.url))) == [secret_of(webhook)]
    assert said_secrets(Page(phone.get(answer.url))) == []


def test_a_cookie_for_an_earlier_secret_shows_nothing(phone, group):
    webhook = a_webhook(group, "https://lamps.example/")
    address = phone.post(address_of(webhook, "renew/")).url
    other = a_phone()
    other.cookies = phone.cookies.copy()
    webhook.nonce = "0" * 32
    webhook.save()
    assert said_secrets(Page(other.get(address))) == []


# Trying it, switching it off, and deleting it


def test_a_test_is_sent_and_the_page_says_how_it_was_answered(phone, group, settings):
    settings.WEBHOOKS_TO_PRIVATE_NETWORKS = True
    settings.TASKS = IN_DATABASE
    with receiving() as receiver:
        webhook = a_webhook(group, receiver.address, language="de", events=[])
        address = phone.post(address_of(webhook, "test/")).url.partition("#")[0]
        waiting = Page(phone.get(address))
        assert "The test is on its way." in waiting.said
        (section,) = waiting.all("section", id="last-message")
        assert section.get("hx-get") == address
        phone.post(address_of(webhook, "test/"))  # impatient
        assert run_due() == 1
        (message,) = messages(receiver)
    assert message["type"] == "test"
    assert message["data"]["text"] == "Scorekeeper grüßt: Hier kommen Nachrichten an."
    assert message["data"]["group"] == {"id": group.pk, "name": group.name}
    page = Page(phone.get(address))
    assert "It arrived (answer 204)." in page.said
    (section,) = page.all("section", id="last-message")
    assert section.get("hx-get") is None


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (b"HTTP/1.1 404 Nothing\r\n\r\n", "It was refused (answer 404)."),
        (b"", "No connection, or no answer that makes sense."),
    ],
)
def test_a_failed_test_says_why_and_is_not_tried_again(phone, group, settings, answer, said):
    settings.WEBHOOKS_TO_PRIVATE_NETWORKS = True
    with receiving(answer) as receiver:
        webhook = a_webhook(group, receiver.address)
        address = phone.post(address_of(webhook, "test/")).url
        assert len(receiver.requests) == 1
    assert said in Page(phone.get(address)).said
    listed = Page(phone.get(f"/groups/{group.pk}/exchange/")).said
    assert "No message has arrived since" in listed
    webhook.refresh_from_db()
    assert (webhook.failures, webhook.retry_at) == (0, None)


def test_a_test_to_a_private_network_is_refused(phone, group):
    with receiving() as receiver:
        webhook = a_webhook(group, receiver.address)
        address = phone.post(address_of(webhook, "test/")).url
        assert receiver.requests == []
    assert "The address belongs to a private network." in Page(phone.get(address)).said


WAIT = "Only one test at a time. After one that failed or took long, wait a minute."


def ask_for_a_test(phone, webhook):
    """Return what its page then says."""
    return Page(phone.get(phone.post(address_of(webhook, "test/")).url)).said


def test_what_a_person_waits_for_comes_before_a_test(phone, group, settings):
    settings.TASKS = IN_DATABASE
    ask_for_a_test(phone, a_webhook(group, "https://lamps.example/"))
    assert DBTaskResult.objects.get().priority == deliver.priority < read_import.priority


def test_a_group_sends_one_test_at_a_time(phone, group, settings):
    settings.WEBHOOKS_TO_PRIVATE_NETWORKS = True
    settings.TASKS = IN_DATABASE
    with receiving() as receiver:
        one, other = (a_webhook(group, receiver.address, name=name) for name in ("One", "Two"))
        theirs = a_webhook(a_group(phone), receiver.address)
        assert WAIT not in ask_for_a_test(phone, one)
        assert WAIT in ask_for_a_test(phone, other)
        assert WAIT not in ask_for_a_test(phone, theirs)
        assert run_due() == 2
        assert WAIT not in ask_for_a_test(phone, other)
        assert run_due() == 1


@pytest.mark.parametrize(("answer", "seconds"), [(b"", 0), (OK, SLOW + 1)])
def test_after_a_test_that_failed_or_took_long_the_group_waits_a_minute(
    phone, group, settings, clock, monkeypatch, answer, seconds
):
    settings.WEBHOOKS_TO_PRIVATE_NETWORKS = True
    ticks = count(step=seconds)
    monkeypatch.setattr(tasks, "monotonic", lambda: next(ticks))
    with receiving(answer) as receiver:
        one, other = (a_webhook(group, receiver.address, name=name) for name in ("One", "Two"))
        assert WAIT in ask_for_a_test(phone, one)
        assert "on its way" not in ask_for_a_test(phone, one)
        assert WAIT in ask_for_a_test(phone, other)
        clock.pass_by(seconds=59)
        assert WAIT in ask_for_a_test(phone, other)
        assert len(receiver.requests) == 1
        clock.pass_by(seconds=2)
        assert WAIT not in Page(phone.get(address_of(other))).said
        ask_for_a_test(phone, other)
        assert len(receiver.requests) == 2
        clock.set_back(days=1)
        assert WAIT not in Page(phone.get(address_of(other))).said


@pytest.mark.parametrize("due", [[1, 1], [0, 2]], ids=["alone", "with the next one"])
def test_a_test_that_waited_for_too_long_is_not_sent(phone, group, settings, clock, due):
    settings.WEBHOOKS_TO_PRIVATE_NETWORKS = True
    settings.TASKS = IN_DATABASE
    with receiving() as receiver:
        webhook = a_webhook(group, receiver.address)
        ask_for_a_test(phone, webhook)
        clock.pass_by(seconds=61)
        assert not due[0] or run_due() == due[0]
        assert receiver.requests == []
        ask_for_a_test(phone, webhook)
        assert run_due() == due[1]
        assert len(receiver.requests) == 1


def test_a_test_that_nobody_sent_is_not_waited_for(phone, group, settings, clock):
    settings.TASKS = IN_DATABASE
    webhook = a_webhook(group, "https://lamps.example/")
    address = phone.post(address_of(webhook, "test/")).url
    clock.pass_by(seconds=61)
    page = Page(phone.get(address))
    assert "on its way" not in page.said
    assert "No message so far" in page.said


def test_a_webhook_can_be_switched_off_and_on(phone, group):
    webhook = a_webhook(group, "https://lamps.example/")
    for fields, active in (({}, False), ({"on": "1"}, True)):
        assert phone.post(address_of(webhook, "switch/"), fields).url == address_of(webhook)
        webhook.refresh_from_db()
        assert webhook.active == active
        assert Group.objects.get(pk=group.pk).has_webhooks == active
        assert ("Switch on" in Page(phone.get(address_of(webhook))).said) != active


def test_a_webhook_is_deleted_after_a_second_question(phone, group):
    webhook = a_webhook(group, "https://lamps.example/")
    sure = phone.post(address_of(webhook, "delete/"))
    assert sure.status_code == 200
    assert Webhook.objects.exists()
    fields = Page(sure).form(address_of(webhook, "delete/")).fields
    assert phone.post(address_of(webhook, "delete/"), fields).url == f"/groups/{group.pk}/exchange/"
    assert not Webhook.objects.exists()
    assert not Group.objects.get(pk=group.pk).has_webhooks
