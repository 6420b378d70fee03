"""Score pad pages: numbers and sums, players who sit out, the end, and pads kept by title."""

import re
from uuid import uuid4

import pytest
from django.urls import reverse

from games.score_pad.forms import OptionsForm
from scorekeeper.models import GameSession, Revision, Role
from tests.app.support.factories import (
    HTMX,
    a_game,
    a_group,
    a_member,
    a_phone,
    hidden,
    open_form,
    remove,
    table_of,
    to,
    totals,
    undo,
)
from tests.app.support.pages import Page

pytestmark = pytest.mark.django_db

NEW = reverse("new", args=["score_pad"])
TWENTY = tuple(f"Player {n}" for n in range(1, 21))
GARBAGE = [
    "x",
    "1.5",
    "12+",
    "5 3",
    "--3",
    "²",
    "9" * 2000,
    "9" * 99,
    "\x00",
    "1e9",
    "\ud800",
    "<b>",
    "%s",
    "{}",
    "é" * 80,
]


def a_pad(phone, played=(), names=("Ana", "Ben", "Cho"), group=None, **options):
    """A pad with these rounds: a number per seat, None for a player who sat out."""
    plain = {"title": "", "lowest_wins": False, "target": None, "rounds": None}
    entries = [stored(*points) for points in played]
    return a_game(
        phone,
        group=group,
        names=names,
        rounds=entries or 0,
        game="score_pad",
        options=plain | options,
    )


def stored(*points):
    return {"points": {str(seat): n for seat, n in enumerate(points) if n is not None}}


def typed(*texts):
    return {f"points_{seat}": text for seat, text in enumerate(texts)}


def enter(phone, session, *texts, **more):
    """Open the form, type one text per player, and save."""
    fields = open_form(phone, to("enter", session))
    return phone.post(to("enter", session), {**fields, **typed(*texts), **more})


def correct(phone, session, slot, *texts, **more):
    address = to("correct", session, slot)
    return phone.post(address, {**open_form(phone, address), **typed(*texts), **more})


def kept(response, session, name="enter", *slot):
    return Page(response).form(to(name, session, *slot)).fields


def last_entry():
    return Revision.objects.order_by("pk").last().data


def said(phone, session, name="table", *more):
    return Page(phone.get(to(name, session, *more))).said


def start(phone, names=("Ana", "Ben"), **options):
    fields = {"seat": list(names), "submission": str(uuid4()), "start": "1", **options}
    return phone.post(NEW, fields)


def started(response):
    return GameSession.objects.get(pk=int(re.search(r"\d+", response.url)[0]))


def sheet_row(phone, session, slot):
    """The text of a round's cells on the score sheet."""
    text = phone.get(to("table", session)).content.decode()
    row = re.search(rf'<tbody id="round-{slot}".*?</tbody>', text, re.S)[0]
    cells = re.findall(r"<td[^>]*>(.*?)</td>", row, re.S)
    return [" ".join(re.sub(r"<[^>]+>", " ", cell).split()) for cell in cells]


# A round


def test_a_number_per_player_is_entered():
    phone = a_phone()
    session = a_pad(phone)
    response = enter(phone, session, "12", "-3", "0")
    assert response.status_code == 302
    assert totals(session) == (12, -3, 0)
    assert last_entry() == stored(12, -3, 0)


def test_a_sum_is_added_up():
    phone = a_phone()
    session = a_pad(phone)
    enter(phone, session, "12+5−3", " 1 + 2 – 10 ", "−4")
    assert totals(session) == (14, -7, -4)
    enter(phone, session, "１２＋５", "3ー4", "－４")
    assert totals(session) == (31, -8, -8)


def test_a_blank_player_sits_out_and_zero_takes_part():
    phone = a_phone()
    session = a_pad(phone)
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
    } == {
        "Ana": "Latest: +5",
        "Ben": "3 behind",
        "Cho": "Latest: 0 1 behind",
    }


def test_the_preview_tells_zero_from_sitting_out():
    phone = a_phone()
    session = a_pad(phone)
    response = enter(phone, session, "12+5", "", "0", check="1")
    page = Page(response)
    assert response.status_code == 200
    assert "Ana +17 · Cho 0" in page.said
    assert "Ben +" not in page.said
    assert "Ben 0 ·" not in page.said
    assert not Revision.objects.filter(slot=1)
    assert kept(response, session)["points_0"] == ["12+5"]


@pytest.mark.parametrize("htmx", [{}, HTMX])
def test_the_page_says_what_is_missing_while_nobody_has_a_number(htmx):
    phone = a_phone()
    session = a_pad(phone)
    fields = open_form(phone, to("enter", session))
    response = phone.post(to("enter", session), {**fields, "check": "1"}, headers=htmx)
    assert response.status_code == 200
    assert "Missing: at least one number" in Page(response).said


