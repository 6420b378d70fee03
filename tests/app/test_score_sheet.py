"""Score sheet pages: rows and columns filled, the card, and the best in each row."""

from scorekeeper.models import Role
from tests.app.support.factories import (
    HTMX,
    a_member,
    a_phone,
    add,
    open_form,
    press_end,
    table_of,
    to,
    totals,
    undo,
)
from tests.app.support.pages import Page, assert_refused, text_of
from tests.app.support.queries import queries_of
from tests.app.support.score_pads import TWENTY, last_entry
from tests.app.support.sheets import COINS, LEADERS, MILITARY, a_sheet, enter, row, start_sheet
from tests.support.entries import column


def test_a_row_is_filled_for_everyone_and_the_next_open_one_follows():
    phone, session = start_sheet()
    form = open_form(phone, to("enter", session))
    assert form["row"] == ["Military"]
    assert form["player"] == [""]
    response = enter(phone, session, counts_0="12+5", counts_2="−3")
    assert response.status_code == 302
    assert response.url == to("enter", session)
    assert last_entry() == {"row": "Military", "counts": {"0": 17, "2": -3}}
    assert open_form(phone, to("enter", session))["row"] == ["Coins"]


def test_another_open_row_can_be_chosen():
    phone, session = start_sheet([row("Military", 1)])
    page = Page(phone.get(to("enter", session)))
    for worth in ("Coins ÷ 3", "Leaders × 2"):
        assert worth in page.said
    offered = [tag.get("value") for tag in page.all("input", name="row")]
    assert offered == ["Coins", "Leaders"]
    assert enter(phone, session, row="Leaders", counts_0="4").status_code == 302
    assert totals(session) == (9, 0, 0)


def test_a_column_is_filled_and_the_next_player_follows():
    phone, session = start_sheet()
    response = enter(phone, session, player="1", **{MILITARY: "12"}, **{COINS: "7"})
    assert response.status_code == 302
    assert last_entry() == {"player": 1, "counts": {"Military": 12, "Coins": 7}}
    assert totals(session) == (0, 14, 0)
    form = open_form(phone, to("enter", session))
    assert form["player"] == ["0"]
    assert "row" not in form
    enter(phone, session, **{LEADERS: "1"})
    assert open_form(phone, to("enter", session))["player"] == ["2"]
    alone = a_sheet(phone, names=("Ana",))
    assert open_form(phone, to("enter", alone))["player"] == ["0"]


def test_the_preview_computes_the_points():
    phone, session = start_sheet([row("Military", 1)])
    form = open_form(phone, to("enter", session))
    sent = {**form, "counts_0": "7", "counts_1": "2", "check": "1"}
    said = Page(phone.post(to("enter", session), sent)).said
    assert "Ana +2 · Ben 0 · Cho 0" in said
    assert "7 ÷ 3 = 2" in said


def test_a_refused_entry_keeps_what_was_typed():
    phone, session = start_sheet()
    assert "−6 … 18" in Page(phone.get(to("enter", session))).said
    for fields, message in (
        ({}, "Enter at least one number, even if it is 0."),
        ({"counts_0": "x"}, "Enter a whole number, or a sum such as 12+5−3."),
        ({"counts_0": "9" * 99}, "Enter a smaller number."),
        ({"counts_0": "9" * 101}, "That is too long: enter a shorter sum."),
        ({"counts_0": "19"}, "Military must be at most 18."),
        ({"counts_0": "1", "row": "Gold"}, "Choose one of these."),
        ({"counts_0": "1", "player": "7"}, "Choose one of these."),
        ({"player": "0"}, "Enter at least one number, even if it is 0."),
        ({"player": "0", MILITARY: "-7"}, "Military must be at least −6."),
    ):
        page = assert_refused(enter(phone, session, **fields), message)
        kept = page.form(to("enter", session)).fields
        typed = {name: [value] for name, value in fields.items() if "_" in name}
        assert {name: kept[name] for name in typed} == typed
    assert not table_of(session).log.entries
    # What the other way has typed, or the row chosen before, does not matter.
    assert enter(phone, session, counts_0="5", **{MILITARY: "x"}).status_code == 302
    assert last_entry() == {"row": "Military", "counts": {"0": 5}}
    assert enter(phone, session, row="Gold", player="0", **{COINS: "3"}).status_code == 302


def test_a_row_that_was_filled_meanwhile_is_refused():
    phone, session = start_sheet()
    form = open_form(phone, to("enter", session))
    add(session, row("Military", 1))
    sent = {**form, "slot": "2", "counts_0": "5"}
    assert_refused(phone.post(to("enter", session), sent), "Military is already filled.")


def test_a_row_is_corrected():
    phone, session = start_sheet([row("Military", 1), row("Coins", 3)])
    address = to("correct", session, 1)
    form = open_form(phone, address)
    assert form["counts_0"] == ["1"]
    assert form["row"] == ["Military"]
    assert phone.post(address, {**form, "counts_0": "7"}).status_code == 302
    assert totals(session) == (8, 0, 0)


def test_a_column_is_corrected():
    phone, session = start_sheet([row("Military", 1), column(1, Coins=9)])
    address = to("correct", session, 2)
    form = open_form(phone, address)
    assert form[COINS] == ["9"]
    assert MILITARY not in form
    assert phone.post(address, {**form, "player": "2"}).status_code == 302
    assert totals(session) == (1, 0, 3)


def test_the_game_ends_with_the_last_cell():
    phone, session = start_sheet([row("Military", 1, 5), row("Coins", 9)])
    page = Page(phone.get(to("table", session)))
    assert "1 row left" in page.said
    assert enter(phone, session, counts_1="2").url.startswith(to("table", session))
    page = Page(phone.get(to("table", session)))
    assert "Ben wins with 9" in page.said
    assert "3 rows" in page.said


