"""Every form of the site, with the names of all its fields and buttons, found on its pages."""

import re
from dataclasses import dataclass, field

from django.urls import resolve, reverse

from games.registry import folders, games
from scorekeeper.game_checks.cases import read_cases, records_of
from scorekeeper.game_checks.tables import stored_entries, stored_options
from scorekeeper.models import Link, Role
from scorekeeper.people import links
from scorekeeper.people.calendars import renew_calendar
from scorekeeper.tables.game_forms import forms_of
from scorekeeper.urls import urlpatterns
from tests.app.support.factories import a_game, a_member, a_phone, table_of, to
from tests.app.support.pages import Page, fields_of
from tests.app.support.webhooks import a_webhook

OF_GAMES = ("new", "enter", "draft")
# Where a game's entry form shows only some of its fields, it reads the others all the same.
ENTRY = ("enter", "draft", "correct")
CHECK = "check"  # sent while a form is filled in


@dataclass
class SentForm:
    """`fields`: what the page would send. `names`: all that the form can send, `buttons` aside."""

    address: str
    fields: dict[str, list[str]]
    names: set[str] = field(default_factory=set)
    buttons: dict[str, str] = field(default_factory=dict)


class Site:
    """A group with a game of each kind. `forms`: by the name of their address, and the game if they
    are of its own. `pages`: addresses by their names. `queries`: names in the queries of links.
    """

    def __init__(self):
        self.phone = a_phone()
        self.forms, self.pages, self.queries = {}, {}, set()
        for slug in games():
            self.read_game(slug)

    def read_game(self, slug):
        record = records_of(read_cases(games()[slug], folders()[slug]))[0]
        session = a_game(
            self.phone,
            game=slug,
            names=record.players,
            options=stored_options(record),
            rounds=stored_entries(record)[:1],
        )
        if not self.forms:
            for address in addresses(session):
                self.read(address, session)
        self.read(reverse("new", args=[slug]), session)
        for name in ("enter", "seats"):
            self.read(to(name, session), session)

    def read(self, address, session):
        response = self.phone.get(address)
        if response.status_code != 200 or "html" not in response["Content-Type"]:
            return
        self.pages.setdefault(resolve(address.partition("?")[0]).url_name, address)
        page = Page(response)
        for tag, form in zip(page.tree.iter("form"), page.forms, strict=True):
            self.add(form, tag, session)
        for link in page.links():
            self.queries.update(re.findall(r"[?&]([^=&#]+)", link))

    def add(self, form, tag, session):
        inputs = {one.get("name") for one in fields_of(tag)} - {None}
        if not form.changes:
            self.queries.update(inputs)
            return
        named = [one for one in form.buttons if one.get("name")]
        buttons = {one["name"]: one.get("value", "") for one in named}
        targets = [form.action, *(one["formaction"] for one in form.buttons if "formaction" in one)]
        if live := tag.get("hx-post"):
            targets.append(live)
            buttons[CHECK] = "1"
        for target in targets:
            match = resolve(target.partition("?")[0])
            key = match.url_name, session.game if match.url_name in OF_GAMES else ""
            one = self.forms.setdefault(key, SentForm(target, form.fields))
            one.names |= inputs
            one.buttons |= buttons
            if match.url_name in ENTRY:
                table = table_of(session)
                one.names |= {*forms_of(table.game).EntryForm(context=table.entry_context()).fields}


def addresses(session):
    """Every address of the site, for this game and its group."""
    group = session.group
    a_member(group, Role.SCORER)
    link = Link.objects.create(group=group, role=Role.SCORER)
    season = group.seasons.create(name="Spring", first_day="2026-03-13", scale="wins")
    webhook = a_webhook(group, "http://127.0.0.1:9/")
    renew_calendar(group, "en")
    keys = {
        "table": session.pk,
        "players": group.players.first().pk,
        "groups": group.pk,
        "devices": group.members.last().pk,
        "join": link.pk,
        "calendar": group.calendar.pk,
        "picture": link.pk,
    }
    values = {"game": session.game, "slot": 1, "seat": 0, "to": 1, "year": 2026}
    brought = group.imports.create(name="games.csv", state="done", report={"saved": 0})
    values |= {"name": "games.csv", "import_pk": brought.pk}
    values |= {"season_pk": season.pk, "webhook_pk": webhook.pk, "play": session.pk}
    values["secret"] = links.secret(link)
    values["program"] = group.members.first().pk
    values["size"] = "wide"
    for pattern in urlpatterns:
        values["pk"] = keys.get(str(pattern.pattern).partition("/")[0])
        if pattern.name != "bundle":
            wanted = pattern.pattern.converters
            yield reverse(pattern.name, kwargs={one: values[one] for one in wanted})
    yield f"{reverse('enter_code')}?code"
