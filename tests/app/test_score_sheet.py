"""Score sheet pages: rows made on the phone, rows and columns filled, the card, sheets kept."""

from uuid import uuid4

import pytest
from django.db import connection
from django.http import QueryDict
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.score_sheet.forms import EntryForm, OptionsForm, blanks_ahead, cell_name
from scorekeeper.models import GameSession, Revision, Role
from tests.app.support.factories import (
    HTMX,
    a_game,
    a_group,
    a_member,
    a_phone,
    add,
    end_early,
    hidden,
    open_form,
    table_of,
    to,
    totals,
    undo,
)
from tests.app.support.pages import Page, text_of

pytestmark = pytest.mark.django_db

NEW = reverse("new", args=["score_sheet"])
ROWS = [
    {"name": "Military", "least": -6, "most": 18},
    {"name": "Coins", "divide": 3},
    {"name": "Leaders", "times": 2},
]
MILITARY, COINS, LEADERS = (cell_name(one["name"]) for one in ROWS)
TWENTY = tuple(f"Player {n}" for n in range(1, 21))


def a_sheet(phone, played=(), names=("Ana", "Ben", "Cho"), rows=ROWS, group=None, **options):
    settings = {"rows": rows, "title": "", "lowest_wins": False} | options
    return a_game(
        phone,
        group=group,
        names=names,
        rounds=list(played) or 0,
        game="score_sheet",
        options=settings,
    )


def row(name, *counts):
    return {"row": name, "counts": {str(seat): count for seat, count in enumerate(counts)}}


def column(player, **counts):
    return {"player": player, "counts": counts}


def row_fields(*rows):
    """The fields of rows: a name, then times, divide, least and most as typed."""
    padded = [(*one, *[""] * (5 - len(one))) for one in rows]
    parts = ("name", "times", "divide", "least", "most")
    return {f"row_{part}": [one[n] for one in padded] for n, part in enumerate(parts)}


def start(phone, names=("Ana", "Ben"), **fields):
    return phone.post(
        NEW, {"seat": list(names), "submission": str(uuid4()), "start": "1", **fields}
    )


def options_of_last_game():
    return GameSession.objects.order_by("pk").last(), table_of(
        GameSession.objects.order_by("pk").last()
    ).options


def enter(phone, session, **fields):
    form = open_form(phone, to("enter", session))
    return phone.post(to("enter", session), {**form, **fields})


def last_entry():
    return Revision.objects.order_by("pk").last().data


def shown_rows(response, address=NEW):
    fields = Page(response).form(address).fields
    return list(
        zip(
            *(fields.get(f"row_{part}", []) for part in ("name", "times", "divide")),
            strict=True,
        )
    )


def test_names_typed_in_one_line_become_rows_without_another_tap():
    phone = a_phone()
    assert start(phone, rows="Military, Coins ÷ 3\nDebts −1").status_code == 302
    assert options_of_last_game()[1]["rows"] == [
        {"name": "Military"},
        {"name": "Coins", "divide": 3},
        {"name": "Debts", "times": -1},
    ]


def test_a_row_has_what_was_typed_for_it():
    phone = a_phone()
    fields = row_fields((" Civil  buildings ", "2", "3", "-1", "１２"), ("Coins",))
    assert start(phone, title=" Seven  Wonders", lowest_wins="lowest", **fields).status_code == 302
    session, options = options_of_last_game()
    assert options == {
        "title": "Seven Wonders",
        "lowest_wins": True,
        "rows": [
            {"name": "Civil buildings", "times": 2, "divide": 3, "least": -1, "most": 12},
            {"name": "Coins"},
        ],
    }
    assert session.title == "Seven Wonders"


def test_the_same_data_gives_the_same_options():
    fields = {"rows": ["Wonder × 2"], **row_fields(("Coins", "", "3"))}
    made = [OptionsForm(a_query(fields)) for _ in range(2)]
    assert all(form.is_valid() for form in made)
    assert made[0].options() == made[1].options()
    assert [one["name"] for one in made[0].options()["rows"]] == ["Coins", "Wonder"]


