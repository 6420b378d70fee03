"""The figures of statistics, computed again from every entry: slowly, and as simply as possible."""

from collections import Counter
from datetime import timedelta
from fractions import Fraction
from unicodedata import normalize

from django.utils.timezone import localdate

from scorekeeper.models import GameSession
from scorekeeper.tables.table import Table
from tests.app.support.slow_course import course


def games_of(group):
    """All finished games that were not deleted, the first played first, as dicts."""
    sessions = GameSession.objects.filter(group=group, deleted_at=None)
    tables = [Table.of(session) for session in sessions.order_by("played_at", "pk")]
    return [game_of(table) for table in tables if table.board.finished]


def game_of(table):
    """`began` is `ended` if the time between says nothing: less than a minute, or over 12 hours."""
    players = [seat.player_id for seat in table.seats]
    options = table.log.setup_data["options"]
    title = options.get("title", "")
    ended, entries = end_of(table), [entry.data for entry in table.log.entries]
    taken = ended - table.session.started_at
    known = timedelta(minutes=1) <= taken <= timedelta(hours=12)
    game = {
        "pk": table.session.pk,
        "game": table.game.slug,
        "players": players,
        "entries": entries,
        "began": table.session.started_at if known else ended,
        "ended": ended,
        "taken": taken if known else None,
        "day": localdate(ended),
        "title": normalize("NFKC", table.display_title).casefold(),
        "family": (table.game.slug, normalize("NFKC", title).casefold()),
        "kind": normalize("NFKC", f"{table.game.slug}{table.setup.options}").casefold(),
        "compares": bool(title) or "title" not in options,
        "lowest": table.lowest_wins,
        "early": table.setup.ended_early and not (entries and has_no_end(table)),
        "totals": dict(zip(players, table.board.totals, strict=True)),
        "ranks": dict(zip(players, table.board.ranks, strict=True)),
        "winners": [players[seat] for seat in table.winners],
    }
    return {**game, **course(game)}


def end_of(table):
    """When the last round was first entered, or when the table ended the game."""
    ends = [one.at for one in table.log.revisions[0] if one.data["ended_early"]]
    return ends[0] if ends else table.log.revisions[table.log.entries[-1].slot][0].at


def has_no_end(table):
    options = table.log.setup_data["options"]
    return "rows" in options or (options.get("target"), options.get("rounds")) == (None, None)


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


def records(games):
    """By kind and name: the value, and who holds it."""
    return {
        (name, value, game["pk"], tuple(sorted(holders)))
        for kind in {game["kind"] for game in games}
        for name, value, game, holders in records_of_kind(
            [game for game in games if game["kind"] == kind and not game["early"]]
        )
    }


def records_of_kind(games):
    """Each name with the value, the first game that reached it, and who holds it."""
    for name, (figure, best) in FIGURES.items():
        known = [(figure(game), game) for game in games if figure(game) is not None]
        if known:
            value = best(value for value, _game in known)
            first = next(game for one, game in known if one == value)
            yield name, value, first, holders(name, value, first)


def holders(name, value, game):
    """Everyone with the worst total; of those with the best one who did not go out."""
    if name not in ("highest", "lowest"):
        return game["winners"]
    reached = [who for who, total in game["totals"].items() if total == value]
    is_best = (name == "lowest") == game["lowest"]
    return [who for who in reached if who in game["winners"]] if is_best else reached


def counted(name):
    """A figure of games that count; 0 is none."""
    return lambda game: (game[name] or None) if len(game["totals"]) > 1 else None


def minutes(game):
    """Half a minute counts as one."""
    if game["taken"] is None or len(game["totals"]) < 2:
        return None
    return int((game["taken"].total_seconds() + 30) // 60)


def best_total(game):
    return game["totals"][game["winners"][0]]


FIGURES = {
    "highest": (lambda g: max(g["totals"].values()) if g["lowest"] else best_total(g), max),
    "lowest": (lambda g: best_total(g) if g["lowest"] else min(g["totals"].values()), min),
    "closest": (counted("margin"), min),
    "clearest": (counted("margin"), max),
    "comeback": (counted("comeback"), max),
    "longest": (minutes, max),
}


def h_index(games):
    counts = Counter(game["family"] for game in games if not game["early"])
    return max(h for h in range(len(games) + 1) if sum(n >= h for n in counts.values()) >= h)
