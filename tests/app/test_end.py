"""The end of a game, and everything about it as a whole: target, comment, rematch, the record."""

import json
from datetime import UTC, datetime

import pytest
from django.utils import timezone

from games.registry import games
from games.report import score_record
from scorekeeper.models import REMOVED, GameSession, Role
from scorekeeper.pages.game.standings import most_points
from scorekeeper.people.deletion import delete_player
from tests.app.support.factories import (
    a_game,
    a_hosted_game,
    a_member,
    a_phone,
    a_round,
    add,
    correct,
    end_early,
    enter,
    let_in,
    open_form,
    page_version,
    press_end,
    remove,
    reopen,
    result,
    said,
    seen_by,
    set_target,
    started,
    submit,
    table_of,
    to,
    totals,
    typed,
    undo,
)
from tests.app.support.pages import Page, as_read, assert_refused
from tests.app.support.score_card import all_but, start_card
from tests.app.support.sheets import ROWS, row, start_sheet
from tests.app.test_seats import press
from tests.support.entries import noted


def test_who_wins_with_the_lowest_total_does_not_reach_the_target():
    for lowest, played in ((True, [(9, 1), (20, 2)]), (False, [(1, 9), (2, 20)])):
        options = {"title": "", "lowest_wins": lowest, "target": 20, "rounds": None}
        rounds = [{"points": {"0": ana, "1": ben}} for ana, ben in played]
        phone, session = a_hosted_game(
            game="score_pad", options=options, rounds=rounds, names=("Ana", "Ben")
        )
        page = said(phone, "table", session)
        assert "Ben wins" in page
        assert ("Ben ends the game" in page) is not lowest


def test_nobody_ends_a_game_with_a_turn_or_row_that_is_only_the_last_one():
    options = {"title": "", "lowest_wins": False, "target": None, "rounds": 2}
    rounds = [{"points": {"0": ana, "1": ben}} for ana, ben in ((1, 9), (2, 20))]
    pad = a_hosted_game(game="score_pad", options=options, rounds=rounds, names=("Ana", "Ben"))
    turns = [noted(0, "chance", 20), noted(1, "chance", 25)]
    sheet = start_sheet([row("Military", 3, 9)], names=("Ana", "Ben"), rows=ROWS[:1])
    for phone, session in (pad, start_card(*all_but("chance", players=2), *turns), sheet):
        page = said(phone, "table", session)
        assert "Ben wins" in page
        assert "ends the game" not in page


def test_a_sole_leader_at_the_target_wins():
    phone, session = a_hosted_game(
        target=150, rounds=[a_round(1, 40), a_round(0, 40), a_round(0, 20), a_round(0, 20)]
    )
    page = said(phone, "table", session)
    for words in ("Ana wins with 160", "after 4 rounds", "Rematch", "Turning points"):
        assert words in page
    assert "Ana takes the lead for good" in page
    assert "Ana ends the game" in page
    assert "the biggest score" in page
    assert "Enter round" not in page
    assert result(session) == ([160, 80, 0], [1, 2, 3], [0])


def test_a_tie_at_the_target_continues_the_game():
    phone, session = a_hosted_game(
        target=60, rounds=[a_round(0, 20, toads={"1": 2}), a_round(1, 20, toads={"0": 2})]
    )
    assert totals(session) == (60, 60, 0)
    page = said(phone, "table", session)
    for words in ("Tied at 60 · play on", "needs 5 more to lead alone", "Enter round 3"):
        assert words in page
    assert result(session) is None
    add(session, a_round(1, 20))
    assert result(session)[2] == [1]


BEGUN = "Go to the next game"


def finished(**game):
    return a_hosted_game(target=60, rounds=[a_round(0, 30)], **game)


def rematch_form(phone, session):
    return Page(phone.get(to("table", session))).form_called("rematch").fields


def start_rematch(phone, session, form=None, **more):
    form = form or rematch_form(phone, session)
    return phone.post(f"/new/chimera/?again={session.pk}", {**form, "start": "again", **more})