def a_query(fields):
    query = QueryDict(mutable=True)
    for name, values in fields.items():
        query.setlist(name, values)
    return query


def test_the_buttons_that_rearrange_rows_store_nothing():
    phone = a_phone()
    fields = row_fields(("A", "2"), ("B", "", "3"), ("C",))
    rearranged = {
        ("row_up", "1"): ["B", "A", "C"],
        ("row_down", "1"): ["A", "C", "B"],
        ("row_out", "1"): ["A", "C"],
        ("row_up", "0"): ["A", "B", "C"],
        ("row_down", "2"): ["A", "B", "C"],
        ("row_up", "9"): ["A", "B", "C"],
        ("row_out", "x"): ["A", "B", "C"],
        ("row_out", "-1"): ["A", "B", "C"],
    }
    for (button, value), names in rearranged.items():
        response = phone.post(NEW, {**fields, button: value})
        assert response.status_code == 200
        assert [name for name, _, _ in shown_rows(response)] == names, (button, value)
    response = phone.post(NEW, {**fields, "rows": "D ÷ 4, E", "row_add": "1"})
    assert shown_rows(response)[3:] == [("D", "", "4"), ("E", "", "")]
    assert Page(response).form(NEW).fields["rows"] == [""]
    assert not GameSession.objects.exists()


def test_seating_a_player_keeps_the_rows():
    phone = a_phone()
    fields = {**row_fields(("A", "0")), "rows": "B", "name": "Ana", "type": "1"}
    response = phone.post(NEW, fields)
    assert response.status_code == 200
    assert shown_rows(response) == [("A", "0", ""), ("B", "", "")]
    assert "Enter another number" not in Page(response).said


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([("",)], "Enter a name for this row, or remove it."),
        ([("A" * 41,)], "Use at most 40 characters."),
        ([("A\u202eB",)], "The name contains a character that cannot be shown."),
        ([("A\x00B",)], "Null characters are not allowed."),
        ([("A",), ("A",)], "Another row has this name."),
        ([("A", "0")], "Enter another number than 0."),
        ([("A", "x")], "Enter a whole number."),
        ([("A", "9" * 2000)], "Enter a smaller number."),
        ([("A", "10000")], "Enter a number from −9999 to 9999."),
        ([("A", "", "0")], "Enter a number from 1 to 9999."),
        ([("A", "", "-3")], "Enter a number from 1 to 9999."),
        ([("A", "", "", "1.5")], "Enter a whole number."),
        ([("A", "", "", "3", "2")], "The maximum is below the minimum."),
        ([], "Name at least one row."),
    ],
)
def test_a_bad_row_is_refused_beside_it_with_what_was_typed(rows, message):
    phone = a_phone()
    response = start(phone, **row_fields(*rows))
    assert response.status_code == 422
    assert message in Page(response).said
    assert [times for _, times, _ in shown_rows(response)] == [
        one[1] if len(one) > 1 else "" for one in rows
    ]
    assert not GameSession.objects.exists()


def test_an_error_is_described_at_its_input():
    response = start(a_phone(), **row_fields(("Coins",), ("Wonder", "0")))
    page = Page(response)
    (field,) = [tag for tag in page.all("input") if tag.get("aria-invalid")]
    assert field.get("name") == "row_times"
    assert text_of(page.tree.get_element_by_id(field.get("aria-describedby")))
    assert len(page.ids) == len(set(page.ids))
    assert page.errors == []


def test_a_sheet_has_forty_rows_at_most_and_further_ones_stay_typed():
    phone = a_phone()
    names = [f"Row {n}" for n in range(1, 42)]
    response = start(phone, rows=", ".join(names))
    assert response.status_code == 422
    assert "A sheet has at most 40 rows." in Page(response).said
    assert len(shown_rows(response)) == 40
    assert Page(response).form(NEW).fields["rows"] == ["Row 41"]
    assert start(phone, rows=", ".join(names[:40])).status_code == 302


