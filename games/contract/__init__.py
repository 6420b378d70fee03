"""The contract between the rules of a game and the pages around them.

A game is a folder in `games/`: `rules.py` holds its `game`, `forms.py` the forms that a phone
sends (see forms_contract.py), `templates/` their HTML, and `sample.py` how a plausible game is
played (see contract/sample.py).

Points are whole numbers. Seats are counted from 0, clockwise. Every sequence with one item per seat
(points, totals, lines, needs, names) is in seat order.
"""

from games.contract.figures import Counted, Figure, Figures, Measure
from games.contract.game import (
    DEALS,
    ENTER_ROUND_TITLE,
    ENTER_TURN_TITLE,
    ENTERING_ROUND_TITLE,
    EVERY_ROUND,
    LEADS,
    NO_LIMIT,
    REQUIRED,
    ROUND_TITLE,
    SAME_PLAYERS,
    STARTS,
    AnyGame,
    Counting,
    Data,
    EntryContext,
    EntryTitle,
    Fact,
    Game,
    Setup,
    Starter,
    Steps,
    title_with_number,
)
from games.contract.paper import Paper, PaperRow, numbered_rows
from games.contract.sample import InvalidSample, Position, Sample
from games.contract.scoreboard import (
    Disagreement,
    GameOver,
    Impossible,
    Line,
    Result,
    Scoreboard,
    leaders,
    rank_totals,
    zero_result,
)
from games.contract.texts import (
    Seat,
    Text,
    format_number,
    format_ungrouped,
    gettext,
    gettext_noop,
    in_english,
    ngettext,
    signed,
)
