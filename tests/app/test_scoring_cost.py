"""A page scores its table once; a save loads one table and scores it at most twice."""

from dataclasses import replace

import pytest

from games import registry
from scorekeeper.tables.table import Table
from tests.app.support.factories import a_hosted_game, open_form, to


class Counts:
    def __init__(self):
        self.tables = self.scorings = 0

    def of(self, request):
        """How many tables were loaded and scored for what `request` does."""
        self.tables = self.scorings = 0
        answer = request()
        return answer.status_code, self.tables, self.scorings


@pytest.fixture
def counts(monkeypatch):
    counts, load = Counts(), Table.of

    def counted(score):
        def count(*args):
            counts.scorings += 1
            return score(*args)

        return count

    def count_table(session):
        counts.tables += 1
        return load(session)

    monkeypatch.setattr(Table, "of", count_table)
    for slug, game in list(registry.games().items()):
        monkeypatch.setitem(registry.games(), slug, replace(game, score=counted(game.score)))
    return counts


def test_a_page_loads_and_scores_one_table(counts):
    phone, session = a_hosted_game(rounds=3)
    for name in ("table", "display", "enter", "history", "share", "options"):
        status, tables, scorings = counts.of(lambda name=name: phone.get(to(name, session)))
        assert (status, tables) == (200, 1), name
        assert scorings <= 1, name
    # The page of a round scores the game once more to say what a removal does.
    assert counts.of(lambda: phone.get(to("round", session, 3))) == (200, 1, 1)
    assert counts.of(lambda: phone.get(to("round", session, 2))) == (200, 1, 2)
    assert counts.of(lambda: phone.get(to("correct", session, 2))) == (200, 1, 1)


def test_a_save_loads_one_table_and_scores_it_once_and_a_correction_twice_at_most(counts):
    phone, session = a_hosted_game(rounds=3)
    address = to("enter", session)
    sent = {**open_form(phone, address), "chimera": 0, "bid": 20, "first_out": 0}
    assert counts.of(lambda: phone.post(address, sent)) == (302, 1, 1)
    address = to("correct", session, 1)
    sent = {**open_form(phone, address), "chimera": 1, "bid": 40, "first_out": 0}
    status, tables, scorings = counts.of(lambda: phone.post(address, sent))
    assert (status, tables) == (302, 1)
    assert scorings <= 2
