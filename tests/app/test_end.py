"""The end of a game and everything about it as a whole: target, comment, deleting, the record."""

import json
from datetime import UTC, datetime, timedelta

import pytest
from django.utils import timezone

from games.report import score_record
from scorekeeper.models import REMOVED, GameSession, Role
from tests.app.support.factories import (
    a_game,
    a_member,
    a_phone,
    a_round,
    correct,
    end_early,
    enter,
    let_in,
    open_form,
    page_version,
    remove,
    reopen,
    seen_by,
    set_target,
    table_of,
    to,
    totals,
    typed,
    undo,
)
from tests.app.support.pages import Page, as_read

pytestmark = pytest.mark.django_db


def said(phone, name, session):
    return Page(phone.get(to(name, session))).said


def result(session):
    session.refresh_from_db()
    return session.result


def later(monkeypatch, **time):
    """Stop the clock this much later."""
    then = timezone.now() + timedelta(**time)
    monkeypatch.setattr(timezone, "now", lambda: then)


def test_a_sole_leader_at_the_target_wins():
    phone = a_phone()
    session = a_game(phone, target=120, rounds=[a_round(0, 40), a_round(1, 20)])
    enter(phone, session, a_round(0, 20))
    page = said(phone, "table", session)
    assert "Ana wins with 120" in page
    assert "after 3 rounds" in page
    assert "Rematch" in page
    assert "Enter round" not in page
    assert (
        result(session).items()
        >= {"totals": [120, 40, 0], "ranks": [1, 2, 3], "winners": [0]}.items()
    )
    assert session.finished_at is not None


def test_a_tie_at_the_target_continues_the_game():
    phone = a_phone()
    session = a_game(
        phone, target=60, rounds=[a_round(0, 20, toads={"1": 2}), a_round(1, 20, toads={"0": 2})]
    )
    assert totals(session) == (60, 60, 0)
    page = said(phone, "table", session)
    assert "Tied at 60 · play on" in page
    assert "needs 5 more to lead alone" in page
    assert "Enter round 3" in page
    assert result(session) is None
    enter(phone, session, a_round(1, 20))
    assert result(session)["winners"] == [1]


def test_the_page_of_a_finished_game_shows_its_turning_points():
    phone = a_phone()
    session = a_game(
        phone, target=150, rounds=[a_round(1, 40), a_round(0, 40), a_round(0, 20), a_round(0, 20)]
    )
    page = said(phone, "table", session)
    assert "Turning points" in page
    assert "Ana takes the lead for good" in page
    assert "Ana finishes it" in page
    assert "the biggest score" in page


def test_a_rematch_takes_one_press_with_the_same_seats_and_options():
    phone = a_phone()
    session = a_game(phone, names=("Cho", "Ana", "Ben"), target=60, rounds=[a_round(0, 30)])
    form = Page(phone.get(to("table", session))).form_called("rematch").fields
    response = phone.post("/new/chimera/", {**form, "start": "again"})
    rematch = GameSession.objects.order_by("pk").last()
    assert response.url == f"/table/{rematch.pk}/"
    assert table_of(rematch).names == ["Cho", "Ana", "Ben"]
    assert table_of(rematch).target == 60
    assert rematch.group == session.group
    assert not table_of(rematch).rounds


def test_a_rematch_pressed_twice_starts_one_game():
    phone = a_phone()
    session = a_game(phone, target=60, rounds=[a_round(0, 30)])
    form = Page(phone.get(to("table", session))).form_called("rematch").fields
    assert len({phone.post("/new/chimera/", {**form, "start": "again"}).url for _ in range(2)}) == 1


BEGUN = "Go to the rematch"


def start_rematch(phone, form, session, **more):
    return phone.post(f"/new/chimera/?again={session.pk}", {**form, "start": "again", **more})


def rematch_form(phone, session):
    return Page(phone.get(to("table", session))).form_called("rematch").fields


def test_every_page_of_the_finished_game_leads_to_the_rematch_while_it_is_played():
    phone = a_phone()
    session = a_game(phone, target=60, rounds=[a_round(0, 30)])
    watcher = a_member(session.group, Role.VIEWER)
    guest = a_member(session.group, Role.SCORER, session)
    version = page_version(session)
    rematch = seen_by(
        phone,
        GameSession(pk=int(start_rematch(phone, rematch_form(phone, session), session).url[7:-1])),
    )
    told = page_version(session)
    assert told > version
    for seer in (phone, watcher, guest):
        page = Page(seer.get(to("table", session)))
        assert BEGUN in page.said
        assert to("table", rematch) in page.links()
        assert "Change players" not in page.said
        assert to("display", rematch) in Page(seer.get(to("display", session))).links()
    enter(phone, rematch, a_round(0, 40))
    assert page_version(session) > told
    assert BEGUN not in said(phone, "table", session)
    assert BEGUN not in said(phone, "display", session)
    undo(phone, rematch)
    assert BEGUN in said(phone, "table", session)


