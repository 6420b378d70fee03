"""Nothing that a request sent stays in memory, and what stays is bounded."""

import ast
import re

import pytest
from django.conf import settings
from django.urls import reverse

from scorekeeper.models import Role
from scorekeeper.pages.game import fragments
from scorekeeper.pages.game.chart import Chart, render_chart
from scorekeeper.pages.game.fragments import FragmentCache, size_of
from scorekeeper.statistics.history import history_of
from scorekeeper.web.addresses import network_of, parse_network
from tests.app.support.factories import a_game, a_hosted_group, a_member, a_phone, open_form, to

CODE = [
    path for part in ("scorekeeper", "games") for path in (settings.BASE_DIR / part).rglob("*.py")
]
CACHED = re.compile(r"(functools\.)?(lru_)?cache\b")
EMPTY = re.compile(r"\{\}|\[\]|(dict|list|set|OrderedDict|Counter|Gate)\(\)|(\w+C|c)ache\(.+\)")
"""A value that a module is going to fill."""


def caches_in(module):
    functions = [node for node in ast.walk(module) if isinstance(node, ast.FunctionDef)]
    for node in functions:
        if any(CACHED.match(ast.unparse(one)) for one in node.decorator_list):
            yield node.name
    values = [node for node in module.body if isinstance(node, ast.Assign | ast.AnnAssign)]
    for node in values:
        if node.value and EMPTY.fullmatch(ast.unparse(node.value)):
            yield ast.unparse(getattr(node, "target", None) or node.targets[0])


def test_every_cache_is_listed_in_the_docs():
    listed = (settings.BASE_DIR / "docs" / "serving.md").read_text("utf-8")
    names = {name for path in CODE for name in caches_in(ast.parse(path.read_text("utf-8")))}
    some = {"bundle_text", "games_url", "_histories", "fragments", "questions", "class_codec"}
    assert some <= names
    assert {name for name in names if f"`{name}`" not in listed} == set()


@pytest.mark.parametrize(
    ("game", "options"),
    [("chimera", {"target": 400}), ("wizard", {"rounds": None}), ("big_fish", {}), ("yahtzee", {})],
)
def test_refused_values_do_not_stay_in_memory(game, options, monkeypatch):
    monkeypatch.setattr(fragments, "fragments", FragmentCache(2**20))
    session = a_game(a_phone(), game=game, options=options)
    guest = a_member(session.group, Role.SCORER, session)
    fields = open_form(guest, to("enter", session))
    names = {*fields, "bid", "chimera", "bids_0"} - {"slot", "revision", "submission"}
    sizes = []
    for digit in "789":
        answer = guest.post(to("enter", session), {**fields, **dict.fromkeys(names, digit * 2000)})
        assert answer.status_code == 422
        sizes.append(fragments.fragments.bytes)
    assert sizes == [sizes[0]] * 3 != [0] * 3


def test_in_development_a_template_that_changed_is_rendered_anew(settings, monkeypatch):
    monkeypatch.setattr(fragments, "fragments", FragmentCache(2**20))
    for settings.DEV, kept in ((True, 0), (False, 1)):
        assert fragments.render_fragment("tables/_menu_buttons.html", pk=1, may_enter=False)
        assert len(fragments.fragments) == kept


def test_unknown_titles_do_not_stay_in_memory():
    phone, group = a_hosted_group()
    address = reverse("family", args=[group.pk, "score_pad"])
    assert phone.get(address, {"title": "x" * 2000}).status_code == 404
    before = len(history_of(group)._results)
    assert phone.get(address, {"title": "unknown"}).status_code == 200
    assert len(history_of(group)._results) == before


def test_addresses_that_are_none_do_not_stay_in_memory():
    parse_network.cache_clear()
    assert [network_of(sent) for sent in ("unknown", "fe80::1%" + "x" * 10_000)] == ["", ""]
    assert parse_network.cache_info().currsize == 0


def test_fragments_take_no_more_than_their_bytes():
    cache = FragmentCache(10_000)
    for number in range(100):
        assert cache.get((number,), lambda: "x" * 1000) == "x" * 1000
        assert cache.bytes == sum(map(size_of, cache._fragments.items())) <= 10_000
    assert len(cache) == 8
    assert cache.get((99,), lambda: "rendered again") == "x" * 1000
    assert cache.get((0,), lambda: "rendered again") == "rendered again"


def test_the_chart_of_a_long_game_takes_little_memory(monkeypatch):
    cache = FragmentCache(2**20)
    monkeypatch.setattr("scorekeeper.pages.game.fragments.fragments", cache)
    names, totals = [f"Player {seat}" for seat in range(20)], [(n,) * 20 for n in range(4900)]
    for last in (1, 2):
        chart = Chart(names, range(20), [*totals, (last,) * 20], None, [""] * 4901)
        assert f"Player 3 {last}" in render_chart(chart)
    assert len(cache) == 2
    assert cache.bytes < 200_000
