"""The score card of Yahtzee as a page shows it, and what its players do with it."""

import re
from html import unescape

from scorekeeper.models import Role
from tests.app.support.factories import a_game, a_member, open_form, to
from tests.app.support.pages import Page

BOXES = [
    *("ones", "twos", "threes", "fours", "fives", "sixes"),
    *(
        "three_of_a_kind",
        "four_of_a_kind",
        "full_house",
        "small_straight",
        "large_straight",
        "yahtzee",
        "chance",
    ),
]


def a_card(phone, *turns, names=("Ana", "Ben"), joker="forced", group=None):
    """A game of Yahtzee with these turns."""
    return a_game(phone, group, names, rounds=list(turns), game="yahtzee", options={"joker": joker})


def thrown(player, box, dice, **more):
    """A turn as storage writes it, with dice written as "33355"."""
    return {"player": player, "box": box, "dice": [int(die) for die in dice], **more}


def noted(player, box, score, **more):
    return {"player": player, "box": box, "score": score, **more}


def all_but(*left, players=1, score=0):
    """Everybody's card is full but for these boxes."""
    return [
        noted(player, box, score) for box in BOXES if box not in left for player in range(players)
    ]


def on_the_table(dice):
    """The fields of so many dice."""
    return {f"dice_{place}": die for place, die in enumerate(dice)}


def fill(phone, session, fill, dice="", address=None, **more):
    """Presses a button of the card, once the dice are tapped in."""
    form = open_form(phone, address or to("table", session), to("enter", session))
    return phone.post(to("enter", session), {**form, **on_the_table(dice), "fill": fill, **more})


def mend(phone, session, slot, fill, dice=None, **more):
    """Opens a turn that stands, and fills a box in it."""
    address = to("correct", session, slot)
    return phone.post(
        address, {**open_form(phone, address), **on_the_table(dice or ""), "fill": fill, **more}
    )


def show(phone, session, dice, **more):
    """What the table page says once these dice lie in the tray, without JavaScript."""
    form = open_form(phone, to("table", session), to("enter", session))
    assert (
        phone.post(to("draft", session), {**form, **on_the_table(dice), **more}).status_code == 302
    )
    return Card(phone.get(to("table", session)))


def card_of(phone, session):
    return Card(phone.get(to("table", session)))


def watched(session):
    """The card as a phone sees it that may only watch."""
    return Card(a_member(session.group, Role.VIEWER).get(to("table", session)))


class Card(Page):
    """Its rows by their title; in each, what every player's cell holds."""

    def __init__(self, response):
        super().__init__(response)
        (table,) = re.findall(r'<div class="card" id="preview">.*?</table>', self.text, re.S)
        rows = re.findall(r"<tr>\s*<th scope=\"row\">(.*?)</th>(.*?)</tr>", table, re.S)
        self.cells = {
            words(title): re.findall(r"<td.*?</td>", cells, re.S) for title, cells in rows
        }
        self.heads = re.findall(r"<th scope=\"col\".*?</th>", table, re.S)[1:]

    def says(self, title, column=0):
        return words(self.cells[title][column])

    def buttons(self, title, column=0):
        """What each button in this cell sends."""
        return re.findall(r'name="fill" value="([^"]*)"', self.cells[title][column])

    def link(self, title, column=0):
        return "".join(re.findall(r'href="([^"]*)"', self.cells[title][column]))

    @property
    def best(self):
        """The titles of the boxes that are marked."""
        return [
            title
            for title, cells in self.cells.items()
            if any(re.search(r'<td class="[^"]*\bbest\b', c) for c in cells)
        ]

    @property
    def active(self):
        """The number of the column that is being filled, None where nothing can be."""
        return next((n for n, head in enumerate(self.heads) if "checked" in head), None)


def words(html):
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", html)).split())
