"""Players at a table after the start: replaced, swapped, joining late, leaving; who deals."""

import json
from datetime import timedelta
from uuid import uuid4

import pytest

from scorekeeper.models import GameSession, Group, Player, Revision, Role, Seat
from tests.app.support.factories import (
    a_game,
    a_group,
    a_member,
    a_phone,
    a_round,
    correct,
    enter,
    open_form,
    set_back,
    set_target,
    table_of,
    to,
    typed,
    undo,
)
from tests.app.support.pages import Page

pytestmark = pytest.mark.django_db

PAD = {"title": "Golf", "lowest_wins": False, "target": None, "rounds": None}


def a_pad(phone, *rounds, names=("Ana", "Ben", "Cho"), **options):
    entries = [{"points": dict(zip("0123456", points, strict=False))} for points in rounds]
    return a_game(
        phone, names=names, game="score_pad", options={**PAD, **options}, rounds=entries or 0
    )


def press(phone, session, action, *seat, **fields):
    """Press a button on the page of the players, or of one seat, and say yes if it asks."""
    page = to("seat", session, *seat) if seat else to("seats", session)
    address = to(action, session, *seat)
    response = phone.post(address, {**open_form(phone, page, address), **fields})
    if response.status_code != 200:
        return response
    return phone.post(address, {**Page(response).form(address).fields, "sure": "1"})


def replace(phone, session, seat, name):
    return press(phone, session, "replace_player", seat, name=name)


def swap(phone, session, one, other):
    return press(phone, session, "swap_seats", one, other=other)


def join(phone, session, name):
    return press(phone, session, "join_table", name=name)


def deal(phone, session, seat):
    return press(phone, session, "starter", starter=seat)


def said(phone, name, session, *more):
    return Page(phone.get(to(name, session, *more))).said


def standing(session):
    table = table_of(session)
    return dict(zip(table.names, table.board.totals, strict=True))


def results(session):
    rows = Seat.objects.filter(session=session).order_by("number")
    return list(rows.values_list("player__name", "total", "rank", "won"))


def test_a_replaced_players_points_go_to_the_new_one_with_the_result():
    phone = a_phone()
    session = a_game(phone, target=40, rounds=1)
    replace(phone, session, 0, "Dan")
    assert standing(session) == {"Dan": 40, "Ben": 0, "Cho": 0}
    assert results(session)[0] == ("Dan", 40, 1, True)
    assert "Dan won" in Page(phone.get("/")).said
    assert "Ana replaced by Dan" in said(phone, "table", session)
    undo(phone, session)
    assert results(session)[0] == ("Ana", 40, 1, True)
    assert "Dan replaced by Ana" in said(phone, "history", session)


def test_swapping_says_who_gets_what_before_it_is_done():
    phone = a_phone()
    session = a_pad(phone, (12, 5, 7))
    address = to("swap_seats", session, 0)
    fields = open_form(phone, to("seat", session, 0), address)
    page = Page(phone.post(address, {**fields, "other": "1"}))
    assert "Ana gets what was entered for Ben so far: 5" in page.said
    assert "Ben gets what was entered for Ana so far: 12" in page.said
    assert standing(session) == {"Ana": 12, "Ben": 5, "Cho": 7}
    phone.post(address, {**page.form(address).fields, "sure": "1"})
    assert standing(session) == {"Ben": 12, "Ana": 5, "Cho": 7}
    assert "Ana and Ben swapped seats" in said(phone, "history", session)
    undo(phone, session)
    assert standing(session) == {"Ana": 12, "Ben": 5, "Cho": 7}


def test_the_history_names_those_who_sat_there_when_a_round_was_entered():
    phone = a_phone()
    session = a_pad(phone, (1, 2, 3))
    swap(phone, session, 0, 2)
    replace(phone, session, 1, "Dan")
    enter(phone, session, {"points_0": 4, "points_1": 5, "points_2": 6})
    history = said(phone, "history", session)
    assert "Ana 1 · Ben 2 · Cho 3" in history
    assert "Cho 4 · Dan 5 · Ana 6" in history
    assert "Cho 1 · Dan 2 · Ana 3" in said(phone, "round", session, 1)


