"""Drafts: kept field by field while a round is played, and cleared when it is saved."""

import json

import pytest
from django.http import QueryDict

from games.registry import games
from scorekeeper.models import REMOVED, Revision, Role
from scorekeeper.people.groups import set_role
from scorekeeper.tables.entering.drafts import inputs_of, read_origin, read_original
from scorekeeper.tables.table import Table
from tests.app.support.factories import (
    HTMX,
    a_hosted_game,
    a_member,
    a_phone,
    a_round,
    correct,
    end_early,
    enter,
    let_in,
    open_form,
    remove,
    said,
    set_target,
    table_of,
    to,
    totals,
    two_phones,
    typed,
)
from tests.app.support.pages import Page, assert_refused, text_of


def opened(phone, session):
    return open_form(phone, to("enter", session))


def note(phone, session, form=None, **fields):
    """Save a draft from a newly opened page or from the form given; "" clears a field."""
    form = form or opened(phone, session)
    sent = {name: value for name, value in {**form, **fields}.items() if value != ""}
    return phone.post(to("draft", session), sent)


def noted(session):
    session.refresh_from_db()
    return session.draft.get("fields", {})


def save(phone, session, form, **more):
    return phone.post(to("enter", session), form, **more)


def test_a_draft_is_no_entry_but_appears_on_every_phone():
    session, ana, ben = two_phones()
    assert note(ana, session, bid="30", traps="2", idle_hunters=["1"]).status_code == 302
    for phone in (ana, ben):
        form = opened(phone, session)
        assert (form["bid"], form["traps"], form["idle_hunters"]) == (["30"], ["2"], ["1"])
    watcher = said(a_member(session.group, Role.VIEWER), "table", session)
    assert "a phone is entering round 1: bid 30" in watcher
    assert "Continue" not in watcher
    assert "Nothing entered yet" not in watcher
    own = said(ana, "table", session)
    assert "Round 1 begun: bid 30" in own
    assert "Continue" in own
    assert Revision.objects.filter(session=session).count() == 1


@pytest.mark.parametrize("becomes", [REMOVED, Role.VIEWER])
def test_a_device_that_can_no_longer_score_is_not_shown_as_entering(becomes):
    host, session = a_hosted_game()
    other = a_phone()
    member = let_in(other, session.group, Role.SCORER, name="Ben’s phone")
    note(other, session, bid="30")
    assert "Ben’s phone is entering round 1" in said(host, "table", session)
    set_role(member, becomes)
    for page in ("table", "display"):
        assert "is entering" not in said(host, page, session)
    assert "bid 30" in said(host, "table", session)


def test_nobody_is_shown_as_entering_in_a_game_that_has_ended():
    session, host, other = two_phones(rounds=1)
    end_early(host, session)
    note(other, session, bid="30")
    assert "is entering" not in said(host, "table", session)


def test_two_phones_draft_different_fields_and_of_the_same_the_last_wins():
    session, first, second = two_phones()
    forms = [opened(phone, session) for phone in (first, second)]
    # A text field is sent even when it is empty, and clears nothing of another phone.
    first.post(to("draft", session), {**forms[0], "bid": "30", "traps": ""})
    second.post(to("draft", session), {**forms[1], "bid": "", "traps": "1"})
    assert noted(session) == {"bid": ["30"], "traps": ["1"]}
    note(second, session, forms[1], bid="40")
    assert noted(session) == {"bid": ["40"], "traps": ["1"]}


def test_a_form_clears_only_what_it_knew():
    session, first, second = two_phones()
    before = opened(first, session)
    note(second, session, chimera_attack="on")
    note(first, session, before, bid="20")
    assert noted(session) == {"chimera_attack": ["on"], "bid": ["20"]}
    form = opened(first, session)
    del form["chimera_attack"]
    note(first, session, form)
    assert noted(session) == {"bid": ["20"]}


def test_a_page_that_saves_its_draft_knows_afterwards_what_it_saved():
    phone, session = a_hosted_game()
    form = {**opened(phone, session), "check": "1"}
    response = phone.post(to("draft", session), {**form, "bid": "30"}, headers=HTMX)
    assert response.status_code == 200
    assert noted(session)["bid"] == ["30"]
    known = Page(response).form(to("enter", session)).fields["noted"]
    assert json.loads(known[0])["bid"] == ["30"]
    phone.post(to("draft", session), {**form, "noted": known}, headers=HTMX)
    assert "bid" not in noted(session)