@pytest.mark.parametrize("rows", ["÷", ",", "\x00", "é" * 9999, "<b>", "%s", "{}", "a ÷ " * 9])
def test_any_line_of_rows_is_answered(rows):
    response = start(a_phone(), rows=rows)
    assert response.status_code in (302, 400, 422)


def test_a_row_is_filled_for_everyone_and_the_next_open_one_follows():
    phone = a_phone()
    session = a_sheet(phone)
    form = hidden(Page(phone.get(to("enter", session))), to("enter", session))
    assert form["row"] == ["Military"]
    assert form["player"] == [""]
    response = enter(phone, session, counts_0="12+5", counts_2="−3")
    assert response.status_code == 302
    assert response.url == to("enter", session)
    assert last_entry() == {"row": "Military", "counts": {"0": 17, "2": -3}}
    assert open_form(phone, to("enter", session))["row"] == ["Coins"]


def test_another_open_row_can_be_chosen():
    phone = a_phone()
    session = a_sheet(phone, [row("Military", 1)])
    page = Page(phone.get(to("enter", session)))
    offered = [tag.get("value") for tag in page.all("input", name="row")]
    assert offered == ["Coins", "Leaders"]
    assert enter(phone, session, row="Leaders", counts_0="4").status_code == 302
    assert totals(session) == (9, 0, 0)


def test_a_column_is_filled_and_the_next_player_follows():
    phone = a_phone()
    session = a_sheet(phone)
    response = enter(phone, session, player="1", **{MILITARY: "12"}, **{COINS: "7"})
    assert response.status_code == 302
    assert last_entry() == {"player": 1, "counts": {"Military": 12, "Coins": 7}}
    assert totals(session) == (0, 14, 0)
    form = open_form(phone, to("enter", session))
    assert form["player"] == ["0"]
    assert "row" not in form
    enter(phone, session, **{LEADERS: "1"})
    assert open_form(phone, to("enter", session))["player"] == ["2"]


def test_a_player_alone_fills_the_column():
    phone = a_phone()
    session = a_sheet(phone, names=("Ana",))
    assert open_form(phone, to("enter", session))["player"] == ["0"]


def test_what_a_row_is_worth_stands_beside_it():
    phone = a_phone()
    page = Page(phone.get(to("enter", a_sheet(phone))))
    assert "Coins ÷ 3" in page.said
    assert "Leaders × 2" in page.said
    assert "−6 … 18" in page.said


def test_the_preview_computes_the_points():
    phone = a_phone()
    session = a_sheet(phone, [row("Military", 1)])
    form = open_form(phone, to("enter", session))
    sent = {**form, "counts_0": "7", "counts_1": "2", "check": "1"}
    said = Page(phone.post(to("enter", session), sent)).said
    assert "Ana +2 · Ben 0 · Cho 0" in said
    assert "7 ÷ 3 = 2" in said


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({}, "Enter at least one number, even if it is 0."),
        ({"counts_0": "x"}, "Enter a whole number, or a sum such as 12+5−3."),
        ({"counts_0": "9" * 99}, "That is too large for one row."),
        ({"counts_0": "9" * 101}, "That is too long: enter a shorter sum."),
        ({"counts_0": "19"}, "Military must be at most 18."),
        ({"counts_0": "1", "row": "Gold"}, "Choose one of these."),
        ({"counts_0": "1", "player": "7"}, "Choose one of these."),
        ({"player": "0"}, "Enter at least one number, even if it is 0."),
        ({"player": "0", MILITARY: "-7"}, "Military must be at least −6."),
    ],
)
def test_a_refused_entry_keeps_what_was_typed(fields, message):
    phone = a_phone()
    session = a_sheet(phone)
    response = enter(phone, session, **fields)
    assert response.status_code == 422
    assert message in Page(response).said
    kept = Page(response).form(to("enter", session)).fields
    typed = {name: value for name, value in fields.items() if "_" in name}
    assert {name: kept[name] for name in typed} == {name: [value] for name, value in typed.items()}
    assert not table_of(session).entries