def test_a_rematch_takes_along_whoever_was_let_into_that_game_only():
    phone = a_phone()
    elsewhere = a_game(phone)
    session = a_game(phone, target=60, rounds=[a_round(0, 30)])
    scorer, viewer = (a_member(session.group, role, session) for role in (2, 1))
    removed = a_phone()
    let_in(removed, session.group, REMOVED, session)
    other = a_member(session.group, Role.SCORER, elsewhere)
    form = rematch_form(phone, session)
    rematch = seen_by(phone, GameSession(pk=int(start_rematch(phone, form, session).url[7:-1])))
    assert enter(scorer, rematch, a_round(0, 20)).status_code == 302
    assert viewer.get(to("table", rematch)).status_code == 200
    assert viewer.get(to("enter", rematch)).status_code == 403
    for stranger in (removed, other):
        assert stranger.get(to("table", rematch)).status_code == 404


def test_a_game_with_other_players_takes_no_guests_along():
    phone = a_phone()
    session = a_game(phone, target=60, rounds=[a_round(0, 30)])
    guest = a_member(session.group, Role.VIEWER, session)
    form = rematch_form(phone, session)
    url = start_rematch(phone, form, session, seat=["Ana", "Ben", "Dan"]).url
    assert guest.get(url).status_code == 404


def test_a_rematch_started_on_two_phones_is_one_game():
    phone = a_phone()
    session = a_game(phone, target=60, rounds=[a_round(0, 30)])
    other = a_member(session.group, Role.SCORER)
    forms = [rematch_form(one, session) for one in (phone, other)]
    first = start_rematch(phone, forms[0], session)
    assert start_rematch(other, forms[1], session, seat=["Cho", "Ana", "Ben"]).url == first.url
    assert other.get(f"/new/chimera/?again={session.pk}").url == first.url
    assert GameSession.objects.count() == 2


def test_a_game_with_other_players_is_not_a_rematch():
    phone = a_phone()
    session = a_game(phone, target=60, rounds=[a_round(0, 30)])
    form = rematch_form(phone, session)
    a_game(phone, names=("Ana", "Ben", "Dan"))
    assert BEGUN not in said(phone, "table", session)
    start_rematch(phone, form, session)
    start_rematch(phone, form, session, seat=["Ana", "Ben", "Dan"], submission="")
    assert GameSession.objects.count() == 4


def test_a_deleted_rematch_is_no_longer_offered():
    phone = a_phone()
    session = a_game(phone, target=60, rounds=[a_round(0, 30)])
    rematch = a_game(phone)
    assert BEGUN in said(phone, "table", session)
    rematch.change(deleted_at=timezone.now())
    assert BEGUN not in said(phone, "table", session)
    rematch.change(deleted_at=None)
    assert BEGUN in said(phone, "table", session)


def test_a_pad_with_another_name_is_not_a_rematch():
    phone = a_phone()
    session = a_game(phone, game="score_pad", options={"title": "Golf"})
    end_early(phone, session)
    a_game(phone, game="score_pad", options={"title": "Hearts"})
    assert BEGUN not in said(phone, "table", session)
    a_game(phone, game="score_pad", options={"title": "Golf"})
    assert BEGUN in said(phone, "table", session)


def test_choosing_the_order_opens_a_form_with_the_same_seats():
    phone = a_phone()
    session = a_game(phone, target=60, rounds=[a_round(0, 30)])
    (link,) = [link for link in Page(phone.get(to("table", session))).links() if "again=" in link]
    assert Page(phone.get(link)).form_called("setup").fields["seat"] == ["Ana", "Ben", "Cho"]


def test_a_game_ended_early_is_won_by_the_leader():
    phone = a_phone()
    session = a_game(phone, rounds=[a_round(1, 40)])
    assert "End the game early" in said(phone, "options", session)
    assert Page(phone.get(to("options", session))).all("button", formaction=to("end", session))
    assert end_early(phone, session).status_code == 302
    page = said(phone, "table", session)
    assert "Ben wins with 80" in page
    assert "Ended early" in page
    assert result(session)["winners"] == [1]


