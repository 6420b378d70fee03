"""Every page in every state, with hard-to-fit names and numbers; each function goes to one."""

from collections.abc import Callable
from datetime import timedelta

from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.timezone import localdate
from playwright.sync_api import expect

from scorekeeper.models import GameSession, Group, Link, Member, Role
from scorekeeper.people import links
from scorekeeper.web.bundles import bundles, join_files
from tests.browser.support.games_played import a_round, enter, game_of, group_of
from tests.browser.support.outbox import enter_offline
from tests.browser.support.phone import Phone

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

STATES: list[Callable[[Phone], None]] = []


def state(go: Callable[[Phone], None]) -> Callable[[Phone], None]:
    STATES.append(go)
    return go


def long_game() -> GameSession:
    """Twenty rounds, the first player far below zero."""
    return game_of(
        [a_round(bid=40, first_out=n % 2 + 1, toads={"1": n % 5}) for n in range(20)],
        NAMES,
        target=5000,
    )


def finished_game() -> GameSession:
    return game_of([a_round(bid=40), a_round(1, 30, 2), a_round(**EVERY_BONUS)], NAMES, target=300)


def several_finished_games() -> GameSession:
    """Of one evening, after one of a year ago."""
    group = group_of(NAMES)
    games = [
        game_of([a_round(1, bid), a_round(0, 40), a_round(winner, 40)], NAMES, 60, group)
        for winner, bid in ((0, 20), (1, 30), (1, 40), (1, 40), (1, 20), (0, 40))
    ]
    a_year_ago = timezone.now() - timedelta(days=366)
    times = dict.fromkeys(("started_at", "played_at", "finished_at"), a_year_ago)
    GameSession.objects.filter(pk=games[0].pk).update(**times)
    return games[-1]


def alone(phone: Phone) -> None:
    """Turn off live updates on the pages it opens from now on."""
    files = [file for file in bundles()["own.js"] if file.parent.name != "live"]
    without = join_files(files, "js")
    phone.page.route(
        "**/own.*.js", lambda route: route.fulfill(content_type="text/javascript", body=without)
    )


def new_table(names: tuple[str, ...] = NAMES) -> GameSession:
    return game_of(names=names)


@state
def keyboard_shortcuts(phone: Phone) -> None:
    phone.open("/keys/")


@state
def home_before_the_first_game(phone: Phone) -> None:
    phone.open("/")


@state
def home_with_games(phone: Phone) -> None:
    long_game()
    finished_game()
    phone.open("/")


@state
def all_games(phone: Phone) -> None:
    long_game()
    finished_game()
    phone.open("/games/")


@state
def new_game_of_nobody(phone: Phone) -> None:
    phone.open("/new/chimera/")


@state
def new_game_of_known_players(phone: Phone) -> None:
    new_table()
    phone.open("/new/chimera/")


@state
def new_game_with_everybody_seated(phone: Phone) -> None:
    phone.open(f"/new/chimera/?again={new_table().pk}")


@state
def new_game_refused(phone: Phone) -> None:
    phone.refusals.add(422)
    phone.open("/new/chimera/")
    phone.page.get_by_label("New name").fill("A" * 41)
    phone.choose("Target", "Other")
    phone.press("Start")
    expect(phone.page.get_by_role("alert")).to_be_visible()


@state
def table_before_the_first_round(phone: Phone) -> None:
    phone.open(f"/table/{new_table().pk}/")


@state
def table_after_twenty_rounds(phone: Phone) -> None:
    phone.open(f"/table/{long_game().pk}/")


@state
def table_with_an_opened_round(phone: Phone) -> None:
    game = game_of([a_round(bid=30), a_round(**EVERY_BONUS)], NAMES)
    enter(game, a_round(2, 40, 0, **(EVERY_BONUS | {"idle_hunters": []})), slot=2, revision=1)
    phone.open(f"/table/{game.pk}/")
    phone.page.locator(".sheet tbody a").first.tap()
    expect(phone.page.locator(".detail")).to_be_visible()


