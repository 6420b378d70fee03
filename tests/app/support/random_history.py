"""A group that played anything, drawn at random: side by side, in turns, by columns, with undo."""

from datetime import timedelta
from uuid import uuid4

from games import registry
from games.contract import Setup
from games.molkky.rules import Options
from scorekeeper.models import GameSession, Group
from scorekeeper.people.merging import merge_players, played_together
from scorekeeper.tables.entering.entry import Stamp, remove_entry, save_entry
from scorekeeper.tables.finished.results import set_deleted
from scorekeeper.tables.log import SETUP
from scorekeeper.tables.undo import undo_change
from tests.app.support.factories import a_game, a_hosted_group, add, table_as_seen

NAMES = ("Ana", "Ben", "Cho", "Dan")
TITLES = ("Golf", "GOLF", "Ｇｏｌｆ", "Darts", "")
ROWS = ("Coins", "Cards")
FATES = ["kept"] * 6 + ["early", "unfinished", "deleted", "corrected", "undone", "undone"]
HOURS = (0, 0.1, 1, 5, 7, 30, 1100)


def play_at_random(clock, draw, most=10):
    """Return a group with up to so many games. Of two, the later one may begin before the first
    one ends; an undo comes a year after the game. In some groups two players are one in the end.
    """
    phone, group = a_hosted_group(names=NAMES)
    for _game in range(draw.randint(1, most)):
        clock.now += timedelta(hours=draw.choice(HOURS), seconds=draw.randint(0, 90))
        start = clock.now
        play(phone, clock, draw, group)
        clock.now = start
    dan, ana = (group.players.get(name=name) for name in ("Dan", "Ana"))
    if draw.random() < 0.3 and not played_together(dan, ana):
        merge_players(dan, ana)
    return Group.objects.get(pk=group.pk)


def play(phone, clock, draw, group):
    game, fate = draw.choice([a_pad, a_pad, a_sheet, molkky]), draw.choice(FATES)
    players = draw.sample(NAMES, draw.randint(2 if game is molkky else 1, 4))
    slug, options, entries = game(draw, len(players))
    session = a_game(phone, group, players, game=slug, options=options)
    GameSession.objects.filter(pk=session.pk).update(started_at=clock.now)
    turn = timedelta(hours=draw.choice([0, 0.1, 0.5, 3]))
    for entry in entries[: -1 if fate in ("early", "unfinished") else None]:
        clock.now += turn + timedelta(seconds=30)
        if not table_as_seen(session).board.finished:
            add(session, entry)
    meet(fate, session, clock, entries[0])


def meet(fate, session, clock, other):
    table = table_as_seen(session)
    if fate == "early":
        save_entry(table, stamp(SETUP, 1), {**table.log.setup_data, "ended_early": True})
    if fate == "deleted":
        set_deleted(table.session, True)
    if not table.log.entries:
        return
    last = table.log.entries[-1].slot
    if fate == "corrected" and session.game == "score_pad":
        save_entry(table, stamp(last, 1), other)
    if fate == "undone":
        clock.now += timedelta(days=365)
        remove_entry(table, stamp(last, 1))
        undo_change(table_as_seen(session), stamp(last, 2))


def stamp(slot, revision):
    return Stamp(slot, revision, uuid4())


def a_pad(draw, seats):
    """Some rounds leave players out."""
    rounds = draw.randint(1, 3)
    options = {
        "title": draw.choice(TITLES),
        "lowest_wins": draw.random() < 0.5,
        "target": None,
        "rounds": draw.choice([rounds, rounds, rounds, None]),
    }
    in_round = [
        [seat for seat in range(seats) if seat == 0 or draw.random() < 0.9] for _ in range(rounds)
    ]
    entries = [{"points": {str(seat): draw.randint(-3, 9) for seat in part}} for part in in_round]
    return "score_pad", options, entries


def a_sheet(draw, seats):
    """Filled by player, by row, or a row first and then by player."""
    rows = draw.randint(0, len(ROWS))
    entries = [
        {"row": row, "counts": {str(seat): draw.randint(0, 9) for seat in range(seats)}}
        for row in ROWS[:rows]
    ]
    entries += [
        {"player": str(seat), "counts": {row: draw.randint(0, 9) for row in ROWS[rows:]}}
        for seat in draw.sample(range(seats), seats)
        if rows < len(ROWS)
    ]
    options = {"title": draw.choice(TITLES), "lowest_wins": draw.random() < 0.3}
    return "score_sheet", {**options, "rows": [{"name": row} for row in ROWS]}, entries


def molkky(draw, seats):
    """To 20 points, by players who miss so often that they go out."""
    rules = Options(target=20, back_to=10)
    throws = registry.sample("molkky").play(Setup(seats, rules), draw, skills=(-2,) * seats)
    entries = [{"player": str(one.player), "throw": one.throw} for one in throws]
    return "molkky", {"target": rules.target, "back_to": rules.back_to}, entries
