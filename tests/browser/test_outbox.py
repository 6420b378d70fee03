"""What the outbox decides: what is kept, what is sent again, when, and in which order."""

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.support.outbox import on_disk, pending, said
from tests.browser.support.phone import Phone, wait_until
from tests.browser.support.scripts import DRAFTED, NEW, PLAYED, Scripts

# The pages are rendered from a database.
pytestmark = [pytest.mark.browser, pytest.mark.django_db]

SAVED = "/table/saved/"
WAITS = "Saved on this phone. No connection"
ROUND = {"chimera": 0, "bid": 30, "first_out": 0}


def slots(entries: list[dict[str, Any]]) -> list[str]:
    return [dict(entry["fields"])["slot"] for entry in entries]


def expect_kept(phone: Phone, count: int, patience: float = 20) -> None:
    wait_until(phone.page, f"async () => (await readEntries()).length === {count}", patience)
    expect(pending(phone)).to_have_count(count)


def enter_two(scripts: Scripts, table: str = NEW) -> None:
    """Enter two rounds without a network."""
    scripts.open(f"{table}enter/")
    for bid in (30, 40):
        scripts.save(**ROUND | {"bid": bid})
    expect(pending(scripts.phone)).to_have_count(2)


# Sending

KEEP_WHAT_IS_STORED_AT_SENDING = """() => {
  const send = fetch;
  fetch = async (...request) => {
    globalThis.stored = await readEntries();
    return send(...request);
  };
}"""


def test_an_entry_is_stored_on_the_phone_before_it_is_sent(scripts: Scripts):
    scripts.open(f"{NEW}enter/", "silent")
    scripts.page.evaluate(KEEP_WHAT_IS_STORED_AT_SENDING)
    scripts.fill_and_save(**ROUND)
    expect(said(scripts.phone)).to_have_text("Saved on this phone, sending…")
    scripts.page.wait_for_function("() => sent.length")
    (entry,), (request,) = scripts.page.evaluate("[stored, sent]")
    assert entry["title"] == "Round 1 · Chimera"
    assert ["bid", "30"] in entry["fields"]
    assert ["submission", entry["submission"]] in entry["fields"]
    assert not {"csrfmiddlewaretoken", "count"} & set(dict(entry["fields"]))
    assert request["fields"] == [*entry["fields"], ["csrfmiddlewaretoken", "token"]]
    assert (request["url"], request["Outbox"]) == (f"{NEW}enter/", "ask")


def test_a_saved_entry_leads_to_its_page(scripts: Scripts):
    scripts.open(f"{NEW}enter/", "saved")
    scripts.save(**ROUND)
    scripts.leaves(SAVED)
    assert on_disk(scripts.phone) == []


@pytest.mark.parametrize("answer", ["lost", "cut", 200, 302, 404, 422, 503])
def test_an_entry_without_an_answer_of_the_server_is_sent_again_unchanged(
    scripts: Scripts, answer: str | int
):
    scripts.open(f"{NEW}enter/", answer, "saved")
    scripts.save(**ROUND)
    expect(said(scripts.phone)).to_contain_text(WAITS)
    assert scripts.stays()
    scripts.wait_for_retry(2000)
    expect_kept(scripts.phone, 0)
    first, second = scripts.sent()
    assert first == second
    assert said(scripts.phone).count() == 0


def test_a_second_tap_while_an_entry_is_sent_saves_nothing_more(scripts: Scripts):
    scripts.open(f"{NEW}enter/", "silent")
    scripts.fill_and_save(**ROUND)
    scripts.fill_and_save(**ROUND)
    scripts.page.wait_for_function("() => sent.length")
    assert len(on_disk(scripts.phone)) == 1
    scripts.wait(4000)
    expect(said(scripts.phone)).to_contain_text(WAITS)
    assert len(scripts.sent()) == 1


CHANGE_WHILE_SENDING = """() => {
  const send = fetch;
  fetch = async (...request) => {
    const [entry] = await readEntries();
    await storeEntry({ ...entry, at: entry.at + 1, title: "changed" });
    return send(...request);
  };
}"""


