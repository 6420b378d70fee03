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
    """Return the explanation of the points in a box: "25 full house"."""
    return Text(BOX_LINES[box].message, {"points": points})


BOX_LINES: dict[Box, Text] = {
    "ones": _("%(points)s ones"),
    "twos": _("%(points)s twos"),
    "threes": _("%(points)s threes"),
    "fours": _("%(points)s fours"),
    "fives": _("%(points)s fives"),
    "sixes": _("%(points)s sixes"),
    "three_of_a_kind": _("%(points)s three of a kind"),
    "four_of_a_kind": _("%(points)s four of a kind"),
    "full_house": _("%(points)s full house"),
    "small_straight": _("%(points)s small straight"),
    "large_straight": _("%(points)s large straight"),
    "yahtzee": _("%(points)s Yahtzee"),
    "chance": _("%(points)s chance"),
}
