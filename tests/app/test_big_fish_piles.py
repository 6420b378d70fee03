"""Big Fish pages: the mistake card, and piles that are counted at the end."""

from scorekeeper.models import Role
from tests.app.support.factories import (
    a_member,
    a_phone,
    draft,
    end_early,
    open_form,
    table_of,
    to,
    totals,
    undo,
)
from tests.app.support.fish import (
    FOUR,
    TWO,
    a_fish_game,
    catch,
    correct_entry,
    count,
    entry_page,
    err,
    in_the_row,
    last_data,
    start_fish,
    table_page,
)
from tests.app.support.pages import Page, assert_refused, text_of
from tests.support.entries import caught, counted, erred

BELOW = "P1 P2 G1 P1 P2"  # A, E, G and I
PLAIN = "R6 Y5 G4 R6 B6"


# --- the mistake card ---


def test_one_tap_gives_the_mistake_card_and_another_moves_it():
    phone, session = start_fish(drawn="")
    assert err(phone, session, 1).status_code == 302
    assert totals(session) == (0, -5, 0, 0)
    err(phone, session, 3)
    assert totals(session) == (0, 0, 0, -5)
    said = table_page(phone, session).said
    assert "Mistake card · Dan −5" in said
    assert "Ben −5" not in said
    page = table_page(a_member(session.group, Role.VIEWER), session)
    assert "mistake card −5" in page.said
    assert not page.has_form(to("enter", session))
    undo(phone, session)
    assert totals(session) == (0, -5, 0, 0)


def test_a_mistake_keeps_the_draft_of_a_row():
    phone, session = start_fish()
    fields = {"type": "catch", "player": "2", **in_the_row("R1 R2 R3")}
    assert draft(phone, session, **fields).status_code == 302
    err(phone, session, 1)
    assert "Entry 1 begun: caught by Cho · row R1 R2 R3" in table_page(phone, session).said
    form = open_form(phone, to("enter", session))
    assert [form[f"cards_{place}"] for place in range(4)] == [["R1"], ["R2"], ["R3"], [""]]
    catch(phone, session, 2, PLAIN)
    assert "begun" not in table_page(phone, session).said
    assert draft(phone, session, cards_0="R1").status_code == 302
    assert "Catch 2 begun: row R1" in table_page(phone, session).said


def test_the_draft_of_a_count_is_not_called_a_catch():
    phone, session = start_fish()
    assert draft(phone, session, type="count", counted="1", minus="3").status_code == 302
    assert "Entry 1 begun: piles of Ben · minus 3" in table_page(phone, session).said
    other = table_page(a_member(session.group, Role.VIEWER), session)
    assert "is making the first entry: piles of Ben · minus 3" in other.said


def test_a_forgotten_mistake_is_inserted_before_a_catch_and_corrected():
    phone, session = start_fish(erred(1), caught(0, PLAIN))
    page = entry_page(phone, session, "?before=2")
    assert "Mistake card" in page.said
    form = page.form(to("enter", session)).fields
    assert (
        phone.post(to("enter", session), {**form, "type": "mistake", "player": "3"}).status_code
        == 302
    )
    assert [entry.data["type"] for entry in table_of(session).log.entries] == [
        "mistake",
        "mistake",
        "catch",
    ]
    assert totals(session)[3] == -5
    assert "Who takes the mistake card?" in Page(phone.get(to("correct", session, 3))).said
    correct_entry(phone, session, 3, player="2")
    assert totals(session)[2] == -5


def test_a_mistake_card_entered_after_the_end_says_what_it_costs():
    phone = a_phone()
    rows = [caught(seat, PLAIN) for seat in (0, 1) for _ in range(3)]
    session = a_fish_game(phone, *rows, names=TWO, drawn="")
    fields = Page(phone.get(to("table", session))).form(to("enter", session)).fields
    assert "before" in fields  # the game is over
    sent = {**fields, "type": "mistake", "player": "1"}
    assert phone.post(to("enter", session), sent).status_code == 302
    notice = text_of(Page(phone.get(to("table", session))).tree.get_element_by_id("saved"))
    assert f"Mistake card · {FOUR[1]} −5" in notice
    assert "inserted" not in notice


