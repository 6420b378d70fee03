"""The figures that games count beside totals, from every entry: slowly and simply."""


def rates(games):
    """The figures of `games`, the first played first, by family, figure and player."""
    for family in {game["family"] for game in games}:
        same = [game for game in games if game["family"] == family]
        names = {(key, player) for game in same for key, player in counted(game)}
        for key, player in names:
            having = [game for game in same if (key, player) in counted(game)]
            values = [counted(game)[key, player] for game in having]
            name = family, *key, player
            yield (*name, "games"), len(values)
            yield (*name, "sum"), sum(value for value, _chances in values)
            yield (*name, "chances"), sum(chances for _value, chances in values)
            if key[0] in ("best_round", "row"):
                points = [value for value, _chances in values]
                best = min(points) if key[2] else max(points)
                yield (*name, "best"), best
                yield (*name, "best in"), having[points.index(best)]["pk"]


def counted(game):
    """By figure, with whether the lowest total wins where it is points, and player: its value and
    the chances.
    """
    found = {}
    for number, player in enumerate(game["players"]):
        for (key, detail), value in FIGURES[game["game"]](game, number):
            in_points = key in ("best_round", "row")
            found[(key, detail, in_points and game["lowest"]), player] = value
    return found


def of_pad(game, seat):
    points = [one["points"][str(seat)] for one in game["entries"] if str(seat) in one["points"]]
    if points:
        yield ("best_round", ""), (min(points) if game["lowest"] else max(points), 0)


def of_sheet(game, seat):
    for entry in game["entries"]:
        if "row" in entry:
            yield ("row", entry["row"]), (entry["counts"][str(seat)], 0)
        elif entry["player"] == str(seat):
            for row, points in entry["counts"].items():
                yield ("row", row), (points, 0)


def of_molkky(game, seat):
    throws = [entry["throw"] for entry in game["entries"] if entry["player"] == str(seat)]
    if throws:
        yield ("misses", ""), (throws.count(0), len(throws))
        yield ("twelves", ""), (throws.count(12), 0)


FIGURES = {"score_pad": of_pad, "score_sheet": of_sheet, "molkky": of_molkky}