def test_an_entry_changed_while_it_was_sent_is_not_settled_by_that_answer(scripts: Scripts):
    scripts.open(f"{NEW}enter/", "saved")
    scripts.page.evaluate(CHANGE_WHILE_SENDING)
    scripts.save(**ROUND)
    (entry,) = on_disk(scripts.phone)
    assert (entry["title"], entry["state"]) == ("changed", "waiting")


def test_an_entry_that_gets_no_answer_frees_the_form_after_four_seconds(scripts: Scripts):
    scripts.open(f"{NEW}enter/", "silent")
    scripts.fill_and_save(**ROUND)
    scripts.page.wait_for_function("() => sent.length")
    scripts.wait(4000)
    expect(said(scripts.phone)).to_contain_text(WAITS)
    expect_kept(scripts.phone, 1)


def test_the_pauses_between_attempts_grow_to_twenty_seconds(scripts: Scripts):
    scripts.open(f"{NEW}enter/", "lost")
    scripts.save(**ROUND)
    for pause in (2000, 4000, 8000, 16_000, 20_000):
        scripts.wait_for_retry(pause)
    scripts.page.wait_for_function("() => sent.length === 6")
    scripts.answer("saved")
    scripts.wait_for_retry(20_000)
    expect_kept(scripts.phone, 0)
    scripts.answer("lost")
    scripts.save(**ROUND)
    scripts.wait_for_retry(2000)


def test_the_network_that_returns_ends_the_pause(scripts: Scripts):
    enter_two(scripts)
    scripts.answer("saved")
    scripts.page.evaluate("dispatchEvent(new Event('online'))")
    expect_kept(scripts.phone, 0)
    assert slots(scripts.sent())[-2:] == ["1", "2"]
    assert scripts.page.evaluate("[...timers].filter(({ act }) => act === send)") == []


def test_what_cannot_be_sent_is_not_overtaken(scripts: Scripts):
    enter_two(scripts)
    scripts.open("/", "lost", "saved", "lost")
    scripts.wait_for_retry(2000)
    expect_kept(scripts.phone, 1)
    assert slots(on_disk(scripts.phone)) == ["2"]
    assert slots(scripts.sent()) == ["1", "1", "2"]


def test_the_server_asks_only_a_user_who_still_waits(scripts: Scripts):
    scripts.open(f"{NEW}enter/", "lost")
    scripts.save(**ROUND)
    scripts.page.evaluate("() => { const at = Date.now() + 6e3; Date.now = () => at; }")
    scripts.wait_for_retry(2000)
    scripts.page.wait_for_function("() => sent.length === 2")
    assert [request["Outbox"] for request in scripts.sent()] == ["ask", "send"]


@pytest.mark.parametrize(("seconds", "stays"), [(0, True), (6, False)])
def test_a_link_followed_meanwhile_wins_but_not_a_download(
    scripts: Scripts, seconds: int, stays: bool
):
    scripts.open(f"{NEW}enter/", "lost", "saved")
    scripts.page.evaluate(
        """seconds => {
          const send = fetch, at = Date.now();
          fetch = async (...request) => {
            dispatchEvent(new Event("beforeunload"));
            Date.now = () => at + seconds * 1000;
            return send(...request).catch(() => send(...request));
          };
        }""",
        seconds,
    )
    scripts.fill_and_save(**ROUND)
    expect_kept(scripts.phone, 0)
    scripts.page.wait_for_function("() => !document.body.dataset.said")
    assert scripts.stays() == stays


# Entering without a network


def test_the_form_is_ready_for_the_next_round(scripts: Scripts):
    scripts.open(f"{NEW}enter/")
    phone = scripts.phone
    scripts.save(**ROUND, traps=2, toads_1=3)
    expect(phone.page.locator("h1")).to_contain_text("Enter round 2")
    expect(phone.page.locator("main input:checked")).to_have_count(0)
    phone.tick("Chimera attack", "Chimera attack")
    scripts.save(**ROUND)
    expect(phone.page.locator("h1")).to_contain_text("Enter round 3")
    expect(pending(phone).locator(".title")).to_have_text(
        ["Round 1 · Chimera", "Round 2 · Chimera"]
    )
    stored = on_disk(phone)
    first, second = (dict(entry["fields"]) for entry in stored)
    assert (first["slot"], first["traps"], first["toads_1"]) == ("1", "2", "3")
    assert second["slot"] == "2"
    assert second["chimera_attack"]
    assert not {"traps", "toads_1"} & set(second)
    assert len({entry["submission"] for entry in stored}) == 2