def rematch_of(phone, session):
    return seen_by(phone, started(start_rematch(phone, session)))


def test_a_rematch_takes_one_press_with_the_same_seats_and_options():
    phone, session = finished(names=("Cho", "Ana", "Ben"))
    page = Page(phone.get(to("table", session)))
    (link,) = [link for link in page.links() if "again=" in link]  # to choose the order
    assert Page(phone.get(link)).form_called("setup").fields["seat"] == ["Cho", "Ana", "Ben"]
    form = page.form_called("rematch").fields
    answers = [phone.post("/new/chimera/", {**form, "start": "again"}).url for _ in range(2)]
    rematch = GameSession.objects.order_by("pk").last()
    assert answers == [to("table", rematch)] * 2
    table = table_of(rematch)
    assert (table.names, table.target, table.rounds) == (["Cho", "Ana", "Ben"], 60, [])
    assert rematch.group == session.group


def test_every_page_of_the_finished_game_leads_to_the_rematch_while_it_is_played():
    phone, session = finished()
    guest = a_member(session.group, Role.SCORER, session)
    version = page_version(session)
    rematch = rematch_of(phone, session)
    told = page_version(session)
    assert told > version
    for seer in (phone, a_member(session.group, Role.VIEWER), guest):
        page = Page(seer.get(to("table", session)))
        assert BEGUN in page.said
        assert to("table", rematch) in page.links()
        assert "Change players" not in page.said
        screen = Page(seer.get(to("display", session)))
        assert to("display", rematch) in screen.links()
        assert f'content="15; url={to("display", rematch)}"' in screen.text
    add(rematch, a_round(0, 40))
    assert page_version(session) > told
    assert BEGUN not in said(phone, "table", session)
    assert BEGUN not in said(phone, "display", session)
    undo(phone, rematch)
    assert BEGUN in said(phone, "table", session)
    rematch.change(deleted_at=timezone.now())
    assert BEGUN not in said(phone, "table", session)


def test_a_rematch_takes_along_members_of_that_game_only():
    phone, session = finished()
    elsewhere = a_game(phone, names=("Ana", "Ben", "Dan"))
    scorer, viewer = (a_member(session.group, role, session) for role in (2, 1))
    removed = a_phone()
    let_in(removed, session.group, REMOVED, session)
    other = a_member(session.group, Role.SCORER, elsewhere)
    form = rematch_form(phone, session)
    rematch = rematch_of(phone, session)
    assert enter(scorer, rematch, a_round(0, 20)).status_code == 302
    assert viewer.get(to("table", rematch)).status_code == 200
    assert viewer.get(to("enter", rematch)).status_code == 403
    with_dan = start_rematch(phone, session, form, seat=["Ana", "Ben", "Dan"], submission="").url
    for stranger in (removed, other):
        assert stranger.get(to("table", rematch)).status_code == 404
    assert scorer.get(with_dan).status_code == 404


def test_a_rematch_started_on_two_phones_is_one_game():
    phone, session = finished()
    other = a_member(session.group, Role.SCORER)
    forms = [rematch_form(one, session) for one in (phone, other)]
    first = start_rematch(phone, session, forms[0])
    second = start_rematch(other, session, forms[1], seat=["Cho", "Ana", "Ben"])
    assert first.url == second.url == other.get(f"/new/chimera/?again={session.pk}").url
    assert GameSession.objects.count() == 2


@pytest.mark.parametrize("is_deleted", [True, False])
def test_a_rematch_without_who_is_gone_is_one_game_for_all(is_deleted):
    phone, session = a_hosted_game(game="score_pad", options={"title": "Golf"})
    if not is_deleted:
        press(phone, session, "leave", 1)
    end_early(phone, session)
    if is_deleted:
        delete_player(session.group.players.get(name="Ben"))
    guest = a_member(session.group, Role.SCORER, session)
    other = a_member(session.group, Role.SCORER)
    forms = [(one, rematch_form(one, session)) for one in (phone, other)]
    first, second = (
        started(one.post(f"/new/score_pad/?again={session.pk}", {**form, "start": "again"}))
        for one, form in forms
    )
    assert first == second
    assert table_of(first).names == ["Ana", "Cho"]
    assert guest.get(to("table", first)).status_code == 200
    for seer in (phone, other, guest):
        assert BEGUN in said(seer, "table", session)


