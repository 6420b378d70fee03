"""Records with the answers that they must get."""

import json
from pathlib import Path

import pytest

from games.report import score_record

EXAMPLES = Path(__file__).parent / "support" / "examples"
GAMES = sorted(
    path.stem for path in EXAMPLES.glob("*.jsonl") if not path.stem.endswith(".expected")
)


def comparable(answer):
    """Return an answer with only the entry of an error, and with 0 for players without points."""
    if "error" in answer:
        return {"error": {"entry": answer["error"]["entry"]}}
    return answer | {
        "points": [dict.fromkeys(answer["totals"], 0) | points for points in answer["points"]]
    }


@pytest.mark.parametrize("game", GAMES)
def test_the_examples_get_the_expected_answers(game):
    records = (EXAMPLES / f"{game}.jsonl").read_text().splitlines()
    expected = (EXAMPLES / f"{game}.expected.jsonl").read_text().splitlines()
    assert [comparable(score_record(record)) for record in records] == [
        comparable(json.loads(e)) for e in expected
    ]
