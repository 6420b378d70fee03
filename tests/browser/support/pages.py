"""Every page in every state, with hard-to-fit names and numbers; each function goes to one."""

from playwright.sync_api import expect

from scorekeeper.models import GameSession, Member, Role
from scorekeeper.site.bundles import bundles, join_files
from tests.browser.support.following import draft
from tests.browser.support.games_played import a_round, enter, game_of, group_of
from tests.browser.support.outbox import enter_offline, go_offline, go_online
from tests.browser.support.phone import Phone
from tests.browser.support.states import (
    golden_pages,
    golden_state,
    long_pages,
    long_state,
    pages_to_open,
    state,
)

NAMES = (
    "Wolfeschlegelsteinhausenbergerdorffwelch",
    "김수한무거북이와두루미삼천갑자동방삭치치카포사리사리센타워리워리세브리깡무두셀라",
    "Maria Magdalena von Hohenlohe-Langenburg",
)
EVERY_BONUS = {
    "traps": 8,
    "chimera_attack": True,
    "idle_hunters": [2],
    "toads": {"1": 4},
    "cats": {"0": 1, "1": 3},
}


def long_game() -> GameSession:
    """Twenty rounds, the first player far below zero."""
    return game_of(
        [a_round(bid=40, first_out=n % 2 + 1, toads={"1": n % 5}) for n in range(20)],
        NAMES,
        target=5000,
    )


def finished_game() -> GameSession:
    return game_of([a_round(bid=40), a_round(1, 30, 2), a_round(**EVERY_BONUS)], NAMES, target=300)


NOT_LIVE = "\nvar live; function disconnect() {} function restoreDraft() {}"


def alone(phone: Phone) -> None:
    """Turn off live updates on the pages it opens from now on."""
    files = [file for file in bundles()["own.js"] if file.parent.name != "live"]
    without = join_files(files, "js") + NOT_LIVE
    phone.page.route(
        "**/own.*.js", lambda route: route.fulfill(content_type="text/javascript", body=without)
    )


def new_table(names: tuple[str, ...] = NAMES) -> GameSession:
    return game_of(names=names)


@golden_state
def home_with_games(phone: Phone) -> None:
    long_game()
    game = finished_game()
    GameSession.objects.filter(pk=game_of(names=NAMES, group=game.group).pk).update(game="gone")
    phone.open("/")


@long_state
def home_that_asks_for_a_name_of_the_group(phone: Phone) -> None:
    group = group_of(NAMES)
    for _game in range(3):
        game_of([a_round(bid=40), a_round(0, 40)], NAMES, 60, group)
    phone.open("/")
    expect(phone.page.get_by_text("A name for your group?")).to_be_visible()


@golden_state
def all_games(phone: Phone) -> None:
    long_game()
    finished_game()
    phone.open("/games/")


@long_state
def new_game_of_known_players(phone: Phone) -> None:
    new_table()
    phone.open("/new/chimera/")


@golden_state
def new_game_refused(phone: Phone) -> None:
    phone.open("/new/chimera/", refusal=422)
    phone.page.get_by_label("New name").fill("A" * 41)
    phone.choose("Target", "Other")
    phone.press("Start")
    expect(phone.page.get_by_role("alert")).to_be_visible()


@golden_state
def table_with_an_opened_round(phone: Phone) -> None:
    game = game_of([a_round(bid=30), a_round(**EVERY_BONUS)], NAMES)
    enter(game, a_round(2, 40, 0, **(EVERY_BONUS | {"idle_hunters": []})), slot=2, revision=1)
    phone.open(f"/table/{game.pk}/")
    phone.page.locator(".sheet tbody a").first.tap()
    expect(phone.page.locator(".detail")).to_be_visible()


@long_state
def table_with_a_round_that_cannot_stand(phone: Phone) -> None:
    game = finished_game()
    enter(game, a_round())
    phone.open(f"/table/{game.pk}/")
    expect(phone.page.get_by_text("The game ended with round 3.").first).to_be_visible()


@golden_state
def table_with_a_note(phone: Phone) -> None:
    game = new_table()
    fields = {
        "bid": ["40"],
        "chimera": ["1"],
        "toads_1": ["3"],
        "cats_2": ["1"],
        "idle_hunters": ["0", "2"],
    }
    game.change(draft={"slot": 1, "fields": fields})
    phone.open(f"/table/{game.pk}/")
    expect(phone.page.get_by_text("begun:")).to_be_visible()


@golden_state
def table_of_a_finished_game(phone: Phone) -> None:
    phone.open(f"/table/{finished_game().pk}/")
    expect(phone.page.get_by_role("button", name="Rematch")).to_be_visible()