def test_a_page_that_is_left_saves_its_draft_and_loads_no_other_page():
    phone, session = a_hosted_game()
    form = opened(phone, session) | {"bid": "30"}
    answer = phone.post(to("draft", session), form, headers={"Sec-Fetch-Dest": "empty"})
    assert (answer.status_code, answer.content) == (204, b"")
    assert noted(session)["bid"] == ["30"]
    answer = phone.post(to("draft", session), form, headers={"Sec-Fetch-Dest": "document"})
    assert answer.headers["Location"] == to("table", session)


def test_saving_the_entry_clears_the_draft_and_refuses_what_arrives_later():
    session, first, second = two_phones()
    note(first, session, bid="30", traps="2")
    stale = opened(second, session)
    enter(first, session)
    assert opened(first, session).keys().isdisjoint({"bid", "chimera"})
    assert "begun" not in said(first, "table", session)
    answer = note(second, session, stale, bid="40")
    assert_refused(answer, "A phone entered round 1. Save yours to compare the two.", 409)
    assert noted(session) == {}


def test_all_other_changes_keep_the_draft():
    phone, session = a_hosted_game(rounds=2)
    note(phone, session, bid="30")
    forgotten = f"{to('enter', session)}?before=2"
    assert "bid" not in open_form(phone, forgotten, to("enter", session))
    enter(phone, session, a_round(), forgotten)
    correct(phone, session, 1, a_round(1, 40))
    remove(phone, session, 2)
    set_target(phone, session, 250)
    assert opened(phone, session)["bid"] == ["30"]
    assert "begun" in said(phone, "table", session)


def test_an_invalid_draft_is_kept_as_typed():
    phone, session = a_hosted_game()
    note(phone, session, chimera="0", idle_hunters=["0", "1", "2"], toads_0="4", toads_1="4")
    form = opened(phone, session)
    assert (form["idle_hunters"], form["toads_1"]) == (["0", "1", "2"], ["4"])
    assert phone.get(to("table", session)).status_code == 200


def test_a_malformed_noted_field_is_read_without_an_error():
    malformed = ["", "null", "[]", "{}", "{", '"x"', "1e999", "NaN", "[" * 5000, "1" * 5000]
    assert [read_original(text) for text in malformed] == [{}] * len(malformed)


def test_a_form_with_an_odd_noted_field_still_saves_its_draft():
    phone, session = a_hosted_game()
    for bid, known in [("20", "{"), ("30", '{"bid": 7}'), ("40", '{"\\ud800": ["\\ud800"]}')]:
        assert note(phone, session, noted=known, bid=bid).status_code == 302
        assert noted(session)["bid"] == [bid]


def test_every_page_copes_with_garbage_in_a_draft():
    phone, session = a_hosted_game()
    fields = "chimera bid first_out traps chimera_attack idle_hunters toads_0 cats_2 cats_\x00"
    for value in ("\x00", "²", "9" * 2000, "\ud7ff\ufffe", "<script>"):
        assert note(phone, session, **dict.fromkeys(fields.split(" "), value)).status_code == 302
        for page in (to("table", session), to("enter", session), "/"):
            assert phone.get(page).status_code == 200, (value, page)
    assert enter(phone, session).status_code == 302


def test_a_draft_has_only_fields_of_the_form():
    phone, session = a_hosted_game()
    note(phone, session, toads_2="1", toads_3="1", toads_99="1", bid_0="30", count="1", bid="30")
    assert noted(session) == {"bid": ["30"], "toads_2": ["1"]}
    note(phone, session, **{f"toads_{number}": "x" * 1000 for number in range(900)})
    assert len(json.dumps(noted(session))) < 20_000


TWENTY = [f"Player {n}" for n in range(20)]
FORTY_ROWS = {"rows": [{"name": f"Row {n}"} for n in range(40)], "title": "", "lowest_wins": False}


