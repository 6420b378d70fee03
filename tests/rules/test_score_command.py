"""manage.py score: what it prints, and how it ends."""

import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import call_command

from games.report import records
from tests.rules.table import ROUND, record

HOME = Path(__file__).parents[2]
RECORDS = Path(__file__).parent / "records"
FINE = json.dumps(record(ROUND))
REFUSED = json.dumps(record(ROUND | {"traps": 99}))


@pytest.fixture
def file(tmp_path):
    def written(content, name="games.jsonl"):
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return str(path)

    return written


def score(*files):
    """What the command prints, parsed line by line, and its exit status."""
    out, status = io.StringIO(), 0
    try:
        call_command("score", *files, stdout=out, stderr=io.StringIO())
    except SystemExit as end:
        status = end.code
    return [json.loads(line) for line in out.getvalue().splitlines()], status


def run(*files, **options):
    command = [sys.executable, "manage.py", "score", *files]
    return subprocess.run(command, cwd=HOME, capture_output=True, check=False, **options)


def test_each_line_is_answered_in_order(file):
    answers, status = score(file(f"{REFUSED}\n{FINE}\n"), file(FINE, "one.json"))
    assert [set(said) == {"error"} for said in answers] == [True, False, False]
    assert status == 1


def test_when_all_is_well_it_ends_with_0(file):
    answers, status = score(file(f"{FINE}\n{FINE}"))
    assert len(answers) == 2
    assert status == 0


def test_a_record_over_many_lines_is_one_record(file):
    answers, status = score(file(json.dumps(record(ROUND), indent=2)))
    assert [said["totals"] for said in answers] == [{"Ana": 40, "Ben": 0, "Cho": 0}]
    assert status == 0


@pytest.mark.parametrize("content", ["", "\n \r\n\t\n"])
def test_a_file_without_a_record_has_no_answers(file, content):
    assert score(file(content)) == ([], 0)


def test_blank_lines_are_passed_over(file):
    answers, status = score(file(f"\n\n{FINE}\r\n\r\n{FINE}\n\n"))
    assert [set(said) == {"error"} for said in answers] == [False, False]
    assert status == 0


@pytest.mark.parametrize("spoiled", ["nonsense", "{", '{"format": NaN}', b"\xff", "[" * 100_000, "1" * 5_000, "null"])
@pytest.mark.parametrize("first", [True, False])
def test_a_line_that_is_no_record_is_refused_and_the_others_are_scored(file, spoiled, first):
    bad = spoiled if isinstance(spoiled, bytes) else spoiled.encode()
    lines = [bad, FINE.encode()] if first else [FINE.encode(), bad]
    answers, status = score(file(b"\n".join(lines)))
    assert [said.get("error", {}).get("entry", 0) for said in answers] == ([None, 0] if first else [0, None])
    assert status == 1


def test_a_broken_line_and_one_that_is_no_text_are_two_records(file):
    answers, status = score(file(b"nonsense\n\xff\n" + FINE.encode()))
    assert [set(said) == {"error"} for said in answers] == [True, True, False]
    assert status == 1


def test_a_list_over_many_lines_is_one_refused_record(file):
    answers, status = score(file(json.dumps([record(), record()], indent=2)))
    assert len(answers) == 1
    assert answers[0]["error"]["entry"] is None
    assert status == 1


def test_a_record_over_many_lines_that_is_not_utf_8_is_one_refused_record(file):
    latin = json.dumps(record(players=["Ana", "Bjørn", "Cho"]), indent=2, ensure_ascii=False).encode("latin-1")
    answers, status = score(file(latin))
    assert [said["error"]["message"] for said in answers] == ["This is no text in UTF-8."]
    assert status == 1


def test_a_byte_order_mark_is_no_mistake(file):
    answers, status = score(file(b"\xef\xbb\xbf" + FINE.encode()))
    assert (len(answers), status) == (1, 0)


def test_a_file_that_cannot_be_read_does_not_keep_the_others_from_being_scored(file, tmp_path):
    answers, status = score(str(tmp_path / "gone"), str(tmp_path), file(FINE), file(REFUSED, "one.json"))
    assert [set(said) == {"error"} for said in answers] == [False, True]
    assert status == 2


def test_what_could_not_be_read_is_named(file, tmp_path):
    done = run(str(tmp_path / "gone"), file(FINE))
    assert done.stderr.decode().splitlines() == [f"{tmp_path / 'gone'}: could not be read: No such file or directory"]
    assert len(done.stdout.splitlines()) == 1


def test_long_lists_are_read_line_by_line():
    def endless():
        yield FINE.encode()
        yield b"{}"
        raise AssertionError("read on without need")

    first_two = records(endless())
    assert [next(first_two), next(first_two)] == [FINE.encode(), b"{}"]


def test_standard_input_is_a_file_too():
    done = run("-", input=(RECORDS / "chimera.jsonl").read_bytes())
    assert [set(json.loads(line)) == {"error"} for line in done.stdout.splitlines()] == [
        False,
        False,
        False,
        True,
        False,
    ]
    assert done.returncode == 1


def test_names_are_printed_in_utf_8_whatever_the_locale(file):
    players = ["아나", "Björn", "Cho\u2028"]
    entry = {"chimera": "아나", "bid": 20, "first_out": "아나"}
    written = file(json.dumps(record(entry, players=players)))
    done = run(written, env=os.environ | {"LC_ALL": "C", "PYTHONIOENCODING": "ascii"})
    assert "아나".encode() in done.stdout
    assert list(json.loads(done.stdout)["totals"]) == players


def test_half_a_character_is_answered_as_json_writes_it(file):
    done = run(file(json.dumps(record(ROUND | {"\udc00": 1}))))
    assert json.loads(done.stdout)["error"]["field"] == "\udc00"


def test_no_database_is_needed(file):
    done = run(file(FINE), env=os.environ | {"DATABASE_URL": "postgres://nobody@192.0.2.1/nowhere"})
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.parametrize("length", [1, 5_000])
def test_whoever_has_seen_enough_may_stop_reading(file, length):
    command = [sys.executable, "manage.py", "score", file(f"{FINE}\n" * length)]
    buffered = os.environ | {"PYTHONUNBUFFERED": ""}
    with subprocess.Popen(command, cwd=HOME, env=buffered, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        process.stdout.close()
        assert process.stderr.read() == b""