def test_a_round_without_players_is_refused():
    phone = a_phone()
    session = a_pad(phone)
    response = enter(phone, session, "", " ", "")
    assert response.status_code == 422
    assert "Enter points for at least one player, even if they are 0." in Page(response).said
    assert not Revision.objects.filter(slot=1)


def test_an_invalid_number_is_refused_beside_its_field_and_the_others_stay():
    phone = a_phone()
    session = a_pad(phone)
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


@pytest.mark.parametrize("text", GARBAGE)
@pytest.mark.parametrize("how", [{}, {"check": "1"}])
def test_no_typed_number_causes_a_server_error(text, how):
    phone = a_phone()
    session = a_pad(phone)
    stamp = {"slot": "1", "revision": "0", "submission": str(uuid4())}
    fields = {**stamp, **typed(text.encode("utf-8", "replace").decode(), "3"), **how}
    response = phone.post(to("enter", session), fields)
    assert response.status_code == (200 if how else 422)
    assert "error" in response.content.decode()
    assert phone.post(to("draft", session), fields, headers=HTMX).status_code == 200
    assert phone.get(to("table", session)).status_code == 200
    assert not Revision.objects.filter(slot=1)


@pytest.mark.parametrize("text", ["999999999", "−999999999", "999999998+1"])
def test_a_very_large_number_is_accepted(text):
    phone = a_phone()
    session = a_pad(phone)
    assert enter(phone, session, text).status_code == 302


@pytest.mark.parametrize("text", ["1000000000", "-1000000000", "999999999+1"])
def test_a_number_beyond_the_limit_is_refused(text):
    phone = a_phone()
    session = a_pad(phone)
    response = enter(phone, session, text)
    assert response.status_code == 422
    assert "That is too large for one round." in Page(response).said


def test_the_form_accepts_the_minus_of_a_phone_keyboard_and_offers_keys():
    phone = a_phone()
    text = phone.get(to("enter", a_pad(phone))).content.decode()
    assert len(re.findall(r'data-keys="sum" inputmode="text"', text)) == 3
    assert 'class="keypad"' in text


def test_the_form_shows_every_players_total_so_far():
    phone = a_phone()
    page = said(phone, a_pad(phone, [(40, -7, 3), (2, None, 1)]), "enter")
    assert "Ana Total 42" in page
    assert "Ben Total −7" in page
    assert "Cho Total 4" in page


def test_each_digit_has_one_key():
    phone = a_phone()
    page = phone.get(to("enter", a_pad(phone, [(5, 0, 10)]))).content.decode()
    digits = re.findall(r'type="button" value="([^"]*\d)"', page)
    assert sorted(digits) == list("0123456789")


def test_a_draft_keeps_sums_as_typed_and_brings_them_back():
    phone = a_phone()
    session = a_pad(phone)
    fields = open_form(phone, to("enter", session))
    phone.post(to("draft", session), {**fields, **typed("12+5", "", "")})
    assert "Round 1 begun: Ana 17" in said(phone, session)
    assert open_form(phone, to("enter", session))["points_0"] == ["12+5"]


def test_the_chart_abbreviates_large_numbers():
    phone = a_phone()
    page = phone.get(to("table", a_pad(phone, [(300_000, 40, 3_000_000)]))).content.decode()
    assert re.findall(r'text-anchor="end">(.*?)</text>', page) == ["0", "1M", "2M", "3M"]
    assert "3\u202f000\u202f000" in page


# Corrections


def test_a_correction_opens_with_what_was_entered():
    phone = a_phone()
    session = a_pad(phone, [(14, -3, None)])
    fields = open_form(phone, to("correct", session, 1))
    assert [fields[f"points_{seat}"] for seat in range(3)] == [["14"], ["−3"], [""]]


def test_a_number_is_corrected_and_a_player_removed_from_the_round():
    phone = a_phone()
    session = a_pad(phone, [(14, -3, 5), (1, 1, 1)])
    assert correct(phone, session, 1, "20", "", "5").status_code == 302
    assert totals(session) == (21, 1, 6)
    assert sheet_row(phone, session, 1) == ["+20 20", "0", "+5 5"]
    history = said(phone, session, "history")
    assert "Ana 14 20 · Ben −3" in history
    undo(phone, session)
    assert totals(session) == (15, -2, 6)


