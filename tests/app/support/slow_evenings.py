"""Evenings, points, broken records and ended streaks, computed slowly and as simply as possible."""

from fractions import Fraction

from scorekeeper.statistics.breaks import FEWEST
from scorekeeper.statistics.records import records


def evenings(plays, pause):
    """The keys of the plays of each evening: it ends where nobody played for such a pause."""
    found = []
    for number, play in enumerate(plays):
        begins = [later.began_at for later in plays[number:]]
        ends = [earlier.played_at for earlier in plays[:number]]
        if not ends or min(begins) >= max(ends) + pause:
            found.append([])
        found[-1].append(play.pk)
    return found


def points(plays, scale):
    """Each player takes the mean of the places that those with the same total could have."""
    found = {}
    for play in plays:
        if not play.counts:
            continue
        ordered = sorted(play.places, key=lambda place: place.rank)
        worth = [*scale, *[0] * len(ordered)]
        for place in play.places:
            same = [worth[n] for n, other in enumerate(ordered) if other.rank == place.rank]
            found[place.player] = found.get(place.player, 0) + Fraction(sum(same), len(same))
    return found


def record_breaks(plays):
    """All records before each play, and after it: those that are others now."""
    found = []
    for number, play in enumerate(plays):
        before = {one.name: one for one in records(plays[:number])}
        for record in records(plays[: number + 1]):
            if record.play == play and reached(plays[:number], record.name) >= FEWEST:
                found.append(record)
                assert before[record.name].value != record.value
    return found


def reached(plays, name):
    """In how many plays there was something to compare."""
    return sum(any(one.name == name for one in records([play])) for play in plays)


def streak_ends(plays):
    """Player, length and play: each player's games as a line of wins and others."""
    found = []
    for player in {place.player for play in plays for place in play.places}:
        mine = [play for play in plays if play.counts and player in whom(play)]
        won = ["x" if player in play.winners else " " for play in mine]
        for number, play in enumerate(mine):
            length = len("".join(won[:number]).split(" ")[-1])
            if won[number] == " " and length >= FEWEST:
                found.append((player, length, play.pk))
    return sorted(found)


def whom(play):
    return [place.player for place in play.places]