def test_what_the_other_way_has_typed_does_not_matter():
    phone = a_phone()
    session = a_sheet(phone)
    assert enter(phone, session, counts_0="5", **{MILITARY: "x"}).status_code == 302
    assert last_entry() == {"row": "Military", "counts": {"0": 5}}


def test_a_row_that_was_filled_meanwhile_is_refused():
    phone = a_phone()
    session = a_sheet(phone)
    form = open_form(phone, to("enter", session))
    add(session, row("Military", 1))
    sent = {**form, "slot": "2", "counts_0": "5"}
    response = phone.post(to("enter", session), sent)
    assert response.status_code == 422
    assert "Military is already filled." in Page(response).said


def test_a_row_is_corrected():
    phone = a_phone()
    session = a_sheet(phone, [row("Military", 1), row("Coins", 3)])
    address = to("correct", session, 1)
    form = open_form(phone, address)
    assert form["counts_0"] == ["1"]
    assert form["row"] == ["Military"]
    assert phone.post(address, {**form, "counts_0": "7"}).status_code == 302
    assert totals(session) == (8, 0, 0)


def test_a_column_is_corrected():
    phone = a_phone()
    session = a_sheet(phone, [row("Military", 1), column(1, Coins=9)])
    address = to("correct", session, 2)
    form = open_form(phone, address)
    assert form[COINS] == ["9"]
    assert MILITARY not in form
    assert phone.post(address, {**form, "player": "2"}).status_code == 302
    assert totals(session) == (1, 0, 3)


def test_the_game_ends_with_the_last_cell():
    phone = a_phone()
    session = a_sheet(phone, [row("Military", 1, 5), row("Coins", 9)])
    page = Page(phone.get(to("table", session)))
    assert "1 row left" in page.said
    response = enter(phone, session, counts_1="2")
    assert response.url.startswith(to("table", session))
    page = Page(phone.get(to("table", session)))
    assert "Ben wins with 9" in page.said
    assert "3 rows" in page.said


def test_the_card_has_each_cell_and_a_link_to_its_entry():
    phone = a_phone()
    session = a_sheet(phone, [row("Leaders", 1, 5, -1), column(1, Coins=9)])
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


def test_a_row_that_is_gone_does_not_count_and_can_be_fixed():
    phone = a_phone()
    session = a_sheet(phone, [row("Military", 1), row("Coins", 3)])
    form = open_form(phone, to("options", session))
    renamed = {**form, "row_name": ["Army", "Coins", "Leaders"]}
    assert phone.post(to("options", session), renamed).status_code == 302
    assert totals(session) == (1, 0, 0)
    said = Page(phone.get(to("table", session))).said
    assert "Military doesn’t count. The sheet has no row “Military”." in said
    address = to("correct", session, 1)
    fixed = {**open_form(phone, address), "row": "Army"}
    assert phone.post(address, fixed).status_code == 302
    assert totals(session) == (2, 0, 0)


def test_rows_can_be_added_and_rearranged_during_the_game():
    phone = a_phone()
    session = a_sheet(phone, [row("Military", 1)])
    address = to("options", session)
    form = open_form(phone, address)
    response = phone.post(address, {**form, "rows": "Wonder", "row_up": "3"})
    assert response.status_code == 200
    assert [name for name, _, _ in shown_rows(response, address)] == [
        "Military",
        "Coins",
        "Wonder",
        "Leaders",
    ]
    assert len(table_of(session).options["rows"]) == 3
    added = hidden(Page(response), address)
    assert phone.post(address, added).status_code == 302
    assert [one["name"] for one in table_of(session).options["rows"]] == [
        "Military",
        "Coins",
        "Wonder",
        "Leaders",
    ]
    assert totals(session) == (1, 0, 0)
    assert (
        "Rows now Military (−6 … 18), Coins ÷ 3, Wonder, Leaders × 2"
        in Page(phone.get(to("history", session))).said
    )


