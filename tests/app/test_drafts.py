"""Drafts: kept field by field while a round is played, and cleared when it is saved."""

import json

import pytest
from django.http import QueryDict

from games.registry import games
from scorekeeper.models import REMOVED, Revision, Role
from scorekeeper.people.groups import set_role
from scorekeeper.tables.drafts import inputs_of
from tests.app.support.factories import (
    HTMX,
    a_game,
    a_member,
    a_phone,
    a_round,
    correct,
    end_early,
    enter,
    let_in,
    open_form,
    remove,
    set_target,
    table_of,
    to,
    totals,
    typed,
)
from tests.app.support.pages import Page, text_of

pytestmark = pytest.mark.django_db


def note(phone, session, form=None, **fields):
    """Save a draft from a newly opened page or from the form given; "" clears a field."""
    form = form or open_form(phone, to("enter", session))
    sent = {name: value for name, value in {**form, **fields}.items() if value != ""}
    return phone.post(to("draft", session), sent)


def noted(session):
    session.refresh_from_db()
    return session.draft.get("fields", {})


def opened(phone, session):
    return open_form(phone, to("enter", session))


def test_a_draft_is_there_when_the_form_is_opened_again():
    phone = a_phone()
    session = a_game(phone)
    assert note(phone, session, bid="30", traps="2", idle_hunters=["1"]).status_code == 302
    form = opened(phone, session)
    assert (form["bid"], form["traps"], form["idle_hunters"]) == (["30"], ["2"], ["1"])


def test_a_draft_appears_on_every_phone():
    phone = a_phone()
    session = a_game(phone)
    note(phone, session, bid="30", chimera="2")
    other = a_member(session.group, Role.SCORER)
    assert opened(other, session)["chimera"] == ["2"]
    said = Page(a_member(session.group, Role.VIEWER).get(to("table", session))).said
    assert "a phone is entering round 1:" in said
    assert "bid 30" in said
    assert "Nothing entered yet" not in said


@pytest.mark.parametrize("becomes", [REMOVED, Role.VIEWER])
def test_a_device_that_can_no_longer_score_is_not_shown_as_entering(becomes):
    host, other = a_phone(), a_phone()
    session = a_game(host)
    member = let_in(other, session.group, Role.SCORER, name="Ben’s phone")
    note(other, session, bid="30")
    assert "Ben’s phone is entering round 1" in Page(host.get(to("table", session))).said
    set_role(member, becomes)
    for page in ("table", "display"):
        said = Page(host.get(to(page, session))).said
        assert "is entering" not in said
    assert "bid 30" in Page(host.get(to("table", session))).said


def test_nobody_is_shown_as_entering_in_a_game_that_has_ended():
    host, other = a_phone(), a_phone()
    session = a_game(host)
    let_in(other, session.group, Role.SCORER, name="Ben’s phone")
    enter(host, session, a_round())
    end_early(host, session)
    note(other, session, bid="30")
    assert "is entering" not in Page(host.get(to("table", session))).said


def test_a_draft_is_not_an_entry():
    phone = a_phone()
    session = a_game(phone)
    note(phone, session, **typed(a_round()))
    assert Revision.objects.filter(session=session).count() == 1
    assert totals(session) == (0, 0, 0)


def test_two_phones_draft_different_fields_and_both_are_kept():
    first = a_phone()
    session = a_game(first)
    second = a_member(session.group, Role.SCORER)
    forms = [opened(phone, session) for phone in (first, second)]
    note(first, session, forms[0], bid="30")
    note(second, session, forms[1], traps="1")
    assert (noted(session)["bid"], noted(session)["traps"]) == (["30"], ["1"])