def test_before_the_first_round_nothing_is_asked():
    phone = a_phone()
    session = a_pad(phone)
    address = to("swap_seats", session, 0)
    fields = open_form(phone, to("seat", session, 0), address)
    assert phone.post(address, {**fields, "other": "2"}).status_code == 302
    assert table_of(session).names == ["Cho", "Ben", "Ana"]


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("", "Enter a name."),
        ("A" * 41, "Use at most 40 letters."),
        (" bEN ", "bEN is already at the table."),
        ("A\x07a", "One character in this name can’t be shown."),
    ],
)
def test_a_name_that_cannot_be_is_refused_and_stays_typed(name, why):
    phone = a_phone()
    session = a_pad(phone)
    for address, page in [
        (to("replace_player", session, 0), to("seat", session, 0)),
        (to("join_table", session), to("seats", session)),
    ]:
        response = phone.post(address, {**open_form(phone, page, address), "name": name})
        assert response.status_code == 422
        assert why in Page(response).said
        assert Page(response).form(address).fields["name"] == [name]
    assert standing(session) == {"Ana": 0, "Ben": 0, "Cho": 0}


def test_a_known_name_is_found_however_it_is_written():
    phone = a_phone()
    group = a_group(phone, names=("Ana", "Ben", "Cho", "Dan"))
    session = a_pad(phone)
    assert Page(phone.get(to("seats", session))).said.count("Dan") == 1  # offered
    join(phone, session, " dAN ")
    assert table_of(session).names == ["Ana", "Ben", "Cho", "Dan"]
    assert group.players.count() == 4


def test_whoever_joins_late_has_blank_rounds_before_and_is_asked_from_then_on():
    phone = a_phone()
    session = a_pad(phone, (12, 5, 7), target=30)
    join(phone, session, "Dan")
    assert "Dan joined" in said(phone, "history", session)
    assert [cell[0] for cell in table_of(session).rounds[0].cells] == [12, 5, 7, None]
    enter(phone, session, {"points_0": 1, "points_3": 30})
    assert standing(session) == {"Ana": 13, "Ben": 5, "Cho": 7, "Dan": 30}
    assert results(session)[3] == ("Dan", 30, 1, True)


def test_a_joining_is_not_undone_under_a_round_of_that_player():
    phone = a_phone()
    session = a_pad(phone)
    join(phone, session, "Dan")
    form = open_form(phone, to("table", session), to("undo", session))
    enter(phone, session, {"points_3": 30})
    assert phone.post(to("undo", session), form).status_code == 409
    assert standing(session)["Dan"] == 30
    set_back(phone, session, 0)
    assert standing(session) == {"Ana": 0, "Ben": 0, "Cho": 0}
    assert "Dan" in said(phone, "history", session)
    undo(phone, session)
    assert standing(session)["Dan"] == 30


def test_whoever_leaves_is_not_asked_any_more_but_in_earlier_rounds_and_can_come_back():
    phone = a_phone()
    session = a_pad(phone, (12, 5, 7))
    press(phone, session, "leave", 1)
    assert "Ben left" in said(phone, "history", session)
    fields = open_form(phone, to("enter", session), to("enter", session))
    assert {"points_0", "points_2"} == {name for name in fields if name.startswith("points")}
    correcting = to("correct", session, 1)
    assert "points_1" in open_form(phone, correcting, correcting)
    enter(phone, session, {"points_0": 1, "points_2": 2})
    assert standing(session) == {"Ana": 13, "Ben": 5, "Cho": 9}
    press(phone, session, "come_back", 1)
    assert "points_1" in open_form(phone, to("enter", session), to("enter", session))


def test_someone_has_to_stay():
    phone = a_phone()
    session = a_pad(phone, names=("Ana", "Ben"))
    press(phone, session, "leave", 1)
    assert not Page(phone.get(to("seat", session, 0))).has_form(to("leave", session, 0))


