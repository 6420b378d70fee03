"""The pages of statistics, through the real client."""

import re

from django.urls import reverse
from django.utils.timezone import localtime

from scorekeeper.models import GameSession, Group, Role
from scorekeeper.pages.statistics import limits
from scorekeeper.pages.statistics.player import tenths
from scorekeeper.pages.statistics.rates import percent
from scorekeeper.statistics.head_to_head import pairings
from scorekeeper.statistics.history import history_of
from scorekeeper.statistics.player import player_figures
from scorekeeper.statistics.ratings import family_ratings
from tests.app.support.factories import NAMES, a_game, a_hosted_group, a_member, end_early, to
from tests.app.support.pads import a_pad
from tests.app.support.pages import Page, text_of


def player(name):
    return Group.objects.get().players.get(name=name).pk


def shown(phone, name, *arguments, **query):
    answer = phone.get(reverse(name, args=arguments), query)
    assert answer.status_code == 200
    return Page(answer)


def group():
    return Group.objects.get().pk


def test_a_group_without_games_says_what_to_do(phone):
    page = shown(phone, "statistics", group())
    assert "No finished games yet" in page.said
    assert reverse("seasons", args=[group()]) in page.links()


def test_shares_are_shown_from_three_games_on(phone):
    a_pad(phone, 60, 20, 10)
    assert "Win share – after three games" in shown(phone, "player", player("Ana")).said
    assert "The share appears after three games." in shown(phone, "statistics", group()).said
    for _ in range(2):
        a_pad(phone, 60, 60, 10)
    said = shown(phone, "statistics", group()).said
    assert "The share appears after three games." not in said
    assert "A Ana 3 3 2 shared 100% 33%" in said
    assert "Golf 3" in said
    assert "Wins 3 2 shared" in shown(phone, "player", player("Ana")).said


def test_the_last_games_say_who_won_alone_and_who_shared(phone):
    a_pad(phone, 60, 20, 10)
    a_pad(phone, 60, 60, 10)
    sign = "//a[contains(@class, 'outcomes')]/span"
    found = {
        name: [
            f"{one.text.strip()} {one.get('aria-label').partition(' · ')[0]}"
            for one in shown(phone, "player", player(name)).tree.xpath(sign)
        ]
        for name in ("Ana", "Ben", "Cho")
    }
    assert found == {
        "Ana": ["● Won", "◐ Shared win"],
        "Ben": ["○ Not won", "◐ Shared win"],
        "Cho": ["○ Not won", "○ Not won"],
    }
    address = reverse("player", args=[player("Ana")])
    in_japan = Page(phone.get(address, headers={"Accept-Language": "ja"})).tree.xpath(sign)
    assert [one.text.strip() for one in in_japan] == ["○", "◐"]  # as in tables there


def test_a_game_that_does_not_count_hides_no_later_meeting(phone):
    end_early(phone, a_game(phone, rounds=1))
    a_pad(phone, 60, 20, 10)
    plays = history_of(Group.objects.get()).plays
    assert [play.counts for play in plays] == [False, True]
    assert [one.meetings for one in pairings(plays, player("Ana"))] == [1, 1]


def test_a_game_has_a_page_in_the_group_and_for_each_player(phone):
    session = a_pad(phone, 60, 20, 10)
    page = shown(phone, "family", group(), "score_pad", title="GOLF")
    assert to("table", session) in page.links()
    assert "Lowest total" in page.said  # which is not a record that a player holds
    assert "Lowest total" not in shown(phone, "player", player("Cho")).said
    assert "Highest total" in shown(phone, "player", player("Ana")).said
    page = shown(phone, "player_family", player("Ana"), "score_pad", title="golf")
    assert "Best 60" in page.said