def test_the_card_has_each_cell_and_a_link_to_its_entry():
    phone, session = start_sheet([row("Leaders", 1, 5, -1), column(1, Coins=9)])
    page = Page(phone.get(to("table", session)))
    (card,) = page.all("div", **{"class": "card"})
    lines = [[text_of(cell) for cell in line.iter("th", "td")] for line in card.iter("tr")]
    assert [line[0] for line in lines[1:]] == ["Military", "Coins ÷ 3", "Leaders × 2", "Total"]
    assert [line[1:] for line in lines[1:]] == [
        ["", "0", ""],
        ["", "3", ""],
        ["2", "10", "−2"],
        ["2", "13", "−2"],
    ]
    links = card.xpath(".//a/@href")
    assert set(links) == {to("round", session, 1), to("round", session, 2)}
    (best,) = [link for link in card.find_class("best") if link.tag == "a"]
    assert text_of(best) == "10"


def test_a_draft_is_shown_and_continued():
    phone, session = start_sheet()
    form = open_form(phone, to("enter", session))
    phone.post(to("draft", session), {**form, "player": "1", COINS: "7"}, headers=HTMX)
    assert "Row 1 begun: Ben · Coins 7" in Page(phone.get(to("table", session))).said
    assert open_form(phone, to("enter", session))[COINS] == ["7"]


def test_twenty_players_and_forty_rows_have_pages_of_a_constant_number_of_queries(
    django_assert_max_num_queries,
):
    rows = [{"name": f"Row {n}"} for n in range(40)]
    played = [row(f"Row {n}", *range(20)) for n in range(39)]
    phone, session = start_sheet(played, names=TWENTY, rows=rows, title="Wonders")
    for name in ("table", "enter", "options", "rounds", "history", "display"):
        with django_assert_max_num_queries(12):
            assert phone.get(to(name, session)).status_code == 200


def test_nobody_can_join_after_the_start():
    phone = a_phone()
    said = Page(phone.get(to("seats", a_sheet(phone)))).said
    assert "Every player fills the whole sheet" in said


def test_the_record_names_players_and_rows():
    phone, session = start_sheet([row("Coins", 7), column(1, Military=3)], names=("Coins", "Ben"))
    record = phone.get(to("record", session)).json()
    assert record["options"]["rows"] == [
        {"name": "Military", "least": -6, "most": 18},
        {"name": "Coins", "divide": 3},
        {"name": "Leaders", "times": 2},
    ]
    entries = record["entries"]
    bare = [{k: v for k, v in entry.items() if k not in ("at", "by")} for entry in entries]
    assert bare == [
        {"row": "Coins", "counts": {"Coins": 7}},
        {"player": "Ben", "counts": {"Military": 3}},
    ]


def finished(phone, *points, title="Wonders", names=("Ana", "Ben"), **options):
    """A game of one row after the other, with the points of each player in each row."""
    rows = [{"name": "Military"}, {"name": "Coins", "divide": 3}]
    played = [row(one["name"], *counts) for one, counts in zip(rows, points, strict=True)]
    return a_sheet(phone, played, names=names, rows=rows, title=title, **options)


def best_rows(phone, session):
    page = Page(phone.get(to("table", session)))
    sections = page.all(**{"aria-labelledby": "best-rows"})
    return [text_of(line) for section in sections for line in section.iter("li")]


def test_a_finished_sheet_shows_the_best_of_its_players_in_each_row():
    phone = a_phone()
    first = finished(phone, (5, 9), (9, 3))
    assert best_rows(phone, first) == []
    second = finished(phone, (7, 9), (3, 12))
    assert best_rows(phone, second) == ["B Military Ben 9", "B Coins Ben new 4"]
    assert best_rows(phone, first) == []
    guest = a_member(second.group, Role.VIEWER, second)
    assert best_rows(guest, second) == []  # it was let into this game only


def test_the_best_in_a_row_is_the_least_where_the_lowest_total_wins():
    phone = a_phone()
    finished(phone, (5, 9), (9, 3), lowest_wins=True)
    second = finished(phone, (4, 9), (9, 9), lowest_wins=True)
    assert best_rows(phone, second) == ["A Military Ana new 4", "B Coins Ben 1"]


def test_the_best_in_a_row_compares_only_games_of_these_players_with_the_same_rows(phone):
    finished(phone, (50, 50), (50, 50), names=("Ana", "Cho"), lowest_wins=True)
    finished(phone, (50, 50), (50, 50), title="Other")
    finished(phone, (1, 60), (3, 60), names=("Ana", "Cho"))
    under_way = finished(phone, (70, 70), (70, 70))
    undo(phone, under_way)
    last = finished(phone, (2, 1), (0, 0))
    assert best_rows(phone, last) == ["A Military Ana new 2", "A Coins Ana 1"]


def test_a_sheet_whose_last_rows_nobody_scored_in_is_ended_by_hand_and_counts():
    phone = a_phone()
    session = finished(phone, (7, 5), (9, 9))
    undo(phone, session)
    assert "End game" in Page(phone.get(to("table", session))).said
    press_end(phone, session)
    session.refresh_from_db()
    assert not session.ended_early
    assert session.seats.get(won=True).player.name == "Ana"


def test_the_best_in_a_row_needs_a_constant_number_of_queries():
    phone = a_phone()
    sessions = [finished(phone, (n, 9), (9, 3)) for n in range(4)]
    tables = to("table", sessions[1]), to("table", sessions[3])
    assert queries_of(phone, tables[0]) == queries_of(phone, tables[1])