def test_rearranging_keeps_the_comment_and_checks_nothing():
    phone = a_phone()
    session = a_sheet(phone)
    address = to("options", session)
    form = {**open_form(phone, address), "comment": "Late", "row_times": ["x", "", "2"]}
    response = phone.post(address, {**form, "row_out": "1"})
    assert response.status_code == 200
    page = Page(response)
    assert page.form(address).fields["comment"] == ["Late"]
    assert shown_rows(response, address) == [("Military", "x", ""), ("Leaders", "2", "")]
    assert "Enter a whole number." not in page.said


def test_saving_the_page_of_the_game_unchanged_changes_no_row():
    phone = a_phone()
    session = a_sheet(phone)
    form = open_form(phone, to("options", session))
    before = Revision.objects.count()
    assert phone.post(to("options", session), {**form, "comment": "Fun"}).status_code == 302
    assert Revision.objects.count() == before
    assert table_of(session).options["rows"] == ROWS


def test_a_sheet_with_a_title_is_kept_with_its_rows():
    phone = a_phone()
    group = a_group(phone)
    session = a_sheet(phone, group=group, title="Wonders")
    page = Page(phone.get(NEW))
    assert f"{NEW}?again={session.pk}" in page.links()
    again = Page(phone.get(f"{NEW}?again={session.pk}")).form_called("setup").fields
    assert again["title"] == ["Wonders"]
    assert again["row_name"] == ["Military", "Coins", "Leaders"]
    assert again["row_most"] == ["18", "", ""]
    same = page.form_called("again").fields
    response = phone.post(NEW, {**same, "start": "again"})
    assert response.status_code == 302
    assert options_of_last_game()[1]["rows"] == ROWS


def test_a_rematch_has_the_same_rows():
    phone = a_phone()
    played = [row("Military", 1), row("Coins", 3), row("Leaders", 1)]
    session = a_sheet(phone, played, title="Wonders", lowest_wins=True)
    form = Page(phone.get(to("table", session))).form_called("rematch").fields
    assert phone.post(f"{NEW}?again={session.pk}", {**form, "start": "again"}).status_code == 302
    new, options = options_of_last_game()
    assert new != session
    assert options == {"rows": ROWS, "title": "Wonders", "lowest_wins": True}
    assert new.kind == session.kind


def test_changed_rows_leave_earlier_games_as_they_were():
    phone = a_phone()
    played = [row("Military", 1), row("Coins", 3), row("Leaders", 1)]
    first = a_sheet(phone, played, title="Wonders")
    second = a_sheet(phone, title="Wonders")
    form = open_form(phone, to("options", second))
    phone.post(to("options", second), {**form, "row_divide": ["", "1", ""]})
    assert totals(first) == (4, 0, 0)
    assert table_of(first).options["rows"] == ROWS


def test_blank_forms_travel_for_the_rows_that_follow():
    phone = a_phone()
    session = a_sheet(phone)
    context = table_of(session).entry_context()
    assert blanks_ahead(context) == 2
    two_players = a_sheet(phone, names=("Ana", "Ben"))
    assert blanks_ahead(table_of(two_players).entry_context()) == 2
    rows = [
        EntryForm(context=table_of(session).entry_context(ahead=n))["row"].value() for n in range(3)
    ]
    assert rows == ["Military", "Coins", "Leaders"]
    assert 'id="blank-3"' in phone.get(to("enter", session)).content.decode()


