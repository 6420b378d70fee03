"""The rules of every game."""

from tests.browser.support.states import long_pages, pages_to_open
from tests.support.shipped_games import SHIPPED

for slug in SHIPPED:
    pages_to_open(**{f"rules_of_{slug}": f"/rules/{slug}/".__str__})

long_pages(rules_in_a_language_without_spaces=lambda: "/rules/big_fish/?language=ja")
