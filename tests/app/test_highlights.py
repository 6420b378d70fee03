"""Highlights for a page to celebrate, and sounds and vibration."""

from datetime import timedelta
from itertools import chain

import pytest
from django.utils import timezone

from scorekeeper.models import GameSession, Role
from scorekeeper.models.sessions import RECENT
from scorekeeper.pages.game.caller import lead_now
from tests.app.support.factories import (
    a_game,
    a_hosted_game,
    a_member,
    a_phone,
    a_round,
    add,
    correct,
    end_early,
    reopen,
    table_as_seen,
    to,
    undo,
)
from tests.app.support.pages import Page, source_of
from tests.app.support.score_card import a_card, start_card
from tests.support.entries import noted


def celebrated(phone, session, page="table"):
    """The highlights on a page, without the id of the change."""
    (live,) = Page(phone.get(to(page, session))).all("p", id="live")
    return live.get("data-highlights").split()[1:]


def test_the_first_round_takes_the_lead_from_nobody_and_the_next_may_take_it():
    phone, session = a_hosted_game(rounds=1)
    assert celebrated(phone, session) == []
    session.group.players.filter(name="Ben").update(mark=22)
    add(session, a_round(1, 30))
    assert celebrated(phone, session) == ["lead:seat-22"]  # by the mark of the player
    assert celebrated(phone, session, "display") == ["lead:seat-22"]
    add(session, a_round(1, 20))
    assert celebrated(phone, session) == []


def test_where_the_lowest_total_wins_the_lowest_takes_the_lead():
    pad = {"title": "Hearts", "lowest_wins": True}
    rounds = [{"points": {"0": 5, "1": 9}}, {"points": {"0": 7, "1": 0}}]
    game = a_hosted_game(names=("Ana", "Ben"), game="score_pad", options=pad, rounds=rounds)
    assert celebrated(*game) == ["lead:seat-1"]


def test_a_player_who_is_one_turn_ahead_does_not_lead_yet():
    phone, session = start_card(noted(0, "chance", 10), noted(1, "chance", 20))
    add(session, noted(0, "fives", 15))
    assert celebrated(phone, session) == []  # 25 to 20, but a turn more
    add(session, noted(1, "ones", 3))
    assert celebrated(phone, session) == ["lead:seat-0"]  # who did not enter it
    add(session, noted(0, "twos", 0))
    assert celebrated(phone, session) == []


def test_the_best_of_those_who_are_in_leads_although_someone_who_is_out_has_more():
    phone, session = a_hosted_game(game="molkky", options={})
    rounds = (12, 6, 1), (12, 6, 1), (0, 1, 1), (0, 1, 1), (0, 1, 10)  # Ana is out with 24
    for seat, points in [*chain(*map(enumerate, rounds)), (1, 1)]:
        add(session, {"player": str(seat), "throw": points})
    assert celebrated(phone, session) == []
    add(session, {"player": "2", "throw": 9})
    assert celebrated(phone, session) == ["lead:seat-2"]  # 23, and Ben has 16


def test_the_third_miss_takes_the_lead_from_its_player_at_once():
    phone, session = a_hosted_game(game="molkky", options={})
    rounds = (12, 6, 1), (0, 1, 0), (0, 1, 1)
    for seat, points in chain(*map(enumerate, rounds)):
        add(session, {"player": str(seat), "throw": points})
    assert celebrated(phone, session) == []
    add(session, {"player": "0", "throw": 0})
    assert celebrated(phone, session) == ["lead:seat-1"]  # Ben has 8, as many turns as Cho
    add(session, {"player": "1", "throw": 2})
    assert lead_now(table_as_seen(session))[1:] == ([1], [2])  # not Ana, who has 12


def test_a_yahtzee_and_the_bonus_of_35_are_celebrated_no_matter_who_leads():
    phone = a_phone()
    upper = [("ones", 3), ("twos", 6), ("threes", 9), ("fours", 12), ("fives", 15)]
    session = a_card(phone, *(noted(0, box, points) for box, points in upper))
    add(session, noted(0, "sixes", 18))
    assert celebrated(phone, session) == ["bonus:seat-0"]
    add(session, {**noted(1, "yahtzee", 50), "rolled_yahtzee": True})
    assert celebrated(phone, session) == ["yahtzee:seat-1"]
    add(session, noted(0, "yahtzee", 0))
    assert celebrated(phone, session) == []
    add(session, {"player": 1, "box": "sixes", "dice": [6] * 5})
    assert celebrated(phone, session) == ["yahtzee-6:seat-1"]  # a further one, and its dice


def test_an_attack_is_celebrated_only_if_it_pays():
    phone, session = a_hosted_game(target=999)
    add(session, a_round(0, 20, 1, chimera_attack=True))
    assert celebrated(phone, session) == []
    add(session, a_round(2, 20, 2, chimera_attack=True))
    assert celebrated(phone, session) == ["attack:seat-2", "lead:seat-2"]


def test_a_win_and_a_personal_best_are_celebrated():
    phone = a_phone()
    a_game(phone, target=60, rounds=[a_round(0, 30)])
    session = a_game(phone, target=60)
    add(session, a_round(0, 40))
    assert celebrated(phone, session) == ["win:seat-0", "record:seat-0"]
    assert celebrated(phone, session, "display") == ["win:seat-0", "record:seat-0"]


