"""A model of Chimera Tricks for the tests: the rulebook, not the code of the game."""

from itertools import combinations


def score_by_rulebook(setup, entries):
    """Return the totals, for each round whether it counts, and whether the game is complete."""
    totals, counts, cards = [0] * setup.seats, [], None
    last = 1 if setup.options.short_match else setup.seats
    for entry in entries:
        possible = len(counts) < last
        possible = possible and (entry.grimoires is None) != (entry.points is None)
        if possible and entry.points is not None:
            possible = len(entry.points) == setup.seats and not any(entry.crystals.values())
            gained = [entry.points.get(seat, 0) for seat in range(setup.seats)]
        elif possible:
            hands = [list(entry.grimoires.get(seat, ())) for seat in range(setup.seats)]
            crystals = [entry.crystals.get(seat, 0) for seat in range(setup.seats)]
            possible = sum(map(len, hands)) == {3: 12, 4: 10}[setup.seats]
            possible = possible and all(
                0 <= n <= len(hand) for n, hand in zip(crystals, hands, strict=True)
            )
            possible = possible and not (setup.options.crystal_scarcity and sum(crystals) > 4)
            cards_here = sorted(value for hand in hands for value in hand)
            possible = possible and cards in (None, cards_here)
            if possible:
                cards = cards_here
                gained = [best_points(hand, n) for hand, n in zip(hands, crystals, strict=True)]
        counts.append(possible)
        if possible:
            totals = [total + points for total, points in zip(totals, gained, strict=True)]
    return tuple(totals), counts, counts.count(True) == last


def best_points(hand, crystals):
    """Return the points of the best use of the Crystals, after trying every one.

    The rulebook: "you may choose any negative-point Grimoire Card".
    """
    negative = [n for n, value in enumerate(hand) if value < 0]
    choices = (turned for size in range(crystals + 1) for turned in combinations(negative, size))
    return max(sum(-v if n in turned else v for n, v in enumerate(hand)) for turned in choices)
