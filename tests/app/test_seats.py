"""Players at a table after the start: replaced, swapped, joining late, leaving; who deals."""

import json
from uuid import uuid4

import pytest

from scorekeeper.models import GameSession, Group, Player, Role, Seat
from scorekeeper.tables.translate import parts_of_setup
from tests.app.support import score_pads
from tests.app.support.counting import HEARTS, Counting
from tests.app.support.factories import (
    NAMES,
    a_hosted_game,
    a_hosted_group,
    a_member,
    a_phone,
    a_round,
    a_setup,
    add,
    draft,
    end_early,
    enter,
    open_form,
    said,
    set_back,
    set_target,
    stamp,
    submit,
    table_of,
    to,
    undo,
)
from tests.app.support.pages import Page, assert_refused
from tests.app.support.score_pads import stored


def a_pad(phone, *rounds, **more):
    return score_pads.a_pad(phone, rounds, title="Golf", **more)


def a_hosted_pad(*rounds, **more):
    phone = a_phone()
    return phone, a_pad(phone, *rounds, **more)


def press(phone, session, action, *seat, **fields):
    """Press a button on the page of the players, or of one seat, and say yes if it asks."""
    page = to("seat", session, *seat) if seat else to("seats", session)
    address = to(action, session, *seat)
    response = submit(phone, page, address, **fields)
    if response.status_code != 200:
        return response
    return phone.post(address, {**Page(response).form(address).fields, "sure": "1"})


def replace(phone, session, seat, name):
    return press(phone, session, "replace_player", seat, name=name)


def swap(phone, session, one, other):
    return press(phone, session, "swap_seats", one, other=other)


def ask_to_swap(phone, session, one, other):
    address = to("swap_seats", session, one)
    return Page(submit(phone, to("seat", session, one), address, other=other))


def join(phone, session, name):
    return press(phone, session, "join_table", name=name)


def deal(phone, session, seat):
    return press(phone, session, "starter", starter=seat)


def names(session):
    return table_of(session).names


def standing(session):
    table = table_of(session)
    return dict(zip(table.names, table.board.totals, strict=True))


def results(session):
    rows = Seat.objects.filter(session=session).order_by("number")
    return list(rows.values_list("player__name", "total", "rank", "won"))


def points_asked(phone, session, address=None):
    fields = open_form(phone, address or to("enter", session), address or to("enter", session))
    return {name for name in fields if name.startswith("points")}


def test_a_replaced_players_points_go_to_the_new_one_with_the_result():
    phone, session = a_hosted_game(target=40, rounds=1)
    replace(phone, session, 0, "Dan")
    assert standing(session) == {"Dan": 40, "Ben": 0, "Cho": 0}
    assert results(session)[0] == ("Dan", 40, 1, True)
    assert "Dan won" in Page(phone.get("/")).said
    assert "Ana replaced by Dan" in said(phone, "table", session)
    set_target(phone, session, 300)
    undo(phone, session)
    assert names(session) == ["Dan", "Ben", "Cho"]
    set_back(phone, session, 1)
    assert results(session)[0] == ("Ana", 40, 1, True)


def test_swapping_says_who_gets_what_before_it_is_done():
    phone, session = a_hosted_pad((12, 5, 7))
    address = to("swap_seats", session, 0)
    page = ask_to_swap(phone, session, 0, 1)
    assert "Ana gets what was entered for Ben so far: 5" in page.said
    assert "Ben gets what was entered for Ana so far: 12" in page.said
    assert standing(session) == {"Ana": 12, "Ben": 5, "Cho": 7}
    phone.post(address, {**page.form(address).fields, "sure": "1"})
    assert standing(session) == {"Ben": 12, "Ana": 5, "Cho": 7}
    assert "Ana and Ben swapped seats" in said(phone, "history", session)
    undo(phone, session)
    assert standing(session) == {"Ana": 12, "Ben": 5, "Cho": 7}


def test_what_is_begun_for_a_seat_is_not_swapped_silently():
    phone, session = a_hosted_game(game="wizard", options={})
    draft(phone, session, bids_0="1", bids_1="0", bids_2="0", play="now")
    text = ask_to_swap(phone, session, 0, 2).said
    assert "What is filled in for the next entry stays with the seat: bids Ana 1, Ben 0" in text
    assert "so far" not in text
    assert names(session) == ["Ana", "Ben", "Cho"]


