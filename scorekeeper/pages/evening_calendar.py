"""The evenings of a group as a calendar (RFC 5545), for other programs."""

from datetime import UTC, datetime, timedelta
from uuid import NAMESPACE_URL, UUID, uuid5

from django.urls import reverse
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _
from icalendar import Calendar, Event

from games.contract import format_number
from games.kit.lists import list_items, sort_names
from scorekeeper.formats import without_breaks
from scorekeeper.models import Group
from scorekeeper.pages.statistics.titles import play_title
from scorekeeper.statistics.evenings import Evening, evenings_of
from scorekeeper.statistics.history import GroupHistory
from scorekeeper.statistics.plays import Play

PROGRAM = "-//Scorekeeper//Evenings//EN"
SHORTEST = timedelta(minutes=15)
"""The length of an evening in the calendar whose games were entered afterwards."""
EVERY = timedelta(hours=1)
"""How often a program may look for changes."""


def calendar_text(history: GroupHistory, group: Group, site: str) -> bytes:
    calendar = Calendar()
    calendar.add("prodid", PROGRAM)
    calendar.add("version", "2.0")
    calendar.add("x-wr-calname", group.name)
    calendar.add("refresh-interval", EVERY, {"value": "DURATION"})
    calendar.add("x-published-ttl", "PT1H")
    for evening in evenings_of(history):
        calendar.add_component(event_of(history, group, evening, site))
    text: bytes = calendar.to_ical()
    return text


def event_of(history: GroupHistory, group: Group, evening: Evening, site: str) -> Event:
    """Everything in it follows from what was played, so an unchanged evening stays the same."""
    event = Event()
    names = sort_names(history.players[player].name for player in evening.players)
    event.add("uid", f"{uid_of(group, evening)}@scorekeeper")
    event.add("dtstamp", utc(evening.ended_at))
    event.add("dtstart", utc(evening.began_at))
    event.add("dtend", utc(max(evening.ended_at, evening.began_at + SHORTEST)))
    # Translators: `names` is a list such as "Ana, Ben, Cho".
    event.add("summary", _("Games with %(names)s") % {"names": list_items(names)})
    event.add("description", "\n".join(line_of(history, play) for play in evening.plays))
    event.add("url", site + reverse("evening", args=[group.pk, evening.pk]))
    event.add("transp", "TRANSPARENT")
    return event


def uid_of(group: Group, evening: Evening) -> UUID:
    """Stays the same while the evening has its first game, even with a new link; reveals nothing.

    Another server, whose games have the same keys, has another key for its secrets.
    """
    seed = f"{group.pk}.{evening.pk}"
    return uuid5(NAMESPACE_URL, salted_hmac("scorekeeper.evening", seed).hexdigest())


def utc(time: datetime) -> datetime:
    return time.astimezone(UTC).replace(microsecond=0)


def line_of(history: GroupHistory, play: Play) -> str:
    """A game with its totals, the best first: "Yahtzee: Ana 320, Ben 250"."""
    places = sorted(play.places, key=lambda place: place.rank)
    totals = list_items(
        f"{history.players[place.player].name} {format_number(place.total)}" for place in places
    )
    title = without_breaks(play_title(play))
    return _("%(game)s: %(totals)s") % {"game": title, "totals": totals}