def test_a_blank_field_does_not_clear_what_another_phone_drafted():
    """A text field is sent even when it is empty."""
    first = a_phone()
    session = a_game(first)
    second = a_member(session.group, Role.SCORER)
    forms = [opened(phone, session) for phone in (first, second)]
    first.post(to("draft", session), {**forms[0], "bid": "30", "traps": ""})
    second.post(to("draft", session), {**forms[1], "bid": "", "traps": "1"})
    assert noted(session) == {"bid": ["30"], "traps": ["1"]}


def test_the_last_of_two_phones_to_draft_a_field_wins():
    first = a_phone()
    session = a_game(first)
    second = a_member(session.group, Role.SCORER)
    forms = [opened(phone, session) for phone in (first, second)]
    note(first, session, forms[0], bid="30", traps="1")
    note(second, session, forms[1], bid="40")
    assert (noted(session)["bid"], noted(session)["traps"]) == (["40"], ["1"])


def test_a_cleared_field_is_removed_from_the_draft():
    phone = a_phone()
    session = a_game(phone)
    note(phone, session, chimera_attack="on", bid="20")
    form = opened(phone, session)
    del form["chimera_attack"]
    note(phone, session, form)
    assert "chimera_attack" not in noted(session)
    assert noted(session)["bid"] == ["20"]


def test_a_form_without_a_field_does_not_clear_what_another_phone_drafted_meanwhile():
    first = a_phone()
    session = a_game(first)
    form = opened(first, session)
    note(a_member(session.group, Role.SCORER), session, chimera_attack="on")
    note(first, session, form, bid="20")
    assert noted(session)["chimera_attack"] == ["on"]


def test_a_page_that_saves_its_draft_knows_afterwards_what_it_saved():
    phone = a_phone()
    session = a_game(phone)
    form = opened(phone, session)
    response = phone.post(to("draft", session), {**form, "bid": "30", "check": "1"}, headers=HTMX)
    assert response.status_code == 200
    assert noted(session)["bid"] == ["30"]
    known = Page(response).form(to("enter", session)).fields["noted"]
    assert json.loads(known[0])["bid"] == ["30"]
    phone.post(to("draft", session), {**form, "noted": known, "check": "1"}, headers=HTMX)
    assert "bid" not in noted(session)


def test_saving_the_entry_clears_the_draft():
    phone = a_phone()
    session = a_game(phone)
    note(phone, session, bid="30", traps="2")
    enter(phone, session)
    assert noted(session) == {}
    assert opened(phone, session).keys().isdisjoint({"bid", "chimera"})
    assert "begun" not in Page(phone.get(to("table", session))).said


def test_a_draft_that_arrives_after_the_save_does_not_appear_in_the_next_round():
    first = a_phone()
    session = a_game(first)
    second = a_member(session.group, Role.SCORER)
    stale = opened(second, session)
    enter(first, session)
    answer = note(second, session, stale, bid="40")
    assert answer.status_code == 409
    warning = "A phone entered Round 1. Save yours to compare the two."
    assert warning in Page(answer).said
    assert noted(session) == {}
    assert "bid" not in opened(second, session)


def test_inserting_a_forgotten_round_keeps_the_draft_of_the_current_round():
    phone = a_phone()
    session = a_game(phone, rounds=2)
    note(phone, session, bid="30")
    enter(phone, session, a_round(), f"{to('enter', session)}?before=2")
    assert noted(session)["bid"] == ["30"]
    assert opened(phone, session)["bid"] == ["30"]
    assert "begun" in Page(phone.get(to("table", session))).said


def test_the_form_of_a_forgotten_round_does_not_show_the_draft():
    phone = a_phone()
    session = a_game(phone, rounds=1)
    note(phone, session, bid="30")
    assert "bid" not in open_form(phone, f"{to('enter', session)}?before=1", to("enter", session))


def test_other_changes_keep_the_draft():
    phone = a_phone()
    session = a_game(phone, rounds=2)
    note(phone, session, bid="30")
    correct(phone, session, 1, a_round(1, 40))
    remove(phone, session, 2)
    set_target(phone, session, 250)
    assert opened(phone, session)["bid"] == ["30"]


