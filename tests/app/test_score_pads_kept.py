"""Score pads: how they start, and how those with a title are kept."""

import re

from games.score_pad.forms import OptionsForm
from scorekeeper.models import GameSession
from tests.app.support.factories import (
    a_hosted_group,
    a_phone,
    draft,
    hidden,
    open_form,
    started,
    submit,
    table_of,
    to,
    totals,
)
from tests.app.support.pages import Page, assert_refused
from tests.app.support.score_pads import NEW, TWENTY, a_pad, enter, said, start, start_pad, typed

# New pads


def test_a_pad_starts_with_nothing_but_its_players():
    phone = a_phone()
    session = started(start(phone))
    plain = {"title": "", "lowest_wins": False, "target": None, "rounds": None}
    assert table_of(session).options == plain
    assert "Score pad" in said(phone, session)


def test_a_pad_starts_with_all_its_settings():
    phone = a_phone()
    session = started(
        start(phone, title="  Mini   Golf ", lowest_wins="lowest", target="100", rounds="18")
    )
    chosen = {"title": "Mini Golf", "lowest_wins": True, "target": 100, "rounds": 18}
    assert table_of(session).options == chosen
    assert "Mini Golf lowest total wins · target 100 · 18 rounds" in said(phone, session)


def test_invalid_settings_are_refused_and_stay_typed():
    phone = a_phone()
    for name, value, refusal in (
        ("title", "x" * 81, "Use at most 80 characters."),
        ("title", "Go\u202elf", "The title contains a character that cannot be shown."),
        ("target", "0", "Enter 1 or more."),
        ("target", "many", "Enter a whole number."),
        ("target", "9" * 30, "Enter a smaller number."),
        ("target", "5_0", "Enter a whole number."),
        ("rounds", "0", "Enter 1 or more."),
        ("rounds", "-1", "Enter 1 or more."),
        ("rounds", "1.5", "Enter a whole number."),
        ("rounds", "5.0", "Enter a whole number."),
    ):
        page = assert_refused(start(phone, **{name: value}), refusal)
        assert page.form(NEW).fields[name] == [value]
    form = OptionsForm({"title": "Golf \ud83d", "lowest_wins": "both"})
    assert form.errors["title"] == ["The title contains a character that cannot be shown."]
    assert form.errors["lowest_wins"] == ["Choose the highest or the lowest total."]
    assert not GameSession.objects.exists()


def test_twenty_players_are_allowed_and_one_alone():
    phone = a_phone()
    alone = started(start(phone, names=["Ana"]))
    assert enter(phone, alone, "1").status_code == 302
    session = started(start(phone, names=TWENTY))
    draft(phone, session, **typed(*map(str, range(20))))
    assert open_form(phone, to("enter", session))["points_19"] == ["19"]
    assert "Player 20 19" in said(phone, session)
    assert enter(phone, session).status_code == 302
    assert totals(session) == tuple(range(20))
    assert start(phone, names=(*TWENTY, "One more")).status_code == 422
    every = "Every seat is taken. Remove someone"
    for button, message in (
        *(({"name": "One more", name: "1"}, "to add One more, or") for name in ("type", "start")),
        ({"add": "One more"}, "first."),
    ):
        assert f"{every} {message}" in Page(phone.post(NEW, {"seat": list(TWENTY), **button})).said


def test_the_home_page_names_the_first_three_of_twenty():
    phone = a_phone()
    a_pad(phone, [range(20)], names=TWENTY, rounds=1)
    page = Page(phone.get("/")).said
    assert "Player 20 won" in page
    assert "Player 20 19 · Player 19 18 · Player 18 17 and 17 more" in page
    assert "Player 17" not in page
    a_pad(phone, [[1] * 20], names=TWENTY, rounds=1)
    assert "Player 1, Player 2, Player 3 and 17 more won" in Page(phone.get("/")).said


# Kept pads


def tiles(phone):
    text = phone.get("/").content.decode()
    return re.findall(r'href="([^"]*again=[^"]*)">.*?<strong>(.*?)</strong>', text, re.S)


def test_a_pad_with_a_title_stays_on_the_home_page_of_its_group():
    phone, session = start_pad(title="Golf", lowest_wins=True, rounds=9)
    a_pad(phone)
    assert tiles(phone) == [(f"{NEW}?again={session.pk}", "Golf")]
    assert tiles(a_phone()) == []


def test_a_kept_pad_opens_with_its_settings_and_players():
    phone, session = start_pad(title="Golf", lowest_wins=True, rounds=9)
    fields = Page(phone.get(f"{NEW}?again={session.pk}")).form_called("setup").fields
    assert fields["seat"] == ["Ana", "Ben", "Cho"]
    assert [fields[name] for name in ("title", "lowest_wins", "target", "rounds")] == [
        ["Golf"],
        ["lowest"],
        [""],
        ["9"],
    ]
    again = started(phone.post(NEW, {**fields, "start": "1"}))
    assert table_of(again).setup == table_of(session).setup


def test_each_kept_pad_is_offered_once_with_its_last_settings_when_a_pad_is_started():
    phone, group = a_hosted_group()
    a_pad(phone, group=group, title="Golf", rounds=9)
    hearts = a_pad(phone, group=group, title="Hearts", target=100)
    golf = a_pad(phone, group=group, title="golf", rounds=18)
    a_pad(phone, group=group)
    text = phone.get(NEW).content.decode()
    chips = re.findall(r'class="button chip" href="([^"]*)">\s*<span class="name">(.*?)<', text)
    assert chips == [(f"{NEW}?again={golf.pk}", "golf"), (f"{NEW}?again={hearts.pk}", "Hearts")]


def test_a_repeat_and_a_rematch_have_the_same_settings():
    phone, session = start_pad([(1, 2, 3)], title="Golf", lowest_wins=True, rounds=1)
    page = Page(phone.get(NEW))
    assert "Ana, Ben and Cho Golf lowest total wins · 1 round Same again" in page.said
    again = page.form_called("again").fields
    for fields in (again, hidden(Page(phone.get(to("table", session))), NEW)):
        repeated = started(phone.post(NEW, {**fields, "start": "again"}))
        assert table_of(repeated).setup == table_of(session).setup


def test_a_changed_title_appears_in_the_history():
    phone, session = start_pad(title="Golf")
    submit(phone, to("options", session), title="Mini golf")
    assert "title Golf Mini golf" in said(phone, session, "history")
    assert [name for _, name in tiles(phone)] == ["Mini golf"]


def test_a_pad_chosen_instead_of_another_game_has_default_settings():
    phone = a_phone()
    sent = {"seat": ["Ana", "Ben"], "target": "400", "switch": "1"}
    fields = Page(phone.post(NEW, sent)).form(NEW).fields
    assert fields["lowest_wins"] == [""]
    assert fields["seat"] == ["Ana", "Ben"]
