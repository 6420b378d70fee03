"""A page tells a phone how to go on with the totals without a network."""

import json

from scorekeeper.models import Role
from tests.app.support.factories import (
    a_game,
    a_hosted_game,
    a_hosted_group,
    a_member,
    a_phone,
    a_round,
    to,
)
from tests.app.support.pages import Page


def so_far(phone, session, name="table"):
    found = Page(phone.get(to(name, session))).tree.xpath("//output[@id='points']/@data-game")
    return json.loads(found[0]) if found else None


def test_the_table_and_the_next_form_and_no_correction_tell_totals_and_how_needs_follow():
    phone, game = a_hosted_game(rounds=[a_round(0, 40, 0)], options={"target": 300})
    for name in ("table", "enter"):
        told = so_far(phone, game, name)
        assert told["names"] == ["Ana", "Ben", "Cho"]
        assert (told["totals"], told["number"], told["lowest"]) == ([80, 0, 0], 2, False)
        assert (told["need"], told["target"]) == ("needs {} more", 300)
    page = Page(phone.get(to("correct", game, 1)))
    assert page.tree.xpath("//output[@id='points']") == []


def test_a_distance_to_the_best_total_is_told_as_one():
    phone = a_phone()
    rows = {"rows": [{"name": "Gold"}, {"name": "Land"}]}
    entry = {"row": "Gold", "counts": {"0": 3, "1": 5}}
    game = a_game(phone, game="score_sheet", names=("Ana", "Ben"), options=rows, rounds=[entry])
    told = so_far(phone, game)
    assert told["need"] == "{} behind"
    assert "target" not in told
    assert told["state"]["filled"] == ["Gold"]


def test_a_finished_game_and_a_viewer_are_told_nothing():
    phone, group = a_hosted_group()
    finished = a_game(phone, group, rounds=[a_round(0, 40, 0)] * 5)
    assert so_far(phone, finished) is None
    viewer = a_member(group, Role.VIEWER)
    running = a_game(phone, group, rounds=[a_round(0, 40, 0)])
    assert so_far(viewer, running) is None
    assert so_far(phone, running)
