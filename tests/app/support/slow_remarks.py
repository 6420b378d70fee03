"""Remarks on a game, slow and simple: from the totals of all games in order.

A game is a dict: of player to total. The highest wins; there are no more games than are read.
"""


def remarkable(games, index):
    """All sentences about a game, but of the first wins over somebody only which players."""
    now, before = games[index], games[:index]
    found = set()
    for name in now:
        wins = wins_in_a_row(before, name)
        if len(now) == 1:
            continue
        if won(now, name) and wins >= 2:
            found.add(f"{wins + 1} wins in a row for {name}")
        if not won(now, name) and wins >= 3:
            found.add(f"{name}’s streak of {wins} wins ends")
    if len(before) > 2 and max(now.values()) > max(max(game.values()) for game in before):
        found.add("Highest Golf total ever")
    if margin(now):
        margins = [margin(game) for game in before if margin(game)]
        if len(margins) > 2 and margin(now) < min(margins):
            found.add("Closest Golf ever")
        if len(margins) > 2 and margin(now) > max(margins):
            found.add("Clearest Golf win ever")
    return found


def first_wins(games, index):
    """Each winner and loser of whom the winner was not above in four or more last meetings."""
    now = games[index]
    found = set()
    for one in now:
        for two in now:
            met = [game for game in games[:index] if one in game and two in game]
            behind = [game[one] <= game[two] for game in met[-4:]]
            if won(now, one) and not won(now, two) and len(behind) == 4 and all(behind):
                found.add((one, two))
    return found


def wins_in_a_row(games, name):
    number = 0
    for game in reversed([game for game in games if name in game and len(game) > 1]):
        if not won(game, name):
            return number
        number += 1
    return number


def won(game, name):
    return game[name] == max(game.values())


def margin(game):
    """The winner's lead; 0 for a shared win, and for one who played alone."""
    totals = sorted(game.values(), reverse=True)
    return totals[0] - totals[1] if len(totals) > 1 else 0