# --- counting at the end ---


def test_before_the_first_entry_both_ways_are_offered():
    phone, session = start_fish(erred(1), drawn="C")
    assert "Enter catch 1" in Page(phone.get(to("table", session))).said
    page = entry_page(phone, session)
    assert "Enter catch 1" not in page.said
    assert "Entry 1" in page.said
    assert "Catch by catch" in page.said
    assert "Count at the end" in page.said
    assert count(phone, session, counted="0", plus="20", minus="12", ones="0").status_code == 302
    page = entry_page(phone, session)
    assert "Catch by catch" not in page.said
    assert page.form(to("enter", session)).fields["counted"] == ["1"]
    caught_game = a_fish_game(phone, caught(0, PLAIN))
    page = entry_page(phone, caught_game)
    assert "Count at the end" not in page.said


def test_a_link_beside_the_button_counts_the_piles_instead():
    phone, session = start_fish(erred(1))
    link = "?type=count"
    assert "Count the piles instead" in table_page(phone, session).said
    page = Page(phone.get(to("enter", session) + link))
    assert page.form(to("enter", session)).fields["type"] == ["count"]
    assert entry_page(phone, session).form(to("enter", session)).fields["type"] == ["catch"]
    for entry in (caught(0, PLAIN), counted(0, 33, 19)):
        assert link not in table_page(phone, a_fish_game(phone, entry)).text
        assert phone.get(to("enter", a_fish_game(phone, entry)) + link).status_code == 200
    assert link not in table_page(a_member(session.group, Role.VIEWER), session).text


def test_the_drawn_card_decides_what_is_counted():
    phone = a_phone()
    asked = {}
    for drawn in ("", "A", "B", "C"):
        page = entry_page(phone, a_fish_game(phone, drawn=drawn))
        names = [attrs.get("name") for tag, attrs in page.tags if tag == "input"]
        asked[drawn] = [name for name in ("plus", "minus", "plus_cards", "ones") if name in names]
    assert asked["B"] == ["plus", "minus", "plus_cards"]
    assert asked["C"] == ["plus", "minus", "ones"]
    assert asked["A"] == asked[""] == ["plus", "minus"]


def test_counting_everyones_piles_ends_the_game():
    phone, session = start_fish(drawn="B", names=TWO)
    count(phone, session, counted="0", plus="33", minus="19", plus_cards="8", bonuses=["D", "E"])
    err(phone, session, 0)
    assert "Ana has it" in entry_page(phone, session).said
    count(phone, session, counted="1", plus="30", minus="20", plus_cards="10", bonuses=["F"])
    assert totals(session) == (33 - 19 + 20 - 5 + 10, 30 - 20 + 7)
    said = table_page(phone, session).said
    assert "Ana wins with 39" in said
    assert "ends the game" not in said
    assert "counted at the end" in said
    assert "At the end" in said
    assert "card B (10)" in said
    assert (
        "piles of Ana · plus 33 · minus 19 · plus cards 8 · bonus cards D, E"
        in Page(phone.get(to("history", session))).said
    )


def test_impossible_piles_are_refused_beside_their_field():
    phone, session = start_fish(counted(0, 33, 19, plus_cards=8, bonuses=["D"]), drawn="B")
    right = {"counted": "1", "plus": "30", "minus": "20", "plus_cards": "10"}
    for sent, why in (
        ({"minus": ""}, "Enter a number, even if it is 0."),
        ({"plus": "many"}, "Enter a whole number."),
        ({"plus": "-3"}, "Enter 0 or more."),
        ({"plus": "3.0"}, "Enter a whole number."),
        ({"plus": "9999"}, "Enter 999 or less."),
        ({"plus_cards": "1"}, "Every row adds at least two plus cards"),
        ({"bonuses": ["D"]}, "Ana already has card D."),
        ({"bonuses": ["Z"]}, "Select a valid choice"),
        ({"counted": "0"}, "Ana’s piles are already counted."),
    ):
        page = assert_refused(count(phone, session, **{**right, **sent}), why)
        kept = page.form(to("enter", session)).fields
        for name in ("plus", "minus", "plus_cards"):
            assert kept[name] == [{**right, **sent}[name]]
    assert len(table_of(session).log.entries) == 1


