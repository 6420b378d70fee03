"""Games whose folder is gone or broken: nothing is lost, and nobody else notices."""

import os
from io import StringIO

import pytest
from django.contrib.staticfiles.finders import find, get_finders
from django.core.management import call_command
from django.urls import get_resolver, reverse
from django.utils import timezone

from games import registry
from scorekeeper.development.reloading import reload_games
from scorekeeper.game_checks import find_mistakes
from scorekeeper.management.commands import serve
from scorekeeper.models import GameSession, Revision, Role
from scorekeeper.site.game_files import static_faults
from scorekeeper.tables.finished.recount import recount_all
from tests.app.support.factories import (
    a_game,
    a_group,
    a_hosted_game,
    a_hosted_group,
    a_member,
    a_phone,
    a_round,
    add,
    end_early,
    enter,
    open_form,
    to,
    totals,
    typed,
)
from tests.app.support.pages import Page
from tests.app.test_exchange import download, files_in
from tests.support.further_games import games_in, make_game

MISSING = "The rules of this game aren’t installed here."


def uninstall(session, game="gone"):
    """As if the folder of the session's game, and no other, were removed."""
    GameSession.objects.filter(pk=session.pk).update(game=game)


def said(phone, address):
    response = phone.get(address)
    assert response.status_code == 200, address
    return Page(response).said


def test_games_whose_folder_is_gone_stay_in_all_lists_and_show_their_results():
    phone = a_phone()
    running, finished = a_game(phone), a_game(phone, rounds=1)
    end_early(phone, finished)
    uninstall(running, "liars_dice")
    uninstall(finished)
    for address in ("/", "/games/"):
        page = said(phone, address)
        assert f"Liars dice Ana, Ben and Cho · {MISSING}" in page
        assert "Ana won Gone · ended early · Ana 40 · Ben 0 · Cho 0" in page
        links = Page(phone.get(address)).links()
        assert {to("table", running), to("table", finished)} <= set(links)
    page = said(phone, to("table", running))
    for text in (f"{MISSING} Nothing is lost", "Liars dice", "Ana, Ben and Cho"):
        assert text in page
    page = said(phone, to("table", finished))
    assert "Ana 40 Ben 0 Cho 0" in page
    assert MISSING in page


def test_a_game_whose_folder_is_gone_is_found_by_its_name_or_its_own_title_which_it_keeps():
    phone = a_phone()
    dice, pad = a_game(phone), a_game(phone, game="score_pad", options={"title": "Doppelkopf"})
    uninstall(dice, "liars_dice")
    uninstall(pad)
    for text, found in (
        ("liars", [dice]),
        ("Liars dice", [dice]),
        ("doppel", [pad]),
        ("poker", []),
    ):
        links = Page(phone.get("/games/", {"text": text})).links()
        assert [one for one in (dice, pad) if to("table", one) in links] == found
    assert "Doppelkopf" in said(phone, "/")
    assert "Doppelkopf" in said(phone, to("table", pad))


def test_every_page_of_a_game_whose_folder_is_gone_answers():
    phone, session = a_hosted_game(rounds=1)
    uninstall(session)
    names = [key for key in get_resolver().reverse_dict if isinstance(key, str)]
    numbers = {"pk": session.pk, "slot": 1, "seat": 0, "to": 1}
    addresses = [
        reverse(name, kwargs={key: numbers[key] for key in keys})
        for name in names
        for _, keys in get_resolver().reverse_dict.getlist(name)[0][0]
        if set(keys) <= set(numbers)
    ]
    assert to("table", session) in addresses
    for address in addresses:
        assert phone.get(address).status_code < 500, address


def test_a_phone_keeps_what_it_could_not_send_while_the_folder_is_gone():
    phone, session = a_hosted_game()
    fields = {**open_form(phone, to("enter", session)), **typed(a_round())}
    uninstall(session)
    refused = phone.post(to("enter", session), fields, headers={"Outbox": "1"})
    assert refused.status_code == 503
    assert "Outbox" not in refused
    uninstall(session, "chimera")
    assert phone.post(to("enter", session), fields).status_code == 302


