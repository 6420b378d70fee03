"""The time to score whole games, by the rules alone."""

from collections.abc import Callable
from statistics import median
from timeit import repeat

from bench import big_fish, chimera, kit_games, score_pad, sheets, tricks, yahtzee
from bench.figure import Figure
from bench.site import Site
from games.hearts import rules as hearts
from games.molkky import rules as molkky
from games.wizard import rules as wizard

ROUNDS, PAD_ROUNDS, TIMES, REPEATS = 100, 50, 20, 30


def measure(site: Site) -> list[Figure]:
    rounds, turns, pad = chimera.rounds(ROUNDS), yahtzee.turns(), score_pad.rounds(PAD_ROUNDS)
    four, catches, sheet = tricks.rounds(), big_fish.catches(), sheets.entries()
    large = f"a score pad of {len(score_pad.NAMES)}, {PAD_ROUNDS} rounds, scored"
    return [
        measure_scoring(
            f"a Chimera game of {ROUNDS} rounds, scored",
            lambda: chimera.score_game(rounds, target=99_999),
        ),
        measure_scoring(
            f"a Yahtzee game of six, {len(turns)} turns, scored", lambda: yahtzee.score_game(turns)
        ),
        measure_scoring(
            f"a Big Fish game of six, {len(catches)} catches, scored",
            lambda: big_fish.score_game(catches),
        ),
        measure_scoring(
            f"a score sheet of six, {len(sheet)} rows, scored", lambda: sheets.score_game(sheet)
        ),
        measure_scoring(large, lambda: score_pad.score_game(pad), "< 5 ms"),
        measure_scoring(
            f"a Chimera Tricks game of four, {len(four)} rounds, scored",
            lambda: tricks.score_game(four),
        ),
        *measure_kit_games(),
    ]


def measure_kit_games() -> list[Figure]:
    """The games whose rounds the kit scores. Wizard has at most twenty rounds, so five games."""
    rounds, hands = kit_games.wizard_rounds(), kit_games.hearts_rounds(ROUNDS)
    throws = kit_games.throws(4, ROUNDS)
    return [
        measure_scoring(
            f"five Wizard games of {len(rounds)} rounds, scored",
            lambda: [kit_games.score_game(wizard.game, 3, rounds) for _game in range(5)],
        ),
        measure_scoring(
            f"a Mölkky game of four, {len(throws)} throws, scored",
            lambda: kit_games.score_game(molkky.game, 4, throws),
        ),
        measure_scoring(
            f"a Hearts game of six, {len(hands)} rounds, scored",
            lambda: kit_games.score_game(hearts.game, 6, hands, target=99_999),
        ),
    ]


def measure_scoring(what: str, score: Callable[[], object], aim: str = "< 2 ms") -> Figure:
    seconds = repeat(score, number=TIMES, repeat=REPEATS)
    return Figure(what, f"{median(seconds) / TIMES * 1000:.2f} ms", aim)
