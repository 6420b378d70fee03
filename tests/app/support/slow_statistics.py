"""The figures of statistics, computed again from every entry: slowly, and as simply as possible."""

from collections import Counter
from fractions import Fraction
from statistics import mean, median, stdev
from unicodedata import normalize

from django.utils.timezone import localdate

from scorekeeper.models import GameSession
from scorekeeper.tables.table import Table


def games_of(group):
    """All finished games that were not deleted, the first played first, as dicts."""
    sessions = GameSession.objects.filter(group=group, deleted_at=None)
    tables = [Table(session) for session in sessions.order_by("played_at", "pk")]
    return [game_of(table) for table in tables if table.board.finished]


def game_of(table):
    players = [seat.player_id for seat in table.seats]
    return {
        "pk": table.session.pk,
        "day": localdate(table.session.played_at),
        "title": normalize("NFKC", table.display_title).casefold(),
        "kind": normalize("NFKC", f"{table.display_title}{table.setup.options}").casefold(),
        "lowest": table.lowest_wins,
        "early": table.ended_early,
        "totals": dict(zip(players, table.board.totals, strict=True)),
        "ranks": dict(zip(players, table.board.ranks, strict=True)),
        "winners": [players[seat] for seat in table.winners],
    }


def that_count(games):
    return [game for game in games if not game["early"] and len(game["totals"]) > 1]


def of_player(games, player):
    return [game for game in games if player in game["totals"]]


def wins(games, player):
    """Games, wins, shared wins, and the wins by chance."""
    mine = of_player(that_count(games), player)
    won = [game for game in mine if player in game["winners"]]
    chance = sum(Fraction(1, len(game["totals"])) for game in mine)
    return len(mine), len(won), sum(len(game["winners"]) > 1 for game in won), float(chance)


def streaks(games, player):
    """The present and the longest."""
    won = "".join(
        "x "[player not in game["winners"]] for game in of_player(that_count(games), player)
    )
    runs = won.split(" ")
    return len(runs[-1]), max(map(len, runs))


def pairings(games, player):
    """By opponent: above, below, level."""
    found = {}
    for game in of_player(that_count(games), player):
        for other, rank in game["ranks"].items():
            if other != player:
                mine = game["ranks"][player]
                found.setdefault(other, Counter())["<>="[(mine > rank) + 2 * (mine == rank)]] += 1
    return {other: tuple(counts[sign] for sign in "<>=") for other, counts in found.items()}


def totals(games, player):
    """By kind: best, mean, median, spread, last."""
    found = {}
    for game in of_player(games, player):
        if not game["early"]:
            found.setdefault(game["kind"], []).append((game["totals"][player], game["lowest"]))
    return sorted(map(summary, found.values()))


def summary(reached):
    values = [total for total, _lowest in reached]
    best = min(values) if reached[0][1] else max(values)
    spread = stdev(values) if len(values) > 1 else -1
    return best, mean(values), median(values), spread, values[-1]


def records(games):
    """By kind and name: the value, and who holds it."""
    found = set()
    for kind in {game["kind"] for game in games}:
        same = [game for game in games if game["kind"] == kind and not game["early"]]
        for name, best in (("highest", max), ("lowest", min)):
            if same:
                value = best(total for game in same for total in game["totals"].values())
                first = next(game for game in same if value in game["totals"].values())
                holders = [who for who, total in first["totals"].items() if total == value]
                found.add((name, value, first["pk"], tuple(sorted(holders))))
        found |= win_records(that_count(same))
    return found


def win_records(games):
    margins = [(margin(game), game) for game in games]
    margins = [(value, game) for value, game in margins if value]
    found = set()
    for name, best in (("closest", min), ("clearest", max)):
        if margins:
            value = best(value for value, _game in margins)
            first = next(game for one, game in margins if one == value)
            found.add((name, value, first["pk"], tuple(sorted(first["winners"]))))
    return found


def margin(game):
    best, second, *_others = sorted(game["totals"].values(), reverse=not game["lowest"])
    return abs(best - second)


def h_index(games):
    counts = Counter(game["title"] for game in games if not game["early"])
    return max(h for h in range(len(games) + 1) if sum(n >= h for n in counts.values()) >= h)
