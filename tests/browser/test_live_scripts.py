"""How an open page follows its game: when it asks for what is new, and what it leaves alone."""

import pytest
from playwright.sync_api import Route, expect

from tests.browser.support.outbox import on_disk, pending
from tests.browser.support.phone import wait_for_requests, wait_until
from tests.browser.support.scripts import DRAFTED, LATER, NEW, PLAYED, Scripts

# The pages are rendered from a database.
pytestmark = pytest.mark.django_db

SIGN = "getComputedStyle(document.querySelector('h1'), '::after').content"
HIDE = """hidden => {
  Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
  dispatchEvent(new Event("visibilitychange", { bubbles: true }));
}"""


def expect_later(scripts: Scripts) -> None:
    expect(scripts.phone.total("Ben")).to_have_text("60")


# The update of a page


def test_the_focus_stays_and_so_do_elements_kept_by_other_scripts(scripts: Scripts):
    scripts.open(PLAYED)
    scripts.page.locator("#cell-1-2").focus()
    scripts.page.evaluate("""() => {
      const kept = Object.assign(document.createElement("p"), { textContent: "kept" });
      kept.dataset.keep = "";
      document.querySelector(".now").prepend(kept);
    }""")
    scripts.update(scripts.pages[LATER])
    expect_later(scripts)
    expect(scripts.page.locator("#cell-1-2")).to_be_focused()
    expect(scripts.page.locator(".now > :first-child")).to_have_text("kept")


GONE_WHEN_TAPPED = """() => {
  const button = Object.assign(document.createElement("button"), { textContent: "Go" });
  button.onclick = () => button.remove();
  document.querySelector("main").prepend(button);
  const wait = setTimeout;
  globalThis.waits = 0;
  globalThis.setTimeout = (act, ms, ...more) => {
    if (ms === 100) waits++;
    return wait(act, ms, ...more);
  };
}"""


def test_a_page_waits_while_a_finger_is_down_and_not_after_a_tap_on_what_has_gone(scripts: Scripts):
    scripts.open(PLAYED)
    scripts.page.evaluate(GONE_WHEN_TAPPED)
    scripts.phone.press("Go")
    scripts.update(scripts.pages[LATER])
    expect_later(scripts)
    assert scripts.page.evaluate("waits") == 0
    scripts.page.evaluate("dispatchEvent(new PointerEvent('pointerdown', { buttons: 1 }))")
    scripts.update(scripts.pages[PLAYED])
    scripts.page.wait_for_function("() => waits")
    expect_later(scripts)
    scripts.page.evaluate("dispatchEvent(new PointerEvent('pointercancel'))")
    expect(scripts.phone.total("Ben")).to_have_text("0")


def test_a_page_does_not_wait_for_a_release_that_a_menu_of_the_browser_took(scripts: Scripts):
    scripts.open(PLAYED)
    scripts.page.evaluate(GONE_WHEN_TAPPED)
    for kind, pressed in (("pointerdown", 2), ("pointermove", 0)):
        event = f"new PointerEvent('{kind}', {{ buttons: {pressed} }})"
        scripts.page.evaluate(f"dispatchEvent({event})")
    scripts.update(scripts.pages[LATER])
    expect_later(scripts)
    assert scripts.page.evaluate("waits") == 0


NOTE_MARKS = """() => addEventListener("live:refreshed", () => {
  const totals = [...document.querySelectorAll(".standings .total")];
  const style = getComputedStyle(totals[0]);
  globalThis.marked = totals.map(total => total.classList.contains("fresh"));
  globalThis.still = [style.animationName === "none", style.backgroundImage === "none"];
})"""


def test_only_what_changed_is_marked_for_a_moment_with_and_without_motion(scripts: Scripts):
    for motion in ("no-preference", "reduce"):
        scripts.page.emulate_media(reduced_motion=motion)
        scripts.open(PLAYED)
        scripts.page.evaluate(NOTE_MARKS)
        scripts.update(scripts.pages[LATER])
        expect_later(scripts)
        assert scripts.page.evaluate("marked") == [True, False, False]  # Ben leads now
        assert scripts.page.evaluate("still") == [motion == "reduce", motion != "reduce"]
        scripts.wait(3000)
        expect(scripts.page.locator(".fresh")).to_have_count(0)


SUBMISSION = "entryForm().elements.submission.value"


def test_answers_of_another_phone_are_filled_in_beside_those_not_sent_yet(scripts: Scripts):
    scripts.open(f"{NEW}enter/")
    bid = scripts.phone.question("Bid")
    scripts.phone.choose("Bid", "30")
    submission = scripts.page.evaluate(SUBMISSION)
    scripts.update(scripts.pages[f"{DRAFTED}enter/"].replace(DRAFTED, NEW))
    idle = scripts.phone.question("Idle hunters").get_by_role("checkbox", name="Cho")
    expect(idle).to_be_checked()
    expect(bid.get_by_role("radio", name="30")).to_be_checked()
    assert scripts.page.evaluate("[...unsent]") == ["bid"]
    assert scripts.page.evaluate(SUBMISSION) == submission  # sent again, it counts once


