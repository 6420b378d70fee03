"""Conflicts between two phones at one table: the second is told, and nothing is lost."""

from functools import partial
from uuid import uuid4

import pytest

from scorekeeper.models import GameSession, Player, Revision, Role
from tests.app.support.at_once import at_once
from tests.app.support.factories import (
    a_group,
    a_hosted_game,
    a_member,
    a_phone,
    a_round,
    a_setup,
    add,
    correct,
    let_in,
    open_form,
    remove,
    seen_by,
    set_target,
    table_of,
    to,
    totals,
    two_phones,
    typed,
    undo,
)
from tests.app.support.pages import Page, assert_refused


def target_changed_meanwhile():
    """A game, a phone, and its form for the options, made before another phone set the target."""
    session, first, second = two_phones()
    stale = open_form(second, to("options", session))
    set_target(first, session, 250)
    return session, second, stale


def save(phone, session, form, entry, **more):
    return phone.post(to("enter", session), {**form, **typed(entry), **more})


def both_save(session, first, second, mine=None):
    """Both open the form of the same round and save; return the answer to the second."""
    forms = [open_form(phone, to("enter", session)) for phone in (first, second)]
    save(first, session, forms[0], a_round(0, 20))
    return save(second, session, forms[1], mine or a_round(1, 40))


def choices(response, session):
    """The fields each button of the conflict page sends: the first replaces, the second adds."""
    return [form.fields for form in Page(response).forms if form.action == to("enter", session)]


def test_the_second_phone_sees_the_saved_version_beside_its_own():
    session, first, second = two_phones()
    response = both_save(session, first, second)
    page = assert_refused(response, "A phone saved another one before yours arrived.", 409)
    assert "Ana +40" in page.said
    assert "Ben +80" in page.said
    assert totals(session) == (40, 0, 0)
    assert to("table", session) in page.links()
    phone, same = a_hosted_game()
    said = Page(both_save(same, phone, phone)).said  # in another tab
    assert "You saved another one before this arrived." in said
    assert "before yours arrived" not in said


def test_two_phones_that_save_the_same_both_hear_that_it_is_saved():
    session, first, second = two_phones()
    response = both_save(session, first, second, a_round(0, 20))
    assert (response.status_code, response.url) == (302, f"{to('table', session)}#saved")
    assert totals(session) == (40, 0, 0)
    stale = open_form(second, to("correct", session, 1))
    correct(first, session, 1, a_round(2, 30))
    answer = second.post(to("correct", session, 1), {**stale, **typed(a_round(2, 30))})
    assert answer.status_code == 302
    assert Revision.objects.filter(session=session, slot=1).count() == 2


def test_the_second_phone_can_keep_both_as_two_rounds():
    session, first, second = two_phones()
    _, beside = choices(both_save(session, first, second), session)
    assert second.post(to("enter", session), beside).status_code == 302
    assert totals(session) == (40, 80, 0)


def test_the_second_phone_can_replace_the_version_of_the_first_by_all_that_it_entered():
    session, first, second = two_phones()
    mine = a_round(
        1, 40, traps=2, chimera_attack=True, idle_hunters=[2], toads={"0": 1}, cats={"1": 2}
    )
    instead, _ = choices(both_save(session, first, second, mine), session)
    correct(first, session, 1, a_round(2, 30))  # it was faster again
    response = second.post(to("enter", session), instead)
    assert_refused(response, "Cho +60", 409)
    instead, *_ = choices(response, session)
    assert second.post(to("enter", session), instead).status_code == 302
    assert totals(session) == (10, 190, 0)
    assert Revision.objects.filter(session=session, slot=1).count() == 3


def test_a_stale_correction_overwrites_nothing():
    session, first, second = two_phones(rounds=1)
    stale = open_form(second, to("correct", session, 1))
    correct(first, session, 1, a_round(2, 30))
    response = second.post(to("correct", session, 1), {**stale, **typed(a_round(1, 40))})
    assert response.status_code == 409
    assert totals(session) == (0, 0, 60)
    (instead,) = choices(response, session)
    assert second.post(to("enter", session), instead).status_code == 302
    assert totals(session) == (0, 80, 0)


def test_a_correction_of_a_meanwhile_removed_round_can_restore_it():
    session, first, second = two_phones(rounds=2)
    stale = open_form(second, to("correct", session, 1))
    remove(first, session, 1)
    response = second.post(to("correct", session, 1), {**stale, **typed(a_round(1, 40))})
    assert response.status_code == 409
    said = Page(response).said
    for words in ("A phone removed round 1 before yours", "Keep it removed Use mine", "Ben +80"):
        assert words in said
    assert not any(words in said for words in ("saved another", "Keep theirs", "Saved"))
    (instead,) = choices(response, session)
    second.post(to("enter", session), instead)
    assert [round.entry.slot for round in table_of(session).rounds] == [1, 2]
    assert totals(session) == (40, 80, 0)


