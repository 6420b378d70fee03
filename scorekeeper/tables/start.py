"""Starts a game once, however often the request for it arrives."""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from django.db import IntegrityError, transaction
from django.utils import timezone

from games.contract import AnyGame
from scorekeeper.models import GameSession, Group, Member, Revision, Role, Seat
from scorekeeper.models.locks import lock_device, lock_group
from scorekeeper.models.people import EVENING_BREAK
from scorekeeper.people.devices import current_device
from scorekeeper.people.groups import create_group
from scorekeeper.people.invitations import use_invitation
from scorekeeper.people.names import name_after_players
from scorekeeper.people.rate_limits import count_new_game
from scorekeeper.tables.finished.results import setup_columns
from scorekeeper.tables.kinds import Options, reusable_options
from scorekeeper.tables.log import SETUP
from scorekeeper.tables.seating import SetupData
from scorekeeper.tables.setup import starter_data
from scorekeeper.tables.table import Table
from scorekeeper.webhooks.tasks import tell_on_commit


class PeopleChanged(Exception):
    """A name that nobody has now may be that of a player who was renamed meanwhile."""


@dataclass(frozen=True, kw_only=True)
class NewGame:
    """The data of a form for a new game; `submission` stays the same however often it is sent.

    `names` are in seat order. `device_name` is for a group that is founded, `address` for limits.
    `starter` is the seat that deals first, or starts, if the table marks one. `picked_options`
    names the options that the table picked instead of having them drawn at random.
    `head_start` has the points of each seat, or none.
    Without a `group` the game goes to the one that the device used last. A group is founded for it
    if the device has none yet, or asks for a new one (`own_group`), which may take an `invitation`.
    `people_version` is that of the group when the names were checked; None if they were not.
    """

    game: AnyGame
    names: Sequence[str]
    options: Options
    device: str
    device_name: str = ""
    address: str = ""
    submission: uuid.UUID = field(default_factory=uuid.uuid4)
    starter: int | None = None
    picked_options: Sequence[str] = ()
    head_start: Sequence[int] = ()
    group: Group | None = None
    own_group: bool = False
    invitation: str = ""
    people_version: int | None = None

    @property
    def setup_data(self) -> SetupData:
        """The part of its setup that the table agreed on beside the options."""
        picked_options = {"picked": sorted(self.picked_options)} if self.picked_options else {}
        head_start = {"head_start": list(self.head_start)} if self.head_start else {}
        return {**starter_data(self.starter), **picked_options, **head_start}

    def matches(self, table: Table) -> bool:
        """Return whether the table is the requested game; what is drawn at random may differ."""
        options = reusable_options(self.game, self.options, self.picked_options)
        request = self.game, list(self.names), options
        return (table.game, table.names, table.reusable_options) == request


def start_once(new: NewGame) -> GameSession:
    """Start the game once, however often the button was pressed, and whenever the presses arrive.

    TooMany if too many games were started by this device, or from this address. NotInvited if the
    game takes a new group, and this site has those by invitation only. Member.DoesNotExist if the
    device may no longer start one in this group. PeopleChanged.
    """
    try:
        return start_unless_started(new)
    except (IntegrityError, Member.DoesNotExist):
        # The same start has come with the device's former secret, or the device got its next one.
        return start_unless_started(replace(new, device=current_device(new.device) or new.device))


@transaction.atomic
def start_unless_started(new: NewGame) -> GameSession:
    """Return the game that this submission started, or start it.

    Another table sent from the same page is another game, and so is the same table when the first
    game is over or deleted. So the games of one page have a chain of submissions, each derived from
    the one before, and a second request finds what the first one stored there.
    """
    lock_device(new.device)
    submission = new.submission
    while GameSession.objects.filter(submission=submission).exists():
        table = find_table_by_submission(new.device, submission)
        if table and new.matches(table):
            return table.session
        submission = uuid.uuid5(submission, "next")
    existing_group = new.group
    if not (existing_group or new.own_group):
        existing_group = Group.objects.for_device(new.device, Role.SCORER).first()
    if not existing_group:
        use_invitation(new.invitation)
    group = existing_group or create_group(new.names, new.device, new.device_name)
    session = start_game(group, replace(new, submission=submission))
    count_new_game(new.device, new.address, new_group=not existing_group)
    return session