def test_a_game_with_other_players_or_of_another_pad_is_not_a_rematch():
    phone, session = finished()
    form = rematch_form(phone, session)
    a_game(phone, names=("Ana", "Ben", "Dan"))
    assert BEGUN not in said(phone, "table", session)
    start_rematch(phone, session, form)
    start_rematch(phone, session, form, seat=["Ana", "Ben", "Dan"], submission="")
    assert GameSession.objects.count() == 4
    pad = a_game(phone, game="score_pad", options={"title": "Golf"})
    end_early(phone, pad)
    for title, begun in (("Hearts", False), ("Golf", True)):
        a_game(phone, game="score_pad", options={"title": title})
        assert (BEGUN in said(phone, "table", pad)) == begun


def test_a_game_ended_early_is_won_by_the_leader_and_continues_when_it_is_reopened():
    phone, session = a_hosted_game(rounds=[a_round(1, 40)])
    options = Page(phone.get(to("options", session)))
    assert "End the game early" in options.said
    assert options.all("button", formaction=to("end", session))
    assert press_end(phone, session).status_code == 302
    page = said(phone, "table", session)
    assert "Ben wins with 80" in page
    assert "Ended early" in page
    correct(phone, session, 1, a_round(2, 40))
    assert result(session) == ([0, 0, 80], [2, 2, 1], [2])
    assert Page(phone.get(to("options", session))).all("button", formaction=to("reopen", session))
    assert reopen(phone, session).status_code == 302
    assert result(session) is None
    assert "Enter round 2" in said(phone, "table", session)


def test_a_game_ended_early_at_a_tie_is_shared():
    phone, session = a_hosted_game(rounds=[a_round(0, 20), a_round(2, 20)])
    end_early(phone, session)
    assert "Ana and Cho share the win with 40" in said(phone, "table", session)
    assert result(session) == ([40, 0, 40], [1, 3, 1], [0, 2])
    assert "Ana and Cho won" in Page(phone.get("/")).said


def test_a_round_left_open_on_another_phone_does_not_change_a_game_that_ended_early():
    phone, session = a_hosted_game(rounds=1)
    stale = open_form(phone, to("enter", session))
    press_end(phone, session)
    answer = phone.post(to("enter", session), stale | typed(a_round(1)))
    assert_refused(answer, "This game is over: reopen it")
    assert len(table_of(session).log.entries) == 1
    reopen(phone, session)
    assert phone.post(to("enter", session), stale | typed(a_round(1))).status_code == 302


def test_a_page_from_before_the_end_does_not_end_the_finished_game_early():
    phone, session = a_hosted_game(rounds=9)
    page = open_form(phone, to("options", session))
    enter(phone, session)
    assert phone.post(to("end", session), page).status_code == 302
    session.refresh_from_db()
    assert session.finished_at
    assert not session.ended_early
    assert len(table_of(session).log.setups) == 1
    assert session.seats.exclude(kind="").count() == 3


def test_a_lower_target_ends_the_game_and_a_higher_one_continues_it():
    phone, session = a_hosted_game(rounds=[a_round(0, 40)])
    assert open_form(phone, to("options", session))["target"] == ["400"]
    set_target(phone, session, 80)
    assert result(session)[2] == [0]
    set_target(phone, session, 81)
    assert result(session) is None
    assert "needs 1 more" in said(phone, "table", session)
    form = open_form(phone, to("options", session))
    assert (form["target"], form["own_target"]) == (["own"], ["81"])


