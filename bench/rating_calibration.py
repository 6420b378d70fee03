"""How honest the intervals of ratings are, in groups of players whose skills are known."""

from bench.figure import Figure
from tests.support.rated_games import (
    CLOSE,
    EQUAL,
    SIZES,
    SPREAD,
    Share,
    coverage,
    share_at_random,
    share_if_rounded,
    share_never,
    standard_errors,
)

VALUES = 2_400  # of z in each cell: the coverage is exact to 0.6 points of percentage
SKILLS = {"equal": EQUAL, "close": CLOSE, "spread": SPREAD}
AIM = "0.9–1.2, 87–93 %"


def measure() -> list[Figure]:
    return [
        *(
            describe(f"{name} skills", deviation, games, aim=AIM)
            for name, deviation in SKILLS.items()
            for games in (5, 10, 20, 40, 100, 200)
        ),
        *(describe("skills of sd 400", 400, games) for games in (5, 40, 200)),
        *measure_sharing("places shared at random", share_at_random, AIM),
        *measure_sharing("points rounded", share_if_rounded),
    ]


def measure_sharing(how: str, share: Share, aim: str = "") -> list[Figure]:
    return [
        describe(f"{name} skills, {how}", deviation, games, share, aim)
        for name, deviation in SKILLS.items()
        for games in (20, 100)
    ]


def describe(
    what: str, deviation: float, games: int, share: Share = share_never, aim: str = ""
) -> Figure:
    """Give the least and the greatest figure over groups of 3 to 6 players."""
    cells = [
        standard_errors(1_000 * size + games, deviation, games, VALUES // size, [size], share)
        for size in SIZES
    ]
    deviations, covered = [cell.std() for cell in cells], [coverage(cell) for cell in cells]
    return Figure(
        f"{what}, {games} games",
        f"sd of z {min(deviations):.2f}–{max(deviations):.2f}, "
        f"90 % intervals hold {min(covered):.1f}–{max(covered):.1f} %",
        aim,
    )
