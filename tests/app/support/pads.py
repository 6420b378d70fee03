"""Games of a score pad: a single round decides."""

from tests.app.support.factories import NAMES, a_game

GOLF = {"title": "Golf", "lowest_wins": False, "target": 50, "rounds": None}


def a_pad(phone, *points, names=NAMES, group=None, **options):
    """Finished, if somebody has 50 points."""
    entry = {"points": {str(seat): number for seat, number in enumerate(points)}}
    chosen = {**GOLF, **options}
    return a_game(
        phone, group, game="score_pad", names=names[: len(points)], options=chosen, rounds=[entry]
    )