def test_a_draft_of_one_round_is_not_used_for_the_next(scripts: Scripts):
    scripts.open(f"{DRAFTED}enter/")
    expect(scripts.page.locator("main input:checked")).to_have_count(2)
    scripts.save(**ROUND)
    expect(scripts.page.locator("main input:checked")).to_have_count(0)


def test_every_field_is_cleared_unless_the_form_marks_it_as_sticky(scripts: Scripts):
    fields = """<input name="away_goals"><input name="slot_type">
      <p data-sticky><input name="pitch"></p>"""
    bar = '<div class="bar">'
    text = scripts.rendered[f"{NEW}enter/"].replace(bar, fields + bar, 1)
    scripts.pages = {f"{NEW}enter/": text}
    scripts.open(f"{NEW}enter/")
    typed = {"away_goals": "2", "slot_type": "b", "pitch": "grass"}
    for name, text in typed.items():
        scripts.page.locator(f"main [name={name}]").fill(text)
    scripts.save(**ROUND)
    (entry,) = on_disk(scripts.phone)
    assert typed.items() <= dict(entry["fields"]).items()
    values = [scripts.page.locator(f"main [name={name}]").input_value() for name in typed]
    assert values == ["", "", "grass"]


def test_an_entry_is_shown_at_its_table_and_at_home_and_sent_by_any_page(scripts: Scripts):
    scripts.open(f"{NEW}enter/")
    scripts.save(**ROUND)
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


def test_a_correction_saved_again_replaces_what_waits(scripts: Scripts):
    scripts.open(f"{PLAYED}round/1/correct/")
    scripts.save(bid=40)
    scripts.save(bid=30)
    (entry,) = on_disk(scripts.phone)
    assert ["bid", "30"] in entry["fields"]
    assert entry["next"] == 0


@pytest.mark.parametrize("goes_on", [False, True])
def test_a_correction_sent_later_leads_to_the_table_unless_it_is_edited_again(
    scripts: Scripts, goes_on: bool
):
    scripts.open(f"{PLAYED}round/1/correct/")
    scripts.save(bid=30)
    if goes_on:
        scripts.phone.choose("Traps", "2")
    scripts.answer("saved")
    scripts.wait_for_retry(2000)
    expect_kept(scripts.phone, 0)
    assert scripts.stays() == goes_on


def test_a_discarded_round_moves_up_the_later_ones_of_its_table(scripts: Scripts):
    enter_two(scripts, PLAYED)
    enter_two(scripts)
    scripts.save(**ROUND)
    expect(pending(scripts.phone)).to_have_count(3)
    scripts.phone.tap(pending(scripts.phone).nth(1).locator("summary"))
    scripts.phone.press("Yes, discard it")
    wait_until(scripts.page, "async () => (await readEntries()).length === 4")
    stored = on_disk(scripts.phone)
    assert slots(stored) == ["2", "3", "1", 2]
    assert [entry["next"] for entry in stored] == [3, 4, 2, 3]
    expect(pending(scripts.phone).locator(".title")).to_have_text(
        ["Round 1 · Chimera", "Round 2 · Chimera"]
    )


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


@pytest.mark.parametrize("failure", [NO_DISK, FULL, FAILS_ONCE_WRITTEN])
def test_an_entry_that_cannot_be_stored_is_posted_as_without_scripts(
    scripts: Scripts, failure: str
):
    scripts.open(f"{NEW}enter/")
    scripts.page.evaluate(failure)
    scripts.save(**ROUND)
    scripts.leaves(f"{NEW}enter/")


# What the server does not accept


def test_a_conflict_stays_and_later_entries_are_sent(scripts: Scripts):
    enter_two(scripts)
    for _visit in range(2):
        scripts.open("/", ["conflict", "You saved another one"], "saved")
        expect_kept(scripts.phone, 1)
        expect(pending(scripts.phone)).to_contain_text("You saved another one")
        expect(scripts.page.get_by_role("button", name="Compare")).to_be_visible()
    assert scripts.sent() == []
    (entry,) = on_disk(scripts.phone)
    assert (entry["state"], slots([entry])) == ("conflict", ["1"])