def test_when_the_folder_is_back_everything_works_again(further_folder):
    phone = a_phone()
    make_game("coin")
    session = a_game(phone, names=("Ana", "Ben"), game="coin", options={"target": 50})
    add(session, {"winner": 0, "points": 20})
    (further_folder / "coin").rename(further_folder.parent / "coin")
    reload_games({"coin"})
    assert MISSING in said(phone, to("table", session))
    assert phone.get("/new/coin/").status_code == 404
    (further_folder.parent / "coin").rename(further_folder / "coin")
    reload_games({"coin"})
    assert "Ana leads with 20" in said(phone, to("table", session))
    enter(phone, session, {"winner": 0, "points": 30})
    assert totals(session) == (50, 0)
    assert Revision.objects.filter(session=session).count() == 3


def test_a_deleted_game_whose_folder_is_gone_can_be_restored():
    phone, session = a_hosted_game()
    uninstall(session)
    assert phone.post(to("delete", session)).status_code == 302
    assert MISSING in said(phone, "/deleted/")
    assert phone.post(to("restore", session)).url == to("table", session)
    assert phone.get(to("table", session)).status_code == 200


def break_game(folder):
    (folder / "coin" / "rules.py").write_text("def score(:\n")
    reload_games({"coin"})


def test_hosts_read_on_the_home_page_which_folder_is_left_out_and_why(further_folder):
    make_game("coin")
    break_game(further_folder)
    host, group = a_hosted_group()
    line = "The game folder “coin” is left out. rules.py, line 1: Python cannot read this: "
    assert line in said(host, "/")
    assert str(further_folder) not in said(host, "/")
    for phone in (a_member(group, Role.SCORER), a_phone()):
        page = said(phone, "/")
        assert "left out" not in page
        assert "Chimera" in page


def test_hosts_read_that_a_further_folder_is_missing(tmp_path):
    host = a_phone()
    a_group(host)
    with games_in(tmp_path / "gone"):
        assert "The game folder “gone” is left out." in said(host, "/")
    assert "left out" not in said(host, "/")


def test_a_broken_folder_harms_no_other_game(further_folder):
    make_game("coin")
    phone, session = a_hosted_game()
    break_game(further_folder)
    enter(phone, session)
    assert totals(session) == (40, 0, 0)
    assert phone.get("/new/chimera/").status_code == 200
    assert phone.get("/new/coin/").status_code == 404


def test_rules_that_fail_for_one_game_do_not_break_the_lists(further_folder, caplog):
    make_game("coin")
    phone, other = a_hosted_game()
    session = a_game(phone, other.group, ("Ana", "Ben"), game="coin", options={"target": 50})
    rules = further_folder / "coin" / "rules.py"
    works = rules.read_text()
    for old, new in (
        ("    results: list[Result] = []", "    1 / 0"),
        ("ranks=rank_totals(totals)", "ranks=()"),
        ("else lead_verdict(totals, best)", 'else "nobody"'),
        ("lambda options: options.target", "lambda options: options.goal"),
    ):
        assert old in works
        rules.write_text(works.replace(old, new))
        reload_games({"coin"})
        caplog.clear()
        for address in ("/", "/games/"):
            page = Page(phone.get(address))
            broken = "Coin Ana and Ben · The rules of this game don’t work at the moment."
            assert broken in page.said, old
            assert to("table", other) in page.links()
        assert f"The rules of coin failed in game {session.pk}" in caplog.text


@pytest.fixture
def failing(further_folder):
    """A finished game, and one of the same group whose rules fail."""
    make_game("coin")
    phone, finished = a_hosted_game(target=40, rounds=1)
    session = a_game(phone, finished.group, ("Ana", "Ben"), game="coin", options={"target": 50})
    rules = further_folder / "coin" / "rules.py"
    rules.write_text(rules.read_text().replace("    results: list[Result] = []", "    1 / 0"))
    reload_games({"coin"})
    return phone, finished, session


def test_rules_that_fail_for_one_game_keep_no_other_from_an_export(failing, caplog):
    phone, other, session = failing
    files = files_in(download(phone, other.group, "group.zip"))
    assert f"games/{other.submission}.json" in files
    assert files["left_out.json"] == [str(session.submission)]
    for name in ("games.csv", "entries.csv", "BGStatsExport.json"):
        assert b"Ana" in download(phone, other.group, name)
    assert f"The rules of coin failed in game {session.pk}" in caplog.text


def test_rules_that_fail_for_one_game_keep_no_other_from_being_counted_again(failing, caplog):
    _phone, _finished, session = failing
    GameSession.objects.filter(pk=session.pk).update(finished_at=timezone.now())
    assert recount_all(everything=True) == 1
    assert f"The rules of coin failed in game {session.pk}" in caplog.text