def test_a_game_is_titled_everywhere_as_it_was_spelled_most_often(phone):
    for title in ("Golf", "Golf", "GOLF"):
        a_pad(phone, 60, 20, 10, title=title)
    year = localtime().year
    for page in (
        shown(phone, "statistics", group()),
        shown(phone, "family", group(), "score_pad", title="golf"),
        shown(phone, "player", player("Ana")),
        shown(phone, "player_family", player("Ana"), "score_pad", title="golf"),
        shown(phone, "group_year", group(), year),
        shown(phone, "player_year", player("Ana"), year),
    ):
        assert "Golf" in page.said, page.path
        assert "GOLF" not in page.said, page.path
    (filters,) = Page(phone.get("/games/?title=golf")).all("p", **{"class": "help"})
    assert filters.text.strip() == "Golf"


def test_a_game_that_only_another_group_played_has_no_page(phone):
    session = a_pad(phone, 60, 20, 10)
    GameSession.objects.update(game="liars_dice")
    other, elsewhere = a_hosted_group(names=("Dan", "Eve"))
    assert phone.get(reverse("family", args=[session.group_id, "liars_dice"])).status_code == 200
    pages = [("family", elsewhere.pk), ("player_family", elsewhere.players.first().pk)]
    for name, pk in pages:
        assert other.get(reverse(name, args=[pk, "liars_dice"])).status_code == 404


def test_filters_tell_nothing_about_a_group_of_others(phone):
    session = a_pad(phone, 60, 20, 10, title="Secret")
    group = session.group
    ana, ben = (group.players.get(name=name) for name in ("Ana", "Ben"))
    guest, elsewhere = a_hosted_group(name="Elsewhere", names=("Dan", "Eve"))
    own = a_game(guest, elsewhere, names=("Dan", "Eve"), target=40, rounds=1)
    seen_by_guests = a_member(elsewhere, Role.VIEWER, own)
    asked = {"player": ana.pk, "opponent": ben.pk, "group": group.pk, "game": "score_pad"}
    for visitor in (guest, seen_by_guests):
        for more in ({}, {"title": "secret"}, {"kind": session.kind}, {"text": "Ben"}):
            said = Page(visitor.get(reverse("games"), {**asked, **more})).said
            assert "No game matches" in said
            assert not [name for name in ("Ana", "Ben", "Friday", "Secret") if name in said]


def test_games_that_were_all_ended_early_leave_no_empty_section(phone):
    session = a_game(phone, rounds=1)
    end_early(phone, session)
    for page in (
        shown(phone, "player", player("Ana")),
        shown(phone, "statistics", group()),
        shown(phone, "family", group(), session.game),
    ):
        assert "games" not in page.ids
        assert "First played" not in page.said
    said = shown(phone, "player", player("Ana")).said
    assert "No games that count yet" in said
    assert "Wins" not in said
    for lists in ("games", "home"):
        assert "ended early" in shown(phone, lists).said


def test_a_player_of_solo_games_has_no_wins_to_show(phone):
    a_pad(phone, 60, names=("Ana",))
    said = shown(phone, "player", player("Ana")).said
    assert "Solo games 1" in said
    assert "Wins" not in said


def test_games_alone_stand_beside_the_games_that_a_share_of_wins_counts(phone):
    for points in (60, 50):
        a_pad(phone, points, 20)
    page = shown(phone, "player_family", player("Ana"), "score_pad", title="golf")
    assert "Games 2 Wins 2 Win share – after three games" in page.said
    assert "Solo games" not in page.said
    for points in (70, 80, 90):
        a_pad(phone, points, names=("Ana",), group=Group.objects.get())
    page = shown(phone, "player_family", player("Ana"), "score_pad", title="golf")
    assert "Games 2 Wins 2 Win share – after three games Solo games 3" in page.said
    (solo,) = [link for link in page.links() if "which=solo" in link]
    assert len(Page(phone.get(solo)).tree.xpath("//main//li//a[contains(@href, '/table/')]")) == 3
    assert "2 games · 2 wins" in shown(phone, "player", player("Ana")).said


