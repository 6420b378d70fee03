"""The outbox decides what is kept, what is sent again, when, and in which order."""

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.support.outbox import discard, on_disk, pending, said
from tests.browser.support.phone import Phone, wait_until
from tests.browser.support.scripts import AT_REST, DRAFTED, NEW, PLAYED, Scripts

# The pages are rendered from a database.
pytestmark = pytest.mark.django_db

SAVED = "/table/saved/"
WAITS = "Saved on this phone. No connection"
WARNING = "rgb(149, 40, 14)"  # --warn in the light theme
ROUND = {"chimera": 0, "bid": 30, "first_out": 0}


def slots(entries: list[dict[str, Any]]) -> list[str]:
    return [dict(entry["fields"])["slot"] for entry in entries]


def states(phone: Phone) -> list[str]:
    return [entry["state"] for entry in on_disk(phone)]


def expect_kept(phone: Phone, count: int) -> None:
    wait_until(phone.page, f"async () => (await readEntries()).length === {count}")
    expect(pending(phone)).to_have_count(count)


def enter_rounds(scripts: Scripts, count: int, table: str = NEW) -> None:
    """Enter rounds without a network."""
    scripts.open(f"{table}enter/")
    for _ in range(count):
        scripts.save(**ROUND)


# Sending

KEEP_WHAT_IS_STORED_AT_SENDING = """() => {
  const send = fetch;
  fetch = async (...request) => {
    globalThis.stored = await readEntries();
    return send(...request);
  };
}"""


# These pages come over plain http, which has no such thing.
COUNT_REQUESTS_TO_KEEP_THE_STORAGE = """() => {
  globalThis.kept = 0;
  Object.defineProperty(navigator, "storage", { value: { persist: async () => ++kept > 0 } });
}"""


def test_the_browser_is_asked_once_to_keep_what_waits_on_the_phone(scripts: Scripts):
    scripts.open(f"{NEW}enter/", "saved")
    scripts.page.evaluate(COUNT_REQUESTS_TO_KEEP_THE_STORAGE)
    scripts.fill_and_save(**ROUND)
    scripts.page.wait_for_function("() => left.length")
    assert scripts.page.evaluate("kept") == 0
    scripts.open(f"{NEW}enter/")
    scripts.page.evaluate(COUNT_REQUESTS_TO_KEEP_THE_STORAGE)
    for count in (1, 2):
        scripts.save(**ROUND)
        expect_kept(scripts.phone, count)
    assert scripts.page.evaluate("kept") == 1
    scripts.open(f"{NEW}enter/")
    scripts.page.evaluate(COUNT_REQUESTS_TO_KEEP_THE_STORAGE)
    scripts.save(**ROUND)
    expect_kept(scripts.phone, 3)
    assert scripts.page.evaluate("kept") == 0


def test_an_entry_is_stored_before_it_is_sent_and_waits_twenty_seconds(scripts: Scripts):
    scripts.open(f"{NEW}enter/", "silent")
    scripts.page.evaluate(KEEP_WHAT_IS_STORED_AT_SENDING)
    form, bar = scripts.page.locator("form[data-outbox]"), scripts.page.locator("main .bar")
    place = bar.bounding_box()
    scripts.fill_and_save(**ROUND)
    expect(said(scripts.phone)).to_have_text("Saved on this phone, sending…")
    assert bar.bounding_box() == place
    expect(form).to_have_css("pointer-events", "none")
    assert scripts.page.evaluate(
        "streams.at(-1).closed"
    )  # of a removed round, no page is left to ask for
    scripts.page.wait_for_function("() => sent.length")
    (entry,), (request,) = scripts.page.evaluate("[stored, sent]")
    assert entry["title"] == "Round 1 · Chimera"
    assert ["bid", "30"] in entry["fields"]
    assert ["submission", entry["submission"]] in entry["fields"]
    assert not {"csrfmiddlewaretoken", "count"} & set(dict(entry["fields"]))
    assert request["fields"] == [*entry["fields"], ["csrfmiddlewaretoken", "token"]]
    assert (request["url"], request["Outbox"]) == (f"{NEW}enter/", "ask")
    scripts.wait(4000)
    expect(scripts.page.locator("h1")).to_contain_text("Enter round 2")
    expect(scripts.page).to_have_title("Enter round 2 · Chimera · Scorekeeper")
    expect(said(scripts.phone)).to_have_text("Saved on this phone, sending…")
    assert not scripts.page.evaluate("streams.at(-1).closed")
    scripts.wait(20_000)
    expect(said(scripts.phone)).to_contain_text(WAITS)
    expect_kept(scripts.phone, 1)


