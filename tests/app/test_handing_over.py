"""A phone without a network hands an entry over by a code; another phone saves it."""

import hashlib

import pytest

from scorekeeper.models import Member, Revision, Role
from scorekeeper.models.sessions import seal_key
from scorekeeper.people.groups import remove_device
from scorekeeper.tables.entering.handing_over import read_code, seal_of
from tests.app.support.factories import (
    a_hosted_game,
    a_member,
    a_phone,
    a_round,
    add,
    correct,
    device,
    let_in,
    open_form,
    said,
    seen_by,
    to,
    typed,
)
from tests.app.support.pages import Page, assert_refused
from tests.support.codes import code_from, letters

CHANGED = "This code is incomplete or was changed. Scan it again."


def two_phones(rounds=2):
    """A game, Ben's phone without a network, and Ana's phone with one."""
    ana, session = a_hosted_game(rounds=rounds)
    ben = a_phone()
    let_in(ben, session.group, Role.SCORER, name="Ben’s phone")
    Member.objects.filter(device=device(ana)).update(name="Ana’s phone")
    return session, ben, ana


def filled(phone, session, entry):
    """The form for the next round on this phone, filled in."""
    return {**open_form(phone, to("enter", session)), **typed(entry)}


def code_of(phone, session, fields):
    return code_from(session.pk, seen_by(phone, session).member_id, fields)


def take(phone, code):
    return phone.post("/take/", {"handed_over": code})


def press_save(phone, session, answer, page="enter"):
    """Press Save on the page that shows what a code brings."""
    return phone.post(to(page, session), Page(answer).form(to(page, session)).fields)


def newest(session):
    return Revision.objects.filter(session=session).latest("pk")


def test_a_scanned_entry_is_shown_first_and_saved_for_the_other_phone():
    session, ben, ana = two_phones()
    answer = take(ana, code_of(ben, session, filled(ben, session, a_round(1, 40))))
    page = Page(answer)
    assert (answer.status_code, Revision.objects.filter(slot=3).count()) == (200, 0)
    assert "Round 3 for Ben’s phone · Chimera" in page.said
    assert "Chimera Ben · bid 40 · out first Ben A Ana: nothing 0 B Ben: 2 × 40 = 80" in page.said
    assert press_save(ana, session, answer).status_code == 302
    saved = newest(session)
    assert (saved.slot, saved.data["bid"]) == (3, 40)
    assert saved.author_id == seen_by(ana, session).member_id
    assert saved.sender_id == seen_by(ben, session).member_id
    assert "Ana’s phone for Ben’s phone · " in said(ben, "history", session)


def test_an_entry_that_comes_by_both_ways_is_saved_once():
    session, ben, ana = two_phones()
    fields = filled(ben, session, a_round(1, 40))
    answer = take(ana, code_of(ben, session, fields))
    press_save(ana, session, answer)
    assert ben.post(to("enter", session), fields).status_code == 302
    assert press_save(ana, session, answer).status_code == 302
    assert Revision.objects.filter(session=session, slot__gt=2).count() == 1
    again = Page(take(ana, code_of(ben, session, fields)))
    assert "This has been saved already." in again.said
    assert not again.has_form(to("enter", session))


@pytest.mark.parametrize(("chosen", "place"), [(0, (3, 2)), (1, (4, 1))])
def test_an_old_entry_meets_the_saved_one_and_either_choice_saves_it_once(chosen, place):
    session, ben, ana = two_phones()
    fields = filled(ben, session, a_round(1, 40))
    add(seen_by(ana, session), a_round(2, 30))
    conflict = press_save(ana, session, take(ana, code_of(ben, session, fields)))
    assert conflict.status_code == 409
    choices = use_mine, keep_both = [
        form.fields for form in Page(conflict).forms if form.action == to("enter", session)
    ]
    ana.post(to("enter", session), choices[chosen])
    saved = newest(session)
    assert (saved.slot, saved.revision, saved.data["bid"]) == (*place, 40)
    assert saved.sender_id == seen_by(ben, session).member_id
    assert use_mine["sender"] == keep_both["sender"]
    assert ben.post(to("enter", session), fields).status_code == 302
    assert newest(session) == saved


def test_an_entry_taken_in_before_its_sender_was_signed_keeps_its_submission():
    session, ben, ana = two_phones()
    fields = filled(ben, session, a_round(1, 40))
    add(seen_by(ana, session), a_round(2, 30))
    conflict = ana.post(to("enter", session), fields | {"sender": "17"})
    forms = [form for form in Page(conflict).forms if form.action == to("enter", session)]
    assert [form.fields["submission"] for form in forms] == [fields["submission"]] * 2


def test_a_correction_is_handed_over_too():
    session, ben, ana = two_phones()
    page = to("correct", session, 2)
    fields = {**open_form(ben, page), "bid": "40"}
    answer = take(ana, code_of(ben, session, fields))
    assert "Round 2" in Page(answer).said
    assert ana.post(page, Page(answer).form(page).fields).status_code == 302
    assert (newest(session).revision, newest(session).data["bid"]) == (2, 40)


def test_a_round_before_the_one_that_waits_is_asked_for_first():
    session, ben, ana = two_phones()
    fields = filled(ben, session, a_round(1, 40)) | {"slot": "4"}
    page = Page(take(ana, code_of(ben, session, fields)))
    assert "An earlier entry from that phone is not saved yet. Scan its code first." in page.said
    assert page.has_form(to("enter", session))


def test_what_the_rules_refuse_is_said_and_cannot_be_saved():
    session, ben, ana = two_phones()
    fields = filled(ben, session, a_round(1, 40)) | {"bid": "7"}
    page = Page(take(ana, code_of(ben, session, fields)))
    assert "Correct it on the phone that shows the code, then scan it again." in page.said
    assert not page.has_form(to("enter", session))


