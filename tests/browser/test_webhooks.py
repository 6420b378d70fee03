"""A host connects another program, and tries it."""

import re

from playwright.sync_api import expect
from pytest_django import Settings

from tests.app.support.webhooks import IN_DATABASE, messages, run_due
from tests.browser.support.games_played import group_of
from tests.browser.support.phone import Phone
from tests.support.receiver import receiving


def test_a_host_adds_a_program_and_sees_the_answer_to_a_test_arrive(
    phone: Phone, settings: Settings
):
    settings.WEBHOOKS_TO_PRIVATE_NETWORKS = True
    settings.TASKS = IN_DATABASE
    phone.open(f"/groups/{group_of().pk}/")
    phone.follow("Import and export")
    phone.follow("Add an address")
    with receiving() as receiver:
        phone.page.get_by_label("Name").fill("Lamps")
        phone.page.get_by_label("Address").fill(receiver.address)
        phone.press("Add")
        secret = phone.page.get_by_role("textbox", name="Secret")
        expect(secret).to_have_value(re.compile("whsec_.{44}"))
        phone.press("Send a test")
        expect(phone.page.get_by_text("The test is on its way.")).to_be_visible()
        assert run_due() == 1
        expect(phone.page.get_by_text("It arrived (answer 204).")).to_be_visible()
        assert [message["type"] for message in messages(receiver)] == ["test"]
    expect(secret).to_be_hidden()
