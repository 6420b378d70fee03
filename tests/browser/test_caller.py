"""The caller: a large screen or a phone that says aloud what happened."""

from playwright.sync_api import expect

from scorekeeper.models import GameSession
from scorekeeper.pages.game.caller import ROUND
from tests.browser.support.following import look_at
from tests.browser.support.games_played import a_round, enter, game_of
from tests.browser.support.kit_games import kit_game
from tests.browser.support.layout import CUT, OVERLAPPING
from tests.browser.support.phone import Phone
from tests.browser.support.score_cards import card_game
from tests.browser.support.score_pads import pad_game
from tests.support.entries import points

# A device with voices of these languages. It takes down what it is given to say. A pause takes 2.5
# seconds, so it ends when the test says so instead. A pause of another length is not held: the test
# would not find it.
STUB = """(languages => {
  const said = self.said = [];
  const voices = languages.map(lang => ({ lang, default: lang === "en-GB" }));
  const pauses = self.pauses = new Map(); // all that have not ended, as more than one is a fault
  const begin = setTimeout, end = clearTimeout;
  let last = 0; // ours are below zero
  self.setTimeout = (act, ms, ...more) => {
    if (ms !== 2500) return begin(act, ms === 2000 ? 0 : ms, ...more); // 2000: for late voices
    pauses.set(--last, act);
    return last;
  };
  self.clearTimeout = id => pauses.delete(id) || end(id);
  self.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
  Object.defineProperty(self, "speechSynthesis", { value: {
    speaking: false,
    getVoices: () => voices,
    addEventListener: () => {},
    cancel() { if (said.length) said.push("(silence)"); },
    speak({ text, lang }) { if (text) said.push(`${lang}: ${text}`); },
  } });
})"""

END_PAUSE = """what => {
  if (!self.pauses?.size || !live?.dataset.speech?.includes(what)) return false;
  const ended = [...pauses.values()];
  pauses.clear();
  for (const say of ended) say();
  return true;
}"""

HIDE = """hidden => {
  Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
  document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
}"""


def give_voices(phone: Phone, *languages: str) -> None:
    phone.prepare(f"{STUB}({list(languages)})")


def said(phone: Phone) -> list[str]:
    words: list[str] = phone.page.evaluate("self.said")
    return words


def waits_to_speak(phone: Phone) -> bool:
    return bool(phone.page.evaluate("pauses.size"))


def end_pause(phone: Phone, what: str) -> None:
    """Wait until the page has this to say, and end the pause before it."""
    phone.page.wait_for_function(END_PAUSE, arg=what.removeprefix("en-GB: "))
    wait_until_said(phone, what)


def wait_until_said(phone: Phone, what: str) -> None:
    phone.page.wait_for_function("what => self.said.some(one => one.includes(what))", arg=what)


def look_again(phone: Phone) -> None:
    """Have the page fetched anew, though nothing has changed."""
    phone.page.evaluate("etag = ''; refreshPage()")


def choose(phone: Phone, level: str) -> None:
    phone.tap(phone.page.locator(".voice summary"))
    with phone.page.expect_response("**/caller/"):
        phone.press(level)
    expect(phone.page.get_by_role("button", name=level)).to_have_attribute("aria-pressed", "true")
    phone.tap(phone.page.locator(".voice summary"))


def be_caller(phone: Phone, level: str) -> None:
    """Know the level already, as if it had been chosen."""
    phone.context.add_cookies([{"name": "caller", "value": level, "url": phone.site}])


def open_caller(phone: Phone, game: GameSession, level: str) -> None:
    """Open the large screen of a caller that has said everything so far."""
    give_voices(phone, "de-DE", "en-US", "en-GB")
    be_caller(phone, level)
    look_at(phone.page, f"/table/{game.pk}/display/")
    phone.page.evaluate("pauses.clear(); sessionStorage.called = live.dataset.call")


def test_a_large_screen_is_silent_until_a_voice_is_wanted(phone: Phone):
    game = game_of([a_round()])
    give_voices(phone, "en-GB")
    look_at(phone.page, f"/table/{game.pk}/display/")
    enter(game, a_round(1, 30, 2))
    expect(phone.page.locator(".call")).to_contain_text("As the Chimera, Ben bid 30 and lost.")
    assert said(phone) == []
    assert not waits_to_speak(phone)
    choose(phone, "Each round in a sentence")
    end_pause(phone, "en-GB: Round 2. As the Chimera, Ben bid 30 and lost. Ana leads")
    assert "en-GB: Each round in a sentence" in said(phone)


def test_each_round_is_said_once_and_a_burst_of_rounds_only_at_its_end(phone: Phone):
    game = game_of([a_round()])
    open_caller(phone, game, ROUND)
    enter(game, a_round(1, 30, 2))
    expect(phone.page.locator(".call")).to_contain_text("Round 2.")
    enter(game, a_round(2, 40, 2))
    end_pause(phone, "Round 3. As the Chimera, Cho bid 40 and won.")
    look_again(phone)
    assert not waits_to_speak(phone)
    enter(game, None, slot=3, revision=1)
    end_pause(phone, "Round 3 removed.")
    assert [words.split(".")[0] for words in said(phone)] == [
        "en-GB: Round 3",
        "en-GB: Round 3 removed",
    ]