def test_a_round_is_removed():
    phone = a_phone()
    session = a_pad(phone, [(14, -3, 5), (1, 1, 1)])
    remove(phone, session, 1)
    assert totals(session) == (1, 1, 1)


def test_a_forgotten_round_is_inserted_before_another():
    phone = a_phone()
    session = a_pad(phone, [(1, 1, 1)])
    address = f"{to('enter', session)}?before=1"
    fields = open_form(phone, address, to("enter", session))
    phone.post(to("enter", session), {**fields, **typed("9", "", "")})
    assert [round.result.points for round in table_of(session).rounds] == [(9, 0, 0), (1, 1, 1)]


def test_both_versions_are_shown_when_two_phones_enter_the_same_round():
    phone = a_phone()
    session = a_pad(phone)
    fields = open_form(phone, to("enter", session))
    enter(phone, session, "1", "2", "3")
    response = phone.post(
        to("enter", session), {**fields, "submission": str(uuid4()), **typed("1", "20", "")}
    )
    assert response.status_code == 409
    assert "Ben 2 20" in Page(response).said


def test_a_correction_that_ends_the_game_earlier_leaves_later_rounds_visible():
    phone = a_phone()
    session = a_pad(phone, [(40, 0, 0), (40, 0, 0), (0, 70, 0)], target=100)
    correct(phone, session, 1, "100", "0", "0")
    page = said(phone, session)
    assert "Ana wins with 100" in page
    assert "Rounds 2–3 don’t count. The game ended with round 1." in page
    assert sheet_row(phone, session, 3) == ["100", "0", "0"]


# The end


def test_the_game_ends_after_the_agreed_rounds_and_the_lowest_wins():
    phone = a_phone()
    session = a_pad(phone, [(4, 5, 3)], title="Golf", lowest_wins=True, rounds=2)
    page = said(phone, session)
    assert "Cho leads with 3 · 1 round left" in page
    assert "Golf lowest total wins · 2 rounds" in page
    enter(phone, session, "3", "5", "4")
    page = said(phone, session)
    assert "2 players" not in page
    assert "Ana and Cho share the win with 7" in page
    assert "Rematch" in page


def test_the_game_ends_when_someone_reaches_the_target():
    phone = a_phone()
    session = a_pad(phone, [(99, 5, 3)], target=100)
    assert "Ana leads with 99 of 100" in said(phone, session)
    enter(phone, session, "1", "", "")
    assert "Ana wins with 100" in said(phone, session)


def test_the_target_ends_a_lowest_wins_game_in_favour_of_the_lowest():
    phone = a_phone()
    session = a_pad(phone, [(99, 5, 3), (1, 9, 20)], target=100, lowest_wins=True)
    assert "Ben wins with 14" in said(phone, session)
    assert "9 ahead of Cho" in said(phone, session)


def test_the_margin_names_all_who_share_the_next_place():
    phone = a_phone()
    session = a_pad(phone, [(99, 5, 3), (1, 9, 11)], target=100)
    assert "86 ahead of Ben and Cho" in said(phone, session)


def test_the_margin_of_a_shared_win_is_that_over_the_next_place():
    phone = a_phone()
    session = a_pad(phone, [(100, 100, 3)], target=100)
    assert "97 ahead of Cho" in said(phone, session)
    assert "ahead of" not in said(phone, a_pad(phone, [(100, 100, 100)], target=100))


def test_a_new_target_reopens_a_finished_game():
    phone = a_phone()
    session = a_pad(phone, [(9, 5, 3)], target=9)
    fields = open_form(phone, to("options", session))
    phone.post(to("options", session), {**fields, "target": "20"})
    assert "Ana leads with 9 of 20" in said(phone, session)


def test_a_lowest_wins_game_has_its_own_turning_points():
    phone = a_phone()
    session = a_pad(phone, [(9, 2, 3), (1, 9, 20), (None, 1, 1)], rounds=3, lowest_wins=True)
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


def test_a_game_with_another_title_is_not_compared():
    phone = a_phone()
    a_pad(phone, [(30, 40)], names=("Ana", "Ben"), title="Golf", rounds=1)
    session = a_pad(phone, [(50, 60)], names=("Ana", "Ben"), title="Darts", rounds=1)
    assert "personal best" not in said(phone, session)


def test_pads_without_a_title_are_not_compared():
    phone = a_phone()
    for points in ((30, 40), (50, 60)):
        session = a_pad(phone, [points], names=("Ana", "Ben"), rounds=1)
    assert "personal best" not in said(phone, session)
    for points in (30, 50):
        session = a_pad(phone, [(points,)], names=("Ana",), rounds=1)
        assert "Your record" not in said(phone, session)


