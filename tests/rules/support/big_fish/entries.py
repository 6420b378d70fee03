"""Entries and games of Big Fish for the tests, written as text."""

import re

from games.big_fish.rules import Catch, Count, Entry, Mistake, Options, game
from games.contract import Scoreboard, Seat, Setup, Text
from tests.rules.support.boards import ANA, NAMES, english

ENTRY = re.compile(
    r"(?:([A-Z][a-z]+) )?"
    r"(?:(mistake)|(\d+)-(\d+)((?: \w+=\w+)*)|(?:catch)?(.*?)(?: for (\w))?)"
)


def entry(text: str) -> Entry:
    """Return an entry, Ana's if it names nobody.

    "mistake", "R5 Y6 G1 R2 Y3" or "catch" without cards, with a bonus card "R5 Y6 G1 R2 Y3 for A",
    or piles: "33-19", "33-19 cards=8 ones=2 bonuses=AD".
    """
    match = ENTRY.fullmatch(text)
    assert match, text
    name, mistake, plus, minus, more, cards, bonus = match.groups()
    player = Seat(NAMES.index(name or "Ana"))
    if mistake:
        return Mistake(player)
    if plus is None:
        return Catch(player, tuple(cards.split()), bonus)
    numbers = dict(one.split("=") for one in more.split())
    cards, ones = (int(numbers[key]) if key in numbers else None for key in ("cards", "ones"))
    return Count(player, int(plus), int(minus), cards, ones, tuple(numbers.get("bonuses", "")))


def entries(*several: Entry | str) -> list[Entry]:
    """Return entries, of which some are texts: "6 times R6 R4 Y6 G2 B5; Ben mistake"."""
    result: list[Entry] = []
    for one in several:
        for text in one.split("; ") if isinstance(one, str) else ():
            times, what = re.fullmatch(r"(?:(\d+) times )?(.*)", text).groups()
            result += [entry(what)] * int(times or 1)
        result += [] if isinstance(one, str) else [one]
    return result


def advanced(drawn="A", seats=2, extra=False, ended_early=False) -> Setup[Options]:
    return Setup(seats, Options(advanced=True, drawn=drawn, a_is_extra=extra), ended_early)


def basic(seats=2, ended_early=False) -> Setup[Options]:
    return Setup(seats, Options(), ended_early)


def table(text: str) -> Setup[Options]:
    """Return a setup: "basic", "basic of 5", "A", "A+ of 3" where card A is an extra."""
    drawn, _of, seats = text.partition(" of ")
    size = int(seats or 2)
    return basic(size) if drawn == "basic" else advanced(drawn[0], size, drawn.endswith("+"))


def play(*several: Entry | str, setup: Setup[Options] | None = None) -> Scoreboard:
    return game.score(setup or basic(), entries(*several))


def holdings(board: Scoreboard, seat: Seat = ANA) -> list[str]:
    texts: tuple[Text, ...] = board.holdings[seat]
    return [english(text) for text in texts]