def test_a_changed_or_incomplete_code_is_refused():
    session, ben, ana = two_phones()
    code = code_of(ben, session, filled(ben, session, a_round(1, 40)))
    packed, seal = code.split(".")
    for wrong in (
        code[:-1],
        code[: len(code) // 2],
        f"{packed[:-1]}.{seal}",
        f"{packed}.{seal[::-1]}",
        f"0{packed[1:]}.{seal}",
        "0.0123456789abcdef",
        "1AAAA.0123456789abcdef",
        "9" * 2_000,
        "9" * 4_000,
        code_of(ben, session, {f"f{number}": "" for number in range(600)}),
    ):
        answer = take(ana, wrong)
        assert (answer.status_code, Page(answer).all("p", id="wrong")[0].text) == (422, CHANGED), (
            wrong
        )
    assert take(ana, f"http://at.home/take/#{code}").status_code == 200  # the link, as pasted
    assert "Scan the code on the other phone" in Page(take(ana, "")).said


def test_a_seal_holds_for_its_game_and_its_phone_only():
    session, ben, ana = two_phones()
    fields = filled(ben, session, a_round(1, 40))
    packed, _seal = code_of(ben, session, fields).split(".")
    for key in (
        seal_key(session.pk, seen_by(ana, session).member_id),
        seal_key(session.pk + 1, seen_by(ben, session).member_id),
        "",
    ):
        assert read_code(f"{packed}.{seal_of(packed, key)}") is None


def test_a_sealed_text_that_no_page_sends_is_refused():
    session, ben, ana = two_phones()
    fields = filled(ben, session, a_round(1, 40))
    for wrong in ({"slot": "0"}, {"revision": "9"}, {"submission": "x"}, {"sender": "x"}):
        answer = take(ana, code_of(ben, session, fields | wrong))
        assert (answer.status_code, Page(answer).all("p", id="wrong")[0].text) == (422, CHANGED), (
            wrong
        )


def test_a_code_is_of_use_only_to_those_who_may_score_its_game():
    session, ben, ana = two_phones()
    code = code_of(ben, session, filled(ben, session, a_round(1, 40)))
    elsewhere, _other = a_hosted_game()
    watcher = a_member(session.group, Role.VIEWER)
    for phone in (elsewhere, watcher, a_phone()):
        answer = take(phone, code)
        assert_refused(answer, "This device can’t score that game.")
        assert "Chimera" not in Page(answer).said
    session.change(deleted_at=session.started_at)
    assert "This device can’t score that game." in Page(take(ana, code)).said


def test_a_removed_phone_can_no_longer_hand_over():
    session, ben, ana = two_phones()
    code = code_of(ben, session, filled(ben, session, a_round(1, 40)))
    answer = take(ana, code)
    remove_device(Member.objects.get(device=device(ben), session=None))
    assert "That phone can no longer score this game." in Page(take(ana, code)).said
    press_save(ana, session, answer)  # it is saved all the same, as that of the phone that sent it
    assert (newest(session).slot, newest(session).sender) == (3, None)


def test_a_phone_that_scans_its_own_code_saves_its_own_entry():
    session, ben, _ana = two_phones()
    answer = take(ben, code_of(ben, session, filled(ben, session, a_round(1, 40))))
    assert "for Ben’s phone" not in Page(answer).said
    press_save(ben, session, answer)
    assert (newest(session).slot, newest(session).sender) == (3, None)


def test_a_phone_that_handed_nothing_over_is_not_named_beside_an_entry():
    session, ben, ana = two_phones()
    stranger, other = a_hosted_game()
    taken = Page(take(ana, code_of(ben, session, filled(ben, session, a_round(1, 40)))))
    [signed] = taken.form(to("enter", session)).fields["sender"]
    mine = seen_by(ben, session).member_id
    assert signed.startswith(f"{mine}:")
    for sender in (mine, seen_by(stranger, other).member_id, 10**17, signed):
        fields = filled(ana, session, a_round(1, 40)) | {"sender": str(sender)}
        assert ana.post(to("enter", session), fields).status_code == 302
        assert newest(session).sender is None


def test_the_seal_is_part_of_a_digest_so_that_nobody_can_continue_a_text():
    digest = hashlib.sha256(b"key" + b"1text").digest()
    assert seal_of("1text", "key") == letters(digest[:12])


def test_only_pages_of_those_who_score_have_a_key_and_each_device_has_its_own():
    session, ben, ana = two_phones()
    watcher = a_member(session.group, Role.VIEWER)
    keys = {phone: key_on_page(phone, to("table", session)) for phone in (ben, ana, watcher)}
    assert len({keys[ben], keys[ana], None}) == 3
    assert keys[watcher] is None
    assert key_on_page(ben, to("enter", session)) == keys[ben]
    assert key_on_page(ben, "/") is None


def key_on_page(phone, address):
    buttons = Page(phone.get(address)).all("button", id="hand-over")
    return buttons[0].get("data-sealing") if buttons else None


def test_the_history_names_the_sender_of_a_corrected_entry_until_it_is_erased():
    session, ben, ana = two_phones()
    press_save(ana, session, take(ana, code_of(ben, session, filled(ben, session, a_round(1, 40)))))
    handed_over = newest(session)
    correct(ana, session, 3, a_round(1, 30))
    assert said(ana, "history", session).count("Ana’s phone for Ben’s phone · ") == 1
    Member.objects.filter(device=device(ben)).delete()
    handed_over.refresh_from_db()
    assert handed_over.sender is None
    assert "Ben’s phone" not in said(ana, "history", session)