@state
def table_with_a_round_that_cannot_stand(phone: Phone) -> None:
    game = finished_game()
    enter(game, a_round())
    phone.open(f"/table/{game.pk}/")
    expect(phone.page.get_by_text("The game ended with round 3.").first).to_be_visible()


@state
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


@state
def table_of_a_finished_game(phone: Phone) -> None:
    phone.open(f"/table/{finished_game().pk}/")
    expect(phone.page.get_by_role("button", name="Rematch")).to_be_visible()


@state
def table_for_who_may_only_watch(phone: Phone) -> None:
    game = long_game()
    Member.objects.update(role=Role.VIEWER)
    phone.open(f"/table/{game.pk}/")


@state
def the_large_screen(phone: Phone) -> None:
    phone.open(f"/table/{long_game().pk}/display/")


@state
def entry_that_another_device_saved_meanwhile(phone: Phone) -> None:
    game = new_table()
    with phone.page.expect_request("**/live/*/"):
        phone.open(f"/table/{game.pk}/enter/")
    enter(game, a_round(1, 30, 2, toads={"1": 3}))
    expect(phone.page.locator("#say-form")).to_contain_text("Save yours to compare the two.")


@state
def round_on_its_own(phone: Phone) -> None:
    game = long_game()
    phone.open(f"/table/{game.pk}/round/7/")


@state
def entry_before_anything_is_tapped(phone: Phone) -> None:
    phone.open(f"/table/{new_table().pk}/enter/")


@state
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
    phone.refusals.add(422)
    phone.open(f"/table/{new_table().pk}/enter/")
    phone.tick("Idle hunters", NAMES[2])
    phone.count("Toads", NAMES[2], 4)
    phone.press_until_answered("Save")
    expect(phone.question("Bid").get_by_text("Choose the bid.")).to_be_visible()


@state
def entry_that_cannot_have_happened(phone: Phone) -> None:
    phone.open(f"/table/{new_table().pk}/enter/")
    phone.fill_round(NAMES[0], 40, NAMES[0])
    phone.tick("Idle hunters", NAMES[2])
    phone.count("Toads", NAMES[2], 4)
    expect(phone.question("Toads").get_by_text("cannot have won toads.")).to_be_visible()


@state
def entry_of_a_forgotten_round(phone: Phone) -> None:
    phone.open(f"/table/{long_game().pk}/enter/?before=12")


@state
def two_versions(phone: Phone) -> None:
    phone.refusals.add(409)
    game = new_table()
    phone.open(f"/table/{game.pk}/enter/")
    enter(game, a_round(1, 30, 2, toads={"1": 3}))
    phone.fill_round(NAMES[0], 40, NAMES[0])
    phone.press("Save")
    expect(phone.page.get_by_role("link", name="Keep the saved one")).to_be_visible()


@state
def somebody_was_first(phone: Phone) -> None:
    alone(phone)
    phone.refusals.add(409)
    game = game_of([a_round()], NAMES)
    phone.open(f"/table/{game.pk}/")
    enter(game, a_round(bid=40), slot=1, revision=1)
    phone.press("Undo")
    expect(
        phone.page.get_by_role("heading", name="Someone else changed this first")
    ).to_be_visible()


@state
def options(phone: Phone) -> None:
    phone.open(f"/table/{long_game().pk}/options/")


@state
def options_refused(phone: Phone) -> None:
    phone.refusals.add(422)
    phone.open(f"/table/{new_table().pk}/options/")
    phone.choose("Target", "Other")
    phone.page.get_by_label("Target: other").fill("many")
    phone.press("Save")
    expect(phone.page.get_by_role("alert")).to_be_visible()


@state
def history(phone: Phone) -> None:
    game = long_game()
    enter(game, None, slot=20, revision=1)
    phone.open(f"/table/{game.pk}/history/")