HOLD_REQUESTS = """() => {
  const send = fetch;
  fetch = async (...request) => {
    await new Promise(done => globalThis.letGo = done);
    return send(...request);
  };
}"""
# Long enough for another tap to store its entry, as each access to the disk waits for the last.
READ_THE_DISK_FOUR_TIMES = "async () => { for (let n = 0; n < 4; n++) await readEntries(); }"


def test_a_second_tap_while_an_entry_is_sent_saves_nothing_more(scripts: Scripts):
    scripts.open(f"{NEW}enter/", "saved")
    scripts.page.evaluate(HOLD_REQUESTS)
    scripts.fill_and_save(**ROUND)
    scripts.page.wait_for_function("() => globalThis.letGo")
    scripts.page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow'))")  # only now loaded
    scripts.fill_and_save(**ROUND)
    scripts.page.evaluate(READ_THE_DISK_FOUR_TIMES)
    scripts.page.evaluate("letGo()")
    scripts.leaves(SAVED)
    assert (on_disk(scripts.phone), len(scripts.sent())) == ([], 1)


DOUBLE_TAP = """() => {
  const button = document.querySelector("main .bar .primary");
  button.click();
  return new Promise(done => setTimeout(() => done(button.click()), 50));
}"""


def test_a_double_tap_without_a_network_saves_no_blank_round(scripts: Scripts):
    scripts.open(f"{NEW}enter/")
    scripts.page.evaluate(DOUBLE_TAP)
    scripts.page.wait_for_function(AT_REST)
    expect_kept(scripts.phone, 1)


CHANGE_WHILE_SENDING = """() => {
  const send = fetch;
  fetch = async (...request) => {
    const [entry] = await readEntries();
    await storeEntry({ ...entry, at: entry.at + 1, title: "changed" });
    return send(...request);
  };
}"""


# No transaction outlives its page.
LEAVE_WHILE_IT_IS_STORED = """() => {
  const { put } = IDBObjectStore.prototype;
  IDBObjectStore.prototype.put = function (entry) {
    dispatchEvent(new PageTransitionEvent("pagehide"));
    const request = put.call(this, entry);
    this.transaction.abort();
    return request;
  };
}"""


def test_an_entry_is_in_its_form_again_if_the_page_was_left_while_it_was_stored(scripts: Scripts):
    scripts.open(f"{NEW}enter/")
    scripts.page.evaluate(LEAVE_WHILE_IT_IS_STORED)
    scripts.fill_and_save(**ROUND)
    scripts.page.wait_for_function("() => left.length")
    scripts.open(f"{NEW}enter/")
    assert on_disk(scripts.phone) == []
    assert scripts.page.evaluate("Object.fromEntries(new FormData(entryForm())).bid") == "30"


def test_an_entry_changed_while_it_was_sent_is_not_settled_by_that_answer(scripts: Scripts):
    scripts.open(f"{NEW}enter/", "saved")
    scripts.page.evaluate(CHANGE_WHILE_SENDING)
    scripts.save(**ROUND)
    (entry,) = on_disk(scripts.phone)
    assert (entry["title"], entry["state"]) == ("changed", "waiting")


def test_an_entry_is_sent_at_growing_intervals_until_the_server_answers(scripts: Scripts):
    scripts.open(f"{NEW}enter/", "lost")
    scripts.save(**ROUND)
    expect(said(scripts.phone)).to_contain_text(WAITS)
    scripts.page.evaluate("() => { const later = Date.now() + 6e3; Date.now = () => later; }")
    failures = ("cut", 200, 302, 404, 422, 503)  # a status without the server's signature
    for failure, pause in zip(failures, (2000, 4000, 8000, 16_000, 20_000, 20_000), strict=True):
        scripts.answer(failure)
        scripts.wait_for_retry(pause)
    scripts.page.wait_for_function("() => sent.length === 7")
    assert scripts.stays()
    scripts.answer("saved")
    scripts.wait_for_retry(20_000)
    expect_kept(scripts.phone, 0)
    expect(said(scripts.phone)).to_have_count(0)
    first, *others = scripts.sent()
    # Only a user who still waits is asked something.
    assert others == [{**first, "Outbox": "send"}] * 7
    scripts.answer("lost")
    scripts.save(**ROUND)
    scripts.wait_for_retry(2000)