def test_what_was_counted_face_down_is_not_swapped_silently():
    counting = Counting(HEARTS)
    phone, session = counting.host, counting.session
    counting.count(counting.scorer, 1, taken_1="13")
    page = ask_to_swap(phone, session, 0, 1)
    assert "What was counted face down for Ben stays with the seat." in page.said
    swap(phone, session, 0, 2)
    assert names(session) == ["Cho", "Ben", "Ana"]


def test_before_the_first_round_nothing_is_asked():
    phone, session = a_hosted_pad()
    address = to("swap_seats", session, 0)
    assert submit(phone, to("seat", session, 0), address, other="2").status_code == 302
    assert names(session) == ["Cho", "Ben", "Ana"]


def test_the_history_names_those_who_sat_there_when_a_round_was_entered():
    phone, session = a_hosted_pad((1, 2, 3))
    swap(phone, session, 0, 2)
    replace(phone, session, 1, "Dan")
    add(session, stored(4, 5, 6))
    history = said(phone, "history", session)
    assert "Ana 1 · Ben 2 · Cho 3" in history
    assert "Cho 4 · Dan 5 · Ana 6" in history
    assert "Cho 1 · Dan 2 · Ana 3" in said(phone, "round", session, 1)


def test_the_history_names_who_had_a_column_in_its_title_too():
    rows = {"rows": [{"name": "Farms"}]}
    column = {"player": 0, "counts": {"Farms": 3}}
    phone, session = a_hosted_game(game="score_sheet", options=rows, rounds=[column])
    replace(phone, session, 0, "Eve")
    assert "Ana’s column entered Ana · Farms 3" in said(phone, "history", session)
    assert "Eve’s column" in said(phone, "round", session, 1)


def test_a_name_that_cannot_be_is_refused_and_stays_typed():
    phone, session = a_hosted_pad()
    forms = {
        address: open_form(phone, page, address)
        for address, page in [
            (to("replace_player", session, 0), to("seat", session, 0)),
            (to("join_table", session), to("seats", session)),
        ]
    }
    for name, why in [
        ("", "Enter a name."),
        ("A" * 41, "Use at most 40 characters."),
        (" bEN ", "bEN is already at the table."),
        ("A\x07a", "One character in this name can’t be shown."),
    ]:
        for address, fields in forms.items():
            response = phone.post(address, {**fields, "name": name})
            assert_refused(response, why)
            assert Page(response).form(address).fields["name"] == [name]
    assert names(session) == list(NAMES)


def test_a_player_who_joins_late_has_blank_rounds_before_and_is_asked_from_then_on():
    phone, group = a_hosted_group(names=("Ana", "Ben", "Cho", "Dan"))
    session = a_pad(phone, (12, 5, 7), target=30)
    typed_before = open_form(phone, to("enter", session), to("enter", session))
    assert said(phone, "seats", session).count("Dan") == 1  # offered
    guest = a_member(group, Role.SCORER, session)
    assert "Dan" not in said(guest, "seats", session) + said(guest, "seat", session, 0)
    join(phone, session, " dAN ")
    assert group.players.count() == 4
    assert "Dan joined" in said(phone, "history", session)
    assert [cell[0] for cell in table_of(session).rounds[0].cells] == [12, 5, 7, None]
    assert phone.post(to("enter", session), {**typed_before, "points_0": 1}).status_code == 302
    enter(phone, session, {"points_3": 30})
    assert standing(session) == {"Ana": 13, "Ben": 5, "Cho": 7, "Dan": 30}
    assert results(session)[3] == ("Dan", 30, 1, True)


def test_a_joining_is_not_undone_under_a_round_of_that_player():
    phone, session = a_hosted_pad()
    join(phone, session, "Dan")
    form = open_form(phone, to("table", session), to("undo", session))
    add(session, stored(None, None, None, 30))
    assert phone.post(to("undo", session), form).status_code == 409
    assert standing(session)["Dan"] == 30
    set_back(phone, session, 0)
    assert standing(session) == {"Ana": 0, "Ben": 0, "Cho": 0}
    assert "Dan" in said(phone, "history", session)
    undo(phone, session)
    assert standing(session)["Dan"] == 30


