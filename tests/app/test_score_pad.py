"""Score pad pages: numbers and sums, players who sit out, corrections, and the end."""

import re

from games.score_pad.forms import EntryForm, OptionsForm
from scorekeeper.models import GameSession, Revision, Role
from tests.app.support.factories import (
    HTMX,
    a_member,
    a_phone,
    draft,
    open_form,
    remove,
    table_of,
    to,
    totals,
    undo,
)
from tests.app.support.pages import Page, assert_refused
from tests.app.support.score_pads import (
    a_pad,
    correct,
    enter,
    kept,
    last_entry,
    said,
    sheet_row,
    start_pad,
    stored,
    typed,
)


def test_numbers_and_sums_are_entered_however_they_are_typed():
    phone, session = start_pad()
    response = enter(phone, session, "12+5−3", " 1 + 2 – 10 ", "−4")
    assert response.status_code == 302
    assert last_entry() == stored(14, -7, -4)
    enter(phone, session, "１２＋５", "3ー4", "－４")
    assert totals(session) == (31, -8, -8)


def test_a_blank_player_sits_out_and_zero_takes_part():
    phone, session = start_pad()
    enter(phone, session, "5", "", "0")
    assert last_entry() == stored(5, None, 0)
    assert sheet_row(phone, session, 1) == ["+5 5", "0", "0 0"]
    page = said(phone, session, "round", 1)
    assert "Ana 5 · Cho 0" in page
    assert "Ben 0" not in page


def test_the_standings_tell_zero_in_the_last_round_from_sitting_out():
    phone = a_phone()
    page = phone.get(to("table", a_pad(phone, [(5, 7, 9), (5, None, 0)]))).content.decode()
    changes = dict(
        re.findall(
            r'class="whole *">\s*(\w+)\s*</span>\s*</span>\s*<small>(.*?)</small>', page, re.S
        )
    )
    assert {
        name: " ".join(re.sub("<.*?>", "", text).split()) for name, text in changes.items()
    } == {"Ana": "Latest: +5", "Ben": "3 behind", "Cho": "Latest: 0 1 behind"}


def test_a_round_in_which_nobody_had_a_part_is_shown():
    """A form refuses it, but an archive may bring one in."""
    phone, session = start_pad([(5, 7, 9), (None, None, None)])
    for name in ("table", "display", "history", "rounds", "enter", "record"):
        assert phone.get(to(name, session)).status_code == 200, name
    assert phone.get(to("round", session, 2)).status_code == 200


def test_the_preview_tells_zero_from_sitting_out():
    phone, session = start_pad()
    response = enter(phone, session, "12+5", "", "0", check="1")
    page = Page(response)
    assert response.status_code == 200
    assert "Ana +17 · Cho 0" in page.said
    assert "Ben +" not in page.said
    assert "Ben 0 ·" not in page.said
    assert not Revision.objects.filter(slot=1)
    assert kept(response, session)["points_0"] == ["12+5"]


def test_a_round_without_players_is_refused_and_called_missing_before():
    phone, session = start_pad()
    for headers in ({}, HTMX):
        fields = {**open_form(phone, to("enter", session)), "check": "1"}
        response = phone.post(to("enter", session), fields, headers=headers)
        assert response.status_code == 200
        assert "Missing: at least one number" in Page(response).said
    response = enter(phone, session, "", " ", "")
    assert_refused(response, "Enter points for at least one player, even if they are 0.")
    assert not Revision.objects.filter(slot=1)


def test_an_invalid_number_is_refused_beside_its_field_and_the_others_stay():
    phone, session = start_pad()
    response = enter(phone, session, "12", "5 3", "1+1")
    assert response.status_code == 422
    text = response.content.decode()
    assert re.search(
        r'id="say-points_1">\s*<p class="error">'
        r"Enter a whole number, or a sum such as 12\+5−3\.",
        text,
    )
    assert len(re.findall(r'class="error"[^>]*>Enter a', text)) == 1
    assert re.search(r'name="points_1"[^>]* aria-invalid="true"', text)
    assert (
        kept(response, session).items()
        >= {"points_0": ["12"], "points_1": ["5 3"], "points_2": ["1+1"]}.items()
    )
    assert not Revision.objects.filter(slot=1)


def test_a_number_of_nine_digits_is_accepted_and_a_larger_one_refused():
    context = table_of(a_pad(a_phone())).entry_context()
    large = "Enter a smaller number."
    for text, errors in (
        *((text, {}) for text in ("999999999", "−999999999", "999999998+1")),
        *((text, {"points_0": [large]}) for text in ("1000000000", "-1000000000", "999999999+1")),
    ):
        assert EntryForm({"points_0": text}, context=context).errors == errors, text


def test_the_form_has_one_key_for_each_digit_and_every_players_total_so_far():
    phone, session = start_pad([(40, -7, 3), (2, None, 1)])
    page = Page(phone.get(to("enter", session)))
    assert len(re.findall(r'data-keys="sum" inputmode="text"', page.text)) == 3
    assert 'class="keypad"' in page.text
    for total in ("Ana Total 42", "Ben Total −7", "Cho Total 4"):
        assert total in page.said
    digits = re.findall(r'type="button" value="([^"]*\d)"', page.text)
    assert sorted(digits) == list("0123456789")


def test_a_draft_keeps_sums_as_typed_and_brings_them_back():
    phone, session = start_pad()
    draft(phone, session, **typed("12+5", "", ""))
    assert "Round 1 begun: Ana 17" in said(phone, session)
    assert open_form(phone, to("enter", session))["points_0"] == ["12+5"]


