"""The rows of a score sheet: typed, rearranged during the game, and kept with its title."""

from django.http import QueryDict

from games.score_sheet.forms import EntryForm, OptionsForm, blanks_ahead, cell_name
from scorekeeper.models import GameSession, Revision
from tests.app.support.factories import (
    a_hosted_group,
    a_phone,
    hidden,
    open_form,
    submit,
    table_of,
    to,
    totals,
)
from tests.app.support.pages import Page, assert_refused, text_of
from tests.app.support.score_pads import last_entry
from tests.app.support.sheets import (
    COINS,
    MILITARY,
    NEW,
    PLAYED,
    ROWS,
    a_sheet,
    options_of_last_game,
    row,
    row_fields,
    shown_rows,
    start,
    start_sheet,
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
        if (button, value) == ("row_down", "1"):  # its buttons can be tapped again
            (moved,) = Page(response).all("details", id="row-worth-2")
            assert "open" in moved.attrib
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
    assert "Enter a number other than 0." not in Page(response).said


def test_a_bad_row_is_refused_beside_it_with_what_was_typed():
    phone = a_phone()
    named = "Enter a number from 1 to 9999."
    for rows, message in (
        ([("",)], "Enter a name for this row, or remove it."),
        ([("A" * 41,)], "Use at most 40 characters."),
        ([("A\u202eB",)], "The name contains a character that cannot be shown."),
        ([("A\x00B",)], "Null characters are not allowed."),
        ([("A",), ("A",)], "Another row has this name."),
        ([("A", "0")], "Enter a number other than 0."),
        ([("A", "x")], "Enter a whole number."),
        ([("A", "9" * 2000)], "Enter a smaller number."),
        ([("A", "10000")], "Enter a number from −9999 to 9999."),
        ([("A", "", "0")], named),
        ([("A", "", "-3")], named),
        ([("A", "", "", "1.5")], "Enter a whole number."),
        ([("A", "", "", "3", "2")], "The maximum is below the minimum."),
        ([], "Name at least one row."),
    ):
        response = start(phone, **row_fields(*rows))
        assert_refused(response, message)
        typed = [one[1] if len(one) > 1 else "" for one in rows]
        assert [times for _, times, _ in shown_rows(response)] == typed
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
    assert_refused(response, "A sheet has at most 40 rows.")
    assert len(shown_rows(response)) == 40
    assert Page(response).form(NEW).fields["rows"] == ["Row 41"]
    with_a_faulty_one = Page(start(phone, rows=", ".join(["Row ÷ 0", *names])))
    assert len(with_a_faulty_one.ids) == len(set(with_a_faulty_one.ids))
    assert start(phone, rows=", ".join(names[:40])).status_code == 302


def test_any_line_of_rows_is_answered():
    phone = a_phone()
    for rows in ("÷", ",", "\x00", "é" * 9999, "<b>", "%s", "{}", "a ÷ " * 9):
        assert start(phone, rows=rows).status_code in (302, 400, 422), rows


def test_a_row_that_is_gone_does_not_count_and_can_be_fixed():
    phone, session = start_sheet([row("Military", 1), row("Coins", 3)])
    form = open_form(phone, to("options", session))
    renamed = {**form, "row_name": ["Army", "Coins", "Leaders"]}
    assert phone.post(to("options", session), renamed).status_code == 302
    assert totals(session) == (1, 0, 0)
    said = Page(phone.get(to("table", session))).said
    assert "Military doesn’t count. The sheet has no row “Military”." in said
    assert submit(phone, to("correct", session, 1), row="Army").status_code == 302
    assert totals(session) == (2, 0, 0)


def test_rows_can_be_added_and_rearranged_during_the_game():
    phone, session = start_sheet([row("Military", 1)])
    address = to("options", session)
    response = submit(phone, address, rows="Wonder", row_up="3")
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
        "Rows: now Military (−6 … 18), Coins ÷ 3, Wonder, Leaders × 2"
        in Page(phone.get(to("history", session))).said
    )


def test_rearranging_keeps_the_comment_and_checks_nothing():
    phone, session = start_sheet()
    address = to("options", session)
    response = submit(phone, address, comment="Late", row_times=["x", "", "2"], row_out="1")
    assert response.status_code == 200
    page = Page(response)
    assert page.form(address).fields["comment"] == ["Late"]
    assert shown_rows(response, address) == [("Military", "x", ""), ("Leaders", "2", "")]
    assert "Enter a whole number." not in page.said


def test_saving_the_page_of_the_game_unchanged_changes_no_row():
    phone, session = start_sheet()
    form = open_form(phone, to("options", session))
    before = Revision.objects.count()
    assert phone.post(to("options", session), {**form, "comment": "Fun"}).status_code == 302
    assert Revision.objects.count() == before
    assert table_of(session).options["rows"] == ROWS


def test_a_sheet_with_a_title_is_kept_with_its_rows():
    phone, group = a_hosted_group()
    session = a_sheet(phone, group=group, title="Wonders")
    page = Page(phone.get(NEW))
    assert f"{NEW}?again={session.pk}" in page.links()
    again = Page(phone.get(f"{NEW}?again={session.pk}")).form_called("setup").fields
    assert again["title"] == ["Wonders"]
    assert again["row_name"] == ["Military", "Coins", "Leaders"]
    assert again["row_most"] == ["18", "", ""]
    same = page.form_called("again").fields
    assert phone.post(NEW, {**same, "start": "again"}).status_code == 302
    assert options_of_last_game()[1]["rows"] == ROWS


def test_changed_rows_leave_earlier_games_as_they_were():
    phone = a_phone()
    first = a_sheet(phone, PLAYED, title="Wonders")
    second = a_sheet(phone, title="Wonders")
    submit(phone, to("options", second), row_divide=["", "1", ""])
    assert totals(first) == (4, 0, 0)
    assert table_of(first).options["rows"] == ROWS


def test_blank_forms_travel_for_the_rows_that_follow():
    phone, session = start_sheet()
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
    phone, session = start_sheet()
    sent = {**open_form(phone, to("enter", session)), "player": "1", MILITARY: "5", COINS: "9"}
    form = open_form(phone, to("options", session))
    moved = {**form, **row_fields(("Coins", "", "3"), ("Military",), ("Leaders", "2"))}
    assert phone.post(to("options", session), moved).status_code == 302
    assert phone.post(to("enter", session), sent).status_code == 302
    assert last_entry() == {"player": 1, "counts": {"Coins": 9, "Military": 5}}


def test_a_count_of_a_row_that_was_renamed_meanwhile_is_not_dropped_silently():
    phone, session = start_sheet()
    sent = {**open_form(phone, to("enter", session)), "player": "1", MILITARY: "5", COINS: "9"}
    submit(phone, to("options", session), row_name=["Army", "Coins", "Leaders"])
    response = phone.post(to("enter", session), sent)
    assert_refused(response, "The rows of the sheet have changed. Check the counts.")
    again = Page(response).form(to("enter", session)).fields
    fixed = {**again, cell_name("Army"): "5"}
    assert phone.post(to("enter", session), fixed).status_code == 302
    assert last_entry() == {"player": 1, "counts": {"Army": 5, "Coins": 9}}
