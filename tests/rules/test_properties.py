"""Properties of every game, possible or not: the tables come from the game's own strategies."""

from importlib import import_module

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.registry import games
from tests.rules.support.properties import PROPERTIES, play
from tests.support.long import examples
from tests.support.shipped_games import SHIPPED


@pytest.mark.parametrize("slug", SHIPPED)
@settings(max_examples=examples(20))
@given(st.data())
def test_any_table_has_all_properties(slug, data):
    tables = import_module(f"tests.rules.support.{slug}.strategies").tables
    played = play(games()[slug], *data.draw(tables))
    for check in PROPERTIES:
        check(played)