def test_a_game_ended_early_at_a_tie_is_shared():
    phone = a_phone()
    session = a_game(phone, rounds=[a_round(0, 20), a_round(2, 20)])
    end_early(phone, session)
    assert "Ana and Cho share the win with 40" in said(phone, "table", session)
    assert (
        result(session).items()
        >= {"totals": [40, 0, 40], "ranks": [1, 3, 1], "winners": [0, 2]}.items()
    )
    assert "Ana and Cho won" in Page(phone.get("/")).said


def test_a_reopened_game_continues_where_it_stopped():
    phone = a_phone()
    session = a_game(phone, rounds=1)
    end_early(phone, session)
    assert Page(phone.get(to("options", session))).all("button", formaction=to("reopen", session))
    assert reopen(phone, session).status_code == 302
    assert result(session) is None
    assert session.finished_at is None
    assert "Enter round 2" in said(phone, "table", session)


def test_a_correction_changes_the_winner_of_a_game_that_ended_early():
    phone = a_phone()
    session = a_game(phone, rounds=1)
    end_early(phone, session)
    correct(phone, session, 1, a_round(2, 40))
    assert (
        result(session).items()
        >= {"totals": [0, 0, 80], "ranks": [2, 2, 1], "winners": [2]}.items()
    )


def test_a_lower_target_ends_the_game_and_a_higher_one_continues_it():
    phone = a_phone()
    session = a_game(phone, rounds=[a_round(0, 40)])
    set_target(phone, session, 80)
    assert result(session)["winners"] == [0]
    set_target(phone, session, 81)
    assert result(session) is None
    assert "needs 1 more" in said(phone, "table", session)


def test_the_options_page_opens_with_the_current_target():
    phone = a_phone()
    preset, own = a_game(phone, target=300), a_game(phone, target=275)
    assert open_form(phone, to("options", preset))["target"] == ["300"]
    form = open_form(phone, to("options", own))
    assert (form["target"], form["own_target"]) == (["own"], ["275"])


@pytest.mark.parametrize(
    ("sent", "why"),
    [
        ({"target": "own", "own_target": ""}, "Enter a number."),
        ({"target": "own", "own_target": "0"}, "Enter 1 or more."),
        ({"target": "own", "own_target": "x"}, "Enter a whole number."),
        ({"target": "own", "own_target": "9" * 30}, "Enter 99999 or less."),
        ({"target": "450"}, "Select a valid choice"),
    ],
)
def test_an_impossible_target_is_refused_and_stays_typed(sent, why):
    phone = a_phone()
    session = a_game(phone)
    response = phone.post(
        to("options", session), {**open_form(phone, to("options", session)), **sent}
    )
    assert response.status_code == 422
    page = Page(response)
    assert why in page.said
    if "own_target" in sent:
        assert page.form(to("options", session)).fields["own_target"] == [sent["own_target"]]
    assert table_of(session).target == 400


def write_comment(phone, session, comment):
    fields = open_form(phone, to("options", session))
    return phone.post(to("options", session), {**fields, "comment": comment})


def test_a_comment_is_shown_and_can_be_removed():
    phone = a_phone()
    session = a_game(phone)
    assert write_comment(phone, session, "Ben’s <b>birthday</b>").status_code == 302
    assert "Ben’s <b>birthday</b>" in said(phone, "table", session)
    assert "<b>birthday" not in phone.get(to("table", session)).content.decode()
    assert open_form(phone, to("options", session))["comment"] == ["Ben’s <b>birthday</b>"]
    write_comment(phone, session, "")
    assert "birthday" not in said(phone, "table", session)


def test_a_stale_form_does_not_overwrite_another_phones_comment():
    phone = a_phone()
    session = a_game(phone)
    stale = open_form(phone, to("options", session))
    write_comment(phone, session, "at the lake")
    answer = phone.post(to("options", session), stale | {"comment": ["at home"]})
    assert answer.status_code == 422
    page = Page(answer)
    assert "Someone else just wrote: “at the lake”" in page.said
    assert page.form(to("options", session)).fields["comment"] == ["at home"]
    phone.post(to("options", session), page.form(to("options", session)).fields)
    assert "at home" in said(phone, "table", session)


def test_the_same_comment_sent_twice_is_saved_once():
    phone = a_phone()
    session = a_game(phone)
    form = open_form(phone, to("options", session)) | {"comment": ["one\r\ntwo"]}
    assert [phone.post(to("options", session), form).status_code for _ in range(2)] == [302, 302]
    version = GameSession.objects.get().version
    phone.post(to("options", session), form)
    assert GameSession.objects.get().version == version


