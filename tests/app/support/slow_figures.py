"""The figures of all_figures, computed again from every entry: slowly and simply."""

from datetime import timedelta
from statistics import mean, median, stdev

from django.utils.timezone import localdate

from scorekeeper.statistics.plays import Place, Play
from tests.app.support import slow_evenings
from tests.app.support import slow_statistics as slow
from tests.app.support.all_figures import SCALE, SEASON
from tests.app.support.slow_rates import rates
from tests.app.support.slow_years import SlowYear

PAUSE = timedelta(hours=6)


class SlowFigures:
    """The figures of a group. A kind is named by its first game that counts, as in all_figures."""

    def __init__(self, group):
        self.games = sorted(slow.games_of(group), key=lambda game: (game["ended"], game["pk"]))
        self.players = list(group.players.values_list("pk", flat=True))
        self.complete = [game for game in self.games if not game["early"]]
        self.comparable = [game for game in self.complete if game["compares"]]
        firsts = {game["kind"]: game["pk"] for game in reversed(self.comparable)}
        for game in self.comparable:
            game["kind"] = firsts[game["kind"]]
        self.plays = [play_of(game) for game in self.games]
        self.records = {
            (kind, record[0]): record[1:]
            for kind in {game["kind"] for game in self.comparable}
            for record in slow.records([g for g in self.comparable if g["kind"] == kind])
        }

    def all(self):
        found = dict(self.of_group())
        for evening in slow_evenings.evenings(self.plays, PAUSE):
            found |= {(evening[0], *name): value for name, value in self.of_evening(evening)}
        for player in self.players:
            found |= {(player, *name): value for name, value in self.of_player(player)}
            found |= {(player, *name): value for name, value in self.of_years(player)}
        found |= dict(self.of_years(None))
        return found | dict(rates(self.complete))

    def of_group(self):
        yield ("h-index",), slow.h_index(self.games)
        for family in {game["family"] for game in self.complete}:
            played = [game for game in self.complete if game["family"] == family]
            times = [game["taken"].total_seconds() for game in played if game["taken"]]
            yield (*family, "played"), len(played)
            yield (*family, "usual time"), timedelta(seconds=median(times)) if times else None
        yield from self.months()
        for name, (value, pk, holders) in self.records.items():
            yield name, (value, pk, list(holders))
        yield from self.breaks()
        for player, length, pk in slow_evenings.streak_ends(self.plays):
            yield (pk, "ends the streak of", player), length
        for player in self.players:
            games, *won, _by_chance = slow.wins(self.games, player)
            if games:
                yield ("league", player), (games, *won)
        yield from self.season()

    def months(self):
        days = [game["day"] for game in self.complete]
        month = min(days, default=None)
        while month and (month.year, month.month) <= (max(days).year, max(days).month):
            month = month.replace(day=1)
            same = [day for day in days if (day.year, day.month) == (month.year, month.month)]
            yield (month, "games"), len(same)
            month += timedelta(days=31)

    def breaks(self):
        """Each record of a kind that a game set after three others that had one to compare."""
        for number, game in enumerate(self.comparable):
            same = [one for one in self.comparable[:number] if one["kind"] == game["kind"]]
            before = {name: value for name, value, _pk, _who in slow.records(same)}
            for name, value, pk, who in slow.records([*same, game]):
                if pk == game["pk"] and known(name, same) >= 3:
                    assert before[name] != value
                    yield (pk, "broke", name), (value, pk, list(who))

    def season(self):
        first, last = SEASON
        evenings = [
            evening
            for evening in slow_evenings.evenings(self.plays, PAUSE)
            if first <= localdate(self.began(evening)) <= last
        ]
        yield ("season", "evenings"), [evening[0] for evening in evenings]
        plays = [play for play in self.plays if any(play.pk in evening for evening in evenings)]
        for player, points in slow_evenings.points(plays, SCALE).items():
            yield ("season", player), points

    def began(self, evening):
        return min(game["began"] for game in self.games if game["pk"] in evening)

    def of_evening(self, evening):
        games = [game for game in self.games if game["pk"] in evening]
        yield ("evening",), evening
        yield ("began",), self.began(evening)
        yield ("ended",), max(game["ended"] for game in games)
        yield ("players",), sorted({player for game in games for player in game["players"]})
        won = {player: slow.wins(games, player)[1] for player in self.players}
        most = max(won.values())
        yield ("most wins",), most
        yield ("won most",), sorted(player for player in won if won[player] == most > 0)
        plays = [play for play in self.plays if play.pk in evening]
        for player, points in slow_evenings.points(plays, SCALE).items():
            yield ("points", player), points

    def of_player(self, player):
        games, wins, shared, expected = slow.wins(self.games, player)
        yield ("games",), games
        yield ("wins",), wins
        yield ("shared",), shared
        yield ("share",), wins / games if games > 2 else None
        yield ("by chance",), round(expected / games, 9) if games > 2 else None
        mine = slow.of_player(self.complete, player)
        yield ("solo",), sum(game["players"] == [player] for game in mine)
        present, longest = slow.streaks(self.games, player)
        yield ("present streak",), present
        yield ("longest streak",), longest
        last = slow.of_player(slow.that_count(self.games), player)[-10:]
        for place, game in enumerate(last):
            yield ("last", place), game["pk"]
        yield from self.opponents(player)
        for family in {game["family"] for game in mine}:
            played = [game for game in mine if game["family"] == family]
            yield (*family, "games"), len(played)
            yield (*family, "wins"), slow.wins(played, player)[1]
            yield (*family, "last on"), played[-1]["day"]
        for kind in {game["kind"] for game in mine if game["compares"]}:
            played = [game for game in mine if game["kind"] == kind]
            yield from self.totals(kind, played, player)
        for (kind, name), (value, pk, holders) in self.records.items():
            lowest = next(game["lowest"] for game in self.games if game["pk"] == pk)
            if player in holders and name != ("highest" if lowest else "lowest"):
                yield (kind, "holds", name), value

    def opponents(self, player):
        often = {}  # of those met often enough: a value that is the higher, the more often above
        rarely = {}
        for other, (above, below, level) in slow.pairings(self.games, player).items():
            met = above + below + level
            share = (above + level / 2) / met if met > 2 else None
            yield (other, "above"), above
            yield (other, "below"), below
            yield (other, "level"), level
            yield (other, "share"), share
            if met > 2 and above > below:
                often[other] = (share, met, above)
            if met > 2 and above < below:
                rarely[other] = (1 - share, met, below)
        for name, ways in (("nemesis", rarely), ("favourite", often)):
            most = max(ways.values(), default=None)
            yield (name,), sorted(other for other, way in ways.items() if way == most)

    def totals(self, kind, games, player):
        reached = [game["totals"][player] for game in games]
        best = min(reached) if games[0]["lowest"] else max(reached)
        yield (kind, "best"), best
        yield (kind, "best in"), games[reached.index(best)]["pk"]
        yield (kind, "mean"), round(mean(reached), 9)
        yield (kind, "median"), median(reached)
        yield (kind, "spread"), round(stdev(reached), 9) if len(reached) > 1 else None
        yield (kind, "last"), reached[-1]

    def of_years(self, player):
        for year in {game["day"].year for game in self.complete}:
            slow_year = SlowYear(self.plays, year, player)
            if slow_year.complete:
                yield from self.of_year(slow_year)
                yield from self.broken(year, player)

    def of_year(self, year):
        name = year.year
        times = [play.duration.total_seconds() for play in year.counted if play.duration]
        yield (name, "games"), len(year.counted)
        yield (name, "solo"), len(year.complete) - len(year.counted)
        yield (name, "time"), sum(times)
        yield (name, "closest"), min(year.margins(), default=None)
        yield (name, "clearest"), max(year.margins(), default=None)
        yield (name, "comeback"), max(year.comebacks(), default=None)
        length, players = year.longest_streaks()
        yield (name, "longest streak"), length
        yield (name, "streaks of"), players
        yield (name, "new games"), sorted(map(tuple, year.new_families()))
        yield (name, "nemesis"), year.worst_pairs()
        for family in {play.family for play in year.complete}:
            same = [play for play in year.complete if play.family == family]
            yield (name, "played", *family), len(same)
        for player, won in year.wins().items():
            yield (name, "wins", player), won
        for player, number in year.attendance().items():
            yield (name, "came", player), number
        for month, number in year.months().items():
            yield (name, "month", month), number
        for evening, number in zip(year.evenings(), year.games_in_evenings(), strict=True):
            yield (name, "evening", evening[0]), number

    def broken(self, year, player):
        """Records that stand at the end of the year and beat one of earlier years."""
        until = [game for game in self.comparable if game["day"].year <= year]
        for kind in {game["kind"] for game in until}:
            same = [game for game in until if game["kind"] == kind]
            before = [game for game in same if game["day"].year < year]
            worst = "highest" if same[0]["lowest"] else "lowest"
            for name, value, pk, holders in slow.records(same):
                hers = player is None or (player in holders and name != worst)
                if hers and known(name, before) >= 3 and pk not in [one["pk"] for one in before]:
                    yield (year, kind, "broke", name), value


def known(name, games):
    figure, _best = slow.FIGURES[name]
    return sum(figure(game) is not None for game in games)


def play_of(game):
    """A Play of the app, from figures that were computed here."""
    places = [
        Place(player, game["totals"][player], game["ranks"][player], player in game["winners"])
        for player in game["players"]
    ]
    slug, title = game["family"]
    taken = game["taken"] or timedelta()
    return Play(
        places=tuple(places),
        pk=game["pk"],
        game=slug,
        title=title if slug in ("score_pad", "score_sheet") else "",
        kind=game["kind"] if game["compares"] else "",
        lowest_wins=game["lowest"],
        started_at=game["ended"] - taken,
        played_at=game["ended"],
        finished_at=game["ended"],
        ended_early=game["early"],
        rounds=len(game["entries"]),
        margin=game["margin"],
        comeback=game["comeback"],
        swing=game["swing"],
    )
