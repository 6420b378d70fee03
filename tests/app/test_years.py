"""The year in review, of a group and of a player."""

from datetime import UTC, datetime, timedelta

import pytest
from django.urls import reverse

from scorekeeper.models import GameSession, Group
from scorekeeper.pages.statistics import limits
from scorekeeper.people.deletion import delete_player
from tests.app.support.factories import NAMES, a_game, a_round, to
from tests.app.support.pages import Page
from tests.app.support.queries import queries_of


def played(phone, at, points, names=NAMES, title="Golf", minutes=30):
    """A pad that was finished at this time."""
    options = {"title": title, "lowest_wins": False, "target": None, "rounds": 1}
    entry = {"points": {str(seat): number for seat, number in enumerate(points)}}
    session = a_game(phone, game="score_pad", names=names, options=options, rounds=[entry])
    times = {"started_at": at - timedelta(minutes=minutes), "played_at": at, "finished_at": at}
    GameSession.objects.filter(pk=session.pk).update(**times)
    Group.objects.filter(pk=session.group_id).note_change()
    return session


def on(month, day=1, year=2025, hour=20):
    return datetime(year, month, day, hour, tzinfo=UTC)


def group_year(phone, year=2025):
    return phone.get(reverse("group_year", args=[Group.objects.get().pk, year]))


def player_year(phone, name, year=2025):
    player = Group.objects.get().players.get(name=name)
    return phone.get(reverse("player_year", args=[player.pk, year]))


def cards(answer):
    """The text of each card of the page, by its title."""
    found = Page(answer).tree.xpath("//ul[contains(@class, 'review-cards')]/li")
    said = [" ".join(" ".join(card.itertext()).split()) for card in found]
    titles = [" ".join(card.find("h2").text_content().split()) for card in found]
    return {
        title: text.removeprefix(title).strip() for title, text in zip(titles, said, strict=True)
    }


def test_a_year_without_games_is_not_found(phone):
    assert group_year(phone).status_code == 404
    session = played(phone, on(3), (60, 20), ("Ana", "Ben"))
    years = (2024, 2025, 10**17)
    assert [group_year(phone, year).status_code for year in years] == [404, 200, 404]
    assert player_year(phone, "Ana").status_code == 200
    assert player_year(phone, "Cho").status_code == 404
    group = session.group
    ana = group.players.get(name="Ana").pk
    addresses = (f"/groups/{group.pk}/year/2025/", f"/players/{ana}/year/2025/")
    for name, pk, address in zip(("statistics", "player"), (group.pk, ana), addresses, strict=True):
        assert address in Page(phone.get(reverse(name, args=[pk]))).links()


def test_a_game_belongs_to_the_year_of_its_local_day(phone, settings):
    settings.TIME_ZONE = "Asia/Seoul"
    played(phone, datetime(2024, 12, 31, 16, tzinfo=UTC), (60, 20, 10))
    assert group_year(phone, 2025).status_code == 200
    assert group_year(phone, 2024).status_code == 404


def test_the_cards_of_a_group_say_what_the_year_was(phone):
    for day in (1, 2, 3):
        played(phone, on(1, day, year=2024), (60, 20, 10))
    played(phone, on(3, 1), (60, 59, 10))
    played(phone, on(3, 8, hour=20), (30, 20, 10))
    played(phone, on(3, 8, hour=21), (10, 50, 20), title="Rummy")
    played(phone, on(4, 2), (70, 20, 10))
    said = cards(group_year(phone))
    assert said["Games"] == "4 games played Show the games"
    assert said["Time"] == "2 h at the table Show the games"
    assert said["Most played"] == "3 times Golf"
    assert said["Champion"] == "3 wins A Ana of 4 games"
    assert said["Longest streak"] == "2 wins in a row A Ana 1 Mar – 8 Mar"
    assert said["Closest win"] == "1 point ahead A Ana Golf · 1 Mar"
    assert said["Clearest win"] == "50 points ahead A Ana Golf · 2 Apr"
    assert said["Busiest evening"] == "2 games in one evening Saturday 8 March"
    assert said["Busiest month"] == "3 games in one month March"
    assert said["New games"] == "1 game tried for the first time Rummy 8 Mar"
    assert said["Nemesis"] == "4 of 4 games B Ben finished above Cho"
    assert "Highest total · 70 Golf · 2 Apr" in said["Records"]