def test_who_left_has_no_seat_in_the_rematch():
    phone = a_phone()
    session = a_pad(phone, (5, 3, 1), rounds=2)
    press(phone, session, "leave", 1)
    enter(phone, session, {"points_0": "1", "points_2": "9"})
    table = Page(phone.get(to("table", session)))
    assert table.form_called("rematch").fields["seat"] == ["Ana", "Cho"]
    new = Page(phone.get(f"/new/score_pad/?again={session.pk}"))
    assert ["Ana", "Cho"] in [form.fields.get("seat") for form in new.forms]


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("chimera", {"target": 400}),
        ("yahtzee", {"joker": "forced"}),
        ("big_fish", {"advanced": False}),
        ("chimera_tricks", {"short_match": False}),
    ],
)
def test_other_games_say_why_nobody_can_join_or_leave(game, options):
    phone = a_phone()
    session = a_game(phone, game=game, options=options)
    assert "nobody can join or leave" in said(phone, "seats", session)
    stamp = {"slot": 0, "revision": 1, "submission": uuid4()}
    for name, seat in [("join_table", ()), ("leave", (0,)), ("come_back", (0,))]:
        address = to(name, session, *seat)
        assert phone.post(address, {**stamp, "name": "Dan"}).status_code == 404
    replace(phone, session, 0, "Dan")
    assert table_of(session).names == ["Dan", "Ben", "Cho"]


def test_where_the_lowest_total_wins_nobody_joins_or_leaves_but_who_left_can_come_back():
    phone = a_phone()
    session = a_pad(phone)
    press(phone, session, "leave", 1)
    options = to("options", session)
    phone.post(options, {**open_form(phone, options, options), "lowest_wins": "lowest"})
    assert "would be an advantage: nobody can join or leave" in said(phone, "seats", session)
    stamp = {"slot": 0, "revision": 1, "submission": uuid4()}
    for name, seat in [("join_table", ()), ("leave", (0,))]:
        address = to(name, session, *seat)
        assert phone.post(address, {**stamp, "name": "Dan"}).status_code == 404
    press(phone, session, "come_back", 1)
    assert "points_1" in open_form(phone, to("enter", session), to("enter", session))


def test_of_two_phones_the_second_learns_of_the_first_and_a_repeated_press_counts_once():
    first = a_phone()
    session = a_pad(first)
    second = a_member(session.group, Role.SCORER)
    address = to("replace_player", session, 0)
    forms = [open_form(phone, to("seat", session, 0), address) for phone in (first, second)]
    for _ in range(2):
        assert first.post(address, {**forms[0], "name": "Dan"}).status_code == 302
    response = second.post(address, {**forms[1], "name": "Eve"})
    assert response.status_code == 409
    assert table_of(session).names == ["Dan", "Ben", "Cho"]
    assert len(table_of(session).revisions[0]) == 2
    assert not Player.objects.filter(name="Eve").exists()


def test_an_entry_typed_under_other_names_is_asked_for_once_more():
    phone = a_phone()
    session = a_pad(phone, (1, 2, 3))
    old = open_form(phone, to("enter", session), to("enter", session))
    swap(phone, session, 0, 1)
    sent = {**old, "points_0": "10"}  # typed for Ana, from a form of an earlier release
    response = phone.post(to("enter", session), sent)
    assert response.status_code == 422
    assert "have changed since you opened this form" in Page(response).said
    again = Page(response).form(to("enter", session)).fields
    assert again["points_0"] == ["10"]
    assert phone.post(to("enter", session), again).status_code == 302
    assert standing(session) == {"Ben": 11, "Ana": 2, "Cho": 3}


def test_an_entry_typed_before_someone_joined_is_taken():
    phone = a_phone()
    session = a_pad(phone)
    old = open_form(phone, to("enter", session), to("enter", session))
    join(phone, session, "Dan")
    assert phone.post(to("enter", session), {**old, "points_0": "10"}).status_code == 302


def test_restoring_an_earlier_point_seats_the_players_as_they_were():
    phone = a_phone()
    session = a_pad(phone, (1, 2, 3))
    replace(phone, session, 2, "Dan")
    swap(phone, session, 0, 2)
    join(phone, session, "Eve")
    set_back(phone, session, 1)
    assert standing(session) == {"Ana": 1, "Ben": 2, "Cho": 3}
    undo(phone, session)
    assert standing(session) == {"Dan": 1, "Ben": 2, "Ana": 3, "Eve": 0}
    assert Page(phone.get(to("history", session))).said.count("Game restored to") == 2


