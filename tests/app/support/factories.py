"""Factories: phones, groups, and games with rounds."""

import hashlib
import re
import secrets
from copy import copy
from uuid import uuid4

from django.conf import settings
from django.test import Client
from django.test.client import MULTIPART_CONTENT
from django.urls import reverse
from django.utils.http import urlencode

from games.registry import games
from scorekeeper.models import GameSession, Group, Member, Player, Revision, Role
from scorekeeper.models.marks import MARKS
from scorekeeper.people.devices import COOKIE
from scorekeeper.tables.entering.entry import Stamp, save_entry
from scorekeeper.tables.log import SETUP
from scorekeeper.tables.setup import set_ended_early
from scorekeeper.tables.start import NewGame, start_game
from scorekeeper.tables.table import Table
from tests.app.support.pages import Page

NAMES = ("Ana", "Ben", "Cho")
HTMX = {"HX-Request": "true"}
FORM = "application/x-www-form-urlencoded"


class Phone(Client):
    """A browser. Its forms are encoded as those of our pages are; only imports have a file."""

    def post(self, path, data=None, content_type=None, **more):
        if content_type is None and not (data and "file" in data):
            data, content_type = urlencode(data or {}, doseq=True), FORM
        return super().post(path, data, content_type or MULTIPART_CONTENT, **more)


def a_phone():
    """A browser that already has its device cookie, and keeps cookies between requests."""
    client = Phone(raise_request_exception=True)
    client.cookies[COOKIE] = secrets.token_urlsafe(32)
    return client


def device(phone):
    return hashlib.sha256(phone.cookies[COOKIE].value.encode()).hexdigest()


def a_group(phone, name="Friday", names=NAMES):
    """A group whose host is this phone."""
    group = Group.objects.create(name=name)
    Player.objects.bulk_create(
        Player(group=group, name=player, mark=MARKS[number % len(MARKS)])
        for number, player in enumerate(names)
    )
    let_in(phone, group, Role.HOST)
    return group


def let_in(phone, group, role, session=None, name="a phone"):
    return Member.objects.create(
        group=group, session=session, device=device(phone), role=role, name=name
    )


def a_member(group, role, session=None):
    """A phone of its own with this role."""
    phone = a_phone()
    let_in(phone, group, role, session, name=f"{Role(role).name.title()}’s phone")
    return phone


def a_game(phone, group=None, names=NAMES, target=400, rounds=0, game="chimera", options=None):
    """A game on this phone. `rounds` is a list, or a number of rounds of which Ana gets 40 each."""
    group = group or group_of(phone) or a_group(phone, names=names)
    options = {"target": target} if options is None else options
    new = NewGame(game=games()[game], names=names, options=options, device=device(phone))
    session = seen_by(phone, start_game(group, new))
    *earlier, last = ([a_round()] * rounds if isinstance(rounds, int) else rounds) or [None]
    Revision.objects.bulk_create(
        as_saved(session, slot, entry) for slot, entry in enumerate(earlier, start=1)
    )
    if last:  # which also stores the result
        save_next(Table.of(copy(session)), last)
    return session


def group_of(phone):
    """The group that the phone used last, if there is one."""
    member = Member.objects.of_device(device(phone)).filter(session=None).first()
    return member and member.group


def a_hosted_group(name="Friday", names=NAMES):
    """A phone, and the group whose host it is."""
    phone = a_phone()
    return phone, a_group(phone, name, names)


def a_hosted_game(names=NAMES, **game):
    """A phone, and a game of the group whose host it is."""
    phone, group = a_hosted_group(names=names)
    return phone, a_game(phone, group, names, **game)


def two_phones(**game):
    """A game, and two phones that may enter its next round."""
    first, session = a_hosted_game(**game)
    return session, first, a_member(session.group, Role.SCORER)


def as_saved(session, slot, entry):
    """A round as `add` stores it, without asking the rules."""
    author = session.member_id
    return Revision(
        session=session,
        slot=slot,
        revision=1,
        position=slot,
        data=entry,
        author_id=author,
        submission=uuid4(),
    )


def seen_by(phone, session):
    """The session as the views fetch it for this phone."""
    found = GameSession.objects.one_for_device(device(phone), session.pk)
    assert found, "this phone has no access to the game"
    return found


def add(session, entry):
    """One more round at the end, as if somebody had entered it."""
    return save_next(table_as_seen(session), entry)


def save_next(table, entry):
    return save_entry(table, Stamp(table.log.next_slot, 0, uuid4()), entry)