def test_an_impossible_target_is_refused_and_stays_typed():
    phone, session = a_hosted_game()
    for sent, why in (
        ({"target": "own", "own_target": "x"}, "Enter a whole number."),
        ({"target": "450", "own_target": "7"}, "Select a valid choice"),
    ):
        page = assert_refused(submit(phone, to("options", session), **sent), why)
        assert page.form(to("options", session)).fields["own_target"] == [sent["own_target"]]
    assert table_of(session).target == 400


def write_comment(phone, session, comment):
    return submit(phone, to("options", session), comment=comment)


def test_a_comment_is_shown_and_can_be_removed():
    phone, session = a_hosted_game()
    assert write_comment(phone, session, "Ben’s <b>birthday</b>").status_code == 302
    page = Page(phone.get(to("table", session)))
    assert "Ben’s <b>birthday</b>" in page.said
    assert "<b>birthday" not in page.text
    assert open_form(phone, to("options", session))["comment"] == ["Ben’s <b>birthday</b>"]
    write_comment(phone, session, "one\r\n\ttwo\nthree 👨‍👩‍👧")
    session.refresh_from_db()
    assert session.comment.splitlines() == ["one", "\ttwo", "three 👨‍👩‍👧"]
    write_comment(phone, session, "")
    assert "three" not in said(phone, "table", session)


def test_the_same_comment_sent_twice_is_saved_once():
    phone, session = a_hosted_game()
    form = open_form(phone, to("options", session)) | {"comment": ["one\r\ntwo"]}
    versions = []
    for _ in range(2):
        assert phone.post(to("options", session), form).status_code == 302
        versions.append(GameSession.objects.get().version)
    assert versions[0] == versions[1]


def test_a_comment_that_cannot_be_shown_is_refused_and_stays_typed():
    phone, session = a_hosted_game()
    unseen = "One character in this text can’t be shown."
    long = "at most 2000 characters"
    for comment, why in [
        ("x" * 2001, long),
        *((text, unseen) for text in ("late\x00", "\x07", "a\x1bb", "a\x85b", "\u202ey", "\u2066")),
    ]:
        answer = write_comment(phone, session, comment)
        assert answer.status_code == 422
        page = Page(answer)
        assert page.said.count(why) == 2  # in the summary, and beside the field
        (field,) = page.tree.iter("textarea")
        assert (field.get("aria-invalid"), field.get("aria-describedby")) == (
            "true",
            "comment-error",
        )
        assert "Null" not in page.said
        assert page.form(to("options", session)).fields["comment"] == [as_read(comment)]
    session.refresh_from_db()
    assert session.comment == ""


def test_a_deleted_game_leaves_every_list_until_it_is_restored_unchanged():
    phone, session = a_hosted_game(rounds=2)
    scorer = a_member(session.group, Role.SCORER)
    assert not Page(scorer.get(to("options", session))).has_form(to("delete", session))
    assert Page(phone.get(to("options", session))).has_form(to("delete", session))
    assert {phone.post(to("delete", session)).url for _ in range(2)} == {"/deleted/"}
    for name in ("table", "history", "enter", "options", "record"):
        assert phone.get(to(name, session)).status_code == 404
    assert phone.post(to("options", session), {"comment": "x"}).status_code == 404
    for address in ("/", "/games/"):
        assert to("table", session) not in Page(phone.get(address)).links()
    deleted = Page(phone.get("/deleted/"))
    assert "Chimera" in deleted.said
    assert deleted.has_form(to("restore", session))
    assert "There is nothing that this device can restore." in Page(scorer.get("/deleted/")).said
    assert {phone.post(to("restore", session)).url for _ in range(2)} == {to("table", session)}
    assert "Ana leads with 80 of 400" in said(phone, "table", session)
    assert not Page(phone.get("/deleted/")).has_form(to("restore", session))


