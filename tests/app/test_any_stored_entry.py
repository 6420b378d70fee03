"""Pages show whatever may be stored: an archive brings in entries that cannot count, too."""

import json
from collections.abc import Mapping
from types import NoneType, UnionType
from typing import Literal, Union, get_args, get_origin, get_type_hints

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from games.contract import Impossible, Seat
from games.record import decode_entry, encode_entry, seats_by_number
from games.registry import folders, games
from scorekeeper.game_checks.cases import read_cases, records_of
from scorekeeper.game_checks.tables import stored_options
from tests.app.support.factories import NAMES, a_game, a_phone, table_of, to
from tests.app.support.pages import Page
from tests.support.long import examples
from tests.support.shipped_games import SHIPPED

SEATS = range(len(NAMES))
PAGES = ("table", "display", "history", "enter", "show_game")


def values(kind):
    """Any value of a type that entries are made of."""
    plain = {
        Seat: st.sampled_from(SEATS).map(Seat),
        bool: st.booleans(),
        int: st.sampled_from([-20, -1, 0, 1, 5, 6, 12, 25, 99_999]),
        str: st.sampled_from(["", "R4", "Y3", "Coins", "é"]),
        NoneType: st.none(),
    }
    origin, parts = get_origin(kind), get_args(kind)
    if kind in plain:
        return plain[kind]
    if origin is Literal:
        return st.sampled_from(parts)
    if origin in (Union, UnionType):
        return st.one_of(map(values, parts))
    if origin is Mapping:
        return st.dictionaries(*map(values, parts), max_size=len(SEATS))
    if origin is tuple:
        return st.lists(values(parts[0]), max_size=6).map(tuple)
    hints = get_type_hints(kind)
    return st.builds(kind, **{one: values(hints[one]) for one in kind.__match_args__})


@st.composite
def stored_entries(draw, game):
    """An entry of this game as it is stored, which need not be possible."""
    try:
        entry = json.loads(json.dumps(encode_entry(game, draw(values(game.entry)), SEATS)))
        decode_entry(game, entry, seats_by_number(len(SEATS)))
    except Impossible:
        assume(False)
    return entry


@pytest.mark.parametrize("slug", SHIPPED)
def test_every_page_of_a_game_shows_any_entries(slug):
    phone, game = a_phone(), games()[slug]
    records = records_of(read_cases(game, folders()[slug]))
    options = stored_options(next(one for one in records if len(one.players) <= len(NAMES)))

    @settings(max_examples=examples(4), suppress_health_check=list(HealthCheck))
    @given(st.lists(stored_entries(game), min_size=1, max_size=5))
    def show(entries):
        session = a_game(phone, game=slug, options=options, rounds=entries)
        addresses = [to(name, session) for name in PAGES]
        for slot in table_of(session).log.places:
            addresses += [to("round", session, slot), to("correct", session, slot)]
        for address in addresses:
            response = phone.get(address)
            assert response.status_code in (200, 302, 404), address
            if response.status_code == 200:
                assert Page(response).errors == []

    show()