def test_the_page_that_a_conflict_leads_to_settles_that_one(scripts: Scripts):
    enter_two(scripts)
    scripts.open("/", "conflict")
    expect(scripts.page.locator("#pending li[data-state=conflict]")).to_have_count(2)
    _, second = on_disk(scripts.phone)
    scripts.open(f"{NEW}#{second['submission']}")
    expect_kept(scripts.phone, 1)
    assert slots(on_disk(scripts.phone)) == ["1"]


def test_later_rounds_wait_for_one_that_a_rule_refuses_and_other_tables_do_not(scripts: Scripts):
    enter_two(scripts)
    enter_two(scripts, PLAYED)
    scripts.open("/", ["refused", "Cho was idle"], "saved")
    expect_kept(scripts.phone, 2)
    expect(pending(scripts.phone).first).to_contain_text("Cho was idle")
    expect(scripts.page.get_by_role("button", name="Fix")).to_be_visible()
    assert [entry["state"] for entry in on_disk(scripts.phone)] == ["refused", "waiting"]
    assert slots(scripts.sent()) == ["1", "2", "3"]
    scripts.press("Fix")
    scripts.leaves(f"{NEW}enter/")


def test_a_failure_of_the_server_is_not_called_a_lack_of_connection(scripts: Scripts):
    scripts.open(f"{NEW}enter/", "failed")
    scripts.save(**ROUND)
    expect(said(scripts.phone)).to_have_text(
        "Kept on this phone: the server had a problem with this entry. Show it"
    )
    scripts.page.evaluate("syncEntries()")  # as when the page hears from the server
    expect(said(scripts.phone)).to_contain_text("the server had a problem")
    scripts.answer("saved")
    scripts.save(bid=40)  # the form still has it
    scripts.leaves(SAVED)
    assert slots(scripts.sent()) == ["1", "1"]


def test_an_entry_at_which_the_server_fails_is_not_sent_again_until_a_tap(scripts: Scripts):
    enter_two(scripts)
    scripts.open("/", ["failed", "The kit fails with what round_lines returns"])
    expect(pending(scripts.phone).first).to_contain_text("what round_lines returns")
    scripts.open("/", "saved")
    first, second = pending(scripts.phone).all()
    expect(first).to_contain_text("the server had a problem with this entry")
    expect(second.locator(".alone")).to_be_hidden()  # it waits for the first
    assert [entry["state"] for entry in on_disk(scripts.phone)] == ["failed", "waiting"]
    assert scripts.sent() == []
    scripts.press("Try again")
    expect_kept(scripts.phone, 0)
    assert slots(scripts.sent()) == ["1", "2"]


@pytest.mark.parametrize(("answer", "kept"), [("refused", []), ("conflict", ["conflict"])])
def test_what_is_not_accepted_at_once_is_posted_so_that_the_page_says_why(
    scripts: Scripts, answer: str, kept: list[str]
):
    scripts.open(f"{NEW}enter/", answer)
    scripts.save(**ROUND)
    scripts.leaves(f"{NEW}enter/")
    assert [entry["state"] for entry in on_disk(scripts.phone)] == kept


def test_an_entry_without_its_game_is_kept_tried_on_every_page_and_discarded(scripts: Scripts):
    scripts.open(f"{NEW}enter/", "gone")
    scripts.save(**ROUND)
    for _visit in range(2):
        scripts.open("/", "gone")
        expect(pending(scripts.phone)).to_contain_text("Kept on this phone: the game was deleted")
        scripts.page.wait_for_function("() => sent.length === 1")
    scripts.phone.tap(pending(scripts.phone).locator("summary"))
    expect(pending(scripts.phone)).to_have_count(1)
    scripts.press("Yes, discard it")
    expect_kept(scripts.phone, 0)


def test_an_entry_whose_device_is_admitted_again_is_sent(scripts: Scripts):
    scripts.open(f"{NEW}enter/", "gone")
    scripts.save(**ROUND)
    scripts.open("/", "saved")
    expect_kept(scripts.phone, 0)
