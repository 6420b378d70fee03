"""Properties of records: any record survives writing and reading, and any text gets an answer."""

import json
from dataclasses import fields
from operator import attrgetter
from typing import get_args

from hypothesis import example, given, settings
from hypothesis import strategies as st

from games.chimera.rules import Options, game
from games.contract import Setup
from games.record import Record, read_record, write_record
from games.registry import games
from games.report import encode_answer, score_record
from tests.rules.support.chimera.strategies import rounds
from tests.rules.support.records import PLAYERS, ROUND, is_answer, make_record
from tests.support.long import examples

names = st.text(
    st.characters(exclude_categories=["Cs"], exclude_characters="\0"), min_size=1
).filter(str.strip)
records = st.builds(
    Record,
    game=st.just(game),
    players=st.lists(names, min_size=3, max_size=3, unique=True).map(tuple),
    setup=st.builds(Setup, st.just(3), st.builds(Options, st.integers(1, 10**12)), st.booleans()),
    entries=st.lists(rounds(), max_size=5).map(tuple),
)
anything = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text()
    | st.sampled_from([*PLAYERS, 20, "at", 10**30]),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.text() | st.sampled_from([*PLAYERS, *ROUND]), inner)
    ),
    max_leaves=12,
)
FIELDS = ["format", "game", "players", "options", "entries", "ended_early", "comment"]
invalid_records = st.builds(
    lambda key, value: make_record(ROUND) | {key: value},
    st.sampled_from(FIELDS),
    anything | st.lists(anything),
)
values = (
    anything
    | st.dictionaries(st.sampled_from(PLAYERS), anything)
    | st.lists(st.sampled_from(PLAYERS))
    | st.sampled_from(["chance", "catch", "count", "D", 5, [1] * 5, ["R1", "R1", "R2", "R2", "B2"]])
)


def field_names(game):
    classes = get_args(game.entry) or (game.entry,)
    return {"at", "type", *(field.name for one in classes for field in fields(one))}


@st.composite
def invalid_entries(draw):
    """Return a record of any game, with entries that have some of its fields, of any kind."""
    game = draw(st.sampled_from(sorted(games().values(), key=attrgetter("slug"))))
    entry = st.dictionaries(st.sampled_from(sorted(field_names(game))), values)
    if game.slug == "chimera":  # some fields may be right
        entry |= entry.map(ROUND.__or__)
    return make_record(*draw(st.lists(entry, max_size=4)), game=game.slug)


@given(records)
def test_a_record_is_the_same_after_writing_and_reading(record):
    data = write_record(record)
    assert read_record(json.dumps(data)) == record
    assert write_record(read_record(data)) == data


@settings(max_examples=examples(30))
@given(anything | invalid_records | invalid_entries())
def test_any_json_gets_an_answer(data):
    assert is_answer(score_record(json.dumps(data)))


@given(st.text() | st.binary())
@example("[" * 100_000)
@example('{"a":' * 100_000)
@example("9" * 100_000)
@example('{"format": -' + "9" * 5_000 + "}")
@example("-Infinity")
@example("\ufeff{}")
@example("\0")
@example(b"\xff\xfe{\x00}\x00")
def test_any_text_gets_an_error(text):
    assert "error" in score_record(text)


@given(records)
def test_an_answer_is_one_line_with_the_names_as_they_are(record):
    answer = score_record(json.dumps(write_record(record)))
    assert is_answer(answer)
    assert len(encode_answer(answer).splitlines()) == 1
    assert json.loads(encode_answer(answer)) == answer
    if "error" not in answer:
        assert list(answer["totals"]) == list(record.players)