@transaction.atomic
def start_rematch(again: Table, new: NewGame) -> GameSession:
    """Start a rematch, or return the one that another phone started first.

    Everyone who was at the table comes along.
    """
    lock_device(new.device)
    lock_group(again.session.group_id)
    rematch = rematch_of(again, new.device)
    line_ups = [set(again.names), set(again.seating.rematch_names)]
    same = new.game == again.game and set(new.names) in line_ups
    session = rematch if rematch and same else start_once(new)
    if rematch_of(again, new.device) == session:
        take_guests_along(again.session, session)
        if session != rematch and again.session.timer is not None:
            session.change(timer=again.session.timer)
    return session


def take_guests_along(earlier: GameSession, session: GameSession) -> None:
    """Let in, with the same role, the devices that were let into the earlier game only."""
    until = timezone.now() + EVENING_BREAK
    guests = Member.objects.present().filter(session=earlier)
    Member.objects.bulk_create(
        [
            Member(
                group_id=session.group_id,
                session=session,
                device=guest.device,
                name=guest.name,
                role=guest.role,
                until=guest.until and until,
                seen_at=guest.seen_at,
            )
            for guest in guests
        ],
        ignore_conflicts=True,
    )
    Group.objects.filter(pk=session.group_id).note_change()  # their pages lead to it


def find_table_by_submission(device: str, submission: uuid.UUID) -> Table | None:
    """The game that this submission started, if it is still under way."""
    mine = GameSession.objects.for_device(device).under_way().with_play()
    session = mine.filter(submission=submission).first()
    return Table.of(session) if session else None


@transaction.atomic
def start_game(group: Group, new: NewGame) -> GameSession:
    """Start the game in this group. Unknown names become players of the group.

    Member.DoesNotExist if the device may not start one, even if it might a moment ago.
    PeopleChanged if there are unknown names, and the players are no longer those of this version.
    """
    lock_group(group.pk)
    if new.people_version is not None:
        check_names(group, new.names, new.people_version)
    scorers = group.members.filter(role__gte=Role.SCORER, group__deleted_at=None)
    author = scorers.get(device=new.device, session=None)
    session = GameSession.objects.create(
        group=group,
        game=new.game.slug,
        submission=new.submission,
        **setup_columns(new.game, new.options),
    )
    seat_players(session, new.names)
    setup = Revision.objects.create(
        session=session,
        slot=SETUP,
        revision=1,
        position=0,
        data={"options": new.options, "ended_early": False, **new.setup_data},
        author=author,
        submission=new.submission,
    )
    Group.objects.filter(pk=group.pk).note_change()  # finished games link to their rematch
    author.use()
    if group.has_webhooks:
        tell_on_commit(setup)
    return session


def check_names(group: Group, names: Sequence[str], people_version: int) -> None:
    if group.players.filter(name__in=names).count() == len(names):
        return
    if Group.objects.filter(pk=group.pk).exclude(people_version=people_version).exists():
        raise PeopleChanged


def seat_players(session: GameSession, names: Sequence[str]) -> None:
    group = session.group
    players_by_name = {player.name: player for player in group.players.filter(name__in=names)}
    players = [
        players_by_name.get(name) or group.players.get_or_create(name=name)[0] for name in names
    ]
    name_after_players(group.pk)
    Seat.objects.bulk_create(
        Seat(session=session, number=n, player=player) for n, player in enumerate(players)
    )


def rematch_of(table: Table, device: str) -> GameSession | None:
    """Return the rematch, if it is under way and this device may see it.

    A game with another title is not a rematch; one without those who left, or were deleted, is. One
    query, none before the end.
    """
    session = table.session
    if not session.finished_at:
        return None
    after = GameSession.objects.for_device(device).under_way()
    after = after.filter(
        group=session.group_id,
        game=session.game,
        title=session.title,
        started_at__gte=session.finished_at,
    )
    everyone = [seat.player_id for seat in table.seats]
    present = [everyone[seat] for seat in table.seating.rematch_seats]
    same = after.of_players(everyone)
    if present != everyone:
        same |= after.of_players(present)
    return same.order_by("-started_at", "-pk").first()
