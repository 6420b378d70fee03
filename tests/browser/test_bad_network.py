"""Nothing tapped is lost when the server is unreachable, even where the browser stores nothing."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.support.games_played import SECRET, a_round, game_of
from tests.browser.support.phone import Phone

pytestmark = pytest.mark.browser

NO_DISK = "Object.defineProperty(window, 'indexedDB', {value: undefined})"


@pytest.fixture
def phone(new_phone: Callable[..., Phone]) -> Phone:
    phone = new_phone(secret=SECRET)
    phone.page.add_init_script(NO_DISK)
    return phone


@pytest.fixture
def unsent(phone: Phone) -> Phone:
    """A phone that shows the browser's error page instead of the answer to its save."""
    game = game_of([a_round()])
    phone.open(f"/table/{game.pk}/")
    phone.open(f"/table/{game.pk}/round/1/correct/")
    phone.fill_round("Ben", 30, "Ben")
    phone.choose("Traps", "2")
    expect(phone.page.locator("#preview")).to_contain_text("Ben +110")
    phone.context.set_offline(True)
    phone.press("Save")
    expect(phone.page).to_have_url(re.compile("^chrome-error:"))
    phone.context.set_offline(False)
    return phone


def test_going_back_after_a_failed_submit_keeps_everything_tapped(unsent: Phone):
    unsent.page.go_back()
    expect(unsent.question("Who was the Chimera?").get_by_role("radio", name="Ben")).to_be_checked()
    expect(unsent.question("Bid").get_by_role("radio", name="30")).to_be_checked()
    expect(unsent.question("Traps").get_by_role("radio", name="2", exact=True)).to_be_checked()
    unsent.press("Save")
    expect(unsent.total("Ben")).to_have_text("110")


def test_reloading_after_a_failed_submit_saves_the_form(unsent: Phone):
    unsent.page.reload()
    expect(unsent.total("Ben")).to_have_text("110")
