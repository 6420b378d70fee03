"""A round of each game, and what can happen to it, as a screen reader says it.

Compared with golden/<language>/: read the difference as a blind player would. Every flow runs in
English, and one in the other languages; with LONG=1 all do, and have to say as much as in English.
"""

from collections.abc import Callable, Iterator

import pytest
from django.conf import settings
from django.utils.translation import gettext, override
from playwright.sync_api import expect

from scorekeeper.models import GameSession
from scorekeeper.tables.rounds import Title
from tests.browser.support import fish_games, kit_games, score_cards, score_pads, trick_games
from tests.browser.support.games_played import NAMES, a_round, enter, game_of
from tests.browser.support.golden import FOLDER, expect_golden
from tests.browser.support.phone import Phone
from tests.browser.support.score_sheets import sheet_game, sheet_row
from tests.browser.support.screen_reader import ScreenReader, roles
from tests.support import entries
from tests.support.long import LONG

LANGUAGES = [code for code, _name in settings.LANGUAGES]
IN_ALL_LANGUAGES = "test_chimera"


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    everywhere = LONG or metafunc.function.__name__ == IN_ALL_LANGUAGES
    metafunc.parametrize("language", LANGUAGES if everywhere else ["en"], indirect=True)


def files() -> Iterator[str]:
    """The golden files of these tests."""
    names = [name for name in globals() if name.startswith("test_")]
    yield from (file_of("en", name) for name in names)
    yield from (file_of(language, IN_ALL_LANGUAGES) for language in LANGUAGES)


def file_of(language: str, test: str) -> str:
    return f"{language}/{test.removeprefix('test_')}.txt"


@pytest.fixture
def language(request: pytest.FixtureRequest, phone: Phone) -> Iterator[str]:
    """The language of the phone, and of the texts that the test taps."""
    phone.context.add_cookies([{"name": "language", "value": request.param, "url": phone.site}])
    with override(request.param):
        yield request.param


@pytest.fixture
def reader(request: pytest.FixtureRequest, phone: Phone, language: str) -> Iterator[ScreenReader]:
    """Compares what it said in the end."""
    reader = ScreenReader(phone)
    yield reader
    test = request.node.originalname
    if language == "en" or test == IN_ALL_LANGUAGES:
        expect_golden(file_of(language, test), reader.text())
    else:
        english = (FOLDER / file_of("en", test)).read_text()
        assert roles(reader.text()) == roles(english)


def play(
    reader: ScreenReader,
    game: GameSession,
    fill_in: Callable[[], object],
    last: Callable[[], object],
    save: str = "Save",
) -> None:
    """Read the form, hear what the last tap of a round brings, save, read the table."""
    reader.open(f"/table/{game.pk}/enter/", "The form")
    fill_in()
    reader.hear("The last tap", last)
    reader.phone.press_until_answered(save)
    if save == "Save":
        reader.read("Saved")
    else:
        reader.open(f"/table/{game.pk}/", "The table")


def test_chimera(phone: Phone, reader: ScreenReader):
    play(
        reader,
        game_of([a_round(bid=40)]),
        lambda: phone.fill_round("Ben", 20, "Ben"),
        lambda: phone.count("Toads", "Cho", 2),
    )


def test_yahtzee(phone: Phone, reader: ScreenReader):
    noted = score_cards.noted
    game = score_cards.card_game([noted(0, "ones", 3), noted(1, "twos", 6)], dice="4444")
    phone.open(f"/table/{game.pk}/")
    reader.hear("The last die", lambda: score_cards.tap_die(phone, 4, 4))
    reader.read("Where the dice may go")
    phone.tap(score_cards.offer(phone, "yahtzee"))
    score_cards.expect_turn(phone, "Ben")
    reader.read("Saved")


def test_big_fish(phone: Phone, reader: ScreenReader):
    play(
        reader,
        fish_games.fish_game([entries.caught(0, "R5 Y6 G1 R2 Y3", "A")]),
        lambda: (fish_games.catcher(phone, "Ben"), fish_games.tap_row(phone, "R6 Y5 G4 R6")),
        lambda: fish_games.tap_card(phone, 4, "B6"),
        "Save and next",
    )


def test_chimera_tricks(phone: Phone, reader: ScreenReader):
    play(
        reader,
        trick_games.tricks_game([trick_games.tricks_round()]),
        lambda: (
            trick_games.way(phone, "Card by card"),
            trick_games.type_cards(phone, trick_games.WON),
        ),
        lambda: trick_games.gains(phone, "Ben", 2),
    )