@pytest.mark.parametrize("game", games().values(), ids=games())
def test_the_largest_draft_fits(game):
    """Two devices fill in all of it, one after the other."""
    options = FORTY_ROWS if game.slug == "score_sheet" else {}
    session, first, second = two_phones(
        names=TWENTY[: game.players[-1]], game=game.slug, options=options
    )
    inputs = inputs_of(table_of(session), QueryDict())
    for count, (phone, digit) in enumerate([(first, "1"), (second, "2")], 1):
        fields = {name: [digit * 100] for name in inputs}
        note(phone, session, **fields, touched=" ".join(inputs), count=count)
        assert noted(session) == fields
    assert len(json.dumps(session.draft)) <= 20_000


def test_a_draft_that_is_too_large_keeps_what_was_there():
    phone, session = a_hosted_game(names=TWENTY, game="score_pad", options={})
    note(phone, session, points_0="12", points_1="7")
    huge = {f"points_{seat}": ["9" * 20] * 20 for seat in range(2, 20)}
    for _ in range(2):
        note(phone, session, **huge)
    assert noted(session)["points_0"] == ["12"]
    assert len(json.dumps(session.draft)) <= 20_000


def test_of_a_huge_draft_of_an_earlier_release_only_a_part_is_shown():
    phone, session = a_hosted_game()
    fields = {"bid": ["30"], **{f"toads_{n}": ["9" * 100] * 20 for n in range(100)}}
    authors = {name: {"by": 1, "version": 1, "was": values} for name, values in fields.items()}
    session.change(draft={"slot": 1, "fields": fields, "authors": authors, "by": 1})
    answer = phone.get(to("enter", session))
    assert open_form(phone, to("enter", session))["bid"] == ["30"]
    assert len(answer.content) < 150_000
    note(phone, session, traps="2")
    assert noted(session)["traps"] == ["2"]
    assert len(json.dumps(session.draft)) <= 20_000


def touch(phone, session, form, count, touched, **fields):
    """Send a form as our scripts do: with a count, and the names of fields that were touched."""
    return note(phone, session, {**form, "count": count, "touched": touched}, **fields)


def test_a_request_that_arrives_late_replaces_nothing_newer():
    phone, session = a_hosted_game()
    form = opened(phone, session)
    touch(phone, session, form, 2, "bid", bid="40")
    touch(phone, session, form, 1, "bid traps", bid="30", traps="1")
    assert noted(session) == {"bid": ["40"], "traps": ["1"]}
    touch(phone, session, form, 4, "bid", bid="")
    touch(phone, session, form, 3, "bid", bid="30")
    assert noted(session) == {"traps": ["1"]}


def test_a_form_ahead_of_rounds_that_wait_on_its_phone_does_not_fill_an_earlier_one():
    session, ana, ben = two_phones()
    note(ben, session, bid="20")
    ahead = {**opened(ana, session), "slot": "2", "numbered": "", "bid": "40"}
    part = ana.post(to("draft", session), {**ahead, "check": "1", "count": "7"}, headers=HTMX)
    assert (part.status_code, noted(session)) == (200, {"bid": ["20"]})
    assert 'data-count="0"' in part.content.decode()  # so the page keeps what was typed
    left = note(ana, session, ahead)
    assert (left.status_code, noted(session)) == (409, {"bid": ["20"]})
    assert "An earlier entry from this phone isn’t saved yet. Fix that first." in Page(left).said
    assert opened(ben, session)["bid"] == ["20"]


def test_a_request_that_arrives_twice_replaces_nothing_newer():
    session, ana, ben = two_phones()
    form = opened(ana, session)
    touch(ana, session, form, 1, "bid", bid="40")
    note(ben, session, bid="30")
    touch(ana, session, form, 1, "bid", bid="40")
    assert noted(session) == {"bid": ["30"]}


def test_what_was_set_back_before_its_draft_was_confirmed_is_stored():
    phone, session = a_hosted_game()
    note(phone, session, bid="30")
    form = opened(phone, session)
    touch(phone, session, form, 1, "bid", bid="40")  # its answer does not arrive
    touch(phone, session, form, 2, "bid", bid="30")
    assert noted(session)["bid"] == ["30"]


def test_a_form_whose_user_touched_nothing_clears_and_replaces_nothing():
    phone, session = a_hosted_game()
    touch(phone, session, opened(phone, session), 1, "bid", bid="30")
    form = opened(phone, session)
    touch(phone, session, form, 2, "", bid="")
    touch(phone, session, form, 3, "", bid="40")
    assert noted(session) == {"bid": ["30"]}