def test_changed_options_keep_the_seats():
    phone = a_phone()
    session = a_game(phone, rounds=1)
    replace(phone, session, 0, "Dan")
    set_target(phone, session, 300)
    assert table_of(session).names == ["Dan", "Ben", "Cho"]
    undo(phone, session)
    assert table_of(session).names == ["Dan", "Ben", "Cho"]


def merge(phone, group, one, other):
    pk = group.players.get(name=one).pk
    into = group.players.get(name=other).pk
    return phone.post(f"/players/{pk}/merge/", {"into": into, "sure": "1"})


def test_a_merged_player_is_replaced_in_the_past_of_a_game_too():
    phone = a_phone()
    session = a_pad(phone, (1, 2, 3))
    replace(phone, session, 0, "Anna")
    replace(phone, session, 0, "Dan")
    assert merge(phone, session.group, "Ana", "Anna").status_code == 302
    set_back(phone, session, 0)
    assert table_of(session).names == ["Anna", "Ben", "Cho"]


def test_players_who_once_sat_at_one_table_are_not_merged():
    phone = a_phone()
    session = a_pad(phone, (1, 2, 3))
    replace(phone, session, 0, "Dan")
    response = merge(phone, session.group, "Ana", "Ben")
    assert response.status_code == 422
    assert "so they are two people" in Page(response).said


def test_a_merge_counts_for_a_page_that_was_opened_before():
    phone = a_phone()
    group = a_group(phone, names=("Ana", "Ben", "Cho", "Anna"))
    session = a_pad(phone)
    address = to("swap_seats", session, 0)
    form = open_form(phone, to("seat", session, 0), address)
    merge(phone, group, "Ana", "Anna")
    assert phone.post(address, {**form, "other": "1"}).status_code == 302
    assert table_of(session).names == ["Ben", "Anna", "Cho"]


def test_a_device_of_one_game_is_not_offered_the_other_players_of_the_group():
    phone = a_phone()
    group = a_group(phone, names=("Ana", "Ben", "Cho", "Dan"))
    session = a_pad(phone)
    guest = a_member(group, Role.SCORER, session)
    assert "Dan" not in said(guest, "seats", session)
    assert "Dan" not in said(guest, "seat", session, 0)


def test_the_record_of_a_game_has_the_players_of_now_and_nothing_else_new():
    phone = a_phone()
    session = a_pad(phone, (1, 2, 3))
    keys = set(json.loads(phone.get(to("record", session)).content))
    replace(phone, session, 0, "Dan")
    deal(phone, session, 1)
    record = json.loads(phone.get(to("record", session)).content)
    assert record["players"] == ["Dan", "Ben", "Cho"]
    assert record["entries"][0]["points"] == {"Dan": 1, "Ben": 2, "Cho": 3}
    assert set(record) == keys


def marked(session):
    table = table_of(session)
    return None if table.starter is None else table.names[table.starter]


def test_the_mark_of_who_deals_moves_on_by_round_and_back_when_one_is_undone():
    phone = a_phone()
    session = a_game(phone, rounds=1)
    assert marked(session) is None
    deal(phone, session, 2)
    assert marked(session) == "Cho"
    assert "Cho deals" in said(phone, "history", session)
    enter(phone, session)
    assert marked(session) == "Ana"
    assert "Ana deals" in said(phone, "table", session)
    undo(phone, session)
    assert marked(session) == "Cho"
    enter(phone, session, a_round(0, 40, traps=4))
    assert "deals" in said(phone, "display", session)


def test_the_mark_skips_who_left_and_reaches_who_joined():
    phone = a_phone()
    session = a_pad(phone, (1, 2, 3))
    deal(phone, session, 1)
    press(phone, session, "leave", 1)
    assert marked(session) == "Cho"
    join(phone, session, "Dan")
    dealers = []
    for _ in range(4):
        enter(phone, session, {"points_0": 1})
        dealers.append(marked(session))
    assert dealers == ["Dan", "Ana", "Cho", "Dan"]


def test_whoever_deals_can_be_drawn_by_lot_or_nobody_be_marked():
    phone = a_phone()
    session = a_game(phone, rounds=1)
    press(phone, session, "starter", lot="1")
    drawn = marked(session)
    assert drawn in ("Ana", "Ben", "Cho")
    assert f"{drawn} deals, drawn by lot" in said(phone, "history", session)
    press(phone, session, "starter", starter="")
    assert marked(session) is None
    assert "Who deals? Nobody marked" in said(phone, "history", session)


