"""A model of Hearts for the tests: the rules, not the code of the game."""


def score_by_rulebook(setup, entries):
    """Return the totals, for each round whether it counts, and whether the game is complete."""
    totals, counts, over = [0] * setup.seats, [], False
    for entry in entries:
        taken = [entry.taken.get(seat, 0) for seat in range(setup.seats)]
        possible = not over and min(taken) >= 0 and sum(taken) == 26
        counts.append(possible)
        if not possible:
            continue
        if max(taken) == 26:
            taken = moon(taken, setup.options.moon)
        totals = [total + points for total, points in zip(totals, taken, strict=True)]
        best = sorted(totals)
        over = best[-1] >= setup.options.target and best[0] < best[1]
    return tuple(totals), counts, over


def moon(taken, how):
    if how == "self":
        return [-26 if points == 26 else 0 for points in taken]
    return [0 if points == 26 else 26 for points in taken]