def test_playing_the_round_stores_the_bids_that_the_page_shows():
    phone, session = a_hosted_game(game="wizard", options={})
    bids = {"bids_0": ["1"], "bids_1": ["0"], "bids_2": ["0"]}
    form = {**opened(phone, session), **bids, "noted": json.dumps(bids), "play": "now"}
    touch(phone, session, form, 1, "")
    assert noted(session) == {**bids, "play": ["1"]}


def mirrored(phone, session, form):
    """The form as a live update leaves it: with all answers of the draft, but its own `since`."""
    return {**opened(phone, session), "since": form["since"], "submission": form["submission"]}


def bid_changed_meanwhile():
    """A game, a phone that entered a bid of 30, and its form after another phone made it 40."""
    session, ana, ben = two_phones()
    note(ana, session, **typed(a_round(0, 30)))
    form = opened(ana, session)
    note(ben, session, bid="40")
    return session, ana, mirrored(ana, session, form)


def marks(phone, session):
    page = Page(phone.get(to("enter", session)))
    return {
        mark.xpath("ancestor::*[@id][1]/@id")[0]: text_of(mark)
        for mark in page.tree.find_class("changed")
    }


def test_what_another_device_changed_is_marked_at_its_field_until_it_is_changed_here():
    session, ana, ben = two_phones()
    note(ana, session, bid="30")
    assert marks(ana, session) == {}
    note(ben, session, bid="40", toads_1="2")
    assert marks(ana, session) == {
        "say-bid": "Scorer’s phone: bid 30 → 40",
        "say-toads": "Scorer’s phone: toads Ben 2",
    }
    assert marks(ben, session) == {}
    note(ana, session, bid="20")
    assert "say-bid" not in marks(ana, session)
    assert marks(ben, session) == {"say-bid": "A phone: bid 40 → 20"}
    note(ana, session, bid="40")
    assert marks(ben, session) == {}  # as it had left it


@pytest.mark.parametrize(("game", "field"), [("hearts", "taken_1"), ("score_pad", "points_1")])
def test_at_the_field_of_a_player_stands_what_another_device_changed_of_that_player(game, field):
    session, ana, ben = two_phones(game=game, options={})
    note(ana, session, **{field: "3", field.replace("1", "0"): "5"})
    note(ben, session, **{field: "4", field.replace("1", "2"): "2"})
    assert marks(ana, session)[f"say-{field}"] == "Scorer’s phone: Ben 3 → 4"


def test_a_player_may_be_called_like_a_question():
    session, ana, ben = two_phones(names=("Ana", "Ben", "Cats"))
    note(ben, session, cats_1="2")
    assert marks(ana, session) == {"say-cats": "Scorer’s phone: cats Ben 2"}


def test_saving_what_another_device_changed_meanwhile_asks_once_and_shows_both():
    session, ana, shown = bid_changed_meanwhile()
    assert shown["bid"] == ["40"]
    answer = save(ana, session, shown)
    page = assert_refused(answer, "Scorer’s phone changed this while you were entering it.", 409)
    assert "Bid 40 30" in page.said
    theirs, mine = [one for one in page.forms if one.action == to("enter", session)]
    assert (theirs.fields["bid"], mine.fields["bid"]) == (["40"], ["30"])
    assert totals(session) == (0, 0, 0)
    assert save(ana, session, mine.fields).status_code == 302
    assert totals(session) == (60, 0, 0)


def test_the_only_answer_typed_so_far_is_asked_about_if_another_device_took_it_away():
    session, ana, ben = two_phones()
    note(ana, session, traps="2")
    form, again = opened(ana, session), opened(ben, session)
    note(ben, session, again, traps="")
    assert noted(session) == {}
    answer = save(ana, session, {**mirrored(ana, session, form), **typed(a_round())})
    assert_refused(answer, "Traps – 2", 409)


def test_nobody_is_asked_about_a_field_that_was_changed_here_knowingly():
    session, ana, shown = bid_changed_meanwhile()
    assert save(ana, session, {**shown, "bid": ["20"]}).status_code == 302
    assert totals(session) == (40, 0, 0)