def entered_and_undone_meanwhile():
    session, first, second = two_phones()
    form = open_form(second, to("enter", session))
    add(session, a_round())
    undo(first, session)
    return session, second, form


def test_a_round_for_a_place_that_is_empty_again_is_saved_once_without_asking():
    session, second, form = entered_and_undone_meanwhile()
    assert [save(second, session, form, a_round(1, 40)).status_code for _ in range(2)] == [302] * 2
    assert totals(session) == (0, 80, 0)
    assert "Round 1 entered Scorer’s phone" in Page(second.get(to("table", session))).said
    assert not table_of(session).rounds[0].is_corrected
    undo(second, session)
    assert save(second, session, form, a_round(1, 40)).status_code == 302
    assert totals(session) == (0, 0, 0)


@pytest.mark.parametrize("later", [a_round(1, 40), a_round(2, 30)])
def test_offline_rounds_that_counted_on_from_such_a_place_follow_it(later):
    session, second, form = entered_and_undone_meanwhile()
    stamps = [{**form, "slot": str(slot), "submission": str(uuid4())} for slot in (1, 2, 3)]
    entries = [a_round(1, 40), later, a_round(1, 40)]
    for _ in range(2):
        answers = [save(second, session, *sent) for sent in zip(stamps, entries, strict=True)]
        assert [answer.status_code for answer in answers] == [302] * 3
    assert [round.entry.data["bid"] for round in table_of(session).rounds] == [
        entry["bid"] for entry in entries
    ]


def test_a_place_that_someone_else_filled_again_is_a_conflict():
    session, second, form = entered_and_undone_meanwhile()
    third = a_member(session.group, Role.SCORER)
    add(seen_by(third, session), a_round(2, 30))
    ahead = {**form, "slot": "2"}
    assert save(second, session, ahead, a_round(1, 40)).status_code == 409


def test_two_forms_of_one_phone_for_the_place_after_a_removed_round_are_a_conflict():
    phone, session = a_hosted_game()
    add(session, a_round(0, 20))
    undo(phone, session)
    assert both_save(session, phone, phone).status_code == 409
    assert totals(session) == (40, 0, 0)


def test_an_impossible_round_is_refused_before_it_becomes_a_conflict():
    session, first, second = two_phones()
    refused = both_save(session, first, second, a_round(1, idle_hunters=[1]))
    assert refused.status_code == 422
    fields = Page(refused).form(to("enter", session)).fields
    corrected = {**fields, "idle_hunters": ["2"]}
    assert second.post(to("enter", session), corrected).status_code == 409
    assert totals(session) == (40, 0, 0)


def set_options(phone, session, form, **more):
    return phone.post(to("options", session), {**form, **more})


def target_and_comment(session):
    session.refresh_from_db()
    return table_of(session).target, session.comment


def test_a_stale_change_of_target_is_reported_and_keeps_all_that_was_typed():
    session, second, stale = target_changed_meanwhile()
    refused = set_options(second, session, stale, target="own", own_target="0")
    assert refused.status_code == 422
    stale = Page(refused).form(to("options", session)).fields  # which it still is
    response = set_options(second, session, stale, target="750", comment="at the lake")
    page = assert_refused(
        response, "just changed this: target 250. Save again to replace it with yours."
    )
    assert target_and_comment(session) == (250, "")
    set_options(second, session, page.form(to("options", session)).fields)
    assert target_and_comment(session) == (750, "at the lake")


def test_a_comment_saved_from_a_stale_form_leaves_the_new_target_alone():
    session, second, stale = target_changed_meanwhile()
    assert set_options(second, session, stale, comment="at the lake").status_code == 302
    assert target_and_comment(session) == (250, "at the lake")


def test_a_stale_comment_and_the_target_beside_it_are_not_saved_before_they_are_sent_again():
    session, first, second = two_phones()
    stale = open_form(second, to("options", session))
    set_options(first, session, open_form(first, to("options", session)), comment="at the lake")
    response = set_options(second, session, stale, target="750", comment="home")
    page = assert_refused(response, "Someone else just wrote: “at the lake”")
    fields = page.form(to("options", session)).fields
    assert (fields["target"], fields["comment"]) == (["750"], ["home"])
    assert target_and_comment(session) == (400, "at the lake")
    set_options(second, session, fields)
    assert target_and_comment(session) == (750, "home")


def test_ending_a_game_keeps_the_new_target_and_saves_the_comment():
    session, second, stale = target_changed_meanwhile()
    answer = second.post(to("end", session), {**stale, "comment": "Ben had to go"})
    assert answer.status_code == 302
    assert target_and_comment(session) == (250, "Ben had to go")
    assert table_of(session).board.finished


# What two devices do at the same moment is in test_writers_in_pairs, test_simultaneous and
# test_starts_once; here are more than two, and what is the same.


