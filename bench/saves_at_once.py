"""Rounds that 64 phones save at the same time, each in games of a group of its own."""

from collections.abc import Sequence
from typing import NamedTuple

from bench.chimera import rounds
from bench.load import Answers, load
from bench.visitor import Visitor

PHONES, TABLES, ROUNDS = 64, 4, 4


class Games(NamedTuple):
    """The requests that save all rounds, the first ones of all games first; and for each page."""

    saves: list[bytes]
    pages: list[bytes]


def start_games(ports: Sequence[int]) -> Games:
    games = [
        (phone, phone.start())
        for phone in (Visitor(ports[number % len(ports)]) for number in range(PHONES))
        for _ in range(TABLES)
    ]
    entries = rounds(ROUNDS)
    saves = [
        phone.round_request(table, slot, entries[slot - 1])
        for slot in range(1, ROUNDS + 1)
        for phone, table in games
    ]
    return Games(saves, [phone.request("GET", table) for phone, table in games])


def save_rounds(ports: Sequence[int], saves: Sequence[bytes]) -> Answers:
    """Return the answers, whose `a_second` is the rate. Each save is on the disk before it."""
    answers = load(ports, saves, connections=PHONES)
    if answers.statuses != {"302": len(saves)}:
        raise RuntimeError(f"not every round was saved: {answers.statuses}")
    return answers
