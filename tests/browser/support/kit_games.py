"""Games whose forms are made from questions: started and played, and the taps in their forms."""

from collections.abc import Iterable, Sequence
from typing import Any

from playwright.sync_api import expect

from scorekeeper.models import GameSession
from tests.browser.support.games_played import NAMES, game_with
from tests.browser.support.phone import Phone, wait_until
from tests.browser.support.score_pads import TWENTY
from tests.support.entries import by_seat, wizard_round

SIX = ("Ana", "Ben", "Cho", "Dan", "Eve", "Fay")
LONG_SIX = (
    "Maximiliane",
    "Bartholomäus Konstantin",
    "Cho",
    "Wolfeschlegelsteinhausen",
    "김수한무",
    "Fay",
)
LONG_TWENTY = (*LONG_SIX, *TWENTY[6:])


def kit_game(
    slug: str, played: Iterable[dict[str, Any]] = (), names: Sequence[str] = NAMES, **options: Any
) -> GameSession:
    return game_with(slug, played, names, None, options)


def wizard_rounds(count: int, seats: int) -> list[dict[str, Any]]:
    """Rounds in which the first player wins every trick, having bid them only now and then."""
    return [
        wizard_round([n if n % 3 == 0 else 0, *[0] * (seats - 1)], [n, *[0] * (seats - 1)])
        for n in range(1, count + 1)
    ]


def throws(*points: int, seats: int = 3) -> list[dict[str, Any]]:
    """Throws of Mölkky in turn, while nobody is out."""
    return [{"player": n % seats, "throw": one} for n, one in enumerate(points)]


def taken(*numbers: int) -> dict[str, Any]:
    return {"taken": by_seat(numbers)}


def bid(phone: Phone, *numbers: int, names: Sequence[str] = NAMES) -> None:
    """Tap the bid of each player, and wait until the draft is kept."""
    for name, number in zip(names, numbers, strict=False):
        with phone.page.expect_response("**/draft/"):
            phone.count("Bids", name, number)
    wait_until(phone.page, "() => !document.querySelector('.htmx-request, [aria-busy]')")


def win_tricks(phone: Phone, *numbers: int, names: Sequence[str] = NAMES) -> None:
    for name, number in zip(names, numbers, strict=False):
        phone.count("Tricks", name, number)


def play_round(phone: Phone) -> None:
    phone.press("Play the round")
    expect(
        phone.page.get_by_text("begun:").or_(phone.page.get_by_text("is entering"))
    ).to_be_visible()