def test_where_turns_follow_the_seats_whoever_starts_gets_the_first_seat():
    phone = a_phone()
    session = a_game(phone, game="yahtzee", options={"joker": "forced"})
    deal(phone, session, 2)
    assert table_of(session).names == ["Cho", "Ana", "Ben"]
    assert marked(session) == "Cho"
    assert "Cho starts" in said(phone, "history", session)
    assert phone.get(to("table", session)).content.decode().count('class="deals"') == 1
    undo(phone, session)
    assert table_of(session).names == ["Ana", "Ben", "Cho"]


def test_after_the_end_nobody_deals():
    phone = a_phone()
    session = a_game(phone, target=60, rounds=1)
    deal(phone, session, 0)
    enter(phone, session, a_round(0, 40))
    assert marked(session) is None


def test_a_replaced_player_changes_the_bests_of_both():
    phone = a_phone()
    first = a_pad(phone, (50, 10, 10), target=50)
    a_pad(phone, (60, 10, 10), target=50)
    later = table_of(Seat.objects.latest("pk").session)
    assert "personal best" in said(phone, "table", later.session)
    version = Group.objects.get().version
    replace(phone, first, 0, "Dan")
    assert "personal best" not in said(phone, "table", later.session)
    assert Group.objects.get().version > version
    assert Revision.objects.filter(session=first, slot=0).count() == 2
    correcting = to("correct", first, 1)
    phone.post(correcting, {**open_form(phone, correcting), "points_0": 55})
    assert results(first)[0] == ("Dan", 55, 1, True)


def test_whoever_deals_first_is_chosen_or_drawn_with_the_seats():
    phone = a_phone()
    address = "/new/chimera/"
    table = {"seat": ["Ana", "Ben", "Cho"], "target": "400", "submission": str(uuid4())}
    drawn = Page(phone.post(address, {**table, "lot": "1"}))
    (name,) = drawn.form_called("setup").fields["starter"]
    assert name in ("Ana", "Ben", "Cho")
    started = phone.post(address, {**table, "starter": "Ben", "start": "1"}).url
    assert "Ben deals" in Page(phone.get(started)).said


def test_a_drawn_player_of_yahtzee_gets_the_first_seat():
    phone = a_phone()
    table = {"seat": ["Ana", "Ben", "Cho"], "joker": "forced", "submission": str(uuid4())}
    started = phone.post("/new/yahtzee/", {**table, "starter": "Ben", "start": "1"}).url
    session = Seat.objects.first().session
    assert started == to("table", session)
    assert table_of(session).names == ["Ben", "Cho", "Ana"]
    assert marked(session) == "Ben"


def note(phone, session, slot, text, **more):
    address = to("note", session, slot)
    return phone.post(address, {**open_form(phone, address), "note": text, **more})


def test_a_note_stays_at_its_round_whatever_happens_to_the_entry():
    phone = a_phone()
    session = a_game(phone, rounds=2)
    form = open_form(phone, to("enter", session), to("enter", session))
    assert note(phone, session, 1, "  Ben forgot  a trap ").status_code == 302
    assert phone.post(to("enter", session), {**form, **typed(a_round())}).status_code == 302
    correct(phone, session, 1, a_round(1, 40))
    assert "Ben forgot a trap" in said(phone, "round", session, 1)
    assert said(phone, "history", session).count("Ben forgot a trap") == 1
    assert said(phone, "table", session).count("with a note") == 1
    undo(phone, session)
    assert "Ben forgot a trap" in said(phone, "round", session, 1)
    assert "Ben forgot" not in phone.get(to("record", session)).content.decode()
    note(phone, session, 1, "")
    assert "with a note" not in said(phone, "table", session)


def test_a_newer_note_is_not_overwritten_unseen():
    phone = a_phone()
    session = a_game(phone, rounds=1)
    note(phone, session, 1, "first")
    response = note(phone, session, 1, "mine", known="")
    assert response.status_code == 422
    assert "Someone else just wrote: “first”." in Page(response).said
    fields = Page(response).form(to("note", session, 1)).fields
    assert fields["note"] == ["mine"]
    assert phone.post(to("note", session, 1), fields).status_code == 302
    assert table_of(session).rounds[0].note == "mine"


