"""The turn timer counts on each screen by itself, and comes to pages that are open."""

import re
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from scorekeeper.models import GameSession
from scorekeeper.site.bundles import bundle_text
from tests.browser.support.games_played import a_round, enter, game_of
from tests.browser.support.phone import Phone
from tests.browser.support.scripts import NEW, Scripts

RUNNING = re.compile(r"^\d:\d\d$")

# A timer that runs since the minute 10, and a clock that the test sets.
PREPARE = """limit => {
  globalThis.minute = 10;
  globalThis.overs = 0;
  Date.now = () => minute * 6e4;
  globalThis.setInterval = act => globalThis.tick = act;
  addEventListener("turn:over", () => overs++);
  document.querySelector(".now").insertAdjacentHTML("beforeend", `<p data-pause="1800"
    data-began="${new Date(6e5).toISOString()}" data-limit="${limit}">
    <b id="clock" data-paused="paused"></b></p>`);
}"""
AT = """at => {
  minute = at;
  tick();
  const clock = document.getElementById("clock");
  return [clock.textContent, clock.matches("[data-over]"), overs];
}"""


def run(scripts: Scripts, limit: int) -> None:
    scripts.open(NEW)
    scripts.page.evaluate(PREPARE, limit)
    scripts.page.add_script_tag(content=bundle_text("timer.js"))


@pytest.mark.django_db
def test_it_counts_down_says_once_that_the_time_is_over_and_goes_on(scripts: Scripts):
    run(scripts, 60)
    counted = [scripts.page.evaluate(AT, at) for at in (10, 10.5, 11, 11.25, 22)]
    assert counted == [
        ["1:00", False, 0],
        ["0:30", False, 0],
        ["0:00", False, 1],
        ["−0:15", True, 1],
        ["−11:00", True, 1],
    ]
    # The next turn
    scripts.page.evaluate("() => document.querySelector('[data-limit]').dataset.limit = 900")
    assert scripts.page.evaluate(AT, 24) == ["1:00", False, 1]
    assert scripts.page.evaluate(AT, 25) == ["0:00", False, 2]


@pytest.mark.django_db
def test_it_counts_up_and_pauses_after_half_an_hour(scripts: Scripts):
    run(scripts, 0)
    counted = [scripts.page.evaluate(AT, at)[0] for at in (9, 10, 11.5, 40, 41)]
    assert counted == ["0:00", "0:00", "1:30", "30:00", "paused"]
    assert scripts.page.evaluate("overs") == 0


def test_it_comes_to_an_open_large_screen_and_starts_again_with_each_entry(phone: Phone):
    game = game_of([a_round()])
    phone.open(f"/table/{game.pk}/display/")
    timer = phone.page.get_by_role("timer")
    expect(timer).to_have_count(0)
    GameSession.objects.filter(pk=game.pk).update(started_at=timezone.now() - timedelta(hours=1))
    GameSession.objects.get(pk=game.pk).change(timer=0)
    expect(timer.locator("b")).to_have_text(RUNNING)
    expect(timer).to_contain_text("Round 2")
    enter(game, a_round())
    expect(timer).to_contain_text("Round 3")
    expect(timer.locator("b")).to_have_text(RUNNING)
