"""The rules of every game."""

from tests.browser.support.phone import Phone
from tests.browser.support.states import Go, long_state, state
from tests.support.shipped_games import SHIPPED


def rules_of(slug: str) -> Go:
    def go(phone: Phone) -> None:
        phone.open(f"/rules/{slug}/")

    go.__name__ = f"rules_of_{slug}"
    return go


for slug in SHIPPED:
    state(rules_of(slug))


@long_state
def rules_in_a_language_without_spaces(phone: Phone) -> None:
    phone.open("/rules/big_fish/?language=ja")
