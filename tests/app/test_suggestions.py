"""Suggestions of games that fit the players and the time."""

from datetime import timedelta

import pytest
from django.db.models import F
from django.urls import reverse

from scorekeeper.models import GameSession, Group, Player, Role
from scorekeeper.models.people import NEVER
from scorekeeper.statistics.durations import FEWEST_TIMED
from tests.app.support.factories import (
    NAMES,
    a_game,
    a_group,
    a_member,
    a_phone,
    a_round,
    end_early,
    said,
    to,
)
from tests.app.support.pads import a_pad
from tests.app.support.pages import Page, text_of
from tests.app.support.queries import queries_of

FOUR = (*NAMES, "Dan")
POINTS = 60, 20, 10, 5, 0
MORE_TONIGHT = 2  # queries of the evening that has more games than home shows
LINE = "What shall we play?"


@pytest.fixture
def phone(clock):
    phone = a_phone()
    a_group(phone, names=(*FOUR, "Eve"))
    return phone


def timed(session, minutes):
    """Make it a game that took so long."""
    took = timedelta(minutes=minutes)
    GameSession.objects.filter(pk=session.pk).update(started_at=F("finished_at") - took)
    Group.objects.filter(pk=session.group_id).note_change()
    return session


def golf(phone, *minutes, title="Golf", names=NAMES):
    """Games of a titled pad that took so long; the last of them."""
    for one in minutes:
        session = timed(a_pad(phone, *POINTS[: len(names)], names=names, title=title), one)
    return session


def chimera(phone, *minutes):
    for one in minutes:
        session = timed(a_game(phone, target=40, rounds=[a_round(bid=40)]), one)
    return session


def page_of(phone, session, **query):
    return Page(phone.get(reverse("suggestions", args=[session.group_id]), query))


def suggested(page):
    """The titles and times of the games that a page suggests, and the names of unplayed ones."""
    new = [link for link in page.all("a") if link.get("href", "").startswith("/new/")]
    read = [[" ".join(part.split()) for part in link.itertext() if part.strip()] for link in new]
    return [(parts[0], parts[-1]) for parts in read if len(parts) > 1], [
        parts[0] for parts in read if len(parts) == 1
    ]


def seats_of(phone, page, title):
    """The names that are seated behind a link."""
    (address,) = [
        link.get("href") for link in page.all("a") if text_of(link).startswith(f"{title} last")
    ]
    return Page(phone.get(address)).form_called("setup").fields["seat"]


def test_nothing_is_suggested_until_a_game_was_timed_three_times_with_as_many_players(phone):
    assert FEWEST_TIMED == 3
    session = golf(phone, 20, 20)
    golf(phone, 20, names=("Ana", "Ben"))
    golf(phone, 0)  # entered afterwards
    end_early(phone, stopped := a_pad(phone, 10, 20, 10))
    timed(stopped, 20)
    assert LINE not in Page(phone.get("/")).said
    assert "to learn how long it takes" in page_of(phone, session).said
    golf(phone, 20)
    assert LINE in Page(phone.get("/")).said


def test_home_names_games_for_the_evening_and_a_finished_game_leads_to_them(phone):
    last = golf(phone, 20, 26, 29, 31)
    line = f"{LINE} for 3 · 30 min Golf last played on"
    assert line in Page(phone.get("/")).said
    links = Page(phone.get(to("table", last))).links()
    assert reverse("suggestions", args=[last.group_id]) in links


def test_other_players_and_minutes_are_chosen_at_home_and_stay_on_a_page_of_its_own(phone):
    last = golf(phone, 40, 40, 40, names=FOUR)
    golf(phone, 20, 20, 20, title="Rummy")
    address = reverse("suggestions", args=[last.group_id])
    form = Page(phone.get("/")).form(address)
    assert not form.changes
    assert form.buttons == [{"class": "button"}]
    page = Page(phone.get(address, {**form.fields, "players": "3", "minutes": "45"}))
    assert text_of(page.tree.find(".//h1")).startswith(LINE)
    assert page.form(address).fields == {"players": ["3"], "minutes": ["45"]}


def test_the_line_goes_once_the_rematch_is_on_the_table(phone):
    last = golf(phone, 20, 26, 29)
    again = Page(phone.get(to("table", last))).form_called("rematch").fields
    phone.post(f"/new/score_pad/?again={last.pk}", {**again, "start": "again"})
    table = said(phone, "table", last)
    assert "Go to the next game" in table
    assert LINE not in table


def test_the_usual_time_is_the_median_of_games_with_as_many_players(phone):
    golf(phone, 20, 50, 26)
    session = golf(phone, 70, 70, 70, names=FOUR)
    assert suggested(page_of(phone, session, players=3, minutes=30))[0] == [("Golf", "26 min")]
    assert suggested(page_of(phone, session, players=4, minutes=90))[0] == [("Golf", "1 h 10 min")]
    page = page_of(phone, session, players=4, minutes=60)
    assert "None of your games fits in this time." in page.said
    page = page_of(phone, session, players=2, minutes=60)
    assert "3 times with 2 players to learn how long it takes." in page.said


def test_a_game_of_half_a_minute_more_no_longer_fits(phone):
    session = golf(phone, 30.4, 30.4, 30.4)
    assert suggested(page_of(phone, session, minutes=30))[0] == [("Golf", "30 min")]
    golf(phone, 30.5, 30.5, 30.5, 30.5)
    assert suggested(page_of(phone, session, minutes=30))[0] == []