def test_either_of_two_players_who_hold_one_bonus_card_can_be_fixed():
    phone, session = start_fish(counted(0, 33, 19, plus_cards=8, bonuses=["D"]), drawn="B")
    numbers = {"counted": "1", "plus": "30", "minus": "20", "plus_cards": "10", "bonuses": ["D"]}
    response = count(phone, session, **numbers)
    assert "Save this and fix Ana’s piles" in Page(response).said
    response = count(phone, session, **numbers, keep="1")
    assert response.url == to("correct", session, 1)
    address = to("correct", session, 1)
    form = open_form(phone, address)
    form.pop("bonuses")
    phone.post(address, form)
    assert totals(session) == (14, 20, 0, 0)


def test_zero_is_counted_and_blank_is_asked_for():
    phone, session = start_fish(drawn="C")
    assert count(phone, session, counted="0", plus="0", minus="0", ones="").status_code == 422
    assert count(phone, session, counted="0", plus="0", minus="0", ones="0").status_code == 302
    assert last_data(session) == counted(0, 0, 0, ones=0)


def test_a_mistake_inserted_before_counted_piles_does_not_ask_for_them_again():
    phone, session = start_fish(counted(0, 33, 19), counted(1, 30, 20), names=TWO)
    page = entry_page(phone, session, "?before=1")
    assert {"type", "player", "counted", "plus"} <= asked_on(page)
    fields = page.form(to("enter", session)).fields
    assert fields["type"] == ["mistake"]
    assert phone.post(to("enter", session), {**fields, "player": "1"}).status_code == 302
    assert totals(session) == (14, 5)


def test_after_all_piles_are_counted_the_holder_of_the_mistake_card_can_be_named():
    phone, session = start_fish(counted(0, 33, 19), counted(1, 30, 20), names=TWO)
    assert "tap who has it" in table_page(phone, session).said
    assert err(phone, session, 0).status_code == 302
    assert totals(session) == (9, 10)
    said = table_page(phone, session).said
    assert "Ben wins with 10" in said
    assert "Mistake card · Ana −5" in said
    err(phone, session, 1)
    assert totals(session) == (14, 5)
    undo(phone, session)
    assert totals(session) == (9, 10)


def test_the_mistake_card_of_the_last_row_can_be_given_after_the_end():
    phone, session = start_fish(*[caught(n % 2, PLAIN) for n in range(6)], names=TWO, drawn="")
    err(phone, session, 1)
    assert totals(session) == (45, 40)
    session = a_fish_game(phone, caught(0, PLAIN), names=TWO, drawn="")
    end_early(phone, session)
    err(phone, session, 0)
    assert totals(session) == (10, 0)
    session = a_fish_game(phone, caught(0, PLAIN), erred(0), names=TWO, drawn="")
    end_early(phone, session)
    assert not table_page(phone, session).has_form(to("enter", session))


# --- the first entry ---


def test_correcting_the_first_entry_asks_only_for_its_own_type():
    phone = a_phone()
    for first, asked in (
        (caught(0, BELOW, "E"), {"player", "cards_0"}),
        (counted(0, 33, 19, plus_cards=8), {"counted", "plus", "minus", "plus_cards", "bonuses"}),
        (erred(2), {"player"}),
    ):
        session = a_fish_game(phone, first, drawn="B")
        address = to("correct", session, 1)
        page = Page(phone.get(address))
        assert asked_on(page) == asked
        wrong = {**page.form(address).fields, "player": "9", "counted": "9"}
        assert asked_on(Page(phone.post(address, wrong))) == asked


def asked_on(page):
    names = {one.get("name") for one in page.all("input") if one.get("type") != "hidden"}
    places = {f"cards_{place}" for place in range(1, 5)}
    return names - places - {"bonus", "next", "comment", None}