def test_the_cards_of_a_player_are_from_their_view(phone):
    for day in (1, 2, 3):
        played(phone, on(5, day, year=2024), (20, 60, 10))
    played(phone, on(3, 1), (60, 59, 10))
    played(phone, on(3, 8), (30, 20, 10))
    played(phone, on(3, 9), (10, 50, 5))
    said = cards(player_year(phone, "Ana"))
    assert said["Wins"] == "2 of 3 games Show the games"
    assert said["Win share"] == "67% (by chance 33%) Show the games 0% in 2024"
    assert said["Golf · best total"] == "60 1 Mar 20 in 2024"
    assert said["Longest streak"] == "2 wins in a row 1 Mar – 8 Mar"
    assert said["Favourite opponent"] == "3 of 3 games above C Cho"
    assert "Nemesis" not in said
    assert cards(player_year(phone, "Cho"))["Nemesis"] == "3 of 3 games below A Ana B Ben"


SIX = ("Ana", "Ben", "Cho", "Dan", "Eve", "Fay")


@pytest.mark.parametrize(
    ("seats", "of_all", "of_last", "of_first"),
    [
        (3, "A Ana finished above Ben A Ana finished above Cho", "A Ana B Ben", "B Ben C Cho"),
        (6, "15 pairs of players", "5 opponents", "5 opponents"),
    ],
)
def test_all_who_tie_as_nemesis_or_favourite_are_named_or_counted(
    phone, seats, of_all, of_last, of_first
):
    names, last = SIX[:seats], SIX[seats - 1]
    for day in (1, 2, 3):
        played(phone, on(5, day), [60 - 10 * seat for seat in range(seats)], names)
    if seats == 3:
        of_all += " B Ben finished above Cho"
    assert cards(group_year(phone))["Nemesis"] == f"3 of 3 games {of_all}"
    assert cards(player_year(phone, last))["Nemesis"] == f"3 of 3 games below {of_last}"
    first = cards(player_year(phone, "Ana"))["Favourite opponent"]
    assert first == f"3 of 3 games above {of_first}"
    players = Group.objects.get().players
    page = Page(phone.get(reverse("player", args=[players.get(name=last).pk]))).said
    assert f"Nemesis: {'Ana and Ben' if seats == 3 else of_last}" in page
    page = Page(phone.get(reverse("player", args=[players.get(name="Ana").pk]))).said
    assert f"Favourite opponent: {'Ben and Cho' if seats == 3 else of_first}" in page


def test_solo_games_are_counted_apart(phone):
    played(phone, on(3), (60,), ("Ana",))
    said = cards(group_year(phone))
    assert said["Solo"] == "1 game played alone Show the games"
    assert not {"Games", "Champion", "Time", "Busiest month"} & set(said)
    assert "Wins" not in cards(player_year(phone, "Ana"))


def test_a_shared_win_counts_for_each_and_no_win_leads_by_nothing(phone):
    played(phone, on(3), (60, 60, 10))
    said = cards(group_year(phone))
    assert said["Champions"] == "1 win A Ana of 1 game B Ben of 1 game"
    assert "Closest win" not in said


def test_the_present_year_is_so_far_and_the_other_years_are_linked(phone):
    now = datetime.now(UTC) - timedelta(minutes=1)
    played(phone, on(3), (60, 20, 10))
    played(phone, now, (60, 20, 10))
    page = Page(group_year(phone, now.year))
    assert f"{now.year} so far" in page.said
    assert "so far" not in Page(group_year(phone)).said
    assert {"../2025/", f"../{now.year}/"} <= set(page.links())


def test_every_card_leads_to_the_games_behind_its_figure(phone):
    first = played(phone, on(3, 1), (60, 59, 10))
    played(phone, on(3, 8), (30, 20, 10), title="Rummy")
    played(phone, on(4, 8), (10, 20, 30))
    played(phone, on(5, 8, year=2024), (10, 20, 30))
    for answer in (group_year(phone), player_year(phone, "Ana")):
        page = Page(answer)
        for card in page.tree.xpath("//ul[contains(@class, 'review-cards')]/li"):
            assert card.xpath(".//a/@href")
        assert to("table", first) in page.links()
    lists = [link for link in Page(group_year(phone)).links() if link.startswith("/games/")]
    said = [Page(phone.get(link)).tree.xpath("//main//li//a/@href") for link in lists]
    assert all(said)


