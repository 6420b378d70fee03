"""Tables of impossible entries, each with its reason and with the nearest possible entry.

A case has a line for the entries, and one or more for the message:

    (the setup) after an entry; another: the impossible entry → the possible one
        field: the message

The setup and what was entered before can be left out. The field "entry" is all of it. After the end
of a game an entry is possible only before the last one, which is written as "→ earlier". A possible
entry may begin with "…" for all parts of the other but the last.
"""

import re
from collections.abc import Callable
from textwrap import dedent
from typing import Any

from games.contract import Scoreboard
from tests.rules.support.boards import first_refusal

CASE = re.compile(r"(?:\((.+?)\) )?(?:after (.+?): )?(.*?) → (.*)")


def check_refusals(table: str, play: Callable[..., Scoreboard]) -> None:
    """Check all cases of a table. `play` gets the setup, and entries, as the table writes them."""
    expected: dict[str, Any] = {}
    answers: dict[str, Any] = {}
    for block in re.split(r"\n(?=\S)", dedent(table).strip()):
        case, *lines = block.split("\n")
        field, _colon, message = " ".join(map(str.strip, lines)).partition(": ")
        match = CASE.fullmatch(case)
        assert match, case
        setup, before, impossible, possible = match.groups()
        earlier = before.split("; ") if before else []
        board = play(setup, *earlier, impossible)
        expected[case] = len(board.results) - 1, field.replace("entry", ""), message, None
        possible = possible.replace("…", impossible.rpartition(",")[0])
        nearest = [*earlier[:-1], impossible] if possible == "earlier" else [*earlier, possible]
        refusal = first_refusal(board) if board.problem else (None, "", "")
        answers[case] = *refusal, play(setup, *nearest).problem
    assert answers == expected