def test_counts_of_a_column_stay_with_their_rows_when_these_are_rearranged_meanwhile():
    phone = a_phone()
    session = a_sheet(phone)
    sent = {**open_form(phone, to("enter", session)), "player": "1", MILITARY: "5", COINS: "9"}
    form = open_form(phone, to("options", session))
    moved = {**form, **row_fields(("Coins", "", "3"), ("Military",), ("Leaders", "2"))}
    assert phone.post(to("options", session), moved).status_code == 302
    assert phone.post(to("enter", session), sent).status_code == 302
    assert last_entry() == {"player": 1, "counts": {"Coins": 9, "Military": 5}}


def test_a_count_of_a_row_that_was_renamed_meanwhile_is_not_dropped_silently():
    phone = a_phone()
    session = a_sheet(phone)
    sent = {**open_form(phone, to("enter", session)), "player": "1", MILITARY: "5", COINS: "9"}
    form = open_form(phone, to("options", session))
    phone.post(to("options", session), {**form, "row_name": ["Army", "Coins", "Leaders"]})
    response = phone.post(to("enter", session), sent)
    assert response.status_code == 422
    assert "The rows of the sheet have changed. Check the counts." in Page(response).said
    again = Page(response).form(to("enter", session)).fields
    fixed = {**again, cell_name("Army"): "5"}
    assert phone.post(to("enter", session), fixed).status_code == 302
    assert last_entry() == {"player": 1, "counts": {"Army": 5, "Coins": 9}}


def test_the_row_chosen_before_does_not_matter_for_a_column():
    phone = a_phone()
    session = a_sheet(phone)
    assert enter(phone, session, row="Gold", player="0", **{COINS: "3"}).status_code == 302


def test_a_draft_is_shown_and_continued():
    phone = a_phone()
    session = a_sheet(phone)
    form = open_form(phone, to("enter", session))
    phone.post(to("draft", session), {**form, "player": "1", COINS: "7"}, headers=HTMX)
    assert "Row 1 begun: Ben · Coins 7" in Page(phone.get(to("table", session))).said
    assert open_form(phone, to("enter", session))[COINS] == ["7"]


def test_twenty_players_and_forty_rows_have_pages_of_a_constant_number_of_queries(
    django_assert_max_num_queries,
):
    phone = a_phone()
    rows = [{"name": f"Row {n}"} for n in range(40)]
    played = [row(f"Row {n}", *range(20)) for n in range(39)]
    session = a_sheet(phone, played, names=TWENTY, rows=rows, title="Wonders")
    for name in ("table", "enter", "options", "rounds", "history", "display"):
        with django_assert_max_num_queries(12):
            assert phone.get(to(name, session)).status_code == 200


def test_nobody_can_join_after_the_start():
    phone = a_phone()
    said = Page(phone.get(to("seats", a_sheet(phone)))).said
    assert "Every player fills the whole sheet" in said


def test_the_record_names_players_and_rows():
    phone = a_phone()
    session = a_sheet(phone, [row("Coins", 7), column(1, Military=3)], names=("Coins", "Ben"))
    record = phone.get(to("record", session)).json()
    assert record["options"]["rows"] == [
        {"name": "Military", "least": -6, "most": 18},
        {"name": "Coins", "divide": 3},
        {"name": "Leaders", "times": 2},
    ]
    bare = [
        {k: v for k, v in entry.items() if k not in ("at", "by")} for entry in record["entries"]
    ]
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


def test_the_best_in_a_row_compares_only_games_of_these_players_with_the_same_rows():
    phone = a_phone()
    a_group(phone, names=("Ana", "Ben", "Cho"))
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
    end_early(phone, session)
    session.refresh_from_db()
    assert not session.ended_early
    assert session.seats.get(won=True).player.name == "Ana"


def test_the_best_in_a_row_needs_a_constant_number_of_queries(django_assert_num_queries):
    phone = a_phone()
    sessions = [finished(phone, (n, 9), (9, 3)) for n in range(4)]
    with CaptureQueriesContext(connection) as few:
        phone.get(to("table", sessions[1]))
    with django_assert_num_queries(len(few)):
        phone.get(to("table", sessions[3]))