def test_a_correction_that_decides_the_game_is_celebrated_and_its_undo_is_not():
    phone, session = a_hosted_game(target=60, rounds=[a_round(0, 20)])
    correct(phone, session, 1, a_round(1, 40))
    assert celebrated(phone, session) == ["win:seat-1"]
    for _ in range(2):
        undo(phone, session)
        assert celebrated(phone, session) == []
    going_on = a_game(phone, rounds=2)
    end_early(phone, going_on)
    assert celebrated(phone, going_on) == ["win:seat-0"]
    reopen(phone, going_on)
    end_early(phone, going_on)
    assert celebrated(phone, going_on) == []
    reopen(phone, going_on)
    add(going_on, a_round(1, 20))
    end_early(phone, going_on)
    assert celebrated(phone, going_on) == ["win:seat-0"]


def test_a_last_round_that_is_removed_and_restored_is_not_celebrated_again():
    phone, session = a_hosted_game(target=60, rounds=[a_round(0, 40)])
    assert celebrated(phone, session) == ["win:seat-0"]
    for _ in range(2):
        undo(phone, session)
        assert celebrated(phone, session) == []


def test_a_page_that_is_opened_later_has_nothing_to_celebrate():
    phone, session = a_hosted_game(target=60, rounds=[a_round(0, 40)])
    answer = phone.get(to("table", session))
    assert "win:seat-0" in answer.content.decode()
    earlier = timezone.now() - RECENT - timedelta(seconds=1)
    GameSession.objects.filter(pk=session.pk).update(played_at=earlier)
    later = phone.get(to("table", session), headers={"If-None-Match": answer.headers["ETag"]})
    assert later.status_code == 200  # the browser’s copy would celebrate
    assert "win:seat-0" not in later.content.decode()


# Sounds and vibration


def loads_feedback(phone, address):
    scripts = Page(phone.get(address)).all("script")
    return [script.get("data-feedback") for script in scripts if "data-feedback" in script.attrib]


def test_sounds_and_vibration_are_off_at_first_and_turned_on_one_by_one():
    phone, session = a_hosted_game()
    pages = ["/", to("table", session), to("display", session)]
    assert [loads_feedback(phone, page) for page in pages] == [[], [], []]
    assert phone.post("/feedback/", {"sounds": "on"}).url == "/#feedback"
    assert [loads_feedback(phone, page) for page in pages] == [["sounds"]] * 3
    phone.post("/feedback/", {"vibration": "on"})
    assert loads_feedback(phone, pages[1]) == ["sounds vibration"]
    phone.post("/feedback/", {"sounds": "off"})
    assert loads_feedback(phone, pages[1]) == ["vibration"]
    form = Page(phone.get("/")).form("/feedback/")
    assert [button["aria-pressed"] for button in form.buttons] == ["false", "true"]


def test_nothing_else_can_be_turned_on():
    phone = a_phone()
    for sent in ({}, {"sounds": "loud"}, {"other": "on"}):
        phone.post("/feedback/", sent)
        phone.cookies["feedback"] = phone.cookies["feedback"].value + '-"><script>'
        assert loads_feedback(phone, "/") == []


# The large screen


def invites(phone, session):
    page = Page(phone.get(to("display", session)))
    return any(to("display_code", session) in source_of(tag) for tag in page.all("aside"))


def letters_on(answer):
    (code,) = Page(answer).all(id="code")
    (hidden,) = code.find_class("hide")
    return hidden.text.replace(" ", "")


def test_a_phone_shows_the_address_and_code_with_which_a_television_becomes_the_large_screen():
    host, session = a_hosted_game()
    assert to("large_screen", session) in Page(host.get(to("table", session))).links()
    how = host.get(to("large_screen", session))
    assert "testserver/tv" in Page(how).said
    television = a_phone()
    start = television.get("/tv", follow=True)
    form = Page(start).form("/join/")
    answer = television.post(
        f"{start.request['PATH_INFO']}?{start.request['QUERY_STRING']}",
        {**form.fields, "code": letters_on(how)},
    )
    joining = television.get(answer.url)
    (name,) = [field.get("value") for field in Page(joining).all("input", id="id_name")]
    assert name == "Large screen"
    assert television.post(answer.url, {"name": name}).url == to("display", session)
    (member,) = session.guests.filter(role=Role.VIEWER)
    assert member.name == "Large screen"


def test_only_who_enters_scores_gets_the_code_for_a_television():
    _, session = a_hosted_game()
    viewer = a_member(session.group, Role.VIEWER)
    assert not Page(viewer.get(to("large_screen", session))).all(id="code")


@pytest.mark.parametrize("role", [Role.VIEWER, Role.SCORER])
def test_the_code_on_the_large_screen_lets_others_watch(role):
    _, session = a_hosted_game()
    screen, guest = a_member(session.group, role), a_phone()
    assert invites(screen, session)
    answer = screen.get(to("display_code", session))
    assert "no-store" in answer.headers["Cache-Control"]
    link = guest.post("/join/", {"code": letters_on(answer)}).url
    assert guest.post(link).url == to("table", session)
    assert session.guests.get().role == Role.VIEWER


def test_many_players_leave_no_room_for_the_code():
    phone = a_phone()
    names = [f"Player {number}" for number in range(9)]
    assert not invites(phone, a_card(phone, names=names))
