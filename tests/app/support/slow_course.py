"""How a game went, computed from its entries as they are stored: slowly, without its rules."""


def course(game):
    """Margin, comeback and swing; `game`: see slow_statistics."""
    if len(game["players"]) < 2 or not game["entries"]:
        return {"margin": None, "comeback": None, "swing": None}
    points = [dict(part) for part in points_of(game)]
    return {
        "margin": margin(game),
        "comeback": max([0, *comebacks(game, points)]),
        "swing": max(swing(game, part) for part in points),
    }


def margin(game):
    """None where somebody is ranked below a worse total."""
    sign = 1 if game["lowest"] else -1
    for one, total in game["totals"].items():
        for other, more in game["totals"].items():
            if sign * total < sign * more and game["ranks"][one] > game["ranks"][other]:
                return None
    best, second, *_others = sorted(game["totals"].values(), reverse=not game["lowest"])
    return abs(best - second)


def comebacks(game, points):
    """How far each winner was behind, wherever all had had equally many turns."""
    for number in range(1, len(points) + 1):
        players = [who for who in game["players"] if not is_out(game, who, number)]
        turns = [sum(player in part for part in points[:number]) for player in players]
        if len(players) > 1 and len(set(turns)) == 1:
            totals = [sum(part.get(player, 0) for part in points[:number]) for player in players]
            best = min(totals) if game["lowest"] else max(totals)
            for player, total in zip(players, totals, strict=True):
                if player in game["winners"]:
                    yield abs(best - total)


def is_out(game, player, number):
    """Return whether the player has missed three throws in a row by this entry."""
    if game["game"] != "molkky":
        return False
    seat = str(game["players"].index(player))
    own = [entry["throw"] for entry in game["entries"][:number] if entry["player"] == seat]
    return any(own[n : n + 3] == [0, 0, 0] for n in range(len(own)))


def swing(game, part):
    points = [part.get(player, 0) for player in game["players"]]
    return max(points) - min(points)


def points_of(game):
    """The points of each entry, of the players that it is about."""
    entries, players = game["entries"], game["players"]
    if game["game"] == "molkky":
        return molkky_points(game)
    if game["game"] == "score_pad":
        return [named(players, entry["points"]) for entry in entries]
    return [
        named(players, entry["counts"])
        if "row" in entry
        else {players[int(entry["player"])]: sum(entry["counts"].values())}
        for entry in entries
    ]


def named(players, points):
    return {players[int(seat)]: number for seat, number in points.items()}


def molkky_points(game):
    """Exactly 20 wins; a throw over it leads back to 10."""
    found, totals = [], dict.fromkeys(game["players"], 0)
    for entry in game["entries"]:
        player = game["players"][int(entry["player"])]
        before = totals[player]
        totals[player] = before + entry["throw"] if before + entry["throw"] <= 20 else 10
        found.append({player: totals[player] - before})
    return found
