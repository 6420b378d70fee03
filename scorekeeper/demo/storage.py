"""Plays the games of the demo by their rules, and stores them as a phone would."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from random import Random
from typing import Any, NamedTuple
from uuid import uuid4

from games import record
from games.contract import Position, Setup
from scorekeeper.demo.program import Sitting
from scorekeeper.models import GameSession, Member, Revision
from scorekeeper.tables.entering.entry import Stamp, save_entry
from scorekeeper.tables.log import SETUP
from scorekeeper.tables.setup import set_ended_early
from scorekeeper.tables.start import NewGame, start_game
from scorekeeper.tables.table import Table

TYPOS, EARLY_ENDS = 0.05, 0.03
FEWEST_ENTRIES = 4  # of a game with a typo, or one that is ended early

MINUTES = (15, 50)
"""The duration of a game."""


class Typo(NamedTuple):
    """A mistaken entry at `place`, counted from 0, which is corrected later."""

    place: int
    entry: Any


class PlayedGame(NamedTuple):
    options: Any
    entries: Sequence[Any]
    typo: Typo | None = None
    ended_early: bool = False


def play(sitting: Sitting, chance: Random) -> PlayedGame:
    """A whole game; now and then with a typo, or ended early."""
    game = play_to_the_end(sitting, chance)
    if len(game.entries) >= FEWEST_ENTRIES:
        if chance.random() < EARLY_ENDS:
            return leave_unfinished(game)._replace(ended_early=True)
        if chance.random() < TYPOS:
            return game._replace(typo=mistype(sitting, game, chance))
    return game


def leave_unfinished(game: PlayedGame) -> PlayedGame:
    half = (len(game.entries) + 1) // 2
    return PlayedGame(game.options, game.entries[:half])


def play_to_the_end(sitting: Sitting, chance: Random) -> PlayedGame:
    """The table ends a game that has no end of its own."""
    sample, seats = sitting.sample, len(sitting.people)
    setup = Setup(seats, sample.options(chance, seats))
    entries = list(sample.play(setup, chance, sitting.skills))
    open_ended = sample.game.score(setup, entries).open_ended
    return PlayedGame(setup.options, entries, ended_early=open_ended)


def mistype(sitting: Sitting, game: PlayedGame, chance: Random) -> Typo:
    """Another entry in the place of one before the last."""
    place = chance.randrange(len(game.entries) - 1)
    setup, before = Setup(len(sitting.people), game.options), game.entries[:place]
    board = sitting.sample.game.score(setup, before)
    position = Position(setup, before, board, sitting.skills, chance)
    return Typo(place, sitting.sample.next_entry(position))


class Phone:
    def __init__(self, member: Member, chance: Random) -> None:
        self.member, self.chance = member, chance

    def store(self, sitting: Sitting, game: PlayedGame, began_at: datetime) -> datetime:
        """Enter a game; return when it was over."""
        step = timedelta(minutes=self.chance.uniform(*MINUTES) / len(game.entries))
        times = [began_at + slot * step for slot in range(len(game.entries) + 1)]
        session = self.start(sitting, game)
        self.enter(session, sitting, game, times)
        set_times(session, times[0], times[-1])
        return times[-1]

    def start(self, sitting: Sitting, game: PlayedGame) -> GameSession:
        rules, names = sitting.sample.game, [person.name for person in sitting.people]
        options = record.encode_options(rules, game.options)
        new = NewGame(game=rules, names=names, options=options, device=self.member.device)
        return start_game(self.member.group, new)

    def enter(
        self, session: GameSession, sitting: Sitting, game: PlayedGame, times: Sequence[datetime]
    ) -> None:
        """Store all entries but the last at once, because only the last one makes a result."""
        rules, seats = sitting.sample.game, range(len(sitting.people))
        *earlier, last = (record.encode_entry(rules, entry, seats) for entry in game.entries)
        first, typo = list(earlier), game.typo
        if typo:
            first[typo.place] = record.encode_entry(rules, typo.entry, seats)
        Revision.objects.bulk_create(
            Revision(
                session=session,
                slot=slot,
                revision=1,
                position=slot,
                data=data,
                author=self.member,
                submission=uuid4(),
                at=times[slot],
            )
            for slot, data in enumerate(first, 1)
        )
        if typo:
            save_entry(self.table(session), self.stamp(typo.place + 1, 1), earlier[typo.place])
        save_entry(self.table(session), self.stamp(len(game.entries)), last)
        if game.ended_early:
            set_ended_early(self.table(session), self.stamp(SETUP, 1), True)

    def table(self, session: GameSession) -> Table:
        """Return the table as it is now, for this device."""
        current = GameSession.objects.get(pk=session.pk)
        current.member_id = self.member.pk
        return Table.of(current)

    def stamp(self, slot: int, revision: int = 0) -> Stamp:
        return Stamp(slot, revision, uuid4())


def set_times(session: GameSession, began_at: datetime, ended_at: datetime) -> None:
    """Move what was stored just now to when it was played."""
    revisions = Revision.objects.filter(session=session, at__gte=session.started_at)
    revisions.update(at=ended_at)
    Revision.objects.filter(session=session, slot=SETUP, revision=1).update(at=began_at)
    sessions = GameSession.objects.filter(pk=session.pk)
    sessions.update(started_at=began_at, played_at=ended_at)
    sessions.exclude(finished_at=None).update(finished_at=ended_at)