def test_a_player_who_leaves_is_not_asked_any_more_but_in_earlier_rounds_and_can_come_back():
    phone, session = a_hosted_pad((12, 5, 7))
    press(phone, session, "leave", 1)
    assert "Ben left" in said(phone, "history", session)
    assert points_asked(phone, session) == {"points_0", "points_2"}
    assert "points_1" in points_asked(phone, session, to("correct", session, 1))
    enter(phone, session, {"points_0": 1, "points_2": 2})
    assert standing(session) == {"Ana": 13, "Ben": 5, "Cho": 9}
    press(phone, session, "leave", 2)
    assert not Page(phone.get(to("seat", session, 0))).has_form(to("leave", session, 0))
    press(phone, session, "come_back", 1)
    assert "points_1" in points_asked(phone, session)


def test_who_left_has_no_seat_in_the_rematch():
    phone, session = a_hosted_pad((5, 3, 1), rounds=2)
    press(phone, session, "leave", 1)
    enter(phone, session, {"points_0": "1", "points_2": "9"})
    table = Page(phone.get(to("table", session)))
    assert table.form_called("rematch").fields["seat"] == ["Ana", "Cho"]
    new = Page(phone.get(f"/new/score_pad/?again={session.pk}"))
    assert ["Ana", "Cho"] in [form.fields.get("seat") for form in new.forms]


def refused_presses(phone, session, *actions):
    sent = {**stamp(0, 1), "name": "Dan"}
    addresses = [
        to(action, session, *(() if action == "join_table" else (0,))) for action in actions
    ]
    return {phone.post(address, sent).status_code for address in addresses}


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
    phone, session = a_hosted_game(game=game, options=options)
    assert "nobody can join or leave" in said(phone, "seats", session)
    assert refused_presses(phone, session, "join_table", "leave", "come_back") == {404}
    replace(phone, session, 0, "Dan")
    assert names(session) == ["Dan", "Ben", "Cho"]


def test_the_history_says_what_of_the_setup_restoring_a_point_reverts():
    phone, session = a_hosted_pad((10, 20, 30))
    join(phone, session, "Dan")
    end_early(phone, session)
    page = said(phone, "history", session).lower()
    assert page.count("restore this point") == 3
    assert page.count("reverts the end of the game") == 3
    assert page.count("reverts the end of the game, the seats") == 2
    as_postgresql_orders_it = {"away": [1], "ended_early": True}
    assert parts_of_setup({}, as_postgresql_orders_it) == "the end of the game, the seats"


def test_a_seat_that_is_not_there_is_not_found():
    phone, session = a_hosted_pad()
    sent = open_form(phone, to("seats", session), to("starter", session))
    assert phone.get(to("seat", session, 3)).status_code == 404
    assert phone.post(to("starter", session), {**sent, "starter": "3"}).status_code == 404
    assert phone.get(to("note", session, 1)).status_code == 404


def test_a_player_who_has_joined_is_not_added_again_by_the_same_press():
    phone, session = a_hosted_pad()
    address = to("join_table", session)
    form = {**open_form(phone, to("seats", session), address), "name": "Dan"}
    assert [phone.post(address, form).status_code for _twice in range(2)] == [302, 302]
    assert names(session) == ["Ana", "Ben", "Cho", "Dan"]


def test_where_the_lowest_total_wins_nobody_joins_or_leaves_but_who_left_can_come_back():
    phone, session = a_hosted_pad()
    press(phone, session, "leave", 1)
    left = session.revisions.get(slot=0, revision=2)
    left.data["options"]["lowest_wins"] = True  # as earlier releases allowed it
    left.save()
    assert "would be an advantage: nobody can join or leave" in said(phone, "seats", session)
    assert refused_presses(phone, session, "join_table", "leave") == {404}
    press(phone, session, "come_back", 1)
    assert "points_1" in points_asked(phone, session)