def test_a_deleted_game_can_be_restored_for_thirty_days(clock):
    phone, session = a_hosted_game()
    phone.post(to("delete", session))
    clock.pass_by(days=29, hours=23)
    assert Page(phone.get("/deleted/")).has_form(to("restore", session))
    phone.post(to("delete", session))  # which does not extend the time
    clock.pass_by(hours=1, seconds=1)
    assert not Page(phone.get("/deleted/")).has_form(to("restore", session))
    assert phone.post(to("restore", session)).status_code == 404
    clock.set_back(hours=1)
    assert phone.post(to("restore", session)).status_code == 302


def test_the_record_of_a_game_has_current_entries_and_scores_the_same_as_its_page():
    rounds = [a_round(), a_round(2, 40, first_out=0), a_round(0, 30, cats={"0": 4})]
    phone, session = a_hosted_game(names=("Zoë", "김철수", "100%"), rounds=rounds)
    correct(phone, session, 1, a_round(1, 20, traps=1, idle_hunters=[2], toads={"0": 2}))
    end_early(phone, session)
    response = phone.get(to("record", session))
    assert response.headers["Content-Type"] == "application/json"
    assert "attachment" in response.headers["Content-Disposition"]
    record = json.loads(response.content)
    assert [entry["chimera"] for entry in record["entries"]] == ["김철수", "100%", "Zoë"]
    assert record["ended_early"] is True
    score = score_record(response.content)
    assert tuple(score["totals"].values()) == totals(session)
    assert list(score["totals"]) == ["Zoë", "김철수", "100%"]
    assert score["finished"] is True


def test_the_downloaded_file_is_named_after_the_local_date(settings):
    settings.TIME_ZONE = "Asia/Seoul"
    phone, session = a_hosted_game()
    started_at = datetime(2026, 3, 1, 20, tzinfo=UTC)  # five in the morning in that time zone
    GameSession.objects.filter(pk=session.pk).update(started_at=started_at)
    assert "chimera-2026-03-02-" in phone.get(to("record", session)).headers["Content-Disposition"]


UNPLAYED = "Ended before anything was played"
WRONG = ("win", "share", "button", "after 0", "Nothing entered", "personal best", "Turning points")
OPTIONS = {
    "chimera": {"target": 400},
    "big_fish": {"advanced": False},
    "yahtzee": {"joker": "forced"},
    "chimera_tricks": {"short_match": False},
    "score_pad": {"title": "Golf"},
}


@pytest.mark.parametrize("game", OPTIONS)
def test_a_game_that_ended_without_entries_has_no_winner(game):
    phone, session = a_hosted_game(game=game, options=OPTIONS[game])
    press_end(phone, session)
    page = said(phone, "table", session)
    assert UNPLAYED in page
    assert [wrong for wrong in WRONG if wrong in page] == []
    assert UNPLAYED in said(phone, "display", session)
    assert result(session)[2] == []
    home = Page(phone.get("/")).said
    assert f"{UNPLAYED} {session.title or games()[game].title}" in home
    assert "won" not in home


def test_a_game_whose_only_round_was_removed_has_no_winner_until_it_is_continued():
    phone, session = a_hosted_game(rounds=1)
    end_early(phone, session)
    remove(phone, session, 1)
    assert UNPLAYED in said(phone, "table", session)
    assert result(session)[2] == []
    record = phone.get(to("record", session)).json()
    assert score_record(json.dumps(record))["winners"] == ["Ana", "Ben", "Cho"]
    reopen(phone, session)
    add(session, a_round(1, 40))
    end_early(phone, session)
    assert result(session)[2] == [1]


def test_where_the_lowest_wins_the_smallest_score_is_named_only_if_it_came_once():
    phone = a_phone()
    for first, named in (({"0": 20, "1": 5, "2": 1}, ["Cho"]), ({"0": 20, "1": 3, "2": 3}, [])):
        rounds = [{"taken": {"0": 16, "1": 5, "2": 5}}, {"taken": first}]
        table = table_of(a_game(phone, game="hearts", options={"target": 99}, rounds=rounds))
        found = most_points(table.rounds, table.lowest_wins)
        assert [table.names[seat] for _round, seat in found] == named
