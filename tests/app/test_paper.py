"""Blank score sheets: every game has one, with the rows and columns that the game knows."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

import pytest

from games import registry
from games.contract import Seat, Text
from games.kit.questions import count_each, player
from games.kit.rounds import ByRounds
from games.kit.worth import worth_lines
from scorekeeper.pages.game import sheet
from scorekeeper.pages.paper import blank_sheet, player_counts, usual_players
from tests.app.support.factories import a_game, a_hosted_game, a_phone, to
from tests.app.support.pages import Page
from tests.support.shipped_games import SHIPPED


def sheet_on(answer):
    """The texts of the head and the first cells, and how many cells there are to write in."""
    (table,) = Page(answer).all("table")
    heads = [" ".join(cell.text_content().split()) for cell in table.iterfind("thead/tr/th")]
    rows = [" ".join(row.find("th").text_content().split()) for row in table.iterfind("tbody/tr")]
    return heads, rows, len(table.findall("tbody/tr/td"))


def blank(game, **query):
    return a_phone().get(f"/rules/{game}/paper/", query)


@pytest.mark.parametrize("slug", SHIPPED)
def test_every_game_has_a_sheet_for_each_number_of_players(slug):
    game = registry.games()[slug]
    for players in player_counts(game):
        answer = blank(slug, players=players)
        blank_one = blank_sheet(game, players)
        _heads, rows, cells = sheet_on(answer)
        assert len(rows) == len(blank_one.rows) <= 30
        assert cells == len(rows) * (players * len(blank_one.parts) + len(blank_one.asides))
        assert Page(answer).errors == []
    link = f"/rules/{slug}/paper/"
    assert link in Page(a_phone().get(f"/rules/{slug}/")).links()
    assert Page(blank(slug)).links()[0] == f"/rules/{slug}/"


def test_a_sheet_has_the_rows_and_columns_of_its_game():
    heads, rows, _ = sheet_on(blank("wizard", players=5))
    assert heads[1:] == ["Name"] * 5 + ["Bids", "Tricks", "Total"] * 5
    assert rows == [str(number) for number in range(1, 13)]
    heads, rows, cells = sheet_on(blank("yahtzee", players=2))
    assert heads[1:] == ["Name", "Name"]
    assert rows[5:8] == ["Sixes", "Upper sum", "Bonus 35 for 63+"]
    assert rows[-1] == "Total"
    assert "Full house 25 points" in rows
    assert cells == 2 * 17
    heads, rows, _ = sheet_on(blank("chimera"))
    assert heads[1:7] == ["Chimera", "Bid", "First out", "Traps", "Attack", "Idle hunters"]
    assert heads[10:13] == ["Toads", "Cats", "Total"]
    heads, rows, _ = sheet_on(blank("molkky", players=3))
    assert heads[4:6] == ["Points of the throw", "Total"]
    assert sheet_on(blank("hearts"))[0][5:7] == ["Points taken", "Total"]
    heads, rows, _ = sheet_on(blank("chimera_tricks"))
    assert rows == ["1", "2", "3", "4", "Total"]
    assert sheet_on(blank("big_fish"))[1][0] == "Plus pile"
    assert sheet_on(blank("score_sheet"))[1] == [""] * 12 + ["Total"]


def test_there_is_no_sheet_for_a_number_of_players_that_does_not_fit():
    assert [blank("wizard", players=players).status_code for players in (2, 3, 6, 7)] == [
        404,
        200,
        200,
        404,
    ]
    assert blank("yahtzee", players=9).status_code == 404
    assert blank("gone").status_code == 404
    assert [usual_players(registry.games()[slug]) for slug in ("chimera", "wizard")] == [3, 4]


def test_the_sheet_of_a_game_has_its_players_and_its_rows():
    rows = [{"name": "Military"}, {"name": "Coins", "divide": 3}]
    phone, session = a_hosted_game(game="score_sheet", options={"rows": rows, "title": "Wonders"})
    answer = phone.get(to("table_paper", session))
    heads, labels, _ = sheet_on(answer)
    assert heads[1:] == ["Ana", "Ben", "Cho"]
    assert labels == ["Military", "Coins ÷ 3", "Total"]
    assert "Wonders" in Page(answer).said
    assert Page(answer).links()[0] == to("table", session)
    rules = Page(phone.get(f"/rules/score_sheet/?table={session.pk}"))
    assert to("table_paper", session) in rules.links()


def test_a_shorter_game_has_a_shorter_sheet():
    phone, session = a_hosted_game(game="wizard", options={"rounds": 4})
    assert sheet_on(phone.get(to("table_paper", session)))[1] == ["1", "2", "3", "4"]


def test_a_round_of_all_players_is_one_row_and_a_long_game_has_them_all():
    options = {"title": "Long", "lowest_wins": False, "target": None, "rounds": 40}
    phone, session = a_hosted_game(game="score_pad", options=options)
    rows = sheet_on(phone.get(to("table_paper", session)))[1]
    assert rows == [str(number) for number in range(1, 41)]


@dataclass(frozen=True, slots=True)
class Round:
    winner: Seat = player(Text("Winner"), worth=10)
    cards: Mapping[Seat, int] = count_each(Text("Cards"), worth=-1)


@pytest.mark.parametrize("partial", [False, True])
def test_a_round_that_names_a_player_is_no_turn(partial):
    score = ByRounds(worth_lines, rounds=lambda setup: 10)
    molkky = registry.games()["molkky"]
    game = replace(molkky, entry=Round, score=score, partial_entries=partial)
    for players in (2, 4, 6):
        made = blank_sheet(game, players)
        assert len(made.rows) == 10
        assert (made.asides, made.parts) == (["Winner"], ["Cards", "Total"])


# A game that was played


def labels_on(answer):
    """The labels of the rows of the score sheet."""
    cells = Page(answer).tree.xpath("//*[@class='sheet']//tbody/tr/th")
    return [cell.text_content().split()[0] for cell in cells]


def test_a_game_is_printed_from_its_first_round_to_its_last():
    phone, session = a_hosted_game(rounds=4)
    assert labels_on(phone.get(to("table", session))) == ["4", "3", "2", "1"]
    printed = phone.get(f"{to('table', session)}?print")
    assert labels_on(printed) == ["1", "2", "3", "4"]
    assert "paper." in printed.content.decode()
    assert "paper." not in phone.get(to("table", session)).content.decode()
    link = f"{to('table', session)}?print"
    assert link in Page(phone.get(to("history", session))).links()
    over = a_game(phone, session.group, target=40, rounds=1)
    assert f"{to('table', over)}?print" in Page(phone.get(to("table", over))).links()


def test_a_page_to_print_has_more_rounds_than_the_table_but_not_any_number(monkeypatch):
    phone, session = a_hosted_game(rounds=60, target=99_999)
    assert len(labels_on(phone.get(to("table", session)))) == 50
    assert len(labels_on(phone.get(f"{to('table', session)}?print"))) == 60
    monkeypatch.setattr(sheet, "ON_PAPER", 120)
    assert len(labels_on(phone.get(f"{to('table', session)}?print"))) == 20