def test_an_entry_that_a_busy_server_refused_is_kept_and_sent_again_no_sooner_than_it_said(
    scripts: Scripts,
):
    scripts.open(f"{NEW}enter/", "busy")
    scripts.save(**ROUND)
    expect_kept(scripts.phone, 1)
    scripts.wait_for_retry(7000 + 2000)
    scripts.answer("saved")
    scripts.wait_for_retry(7000 + 4000)
    expect_kept(scripts.phone, 0)


def test_what_cannot_be_sent_is_not_overtaken_and_waits_for_the_network(scripts: Scripts):
    enter_rounds(scripts, 2)
    scripts.open("/", "lost", "saved", "lost")
    scripts.wait_for_retry(2000)
    expect_kept(scripts.phone, 1)
    scripts.answer("saved")
    scripts.page.evaluate("dispatchEvent(new Event('online'))")
    expect_kept(scripts.phone, 0)
    assert slots(scripts.sent()) == ["1", "1", "2", "2"]
    assert scripts.page.evaluate("[...timers].filter(({ act }) => act === send)") == []


def test_a_round_counts_on_from_the_slot_that_the_server_gave_the_form(scripts: Scripts):
    enter_rounds(scripts, 2)
    fields = [dict(entry["fields"]) for entry in on_disk(scripts.phone)]
    given = [(entry["slot"], entry["numbered"]) for entry in fields]
    assert given == [("1", "1"), ("2", "")]  # the one that waits may yet get this slot


def test_a_full_local_storage_holds_up_nothing(scripts: Scripts):
    scripts.open(f"{NEW}enter/")
    scripts.page.evaluate(
        """() => storage = new Proxy({}, { set() {
          throw new DOMException("It is full", "QuotaExceededError");
        } })"""
    )
    scripts.save(**ROUND)
    scripts.save(**ROUND)
    expect_kept(scripts.phone, 2)
    scripts.answer("saved")
    scripts.wait_for_retry(4000)
    expect_kept(scripts.phone, 0)


def test_a_game_whose_rules_are_missing_does_not_hold_up_other_games(scripts: Scripts):
    enter_rounds(scripts, 2)
    enter_rounds(scripts, 1, PLAYED)
    scripts.open("/", 503, "saved")
    expect_kept(scripts.phone, 2)
    assert [entry["url"] for entry in scripts.sent()] == [f"{NEW}enter/", f"{PLAYED}enter/"]
    scripts.wait_for_retry(2000)
    expect_kept(scripts.phone, 0)


def test_a_link_followed_meanwhile_wins_but_not_a_download(scripts: Scripts):
    for seconds, stays in ((0, True), (6, False)):
        scripts.open(f"{NEW}enter/", "lost", "saved")
        scripts.page.evaluate(
            """seconds => {
              const send = fetch;
              fetch = async (...request) => {
                fetch = send;
                dispatchEvent(new Event("beforeunload"));
                const later = Date.now() + seconds * 1000;
                Date.now = () => later;
                return send(...request).catch(() => send(...request));
              };
            }""",
            seconds,
        )
        scripts.fill_and_save(**ROUND)
        expect_kept(scripts.phone, 0)
        scripts.page.wait_for_function("() => !document.body.dataset.said")
        if stays:
            assert scripts.stays()
        else:
            scripts.leaves(SAVED)


# Entering without a network


def test_the_form_of_the_next_round_has_only_what_is_marked_as_sticky(scripts: Scripts):
    form, bar = f"{DRAFTED}enter/", '<div class="bar">'
    fields = """<input name="away_goals"><input name="slot_type">
      <p data-sticky><input name="pitch"></p>"""
    scripts.pages = {form: scripts.rendered[form].replace(bar, fields + bar)}
    scripts.open(form)
    checked = scripts.page.locator("main input:checked")
    expect(checked).to_have_count(2)  # of the draft
    typed = {"away_goals": "2", "slot_type": "b", "pitch": "grass"}
    for name, text in typed.items():
        scripts.page.locator(f"main [name={name}]").fill(text)
    scripts.save(**ROUND, traps=2, toads_1=3)
    expect(scripts.page.locator("h1")).to_contain_text("Enter round 2")
    expect(checked).to_have_count(0)
    values = [scripts.page.locator(f"main [name={name}]").input_value() for name in typed]
    assert values == ["", "", "grass"]
    scripts.phone.tick("Chimera attack", "Chimera attack")
    scripts.save(**ROUND)
    expect(scripts.page.locator("h1")).to_contain_text("Enter round 3")
    expect(pending(scripts.phone).locator(".title")).to_have_text(
        ["Round 1 · Chimera", "Round 2 · Chimera"]
    )
    stored = on_disk(scripts.phone)
    first, second = (dict(entry["fields"]) for entry in stored)
    assert {**typed, "slot": "1", "traps": "2", "toads_1": "3"}.items() <= first.items()
    assert second["slot"] == "2"
    assert second["chimera_attack"]
    assert not {"traps", "toads_1"} & set(second)
    assert len({entry["submission"] for entry in stored}) == 2