@state
def history_of_a_game_that_was_set_back(phone: Phone) -> None:
    phone.open(f"/table/{long_game().pk}/history/")
    phone.tap(phone.page.get_by_role("button", name="Restore this point").nth(4))
    expect(phone.page.locator("#saved")).to_contain_text("Game restored to")
    phone.press("More about this game")
    phone.follow("History")
    expect(phone.page.get_by_role("listitem").first).to_contain_text("removed")


@state
def showing_how_to_watch(phone: Phone) -> None:
    phone.open(f"/table/{long_game().pk}/share/")


@state
def inviting_a_host(phone: Phone) -> None:
    phone.open(f"/groups/{group_of(NAMES).pk}/share/?as=host")
    phone.tap(phone.page.locator("summary"))


@state
def entering_a_code(phone: Phone) -> None:
    phone.refusals.add(422)
    phone.open("/join/")
    phone.page.get_by_label("type the code").fill("bcdfgh")
    phone.press("Join")
    expect(phone.page.get_by_role("alert")).to_be_visible()


@state
def groups_and_games_of_this_device(phone: Phone) -> None:
    group_of(("Ana", "Ben"))
    new_table()
    game = new_table(("Ana", "Ben", "Cho"))
    Member.objects.filter(group=game.group).update(session=game, role=Role.SCORER)
    phone.open("/groups/")


@state
def home_with_two_groups(phone: Phone) -> None:
    new_table()
    group_of(("Ana", "Ben"))
    phone.open("/")


def a_group_with_devices() -> Group:
    game = new_table()
    names = (NAMES[0], NAMES[1][:40], "Ana’s phone")
    for role, name in zip(Role, names, strict=True):
        game.group.members.create(
            device=name, name=name, role=role, session=game if role == Role.VIEWER else None
        )
    return game.group


@state
def group_with_its_devices(phone: Phone) -> None:
    phone.open(f"/groups/{a_group_with_devices().pk}/")
    phone.tap(phone.page.locator("summary"))


@state
def watcher_after_the_evening(phone: Phone) -> None:
    game, hour = new_table(), timedelta(hours=1)
    game.group.members.update(session=game, role=Role.VIEWER, until=timezone.now() - hour)
    phone.refusals.add(404)
    phone.open(f"/table/{game.pk}/")


@state
def device_of_somebody_else(phone: Phone) -> None:
    phone.open(f"/devices/{a_group_with_devices().members.get(role=Role.SCORER).pk}/")


@state
def device_that_has_to_stay(phone: Phone) -> None:
    phone.refusals.add(422)
    phone.open(f"/devices/{group_of(NAMES).members.get().pk}/")
    phone.press("Leave")
    expect(phone.page.get_by_role("alert")).to_be_visible()


@state
def players(phone: Phone) -> None:
    phone.open("/players/")


@state
def year_of_a_group(phone: Phone) -> None:
    game = several_finished_games()
    phone.open(f"/groups/{game.group_id}/year/{localdate().year}/")
    for fold in phone.page.locator("summary").all():
        phone.tap(fold)


@state
def table_with_remarks(phone: Phone) -> None:
    phone.open(f"/table/{several_finished_games().pk}/")
    expect(phone.page.locator(".remarks li").first).to_be_visible()


@state
def large_screen_with_a_remark(phone: Phone) -> None:
    phone.open(f"/table/{several_finished_games().pk}/display/")
    expect(phone.page.locator(".draft")).to_contain_text("win")


@state
def year_of_a_player(phone: Phone) -> None:
    player = several_finished_games().group.players.get(name=NAMES[1])
    phone.open(f"/players/{player.pk}/year/{localdate().year}/")


@state
def player(phone: Phone) -> None:
    phone.open(f"/players/{new_table().group.players.get(name=NAMES[1]).pk}/edit/")
    phone.tap(phone.page.locator("summary"))


@state
def player_refused(phone: Phone) -> None:
    phone.refusals.add(422)
    phone.open(f"/players/{new_table().group.players.first().pk}/edit/")
    phone.tap(phone.page.locator("summary"))
    phone.tap(phone.page.get_by_role("button", name="Merge"))
    expect(phone.page.get_by_role("alert")).to_be_visible()