@long_state
def table_for_who_may_only_watch(phone: Phone) -> None:
    game = long_game()
    Member.objects.update(role=Role.VIEWER)
    phone.open(f"/table/{game.pk}/")


@golden_state
def the_large_screen(phone: Phone) -> None:
    phone.open(f"/table/{long_game().pk}/display/")
    expect(phone.page.locator("#code")).to_have_count(1)  # only large screens show it


@state
def entry_that_another_device_saved_meanwhile(phone: Phone) -> None:
    game = new_table()
    with phone.page.expect_request("**/live/*/"):
        phone.open(f"/table/{game.pk}/enter/")
    enter(game, a_round(1, 30, 2, toads={"1": 3}))
    expect(phone.page.locator("#say-form")).to_contain_text("Save yours to compare the two.")


@golden_state
def entry_with_everything_filled_in(phone: Phone) -> None:
    phone.open(f"/table/{finished_game().pk}/round/3/correct/")
    expect(phone.page.locator("#preview")).to_contain_text("+295")
    phone.tap(phone.page.locator("#preview summary"))


@state
def entry_of_a_round_that_a_hunter_won(phone: Phone) -> None:
    phone.open(f"/table/{new_table().pk}/enter/")
    phone.fill_round(NAMES[0], 40, NAMES[1])
    expect(phone.page.get_by_text("No bonus: a hunter went out first.").first).to_be_visible()
    expect(phone.page.locator("#preview")).to_contain_text("−40")


@state
def entry_refused(phone: Phone) -> None:
    phone.open(f"/table/{new_table().pk}/enter/", refusal=422)
    phone.tick("Idle hunters", NAMES[2])
    phone.count("Toads", NAMES[2], 4)
    phone.press_until_answered("Save")
    expect(phone.question("Bid").get_by_text("Choose the bid.")).to_be_visible()


@long_state
def entry_that_cannot_have_happened(phone: Phone) -> None:
    phone.open(f"/table/{new_table().pk}/enter/")
    phone.fill_round(NAMES[0], 40, NAMES[0])
    phone.tick("Idle hunters", NAMES[2])
    phone.count("Toads", NAMES[2], 4)
    expect(phone.question("Toads").get_by_text("cannot have won toads.")).to_be_visible()


def draft_elsewhere(game: GameSession, **fields: str) -> None:
    """Fill in the next round on a phone that nobody used before."""
    other = f"another phone {game.pk}"
    game.group.members.create(device=other, name="Ben’s phone", role=Role.SCORER)
    draft(game, device=other, **fields)


def open_while_another_device_fills_it_in(phone: Phone) -> None:
    game = new_table()
    with phone.page.expect_request("**/live/*/"):
        phone.open(f"/table/{game.pk}/enter/")
    phone.fill_round(NAMES[0], 20, NAMES[0])
    phone.page.wait_for_function("() => !unsent.size")  # the draft has it all
    draft_elsewhere(game, bid="40", toads_1="2")
    expect(phone.page.locator("#say-bid .changed")).to_contain_text("bid 20 → 40")


@state
def entry_that_another_device_fills_in_too(phone: Phone) -> None:
    open_while_another_device_fills_it_in(phone)


@golden_state
def two_versions_of_what_was_filled_in(phone: Phone) -> None:
    phone.refusals.add(409)
    open_while_another_device_fills_it_in(phone)
    phone.press("Save")
    expect(phone.page.get_by_role("alert")).to_contain_text("changed this while you were")


@state
def correction_that_ends_the_game_earlier(phone: Phone) -> None:
    game = game_of([a_round(), a_round(bid=40), a_round(bid=40)], NAMES, target=160)
    phone.open(f"/table/{game.pk}/round/1/correct/")
    phone.choose("Bid", "40")
    expect(phone.page.get_by_text("Round 3 would no longer count.")).to_be_visible()


@golden_state
def note_refused(phone: Phone) -> None:
    phone.open(f"/table/{game_of([a_round()], NAMES).pk}/round/1/note/", refusal=422)
    phone.page.get_by_role("textbox").fill("x" * 2000)
    phone.press("Save")
    expect(phone.page.locator("#note-error")).to_be_visible()


@golden_state
def two_versions(phone: Phone) -> None:
    phone.refusals.add(409)
    game = new_table()
    phone.open(f"/table/{game.pk}/enter/")
    enter(game, a_round(1, 30, 2, toads={"1": 3}))
    phone.fill_round(NAMES[0], 40, NAMES[0])
    phone.press("Save")
    expect(phone.page.get_by_role("link", name="Keep the saved one")).to_be_visible()