def test_an_entry_is_shown_at_its_table_and_at_home_and_sent_by_any_page(scripts: Scripts):
    enter_rounds(scripts, 1)
    for path in ("/", NEW):
        scripts.open(path)
        expect(pending(scripts.phone)).to_contain_text(
            "Round 1 · Chimera Who was the Chimera? Ana · Bid 30 · Who went out first? Ana"
            " Saved on this phone, not sent yet."
        )
    scripts.open(PLAYED)
    scripts.wait_for_retry(2000)
    expect(pending(scripts.phone)).to_have_count(0)
    assert len(on_disk(scripts.phone)) == 1
    scripts.open(PLAYED, "saved")
    expect_kept(scripts.phone, 0)
    assert slots(scripts.sent()) == ["1"]


def test_home_is_loaded_again_once_it_has_sent_an_entry(scripts: Scripts):
    enter_rounds(scripts, 1)
    scripts.open("/", "lost", "saved")
    scripts.page.evaluate("dispatchEvent(new Event('online'))")
    expect_kept(scripts.phone, 0)
    scripts.page.wait_for_function("() => left.length")
    assert scripts.page.evaluate("left") == ["/"]


def test_a_correction_saved_again_replaces_the_first_and_leads_on(scripts: Scripts):
    for edited in (False, True):
        scripts.open(f"{PLAYED}round/1/correct/")
        scripts.save(bid=40)
        scripts.save(bid=30)
        (entry,) = on_disk(scripts.phone)
        assert ["bid", "30"] in entry["fields"]
        assert entry["next"] == 0
        if edited:
            scripts.phone.choose("Traps", "2")
        scripts.answer("saved")
        scripts.page.evaluate("dispatchEvent(new Event('online'))")
        expect_kept(scripts.phone, 0)
        assert scripts.stays() == edited


OPEN_AGAIN_FROM_THE_CACHE = "() => renew(entryForm().elements.submission)"  # see sw.js


def test_a_correction_of_the_same_revision_replaces_the_one_that_waits(scripts: Scripts):
    for bid in (40, 30):
        scripts.open(f"{PLAYED}round/1/correct/")
        scripts.page.evaluate(OPEN_AGAIN_FROM_THE_CACHE)
        scripts.save(bid=bid)
    (entry,) = on_disk(scripts.phone)
    assert ["bid", "30"] in entry["fields"]
    assert ["submission", entry["submission"]] in entry["fields"]
    scripts.page.evaluate(OPEN_AGAIN_FROM_THE_CACHE)
    scripts.page.evaluate("() => { entryForm().action = '/table/2/round/2/correct/?save#2-1'; }")
    scripts.save(bid=20)
    expect_kept(scripts.phone, 2)


def test_a_discarded_round_moves_up_the_later_ones_of_its_table(scripts: Scripts):
    enter_rounds(scripts, 2, PLAYED)
    enter_rounds(scripts, 3)
    expect(pending(scripts.phone)).to_have_count(3)
    scripts.phone.tap(pending(scripts.phone).nth(1).locator("summary"))
    confirm = scripts.page.get_by_role("button", name="Yes, discard it")
    expect(confirm).to_have_css("color", WARNING)
    scripts.phone.tap(confirm)
    wait_until(scripts.page, "async () => (await readEntries()).length === 4")
    stored = on_disk(scripts.phone)
    assert slots(stored) == ["2", "3", "1", 2]
    assert [entry["next"] for entry in stored] == [3, 4, 2, 3]
    expect(pending(scripts.phone).locator(".title")).to_have_text(
        ["Round 1 · Chimera", "Round 2 · Chimera"]
    )


