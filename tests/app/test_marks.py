"""A player's colour and shape: the same in all games, but different from others in one game."""

import re
from importlib import import_module
from itertools import combinations
from types import SimpleNamespace

from django.apps import apps
from django.db import connection

from scorekeeper.models import Player
from scorekeeper.models.marks import MARKS, colour_of, distinct_marks, mark_of, shape_of
from scorekeeper.pictures.content import initial
from scorekeeper.templatetags.scores import player_token
from tests.app.support.factories import (
    NAMES,
    a_game,
    a_group,
    a_hosted_game,
    a_hosted_group,
    a_phone,
    a_round,
    page_version,
    start,
    table_of,
    to,
)
from tests.app.support.pages import Page, assert_refused


def player(group, name):
    return group.players.get(name=name)


def marks_on(response):
    """The marks of all tokens, by initial."""
    tokens = re.findall(r'class="token[^"]*seat-(\d+)"[^>]*>(\w)', response.content.decode())
    return {initial: int(mark) for mark, initial in tokens}


def test_a_token_shows_the_first_letter_of_a_name_or_its_flag():
    flag = "\U0001f1f0\U0001f1f7"
    names = {"ana": "A", "éva": "É", "김서연": "김", f"{flag} Ana": flag, flag[0]: flag[0]}
    for name, shown in names.items():
        assert f">{shown}</b>" in player_token(1, name)
        assert initial(name) == shown


def test_players_with_the_same_mark_get_different_ones_within_a_game():
    for players in (2, 6, 7, 20, 40):
        marks = distinct_marks((8,) * players)
        assert marks[0] == 8
        assert len(set(marks)) == min(players, len(MARKS))
        for one, other in combinations(marks[:6], 2):
            assert colour_of(one) != colour_of(other)
            assert shape_of(one) != shape_of(other)


def test_players_keep_marks_that_differ_in_colour_or_shape():
    marks = mark_of(0, 0), mark_of(5, 0), mark_of(0, 1)
    assert distinct_marks(marks) == marks


def test_giving_way_takes_nothing_from_a_later_seat():
    assert distinct_marks((0, 0, 1))[2] == 1


def test_every_mark_has_a_style_and_every_pair_of_shape_and_colour_a_mark(settings):
    css = (settings.BASE_DIR / "static/css/tokens.css").read_text()
    for mark in MARKS:
        assert re.search(rf"\.seat-{mark}\b", css)
        assert mark_of(shape_of(mark), colour_of(mark)) == mark


def test_new_players_get_marks_that_nobody_in_the_group_has():
    phone, group = a_hosted_group()
    player(group, "Ben").delete()
    start(phone, seat=["Ana", "Dan", "Eve"], group=group.pk)
    marks = dict(group.players.values_list("name", "mark"))
    assert marks == {"Ana": 0, "Dan": 1, "Cho": 2, "Eve": 3}


def test_a_mark_is_chosen_on_the_players_page_and_shows_in_old_and_new_games():
    phone, old = a_hosted_game(target=40, rounds=[a_round(0, 40)])
    ben, version = player(old.group, "Ben"), page_version(old)
    page = Page(phone.get(f"/players/{ben.pk}/edit/"))
    fields = page.form(f"/players/{ben.pk}/edit/").fields
    assert fields["mark"] == ["1"]
    assert phone.post(f"/players/{ben.pk}/edit/", {**fields, "mark": "22"}).status_code == 302
    new = a_game(phone, names=("Cho", "Ben", "Ana"))
    for session in (old, new):
        for name in ("table", "display"):
            assert marks_on(phone.get(to(name, session)))["B"] == 22
    assert 'class="seat-22"' in phone.get(to("table", old)).content.decode()
    assert marks_on(phone.get(to("enter", new))) == {"A": 0, "B": 22, "C": 2}
    assert marks_on(phone.get("/"))["B"] == 22
    assert page_version(old) > version
    setup = phone.post("/new/chimera/", {"seat": ["Ben", "Dan"], "group": new.group_id})
    assert marks_on(setup)["B"] == 22


def test_the_first_of_two_players_with_one_mark_keeps_it():
    phone, session = a_hosted_game()
    cho = player(session.group, "Cho")
    phone.post(f"/players/{cho.pk}/edit/", {"name": cho.name, "mark": 0})
    assert table_of(session).seating.marks[0] == 0
    assert len(set(table_of(session).seating.marks)) == 3
    assert marks_on(phone.get("/players/"))["C"] == 0


def test_saving_a_players_page_changes_only_what_was_changed_there():
    phone = a_phone()
    ben = player(a_group(phone), "Ben")
    fields = Page(phone.get(f"/players/{ben.pk}/edit/")).form(f"/players/{ben.pk}/edit/").fields
    phone.post(f"/players/{ben.pk}/edit/", {**fields, "name": "Benno"})
    phone.post(f"/players/{ben.pk}/edit/", {**fields, "mark": "9"})
    ben.refresh_from_db()
    assert (ben.name, ben.mark) == ("Benno", 9)


def test_an_unknown_mark_is_refused_and_the_name_stays_typed():
    phone = a_phone()
    ben = player(a_group(phone), "Ben")
    for mark in ("36", "-1", "x", "\x00", "9" * 30):
        answer = phone.post(f"/players/{ben.pk}/edit/", {"name": "Benno", "mark": mark})
        assert_refused(answer, "Choose a colour and a shape.")
        assert Page(answer).form(f"/players/{ben.pk}/edit/").fields["name"] == ["Benno"]
    ben.refresh_from_db()
    assert (ben.name, ben.mark) == ("Ben", 1)


def test_the_games_of_a_merged_player_show_the_mark_of_the_other():
    phone, group = a_hosted_group(names=(*NAMES, "Anna"))
    session = a_game(phone, group)
    anna = player(group, "Anna")
    phone.post(f"/players/{player(group, 'Ana').pk}/merge/", {"into": anna.pk, "sure": "1"})
    assert table_of(session).seating.marks == (3, 1, 2)


def test_a_migrated_group_gives_those_who_play_most_the_marks_that_differ_most():
    phone, group = a_hosted_group(names=("Zoe", *NAMES))
    a_game(phone, group)
    Player.objects.update(mark=0)
    migration = import_module("scorekeeper.migrations.0009_player_marks")
    migration.choose_marks(apps, SimpleNamespace(connection=connection))
    marks = dict(group.players.values_list("name", "mark"))
    assert marks == {"Ana": 0, "Ben": 1, "Cho": 2, "Zoe": 3}