def test_the_list_of_games_says_of_how_many_rounds_only_where_their_number_is_agreed():
    phone = a_phone()
    a_pad(phone, [(9, 5, 3)], target=100)
    assert "9 of 100" in Page(phone.get("/")).said
    GameSession.objects.all().delete()
    a_pad(phone, [(9, 5, 3)], target=100, lowest_wins=True)
    assert "of 100" not in Page(phone.get("/")).said


# New pads


def test_a_pad_starts_with_nothing_but_its_players():
    phone = a_phone()
    session = started(start(phone))
    assert Revision.objects.get(session=session, slot=0).data["options"] == {
        "title": "",
        "lowest_wins": False,
        "target": None,
        "rounds": None,
    }
    assert "Score pad" in said(phone, session)


def test_a_title_of_half_a_character_is_refused():
    form = OptionsForm({"title": "Golf \ud83d"})
    assert form.errors["title"] == ["The title contains a character that cannot be shown."]


def test_a_pad_starts_with_all_its_settings():
    phone = a_phone()
    session = started(
        start(phone, title="  Mini   Golf ", lowest_wins="lowest", target="100", rounds="18")
    )
    assert Revision.objects.get(session=session, slot=0).data["options"] == {
        "title": "Mini Golf",
        "lowest_wins": True,
        "target": 100,
        "rounds": 18,
    }
    assert "Mini Golf lowest total wins · target 100 · 18 rounds" in said(phone, session)


@pytest.mark.parametrize(
    ("options", "refusal"),
    [
        ({"title": "x" * 41}, "Use at most 40 characters."),
        ({"title": "Go\u202elf"}, "The title contains a character that cannot be shown."),
        ({"target": "0"}, "Enter a target of 1 or more."),
        ({"target": "many"}, "Enter a whole number."),
        ({"target": "9" * 30}, "Enter a smaller number."),
        ({"rounds": "0"}, "Enter at least one round."),
        ({"rounds": "-1"}, "Enter at least one round."),
        ({"rounds": "1.5"}, "Enter a whole number."),
        ({"lowest_wins": "both"}, "Choose the highest or the lowest total."),
    ],
)
def test_invalid_settings_are_refused_and_stay_typed(options, refusal):
    phone = a_phone()
    response = start(phone, **options)
    assert response.status_code == 422
    assert refusal in Page(response).said
    if "lowest_wins" not in options:
        assert (
            Page(response).form(NEW).fields.items()
            >= {name: [value] for name, value in options.items()}.items()
        )
    assert not GameSession.objects.exists()


@pytest.mark.parametrize("count", [1, 20])
def test_one_to_twenty_players_are_allowed(count):
    phone = a_phone()
    session = started(start(phone, names=TWENTY[:count]))
    assert enter(phone, session, *["1"] * count).status_code == 302
    assert totals(session) == (1,) * count
    assert phone.get(to("table", session)).status_code == 200


@pytest.mark.parametrize("button", ["type", "start"])
def test_a_twenty_first_player_is_refused(button):
    phone = a_phone()
    assert start(phone, names=(*TWENTY, "One more")).status_code == 422
    response = phone.post(NEW, {"seat": list(TWENTY), "name": "One more", button: "1"})
    assert (
        "Every seat is taken. Remove someone to add One more, or clear this field."
        in Page(response).said
    )
    chosen = phone.post(NEW, {"seat": list(TWENTY), "add": "One more"})
    assert "Every seat is taken. Remove someone first." in Page(chosen).said


def test_the_home_page_names_the_first_three_of_twenty():
    phone = a_phone()
    session = started(start(phone, names=TWENTY, rounds="1"))
    enter(phone, session, *(str(n) for n in range(20)))
    page = Page(phone.get("/")).said
    assert "Player 20 won" in page
    assert "Player 20 19 · Player 19 18 · Player 18 17 and 17 more" in page
    assert "Player 17" not in page


def test_a_shared_win_of_all_twenty_is_abbreviated():
    phone = a_phone()
    session = started(start(phone, names=TWENTY, rounds="1"))
    enter(phone, session, *["1"] * 20)
    assert "Player 1, Player 2, Player 3 and 17 more won" in Page(phone.get("/")).said


def test_two_phones_that_enter_the_last_round_are_not_offered_another():
    first = a_phone()
    session = a_pad(first, rounds=2)
    second = a_member(session.group, Role.SCORER)
    assert "Keep both: mine is Round 2" in both_enter(session, first, second)
    assert "Keep both: mine is Round 3" not in both_enter(session, first, second)


