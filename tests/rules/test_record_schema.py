"""The JSON Schema of the game record: it holds for all examples, and refuses what is misspelt."""

import json
from copy import deepcopy

import pytest
from jsonschema_rs import validator_for

from games.record import InvalidRecord, read_record, write_record
from games.record_schema import record_schema
from games.registry import folders, games
from scorekeeper.game_checks.cases import read_cases, records_of
from tests.rules.test_examples import EXAMPLES, GAMES


@pytest.fixture(scope="module")
def schema():
    return validator_for(record_schema(games().values()))


@pytest.mark.parametrize("game", GAMES)
def test_the_schema_holds_for_every_example_that_can_be_read(schema, game):
    checked = 0
    for line in (EXAMPLES / f"{game}.jsonl").read_text().splitlines():
        try:
            read_record(line)
        except InvalidRecord:
            continue
        schema.validate(json.loads(line))
        checked += 1
    assert checked


@pytest.mark.parametrize("slug", games())
def test_the_schema_holds_for_the_cases_of_every_game(schema, slug):
    for record in records_of(read_cases(games()[slug], folders()[slug])):
        written = write_record(record)
        schema.validate(written)
        signed = [{**entry, "at": "2026-03-13", "by": "Ana"} for entry in written["entries"]]
        schema.validate({**written, "entries": signed, "id": 7, "comment": "late"})


def faults(record):
    """Copies of a record, each with something that no reader accepts."""
    whole = json.dumps(record)

    def changed(change):
        copy = json.loads(whole)
        change(copy)
        return copy

    yield changed(lambda copy: copy.update(format="scorekeeper.record/2"))
    yield changed(lambda copy: copy.update(game="ludo"))
    yield changed(lambda copy: copy.update(players=[]))
    yield changed(lambda copy: copy.update(players=[copy["players"][0]] * 2))
    yield changed(lambda copy: copy.update(ended_early="no"))
    yield changed(lambda copy: copy["options"].update(colour="red"))
    yield changed(lambda copy: copy.pop("entries"))
    yield changed(lambda copy: copy["entries"].append({"colour": "red"}))
    yield changed(lambda copy: copy["entries"].append([]))
    for key in (record["entries"] or [{}])[0]:
        yield changed(lambda copy, key=key: copy["entries"][0].update({key: {"no": [None]}}))


@pytest.mark.parametrize("slug", games())
def test_what_the_schema_refuses_no_reader_accepts(schema, slug):
    record = next(r for r in records_of(read_cases(games()[slug], folders()[slug])) if r.entries)
    written = write_record(record)
    for fault in faults(written):
        assert not schema.is_valid(fault), fault
        with pytest.raises(InvalidRecord):
            read_record(deepcopy(fault))


def test_a_number_is_as_large_as_the_reader_takes(schema):
    record = {
        "format": "scorekeeper.record/1",
        "game": "score_pad",
        "players": ["Ana"],
        "entries": [{"points": {"Ana": 10**12}}],
    }
    assert schema.is_valid(record)
    record["entries"][0]["points"]["Ana"] += 1
    assert not schema.is_valid(record)
