"""The score card of Yahtzee as a page shows it, and the requests of its players."""

import re
from html import unescape

from scorekeeper.models import Role
from tests.app.support.factories import a_game, a_member, a_phone, open_form, submit, table_of, to
from tests.app.support.pages import Page
from tests.support.entries import BOXES, fifty, noted


def a_card(phone, *turns, names=("Ana", "Ben"), joker="forced", group=None):
    return a_game(phone, group, names, rounds=list(turns), game="yahtzee", options={"joker": joker})


def start_card(*turns, **more):
    phone = a_phone()
    return phone, a_card(phone, *turns, **more)


FIFTY = fifty(0)


def all_but(*left, players=1, score=0):
    """Turns that fill everyone's card except for these boxes."""
    return [
        noted(player, box, score) for box in BOXES if box not in left for player in range(players)
    ]


def on_the_table(dice):
    """The form fields for these dice."""
    return {f"dice_{place}": die for place, die in enumerate(dice)}


def fill(phone, session, fill, dice="", address=None, **more):
    """Tap the dice and press a button of the card."""
    sent = {**on_the_table(dice), "fill": fill, **more}
    return submit(phone, address or to("table", session), to("enter", session), **sent)


def correct_turn(phone, session, slot, fill, dice=None, **more):
    """Open an existing turn and fill a box in it."""
    sent = {**on_the_table(dice or ""), "fill": fill, **more}
    return submit(phone, to("correct", session, slot), **sent)


def show(phone, session, dice, **more):
    """The table page with these dice in the tray, without JavaScript."""
    form = open_form(phone, to("table", session), to("enter", session))
    sent = {**form, **on_the_table(dice), **more}
    assert phone.post(to("draft", session), sent).status_code == 302
    return Card(phone.get(to("table", session)))


def card_of(phone, session):
    return Card(phone.get(to("table", session)))


def last(session):
    """The turn entered last, as stored."""
    return table_of(session).log.entries[-1].data


def watched(session):
    """The card as a viewer sees it."""
    return Card(a_member(session.group, Role.VIEWER).get(to("table", session)))


class Card(Page):
    """The rows of the card by title, each with every player's cell."""

    def __init__(self, response):
        super().__init__(response)
        (table,) = re.findall(r'<div id="preview"[^>]*>.*?</table>', self.text, re.S)
        rows = re.findall(r"<tr[^>]*>\s*<th scope=\"row\">(.*?)</th>(.*?)</tr>", table, re.S)
        self.cells = {
            words(title): re.findall(r"<td.*?</td>", cells, re.S) for title, cells in rows
        }
        self.heads = re.findall(r"<th scope=\"col\".*?</th>", table, re.S)[1:]

    def says(self, title, column=0):
        return words(self.cells[title][column])

    def buttons(self, title, column=0):
        """The value that each button in this cell sends."""
        return re.findall(r'name="fill" value="([^"]*)"', self.cells[title][column])

    def link(self, title, column=0):
        return "".join(re.findall(r'href="([^"]*)"', self.cells[title][column]))

    @property
    def best(self):
        """The titles of the marked boxes."""
        return [
            title
            for title, cells in self.cells.items()
            if any(re.search(r'<td class="[^"]*\bbest\b', c) for c in cells)
        ]

    @property
    def active(self):
        """The index of the column being filled, None if there is none."""
        return next((n for n, head in enumerate(self.heads) if "checked" in head), None)


def words(html):
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", html)).split())