def both_enter(session, *phones):
    forms = [open_form(phone, to("enter", session)) for phone in phones]
    for n, (phone, form) in enumerate(zip(phones, forms, strict=True)):
        response = phone.post(to("enter", session), {**form, **typed(str(n), "2", "3")})
    assert response.status_code == 409
    return Page(response).said


def test_millions_have_thousands_separators():
    phone = a_phone()
    page = said(phone, a_pad(phone, [(1_234_567, -99_000_000, 999_999)]))
    for number in ("1 234 567", "−99 000 000", "999999"):
        assert number in page
    assert "Ana leads with 1 234 567" in page


def test_a_draft_holds_all_twenty_players():
    phone = a_phone()
    session = started(start(phone, names=TWENTY))
    fields = open_form(phone, to("enter", session))
    phone.post(to("draft", session), {**fields, **typed(*(str(n) for n in range(20)))})
    assert open_form(phone, to("enter", session))["points_19"] == ["19"]
    assert "Player 20 19" in said(phone, session)


# Kept pads


def tiles(phone):
    text = phone.get("/").content.decode()
    return re.findall(r'href="([^"]*again=[^"]*)">.*?<strong>(.*?)</strong>', text, re.S)


def test_a_pad_with_a_title_stays_on_the_home_page():
    phone = a_phone()
    session = a_pad(phone, title="Golf", lowest_wins=True, rounds=9)
    assert tiles(phone) == [(f"{NEW}?again={session.pk}", "Golf")]


def test_a_pad_without_a_title_does_not_stay_there():
    phone = a_phone()
    a_pad(phone)
    assert tiles(phone) == []


def test_a_kept_pad_opens_with_its_settings_and_players():
    phone = a_phone()
    session = a_pad(phone, title="Golf", lowest_wins=True, rounds=9)
    fields = Page(phone.get(f"{NEW}?again={session.pk}")).form_called("setup").fields
    assert fields["seat"] == ["Ana", "Ben", "Cho"]
    assert [fields[name] for name in ("title", "lowest_wins", "target", "rounds")] == [
        ["Golf"],
        ["lowest"],
        [""],
        ["9"],
    ]
    again = started(phone.post(NEW, {**fields, "start": "1"}))
    assert table_of(again).setup == table_of(session).setup


def test_each_kept_pad_is_offered_once_with_its_last_settings_when_a_pad_is_started():
    phone = a_phone()
    group = a_group(phone)
    a_pad(phone, group=group, title="Golf", rounds=9)
    hearts = a_pad(phone, group=group, title="Hearts", target=100)
    golf = a_pad(phone, group=group, title="golf", rounds=18)
    a_pad(phone, group=group)
    text = phone.get(NEW).content.decode()
    chips = re.findall(r'class="button chip" href="([^"]*)">\s*<span class="name">(.*?)<', text)
    assert chips == [(f"{NEW}?again={golf.pk}", "golf"), (f"{NEW}?again={hearts.pk}", "Hearts")]


def test_pads_of_other_groups_are_not_offered():
    a_pad(a_phone(), title="Golf")
    phone = a_phone()
    assert tiles(phone) == []


def test_a_repeat_names_its_pad_and_starts_it():
    phone = a_phone()
    session = a_pad(phone, [(1, 2, 3)], title="Golf", lowest_wins=True, rounds=1)
    page = Page(phone.get(NEW))
    assert "Ana, Ben and Cho Golf lowest total wins · 1 round Same again" in page.said
    again = started(phone.post(NEW, {**page.form_called("again").fields, "start": "again"}))
    assert table_of(again).setup == table_of(session).setup


def test_a_rematch_has_the_same_settings():
    phone = a_phone()
    session = a_pad(phone, [(1, 2, 3)], title="Golf", lowest_wins=True, rounds=1)
    again = started(
        phone.post(NEW, {**hidden(Page(phone.get(to("table", session))), NEW), "start": "again"})
    )
    assert table_of(again).setup == table_of(session).setup


def test_a_changed_title_appears_in_the_history():
    phone = a_phone()
    session = a_pad(phone, title="Golf")
    fields = open_form(phone, to("options", session))
    phone.post(to("options", session), {**fields, "title": "Mini golf"})
    assert "title Golf Mini golf" in said(phone, session, "history")
    assert [name for _, name in tiles(phone)] == ["Mini golf"]


def test_a_pad_chosen_instead_of_another_game_has_default_settings():
    phone = a_phone()
    fields = (
        Page(phone.post(NEW, {"seat": ["Ana", "Ben"], "target": "400", "switch": "1"}))
        .form(NEW)
        .fields
    )
    assert fields["lowest_wins"] == [""]
    assert fields["seat"] == ["Ana", "Ben"]