def test_the_stream_sends_a_draft_again_only_when_it_is_not_under_way(scripts: Scripts):
    """Also who sends a draft hears that there is one: to send it again then would never end."""
    scripts.open(f"{NEW}enter/")
    under_way: list[Route] = []
    scripts.page.route("**/draft/", lambda route: under_way.append(route))
    scripts.phone.choose("Bid", "30")
    scripts.tell("one")
    scripts.page.wait_for_function("() => asked === 1 && !refreshing")
    wait_for_requests(scripts.page, under_way)
    under_way[0].fulfill(status=204)  # it was not stored
    scripts.page.wait_for_function("() => !document.querySelector('.htmx-request')")
    assert len(under_way) == 1
    scripts.tell("another")
    scripts.page.wait_for_function("() => document.querySelector('.htmx-request')")
    scripts.page.unroute("**/draft/")


# When a page asks


def test_a_hidden_page_closes_its_stream_and_asks_again_when_it_is_shown(scripts: Scripts):
    scripts.open(PLAYED)
    scripts.page.evaluate(HIDE, True)
    assert scripts.page.evaluate("streams.every(one => one.closed)")
    scripts.page.evaluate(HIDE, False)
    assert not scripts.page.evaluate("streams.at(-1).closed")
    scripts.update(scripts.pages[LATER])
    expect_later(scripts)


def get_no_answer(scripts: Scripts, attempt: int, silence: str) -> None:
    """Neither from the page nor, after the first attempt, from a new stream."""
    scripts.page.wait_for_function("count => asked === count", arg=attempt)
    if silence == "silent":
        scripts.wait(9000)
    if attempt > 1:
        scripts.page.wait_for_function("count => streams.length === count", arg=attempt)
        scripts.page.evaluate("streams.at(-1).onerror()")


def test_a_page_whose_request_gets_no_answer_asks_again_at_growing_intervals(scripts: Scripts):
    for silence in ("lost", "silent"):
        scripts.open(PLAYED)
        scripts.update(silence)
        for attempt, pause in enumerate((1000, 2000, 4000, 6000), 1):
            get_no_answer(scripts, attempt, silence)
            scripts.wait(pause)
        get_no_answer(scripts, 5, silence)
        scripts.page.evaluate("text => current = text", scripts.pages[LATER])
        scripts.wait(6000)
        expect_later(scripts)


TAP_DURING_THE_FIRST_REQUEST = """() => {
  const send = fetch;
  globalThis.known = [];
  fetch = async (url, options) => {
    if (url) return send(url, options);
    // The tap came after the page was asked: its answer may not have it yet.
    if (!known.length) document.body.dispatchEvent(new Event("input", { bubbles: true }));
    known.push(options.headers["If-None-Match"]);
    return new Response(current, { headers: { ETag: "later" } });
  };
}"""


def test_a_page_that_was_tapped_while_it_asked_asks_again_for_all(scripts: Scripts):
    scripts.open(PLAYED)
    scripts.page.evaluate(TAP_DURING_THE_FIRST_REQUEST)
    scripts.update(scripts.pages[LATER])
    expect_later(scripts)
    assert scripts.page.evaluate("known") == ["", ""]


def test_a_page_follows_its_game_as_soon_as_the_network_is_back(scripts: Scripts):
    scripts.open(PLAYED)
    scripts.page.evaluate("streams.at(-1).onerror()")
    scripts.page.evaluate("() => void dispatchEvent(new Event('online'))")
    assert scripts.page.evaluate("streams.length") == 2
    scripts.update(scripts.pages[LATER])
    expect_later(scripts)


def test_a_page_without_a_stream_polls(scripts: Scripts):
    scripts.open(PLAYED)
    scripts.page.evaluate("streams.at(-1).onerror()")
    scripts.wait(1000)
    scripts.page.wait_for_function("() => streams.length > 1")
    scripts.page.evaluate("text => current = text", scripts.pages[LATER])
    scripts.wait(9000)  # the stream is silent: a proxy may hold it back
    scripts.wait(2000)
    expect_later(scripts)


def test_a_page_without_a_connection_says_so_and_sends_what_waits_later(scripts: Scripts):
    scripts.open(f"{PLAYED}enter/")
    scripts.save(chimera=0, bid=30, first_out=0)
    scripts.open(PLAYED)
    assert scripts.page.evaluate(SIGN) == "none"
    scripts.update("lost")
    scripts.wait(1000)
    wait_until(scripts.page, f"async () => {SIGN} === '\"Offline: may be out of date\"'")
    expect(scripts.page.get_by_text("target 400")).to_be_hidden()
    scripts.answer("saved")
    scripts.update(scripts.pages[LATER])
    expect_later(scripts)
    wait_until(scripts.page, f"async () => {SIGN} === 'none'")
    expect(pending(scripts.phone)).to_have_count(0)
    assert on_disk(scripts.phone) == []