def test_a_player_usually_reaches_the_median_of_games_with_these_options(phone):
    for points in (60, 218, 219, 500):
        a_pad(phone, points, 50, 0)
    a_pad(phone, 90, 20, 10, target=80)
    said = shown(phone, "player", player("Ana")).said
    assert re.search("usually 219 .*last on .* · 90", said)  # whatever the options of the last


def test_a_figure_is_told_in_short_and_its_mean_once(phone):
    for points in (60, 70, 95):
        a_pad(phone, points, 20)
    said = shown(phone, "player_family", player("Ana"), "score_pad", title="golf").said
    mine, of_all = "usually 70, best 95 A Ana 95 average 75.0 · 3 games", "usually 40, best 95"
    assert f"Best round {mine} Everyone: {of_all}" in said
    said = shown(phone, "family", group(), "score_pad", title="golf").said
    assert f"Best round {of_all} A Ana 95 average 75.0 · 3 games B Ben 20" in said


def test_a_figure_of_games_that_the_lowest_won_is_told_apart(phone):
    a_pad(phone, 60, 20)
    a_pad(phone, 60, 20, lowest_wins=True)
    said = shown(phone, "family", group(), "score_pad", title="golf").said
    assert "Best round · the highest total won" in said
    assert "Best round · the lowest total won" in said


def test_the_list_of_players_counts_games_that_were_played_to_their_end(phone):
    a_pad(phone, 60, 20, 10)
    a_game(phone, rounds=1)
    end_early(phone, a_game(phone, rounds=1))
    phone.post(to("delete", a_pad(phone, 60, 20, 10)))
    assert "Ana 1 game" in shown(phone, "players").said


def test_a_period_that_ends_before_it_begins_is_refused(phone):
    a_pad(phone, 60, 20, 10)
    page = shown(phone, "statistics", group(), **{"from": "2026-03-31", "to": "2026-03-01"})
    assert "was finished in this period" not in page.said
    for field in (page.all("input", name="from"), page.all("input", name="to")):
        (message,) = page.all(id=field[0].get("aria-describedby"))
        assert "The last day is before the first." in text_of(message)
        assert field[0].get("aria-invalid") == "true"


def test_an_evening_that_took_no_time_has_no_duration(phone):
    session = a_pad(phone, 60, 20, 10)
    assert "Lasted –" in shown(phone, "evening", group(), session.pk).said
    assert "0 min" not in shown(phone, "evenings", group()).said


def test_halves_are_rounded_up_as_people_do():
    assert (percent(1 / 8), percent(29 / 200), percent(0.29)) == ("13%", "15%", "29%")
    assert [tenths(number) for number in (2.25, 0.35, -2.25, -0.04)] == ["2.3", "0.4", "−2.3", "0"]


def test_a_page_lists_the_games_played_most_and_says_how_many_more_there_are(phone, monkeypatch):
    monkeypatch.setattr(limits, "MOST_GAMES", 2)
    for title in ("Skat", "Golf", "Darts", "Boule", "Golf"):
        a_pad(phone, 60, 20, title=title)
    ana, all_games = player("Ana"), re.compile("/games/[?].*which=complete")
    for page in (shown(phone, "statistics", group()), shown(phone, "player", ana)):
        games = text_of(*page.tree.xpath("//section[@aria-labelledby='games']"))
        assert re.search("Golf .*Skat .*2 more games", games)
        assert not re.search("Darts|Boule", games)
        (more,) = [link for link in page.tree.iter("a") if "2 more games" in text_of(link)]
        assert all_games.match(more.get("href"))
        assert "Boule" in Page(phone.get(more.get("href"))).said
    assert "H-index 1" in shown(phone, "statistics", group()).said
    assert "Wins 1" in shown(phone, "player_family", ana, "score_pad", title="boule").said