@golden_state
def options_refused(phone: Phone) -> None:
    phone.open(f"/table/{new_table().pk}/options/", refusal=422)
    phone.choose("Target", "Other")
    phone.page.get_by_label("Target: other").fill("many")
    phone.page.get_by_label("Date").fill("2999-01-01")
    phone.page.locator("#id_timer [selected]").evaluate("option => { option.value = 'x'; }")
    phone.page.get_by_label("Comment").fill("x" * 4000)
    phone.press("Save")
    expect(phone.page.get_by_role("alert")).to_be_visible()


@long_state
def history(phone: Phone) -> None:
    game = long_game()
    enter(game, None, slot=20, revision=1)
    phone.open(f"/table/{game.pk}/history/")


@long_state
def history_of_a_game_that_was_set_back(phone: Phone) -> None:
    phone.open(f"/table/{long_game().pk}/history/")
    phone.tap(phone.page.get_by_role("button", name="Restore this point").nth(4))
    expect(phone.page.locator("#saved")).to_contain_text("Game restored to")
    phone.press("More about this game")
    phone.follow("History")
    expect(phone.page.get_by_role("listitem").first).to_contain_text("removed")


@long_state
def home_with_two_groups(phone: Phone) -> None:
    new_table()
    group_of(("Ana", "Ben"))
    phone.open("/")


@long_state
def deleted_games(phone: Phone) -> None:
    phone.open(f"/table/{long_game().pk}/options/")
    phone.press("Delete this game")
    expect(phone.page.get_by_role("button", name="Restore")).to_be_visible()


def sixty_rounds() -> GameSession:
    rounds = [a_round(bid=40, first_out=n % 2 + 1, toads={"1": n % 5}) for n in range(60)]
    return game_of(rounds, NAMES, target=50000)


@long_state
def table_of_more_rounds_than_it_shows(phone: Phone) -> None:
    phone.open(f"/table/{sixty_rounds().pk}/")
    phone.page.get_by_role("link", name="All 60 rounds").scroll_into_view_if_needed()


@golden_state
def table_with_entries_that_wait(phone: Phone) -> None:
    """One of each kind: in conflict, refused, and waiting behind those."""
    phone.refusals |= {409, 422}
    game = new_table()
    phone.open(f"/table/{game.pk}/enter/")
    go_offline(phone)
    for bid in (20, 30, 40):
        if bid == 30:
            phone.tick("Idle hunters", NAMES[0])
        enter_offline(phone, bid)
    enter(game, a_round(1, 30, 2))
    go_online(phone)
    expect(phone.page.locator("#pending [data-state=refused]")).to_be_visible()
    phone.open(f"/table/{game.pk}/")
    expect(phone.page.locator("#pending li")).to_have_count(3)
    phone.tap(phone.page.locator("#pending summary").first)


pages_to_open(
    keyboard_shortcuts=lambda: "/keys/",
    how_to_show_it_on_a_large_screen=lambda: f"/table/{long_game().pk}/large-screen/",
    all_rounds_of_a_long_game=lambda: f"/table/{sixty_rounds().pk}/rounds/",
)

golden_pages(home_before_the_first_game=lambda: "/")

long_pages(
    no_deleted_games=lambda: "/deleted/",
    round_on_its_own=lambda: f"/table/{long_game().pk}/round/7/",
    table_after_twenty_rounds=lambda: f"/table/{long_game().pk}/",
    new_game_of_nobody=lambda: "/new/chimera/",
    new_game_with_everybody_seated=lambda: f"/new/chimera/?again={new_table().pk}",
    table_before_the_first_round=lambda: f"/table/{new_table().pk}/",
    entry_before_anything_is_tapped=lambda: f"/table/{new_table().pk}/enter/",
    entry_of_a_forgotten_round=lambda: f"/table/{long_game().pk}/enter/?before=12",
    options=lambda: f"/table/{long_game().pk}/options/",
)


@state
def table_with_a_turn_timer(phone: Phone) -> None:
    phone.open(f"/table/{timed_game().pk}/")
    expect(phone.page.get_by_role("timer")).to_be_visible()


@long_state
def large_screen_with_a_turn_timer(phone: Phone) -> None:
    phone.open(f"/table/{timed_game().pk}/display/")
    expect(phone.page.get_by_role("timer")).to_be_visible()


def timed_game() -> GameSession:
    game = game_of([a_round(bid=40)], NAMES)
    game.change(timer=60)
    return game
