"""The pages on which hosts connect other programs; each function goes to one."""

import re
from datetime import timedelta
from typing import Any

from django.utils import timezone
from playwright.sync_api import expect

from scorekeeper.models import Event, Group, Problem, Webhook
from scorekeeper.people.calendars import renew_calendar
from scorekeeper.webhooks.changes import create_webhook, switch_off_failing
from tests.browser.support.games_played import NAMES as PLAYERS
from tests.browser.support.games_played import group_of
from tests.browser.support.pages import NAMES
from tests.browser.support.phone import Phone
from tests.browser.support.states import golden_state, long_pages, long_state, pages_to_open, state

LAMPS = {
    "name": "Lamps",
    "address": "https://lamps.example/api/webhook/flash",
    "format": "standard",
    "language": "en",
    "events": [Event.ROUND, Event.WON],
}


def a_webhook(group: Group, **columns: Any) -> Webhook:
    webhook = create_webhook(group, "https://score.example", LAMPS)
    Webhook.objects.filter(pk=webhook.pk).update(**columns)
    return Webhook.objects.get(pk=webhook.pk)


def failed(group: Group) -> Webhook:
    now = timezone.now()
    since = {"failing_since": now - timedelta(days=1), "answered_at": now}
    webhook = a_webhook(group, name=NAMES[0][:40], problem=Problem.TOO_SLOW, **since)
    return switch_off_failing(webhook)


def page_of(webhook: Webhook) -> str:
    return f"/groups/{webhook.group_id}/webhooks/{webhook.pk}/"


@golden_state
def connecting_other_programs(phone: Phone) -> None:
    group, now = group_of(NAMES), timezone.now()
    renew_calendar(group, "en")
    failed(group)
    a_webhook(group, name="Chat", answered_at=now, status=204)
    a_webhook(group, name="Door", answered_at=now, status=500, failing_since=now)
    a_webhook(group, name="Gone", active=False)
    a_webhook(group)
    phone.open(f"/groups/{group.pk}/exchange/")
    for summary in phone.page.locator("[aria-labelledby=calendar] summary").all():
        phone.tap(summary)


@golden_state
def adding_a_program(phone: Phone) -> None:
    phone.open(f"/groups/{group_of(PLAYERS).pk}/webhooks/new/", refusal=422)
    phone.page.get_by_label("Address").fill("lamps.example")
    for event in (Event.STARTED, Event.RECORD, Event.WON):
        phone.tap(phone.page.locator("label.choice", has_text=str(event.label)))
    phone.press_until_answered("Add")
    expect(phone.page.get_by_role("alert")).to_be_visible()


@golden_state
def secret_of_a_program(phone: Phone) -> None:
    webhook = a_webhook(group_of(PLAYERS))
    phone.open(page_of(webhook))
    phone.tap(phone.page.locator("summary").first)
    phone.press("Renew the secret")
    field = phone.page.get_by_role("textbox", name="Secret")
    expect(field).to_have_value(re.compile("whsec_.{44}"))
    field.evaluate("field => { field.value = field.defaultValue = 'whsec_' + 'x'.repeat(44) }")


@long_state
def program_that_is_tested(phone: Phone) -> None:
    webhook = a_webhook(group_of(PLAYERS), tested_at=timezone.now())
    phone.open(page_of(webhook))
    phone.tap(phone.page.locator("summary").last)


@state
def deleting_a_program(phone: Phone) -> None:
    phone.open(page_of(a_webhook(group_of(PLAYERS))))
    phone.press("Delete")
    expect(phone.page.get_by_role("button", name="Delete")).to_be_visible()


def home_of_a_failed_program() -> str:
    failed(group_of(NAMES))
    return "/"


def group_of_a_failed_program() -> str:
    return f"/groups/{failed(group_of(PLAYERS)).group_id}/"


pages_to_open(home_of_a_failed_program=home_of_a_failed_program)

long_pages(
    program_that_failed=lambda: page_of(failed(group_of(PLAYERS))),
    nothing_connected=lambda: f"/groups/{group_of(PLAYERS).pk}/exchange/",
    group_of_a_failed_program=group_of_a_failed_program,
)