@pytest.mark.parametrize("text", ["x" * 201, "a\x00b"])
def test_a_note_that_cannot_be_kept_is_refused_and_stays_typed(text):
    phone = a_phone()
    session = a_game(phone, rounds=1)
    response = note(phone, session, 1, text)
    assert response.status_code == 422
    assert table_of(session).rounds[0].note == ""


def choose_day(phone, session, day, **more):
    address = to("options", session)
    return phone.post(address, {**open_form(phone, address), "day": day, **more})


def times(session):
    return list(
        GameSession.objects.filter(pk=session.pk).values_list(
            "started_at", "played_at", "finished_at"
        )[0]
    )


def test_the_date_of_a_game_moves_all_of_its_times_and_can_be_undone(clock):
    phone = a_phone()
    session = a_pad(phone, (50, 1, 1), target=50)
    GameSession.objects.update(started_at=clock.now)  # the fields’ defaults use the real clock
    Revision.objects.update(at=clock.now)
    clock.pass_by(hours=1)
    before = times(session)
    assert choose_day(phone, session, "2026-03-10").status_code == 302
    assert times(session) == [at - timedelta(days=3) for at in before]
    assert "Date now 10 Mar 2026" in said(phone, "history", session)
    clock.pass_by(days=9)
    correcting = to("correct", session, 1)
    phone.post(correcting, {**open_form(phone, correcting), "points_0": 55})
    assert times(session)[1].date().isoformat() == "2026-03-10"
    undo(phone, session)
    set_back(phone, session, 1)
    assert times(session) == before


@pytest.mark.parametrize(
    ("day", "why"),
    [
        ("2026-03-15", "This day is still to come"),
        ("1000-01-01", "Enter a day from 1900 on."),
        ("yesterday", "Enter a date."),
        ("", "Enter a date."),
    ],
)
def test_a_date_that_cannot_be_is_refused_and_stays_typed(clock, day, why):
    phone = a_phone()
    session = a_pad(phone)
    before = times(session)[1]
    response = choose_day(phone, session, day, comment="Rain")
    assert response.status_code == 422
    assert why in Page(response).said
    fields = Page(response).form(to("options", session)).fields
    assert fields["day"] == [day]
    assert fields["comment"] == ["Rain"]
    session.refresh_from_db()
    assert (session.comment, session.played_at) == ("", before)


def test_one_save_changes_date_comment_and_options(clock):
    phone = a_phone()
    session = a_pad(phone, (5, 1, 1))
    assert choose_day(phone, session, "2026-03-10", comment="Rain", target=60).status_code == 302
    page = said(phone, "table", session)
    assert "Rain" in page
    assert "60" in page
    assert times(session)[1].date().isoformat() == "2026-03-10"


def test_a_save_that_does_not_touch_the_date_leaves_it_alone(clock):
    phone = a_phone()
    session = a_pad(phone, (5, 1, 1))
    address = to("options", session)
    form = open_form(phone, address)
    choose_day(phone, session, "2026-03-10")
    assert phone.post(address, {**form, "comment": "Rain"}).status_code == 302
    assert times(session)[1].date().isoformat() == "2026-03-10"


def test_lists_and_personal_bests_go_by_the_chosen_date(clock):
    phone = a_phone()
    first = a_pad(phone, (50, 1, 1), target=50)
    clock.pass_by(days=1)
    later = a_pad(phone, (60, 2, 2), target=50)
    assert "personal best" in said(phone, "table", later)
    choose_day(phone, later, "2026-03-01")
    assert "personal best" not in said(phone, "table", later)
    games = phone.get("/games/").content.decode()
    assert games.index(to("table", first)) < games.index(to("table", later))


def test_a_game_of_another_day_stays_there_while_it_is_entered(clock):
    phone = a_phone()
    session = a_pad(phone, target=50)
    choose_day(phone, session, "2026-03-10")
    clock.pass_by(hours=1)
    enter(phone, session, {"points_0": 60})
    started, played, finished = times(session)
    assert started <= finished == played
    assert {at.date().isoformat() for at in (started, played)} == {"2026-03-10"}