def test_a_browser_that_keeps_nothing_says_each_round_once(phone: Phone):
    phone.prepare("Object.defineProperty(self, 'sessionStorage', { get() { return null; } })")
    game = game_of([a_round()])
    give_voices(phone, "en-GB")
    be_caller(phone, ROUND)
    look_at(phone.page, f"/table/{game.pk}/display/")
    enter(game, a_round(1, 30, 2))
    end_pause(phone, "Round 2. As the Chimera, Ben bid 30 and lost.")
    look_again(phone)
    assert not waits_to_speak(phone)


def test_a_page_is_silent_while_it_is_hidden_and_repeats_nothing_when_it_is_opened_again(
    phone: Phone,
):
    game = game_of([a_round()])
    open_caller(phone, game, ROUND)
    enter(game, a_round(1, 30, 2))
    phone.page.wait_for_function("() => pauses.size")
    phone.page.evaluate(HIDE, True)
    assert not waits_to_speak(phone)
    phone.page.evaluate(HIDE, False)
    look_again(phone)
    assert not waits_to_speak(phone)
    assert said(phone) == []
    enter(game, a_round(2, 20, 2))
    end_pause(phone, "Round 3.")
    phone.page.evaluate(HIDE, True)
    assert said(phone)[-1] == "(silence)"
    phone.page.reload()
    look_again(phone)
    assert not waits_to_speak(phone)
    assert said(phone) == []


def test_a_device_without_a_voice_for_the_language_says_so_once(phone: Phone):
    game = game_of([a_round()])
    give_voices(phone, "de-DE")
    look_at(phone.page, f"/table/{game.pk}/display/")
    note = phone.page.get_by_text("This device has no voice for this language")
    expect(note).to_be_hidden()
    choose(phone, "Each round in a sentence")
    expect(phone.page.locator("[data-no-voice]:not([hidden])")).to_have_count(1)
    enter(game, a_round(1, 30, 2))
    expect(phone.page.locator(".call")).to_contain_text("Round 2.")
    phone.page.reload()
    phone.page.wait_for_function("() => !document.querySelector('[data-no-voice]').hidden")
    expect(note).to_be_hidden()
    assert said(phone) == []


def test_the_levels_of_the_caller_have_room_beside_a_card(phone: Phone):
    give_voices(phone, "en-GB")
    phone.open(f"/table/{card_game().pk}/large-screen/")
    expect(phone.page.get_by_role("button", name="Each player")).to_be_visible()
    assert [phone.page.evaluate(fault) for fault in (CUT, OVERLAPPING)] == [[], []]


def test_a_phone_that_is_the_caller_says_the_rounds_that_it_enters(phone: Phone):
    game = game_of([a_round()])
    give_voices(phone, "en-GB")
    phone.open(f"/table/{game.pk}/large-screen/")
    phone.press("Each player")
    expect(phone.page.get_by_role("button", name="Each player")).to_have_attribute(
        "aria-pressed", "true"
    )
    phone.open(f"/table/{game.pk}/enter/")
    phone.fill_round("Ben", 30, "Cho")
    phone.press("Save")
    end_pause(phone, "Ben: minus 30, now minus 30.")
    assert len(said(phone)) == 1


def test_a_phone_that_is_the_caller_says_each_throw_while_it_shows_the_form_for_the_next(
    phone: Phone,
):
    game = kit_game("molkky", names=("Ana", "Ben"))
    give_voices(phone, "en-GB")
    be_caller(phone, ROUND)
    phone.open(f"/table/{game.pk}/enter/")
    phone.choose("Points of the throw", "7")
    end_pause(phone, "Ana throws 7 and has 7; 43 to go.")
    expect(phone.page).to_have_url(f"{phone.site}/table/{game.pk}/enter/")
    phone.choose("Points of the throw", "0")
    end_pause(phone, "Ben misses.")


TOUCHING = """() => [".token", ".total"].flatMap(part => {
  const boxes = [...document.querySelectorAll(`.standings ${part}`)]
    .map(one => one.getBoundingClientRect());
  return boxes.filter(({ bottom }, at) => bottom > boxes[at + 1]?.top);
})"""


def test_a_large_screen_that_is_nearly_square_keeps_its_players_apart(computer: Phone):
    game = pad_game([points(5, 6, 7, 8, -9)], ("Ana", "Ben", "Cho", "Dan", "Eve"))
    computer.open(f"/table/{game.pk}/display/")
    for width, height in ((674, 841), (768, 800), (1000, 1000), (1280, 720), (768, 1024)):
        computer.page.set_viewport_size({"width": width, "height": height})
        assert computer.page.evaluate(TOUCHING) == [], (width, height)