def test_a_round_that_is_discarded_while_an_earlier_one_is_sent_is_not_sent(scripts: Scripts):
    enter_rounds(scripts, 2)
    scripts.answer("saved")
    scripts.page.evaluate(HOLD_REQUESTS)
    scripts.page.evaluate("dispatchEvent(new Event('online'))")
    scripts.page.wait_for_function("() => globalThis.letGo")
    before = len(scripts.sent())
    discard(scripts.phone, 1)
    wait_until(scripts.page, "async () => (await readEntries()).length === 1")
    scripts.page.evaluate("letGo()")
    expect_kept(scripts.phone, 0)
    assert len(scripts.sent()) == before + 1


# An entry as stored by the first release with an outbox.
EARLIER = {
    "table": NEW,
    "title": "Round 1 · Chimera",
    "fields": [["slot", "1"], ["revision", "0"], ["submission", "0f8fad5b"], ["bid", "30"]],
    "next": 2,
    "url": f"{NEW}enter/?save#1-0",
    "submission": "0f8fad5b",
    "state": "waiting",
    "at": 1_700_000_000_000,
}


def test_an_entry_stored_by_an_earlier_release_is_listed_and_sent(scripts: Scripts):
    scripts.open(NEW)
    scripts.page.evaluate("entry => storeEntry(entry)", EARLIER)
    scripts.open(NEW)
    expect(pending(scripts.phone)).to_contain_text("Round 1 · Chimera")
    expect(scripts.page.get_by_role("button", name="Open")).to_have_count(0)
    scripts.open(NEW, "saved")
    expect_kept(scripts.phone, 0)
    (request,) = scripts.sent()
    assert request["fields"] == [*EARLIER["fields"], ["csrfmiddlewaretoken", "token"]]


# Where nothing can be stored

NO_DISK = "() => { Object.defineProperty(window, 'indexedDB', { value: undefined }); }"
FULL = "() => { IDBFactory.prototype.open = () => { throw new DOMException('', 'Quota'); }; }"
FAILS_ONCE_WRITTEN = """() => {
  const { put } = IDBObjectStore.prototype;
  IDBObjectStore.prototype.put = function (entry) {
    IDBFactory.prototype.open = () => { throw new Error("the disk is gone"); };
    return put.call(this, entry);
  };
}"""


def test_an_entry_that_cannot_be_stored_is_posted_as_without_scripts(scripts: Scripts):
    for failure in (NO_DISK, FULL, FAILS_ONCE_WRITTEN):
        scripts.open(f"{NEW}enter/")
        scripts.page.evaluate(failure)
        scripts.save(**ROUND)
        scripts.leaves(f"{NEW}enter/")


def test_the_open_form_moves_up_when_a_round_before_it_is_discarded(scripts: Scripts):
    enter_rounds(scripts, 2)
    expect(scripts.page.locator("h1")).to_contain_text("Enter round 3")
    discard(scripts.phone, 0)
    expect_kept(scripts.phone, 1)
    expect(scripts.page.locator("h1")).to_contain_text("Enter round 2")


def test_the_server_can_be_reached_again_after_the_only_entry_was_discarded(scripts: Scripts):
    enter_rounds(scripts, 1)
    discard(scripts.phone)
    expect_kept(scripts.phone, 0)
    assert scripts.page.evaluate("failures")
    scripts.tell("another")
    assert not scripts.page.evaluate("failures")


# What the server does not accept


def test_a_conflict_stays_until_its_page_is_left_and_later_entries_are_sent(scripts: Scripts):
    enter_rounds(scripts, 3)
    conflict = ["conflict", "You saved another one"]
    scripts.open(NEW, conflict, conflict, "saved")
    for _visit in range(2):
        expect_kept(scripts.phone, 2)
        expect(pending(scripts.phone).first).to_contain_text("You saved another one")
        expect(scripts.page.get_by_role("button", name="Compare").first).to_be_visible()
        scripts.open(NEW, "saved")
    assert scripts.sent() == []
    assert states(scripts.phone) == ["conflict", "conflict"]
    _, second = on_disk(scripts.phone)
    scripts.open(f"{NEW}#{second['submission']}")  # its page leads there
    expect_kept(scripts.phone, 1)
    assert slots(on_disk(scripts.phone)) == ["1"]


