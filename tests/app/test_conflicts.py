"""Conflicts between two phones at one table: the second is told, and nothing is lost."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from threading import Barrier
from uuid import uuid4

import pytest
from django.db import connection

from scorekeeper.models import GameSession, Group, Player, Revision, Role
from tests.app.support.factories import (
    a_game,
    a_group,
    a_member,
    a_phone,
    a_round,
    a_setup,
    correct,
    enter,
    let_in,
    open_form,
    remove,
    set_target,
    table_of,
    to,
    totals,
    typed,
    undo,
)
from tests.app.support.pages import Page

pytestmark = pytest.mark.django_db


def two_phones(**game):
    first = a_phone()
    session = a_game(first, **game)
    return session, first, a_member(session.group, Role.SCORER)


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
    assert response.status_code == 409
    said = Page(response).said
    assert "a phone" in said
    assert "Ana +40" in said
    assert "Ben +80" in said
    assert totals(session) == (40, 0, 0)
    assert to("table", session) in Page(response).links()


def test_the_author_is_named_only_when_it_is_another_device():
    session, first, second = two_phones()
    assert (
        "A phone saved another one before yours arrived."
        in Page(both_save(session, first, second)).said
    )
    phone = a_phone()
    same = Page(both_save(a_game(phone), phone, phone))  # in another tab
    assert "You saved another one before this arrived." in same.said
    assert "before yours arrived" not in same.said


def test_two_phones_that_save_the_same_round_both_hear_that_it_is_saved():
    session, first, second = two_phones()
    response = both_save(session, first, second, a_round(0, 20))
    assert (response.status_code, response.url) == (302, f"{to('table', session)}#saved")
    assert totals(session) == (40, 0, 0)
    assert Revision.objects.filter(session=session, slot=1).count() == 1


def test_two_phones_that_make_the_same_correction_both_hear_that_it_is_saved():
    session, first, second = two_phones(rounds=1)
    stale = open_form(second, to("correct", session, 1))
    correct(first, session, 1, a_round(2, 30))
    answer = second.post(to("correct", session, 1), {**stale, **typed(a_round(2, 30))})
    assert answer.status_code == 302
    assert Revision.objects.filter(session=session, slot=1).count() == 2


def test_the_second_phone_can_replace_the_version_of_the_first():
    session, first, second = two_phones()
    instead, _ = choices(both_save(session, first, second), session)
    assert second.post(to("enter", session), instead).status_code == 302
    assert totals(session) == (0, 80, 0)
    assert Revision.objects.filter(session=session, slot=1).count() == 2


def test_the_second_phone_can_keep_both_as_two_rounds():
    session, first, second = two_phones()
    _, beside = choices(both_save(session, first, second), session)
    assert second.post(to("enter", session), beside).status_code == 302
    assert totals(session) == (40, 80, 0)


def test_everything_the_second_phone_entered_is_still_there_when_it_chooses():
    session, first, second = two_phones()
    mine = a_round(
        1, 40, traps=2, chimera_attack=True, idle_hunters=[2], toads={"0": 1}, cats={"1": 2}
    )
    instead, _ = choices(both_save(session, first, second, mine), session)
    second.post(to("enter", session), instead)
    assert totals(session) == (10, 190, 0)


def test_a_third_phone_that_was_faster_causes_another_conflict():
    session, first, second = two_phones()
    instead, _ = choices(both_save(session, first, second), session)
    correct(first, session, 1, a_round(2, 30))
    response = second.post(to("enter", session), instead)
    assert response.status_code == 409
    assert "Cho +60" in Page(response).said
    instead, *_ = choices(response, session)
    assert second.post(to("enter", session), instead).status_code == 302
    assert totals(session) == (0, 80, 0)


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
    assert "A phone removed Round 1 before yours arrived." in said
    assert "Keep it removed Use mine" in said
    assert not any(words in said for words in ("saved another", "Keep theirs"))
    assert "Saved" not in said
    assert "Ben +80" in said
    (instead,) = choices(response, session)
    second.post(to("enter", session), instead)
    assert [round.entry.slot for round in table_of(session).rounds] == [1, 2]
    assert totals(session) == (40, 80, 0)


def entered_and_undone_meanwhile():
    session, first, second = two_phones()
    form = open_form(second, to("enter", session))
    enter(first, session)
    undo(first, session)
    return session, second, form


def test_a_round_for_a_place_that_is_empty_again_is_saved_without_asking():
    session, second, form = entered_and_undone_meanwhile()
    assert save(second, session, form, a_round(1, 40)).status_code == 302
    assert totals(session) == (0, 80, 0)
    assert "Round 1 entered Scorer’s phone" in Page(second.get(to("table", session))).said
    assert not table_of(session).rounds[0].corrected


def test_a_round_for_a_place_that_is_empty_again_counts_once_however_often_it_is_sent():
    session, second, form = entered_and_undone_meanwhile()
    assert [save(second, session, form, a_round(1, 40)).status_code for _ in range(3)] == [302] * 3
    assert totals(session) == (0, 80, 0)
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
    enter(third, session, a_round(2, 30))
    ahead = {**form, "slot": "2"}
    assert save(second, session, ahead, a_round(1, 40)).status_code == 409


def test_an_impossible_round_is_refused_before_it_becomes_a_conflict():
    session, first, second = two_phones()
    assert both_save(session, first, second, a_round(1, idle_hunters=[1])).status_code == 422


def test_a_refused_stale_form_is_still_stale():
    session, first, second = two_phones()
    refused = both_save(session, first, second, a_round(1, idle_hunters=[1]))
    fields = Page(refused).form(to("enter", session)).fields
    corrected = {**fields, "idle_hunters": ["2"]}
    assert second.post(to("enter", session), corrected).status_code == 409
    assert totals(session) == (40, 0, 0)


def test_a_stale_change_of_target_is_reported_and_keeps_all_that_was_typed():
    session, second, stale = target_changed_meanwhile()
    response = second.post(
        to("options", session), {**stale, "target": "750", "comment": "at the lake"}
    )
    assert response.status_code == 422
    page = Page(response)
    assert "just changed this: target 250. Save again to replace it with yours." in page.said
    session.refresh_from_db()
    assert (table_of(session).target, session.comment) == (250, "")
    assert second.post(to("options", session), page.form(to("options", session)).fields)
    session.refresh_from_db()
    assert (table_of(session).target, session.comment) == (750, "at the lake")


def test_a_comment_saved_from_a_stale_form_leaves_the_new_target_alone():
    session, second, stale = target_changed_meanwhile()
    answer = second.post(to("options", session), {**stale, "comment": "at the lake"})
    assert answer.status_code == 302
    session.refresh_from_db()
    assert (table_of(session).target, session.comment) == (250, "at the lake")


def test_a_changed_target_stays_typed_when_the_comment_is_stale():
    session, first, second = two_phones()
    stale = open_form(second, to("options", session))
    first.post(
        to("options", session),
        {**open_form(first, to("options", session)), "comment": "at the lake"},
    )
    response = second.post(to("options", session), {**stale, "target": "750", "comment": "home"})
    assert response.status_code == 422
    fields = Page(response).form(to("options", session)).fields
    assert (fields["target"], fields["comment"]) == (["750"], ["home"])
    assert table_of(session).target == 400


def test_a_refused_stale_change_of_target_is_still_stale():
    session, second, stale = target_changed_meanwhile()
    refused = second.post(to("options", session), {**stale, "target": "own", "own_target": "0"})
    assert refused.status_code == 422
    fields = Page(refused).form(to("options", session)).fields
    assert second.post(to("options", session), {**fields, "target": "750"}).status_code == 422
    assert table_of(session).target == 250


def test_ending_a_game_keeps_the_new_target_and_saves_the_comment():
    session, second, stale = target_changed_meanwhile()
    answer = second.post(to("end", session), {**stale, "comment": "Ben had to go"})
    assert answer.status_code == 302
    session.refresh_from_db()
    assert table_of(session).board.finished
    assert (table_of(session).target, session.comment) == (250, "Ben had to go")


@contextmanager
def together(count):
    """Run functions concurrently, each in a thread with its own connection."""
    barrier = Barrier(count)

    def begin(act, number):
        barrier.wait(timeout=20)
        try:
            return act(number)
        finally:
            connection.close()

    with ThreadPoolExecutor(count) as pool:
        yield lambda act: list(pool.map(lambda number: begin(act, number), range(count)))


@pytest.mark.django_db(transaction=True)
def test_one_of_two_phones_that_save_at_once_gets_a_conflict_and_nothing_is_lost():
    session, *phones = two_phones()
    forms = [open_form(phone, to("enter", session)) for phone in phones]
    mine = [a_round(0, 20), a_round(1, 40)]
    with together(2) as both:
        answers = both(lambda n: save(phones[n], session, forms[n], mine[n]))
    assert sorted(answer.status_code for answer in answers) == [302, 409]
    said = next(Page(answer).said for answer in answers if answer.status_code == 409)
    assert "Ana +40" in said
    assert "Ben +80" in said
    assert Revision.objects.filter(session=session, slot=1).count() == 1
    assert totals(session) in ((40, 0, 0), (0, 80, 0))


@pytest.mark.django_db(transaction=True)
def test_seven_of_eight_phones_that_save_at_once_get_a_choice_and_nothing_is_lost():
    session, host, _ = two_phones(target=99999)
    phones = [a_member(session.group, Role.SCORER) for _ in range(8)]
    forms = [open_form(phone, to("enter", session)) for phone in phones]

    def save_and_keep_both(number):
        response = save(
            phones[number], session, forms[number], a_round(number % 3, (20, 30, 40)[number // 3])
        )
        tries = 0
        while response.status_code == 409:
            _, beside = choices(response, session)
            response = phones[number].post(to("enter", session), beside)
            tries += 1
        return response.status_code, tries

    with together(8) as all_of_them:
        answers = all_of_them(save_and_keep_both)
    assert {status for status, _ in answers} == {302}
    assert sum(tries == 0 for _, tries in answers) == 1
    assert sorted(totals(session)) == [100, 180, 180]
    assert [round.number for round in table_of(session).rounds] == list(range(1, 9))
    assert "Round 8" in Page(host.get(to("history", session))).said


@pytest.mark.django_db(transaction=True)
def test_a_submission_that_arrives_twice_at_once_is_saved_once_and_answered_alike():
    session, phone, _ = two_phones()
    form = open_form(phone, to("enter", session))
    with together(2) as both:
        answers = both(lambda n: save(phone, session, form, a_round(0, 20)))
    assert [(answer.status_code, answer.url) for answer in answers] == [
        (302, f"{to('table', session)}#saved")
    ] * 2
    assert Revision.objects.filter(session=session, slot=1).count() == 1


@pytest.mark.django_db(transaction=True)
def test_only_one_of_a_concurrent_undo_and_correction_succeeds():
    session, first, second = two_phones(rounds=1)
    stamp = open_form(first, to("table", session), to("undo", session))
    form = open_form(second, to("correct", session, 1))
    acts = [
        lambda: first.post(to("undo", session), stamp),
        lambda: second.post(to("correct", session, 1), {**form, **typed(a_round(1, 40))}),
    ]
    with together(2) as both:
        answers = both(lambda n: acts[n]())
    assert sorted(answer.status_code for answer in answers) == [302, 409]
    assert Revision.objects.filter(session=session, slot=1).count() == 2


@pytest.mark.django_db(transaction=True)
def test_two_phones_that_draft_different_fields_at_once_keep_both():
    session, *phones = two_phones()
    forms = [open_form(phone, to("enter", session)) for phone in phones]
    notes = [{"bid": "30"}, {"traps": "1"}]
    with together(2) as both:
        both(lambda n: phones[n].post(to("draft", session), {**forms[n], **notes[n]}))
    session.refresh_from_db()
    assert session.draft["fields"]["bid"] == ["30"]
    assert session.draft["fields"]["traps"] == ["1"]


@pytest.mark.django_db(transaction=True)
def test_none_of_eight_concurrent_comments_is_overwritten():
    session, phone, _ = two_phones()
    form = open_form(phone, to("options", session))
    phones = [a_member(session.group, Role.SCORER) for _ in range(8)]
    with together(8) as all_of_them:
        answers = all_of_them(
            lambda n: phones[n].post(to("options", session), {**form, "comment": f"{n} wrote"})
        )
    assert sorted(answer.status_code for answer in answers) == [302] + 7 * [422]
    session.refresh_from_db()
    assert session.comment == next(
        f"{n} wrote" for n, answer in enumerate(answers) if answer.status_code == 302
    )
    assert all(
        f"just wrote: “{session.comment}”" in Page(a).said for a in answers if a.status_code == 422
    )


@pytest.mark.django_db(transaction=True)
def test_concurrent_taps_on_start_create_one_game():
    phone, setup = a_phone(), a_setup(start="1")
    with together(2) as both:
        answers = both(lambda n: phone.post("/new/chimera/", setup))
    assert answers[0].url == answers[1].url
    assert GameSession.objects.count() == Group.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_two_concurrent_games_with_the_same_new_player_create_one_player():
    first, second = a_phone(), a_phone()
    group = a_group(first, names=())
    let_in(second, group, Role.SCORER)
    phones = [first, second]
    setups = [a_setup(start="1", group=group.pk, submission=str(uuid4())) for _ in phones]
    with together(2) as both:
        answers = both(lambda n: phones[n].post("/new/chimera/", setups[n]))
    assert [answer.status_code for answer in answers] == [302, 302]
    assert GameSession.objects.count() == 2
    assert Player.objects.filter(group=group).count() == 3


@pytest.mark.django_db(transaction=True)
def test_a_concurrent_comment_and_save_are_two_changes_of_the_page():
    session, first, second = two_phones()
    form, options = (open_form(first, to(page, session)) for page in ("enter", "options"))
    version = GameSession.objects.get().version
    acts = [
        lambda: save(first, session, form, a_round()),
        lambda: second.post(to("options", session), {**options, "comment": "Ben was late"}),
    ]
    with together(2) as both:
        both(lambda n: acts[n]())
    assert GameSession.objects.get().version == version + 2