def test_a_missing_or_broken_icon_does_not_break_the_home_page(further_folder):
    make_game("coin")
    file = further_folder / "coin" / "templates" / "coin" / "icon.svg"
    for icon in (None, b"{% if %}", b"\xff"):
        file.write_bytes(icon) if icon else file.unlink()
        reload_games({"coin"})
        assert "Coin" in said(a_phone(), "/")
    file.unlink()
    file.mkdir()
    reload_games({"coin"})
    assert "Coin" in said(a_phone(), "/")


def test_serve_prints_file_line_and_reason(further_folder, monkeypatch):
    make_game("coin")
    break_game(further_folder)
    monkeypatch.setattr(serve, "serve", lambda *_: None)
    error = StringIO()
    call_command("serve", host="127.0.0.1", port=0, stdout=StringIO(), stderr=error)
    file = further_folder / "coin" / "rules.py"
    assert f"Left out: {file}:1: Python cannot read this: " in error.getvalue()


def test_a_game_of_the_project_cannot_be_replaced_by_templates_of_another(further_folder):
    make_game("a_coin")
    folder = further_folder / "a_coin" / "templates" / "chimera"
    folder.mkdir()
    (folder / "options.html").write_text("mine")
    reload_games({"a_coin"})
    assert "Target" in said(a_phone(), "/new/chimera/")
    assert registry.games()["a_coin"]


def test_a_style_sheet_that_cannot_be_collected_is_left_out(further_folder):
    make_game("coin")
    file = further_folder / "coin" / "static" / "coin" / "coin.css"
    file.parent.mkdir(parents=True)
    (file.parent / "own.svg").write_text("<svg/>")
    broken = b"\xff", b'@import "gone.css";', b'a { background: url("gone.png") }'
    works = [
        b"a { background: url(%b) }" % where for where in (b"data:,", b"own.svg", b"../icon.svg")
    ]
    for style in (*broken, *works):
        file.write_bytes(style)
        reload_games({"coin"})
        faults = [one.file for one in static_faults(further_folder / "coin")]
        assert faults == ([] if style in works else [file]), style
        if style in (broken[-1], works[-1]):  # a check of the whole game finds the same
            found = [(one.id, one.file) for one in find_mistakes("coin")]
            assert found == ([] if style in works else [("E018", file)]), style
        page = Page(a_phone().get("/new/coin/")).text
        assert ("game-coin." in page) == (style in works)


def test_symbolic_links_of_a_game_are_not_followed(further_folder, tmp_path):
    make_game("coin")
    (tmp_path / "coin").mkdir()
    (tmp_path / "coin" / "key.txt").write_text("secret")
    for link, target in {
        "static": "",
        "static/coin": "coin",
        "static/coin/all": "coin",
        "static/coin/key.txt": "coin/key.txt",
    }.items():
        file = further_folder / "coin" / link
        file.parent.mkdir(parents=True, exist_ok=True)
        file.symlink_to(tmp_path / target)
        reload_games({"coin"})
        collected = [path for finder in get_finders() for path, _storage in finder.list([])]
        assert [path for path in collected if path.endswith("key.txt")] == [], link
        assert find("coin/key.txt") is None
        (mistake,) = find_mistakes("coin")
        assert (mistake.id, mistake.file) == ("E018", file)
        file.unlink()


def test_a_pipe_in_the_folder_of_a_game_is_not_collected(further_folder):
    make_game("coin")
    pipe = further_folder / "coin" / "static" / "coin" / "pipe"
    pipe.parent.mkdir(parents=True)
    os.mkfifo(pipe)
    reload_games({"coin"})
    assert find("coin/pipe") is None
    assert [mistake.file for mistake in find_mistakes("coin")] == [pipe]


def test_a_style_sheet_that_cannot_be_collected_does_not_stop_collectstatic(
    further_folder, settings, tmp_path
):
    make_game("coin")
    file = further_folder / "coin" / "static" / "coin" / "coin.css"
    file.parent.mkdir(parents=True)
    file.write_text('a { background: url("gone.png") }')
    reload_games({"coin"})
    settings.STATIC_ROOT = tmp_path / "collected"
    backend = "whitenoise.storage.CompressedManifestStaticFilesStorage"
    settings.STORAGES = {**settings.STORAGES, "staticfiles": {"BACKEND": backend}}
    call_command("collectstatic", interactive=False, verbosity=0)
    assert list(settings.STATIC_ROOT.rglob("app.*"))
    assert not list(settings.STATIC_ROOT.rglob("coin*.css"))
