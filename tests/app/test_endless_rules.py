"""Rules that never end are stopped, whether a module is imported or a game is played."""

import subprocess
import sys
import time
from collections import Counter
from threading import Thread

import pytest

from games import endless, registry
from scorekeeper.development.reloading import reload_games
from scorekeeper.game_checks import find_mistakes
from tests.app.support.factories import a_game, a_phone, open_form, to
from tests.app.support.pages import Page
from tests.support.further_games import create_game, make_game

LOOP = "while True:\n        pass"
LINES = "return [(won,)"
SOON = 0.2  # seconds; a loop uses a core until it is stopped


@pytest.fixture(autouse=True)
def watched_closely(monkeypatch):
    monkeypatch.setattr(endless, "PAUSE", 0.05)


@pytest.fixture
def endless_game(further_folder, monkeypatch):
    """Makes a game whose rules are stopped soon."""
    monkeypatch.setattr(endless, "LIMIT", SOON)

    def make(slug):
        create_game(slug)
        return further_folder / slug / "rules.py"

    return make


def change(rules, old, new):
    text = rules.read_text()
    assert old in text
    rules.write_text(text.replace(old, new, 1))
    reload_games({rules.parent.name})


def places(rules):
    """Return the lines of the loop, as messages name them: it can be stopped in either."""
    line = rules.read_text().split(LOOP)[0].count("\n") + 1
    return (f"{rules}:{line}", f"{rules}:{line + 1}")


def start(phone, slug):
    options, entry = {"target": 50}, {"winner": 0, "points": 5}
    return a_game(phone, game=slug, options=options, rounds=[entry])


def test_a_rule_that_never_ends_fails_like_one_that_raises(endless_game, caplog):
    rules, phone = endless_game("lasso"), a_phone()
    session = start(phone, "lasso")
    form = open_form(phone, to("enter", session))
    change(rules, LINES, f"{LOOP}\n    {LINES}")
    phone.raise_request_exception = False
    response = phone.get(to("table", session))
    assert response.status_code == 500
    assert "Something went wrong" in Page(response).said
    (message,) = [text for text in caplog.messages if text.startswith("Stopped")]
    assert message.startswith("Stopped a rule that does not end: lasso, ")
    assert message.endswith(places(rules))
    sent = phone.post(to("enter", session), form, headers={"Outbox": "send"})
    assert (sent.status_code, sent["Outbox"]) == (500, "failed")  # a phone keeps it and waits
    assert "The rules of this game don’t work at the moment." in Page(phone.get("/")).said


def test_a_folder_whose_import_never_ends_is_left_out_with_its_line(endless_game):
    for slug, file in (("ribbon", "rules.py"), ("sash", "__init__.py")):
        module = endless_game(slug).with_name(file)
        works = module.read_text() if module.exists() else ""
        module.write_text(f"if True:\n    {LOOP}\n")
        reload_games({slug})
        assert slug not in registry.games()
        assert "chimera" in registry.games()
        (fault,) = registry.faults()
        assert str(fault).startswith(places(module))
        assert "EndlessRule: it was stopped after" in str(fault)
        module.write_text(works)
        reload_games({slug})


def test_check_game_names_a_rule_that_never_ends(endless_game):
    rules = endless_game("spiral")
    change(rules, LINES, f"{LOOP}\n    {LINES}")
    mistake, *_credit = find_mistakes("spiral")[::-1]
    assert mistake.place in places(rules)
    assert "EndlessRule: it was stopped after" in mistake.reason


def test_a_form_that_never_ends_is_stopped_when_it_is_built_and_when_it_is_checked(
    further_folder, monkeypatch
):
    monkeypatch.setattr(endless, "LIMIT", SOON)
    make_game("reef")
    forms, phone = further_folder / "reef" / "forms.py", a_phone()
    session = a_game(phone, game="reef", options={}, rounds=[])
    sent = open_form(phone, to("enter", session)) | {"winner": "0", "points": "5"}
    phone.raise_request_exception = False
    works = forms.read_text()
    for place, loop in (
        ('        self.fields["winner"] =', "        while True:\n            pass\n"),
        ("    points =", "    def clean(self):\n        while True:\n            pass\n\n"),
    ):
        change(forms, place, f"{loop}{place}")
        assert phone.post(to("enter", session), sent).status_code == 500
        forms.write_text(works)
    reload_games({"reef"})
    assert phone.post(to("enter", session), sent).status_code == 302


def test_rules_cannot_catch_what_stops_them_for_long(monkeypatch):
    monkeypatch.setattr(endless, "LIMIT", 0.2)

    def rule():
        caught = 0
        while caught < 2:
            try:
                while True:
                    pass
            except BaseException:
                caught += 1
        while True:
            pass

    with pytest.raises(endless.EndlessRule):
        endless.call_rules(rule)


def test_nothing_after_a_call_is_ever_stopped(monkeypatch):
    monkeypatch.setattr(endless, "LIMIT", 0.0)
    monkeypatch.setattr(endless, "PAUSE", 0.0005)
    outcomes, end = Counter(), time.monotonic() + 1

    def play():
        try:
            while time.monotonic() < end:
                try:
                    endless.call_rules(sum, (n for n in range(3000)))
                    outcome = "ended"
                except endless.EndlessRule:
                    outcome = "stopped"
                outcomes[outcome] += 1
        except BaseException as error:
            outcomes[repr(error)] += 1

    threads = [Thread(target=play) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert set(outcomes) == {"ended", "stopped"}


PROFILED = """
import sys, time
from games import endless
def rule():
    end = time.monotonic() + 0.3
    while time.monotonic() < end:
        pass
endless.PAUSE = 0.01
for endless.LIMIT in (0.1, 10):
    try:
        endless.call_rules(rule)
    except endless.EndlessRule:
        pass
    sys.setprofile(lambda *event: None)
    list(n for n in range(3))
    sys.setprofile(None)
"""


def test_a_profiler_can_follow_what_comes_after_a_call():
    subprocess.run([sys.executable, "-c", PROFILED], check=True, timeout=30)


def test_entering_and_leaving_the_rules_costs_little():
    start = time.thread_time()
    for _ in range(100_000):
        endless.call_rules(int)
    assert time.thread_time() - start < 1  # 0.05 s, alone on the machine


def test_rules_that_wait_for_a_busy_machine_are_not_stopped(endless_game):
    rules, phone = endless_game("lock"), a_phone()
    session = start(phone, "lock")
    change(rules, LINES, f"__import__('time').sleep({2.5 * SOON})\n    {LINES}")
    assert "Ana leads with 5 of 50" in Page(phone.get(to("table", session))).said
