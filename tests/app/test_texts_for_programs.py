"""Names of games and texts in other programs, and in files that people write."""

import json

import pytest
from django.conf import settings
from django.utils.translation import gettext, override

from games import registry
from scorekeeper.exchange.bgstats import Export, play_of
from scorekeeper.pages.evening_calendar import calendar_text
from scorekeeper.statistics.history import history_of
from scorekeeper.webhooks.messages import messages_about
from tests.app.support.factories import a_group, a_hosted_group, a_phone, end_early, table_of
from tests.app.support.fish import a_fish_game
from tests.app.support.imports import bring_in
from tests.app.support.programs import a_program
from tests.app.support.webhooks import a_webhook
from tests.support.entries import caught

JOINT = "\u200b"


def test_other_programs_get_no_marks_of_where_a_line_may_end():
    phone, group = a_hosted_group()
    session = a_fish_game(phone, caught(0, "R1 R2 R3 Y2 B3"), group=group)
    a_webhook(group, "https://lamps.example/", language="ja")
    end_early(phone, session)
    program = a_program(group, language="ja")
    paths = (f"games/{session.pk}", "games", f"groups/{group.pk}/statistics")
    with override("ja"):
        table = table_of(session)
        assert JOINT in table.display_title
        assert JOINT in table.verdict
        messages = [one for _key, _id, one in messages_about(table.log.entries[0].pk)]
        texts = [
            *(program.get(path, lines="true").content.decode() for path in paths[:1]),
            *(program.get(path).content.decode() for path in paths[1:]),
            json.dumps([messages, play_of(table)], ensure_ascii=False),
            b"".join(Export(group).pieces()).decode(),
            calendar_text(history_of(group), group, "").decode(),
        ]
    assert messages
    for text in texts:
        assert gettext("Big Fish") not in text  # the language of this test
        assert JOINT not in text


@pytest.mark.parametrize("column", ["game", "title"])
def test_a_spreadsheet_may_name_a_game_in_any_language(column):
    group, names = a_group(a_phone(), names=()), {}
    for game in registry.games().values():
        for language, _name in settings.LANGUAGES:
            with override(language):
                names[gettext(game.title)] = "score_pad" if game.custom_title else game.slug
    lines = [
        f"2024-01-01,{name},{player},{total}"
        for name in names
        for player, total in (("Ana", 30), ("Ben", 40), ("Cho", 20))
    ]
    bring_in(group, "\n".join([f"date,{column},player,total", *lines]).encode())
    games = group.sessions.order_by("pk")
    assert {one.title for one in games} == {""}
    assert [one.game for one in games] == list(names.values())


@pytest.mark.parametrize("day", ["2024-11-09", "9.11.2024", "09.11.2024", "2024/11/9"])
def test_a_spreadsheet_may_have_rewritten_the_days(day):
    group = a_group(a_phone(), names=())
    bring_in(group, f"date;title;player;total\n{day};Golf;Ana;3".encode())
    assert group.sessions.get().played_at.date().isoformat() == "2024-11-09"