@pytest.mark.django_db(transaction=True)
def test_all_but_one_of_six_phones_that_save_at_once_get_a_choice_and_nothing_is_lost():
    session, host, _ = two_phones(target=99999)
    phones = [a_member(session.group, Role.SCORER) for _ in range(6)]
    forms = [open_form(phone, to("enter", session)) for phone in phones]

    def save_and_keep_both(number):
        entry = a_round(number % 3, (20, 30)[number // 3])
        response = save(phones[number], session, forms[number], entry)
        tries = 0
        while response.status_code == 409:
            _, beside = choices(response, session)
            response = phones[number].post(to("enter", session), beside)
            tries += 1
        return response.status_code, tries

    answers = at_once(*(partial(save_and_keep_both, number) for number in range(6)))
    assert {status for status, _ in answers} == {302}
    assert sum(tries == 0 for _, tries in answers) == 1
    assert totals(session) == (100, 100, 100)
    assert [round.number for round in table_of(session).rounds] == list(range(1, 7))
    assert "Round 6" in Page(host.get(to("history", session))).said


@pytest.mark.django_db(transaction=True)
def test_a_submission_that_arrives_twice_at_once_is_saved_once_and_answered_alike():
    session, phone, _ = two_phones()
    form = open_form(phone, to("enter", session))
    answers = at_once(*[partial(save, phone, session, form, a_round(0, 20))] * 2)
    assert [(answer.status_code, answer.url) for answer in answers] == [
        (302, f"{to('table', session)}#saved")
    ] * 2
    assert Revision.objects.filter(session=session, slot=1).count() == 1


@pytest.mark.django_db(transaction=True)
def test_none_of_four_concurrent_comments_is_overwritten():
    session, phone, _ = two_phones()
    form = open_form(phone, to("options", session))
    phones = [a_member(session.group, Role.SCORER) for _ in range(4)]
    answers = at_once(
        *(
            partial(set_options, phone, session, form, comment=f"{number} wrote")
            for number, phone in enumerate(phones)
        )
    )
    statuses = [answer.status_code for answer in answers]
    assert sorted(statuses) == [302, 422, 422, 422]
    assert target_and_comment(session)[1] == f"{statuses.index(302)} wrote"
    others = [Page(answer).said for answer in answers if answer.status_code == 422]
    assert all(f"just wrote: “{session.comment}”" in said for said in others)


@pytest.mark.django_db(transaction=True)
def test_two_concurrent_games_with_the_same_new_player_create_one_player():
    first, second = phones = a_phone(), a_phone()
    group = a_group(first, names=())
    let_in(second, group, Role.SCORER)
    setups = [a_setup(start="1", group=group.pk) for _ in phones]
    answers = at_once(
        *(
            partial(phone.post, "/new/chimera/", setup)
            for phone, setup in zip(phones, setups, strict=True)
        )
    )
    assert [answer.status_code for answer in answers] == [302, 302]
    assert GameSession.objects.count() == 2
    assert Player.objects.filter(group=group).count() == 3


@pytest.mark.django_db(transaction=True)
def test_a_concurrent_comment_and_save_are_two_changes_of_the_page():
    session, first, second = two_phones()
    form, options = (open_form(first, to(page, session)) for page in ("enter", "options"))
    version = GameSession.objects.get().version
    at_once(
        partial(save, first, session, form, a_round()),
        partial(set_options, second, session, options, comment="Ben was late"),
    )
    assert GameSession.objects.get().version == version + 2


def test_a_throw_is_never_entered_for_another_player_than_its_form_named():
    session, ana, ben = two_phones(game="molkky", options={"target": 50})
    address = to("enter", session)
    first, second = (open_form(phone, address) for phone in (ana, ben))
    assert ana.post(address, first | {"throw": "7"}).status_code == 302
    answer = ben.post(address, second | {"throw": "12"})
    assert answer.status_code == 409
    assert "Keep both" not in Page(answer).said  # it would be the next player’s
    stale = open_form(ben, address)
    undo(ana, session)
    answer = ben.post(address, stale | {"throw": "12"})
    assert_refused(answer, "It is Ana’s turn now. Check whose points these are")
    form = Page(answer).form(address).fields
    assert form["throw"] == ["12"]
    assert ben.post(address, form).status_code == 302
    assert table_of(session).log.entries[-1].data == {"player": 0, "throw": 12}


def test_a_throw_that_was_filled_in_ahead_is_for_whoever_is_next():
    session, ana, ben = two_phones(game="molkky", options={"target": 50})
    address = to("enter", session)
    form = open_form(ana, address)
    del form["player_shown"]  # as the script does that empties the form
    add(session, {"player": 0, "throw": 5})
    ahead = open_form(ben, address)
    assert ahead["player_shown"] == ["1"]
    answer = ana.post(address, form | {"slot": ahead["slot"], "throw": "12"})
    assert answer.status_code == 302
    assert table_of(session).log.entries[-1].data == {"player": 1, "throw": 12}