def test_what_was_not_played_for_longest_comes_first(phone, clock):
    for title in ("Golf", "Rummy", "Skat"):
        clock.pass_by(days=1)
        golf(phone, 20, 20, 20, title=title)
    clock.pass_by(days=1)
    session = golf(phone, 5, title="golf", names=FOUR)  # with others, and untimed: still played
    a_pad(phone, 10, 20, 10, title="Rummy")  # not finished yet
    games, _unplayed = suggested(page_of(phone, session, players=3))
    assert [title for title, _time in games] == ["Rummy", "Skat", "golf"]


def test_without_an_answer_there_are_as_many_minutes_as_the_shortest_game_needs(phone):
    session = golf(phone, 100, 100, 100)
    assert "for 3 · 2 h" in Page(phone.get("/")).said
    for minutes in ("", "0", "17", "x", "9" * 30):
        page = page_of(phone, session, players="9" * 9, minutes=minutes)
        assert suggested(page)[0] == [("Golf", "1 h 40 min")]
        (form,) = [one for one in page.forms if one.action == page.path]
        assert form.fields == {"players": ["3"], "minutes": ["120"]}


def test_a_name_leads_to_a_new_game_with_these_players_and_these_options(phone):
    golf(phone, 20, 20, 20, names=FOUR)
    session = golf(phone, 20, 20, 20, names=("Cho", "Eve", "Ana"))
    page = Page(phone.get("/"))
    assert "for 5 ·" in page.said  # this evening
    page = page_of(phone, session, players=4)
    assert seats_of(phone, page, "Golf") == ["Ana", "Ben", "Cho", "Dan"]
    (address,) = [link for link in page.links() if link.startswith("/new/score_pad/?again")]
    assert Page(phone.get(address)).form_called("setup").fields["title"] == ["Golf"]


def test_games_that_nobody_here_has_played_come_after_the_others(phone):
    session = chimera(phone, 20, 20, 20)
    a_game(phone, game="yahtzee", options={"joker": "forced"})  # begun
    games, unplayed = suggested(page_of(phone, session))
    assert games == [("Chimera", "20 min")]
    assert unplayed == ["Big Fish", "Chimera Tricks", "Hearts"]
    assert suggested(page_of(phone, session, players=2))[1] == ["Big Fish", "Mölkky"]


def test_a_game_counts_as_played_also_before_the_newest_games(phone, monkeypatch):
    monkeypatch.setattr("scorekeeper.tables.finished.recent_games.NEWEST", 3)
    monkeypatch.setattr("scorekeeper.pages.suggestions.NEWEST", 3)
    hearts = a_game(phone, game="hearts", options={}, rounds=0)
    GameSession.objects.filter(pk=hearts.pk).update(played_at=NEVER)
    games, unplayed = suggested(page_of(phone, chimera(phone, 20, 20, 20)))
    assert games == [("Chimera", "20 min")]
    assert unplayed == ["Big Fish", "Chimera Tricks", "Mölkky"]


def test_a_pad_without_a_title_is_not_suggested_because_it_may_be_anything(phone):
    session = golf(phone, 20, 20, 20, title="")
    assert suggested(page_of(phone, session))[0] == []


def test_a_game_for_fewer_players_says_that_somebody_sits_out(phone):
    session = chimera(phone, 20, 20, 20)
    page = page_of(phone, session, players=5)
    assert "2 sit out" in page.said
    assert "1 sits out" in page_of(phone, session, players=4).said
    assert len(seats_of(phone, page, "Chimera")) == 3


def test_watchers_and_guests_of_one_game_get_no_suggestions(phone):
    last = golf(phone, 20, 26, 29)
    viewer = a_member(last.group, Role.VIEWER)
    guest = a_member(last.group, Role.HOST, last)
    for who in (viewer, guest):
        assert LINE not in Page(who.get("/")).said
        assert LINE not in said(who, "table", last)
    assert LINE in said(a_member(last.group, Role.SCORER), "table", last)


def test_players_of_another_group_are_not_seated(phone):
    a_group(other := a_phone(), "Office", names=("Zoe",))
    (zoe,) = Player.objects.filter(name="Zoe")
    ana = Player.objects.get(name="Ana")
    page = Page(phone.get(f"/new/chimera/?player={zoe.pk}&player={ana.pk}&player=x&player=0"))
    assert page.form_called("setup").fields["seat"] == ["Ana"]
    assert "Zoe" not in page.said
    fields = Page(other.get(f"/new/chimera/?player={ana.pk}")).form_called("setup").fields
    assert "seat" not in fields


def test_the_group_of_the_players_is_chosen(phone):
    office = a_group(phone, "Office", names=("Zoe",))
    ana = Player.objects.get(name="Ana")
    page = Page(phone.get(f"/new/chimera/?player={ana.pk}"))
    assert page.form_called("setup").fields["group"] == [str(ana.group_id)]
    assert office.pk != ana.group_id


def test_the_queries_do_not_grow_with_the_games(phone):
    session = golf(phone, 20, 20, 20)
    address = reverse("suggestions", args=[session.group_id])
    phone.get("/")  # which notes that the group is used
    few = queries_of(phone, address), queries_of(phone, "/")
    golf(phone, *[20] * 5, title="Rummy")
    chimera(phone, 20, 20, 20)
    assert few == (queries_of(phone, address), queries_of(phone, "/") - MORE_TONIGHT)


def test_home_counts_everyone_who_came_also_before_its_newest_games(phone):
    golf(phone, 20, names=FOUR)
    session = golf(phone, *[20] * 7)
    assert f"{LINE} for 4" in Page(phone.get("/")).said
    assert page_of(phone, session).form(reverse("suggestions", args=[session.group_id])).fields[
        "players"
    ] == ["4"]