def test_a_page_lists_the_best_players_and_says_how_many_more_there_are(phone, monkeypatch):
    monkeypatch.setattr(limits, "MOST_PLAYERS", 2)
    for _ in range(3):
        a_pad(phone, 60, 50, 40)
    a_pad(phone, 10, 5, 7, 60, names=("Ana", "Ben", "Cho", "Dan"), group=Group.objects.get())
    for page in (
        shown(phone, "statistics", group()),
        shown(phone, "family", group(), "score_pad", title="golf"),
    ):
        assert "A Ana 4 3" in page.said
        assert "and 2 more" in page.said
        assert "B Ben 4 0" not in page.said
        assert "The share appears after three games." in page.said  # Dan is second
    assert "and 1 more" in shown(phone, "player", player("Ana")).said


def test_a_figure_of_many_players_is_still_shown_on_the_page_of_each(phone, monkeypatch):
    monkeypatch.setattr(limits, "MOST_PLAYERS", 1)
    a_pad(phone, 60, 20, 10)
    page = shown(phone, "family", group(), "score_pad", title="golf")
    (rates,) = page.tree.xpath("//section[@aria-labelledby='rates']/details")
    assert "Ana" in text_of(rates)
    assert "and 2 more" in text_of(rates)
    page = shown(phone, "player_family", player("Cho"), "score_pad", title="golf")
    (rates,) = page.tree.xpath("//section[@aria-labelledby='rates']/details")
    assert "Cho" in text_of(rates)
    assert "more" not in text_of(rates)


def test_a_game_with_many_options_has_the_records_of_those_played_most(phone, monkeypatch):
    monkeypatch.setattr(limits, "MOST_KINDS", 2)
    for target in (20, 30, 40, 50, 40):
        a_pad(phone, 60, 10, target=target)
    for page in (
        shown(phone, "family", group(), "score_pad", title="golf"),
        shown(phone, "player_family", player("Ana"), "score_pad", title="golf"),
    ):
        assert re.search("target 40.*target 20", page.said)
        assert "target 30" not in page.said
        assert "and 2 more combinations of options" in page.said


def test_a_player_s_records_are_counted_but_not_all_listed(phone, monkeypatch):
    monkeypatch.setattr(limits, "MOST_RECORDS", 8)
    for title in ("Skat", "Golf", "Darts", "Boule"):
        a_pad(phone, 60, 20, 10, title=title)
    records = shown(phone, "player", player("Ana")).tree.xpath("//*[@aria-labelledby='records']")
    held = len(player_figures(history_of(Group.objects.get()), player("Ana")).records)
    assert len(records[0].xpath(".//li")) == 8 < held
    assert f"{held - 6} more records" in text_of(records[0])
    assert text_of(records[0]).endswith(f"and {held - 8} more")


def test_a_page_of_many_games_is_computed_once(phone, monkeypatch):
    for number in range(limits.MOST_GAMES + 1):
        a_pad(phone, 60, 20, title=f"Game {number}")
    shown(phone, "player", player("Ana"))
    monkeypatch.setattr(family_ratings, "results_of", None)  # which a rating needs
    shown(phone, "player", player("Ana"))


def test_a_game_with_many_figures_shows_those_of_most_games_in_its_order(phone, monkeypatch):
    monkeypatch.setattr(limits, "MOST_FIGURES", 2)
    for names in (("Wood", "Clay"), ("Clay", "Ore"), ("Ore",)):
        rows = [{"name": name} for name in names]
        entries = [{"row": name, "counts": {"0": 3, "1": 2}} for name in names]
        options = {"title": "Golf", "rows": rows}
        a_game(phone, game="score_sheet", names=NAMES[:2], options=options, rounds=entries)
    for page in (
        shown(phone, "family", group(), "score_sheet", title="golf"),
        shown(phone, "player_family", player("Ana"), "score_sheet", title="golf"),
    ):
        (rates,) = page.tree.xpath("//section[@aria-labelledby='rates']")
        assert re.search("Clay.*Ore.*and 1 more", text_of(rates))
        assert "Wood" not in text_of(rates)