@pytest.mark.parametrize(
    ("changes", "names"),
    [
        ([("leave", 1)], "Ben"),
        ([("leave", 1), "round", ("come_back", 1)], "Ben"),
        ([("leave", 1), ("come_back", 1), "round"], ""),
        ([("join_table", "Dan")], "Dan"),
        ([("join_table", "Dan"), ("leave", 0), "round"], "Ana, Dan"),
        ([], ""),
    ],
)
def test_where_someone_joined_or_left_the_lowest_total_cannot_win_any_more(changes, names):
    phone, session = a_hosted_pad((5, 7, 9))
    for change in changes:
        if change == "round":
            fields = open_form(phone, to("enter", session))
            points = dict.fromkeys(points_asked(phone, session), "5")
            phone.post(to("enter", session), {**fields, **points})
        elif change[0] == "join_table":
            join(phone, session, change[1])
        else:
            press(phone, session, *change)
    options = to("options", session)
    sent = {**open_form(phone, options, options), "lowest_wins": "lowest", "title": "Golfo"}
    page = phone.post(options, sent)
    assert page.status_code == (422 if names else 302)
    if names:
        assert f"{names} joined or left after the start" in Page(page).said
        assert Page(page).form(options).fields["title"] == ["Golfo"]
        assert not table_of(session).lowest_wins
        assert phone.post(options, {**sent, "lowest_wins": ""}).status_code == 302


def test_of_two_phones_the_second_learns_of_the_first_and_a_repeated_press_counts_once():
    first, session = a_hosted_pad()
    second = a_member(session.group, Role.SCORER)
    address = to("replace_player", session, 0)
    forms = [open_form(phone, to("seat", session, 0), address) for phone in (first, second)]
    for _ in range(2):
        assert first.post(address, {**forms[0], "name": "Dan"}).status_code == 302
    assert second.post(address, {**forms[1], "name": "Eve"}).status_code == 409
    assert names(session) == ["Dan", "Ben", "Cho"]
    assert len(table_of(session).log.revisions[0]) == 2
    assert not Player.objects.filter(name="Eve").exists()


def test_an_entry_typed_under_other_names_is_asked_for_once_more():
    phone, session = a_hosted_pad((1, 2, 3))
    old = open_form(phone, to("enter", session), to("enter", session))
    swap(phone, session, 0, 1)
    sent = {**old, "points_0": "10"}  # typed for Ana, from a form of an earlier release
    response = phone.post(to("enter", session), sent)
    assert_refused(response, "have changed since you opened this form")
    again = Page(response).form(to("enter", session)).fields
    assert again["points_0"] == ["10"]
    assert phone.post(to("enter", session), again).status_code == 302
    assert standing(session) == {"Ben": 11, "Ana": 2, "Cho": 3}
    replace(phone, session, 0, "Dan")
    late = {**sent, "points_0": "11", "submission": str(uuid4())}
    said_late = Page(phone.post(to("enter", session), late)).said
    assert "Enter round 2" in said_late  # not 3: another phone has saved this one meanwhile


def test_restoring_an_earlier_point_seats_the_players_as_they_were():
    phone, session = a_hosted_pad((1, 2, 3))
    replace(phone, session, 2, "Dan")
    swap(phone, session, 0, 2)
    join(phone, session, "Eve")
    set_back(phone, session, 1)
    assert standing(session) == {"Ana": 1, "Ben": 2, "Cho": 3}
    undo(phone, session)
    assert standing(session) == {"Dan": 1, "Ben": 2, "Ana": 3, "Eve": 0}
    assert said(phone, "history", session).count("Game restored to") == 2


def merge(phone, group, one, other):
    pk, into = (group.players.get(name=name).pk for name in (one, other))
    return phone.post(f"/players/{pk}/merge/", {"into": into, "sure": "1"})


def test_a_merged_player_is_replaced_in_the_past_of_a_game_too():
    phone, session = a_hosted_pad((1, 2, 3))
    replace(phone, session, 0, "Anna")
    replace(phone, session, 0, "Dan")
    refused = merge(phone, session.group, "Ana", "Ben")  # they once sat at one table
    assert_refused(refused, "so they are two people")
    assert merge(phone, session.group, "Ana", "Anna").status_code == 302
    set_back(phone, session, 0)
    assert names(session) == ["Anna", "Ben", "Cho"]


