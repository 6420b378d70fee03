"""Games of Big Fish, and the requests of their players."""

from tests.app.support.factories import a_game, a_phone, submit, table_of, to
from tests.app.support.pages import Page

FOUR = ("Ana", "Ben", "Cho", "Dan")
TWO = FOUR[:2]
NEW = "/new/big_fish/"


def a_fish_game(phone, *entries, names=FOUR, drawn="A", group=None, **options):
    """An advanced game with these entries, or a basic one if nothing was drawn."""
    chosen = {"advanced": True, "drawn": drawn, **options} if drawn else {"advanced": False}
    return a_game(phone, group, names, rounds=list(entries), game="big_fish", options=chosen)


def start_fish(*entries, **more):
    phone = a_phone()
    return phone, a_fish_game(phone, *entries, **more)


def table_page(phone, session):
    return Page(phone.get(to("table", session)))


def entry_page(phone, session, more=""):
    return Page(phone.get(to("enter", session) + more))


def last_data(session):
    return table_of(session).log.entries[-1].data


def in_the_row(row):
    """The form fields for these cards."""
    return {f"cards_{place}": card for place, card in enumerate(row.split())}


def catch(phone, session, player, row, address=None, **more):
    """Tap a row and save it."""
    sent = {"type": "catch", "player": player, **in_the_row(row), **more}
    return submit(phone, address or to("enter", session), to("enter", session), **sent)


def correct_entry(phone, session, slot, **more):
    """Open an existing entry and save it with other values."""
    return submit(phone, to("correct", session, slot), **more)


def err(phone, session, player):
    """Tap a player beside the mistake card."""
    return submit(phone, to("table", session), to("enter", session), player=player)


def count(phone, session, **numbers):
    return submit(phone, to("enter", session), type="count", **numbers)
