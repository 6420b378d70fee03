"""An export of BG Stats as people have it after some years: with its traps."""

from datetime import datetime, timedelta
from random import Random
from typing import Any
from uuid import UUID

GAMES = [
    {"id": 1, "name": "Catan", "highestWins": True},
    {"id": 2, "name": "Yahtzee", "highestWins": True},
    {"id": 3, "name": "Golf", "highestWins": False},
    {"id": 4, "name": "Pandemic", "highestWins": True, "cooperative": True, "noPoints": True},
    {"id": 5, "name": "Doppelkopf", "highestWins": True, "usesTeams": True},
    {"id": 6, "name": "카탄 듀얼", "highestWins": True},
    {"id": 7, "name": "Wizard", "highestWins": True},
]
PEOPLE = ["Ana", "Ben", "Cho", "Dmitri the Extraordinarily Patient One", "미나", "Zoë"]
COOPERATIVE, TEAMS, SOLO = 4, 5, 10


def export(plays: int = 924, seed: int = 1) -> dict[str, Any]:
    """Return the content of a BGStatsExport.json."""
    chance = Random(seed)  # noqa: S311 - no secret
    return {
        "challenges": [],
        "deletedObjects": [],
        "games": [
            {"uuid": f"game-{game['id']}", "bggId": 0, "noPoints": False, "isBaseGame": 1, **game}
            for game in GAMES
        ],
        "groups": [],
        "locations": [{"id": 1, "name": "Home", "uuid": "home"}],
        "players": [
            {"id": number, "uuid": f"player-{number}", "name": name, "isAnonymous": False}
            for number, name in enumerate(PEOPLE, 1)
        ],
        "plays": [play(number, chance) for number in range(plays)],
        "tags": [],
        "userInfo": {"appVersion": "6.8.2", "exportDate": "2026-03-01 12:00:00", "meRefId": 1},
    }


def play(number: int, chance: Random) -> dict[str, Any]:
    """Ranks are mostly 0, scores are sums, locations are missing, durations are 0."""
    game = chance.choice(GAMES)
    seats = chance.sample(range(1, len(PEOPLE) + 1), chance.choice([2, 3, 3, 4, 5]))
    at = datetime(2021, 1, 1, 20) + timedelta(hours=chance.randint(0, 24 * 365 * 4))  # noqa: DTZ001
    made: dict[str, Any] = {
        "uuid": str(UUID(int=chance.getrandbits(128))),
        "gameRefId": game["id"],
        "playDate": f"{at:%Y-%m-%d %H:%M:%S}",
        "playDateYmd": int(f"{at:%Y%m%d}"),
        "durationMin": chance.choice([0, 0, 0, 45]),
        "ignored": False,
        "usesTeams": bool(game.get("usesTeams")),
        "playerScores": scores(game, seats, chance),
    }
    if chance.random() < 0.5:
        made["locationRefId"] = 1
    if number % 7 == 0:
        made["comments"] = "rainy evening"
    return made


def scores(game: dict[str, Any], seats: list[int], chance: Random) -> list[dict[str, Any]]:
    points = [chance.randint(20, 400) for _seat in seats]
    if game["id"] == TEAMS:  # a team's score repeats for each of its members
        points = [points[place % 2] for place in range(len(seats))]
    best = max(points) if game["highestWins"] else min(points)
    won_together = chance.random() < 0.5
    return [
        {
            "playerRefId": player,
            "score": "" if game["id"] == COOPERATIVE else written(number, chance),
            "winner": won_together if game["id"] == COOPERATIVE else number == best,
            "rank": 0,
            "seatOrder": chance.choice([0, 0, place + 1]),
            "startPlayer": place == 0,
            "newPlayer": False,
        }
        for place, (player, number) in enumerate(zip(seats, points, strict=True))
    ]


def written(points: int, chance: Random) -> str:
    """Return the number, or now and then a sum."""
    if chance.random() < 0.8:
        return str(points)
    more = chance.randint(1, 50)
    return f"{points + more}-{more}"