def test_an_invalid_draft_is_kept_as_typed():
    phone = a_phone()
    session = a_game(phone)
    note(phone, session, chimera="0", idle_hunters=["0", "1", "2"], toads_0="4", toads_1="4")
    form = opened(phone, session)
    assert form["idle_hunters"] == ["0", "1", "2"]
    assert form["toads_1"] == ["4"]
    assert phone.get(to("table", session)).status_code == 200


@pytest.mark.parametrize(
    "known",
    [
        "",
        "null",
        "[]",
        "{}",
        "{",
        '"x"',
        "1e999",
        "NaN",
        "[" * 5000,
        "1" * 5000,
        '{"bid": 7}',
        '{"\\ud800": ["\\ud800"]}',
    ],
)
def test_a_form_with_a_malformed_noted_field_still_saves_its_draft(known):
    phone = a_phone()
    session = a_game(phone)
    assert note(phone, session, noted=known, bid="30").status_code == 302
    assert noted(session)["bid"] == ["30"]


@pytest.mark.parametrize("value", ["\x00", "²", "9" * 2000, "x" * 2000, "\ud7ff\ufffe", "<script>"])
def test_every_page_copes_with_garbage_in_a_draft(value):
    phone = a_phone()
    session = a_game(phone)
    fields = [
        "chimera",
        "bid",
        "first_out",
        "traps",
        "chimera_attack",
        "idle_hunters",
        "toads_0",
        "cats_2",
        "cats_\x00",
    ]
    assert note(phone, session, **dict.fromkeys(fields, value)).status_code == 302
    for page in (to("table", session), to("enter", session), "/"):
        assert phone.get(page).status_code == 200
    assert enter(phone, session).status_code == 302


def test_a_draft_of_thousands_of_fields_is_discarded():
    phone = a_phone()
    session = a_game(phone)
    note(phone, session, **{f"toads_{number}": "x" * 1000 for number in range(900)})
    assert len(json.dumps(noted(session))) < 20_000


def test_a_draft_has_only_fields_of_the_form():
    phone = a_phone()
    session = a_game(phone)
    note(phone, session, toads_2="1", toads_3="1", toads_99="1", bid_0="30", count="1", bid="30")
    assert noted(session) == {"bid": ["30"], "toads_2": ["1"]}


TWENTY = [f"Player {n}" for n in range(20)]
FORTY_ROWS = {"rows": [{"name": f"Row {n}"} for n in range(40)], "title": "", "lowest_wins": False}


@pytest.mark.parametrize("game", games().values(), ids=games())
def test_the_largest_draft_fits(game):
    """Two devices fill in all of it, one after the other."""
    first, names = a_phone(), TWENTY[: game.players[-1]]
    options = FORTY_ROWS if game.slug == "score_sheet" else {}
    session = a_game(first, names=names, game=game.slug, options=options)
    second = a_member(session.group, Role.SCORER)
    inputs = inputs_of(table_of(session), QueryDict())
    for count, (phone, digit) in enumerate([(first, "1"), (second, "2")], 1):
        fields = {name: [digit * 100] for name in inputs}
        note(phone, session, **fields, touched=" ".join(inputs), count=count)
        assert noted(session) == fields
    assert len(json.dumps(session.draft)) <= 20_000


def test_a_draft_that_is_too_large_keeps_what_was_there():
    phone = a_phone()
    session = a_game(phone, names=TWENTY, game="score_pad", options={})
    note(phone, session, points_0="12", points_1="7")
    huge = {f"points_{seat}": ["9" * 20] * 20 for seat in range(2, 20)}
    for _ in range(3):
        note(phone, session, **huge)
    assert noted(session)["points_0"] == ["12"]
    assert len(json.dumps(session.draft)) <= 20_000


