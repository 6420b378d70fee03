"""The names of the boxes: on the card, and in the lines that explain points."""

from games.contract import Text
from games.contract import gettext as _
from games.yahtzee.boxes import Box

BOX_TITLES: dict[Box, Text] = {
    "ones": _("Ones"),
    "twos": _("Twos"),
    "threes": _("Threes"),
    "fours": _("Fours"),
    "fives": _("Fives"),
    "sixes": _("Sixes"),
    "three_of_a_kind": _("Three of a kind"),
    "four_of_a_kind": _("Four of a kind"),
    "full_house": _("Full house"),
    "small_straight": _("Small straight"),
    "large_straight": _("Large straight"),
    "yahtzee": _("Yahtzee"),
    "chance": _("Chance"),
}


def box_line(box: Box, points: int) -> Text:
    """Return the explanation of the points in a box: "25 in full house"."""
    return Text(BOX_LINES[box].message, {"points": points})


BOX_LINES: dict[Box, Text] = {
    "ones": _("%(points)s in ones"),
    "twos": _("%(points)s in twos"),
    "threes": _("%(points)s in threes"),
    "fours": _("%(points)s in fours"),
    "fives": _("%(points)s in fives"),
    "sixes": _("%(points)s in sixes"),
    "three_of_a_kind": _("%(points)s in three of a kind"),
    "four_of_a_kind": _("%(points)s in four of a kind"),
    "full_house": _("%(points)s in full house"),
    "small_straight": _("%(points)s in small straight"),
    "large_straight": _("%(points)s in large straight"),
    "yahtzee": _("%(points)s in Yahtzee"),
    "chance": _("%(points)s in chance"),
}
