"""Any game survives being written and read, and nothing that is read can do harm."""

import json

from hypothesis import example, given
from hypothesis import strategies as st

from games.chimera.rules import Options, game
from games.contract import Setup
from games.record import Record, decode_entry, encode_entry, read, stored_seats, write
from games.report import answer, line
from tests.rules.table import PLAYERS, ROUND, record
from tests.rules.test_chimera_properties import rounds

names = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), min_size=1).filter(str.strip)
records = st.builds(
    Record,
    game=st.just(game),
    players=st.lists(names, min_size=3, max_size=3, unique=True).map(tuple),
    setup=st.builds(Setup, st.just(3), st.builds(Options, st.integers(1, 10**12)), st.booleans()),
    entries=st.lists(rounds(), max_size=5).map(tuple),
)
anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.sampled_from([*PLAYERS, 20, "at", 10**30]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text() | st.sampled_from([*PLAYERS, *ROUND]), inner),
    max_leaves=12,
)
FIELDS = ["format", "game", "players", "options", "entries", "ended_early", "comment"]
spoiled_records = st.builds(
    lambda key, value: record(ROUND) | {key: value}, st.sampled_from(FIELDS), anything | st.lists(anything)
)
spoiled_entries = st.builds(
    lambda key, value: record(ROUND, ROUND | {key: value}),
    st.sampled_from([*ROUND, "traps", "chimera_attack", "idle_hunters", "toads", "cats", "at"]),
    anything | st.dictionaries(st.sampled_from(PLAYERS), anything) | st.lists(st.sampled_from(PLAYERS)),
)


def is_an_answer(said):
    if "error" in said:
        entry, field, message = said["error"]["entry"], said["error"]["field"], said["error"]["message"]
        return (entry is None or entry >= 0) and isinstance(field, str) and bool(message)
    return set(said) == {"game", "finished", "winners", "totals", "ranks", "points"}


@given(records)
def test_a_record_written_and_read_is_the_same(played):
    written = write(played)
    assert read(json.dumps(written)) == played
    assert write(read(written)) == written


@given(rounds())
def test_an_entry_stored_by_seat_is_the_same(entry):
    stored = json.loads(json.dumps(encode_entry(game, entry, range(3))))
    assert stored == encode_entry(game, entry, range(3))
    assert decode_entry(game, stored, stored_seats(3)) == entry


@given(anything | spoiled_records | spoiled_entries)
def test_there_is_an_answer_to_any_json(data):
    assert is_an_answer(answer(json.dumps(data)))


@given(st.text() | st.binary())
@example("[" * 100_000)
@example('{"a":' * 100_000)
@example("9" * 100_000)
@example('{"format": -' + "9" * 5_000 + "}")
@example("-Infinity")
@example("\ufeff{}")
@example("\0")
@example(b"\xff\xfe{\x00}\x00")
def test_there_is_an_answer_to_any_text(text):
    assert "error" in answer(text)


@given(records)
def test_an_answer_is_one_line_and_says_names_as_they_are(played):
    said = answer(json.dumps(write(played)))
    assert is_an_answer(said)
    assert len(line(said).splitlines()) == 1
    assert json.loads(line(said)) == said
    if "error" not in said:
        assert list(said["totals"]) == list(played.players)
