"""A model of Wizard for the tests: the rulebook, not the code of the game."""


def score_by_rulebook(setup, entries):
    """Return the totals, for each round whether it counts, and whether the game is complete."""
    last = {3: 20, 4: 15, 5: 12, 6: 10}[setup.seats]
    if setup.options.rounds and setup.options.rounds < last:
        last = setup.options.rounds
    totals, counts = [0] * setup.seats, []
    for cards, entry in enumerate(entries, 1):
        possible = cards <= last and is_possible(setup, cards, entry)
        counts.append(possible)
        for seat in range(setup.seats) if possible else ():
            totals[seat] += points(entry.bids[seat], entry.tricks[seat])
    return tuple(totals), counts, counts.count(True) == last


def is_possible(setup, cards, entry):
    everyone = set(range(setup.seats))
    if set(entry.bids) != everyone or set(entry.tricks) != everyone:
        return False
    if not all(n in range(cards + 1) for n in (*entry.bids.values(), *entry.tricks.values())):
        return False
    if setup.options.forbid_even_bids and sum(entry.bids.values()) == cards:
        return False
    return sum(entry.tricks.values()) == cards


def points(bid, won):
    if bid == won:
        return 20 + 10 * won
    return -10 * (max(bid, won) - min(bid, won))