def test_a_form_leads_to_the_table_if_the_round_before_it_was_the_last(scripts: Scripts):
    over = scripts.rendered[f"{PLAYED}enter/"].replace(PLAYED, NEW)
    over = over.replace("<small>", "<small data-over>", 1)
    for tapped in (True, False):
        scripts.open(f"{NEW}enter/")
        scripts.save(chimera=0, bid=30, first_out=0)
        if tapped:
            scripts.phone.choose("Bid", "30")
        scripts.update(over)
        if not tapped:
            scripts.leaves(NEW)
        expect(scripts.page.locator("h1 [data-over]")).to_have_count(int(tapped))


# Drafts that may not have arrived


def test_an_unconfirmed_draft_is_sent_when_the_form_is_left_and_restored(scripts: Scripts):
    scripts.open(f"{NEW}enter/")
    scripts.phone.choose("Who was the Chimera?", "Cho")
    scripts.phone.count("Toads", "Ben", 2)
    scripts.page.evaluate(HIDE, True)
    beacon = dict(scripts.sent()[-1]["fields"])
    assert (beacon["chimera"], beacon["toads_1"]) == ("2", "2")
    assert beacon["touched"].split() == ["chimera", "toads_1"]
    scripts.open(f"{NEW}enter/")
    expect(scripts.page.locator("main [name=chimera][value='2']")).to_be_checked()
    expect(scripts.page.locator("main [name=toads_1][value='2']")).to_be_checked()
    scripts.page.evaluate(HIDE, True)
    again = dict(scripts.sent()[-1]["fields"])
    assert int(again["count"]) > int(beacon["count"])
    assert again["touched"] == beacon["touched"]


def test_a_restored_draft_is_not_filled_into_another_form_nor_twice(scripts: Scripts):
    scripts.open(f"{NEW}enter/")
    scripts.phone.choose("Bid", "30")
    scripts.open(f"{PLAYED}enter/")
    expect(scripts.page.locator("main input:checked")).to_have_count(0)
    scripts.phone.choose("Bid", "40")  # both stay
    scripts.open(f"{NEW}enter/")
    expect(scripts.page.locator("main input:checked")).to_have_count(1)
    scripts.save(chimera=0, bid=30, first_out=0)
    scripts.page.evaluate("indexedDB.deleteDatabase('scorekeeper')")
    scripts.page.evaluate("localStorage.removeItem('/table/1/')")
    scripts.open(f"{NEW}enter/")
    expect(scripts.page.locator("main input:checked")).to_have_count(0)


EARLY = "<script>document.querySelector('[name=chimera][value=\"2\"]').click()</script>"


def test_what_was_tapped_before_the_scripts_ran_is_part_of_the_draft(scripts: Scripts):
    form = f"{NEW}enter/"
    scripts.pages = {form: scripts.rendered[form].replace("</main>", f"</main>{EARLY}")}
    scripts.open(form)
    scripts.page.evaluate(HIDE, True)
    assert dict(scripts.sent()[-1]["fields"])["touched"] == "chimera"


def test_what_was_tapped_before_the_scripts_ran_stays_in_the_form_for_a_later_round(
    scripts: Scripts,
):
    form = f"{NEW}enter/"
    scripts.open(form)
    scripts.page.evaluate(f"rememberSlot('{NEW}', 2)")  # so the page is an old one
    scripts.pages = {form: scripts.rendered[form].replace("</main>", f"</main>{EARLY}")}
    scripts.open(form)
    expect(scripts.page.locator("h1")).to_contain_text("Enter round 2")
    expect(scripts.page.locator("main input:checked")).to_have_value("2")


LEAVE_AND_COME_BACK = """() => {
  for (const name of ["beforeunload", "pagehide", "pageshow"])
    dispatchEvent(Object.assign(new Event(name), { persisted: true }));
}"""


def test_a_page_reached_by_the_back_button_leads_to_what_it_saves(scripts: Scripts):
    scripts.open(f"{NEW}enter/", "saved")
    scripts.page.evaluate(LEAVE_AND_COME_BACK)
    scripts.save(chimera=0, bid=20, first_out=0)
    scripts.leaves("/table/saved/")


# The screen

LOCKS = """() => {
  globalThis.locks = [];
  const wakeLock = { request: async kind => locks.push(kind) };
  Object.defineProperty(navigator, "wakeLock", { value: wakeLock }); // as over https
  connect();
  return locks;
}"""


@pytest.mark.parametrize("path", [PLAYED, f"{NEW}enter/"])
def test_a_game_keeps_the_screen_on(scripts: Scripts, path: str):
    scripts.open(path)
    assert scripts.page.evaluate(LOCKS) == ["screen"]
    scripts.page.evaluate(HIDE, True)
    scripts.page.evaluate("connect()")
    assert len(scripts.page.evaluate("locks")) == 1  # the browser lets it go with the page
    scripts.page.evaluate(HIDE, False)
    scripts.page.wait_for_function("() => locks.length === 2")
