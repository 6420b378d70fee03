"""The way of one entry through our files: how many it passes, and how often it goes from one to
another, in a game of Chimera with three players and two rounds.

A module, a wrapper or a question more for each round shows here long before it shows on a clock.
"""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from scorekeeper import settings
from scorekeeper.pages.game import fragments
from tests.app.support.factories import a_hosted_game, a_round, open_form, to, typed

FOLDERS = tuple(str(settings.BASE_DIR / name) for name in ("games", "scorekeeper"))


class Way(NamedTuple):
    """`moves`: calls of a function of ours from a function in another file of ours, also if code
    of Django's is between them.
    """

    files: set[str]
    moves: int


def way_of(request: Callable[[], object]) -> Way:
    files, moves = set(), 0

    def note(frame, event, _argument):
        nonlocal moves
        if event == "call" and is_ours(frame):
            files.add(frame.f_code.co_filename)
            moves += caller_of(frame) != frame.f_code.co_filename

    sys.setprofile(note)
    try:
        request()
    finally:
        sys.setprofile(None)
    return Way({Path(name).relative_to(settings.BASE_DIR).as_posix() for name in files}, moves)


def check(way, files, moves):
    assert len(way.files) <= files, sorted(way.files)
    assert way.moves <= moves


def is_ours(frame):
    return frame.f_code.co_filename.startswith(FOLDERS)


def caller_of(frame):
    """The nearest file of ours that the call comes from; None for the first one."""
    while (frame := frame.f_back) and not is_ours(frame):
        pass
    return frame and frame.f_code.co_filename


def visit(phone, session):
    """Open what the trace uses, so that it does not count what is loaded only once."""
    phone.get(to("table", session))
    return open_form(phone, to("enter", session), to("enter", session))


def test_an_entry_passes_few_files_to_be_saved_and_shown_and_fewer_to_be_shown_again(monkeypatch):
    # Rows that earlier tests have shown would let their template be loaded while it counts.
    monkeypatch.setattr(fragments, "fragments", fragments.FragmentCache(fragments.MOST_BYTES))
    phone, session = a_hosted_game(rounds=2)
    for entry in (a_round(), a_round(1, 30, 2, toads={"0": 1}, cats={"2": 2})):
        fields = {**visit(phone, session), **typed(entry)}
        save = way_of(lambda fields=fields: phone.post(to("enter", session), fields))
        page = way_of(lambda: phone.get(to("table", session)))
    again = way_of(lambda: phone.get(to("table", session)))
    check(save, files=25, moves=94)
    check(page, files=38, moves=234)
    check(again, files=13, moves=21)