def test_of_a_huge_draft_of_an_earlier_release_only_a_part_is_shown():
    phone = a_phone()
    session = a_game(phone)
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
    phone = a_phone()
    session = a_game(phone)
    form = opened(phone, session)
    touch(phone, session, form, 2, "bid", bid="40")
    touch(phone, session, form, 1, "bid traps", bid="30", traps="1")
    assert noted(session) == {"bid": ["40"], "traps": ["1"]}


def test_a_late_request_does_not_bring_back_what_was_cleared():
    phone = a_phone()
    session = a_game(phone)
    form = opened(phone, session)
    touch(phone, session, form, 2, "bid", bid="")
    touch(phone, session, form, 1, "bid", bid="30")
    assert noted(session) == {}


def test_what_was_set_back_before_its_draft_was_confirmed_is_stored():
    phone = a_phone()
    session = a_game(phone)
    note(phone, session, bid="30")
    form = opened(phone, session)
    touch(phone, session, form, 1, "bid", bid="40")  # its answer does not arrive
    touch(phone, session, form, 2, "bid", bid="30")
    assert noted(session)["bid"] == ["30"]


def test_a_form_whose_user_touched_nothing_clears_and_replaces_nothing():
    phone = a_phone()
    session = a_game(phone)
    touch(phone, session, opened(phone, session), 1, "bid", bid="30")
    form = opened(phone, session)
    touch(phone, session, form, 2, "", bid="")
    touch(phone, session, form, 3, "", bid="40")
    assert noted(session) == {"bid": ["30"]}


def test_playing_the_round_stores_the_bids_that_the_page_shows():
    phone = a_phone()
    session = a_game(phone, game="wizard", options={})
    bids = {"bids_0": ["1"], "bids_1": ["0"], "bids_2": ["0"]}
    form = {**opened(phone, session), **bids, "noted": json.dumps(bids), "play": "now"}
    touch(phone, session, form, 1, "")
    assert noted(session) == {**bids, "play": ["1"]}


def test_a_viewer_cannot_save_a_draft():
    session = a_game(a_phone())
    stamp = {"slot": 1, "revision": 0, "submission": "4c2b6c66-9f4e-4e5f-a1ab-8d6ef3b3b2b6"}
    watcher = a_member(session.group, Role.VIEWER)
    assert watcher.post(to("draft", session), {**stamp, "bid": "30"}).status_code == 403
    assert noted(session) == {}


def two_devices():
    """A game, and two phones that have the form of its next round open."""
    ana = a_phone()
    session = a_game(ana)
    ben = a_member(session.group, Role.SCORER)
    return session, ana, ben


def mirrored(phone, session, form):
    """The form as a live update leaves it: with all answers of the draft, but its own `since`."""
    return {**opened(phone, session), "since": form["since"], "submission": form["submission"]}


def bid_changed_meanwhile():
    """A game, a phone that entered a bid of 30, and its form after another phone made it 40."""
    session, ana, ben = two_devices()
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
    session, ana, ben = two_devices()
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


def test_a_field_that_another_device_sets_back_is_no_longer_marked():
    session, ana, ben = two_devices()
    note(ana, session, bid="30")
    note(ben, session, bid="40")
    note(ben, session, bid="30")
    assert marks(ana, session) == {}


def test_saving_what_another_device_changed_meanwhile_asks_once_and_shows_both():
    session, ana, shown = bid_changed_meanwhile()
    assert shown["bid"] == ["40"]
    answer = ana.post(to("enter", session), shown)
    assert answer.status_code == 409
    page = Page(answer)
    assert "Scorer’s phone changed this while you were entering it." in page.said
    assert "Bid 40 30" in page.said
    theirs, mine = [one for one in page.forms if one.action == to("enter", session)]
    assert (theirs.fields["bid"], mine.fields["bid"]) == (["40"], ["30"])
    assert totals(session) == (0, 0, 0)
    assert ana.post(to("enter", session), mine.fields).status_code == 302
    assert totals(session) == (60, 0, 0)


