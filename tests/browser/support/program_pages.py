"""The pages about programs and their tokens; each function goes to one."""

from playwright.sync_api import expect

from scorekeeper.models import Group, Role
from scorekeeper.people.programs import make_token
from tests.browser.support.games_played import group_of
from tests.browser.support.pages import NAMES
from tests.browser.support.phone import Phone
from tests.browser.support.states import golden_pages, golden_state, long_pages, state


def a_group_with_programs() -> Group:
    """One program may do all that it was made for, the other's maker was removed."""
    group = group_of(NAMES)
    host = group.members.get()
    gone = group.members.create(device="gone", name=NAMES[1][:40], role=Role.HOST)
    make_token(group, host.pk, NAMES[0], Role.HOST)
    make_token(group, gone.pk, NAMES[1][:40], Role.VIEWER)
    group.members.programs().filter(maker=gone).update(role=0)
    return group


@state
def token_that_was_just_made(phone: Phone) -> None:
    phone.open(f"/groups/{group_of(NAMES).pk}/exchange/")
    phone.page.get_by_label("New program").fill(NAMES[0][:40])
    phone.press("Make a token")
    expect(phone.page.get_by_label("Copy it now")).to_be_visible()


@golden_state
def program_refused(phone: Phone) -> None:
    phone.open(f"/groups/{group_of(NAMES).pk}/exchange/", refusal=422)
    phone.press_until_answered("Make a token")
    expect(phone.page.get_by_role("alert")).to_be_visible()


@state
def description_for_programs(phone: Phone) -> None:
    phone.open("/api/v1/")
    phone.tap(phone.page.locator("summary").nth(4))


golden_pages(programs_of_a_group=lambda: f"/groups/{a_group_with_programs().pk}/exchange/")


long_pages(devices_and_programs=lambda: f"/groups/{a_group_with_programs().pk}/")
