"""Simultaneous changes in two processes wait for each other: none fails, and nothing is lost."""

from functools import partial

from tests.attacks.support.phone import Phone
from tests.attacks.support.server import Server
from tests.attacks.support.together import together
from tests.attacks.support.writers import PAIRS, Writers
from tests.support.long import LONG, examples

# That left wrong points before everything was checked again under the lock.
CLOSE = [("enter", "swap"), ("enter", "replace"), ("correct", "swap"), ("enter", "end")]
TRIED = PAIRS * 11 if LONG else CLOSE * 2


def test_points_stay_with_whom_they_were_entered_for(server: Server):
    writers = Writers(server.port, server.database)
    wrong = [pair for pair in TRIED if not writers.is_right(*pair)]
    assert wrong == []


def test_a_start_that_is_sent_eight_times_at_once_makes_one_game_in_one_group(server: Server):
    for _ in range(examples(2)):
        phone = Phone(server.port)
        request, before = phone.form("/new/chimera/", phone.setup()), counts(server)
        answers = together(*[partial(phone.send, request)] * 8)
        assert {answer.status for answer in answers} == {302}
        assert len({answer.location for answer in answers}) == 1
        assert counts(server) == tuple(number + 1 for number in before)


def counts(server: Server) -> tuple[int, ...]:
    """How many games and groups there are."""
    rows = server.database.rows
    tables = "scorekeeper_gamesession", "scorekeeper_group"
    return tuple(rows(f"SELECT count(*) FROM {table}")[0][0] for table in tables)  # noqa: S608
