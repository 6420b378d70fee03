"""manage.py score: its output and its exit status."""

import io
import json
import os
import subprocess
import sys
from itertools import islice, repeat
from pathlib import Path

import pytest
from django.core.management import call_command

from games import report
from games.report import split_records
from tests.rules.support.records import ROUND, make_record

ROOT = Path(__file__).parents[2]
VALID = json.dumps(make_record(ROUND))
REFUSED = json.dumps(make_record(ROUND | {"traps": 99}))


@pytest.fixture
def file(tmp_path):
    def write(content, name="games.jsonl"):
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return str(path)

    return write


def score(*files):
    """Return the answers, and the exit status."""
    out, status = io.StringIO(), 0
    try:
        call_command("score", *files, stdout=out, stderr=io.StringIO())
    except SystemExit as end:
        status = end.code
    return [json.loads(line) for line in out.getvalue().splitlines()], status


def test_every_line_gets_an_answer_in_order_and_the_status_says_if_one_was_refused(file):
    answers, status = score(file(f"{REFUSED}\n{VALID}\n"), file(VALID, "one.json"))
    assert [set(answer) == {"error"} for answer in answers] == [True, False, False]
    assert status == 1
    answers, status = score(file(f"{VALID}\n{VALID}"))
    assert (len(answers), status) == (2, 0)


def test_a_record_over_many_lines_is_one_record(file):
    answers, status = score(file(json.dumps(make_record(ROUND), indent=2)))
    assert [answer["totals"] for answer in answers] == [{"Ana": 40, "Ben": 0, "Cho": 0}]
    assert status == 0
    answers, status = score(file(json.dumps([make_record(), make_record()], indent=2)))
    assert [answer["error"]["entry"] for answer in answers] == [None]  # a list is not a record
    assert status == 1
    text = json.dumps(make_record(players=["Ana", "Bjørn", "Cho"]), indent=2, ensure_ascii=False)
    answers, status = score(file(text.encode("latin-1")))
    assert [answer["error"]["message"] for answer in answers] == ["Not valid UTF-8 text."]
    assert status == 1


def test_a_broken_record_over_many_lines_gets_one_error_with_its_place(file):
    before, after = json.dumps(make_record(ROUND), indent=2).split('"players":')
    answers, status = score(file(f'{before}"players"{after}'))
    (message,) = [answer["error"]["message"] for answer in answers]
    line = before.count("\n") + 1
    assert message.startswith(f"Not valid JSON: line {line}, ")
    assert status == 1


def test_blank_lines_are_ignored(file):
    for content in ("", "\n \r\n\t\n"):
        assert score(file(content)) == ([], 0)
    answers, status = score(file(f"\n\n{VALID}\r\n\r\n{VALID}\n\n"))
    assert [set(answer) == {"error"} for answer in answers] == [False, False]
    assert status == 0


INVALID = [b"nonsense", b"{", b'{"format": NaN}', b"\xff", b"[" * 100_000, b"1" * 5_000, b"null"]


def test_an_invalid_line_is_refused_and_the_others_are_scored(file):
    for invalid in INVALID:
        for lines in ([invalid, VALID.encode()], [VALID.encode(), invalid]):
            answers, status = score(file(b"\n".join(lines)))
            entries = [answer.get("error", {}).get("entry", 0) for answer in answers]
            assert entries == [None if line is invalid else 0 for line in lines], invalid[:20]
            assert status == 1
    answers, status = score(file(b"nonsense\n\xff\n" + VALID.encode()))
    assert [set(answer) == {"error"} for answer in answers] == [True, True, False]
    answers, status = score(file(b"\xef\xbb\xbf" + VALID.encode()))  # a byte order mark
    assert (len(answers), status) == (1, 0)


def test_long_lists_are_read_line_by_line():
    def endless():
        yield VALID.encode()
        yield b"{}"
        raise AssertionError("read more lines than necessary")

    first_two = split_records(endless())
    assert [next(first_two), next(first_two)] == [VALID.encode(), b"{}"]


def test_what_is_not_a_file_of_records_gets_one_line_and_the_others_are_scored(file, tmp_path):
    for name in ("/dev/zero", ".", str(tmp_path / "gone")):
        out, err = io.StringIO(), io.StringIO()
        with pytest.raises(SystemExit, match="2"):
            call_command(
                "score", name, file(VALID), file(REFUSED, "2.json"), stdout=out, stderr=err
            )
        assert err.getvalue().startswith(f"{name}: could not be read: ")
        assert err.getvalue().count("\n") == 1
        answers = map(json.loads, out.getvalue().splitlines())
        assert [set(answer) == {"error"} for answer in answers] == [False, True]


def test_a_record_that_is_too_long_ends_the_file_after_the_answers_before_it(file, monkeypatch):
    monkeypatch.setattr(report, "LONGEST", len(VALID) + 1)
    answers, status = score(file(f"{VALID}\n{VALID}  \n{VALID}\n"))
    assert (len(answers), status) == (1, 2)
    endless = split_records(repeat(b"nonsense\n"))  # each line is answered, so none is too long
    assert set(islice(endless, 500)) == {b"nonsense\n"}


def test_the_command_needs_neither_a_database_nor_a_locale(tmp_path):
    players = ["아나", "Björn", "Cho\u2028"]
    entry = {"chimera": "아나", "bid": 20, "first_out": "아나"}
    half = json.dumps(make_record(ROUND | {"\udc00": 1}))  # a lone surrogate
    environment = {"LC_ALL": "C", "PYTHONIOENCODING": "ascii"}
    environment["DATABASE_URL"] = "postgres://nobody@192.0.2.1/nowhere"
    result = subprocess.run(
        [sys.executable, "manage.py", "score", str(tmp_path / "gone"), "-"],
        cwd=ROOT,
        env=os.environ | environment,
        input=f"{json.dumps(make_record(entry, players=players))}\n{half}\n{REFUSED}".encode(),
        capture_output=True,
        check=False,
    )
    named, surrogate, refused = map(json.loads, result.stdout.splitlines())
    assert "아나".encode() in result.stdout
    assert list(named["totals"]) == players
    assert (surrogate["error"]["field"], refused["error"]["field"]) == ("\udc00", "traps")
    unreadable = f"{tmp_path / 'gone'}: could not be read: No such file or directory"
    assert result.stderr.decode().splitlines() == [unreadable]
    assert result.returncode == 2


def test_a_reader_may_close_the_pipe_early(file):
    for length in (1, 5_000):  # before or while answers are written
        command = [sys.executable, "manage.py", "score", file(f"{VALID}\n" * length)]
        env = os.environ | {"PYTHONUNBUFFERED": ""}
        with subprocess.Popen(
            command, cwd=ROOT, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        ) as process:
            process.stdout.close()
            assert process.stderr.read() == b""