def table_as_seen(session):
    """The table as it is now, for the device that the session was fetched for."""
    now = GameSession.objects.get(pk=session.pk)
    now.role, now.member_id, now.guest_of = session.role, session.member_id, session.guest_of
    return Table.of(now)


def page_version(session):
    """The version that open pages of the game compare: see GameSession.page_version."""
    return GameSession.objects.page_versions()[session.pk]


def table_of(session):
    return Table.of(GameSession.objects.get(pk=session.pk))


def a_round(chimera=0, bid=20, first_out=None, **more):
    """A round as stored: the Chimera wins it, unless another player went out first."""
    return {
        "chimera": chimera,
        "bid": bid,
        "first_out": chimera if first_out is None else first_out,
        **more,
    }


def stamp(slot, revision=0):
    """The fields by which a form says which version of which entry it changes."""
    return {"slot": slot, "revision": revision, "submission": uuid4()}


def typed(entry):
    """The form fields that a phone sends for this round."""
    plain = {key: value for key, value in entry.items() if key not in ("toads", "cats")}
    counts = {
        f"{kind}_{seat}": n for kind in ("toads", "cats") for seat, n in entry.get(kind, {}).items()
    }
    return {**{key: "on" if value is True else value for key, value in plain.items()}, **counts}


def to(name, session, *more):
    """The URL of one of a game's pages."""
    return reverse(name, args=[session.pk, *more])


def said(phone, name, session, *more):
    """The text of one of a game's pages."""
    return Page(phone.get(to(name, session, *more))).said


def started(response):
    """The game that this response leads to."""
    return GameSession.objects.get(pk=int(re.search(r"\d+", response.url)[0]))


def hidden(page, action):
    """The form's stamp and every other field that it sends unasked."""
    return dict(page.form(action).fields)


def open_form(phone, address, action=None):
    """The fields that the form on this page would send."""
    return hidden(Page(phone.get(address)), action or address)


def submit(phone, page, action=None, /, **fields):
    """Submit the form on this page as it is but for these fields; return the answer."""
    return phone.post(action or page, {**open_form(phone, page, action), **fields})


def draft(phone, session, **fields):
    """Type these fields of the next round and leave the page, which saves them as a draft."""
    form = open_form(phone, to("enter", session))
    return phone.post(to("draft", session), {**form, **fields})


def enter(phone, session, entry=None, address=None, **more):
    """Open the form and save a round, as a player does."""
    entered = typed(entry or a_round()) | more
    return submit(phone, address or to("enter", session), to("enter", session), **entered)


def correct(phone, session, slot, entry):
    address = to("correct", session, slot)
    page = Page(phone.get(address))
    stamp = {name: page.form(address).fields[name] for name in ("slot", "revision", "submission")}
    return phone.post(address, {**stamp, **typed(entry)})


def undo(phone, session):
    """Press undo on the table page."""
    return submit(phone, to("table", session), to("undo", session))


def remove(phone, session, slot):
    return submit(phone, to("round", session, slot), to("remove", session, slot))


def set_back(phone, session, to_change):
    """Press "Back to here" at a change, counted from the first; return the answer."""
    form = Page(phone.get(to("history", session))).forms[0]
    entry = table_of(session).log.changes[to_change]
    address = to("set_back", session, entry.pk)
    assert address in [button.get("formaction") for button in form.buttons]
    return phone.post(address, form.fields)


def set_target(phone, session, target):
    return submit(phone, to("options", session), target="own", own_target=target)


def end_early(phone, session):
    """End the game as the phone would."""
    table = Table.of(seen_by(phone, session))
    set_ended_early(table, Stamp(SETUP, table.log.setups[-1].revision, uuid4()), True)


def press_end(phone, session):
    return phone.post(to("end", session), open_form(phone, to("options", session)))


def reopen(phone, session):
    return phone.post(to("reopen", session), open_form(phone, to("options", session)))


def a_setup(names=NAMES, target="400", **more):
    """The fields that the form of a new game sends."""
    return {"seat": list(names), "target": target, "submission": str(uuid4()), **more}


def start(phone, **more):
    return phone.post(reverse("new", args=["chimera"]), {**a_setup(), "start": "1", **more})


def is_postgres():
    return settings.DATABASES["default"]["ENGINE"].endswith("postgresql")


def totals(session):
    return table_of(session).board.totals


def result(session):
    """Totals, ranks and winners as stored; None while the game is under way."""
    session.refresh_from_db()
    assert (session.result is None) == (session.finished_at is None)
    return session.result and tuple(session.result[key] for key in ("totals", "ranks", "winners"))
