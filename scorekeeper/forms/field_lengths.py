"""Measures what a form or an address holds before anything reads it.

Much of what is done with a text takes quadratic time, such as composing its characters.
"""

from games import registry
from games.contract import AnyGame
from scorekeeper.models import GameSession
from scorekeeper.tables.entering.handing_over import LONGEST_CODE
from scorekeeper.tables.game_forms import forms_of

MOST = 2000  # characters of a value, unless its field says more
# A field with a max_length accepts this many times as much, so that its form can show the text and
# say beside it that it is too long.
TIMES = 10

COMMENT = GameSession._meta.get_field("comment").max_length or 0
# A form repeats the comment, and the draft, that it was made from, and names what was touched.
LONGER = {
    "comment": COMMENT,
    "known": COMMENT,
    "noted": 20_000,
    "touched": 1000,
    "handed_over": LONGEST_CODE,
}


def most_characters(name: str) -> int:
    """The limit of a field, by its name in any form."""
    in_games = (max_length_in(game, name) for game in registry.games().values())
    return max(MOST, TIMES * max(LONGER.get(name, 0), *in_games))


def max_length_in(game: AnyGame, name: str) -> int:
    """The max_length of a field in the forms of a game, if their classes have it; else 0."""
    forms = forms_of(game)
    fields = [form.base_fields.get(name) for form in (forms.OptionsForm, forms.EntryForm)]
    return max(getattr(field, "max_length", None) or 0 for field in fields)