def test_a_round_left_open_on_another_phone_does_not_change_a_game_that_ended_early():
    phone = a_phone()
    session = a_game(phone, rounds=1)
    stale = open_form(phone, to("enter", session))
    end_early(phone, session)
    answer = phone.post(to("enter", session), stale | typed(a_round(1)))
    assert answer.status_code == 422
    assert "This game is over: reopen it" in Page(answer).said
    assert len(table_of(session).entries) == 1
    reopen(phone, session)
    assert phone.post(to("enter", session), stale | typed(a_round(1))).status_code == 302


@pytest.mark.parametrize(
    "comment",
    ["late\x00", "\x07", "a\x1bb", "a\x85b", "\u202eyadhtrib", "\u2066"],
)
def test_invisible_characters_in_a_comment_are_refused_with_a_message(comment):
    phone = a_phone()
    session = a_game(phone)
    answer = write_comment(phone, session, comment)
    assert answer.status_code == 422
    page = Page(answer)
    # In the summary, and beside the field.
    assert page.said.count("One character in this text can’t be shown.") == 2
    (field,) = [attrs for tag, attrs in page.tags if tag == "textarea"]
    assert (field["aria-invalid"], field["aria-describedby"]) == ("true", "comment-error")
    assert "Null" not in page.said
    assert page.form(to("options", session)).fields["comment"] == [as_read(comment)]


def test_a_comment_may_contain_line_breaks_and_tabs():
    phone = a_phone()
    session = a_game(phone)
    comment = "one\r\n\ttwo\nthree 👨‍👩‍👧"
    assert write_comment(phone, session, comment).status_code == 302
    session.refresh_from_db()
    assert session.comment.splitlines() == ["one", "\ttwo", "three 👨‍👩‍👧"]


@pytest.mark.parametrize("comment", ["x" * 2001, "nothing\x00"])
def test_an_invalid_comment_is_refused_and_stays_typed(comment):
    phone = a_phone()
    session = a_game(phone)
    response = write_comment(phone, session, comment)
    assert response.status_code == 422
    page = Page(response)
    assert page.form(to("options", session)).fields["comment"] == [as_read(comment)]
    assert page.has_form(to("options", session))
    assert any("error" in (attrs.get("class") or "") for _, attrs in page.tags)
    session.refresh_from_db()
    assert session.comment == ""


def test_a_deleted_game_leaves_every_list_and_all_its_pages_are_gone():
    phone = a_phone()
    session = a_game(phone, rounds=1)
    assert phone.post(to("delete", session)).url == "/deleted/"
    for name in ("table", "history", "enter", "options", "record"):
        assert phone.get(to(name, session)).status_code == 404
    assert phone.post(to("options", session), {"comment": "x"}).status_code == 404
    assert to("table", session) not in Page(phone.get("/")).links()
    assert to("table", session) not in Page(phone.get("/games/")).links()
    assert "Chimera" in Page(phone.get("/deleted/")).said


def test_a_deleted_game_can_be_restored_unchanged():
    phone = a_phone()
    session = a_game(phone, rounds=2)
    assert Page(phone.get(to("options", session))).has_form(to("delete", session))
    phone.post(to("delete", session))
    assert Page(phone.get("/deleted/")).has_form(to("restore", session))
    assert phone.post(to("restore", session)).url == to("table", session)
    assert "Ana leads with 80 of 400" in said(phone, "table", session)
    assert not Page(phone.get("/deleted/")).has_form(to("restore", session))


def test_deleting_or_restoring_twice_is_the_same_as_once():
    phone = a_phone()
    session = a_game(phone)
    assert {phone.post(to("delete", session)).url for _ in range(2)} == {"/deleted/"}
    assert {phone.post(to("restore", session)).url for _ in range(2)} == {to("table", session)}
    assert phone.get(to("table", session)).status_code == 200


def test_deleting_again_does_not_extend_the_time_to_restore(monkeypatch):
    phone = a_phone()
    session = a_game(phone)
    phone.post(to("delete", session))
    later(monkeypatch, days=29)
    phone.post(to("delete", session))
    later(monkeypatch, days=1, seconds=1)
    assert phone.post(to("restore", session)).status_code == 404


def test_a_deleted_game_can_be_restored_for_thirty_days(monkeypatch):
    phone = a_phone()
    session = a_game(phone)
    phone.post(to("delete", session))
    later(monkeypatch, days=29, hours=23)
    assert Page(phone.get("/deleted/")).has_form(to("restore", session))
    assert phone.post(to("restore", session)).status_code == 302


