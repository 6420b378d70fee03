"""Every figure of the statistics leads to a list with exactly the games behind it."""

from datetime import timedelta
from urllib.parse import urlsplit

from django.http import QueryDict
from django.urls import reverse
from django.utils import timezone

from scorekeeper.models import GameSession, Group, Member
from scorekeeper.pages.game_filters import Filters, figure_address, games_url
from scorekeeper.pages.game_list import GameList
from scorekeeper.statistics.history import history_of
from scorekeeper.statistics.plays import Family
from scorekeeper.statistics.rates import rates_of
from tests.app.support.factories import a_game, a_phone, a_round, device, end_early
from tests.app.support.pads import a_pad
from tests.app.support.pages import Page, text_of

PAGES = ("/statistics/", "/year/", "/evenings/", "/seasons/", "/players/", "/games/")
TITLES = ("", "Golf", "GOLF", "A+B & C? 50% #1 🎲")


def played(session, days_ago):
    """Move a game to another time, and let it take half an hour."""
    at = timezone.now() - timedelta(days=days_ago)
    times = {"started_at": at - timedelta(minutes=30), "played_at": at, "finished_at": at}
    GameSession.objects.filter(pk=session.pk).update(**times)
    Group.objects.filter(pk=session.group_id).note_change()
    return session


def number_of_games(phone, address):
    page = Page(phone.get(address))
    return len(page.tree.xpath("//main/ul/li"))


def figures_on(page):
    """The number of games that each link to a list shows, and its address. Means have a kind."""
    for link in page.tree.xpath("//main//a[starts-with(@href, '/games/?')]"):
        if "kind=" in link.get("href"):
            continue
        if (text := text_of(link)).isdecimal() and int(text) < 1000:  # ratings are larger
            yield link.get("href"), int(text)


def crawl(phone, start):
    """All pages of statistics that the links lead to."""
    known, waiting = set(), [start]
    while waiting:
        address = waiting.pop()
        if address in known:
            continue
        known.add(address)
        answer = phone.get(address)
        assert answer.status_code == 200, address
        page = Page(answer)
        yield address, page
        for link in page.links():
            path = urlsplit(link).path
            if "/share/" in path or path == "/games/":
                continue
            if any(part in path for part in PAGES):
                waiting.append(link)


def wrong_figures(phone, start):
    """The links whose list has another number of games than they say. Other tests read lists on
    their pages, which takes twice as long.
    """
    figures = {
        figure: address for address, page in crawl(phone, start) for figure in figures_on(page)
    }
    members = list(Member.objects.of_device(device(phone)))
    listed = {}
    for link, _number in figures:
        filters = Filters.parse(QueryDict(urlsplit(link).query).dict())
        listed[link] = len(GameList(members, filters).page_at(None).sessions)
    return [
        (address, link, number, listed[link])
        for (link, number), address in figures.items()
        if listed[link] != number
    ]


def statistics():
    return reverse("statistics", args=[Group.objects.get().pk])


def test_the_games_behind_every_figure_are_as_many_as_it_says(phone):
    today = timezone.localdate()
    for scale, days in (("wins", 2), ("rating", 90)):
        first_day = today - timedelta(days=days)
        Group.objects.get().seasons.create(name=scale, scale=scale, first_day=first_day)
    for place, title in enumerate(TITLES):
        played(a_pad(phone, 60, 20, title=title), place)
    played(a_pad(phone, 20, 60), 3)  # an evening of two games
    played(a_pad(phone, 60, 60, 10), 40)
    played(a_pad(phone, 60), 41)
    early = a_game(phone, rounds=1)
    end_early(phone, early)
    played(early, 42)
    gone = played(a_pad(phone, 60, 20, 10, title=""), 43)
    GameSession.objects.filter(pk=gone.pk).update(game="liars_dice")
    played(a_pad(phone, 60, 20, 10, names=("Ana", "Ben & <Co> 🎲", "Cho")), 44)
    assert wrong_figures(phone, statistics()) == []


def test_a_search_among_the_games_behind_a_figure_keeps_to_them(phone):
    a_pad(phone, 60, 20, 10, title="")
    gone = a_pad(phone, 60, 20, 10, title="")
    GameSession.objects.filter(pk=gone.pk).update(game="liars_dice")
    for game, title in (("score_pad", "without a title"), ("liars_dice", "Liars dice")):
        page = Page(phone.get("/games/", {"game": game, "title": ""}))
        assert title in page.said
        fields = page.form("/games/").fields
        assert (fields["game"], fields["title"]) == ([game], [""])


