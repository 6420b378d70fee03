"""The pages by which an entry goes from a phone without a network to another one."""

from uuid import uuid4

from playwright.sync_api import expect

from scorekeeper.models import GameSession, Member, Role
from tests.browser.support.games_played import game_of
from tests.browser.support.outbox import enter_offline, go_offline
from tests.browser.support.pages import NAMES
from tests.browser.support.phone import Phone
from tests.browser.support.states import golden_state, long_state, state
from tests.support.codes import code_from

OTHER = "Maria Magdalenas altes Handy mit Sprung"


@golden_state
def codes_of_two_rounds_that_wait(phone: Phone) -> None:
    game = game_of(names=NAMES, target=5000)
    phone.open(f"/table/{game.pk}/enter/")
    go_offline(phone)
    for bid in (20, 40):
        enter_offline(phone, bid, first_out=1)
    phone.press("Save it through another phone")
    expect(phone.page.locator("dialog [data-link]")).to_be_visible()
    expect(phone.page.locator("body")).to_have_attribute("data-lost", "true")


@golden_state
def round_from_another_phone(phone: Phone) -> None:
    code = code_of(game_of(names=NAMES), bid="40", first_out="1", idle_hunters="2")
    phone.open(f"/take/#{code}")
    expect(phone.page.get_by_role("button", name="Save")).to_be_visible()


@long_state
def round_from_another_phone_that_the_rules_refuse(phone: Phone) -> None:
    phone.open(f"/take/#{code_of(game_of(names=NAMES), bid='7')}")
    expect(phone.page.get_by_role("alert")).to_be_visible()


@state
def code_that_was_changed(phone: Phone) -> None:
    phone.open(f"/take/#{code_of(game_of(names=NAMES))[:-1]}", refusal=422)
    expect(phone.page.get_by_role("alert")).to_be_visible()


def code_of(game: GameSession, **fields: str) -> str:
    """The code of the first round, from a phone with a long name."""
    sender = Member.objects.create(
        group=game.group, device=uuid4().hex, role=Role.SCORER, name=OTHER
    )
    stamp = {"slot": "1", "revision": "0", "submission": str(uuid4())}
    return code_from(
        game.pk, sender.pk, stamp | {"chimera": "0", "bid": "20", "first_out": "0"} | fields
    )