def test_after_thirty_days_a_deleted_game_cannot_be_restored(monkeypatch):
    phone = a_phone()
    session = a_game(phone)
    phone.post(to("delete", session))
    later(monkeypatch, days=30, seconds=1)
    assert not Page(phone.get("/deleted/")).has_form(to("restore", session))
    assert phone.post(to("restore", session)).status_code == 404


def test_only_a_host_sees_deleted_games():
    session = a_game(a_phone())
    scorer = a_member(session.group, Role.SCORER)
    session.change(deleted_at=timezone.now())
    assert "No deleted games." in Page(scorer.get("/deleted/")).said


def test_a_scorer_is_not_offered_to_delete():
    session = a_game(a_phone())
    scorer = a_member(session.group, Role.SCORER)
    assert not Page(scorer.get(to("options", session))).has_form(to("delete", session))


def test_the_record_of_a_game_scores_the_same_as_its_page():
    phone = a_phone()
    session = a_game(
        phone,
        names=("Zoë", "김철수", "100%"),
        target=150,
        rounds=[
            a_round(0, 20, traps=1, idle_hunters=[1], toads={"2": 2}),
            a_round(2, 40, first_out=0),
        ],
    )
    enter(phone, session, a_round(0, 30, cats={"0": 4}))
    response = phone.get(to("record", session))
    assert response.headers["Content-Type"] == "application/json"
    assert "attachment" in response.headers["Content-Disposition"]
    said = score_record(response.content)
    assert tuple(said["totals"].values()) == totals(session)
    assert list(said["totals"]) == ["Zoë", "김철수", "100%"]
    assert said["finished"] is True


def test_the_downloaded_file_is_named_after_the_local_date(settings):
    settings.TIME_ZONE = "Asia/Seoul"
    phone = a_phone()
    session = a_game(phone)
    started_at = datetime(2026, 3, 1, 20, tzinfo=UTC)  # five in the morning in that time zone
    GameSession.objects.filter(pk=session.pk).update(started_at=started_at)
    assert "chimera-2026-03-02-" in phone.get(to("record", session)).headers["Content-Disposition"]


def test_the_record_contains_current_entries_only():
    phone = a_phone()
    session = a_game(phone, rounds=2)
    correct(phone, session, 1, a_round(1, 40))
    end_early(phone, session)
    record = json.loads(phone.get(to("record", session)).content)
    assert [entry["chimera"] for entry in record["entries"]] == ["Ben", "Ana"]
    assert record["ended_early"] is True


UNPLAYED = "Ended before anything was played"


@pytest.mark.parametrize("rounds", [0, 1])
def test_a_game_that_ended_without_entries_has_no_winner(rounds):
    phone = a_phone()
    session = a_game(phone, rounds=rounds)
    end_early(phone, session)
    if rounds:
        remove(phone, session, 1)
    page = said(phone, "table", session)
    assert UNPLAYED in page
    assert UNPLAYED in said(phone, "display", session)
    for wrong in (
        "win",
        "after 0 rounds",
        "Nothing entered yet",
        "personal best",
        "Turning points",
    ):
        assert wrong not in page
    assert result(session)["winners"] == []
    home = Page(phone.get("/")).said
    assert f"{UNPLAYED} Chimera · Ana, Ben and Cho" in home
    assert "won" not in home


def test_the_record_of_a_game_that_ended_without_entries_is_stable():
    phone = a_phone()
    session = a_game(phone)
    end_early(phone, session)
    record = phone.get(to("record", session)).json()
    assert score_record(json.dumps(record))["winners"] == ["Ana", "Ben", "Cho"]


OPTIONS = {
    "big_fish": {"advanced": False},
    "yahtzee": {"joker": "forced"},
    "chimera_tricks": {"short_match": False},
    "score_pad": {"title": "Golf"},
}


@pytest.mark.parametrize("game", OPTIONS)
def test_a_game_that_ended_without_entries_mentions_neither_a_button_nor_a_win(game):
    phone = a_phone()
    session = a_game(phone, game=game, options=OPTIONS[game])
    end_early(phone, session)
    page = said(phone, "table", session)
    assert UNPLAYED in page
    for wrong in ("win", "share", "Nothing entered yet", "button", "after 0"):
        assert wrong not in page


def test_a_game_that_ended_without_entries_and_is_continued_has_a_winner():
    phone = a_phone()
    session = a_game(phone)
    end_early(phone, session)
    reopen(phone, session)
    enter(phone, session, a_round(1, 40))
    end_early(phone, session)
    assert result(session)["winners"] == [1]
