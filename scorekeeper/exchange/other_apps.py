"""Plays that other apps kept: of each, who sat there, their totals, and who won.

A game that we score by rules comes in with its totals only. Any other becomes a score pad with its
title: its totals are one round, unless the winners do not follow from them, or it was ended early.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import Any

from django.conf import settings
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from games import record, registry
from games.contract import AnyGame, Impossible
from games.dataclass_codec import MAX_NUMBER
from games.endless import call_rules
from games.kit.names import MAX_TITLE_LENGTH
from scorekeeper.exchange.plays import ImportedPlay, ImportFault, Refused, id_of_content, name_of
from scorekeeper.formats import without_breaks
from scorekeeper.tables.kinds import fold_title
from scorekeeper.tables.log import SETUP

SUM = re.compile(r"[+-]?\d+(?:[+-]\d+)*")
PART = re.compile(r"[+-]?\d+")
YUCATA_TIME = re.compile(r"/Date\((-?\d{1,15})\)/")


@dataclass
class AppResult:
    """A play as another app says it. `scores` are texts: sums, or "" where it kept none."""

    title: str
    names: Sequence[str]
    scores: Sequence[str]
    winners: Sequence[bool]
    ended_at: datetime
    minutes: int = 0
    lowest_wins: bool = False
    cooperative: bool = False
    starter: int | None = None
    uuid: str = ""
    comment: str = ""
    slug: str = ""
    ended_early: bool = False


def points_of(text: str) -> int:
    """Return the value of a score such as "1914-100". Raises Refused."""
    plain = text.replace("−", "-").replace(" ", "")
    if not SUM.fullmatch(plain) or len(plain) > 100:
        raise Refused(_("“%(text)s” is not a whole number.") % {"text": text[:40]})
    points = sum(int(part) for part in PART.findall(plain))
    if abs(points) > MAX_NUMBER:
        raise Refused(_("A total is not a whole number, or is too large."))
    return points


def play_of(place: str, result: AppResult) -> ImportedPlay:
    """Return the play as a game of ours. Raises Refused."""
    names = [name_of(name) for name in result.names]
    if not names:
        raise Refused(_("Nobody played."))
    if len({name.casefold() for name in names}) < len(names):
        raise Refused(_("Two players have the same name."))
    totals, winners = totals_of(result), winners_of(result)
    game, options = game_of(result, len(names))
    setup: dict[str, Any] = {"options": options, "ended_early": result.ended_early}
    if result.starter is not None:
        setup["starter"] = {"seat": result.starter, "round": 0}
    end = result.ended_at.isoformat()
    # In UTC, as local times cannot be subtracted from on a day when the clocks change.
    start = result.ended_at.astimezone(UTC) - timedelta(minutes=max(result.minutes, 0))
    history = [revision(SETUP, setup, end)]
    follow = winners == best_seats(totals, result.lowest_wins)
    if game.slug == "score_pad" and follow and not result.ended_early:
        setup["ended_early"] = True  # the pad has no end of its own
        points = {str(seat): total for seat, total in enumerate(totals)}
        history.append(revision(1, {"points": points}, end))
    else:
        setup["result"] = {"totals": totals, "winners": winners}
    return ImportedPlay(
        place=place,
        game=game.slug,
        people=names,
        seats=range(len(names)),
        started_at=start.isoformat(),
        played_at=end,
        finished_at=end,
        history=history,
        uuid=result.uuid,
        comment=result.comment,
    )


def revision(slot: int, data: Mapping[str, Any], at: str, by: object = None) -> dict[str, Any]:
    author = {"by": by} if isinstance(by, str) else {}
    return {"slot": slot, "revision": 1, "position": slot, "data": data, "at": at, **author}


def totals_of(result: AppResult) -> list[int]:
    """Return the totals. A play without scores has 1 for the winners and 0 for the others."""
    if not any(result.scores):
        return [int(won) for won in result.winners]
    return [points_of(score) if score else 0 for score in result.scores]


def winners_of(result: AppResult) -> list[int]:
    """Return the seats that won. Where nobody is marked as a winner, the best totals won."""
    winners = [seat for seat, won in enumerate(result.winners) if won]
    if winners or result.cooperative or not any(result.scores):
        return winners
    return best_seats(totals_of(result), result.lowest_wins)


def best_seats(totals: Sequence[int], lowest_wins: bool) -> list[int]:
    most = min(totals) if lowest_wins else max(totals)
    return [seat for seat, total in enumerate(totals) if total == most]


def game_of(result: AppResult, players: int) -> tuple[AnyGame, dict[str, Any]]:
    """Return our game with that title and its options; a pad if it cannot have been that game."""
    game = game_named(result.slug, result.title)
    fits = game is not None and players in game.players and any(result.scores)
    if game and fits and usual_direction(game) == result.lowest_wins:
        return game, {}
    is_untitled = game and game.custom_title  # "Score pad": it may have been anything
    title = "" if is_untitled else " ".join(result.title.split())[:MAX_TITLE_LENGTH]
    pad = {"title": title} if title else {}
    return registry.games()["score_pad"], pad | (
        {"lowest_wins": True} if result.lowest_wins else {}
    )


def game_named(slug: str, title: str) -> AnyGame | None:
    """Return our game with that slug, or else that title, in any language."""
    games = registry.games()
    return games.get(slug) or games.get(games_by_title().get(title_key(title), ""))


def title_key(title: str) -> str:
    return fold_title(without_breaks(title.strip()))


def usual_direction(game: AnyGame) -> bool | None:
    """Return whether the lowest total wins by the rules, with the usual options. None if it is the
    table that knows the rules, or if an option is required.
    """
    if game.custom_title:
        return None
    try:
        return call_rules(game.lowest_wins, call_rules(record.decode_options, game, {}))
    except Impossible:
        return None


@cache
def games_by_title() -> dict[str, str]:
    """Return the slugs of our games by their names in every language."""
    titles: dict[str, str] = {}
    for slug, game in registry.games().items():
        for language, _name in settings.LANGUAGES:
            with translation.override(language):
                titles[title_key(translation.gettext(game.title))] = slug
    return titles


def read_each(places: Iterable[tuple[str, Any]], read: Any) -> Iterator[ImportedPlay | ImportFault]:
    """Yield what `read` makes of each part of a file; an ImportFault where it cannot be taken."""
    for place, part in places:
        try:
            yield play_of(place, read(part))
        except Refused as refusal:
            yield ImportFault(place, str(refusal))
        except (KeyError, TypeError, ValueError, AttributeError, OverflowError):
            yield ImportFault(place, _("Something is missing, or is not what it should be."))


# BG Stats


def from_bgstats(data: Mapping[str, Any]) -> Iterator[ImportedPlay | ImportFault]:
    """Yield the plays of BGStatsExport.json."""
    games = by_id(data.get("games"))
    players = by_id(data.get("players"))
    plays = data.get("plays")
    places = (
        (place_of(number, play, games), play)
        for number, play in enumerate(plays if isinstance(plays, list) else (), 1)
    )
    return read_each(places, lambda play: bgstats_result(play, games, players))


def by_id(rows: object) -> dict[Any, Mapping[str, Any]]:
    items = rows if isinstance(rows, list) else []
    return {row["id"]: row for row in items if isinstance(row, dict) and is_id(row.get("id"))}


def is_id(value: object) -> bool:
    return isinstance(value, int | str)


def place_of(number: int, play: Any, games: Mapping[Any, Mapping[str, Any]]) -> str:
    """Return "play 12 (Catan, 2024-03-01)", as far as that is known."""
    play = play if isinstance(play, dict) else {}
    reference = play.get("gameRefId")
    game = games.get(reference, {}) if is_id(reference) else {}
    parts = [str(game.get("name", ""))[:40], str(play.get("playDate", ""))[:10]]
    about = ", ".join(filter(None, parts))
    place = _("play %(number)s") % {"number": number}
    return f"{place} ({about})" if about else place


def bgstats_result(
    play: Mapping[str, Any],
    games: Mapping[Any, Mapping[str, Any]],
    players: Mapping[Any, Mapping[str, Any]],
) -> AppResult:
    if play.get("ignored"):
        raise Refused(_("It is marked there as one that doesn’t count."))
    if play.get("gameRefId") not in games:
        raise Refused(_("Its game is not in the file."))
    game, scores = games[play["gameRefId"]], in_seat_order(play.get("playerScores") or [])
    if not all(one.get("playerRefId") in players for one in scores):
        raise Refused(_("One of its players is not in the file."))
    starters = [seat for seat, one in enumerate(scores) if one.get("startPlayer")]
    no_points = bool(game.get("noPoints"))
    return AppResult(
        title=str(game["name"]),
        names=[str(players[one["playerRefId"]]["name"]) for one in scores],
        scores=["" if no_points else score_text(one.get("score")) for one in scores],
        winners=[bool(one.get("winner")) for one in scores],
        # A local time without a zone, such as "2024-03-01 21:14:00".
        ended_at=datetime.fromisoformat(play["playDate"]).replace(
            tzinfo=timezone.get_default_timezone()
        ),
        minutes=minutes_of(play.get("durationMin")),
        lowest_wins=game.get("highestWins") is False,
        cooperative=bool(game.get("cooperative")),
        starter=starters[0] if len(starters) == 1 else None,
        uuid=str(play.get("uuid") or "") or id_of_content(play),
        comment=str(play.get("comments") or "").replace("\r\n", "\n"),
    )


def in_seat_order(scores: Sequence[Mapping[str, Any]]) -> Sequence[Mapping[str, Any]]:
    """Order by seatOrder, where every player has one of their own."""
    orders = [one.get("seatOrder") for one in scores]
    if all(type(order) is int for order in orders) and len(set(orders)) == len(orders):
        return sorted(scores, key=lambda one: one["seatOrder"])
    return scores


def score_text(score: object) -> str:
    return "" if score is None else str(score).strip()


def minutes_of(number: object) -> int:
    """Return a number of minutes as an app may have it; 0 where it makes no sense."""
    return number if type(number) is int and 0 <= number <= 60 * 24 * 7 else 0


# Yucata


def from_yucata(plays: Sequence[Any]) -> Iterator[ImportedPlay | ImportFault]:
    """Yield the plays of yucataplays.json."""
    places = (
        (_("play %(number)s") % {"number": number}, play) for number, play in enumerate(plays, 1)
    )
    return read_each(places, yucata_result)


def yucata_result(play: Mapping[str, Any]) -> AppResult:
    opponents = play["Opponents"]
    match = YUCATA_TIME.fullmatch(play["FinishedOn"])
    if not match:
        raise Refused(_("It has no date."))
    scores = [first_of(one, "Points", "Score") for one in opponents]
    ranks = [first_of(one, "Rank", "Position", "Place") for one in opponents]
    if not any(scores) and "1" not in ranks:
        raise Refused(_("It does not say who won."))
    return AppResult(
        title=str(play.get("CustomGameName") or play["GameTypeName"]),
        names=[str(one["Login"]) for one in opponents],
        scores=scores,
        winners=[rank == "1" for rank in ranks],
        ended_at=datetime.fromtimestamp(int(match[1]) / 1000, UTC),
        uuid=f"yucata:{play['GameId']}",
    )


def first_of(one: Mapping[str, Any], *keys: str) -> str:
    return next((score_text(one[key]) for key in keys if one.get(key) is not None), "")
