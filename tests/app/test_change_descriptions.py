"""Descriptions of changes: undone corrections, a new target, inserted rounds, solo games."""

import pytest

from scorekeeper.models import Role
from tests.app.support.factories import (
    a_game,
    a_hosted_game,
    a_member,
    a_round,
    correct,
    end_early,
    enter,
    remove,
    said,
    set_target,
    submit,
    table_of,
    to,
    undo,
)
from tests.app.support.pages import Page, text_of
from tests.app.support.score_pads import PLAIN
from tests.app.support.sheets import start_sheet
from tests.support.entries import column

MOLKKY = {"target": 50, "back_to": 25, "out_after_three": True}
TRICKS = {"short_match": False, "crystal_scarcity": False}


def banner(phone, session):
    """The description of the last change on the table page, and the button beside it. If that waits
    for a network, it is listed by both.
    """
    (form,) = Page(phone.get(to("table", session))).all(id="saved")
    text = text_of(form)
    what, button = text.partition(" a phone ·")[0], text.split()[-1]
    assert form.get("data-outbox").startswith(f"{button} · {what} · ")
    return text


def test_an_undone_correction_is_described_as_taken_back_and_can_be_redone():
    phone, session = a_hosted_game(rounds=2)
    correct(phone, session, 1, a_round(1, 40))
    for what, button in [
        ("Round 1 corrected", "Undo"),
        ("Round 1: correction undone", "Redo"),
        ("Round 1 corrected again", "Undo"),
        ("Round 1: correction undone", "Redo"),
    ]:
        line = banner(phone, session)
        assert line.startswith(f"{what} a phone ·")
        assert line.endswith(button)
        assert what in said(phone, "history", session)
        undo(phone, session)


def test_after_an_undo_neither_a_correction_nor_a_removal_is_again():
    phone, session = a_hosted_game(rounds=1)
    correct(phone, session, 1, a_round(1, 40))
    undo(phone, session)
    correct(phone, session, 1, a_round(2, 30))
    for what, change in [
        ("Round 1 corrected", undo),
        ("Round 1: correction undone", lambda *game: remove(*game, 1)),
        ("Round 1 removed", undo),
        ("Round 1 restored", undo),
        ("Round 1 removed", None),
    ]:
        assert banner(phone, session).startswith(f"{what} a phone ·")
        if change:
            change(phone, session)


def test_a_changed_target_is_described_and_so_is_the_one_it_returns_to():
    phone, session = a_hosted_game(rounds=1)
    set_target(phone, session, 500)
    assert banner(phone, session).startswith("Target: now 500 a phone ·")
    undo(phone, session)
    assert banner(phone, session).startswith("Target: back to 400 a phone ·")
    assert banner(phone, session).endswith("Redo")
    page = said(phone, "history", session)
    changes = "Target: back to 400", "Target: now 500", "Game started"
    places = [page.index(change) for change in changes]
    assert places == sorted(places)


def test_adding_or_dropping_an_optional_rule_is_described():
    phone, session = a_hosted_game(game="chimera_tricks", options=TRICKS)
    fields = Page(phone.get(to("options", session))).form(to("options", session)).fields
    phone.post(to("options", session), {**fields, "crystal_scarcity": "on"})
    assert banner(phone, session).startswith("Options: now ")
    undo(phone, session)
    assert banner(phone, session).startswith("No longer: ")


def test_a_rule_that_is_on_as_usual_is_described_when_it_is_switched():
    phone, session = a_hosted_game(game="molkky", options=MOLKKY)
    for fields, line in [
        ({"out_after_three": None}, "Out after three misses in a row: now no "),
        ({"out_after_three": "on"}, "Out after three misses in a row: now yes "),
    ]:
        page = Page(phone.get(to("options", session))).form(to("options", session)).fields
        phone.post(to("options", session), {k: v for k, v in {**page, **fields}.items() if v})
        assert banner(phone, session).startswith(line)
    undo(phone, session)
    assert banner(phone, session).startswith("Out after three misses in a row: back to no ")


def test_an_option_whose_label_is_no_noun_is_described_in_words_that_fit():
    phone, session = a_hosted_game(game="hearts", options={"target": 100, "moon": "others"})
    fields = Page(phone.get(to("options", session))).form(to("options", session)).fields
    phone.post(to("options", session), {**fields, "target": "50"})
    assert banner(phone, session).startswith("Ends at: now 50 ")
    assert "reverts the game’s settings" in said(phone, "history", session).lower()


