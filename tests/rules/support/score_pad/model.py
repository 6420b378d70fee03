"""A model of a score pad for the tests: columns of numbers, not the code of the game."""


def score_by_rulebook(setup, entries):
    """Return the totals, for each round whether it counts, and whether the game is complete."""
    options, seats = setup.options, range(setup.seats)
    for count in range(1, len(entries) + 1):
        totals = [sum(entry.points.get(seat, 0) for entry in entries[:count]) for seat in seats]
        if count == options.rounds or (options.target and max(totals) >= options.target):
            return totals, [n < count for n in range(len(entries))], True
    totals = [sum(entry.points.get(seat, 0) for entry in entries) for seat in seats]
    return totals, [True] * len(entries), False