def test_the_record_of_a_game_has_the_players_of_now_and_nothing_else_new():
    phone, session = a_hosted_pad((1, 2, 3))
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
    phone, session = a_hosted_game(target=150, rounds=1)
    assert marked(session) is None
    deal(phone, session, 2)
    assert marked(session) == "Cho"
    assert "Cho deals" in said(phone, "history", session)
    add(session, a_round())
    assert marked(session) == "Ana"
    assert "Ana deals" in said(phone, "table", session)
    assert "deals" in said(phone, "display", session)
    undo(phone, session)
    assert marked(session) == "Cho"
    add(session, a_round(0, 40, traps=4))
    assert marked(session) is None  # the game is over


def test_the_mark_skips_who_left_and_reaches_who_joined():
    phone, session = a_hosted_pad((1, 2, 3))
    deal(phone, session, 1)
    press(phone, session, "leave", 1)
    join(phone, session, "Dan")
    dealers = [marked(session)]
    for _ in range(3):
        add(session, stored(1))
        dealers.append(marked(session))
    assert dealers == ["Cho", "Dan", "Ana", "Cho"]


def test_the_dealer_stays_when_the_seat_of_one_who_left_is_taken_or_swapped():
    phone, session = a_hosted_pad((1, 2, 3))
    deal(phone, session, 0)
    press(phone, session, "leave", 1)
    add(session, stored(1))
    assert marked(session) == "Cho"
    swap(phone, session, 1, 2)
    assert (names(session), marked(session)) == (["Ana", "Cho", "Ben"], "Cho")
    add(session, stored(1))
    assert marked(session) == "Ana"
    replace(phone, session, 2, "Eve")
    assert (names(session), marked(session)) == (["Ana", "Cho", "Eve"], "Ana")
    add(session, stored(1))
    assert marked(session) == "Cho"


def test_the_dealer_can_be_drawn_by_lot_or_nobody_be_marked():
    phone, session = a_hosted_game(rounds=1)
    press(phone, session, "starter", lot="1")
    drawn = marked(session)
    assert drawn in NAMES
    assert f"{drawn} deals, drawn by lot" in said(phone, "history", session)
    press(phone, session, "starter", starter="")
    assert marked(session) is None
    assert "Who deals? Nobody is marked" in said(phone, "history", session)


def test_where_turns_follow_the_seats_the_starter_gets_the_first_seat():
    phone, session = a_hosted_game(game="yahtzee", options={"joker": "forced"})
    deal(phone, session, 2)
    assert (names(session), marked(session)) == (["Cho", "Ana", "Ben"], "Cho")
    assert "Cho starts" in said(phone, "history", session)
    deal(phone, session, 1)
    assert names(session) == ["Ana", "Ben", "Cho"]
    assert "Ana starts" in said(phone, "history", session)
    undo(phone, session)
    assert Page(phone.get(to("table", session))).text.count('class="deals"') == 1
    undo(phone, session)
    assert names(session) == ["Ana", "Ben", "Cho"]
    draft(phone, session, dice_0="6")
    deal(phone, session, 2)
    assert (names(session), marked(session)) == (["Ana", "Ben", "Cho"], "Cho")
    phone.post("/new/yahtzee/", a_setup(joker="forced", starter="Ben", start="1"))
    started = GameSession.objects.latest("pk")
    assert (names(started), marked(started)) == (["Ben", "Cho", "Ana"], "Ben")


def test_the_first_dealer_is_chosen_or_drawn_with_the_seats():
    phone = a_phone()
    drawn = Page(phone.post("/new/chimera/", a_setup(lot="1")))
    (name,) = drawn.form_called("setup").fields["starter"]
    assert name in NAMES
    started = phone.post("/new/chimera/", a_setup(starter="Ben", start="1")).url
    assert "Ben deals" in Page(phone.get(started)).said


def test_a_replaced_player_changes_the_bests_of_both():
    phone, first = a_hosted_pad((50, 10, 10), target=50)
    later = a_pad(phone, (60, 10, 10), target=50)
    assert "personal best" in said(phone, "table", later)
    version = Group.objects.get().version
    replace(phone, first, 0, "Dan")
    assert "personal best" not in said(phone, "table", later)
    assert Group.objects.get().version > version
    submit(phone, to("correct", first, 1), points_0=55)
    assert results(first)[0] == ("Dan", 55, 1, True)