def test_theirs_can_be_saved_after_the_question():
    session, ana, ben = two_devices()
    form = opened(ana, session)
    note(ben, session, **typed(a_round(1, 40)))
    answer = ana.post(to("enter", session), mirrored(ana, session, form))
    (theirs,) = [one for one in Page(answer).forms if one.action == to("enter", session)]
    assert ana.post(to("enter", session), theirs.fields).status_code == 302
    assert totals(session) == (0, 80, 0)


def test_a_form_without_scripts_that_does_not_show_the_others_answer_asks_before_dropping_it():
    session, ana, ben = two_devices()
    form = opened(ana, session)
    note(ben, session, traps="2")
    answer = ana.post(to("enter", session), {**form, **typed(a_round())})
    assert answer.status_code == 409
    assert "Traps 2 –" in Page(answer).said
    assert noted(session)["bid"] == ["20"]  # what was typed here is kept in the form, too


def test_nobody_is_asked_about_what_was_there_when_the_form_was_opened():
    session, ana, ben = two_devices()
    note(ben, session, **typed(a_round()))
    assert enter(ana, session).status_code == 302


def test_nobody_is_asked_about_a_field_that_was_changed_here_knowingly():
    session, ana, shown = bid_changed_meanwhile()
    assert ana.post(to("enter", session), {**shown, "bid": ["20"]}).status_code == 302
    assert totals(session) == (40, 0, 0)


@pytest.mark.parametrize(("outbox", "status"), [("ask", 409), ("send", 204)])
def test_only_a_user_who_waits_is_asked(outbox, status):
    """An entry that is delivered late, or comes from an earlier release, is saved as it is."""
    session, ana, ben = two_devices()
    form = opened(ana, session)
    note(ben, session, traps="2")
    sent = {**form, **typed(a_round())}
    answer = ana.post(to("enter", session), sent, headers={"Outbox": outbox})
    assert answer.status_code == status
    del sent["since"]
    answer = ana.post(to("enter", session), sent, headers={"Outbox": "ask"})
    assert answer.status_code == 204


@pytest.mark.parametrize("since", ["", "1", "1-", "-", "9" * 30 + "-1", "x-y", "1-1\x00", "²-1"])
def test_a_malformed_basis_does_not_prevent_saving(since):
    session, ana, _ = two_devices()
    form = opened(ana, session)
    sent = {**form, **typed(a_round()), "since": since}
    assert ana.post(to("enter", session), sent).status_code == 302


def test_a_refused_form_still_knows_what_it_was_made_from():
    session, ana, ben = two_devices()
    form = opened(ana, session)
    note(ben, session, traps="2")
    refused = ana.post(to("enter", session), {**form, **typed(a_round(idle_hunters=["0"]))})
    assert refused.status_code == 422
    again = Page(refused).form(to("enter", session)).fields
    assert (again["noted"], again["since"]) == (form["noted"], form["since"])
    del again["idle_hunters"]
    assert ana.post(to("enter", session), again).status_code == 409


def test_the_table_says_that_a_round_was_begun_and_leads_back_to_it():
    session, ana, _ = two_devices()
    note(ana, session, bid="30")
    said = Page(ana.get(to("table", session))).said
    assert "Round 1 begun: bid 30" in said
    assert "Continue" in said
    watcher = a_member(session.group, Role.VIEWER)
    assert "Continue" not in Page(watcher.get(to("table", session))).said


def test_a_form_that_was_touched_just_before_it_is_saved_is_not_asked_about_what_it_showed():
    """The last tap and Save come so fast that only the entry arrives."""
    session, ana, ben = two_devices()
    form = opened(ana, session)
    note(ben, session, **typed(a_round()))
    sent = {**mirrored(ana, session, form), "traps": ["1"]}
    assert ana.post(to("enter", session), sent).status_code == 409
    assert ana.post(to("enter", session), {**sent, "touched": "1"}).status_code == 302