def test_games_in_a_period(phone):
    for days in range(0, 60, 6):
        played(a_pad(phone, 60, 20, 10), days)
    today = timezone.localdate()
    days = f"&from={today - timedelta(days=37)}&to={today - timedelta(days=5)}"
    for period in ("evening", "30", "year", f"dates{days}"):
        page = Page(phone.get(f"{statistics()}?period={period}"))
        figures = dict(figures_on(page))
        assert figures
        assert {link: number_of_games(phone, link) for link in figures} == figures


def test_ratings_and_chances_lead_to_the_games_they_are_made_of(phone):
    for points in [(60, 20, 10), (20, 60, 10)] * 3:
        a_pad(phone, *points)
    a_pad(phone, 60, 20, title="")
    group = Group.objects.get()
    page = Page(phone.get(reverse("family", args=[group.pk, "score_pad"]), {"title": "golf"}))
    links = page.tree.xpath("//section[@aria-labelledby='ratings']//td//a/@href")
    assert [number_of_games(phone, link) for link in links] == [6] * 5  # one is not compared


def test_past_ratings_lead_to_the_games_until_then(phone):
    sessions = [a_pad(phone, 60 + place, 20, 10) for place in range(7)]
    player = Group.objects.get().players.get(name="Ana")
    address = reverse("player_family", args=[player.pk, "score_pad"])
    for days in (1, 1 / 100):
        for place, session in enumerate(sessions):
            played(session, 20 - place * days)
        page = Page(phone.get(address, {"title": "golf"}))
        links = page.tree.xpath("//section[@aria-labelledby='rating']//td/a/@href")
        assert [number_of_games(phone, link) for link in links] == [7, 6, 5]


def test_the_hours_of_a_year_lead_to_the_games_whose_time_is_known(phone):
    for _ in range(2):
        played(a_pad(phone, 60, 20, 10), 0)
    a_pad(phone, 60, 20, 10)  # entered within a minute
    played(a_pad(phone, 60), 0)
    year = reverse("group_year", args=[Group.objects.get().pk, timezone.localdate().year])
    page = Page(phone.get(year))
    (link,) = page.tree.xpath("//main//a[contains(@href, 'which=timed')]")
    assert "in the 2 games that were timed" in text_of(link)
    assert number_of_games(phone, link.get("href")) == 2


def test_rates_lead_to_the_games_that_have_the_figure(phone):
    a_game(phone, target=80, rounds=[a_round(bid=40), a_round(bid=40)])
    a_game(phone, target=80, rounds=[a_round(chimera=1, bid=20), a_round(bid=40, traps=1)])
    end_early(phone, a_game(phone, rounds=1))
    assert wrong_rates(phone, Family("chimera", "")) == []


def test_rows_with_any_name_lead_to_the_games_that_have_them(phone):
    for rows in (["Münzen", 'The "best"'], ["Münzen", "Mun"], ["50 %_", "코인", "C:\\"]):
        entries = [{"row": row, "counts": {"0": 3, "1": 4}} for row in rows]
        options = {"title": "", "lowest_wins": False, "rows": [{"name": row} for row in rows]}
        a_game(phone, game="score_sheet", names=("Ana", "Ben"), options=options, rounds=entries)
    assert wrong_rates(phone, Family("score_sheet", "")) == []


def wrong_rates(phone, family):
    rates = rates_of(history_of(Group.objects.get()), family)
    assert len(rates) > 3
    asked = {**family._asdict(), "which": "complete"}
    return [
        (key, player, rate.games, counted)
        for key, by_player in rates.items()
        for player, rate in by_player.items()
        for link in [games_url(player=player, figure=figure_address(*key[:2]), **asked)]
        if (counted := number_of_games(phone, link)) != rate.games
    ]


def test_a_list_says_which_options_and_which_figure_it_is_about(phone):
    session = a_game(phone, target=80, rounds=[a_round(bid=40)] * 2)
    session.refresh_from_db()
    asked = {"game": "chimera", "kind": session.kind, "figure": "bids:40", "which": "complete"}
    said = Page(phone.get("/games/", asked)).said
    assert "target 80 · Bids of 40 met · played to the end" in said
    stranger = a_phone()
    a_game(stranger, names=("Dan", "Eve", "Fay"))
    assert "target 80" not in Page(stranger.get("/games/", asked)).said