def test_a_form_that_did_not_show_the_others_answer_asks_before_dropping_it():
    session, ana, ben = two_phones()
    form = opened(ana, session)
    note(ben, session, traps="2")
    refused = save(ana, session, {**form, **typed(a_round(idle_hunters=["0"]))})
    assert refused.status_code == 422
    again = Page(refused).form(to("enter", session)).fields
    assert (again["noted"], again["since"]) == (form["noted"], form["since"])
    del again["idle_hunters"]
    assert_refused(save(ana, session, again), "Traps 2 –", 409)
    assert noted(session)["bid"] == ["20"]  # what was typed here is kept in the form, too


def test_only_the_answers_of_others_that_were_not_seen_are_asked_about():
    """Another phone gave four answers: one was seen, one is the same here, and two are left."""
    session, ana, ben = two_phones()
    note(ben, session, traps="2")
    form = opened(ana, session)
    note(ben, session, chimera="1")
    note(ben, session, bid="40", first_out="1")
    sent = {**form, **typed(a_round(1, 30, 2)), "traps": "2"}
    answer = save(ana, session, sent)
    assert answer.status_code == 409
    forms = [one.fields for one in Page(answer).forms if one.action == to("enter", session)]
    assert [
        [form[name] for name in ("chimera", "bid", "first_out", "traps")] for form in forms
    ] == [[["1"], ["40"], ["1"], ["2"]], [["1"], ["30"], ["2"], ["2"]]]


def test_nobody_is_asked_about_what_was_there_when_the_form_was_opened():
    session, ana, ben = two_phones()
    note(ben, session, **typed(a_round()))
    assert enter(ana, session).status_code == 302


@pytest.mark.parametrize(("outbox", "status"), [("ask", 409), ("send", 204)])
def test_only_a_user_who_waits_is_asked(outbox, status):
    """An entry that is delivered late, or comes from an earlier release, is saved as it is."""
    session, ana, ben = two_phones()
    form = opened(ana, session)
    note(ben, session, traps="2")
    sent = {**form, **typed(a_round())}
    assert save(ana, session, sent, headers={"Outbox": outbox}).status_code == status
    del sent["since"]
    assert save(ana, session, sent, headers={"Outbox": "ask"}).status_code == 204


def test_a_malformed_basis_does_not_prevent_saving():
    malformed = ["", "1", "1-", "-", "9" * 30 + "-1", "x-y", "1-1\x00", "²-1"]
    session, ana, _ = two_phones()
    table = Table.of(session)
    origins = [read_origin(table, {"since": since}) for since in malformed]
    assert origins == [({}, session.version, session.version)] * len(malformed)
    sent = {**opened(ana, session), **typed(a_round()), "since": "x-y"}
    assert save(ana, session, sent).status_code == 302


def test_a_form_that_was_touched_just_before_it_is_saved_is_not_asked_about_what_it_showed():
    """The last tap and Save come so fast that only the entry arrives."""
    session, ana, ben = two_phones()
    form = opened(ana, session)
    note(ben, session, **typed(a_round(1, 40)))
    sent = {**mirrored(ana, session, form), "traps": ["1"]}
    assert save(ana, session, sent).status_code == 409
    assert save(ana, session, {**sent, "touched": "1"}).status_code == 302
    assert totals(session) == (0, 105, 0)


def test_what_came_while_a_draft_was_under_way_is_asked_about():
    session, ana, ben = two_phones()
    form = opened(ana, session)
    note(ben, session, **typed(a_round(1, 40)))
    touching = {**form, "check": "1", "count": 1, "touched": "traps", "traps": "1"}
    answer = ana.post(to("draft", session), touching, headers=HTMX)
    answered = Page(answer).form(to("enter", session)).fields
    assert save(ana, session, mirrored(ana, session, answered)).status_code == 409


def test_theirs_can_be_saved_after_the_question():
    session, ana, ben = two_phones()
    form = opened(ana, session)
    note(ben, session, **typed(a_round(1, 40)))
    answer = save(ana, session, mirrored(ana, session, form))
    (theirs,) = [one for one in Page(answer).forms if one.action == to("enter", session)]
    assert save(ana, session, theirs.fields).status_code == 302
    assert totals(session) == (0, 80, 0)
