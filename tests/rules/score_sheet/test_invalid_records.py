"""Records that are refused, and the message."""

from tests.rules.support.records import error, make_record, score


def answer(entries=(), players=("Ana", "Ben"), **options):
    options = {"rows": [{"name": "Coins"}, {"name": "Military"}]} | options
    return score(make_record(*entries, game="score_sheet", players=players, options=options))


def error_of(*args, **keys):
    refusal = answer(*args, **keys)["error"]
    return refusal["entry"], refusal["field"], refusal["message"]


ROW_NEEDS_NAME = "A row needs a name of at most 40 characters."


INVALID_ROWS = [
    ([], "A sheet needs at least one row."),
    ([{"name": f"Row {n}"} for n in range(41)], "A sheet has at most 40 rows."),
    ([{"name": "Coins"}, {"name": "Coins"}], "Two rows are called Coins."),
    ([{"name": ""}], ROW_NEEDS_NAME),
    ([{"name": " "}], ROW_NEEDS_NAME),
    ([{"name": "A" * 41}], ROW_NEEDS_NAME),
    ([{"name": "A\0"}], "A row’s name contains a character that cannot be shown."),
    ([{"name": "\ud800"}], "A row’s name contains a character that cannot be shown."),
    ([{}], "“name” is missing."),
    ([{"name": None}], "This must be text."),
    ([{"name": "Coins", "times": 0}], "Coins cannot count 0 times."),
    ([{"name": "Coins", "times": 1.5}], "This must be a whole number."),
    ([{"name": "Coins", "times": None}], "This must be a whole number."),
    ([{"name": "Coins", "divide": 0}], "Coins must be divided by 1 or more."),
    ([{"name": "Coins", "divide": -3}], "Coins must be divided by 1 or more."),
    ([{"name": "Coins", "least": 3, "most": 2}], "Coins has a minimum above its maximum."),
    ([{"name": "Coins", "colour": "red"}], "“colour” does not belong here."),
    (["Coins"], "This must be an object: { … }."),
    ({"Coins": 1}, "This must be a list: [ … ]."),
    (None, "This must be a list: [ … ]."),
]


def test_invalid_rows_are_refused_like_other_options():
    for rows, message in INVALID_ROWS:
        assert error_of(rows=rows) == (None, "rows", message)
    record = make_record(game="score_sheet")
    assert error(record) == {"entry": None, "field": "rows", "message": "“rows” is missing."}


def test_names_of_rows_compare_exactly():
    assert "error" not in answer(rows=[{"name": "Coins"}, {"name": "coins"}, {"name": "Coins "}])


def test_limits_may_be_null():
    rows = [{"name": "Coins", "times": 1, "divide": 3, "least": 0, "most": None}]
    played = answer([{"row": "Coins", "counts": {"Ana": 7, "Ben": 2}}], rows=rows)
    assert played["totals"] == {"Ana": 2, "Ben": 0}


ONE_OF_TWO = "This must have exactly one of: row, player."


INVALID_ENTRIES = [
    ({"counts": {"Ana": 1}}, ONE_OF_TWO),
    ({"row": "Coins", "player": "Ana", "counts": {}}, ONE_OF_TWO),
    ({"row": "Coins"}, "“counts” is missing."),
    ({"player": "Ana"}, "“counts” is missing."),
    ({"row": None, "counts": {}}, "This must be text."),
    ({"row": "Coins", "counts": {"Cho": 1}}, "Cho is not playing in this game."),
    ({"player": "Cho", "counts": {}}, "Cho is not playing in this game."),
    ({"row": "Coins", "counts": {"Ana": "1"}}, "This must be a whole number."),
    ({"player": "Ana", "counts": {"Coins": True}}, "This must be a whole number."),
    ({"player": "Ana", "counts": ["Coins"]}, "This must be an object: { … }."),
    ({"player": "Ana", "counts": {}, "type": "row"}, "“type” does not belong here."),
    ([], "This must be an object: { … }."),
]


def test_an_invalid_entry_is_refused():
    for entry, message in INVALID_ENTRIES:
        assert error_of([entry])[0::2] == (0, message)


def test_an_entry_may_say_when_and_by_whom_it_was_made():
    played = answer([{"row": "Coins", "counts": {"Ana": 7}, "at": "now", "by": "Ana’s phone"}])
    assert played["totals"] == {"Ana": 7, "Ben": 0}