def test_score_pad(phone: Phone, reader: ScreenReader):
    def fill_in() -> None:
        score_pads.tap_keys(phone, "12")
        score_pads.next_player(phone)
        score_pads.tap_keys(phone, "7")
        score_pads.next_player(phone)

    play(
        reader,
        score_pads.pad_game([entries.points(3, -4, 10)]),
        fill_in,
        lambda: (score_pads.tap_keys(phone, "5"), score_pads.next_player(phone)),
    )


def test_score_sheet(phone: Phone, reader: ScreenReader):
    rows = [{"name": "Military"}, {"name": "Coins", "divide": 3}, {"name": "Debts", "times": -1}]

    def count(name: str, number: int) -> None:
        field = phone.page.get_by_role("textbox", name=name, exact=True)
        field.fill(str(number))
        field.blur()

    play(
        reader,
        sheet_game([sheet_row("Military", 3, 5, 2)], NAMES, rows=rows),
        lambda: (count("Ana", 7), count("Ben", 9)),
        lambda: count("Cho", 4),
        "Save and next",
    )


def test_wizard(phone: Phone, reader: ScreenReader):
    game = kit_games.kit_game("wizard", kit_games.wizard_rounds(1, 3))
    reader.open(f"/table/{game.pk}/enter/", "The bids")
    kit_games.bid(phone, 1, 1)
    reader.hear("The last bid", lambda: phone.count("Bids", "Cho", 0))
    phone.press_until_answered("Play the round")
    reader.open(f"/table/{game.pk}/enter/", "The tricks")
    kit_games.win_tricks(phone, 1, 0)
    reader.hear("The last trick", lambda: phone.count("Tricks", "Cho", 1))
    phone.press_until_answered("Save")
    reader.read("Saved")


def test_molkky(phone: Phone, reader: ScreenReader):
    play(
        reader,
        kit_games.kit_game("molkky", kit_games.throws(12, 3, 7)),
        lambda: None,
        lambda: phone.page.get_by_role("radio", name="5", exact=True).press("Space"),
        "Save and next",
    )


def test_hearts(phone: Phone, reader: ScreenReader):
    def fill_in() -> None:
        phone.page.get_by_label("Ana", exact=True).fill("20")
        phone.page.get_by_label("Ben", exact=True).fill("6")

    def last() -> None:
        phone.page.get_by_label("Cho", exact=True).fill("0")
        phone.page.get_by_label("Cho", exact=True).blur()

    play(reader, kit_games.kit_game("hearts", [kit_games.taken(20, 6, 0)]), fill_in, last)


def test_a_round_that_another_phone_saved_first(phone: Phone, reader: ScreenReader):
    game = game_of(names=NAMES)
    phone.refusals.add(409)
    with phone.page.expect_request("**/live/*/"):
        phone.open(f"/table/{game.pk}/enter/")
    phone.fill_round("Ana", 40, "Ana")
    reader.hear("Another phone saves this round", lambda: be_overtaken(phone, game))
    phone.press("Save")
    expect(phone.page.get_by_role("link", name=gettext("Keep the saved one"))).to_be_visible()
    reader.read("Both versions")


def be_overtaken(phone: Phone, game: GameSession) -> None:
    enter(game, a_round(1, 30, 2))
    told = gettext("%(by)s entered %(title)s. Save yours to compare the two.")
    title = Title(gettext("Round %(number)s") % {"number": 1})
    expect(phone.page.locator("#say-form")).to_contain_text(
        told % {"by": "Ana’s phone", "title": title.within}
    )


def test_a_round_that_the_rules_refuse(phone: Phone, reader: ScreenReader):
    phone.open(f"/table/{game_of().pk}/enter/", refusal=422)
    phone.tick("Idle hunters", "Cho")
    reader.hear("Toads for an idle hunter", lambda: phone.count("Toads", "Cho", 4))
    phone.press_until_answered("Save")
    reader.read("Refused")


def test_a_round_that_arrives_while_the_table_is_open(phone: Phone, reader: ScreenReader):
    game = game_of([a_round(bid=40)])
    with phone.page.expect_request("**/live/*/"):
        phone.open(f"/table/{game.pk}/")
    reader.hear("Another phone saves a round", lambda: arrive(phone, game))


def arrive(phone: Phone, game: GameSession) -> None:
    enter(game, a_round(1, 30, 1))
    expect(phone.total("Ben")).to_have_text("60")


def test_the_end_of_a_game(phone: Phone, reader: ScreenReader):
    reader.open(f"/table/{game_of([a_round(bid=40)] * 5).pk}/", "The end")