def test_later_rounds_wait_for_one_that_a_rule_refuses_and_other_tables_do_not(scripts: Scripts):
    enter_rounds(scripts, 2)
    enter_rounds(scripts, 2, PLAYED)
    scripts.open(NEW, ["refused", "Cho was idle"], "saved")
    expect_kept(scripts.phone, 2)
    expect(pending(scripts.phone).first).to_contain_text("Cho was idle")
    assert states(scripts.phone) == ["refused", "waiting"]
    assert slots(scripts.sent()) == ["1", "2", "3"]
    scripts.press("Fix")
    scripts.leaves(f"{NEW}enter/")


def test_a_failure_of_the_server_is_not_called_a_lack_of_connection(scripts: Scripts):
    scripts.open(f"{NEW}enter/", "failed")
    scripts.save(**ROUND)
    expect(said(scripts.phone)).to_have_text(
        "Still on this phone: the server couldn’t save this entry. Show it"
    )
    scripts.page.evaluate("syncEntries()")  # as when the page hears from the server
    expect(said(scripts.phone)).to_contain_text("couldn’t save this entry")
    scripts.answer("saved")
    scripts.save(bid=40)  # the form still has it
    scripts.leaves(SAVED)
    assert slots(scripts.sent()) == ["1", "1"]


def test_an_entry_at_which_the_server_fails_is_not_sent_again_until_a_tap(scripts: Scripts):
    enter_rounds(scripts, 2)
    scripts.open("/", ["failed", "The kit fails with what round_lines returns"])
    expect(pending(scripts.phone).first).to_contain_text("what round_lines returns")
    scripts.open("/", "saved")
    first, second = pending(scripts.phone).all()
    expect(first).to_contain_text("the server couldn’t save this entry")
    expect(second.locator(".alone")).to_be_hidden()  # it waits for the first
    assert states(scripts.phone) == ["failed", "waiting"]
    assert scripts.sent() == []
    scripts.press("Try again")
    expect_kept(scripts.phone, 0)
    assert slots(scripts.sent()) == ["1", "2"]


def test_what_is_not_accepted_at_once_is_posted_so_that_the_page_says_why(scripts: Scripts):
    for answer in ("refused", "conflict"):
        scripts.open(f"{NEW}enter/", answer)
        scripts.save(**ROUND)
        scripts.leaves(f"{NEW}enter/")
        assert states(scripts.phone)[-1] == answer  # until the page is there
        scripts.phone.wipe("")


def test_a_corrected_entry_is_kept_although_its_refusal_was_posted_and_never_shown(
    scripts: Scripts,
):
    form = f"{NEW}enter/"
    for answer, state in (("lost", "waiting"), ("conflict", "conflict")):
        scripts.open(form, "refused")
        scripts.save(**ROUND)
        scripts.leaves(form)  # for a page that does not come
        scripts.open(form)
        scripts.answer(answer)
        scripts.save(**ROUND | {"bid": 40})
        shown = scripts.pages[form].replace("<body", '<body data-posted="1"')  # of another entry
        scripts.pages = scripts.pages | {form: shown}
        scripts.open(form)
        assert states(scripts.phone) == [state]
        scripts.start()


def test_an_entry_without_its_game_is_tried_on_every_page(scripts: Scripts):
    scripts.open(f"{PLAYED}round/1/correct/", "gone")
    for bid in (30, 40):
        scripts.save(bid=bid)
        expect(said(scripts.phone)).to_contain_text("Still on this phone: the game was deleted")
        expect(said(scripts.phone)).to_be_in_viewport(ratio=1)
    for _visit in range(2):
        scripts.open("/", "gone")
        expect(pending(scripts.phone)).to_contain_text("Still on this phone: the game was deleted")
        scripts.page.wait_for_function("() => sent.length === 1")
        scripts.page.evaluate("syncEntries()")  # as when the page hears from the server
        assert len(scripts.sent()) == 1
    scripts.phone.tap(pending(scripts.phone).locator("summary"))
    expect(pending(scripts.phone)).to_have_count(1)
    scripts.press("Yes, discard it")
    expect_kept(scripts.phone, 0)


def test_an_entry_whose_device_is_admitted_again_is_sent(scripts: Scripts):
    scripts.open(f"{NEW}enter/", "gone")
    scripts.save(**ROUND)
    scripts.open("/", "saved")
    expect_kept(scripts.phone, 0)