@pytest.mark.parametrize(
    ("names", "line"),
    [
        (("Maximiliane-Wolfgangine Donau", "Ben"), "Maximiliane-Wolfgangine Donau · 12"),
        (("Maximiliane-Wolfgangine Donauer", "Ben"), "Maximiliane-Wol… · 12"),
        (("김수한무거북이와두루미삼천갑", "Ben"), "김수한무거북이와두루미삼천갑 · 12"),
        (("김수한무거북이와두루미삼천갑자동방", "Ben"), "김수한무거북이와… · 12"),
    ],
)
def test_a_long_name_is_cut_in_the_line_of_the_last_change_and_its_points_are_not(names, line):
    throw = {"player": 0, "throw": 12}
    phone, session = a_hosted_game(game="molkky", names=names, options=MOLKKY, rounds=[throw])
    assert banner(phone, session).startswith(f"{line} a phone")


@pytest.mark.parametrize(
    ("names", "line"),
    [
        (("Ana", "Ben"), "Round 1 · Ana +90 · Ben 0"),
        (("Maximiliane", "Bartholomäus"), "Round 1 entered"),
        (("健太郎", "美咲子と"), "Round 1 entered"),
    ],
)
def test_the_points_stand_in_the_line_of_the_last_change_if_they_fit(names, line):
    points = {"points": {"0": 90, "1": 0}}
    phone, session = a_hosted_game(game="score_pad", names=names, options=PLAIN, rounds=[points])
    assert banner(phone, session).startswith(f"{line} a phone")


def test_only_an_inserted_round_is_marked_as_inserted():
    phone, session = a_hosted_game(rounds=[a_round(0), a_round(1)])
    assert "inserted" not in said(phone, "table", session)
    enter(phone, session, a_round(2, 40), address=to("enter", session) + "?before=2")
    assert [round.is_inserted for round in table_of(session).rounds] == [False, True, False]
    assert said(phone, "table", session).count("inserted") == 2  # the banner, the sheet
    assert "Round 2 inserted" in said(phone, "history", session)
    enter(phone, session)
    assert [round.is_inserted for round in table_of(session).rounds] == [False, True, False, False]
    assert "Round 4 entered" in said(phone, "history", session)


def test_a_round_entered_after_a_removed_one_is_not_marked_as_inserted():
    phone, session = a_hosted_game(rounds=3)
    assert "Enter round 4 Chimera" in said(phone, "enter", session)
    before = Page(phone.get(to("enter", session) + "?before=2")).said
    assert "Insert before round 2 Chimera" in before
    remove(phone, session, 2)
    remove(phone, session, 3)
    enter(phone, session)
    assert "inserted" not in said(phone, "history", session)


def test_a_solo_game_shows_points_but_no_winner():
    phone, session = a_hosted_game(
        names=("Sue",), game="score_pad", options=PLAIN, rounds=[{"points": {"0": 50}}]
    )
    end_early(phone, session)
    assert "Sue: 50" in phone.get("/").content.decode()
    assert "won" not in Page(phone.get("/")).said
    table = phone.get(to("table", session)).content.decode()
    assert "Change players" not in table
    assert 'class="rank"' not in table
    assert "Rematch" in table


def test_the_link_text_names_its_target():
    host, going_on = a_hosted_game(rounds=1)
    won = a_game(host, target=40, rounds=1)
    early = a_game(host, rounds=1)
    end_early(host, early)
    scorer = a_member(won.group, Role.SCORER)
    for phone, session, link in [
        (host, going_on, "Target, comment, end or delete"),
        (host, early, "Target, comment, reopen or delete"),
        (host, won, "Target, comment or delete"),
        (scorer, going_on, "Target, comment or end"),
        (scorer, won, "Target or comment"),
    ]:
        assert f"{link} Show on a large screen" in said(phone, "table", session)


def test_the_line_of_the_last_change_does_not_depend_on_the_words_of_a_language(monkeypatch):
    words = {"entered": "saved", "inserted": "saved", "corrected": "saved"}
    monkeypatch.setattr("scorekeeper.pages.game.history._", lambda text: words.get(text, text))
    phone, session = a_hosted_game(game="score_pad", options=PLAIN, names=("Ana",), rounds=[])
    enter_points(phone, session, to("enter", session))
    assert banner(phone, session).startswith("Round 1 · Ana +7")
    enter_points(phone, session, to("enter", session) + "?before=1")
    assert banner(phone, session).startswith("Round 1 saved · Ana +7")


def test_a_title_that_names_the_player_stands_before_the_points_alone():
    phone, session = start_sheet([column(0, Coins=6)])
    assert banner(phone, session).startswith("Ana’s column · +2 a phone")


def enter_points(phone, session, address):
    return submit(phone, address, to("enter", session), points_0="7")
