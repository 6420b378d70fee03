from scorekeeper.models.allowances import Allowance
from scorekeeper.models.imports import Import
from scorekeeper.models.links import Calendar, Code, Link, PictureLink, Subject
from scorekeeper.models.people import REMOVED, FormerDevice, Group, Member, Player, Role
from scorekeeper.models.revisions import Revision
from scorekeeper.models.sealed_counts import SealedCount
from scorekeeper.models.seasons import Scale, Season
from scorekeeper.models.seats import Seat
from scorekeeper.models.sessions import GameSession
from scorekeeper.models.webhooks import Event, Format, Problem, Webhook