def test_what_a_game_counts_of_its_players_is_a_card_of_it(phone):
    rounds = [a_round(0, 20, traps=2), a_round(1, 40, traps=1)]
    session = a_game(phone, target=60, rounds=rounds)
    times = dict.fromkeys(("started_at", "played_at", "finished_at"), on(3))
    GameSession.objects.filter(pk=session.pk).update(**times)
    assert cards(group_year(phone))["Chimera · Trap bonuses"] == "2 A Ana 2"
    ana = Group.objects.get().players.get(name="Ana")
    of_hers = Page(group_year(phone)).tree.xpath(f"//a[contains(@href, 'player={ana.pk}&')]/@href")
    assert [link for link in of_hers if "game=chimera" in link and "which=complete" in link]
    assert "Trap bonuses" not in str(cards(player_year(phone, "Ben")))  # nothing to count


def test_no_card_is_about_a_deleted_player(phone):
    rounds = [a_round(0, 20, traps=2)]
    for day in (1, 2):
        session = a_game(phone, target=20, rounds=rounds)
        times = dict.fromkeys(("started_at", "played_at", "finished_at"), on(3, day))
        GameSession.objects.filter(pk=session.pk).update(**times)
    said = cards(group_year(phone))
    assert said["Longest streak"] == "2 wins in a row A Ana 1 Mar – 2 Mar"
    assert said["Chimera · Trap bonuses"] == "4 A Ana 4"
    delete_player(Group.objects.get().players.get(name="Ana"))
    said = cards(group_year(phone))
    assert "Longest streak" not in said
    assert said["Chimera · Trap bonuses"] == "4 Show the games"


def test_a_year_takes_the_same_few_queries_for_any_number_of_games(phone):
    played(phone, on(3), (60, 20, 10))
    address = reverse("group_year", args=[Group.objects.get().pk, 2025])
    few = queries_of(phone, address)
    for day in range(1, 6):
        played(phone, on(4, day), (60, 20, 10))
    assert queries_of(phone, address) == few <= 7


def test_an_evening_of_the_group_is_one_for_a_player_who_paused(phone):
    for day in (1, 8):
        for hour, names in ((10, ("Ana", "Ben")), (14, ("Ben", "Cho")), (18, ("Ana", "Ben"))):
            played(phone, on(3, day, hour=hour), (9, 5), names)
    said = cards(player_year(phone, "Ana"))
    assert said["Evenings"].startswith("2 of 2 evenings")
    assert said["Busiest evening"].startswith("2 games in one evening")


def test_the_busiest_evening_leads_to_the_games_that_its_card_counts(phone):
    for hour in (10, 12, 14):
        played(phone, on(3, hour=hour), (9, 5), ("Ana", "Ben"))
    unfinished = a_game(phone, names=("Ana", "Ben"), game="score_pad", rounds=0)
    GameSession.objects.filter(pk=unfinished.pk).update(played_at=on(3, hour=13))
    page = group_year(phone)
    assert cards(page)["Busiest evening"].startswith("3 games in one evening")
    (link,) = Page(page).tree.xpath("//li[h2[contains(., 'Busiest evening')]]//a/@href")
    evening = Page(phone.get(link))
    assert evening.said.count("Ana won") == 3
    assert to("table", unfinished) not in evening.links()


def test_a_card_lists_some_of_many_games_and_counts_all(phone, monkeypatch):
    monkeypatch.setattr(limits, "MOST_LINES", 4)
    for day, title in enumerate(("Skat", "Golf", "Darts", "Boule", "Uno", "Ludo", "Golf"), 1):
        played(phone, on(3, day), (60, 20), names=NAMES[:2], title=title)
    for answer in (group_year(phone), player_year(phone, "Ana")):
        card = cards(answer)["New games"]
        assert card.startswith("6 games tried for the first time Golf")
        assert "3 more Boule" in card
        assert card.endswith("and 2 more")


def test_a_card_lists_some_of_many_records_and_counts_all(phone, monkeypatch):
    monkeypatch.setattr(limits, "MOST_LINES", 4)
    for title in ("Skat", "Golf"):
        for day in range(1, 4):
            played(phone, on(3, day, 2024), (50, 40), names=NAMES[:2], title=title)
        played(phone, on(3), (90, 20), names=NAMES[:2], title=title)
    card = cards(group_year(phone))["Records"]
    assert card.startswith("6 records broken")
    assert "3 more" in card
    assert card.endswith("and 2 more")
