"""The figures of a year, slow and simple: every question goes through all games again."""

from datetime import timedelta

from django.utils.timezone import localdate

from tests.app.support.slow_evenings import evenings


class SlowYear:
    """The figures of all games of a group; `player`: None for everyone's."""

    def __init__(self, plays, year, player=None):
        self.plays, self.player = plays, player
        mine = [p for p in plays if player is None or player in players_of(p)]
        self.complete = [p for p in mine if not p.ended_early and year_of(p) == year]
        self.earlier = [p for p in mine if not p.ended_early and year_of(p) < year]
        self.counted = [p for p in self.complete if len(p.places) > 1]
        self.year = year

    def everyone(self):
        return {player for p in self.counted for player in players_of(p)}

    def wins(self):
        return {player: sum(won(p, player) for p in self.counted) for player in self.everyone()}

    def longest_streaks(self):
        """The length, and for each streak of it whose it is; no streak below two."""
        runs = []
        for player in [self.player] if self.player else self.everyone():
            mine = [p for p in self.counted if player in players_of(p)]
            line = "".join("x" if won(p, player) else " " for p in mine)
            runs += [(len(run), player) for run in line.split()]
        length = max([1, *(length for length, _player in runs)])
        return length, sorted(player for one, player in runs if one == length > 1)

    def won(self):
        return [p for p in self.counted if self.player is None or won(p, self.player)]

    def margins(self):
        return [p.margin for p in self.won() if p.margin]

    def comebacks(self):
        return [p.comeback for p in self.won() if p.comeback]

    def evenings(self):
        """The keys of the games of each evening of the group that has one that counts."""
        keys = {p.pk for p in self.counted}
        of_group = evenings(self.plays, timedelta(hours=6))
        return [evening for evening in of_group if keys & set(evening)]

    def games_in_evenings(self):
        mine = {p.pk for p in self.plays if self.player in {None, *players_of(p)}}
        return [len(mine & set(evening)) for evening in self.evenings()]

    def attendance(self):
        return {
            player: sum(
                any(player in players_of(p) for p in self.counted if p.pk in evening)
                for evening in self.evenings()
            )
            for player in self.everyone()
        }

    def months(self):
        months = [localdate(p.played_at).month for p in self.counted]
        return {month: months.count(month) for month in months}

    def new_families(self):
        return {p.family for p in self.complete} - {p.family for p in self.earlier}

    def worst_pairs(self):
        """Return who was most often below whom, among pairs who met three times or more and of whom
        one was more often below: by the share of their meetings, and then by their number.
        """
        ways = {}
        for one in [self.player] if self.player else self.everyone():
            for other in self.everyone() - {one}:
                met = [p for p in self.counted if {one, other} <= players_of(p)]
                ranks = [(p.place_of(one).rank, p.place_of(other).rank) for p in met]
                above, below = sum(a < b for a, b in ranks), sum(a > b for a, b in ranks)
                if len(met) > 2 and below > above:
                    ways[one, other] = ((below - above) / len(met), len(met), below)
        most = max(ways.values(), default=None)
        return sorted(pair for pair, way in ways.items() if way == most)


def players_of(play):
    return {place.player for place in play.places}


def won(play, player):
    return any(place.player == player and place.won for place in play.places)


def year_of(play):
    return localdate(play.played_at).year