@state
def merging_two_players(phone: Phone) -> None:
    group = group_of(NAMES)
    game_of(names=NAMES, group=group)
    game_of(names=("Ana", "Ben", "Cho"), group=group)
    phone.open(f"/players/{group.players.get(name='Ana').pk}/edit/")
    phone.tap(phone.page.locator("summary"))
    phone.page.get_by_role("combobox").select_option(NAMES[0])
    phone.tap(phone.page.get_by_role("button", name="Merge"))
    expect(phone.page.get_by_role("heading", name="Merge two players")).to_be_visible()


@state
def joining(phone: Phone) -> None:
    phone.open(links.path(Link.to_host(group_of(NAMES))))


@state
def joining_one_game(phone: Phone) -> None:
    game = new_table()
    phone.open(links.path(Link.to(game.group, Role.SCORER, game)))


@state
def deleted_games(phone: Phone) -> None:
    phone.open(f"/table/{long_game().pk}/options/")
    phone.press("Delete this game")
    expect(phone.page.get_by_role("button", name="Restore")).to_be_visible()


@state
def no_deleted_games(phone: Phone) -> None:
    phone.open("/deleted/")


@state
def nothing_here(phone: Phone) -> None:
    phone.refusals.add(404)
    phone.open("/table/1/")


def sixty_rounds() -> GameSession:
    rounds = [a_round(bid=40, first_out=n % 2 + 1, toads={"1": n % 5}) for n in range(60)]
    return game_of(rounds, NAMES, target=50000)


@state
def table_of_more_rounds_than_it_shows(phone: Phone) -> None:
    phone.open(f"/table/{sixty_rounds().pk}/")
    phone.page.get_by_role("link", name="All 60 rounds").scroll_into_view_if_needed()


@state
def all_rounds_of_a_long_game(phone: Phone) -> None:
    phone.open(f"/table/{sixty_rounds().pk}/rounds/")


@state
def not_from_this_device(phone: Phone) -> None:
    phone.refusals.add(403)
    game = new_table()
    Member.objects.update(role=Role.VIEWER)
    phone.open(f"/table/{game.pk}/enter/")


@state
def please_send_it_again(phone: Phone) -> None:
    phone.refusals.add(403)
    phone.open(links.path(Link.to_host(group_of(NAMES))))
    phone.context.clear_cookies()
    phone.press("Join")
    expect(phone.page.get_by_role("heading", name="Send it again")).to_be_visible()


@state
def the_server_could_not_read_it(phone: Phone) -> None:
    open_template(phone, "400.html")


@state
def the_server_is_broken(phone: Phone) -> None:
    open_template(phone, "500.html")


def open_template(phone: Phone, name: str) -> None:
    """Show a template that no request brings up."""
    phone.page.route(
        "**/broken/",
        lambda route: route.fulfill(body=render_to_string(name), content_type="text/html"),
    )
    phone.open("/broken/")
    expect(phone.page.get_by_role("heading", level=1)).to_be_visible()


@state
def without_a_network(phone: Phone) -> None:
    phone.open("/offline/")


@state
def table_with_entries_that_wait(phone: Phone) -> None:
    """One of each kind: in conflict, refused, and waiting behind those."""
    phone.refusals |= {409, 422}
    game = new_table()
    phone.open(f"/table/{game.pk}/enter/")
    phone.context.set_offline(True)
    for bid in (20, 30, 40):
        if bid == 30:
            phone.tick("Idle hunters", NAMES[0])
        enter_offline(phone, bid, NAMES[0], NAMES[0])
    enter(game, a_round(1, 30, 2))
    phone.context.set_offline(False)
    expect(phone.page.locator("#pending [data-state=refused]")).to_be_visible()
    phone.open(f"/table/{game.pk}/")
    expect(phone.page.locator("#pending li")).to_have_count(3)
    phone.tap(phone.page.locator("#pending summary").first)