def test_large_numbers_have_thousands_separators_and_are_abbreviated_on_the_chart():
    phone, session = start_pad([(1_234_567, -99_000_000, 999_999)])
    page = said(phone, session)
    for number in ("1 234 567", "−99 000 000", "999999", "Ana leads with 1 234 567"):
        assert number in page
    table = Page(phone.get(to("table", a_pad(phone, [(300_000, 40, 3_000_000)]))))
    levels = table.tree.xpath("//svg/g[@text-anchor='end']/text/text()")
    assert levels == ["0", "1M", "2M", "3M"]
    assert "3\u202f000\u202f000" in table.text


# Corrections


def test_a_number_is_corrected_and_a_player_removed_from_the_round():
    phone, session = start_pad([(14, -3, None), (1, 1, 1)])
    fields = open_form(phone, to("correct", session, 1))
    assert [fields[f"points_{seat}"] for seat in range(3)] == [["14"], ["−3"], [""]]
    assert correct(phone, session, 1, "20", "", "5").status_code == 302
    assert totals(session) == (21, 1, 6)
    assert sheet_row(phone, session, 1) == ["+20 20", "0", "+5 5"]
    assert "Ana 14 20 · Ben −3" in said(phone, session, "history")
    undo(phone, session)
    assert totals(session) == (15, -2, 1)
    remove(phone, session, 1)
    assert totals(session) == (1, 1, 1)


def test_two_phones_that_enter_at_once_see_both_versions_and_no_round_beyond_the_last():
    first, session = start_pad(rounds=2)
    second = a_member(session.group, Role.SCORER)

    def both_enter():
        forms = [open_form(phone, to("enter", session)) for phone in (first, second)]
        for n, (phone, form) in enumerate(zip((first, second), forms, strict=True)):
            response = phone.post(to("enter", session), {**form, **typed("1", f"2{n}", "")})
        assert response.status_code == 409
        return Page(response).said

    said = both_enter()
    assert "Ben 20 21" in said
    assert "Keep both: mine is round 2" in said
    assert "Keep both: mine is round 3" not in both_enter()


# The end


def test_the_game_ends_after_the_agreed_rounds_and_the_lowest_wins():
    phone, session = start_pad([(4, 5, 3)], title="Golf", lowest_wins=True, rounds=2)
    page = said(phone, session)
    assert "Cho leads with 3 · 1 round left" in page
    assert "Golf lowest total wins · 2 rounds" in page
    enter(phone, session, "3", "5", "4")
    page = said(phone, session)
    assert "2 players" not in page
    assert "Ana and Cho share the win with 7" in page
    assert "Rematch" in page


def test_the_target_ends_a_lowest_wins_game_in_favour_of_the_lowest():
    phone, session = start_pad([(99, 5, 3), (1, 9, 20)], target=100, lowest_wins=True)
    assert "Ben wins with 14" in said(phone, session)
    assert "9 ahead of Cho" in said(phone, session)


def test_the_margin_is_over_all_who_share_the_next_place():
    phone = a_phone()

    def margin(*rounds):
        return said(phone, a_pad(phone, rounds, target=100))

    assert "86 ahead of Ben and Cho" in margin((99, 5, 3), (1, 9, 11))
    assert "97 ahead of Cho" in margin((100, 100, 3))
    assert "ahead of" not in margin((100, 100, 100))


def test_a_lowest_wins_game_has_its_own_turning_points():
    phone, session = start_pad([(9, 2, 3), (1, 9, 20), (None, 1, 1)], rounds=3, lowest_wins=True)
    page = said(phone, session)
    assert "Round 2 Ana takes the lead for good +1" in page
    assert "at the end" not in page  # Ana was not in the last round


def test_a_lower_total_is_a_personal_record_where_the_lowest_wins():
    phone = a_phone()
    for points in ((30, 40), (35, 38)):
        session = a_pad(
            phone, [points], names=("Ana", "Ben"), title="Golf", rounds=1, lowest_wins=True
        )
    page = phone.get(to("table", session)).content.decode()
    rows = re.findall(r'<li class="seat-(\d)">(.*?)</li>', page, re.S)
    assert {seat: "personal best" in row for seat, row in rows} == {"0": False, "1": True}


def test_a_pad_is_compared_only_with_others_of_its_title():
    phone = a_phone()
    for title in ("Golf", "Darts", "", ""):
        session = a_pad(phone, [(50, 60)], names=("Ana", "Ben"), title=title, rounds=1)
        assert "personal best" not in said(phone, session)
    for _ in range(2):
        assert "Your record" not in said(phone, a_pad(phone, [(5,)], names=("Ana",), rounds=1))


def test_the_list_of_games_says_of_how_many_rounds_only_where_their_number_is_agreed():
    phone = a_phone()
    a_pad(phone, [(9, 5, 3)], target=100)
    assert "9 of 100" in Page(phone.get("/")).said
    GameSession.objects.all().delete()
    a_pad(phone, [(9, 5, 3)], target=100, lowest_wins=True)
    assert "of 100" not in Page(phone.get("/")).said


def test_what_is_invisible_is_no_part_of_a_title():
    for typed_title, title in (("\u200b", ""), (" Golf\u200b  18 ", "Golf 18")):
        form = OptionsForm({"title": typed_title})
        assert form.is_valid()
        assert form.options()["title"] == title
