"""The size of pages of Chimera Tricks: forms, and the table page at the end."""

from collections.abc import Sequence

from bench.figure import Figure
from bench.site import Site
from bench.visit import kilobytes
from bench.visitor import Fields, Visitor
from games.chimera_tricks.round import Round
from games.chimera_tricks.rules import Options, game
from games.contract import Scoreboard, Seat, Setup

PLAYERS = ("Ana", "Ben", "Cho", "Dan")
CARDS = (7, 6, 4, 3, 2, 1, -2, -3, -5, -6)


def rounds() -> list[Round]:
    """A whole game, with other winners in each round."""
    return [make_round(number) for number in range(len(PLAYERS))]


def make_round(number: int) -> Round:
    won = {Seat(seat): tuple(CARDS[(seat + number) % 4 :: 4]) for seat in range(len(PLAYERS))}
    return Round(won, {Seat(number): 1, Seat((number + 1) % 4): 2})


def score_game(entries: Sequence[Round]) -> Scoreboard:
    return game.score(Setup(len(PLAYERS), Options()), entries)


def fields(entry: Round, known: bool) -> Fields:
    """The fields that a phone sends: values in the first round, then cards that are `known`."""
    crystals = [(f"crystals_{seat}", n) for seat, n in entry.crystals.items()]
    won = (entry.grimoires or {}).items()
    if not known:
        return [
            ("way", "values"),
            *((f"grimoires_{seat}", " ".join(map(str, values))) for seat, values in won),
            *crystals,
        ]
    chips = [f"{value} {seat}" for seat, values in won for value in values]
    return [("way", "cards"), *((f"won_{n}", chip) for n, chip in enumerate(chips)), *crystals]


def measure(site: Site) -> list[Figure]:
    visitor = Visitor(site.port)
    table = visitor.start("chimera_tricks", PLAYERS, [])
    forms = {}
    for slot, entry in enumerate(rounds(), 1):
        forms[slot] = len(visitor.get(f"{table}enter/").body)
        if (
            saved := visitor.send(visitor.entry_request(table, slot, fields(entry, slot > 1)))
        ).status != 302:
            raise RuntimeError(f"round {slot} was not saved: {saved.status}")
    return [
        Figure("Chimera Tricks, HTML of the form for round 1, gzipped", kilobytes(forms[1])),
        Figure(
            "Chimera Tricks, HTML of the form with 10 cards to tap, gzipped", kilobytes(forms[2])
        ),
        Figure(
            "Chimera Tricks, HTML of the table at the end, gzipped",
            kilobytes(len(visitor.get(table).body)),
            "≤ 10 KB",
        ),
    ]
