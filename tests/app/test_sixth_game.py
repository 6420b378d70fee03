"""A sixth game: its folder is enough for it to be played, listed and scored."""

import json
from io import BytesIO, StringIO, TextIOWrapper

import pytest
from django.core.management import call_command

from scorekeeper.development.reloading import reload_games
from tests.app.support.factories import a_phone
from tests.app.support.pages import Page

RULES = '''
"""Coin: the player on the coin wins the round; the first to win so many ends the game."""

from dataclasses import dataclass

from games.contract import Disagreement, Game, GameOver, Impossible, Line, Result, Scoreboard
from games.contract import Seat, Text, leaders, rank_totals, title_with_number


@dataclass(frozen=True)
class Options:
    wins: int = 3


@dataclass(frozen=True)
class Toss:
    winner: Seat
    edge: bool = False
    cents: int = 5


def judge(toss, totals, over, first):
    if over:
        return GameOver("", Text("The game is over."))
    if toss.cents != first.cents:
        return Disagreement("cents", Text("It is the same coin all evening."), 0)
    return Impossible("edge", Text("A coin never stands on its edge.")) if toss.edge else None


def score(setup, entries):
    results, totals = [], (0,) * setup.seats
    for toss in entries:
        problem = judge(toss, totals, max(totals) >= setup.options.wins, entries[0])
        points = tuple(int(seat == toss.winner and not problem) for seat in range(setup.seats))
        totals = tuple(map(sum, zip(totals, points)))
        lines = tuple((Line(1, Text("toss")),) if point else () for point in points)
        results.append(Result(points, totals, lines, problem))
    finished = setup.ended_early or max(totals) >= setup.options.wins
    verdict = Text("toss the coin")
    if any(totals):
        verdict = Text("%(player)s is ahead", {"player": leaders(totals)[0]})
    winners, needs = leaders(totals) if finished else (), (None,) * setup.seats
    ranks = rank_totals(totals)
    return Scoreboard(tuple(results), totals, ranks, finished, winners, verdict, needs)


title = title_with_number("Toss %(number)s")
game = Game("coin", "Coin", "nobody", range(1, 3), Options, Toss, score, entry_title=title)
'''

FORMS = """
from django import forms


class OptionsForm(forms.Form):
    wins = forms.IntegerField(min_value=1)

    def __init__(self, data=None, *, options=None):
        super().__init__(data, initial={"wins": 3, **(options or {})})

    def options(self):
        return {"wins": self.cleaned_data["wins"]}


class EntryForm(forms.Form):
    edge = forms.BooleanField(required=False)
    cents = forms.TypedChoiceField(
        choices=[(5, 5), (10, 10)], coerce=int, empty_value=5, required=False
    )

    def __init__(self, data=None, *, context, entry=None):
        super().__init__(data, initial=entry)
        seats = list(enumerate(context.names))
        self.fields["winner"] = forms.TypedChoiceField(choices=seats, coerce=int, label="Winner")

    def entry(self):
        return dict(self.cleaned_data)


def describe_options(options):
    return [("wins", str(options["wins"]))]


def describe_entry(entry, names):
    return [("winner", names[entry["winner"]])] if "winner" in entry else []
"""

TEMPLATES = {
    "entry.html": '<div id="say-winner">{{ form.winner.errors }}</div>'
    '<div id="say-edge">{{ form.edge.errors }}</div>'
    '<div id="say-cents">{{ form.cents.errors }}{% include "entry/_disagreement.html" %}</div>'
    '{{ form.winner }}{{ form.edge }}{{ form.cents }}{% include "entry/_entry_bar.html" %}',
    "options.html": "{{ form.wins.errors }}{{ form.wins }}",
    "icon.svg": '<svg class="icon" aria-hidden="true" viewBox="0 0 8 8">'
    '<circle cx="4" cy="4" r="3"/></svg>',
}


@pytest.fixture
def coin(further_folder):
    """A game in its own folder, outside of the project."""
    templates = further_folder / "coin" / "templates" / "coin"
    templates.mkdir(parents=True)
    (further_folder / "coin" / "rules.py").write_text(RULES)
    (further_folder / "coin" / "forms.py").write_text(FORMS)
    for name, text in TEMPLATES.items():
        (templates / name).write_text(text)
    reload_games({"coin"})


class Player:
    def __init__(self):
        self.phone = a_phone()

    def look(self, address):
        response = self.phone.get(address)
        assert response.status_code == 200, address
        return Page(response)

    def send(self, address, status=302, to=None, **fields):
        form = self.look(address).form(to or address)
        response = self.phone.post(to or address, {**form.fields, **fields})
        assert response.status_code == status, address
        return response


def test_a_game_from_its_own_folder_is_played_on_the_web_and_scored(coin, monkeypatch):
    player = Player()
    phone, look, send = player.phone, player.look, player.send
    home = look("/").said
    for text in ("Coin", "1–2 players", "Chimera"):
        assert text in home
    assert "game-coin" not in look("/new/coin/").text
    refused = phone.post("/new/coin/", {"seat": ["Ana"], "wins": "0", "start": "1"})
    assert refused.status_code == 422
    table = phone.post("/new/coin/", {"seat": ["Ana", "Ben"], "wins": "2", "start": "1"}).url
    assert "Toss the coin" in look(table).said
    enter = f"{table}enter/"
    send(enter, 422)
    assert "never stands on its edge" in Page(send(enter, 422, winner="0", edge="on")).said
    assert "Ana +1" in Page(send(enter, 200, winner="0", check="1")).said
    phone.post(f"{table}draft/", {**look(enter).form(enter).fields, "winner": "1"})
    assert "Toss 1 begun: winner Ben" in look(table).said
    send(enter, winner="0", cents="10")
    refused = Page(send(enter, 422, winner="1", cents="5"))
    assert "It is the same coin all evening." in refused.said
    assert "Save this and fix toss 1" in refused.said
    first = f"{table}round/1/correct/"
    assert send(enter, winner="1", cents="5", keep="1").url == first
    assert "Toss 2 doesn’t count. It is the same coin all evening." in look(table).said
    send(first, cents="5")
    assert "doesn’t count" not in look(table).said
    send(f"{table}round/2/correct/", winner="0")
    page = look(table)
    assert "Ana is ahead" in page.said
    assert "Rematch" in page.said
    assert "Ana won" in look("/").said
    send(enter, winner="1")
    assert "The game is over." in look(table).said
    send(table, to=f"{table}undo/")
    assert "corrected" in look(f"{table}history/").said
    assert "toss = 1" in look(f"{table}round/1/").said
    send(f"{table}options/", wins="3")
    assert "Rematch" not in look(table).said
    phone.post(f"{table}end/", look(f"{table}options/").form(f"{table}options/").fields)
    assert look("/games/?game=coin").links().count(table) == 1
    rematch = look(table).form_called("rematch").fields
    assert rematch["wins"] == ["3"]
    assert phone.post("/new/coin/", {**rematch, "start": "again"}).status_code == 302
    record = phone.get(f"{table}record/")
    assert record.json()["game"] == "coin"
    assert [entry["winner"] for entry in record.json()["entries"]] == ["Ana", "Ana"]
    monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(record.content)))
    out = StringIO()
    call_command("score", "-", stdout=out)
    said = json.loads(out.getvalue())
    assert (said["totals"], said["winners"]) == ({"Ana": 2, "Ben": 0}, ["Ana"])
    assert said["finished"] is True
