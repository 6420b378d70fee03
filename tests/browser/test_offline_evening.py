"""A whole evening without a network: every game goes on, and all of it arrives as it was shown."""

from itertools import islice
from random import Random

from playwright.sync_api import expect

from games.contract import EntryContext, Setup
from games.record import encode_options
from games.registry import games, sample
from scorekeeper.models import GameSession, Group
from scorekeeper.tables.table import Table
from tests.browser.support.filling import Fields, enter_fields, entered
from tests.browser.support.flaky import Network
from tests.browser.support.games_played import NAMES, SECRET, game_with, group_of
from tests.browser.support.outbox import arrived, pending
from tests.browser.support.phone import NewPhone, Phone, wait_until

ROUNDS, TURNS = 2, 4  # one turn more than players: it comes back to the first of them
READY = (
    "() => navigator.serviceWorker.ready.then(() => navigator.serviceWorker.controller !== null)"
)
IN_CACHE = "async () => !!await (await caches.open('pages')).match('{path}')"


def start(slug: str, group: Group) -> tuple[GameSession, list[Fields]]:
    """Start a game, and return what its forms send in the first rounds."""
    of_game, chance = sample(slug), Random(7)  # noqa: S311
    setup = Setup(len(NAMES), of_game.options(chance, len(NAMES)))
    rounds, entries = [], []
    count = TURNS if of_game.game.partial_entries else ROUNDS
    for entry in islice(of_game.play(setup, chance), count):
        context = EntryContext(NAMES, setup, list(entries))
        rounds.append(entered(of_game.game, entry, context))
        entries.append(entry)
    options = encode_options(of_game.game, setup.options)
    return game_with(slug, (), NAMES, group, options), rounds


def visit(phone: Phone, game: GameSession) -> None:
    """Open a table until the phone has all that it needs of it without a network."""
    phone.open(f"/table/{game.pk}/")
    wait_until(phone.page, IN_CACHE.format(path=f"/table/{game.pk}/"))
    if phone.page.locator("a[data-next]").count():
        wait_until(phone.page, IN_CACHE.format(path=f"/table/{game.pk}/enter/"))


def play(phone: Phone, game: GameSession, rounds: list[Fields]) -> None:
    phone.open(f"/table/{game.pk}/")
    link = phone.page.locator("a[data-next]")
    if link.count():
        phone.tap(link)
    for number, fields in enumerate(rounds, 1):
        wait_until(phone.page, "() => self.roundPoints && !entryForm().ariaBusy")
        enter_fields(phone, fields)
        expect(pending(phone)).to_have_count(number)


def totals_shown(phone: Phone) -> list[int]:
    """The totals on the table, in seat order."""
    shown = phone.page.locator("[data-total]").all()
    by_seat = {int(one.get_attribute("data-total")): one.inner_text() for one in shown}
    return [int(by_seat[seat].replace("−", "-")) for seat in sorted(by_seat)]


def test_a_whole_evening_without_a_network_arrives_as_it_was_shown(
    new_phone: NewPhone, network: Network
):
    group = group_of()
    evening = {slug: start(slug, group) for slug in games()}
    phone = new_phone(secret=SECRET, site=network.url, workers="allow")
    phone.open("/")
    wait_until(phone.page, READY)
    for game, _rounds in evening.values():
        visit(phone, game)
    network.down = True
    shown = {}
    for slug, (game, rounds) in evening.items():
        play(phone, game, rounds)
        phone.open(f"/table/{game.pk}/")
        expect(phone.page.locator("#waits")).to_contain_text("Included in the totals.")
        shown[slug] = totals_shown(phone)
    network.down = False
    phone.open("/")
    arrived(phone)
    assert len(shown) == 9
    assert shown == {slug: totals(*of_game) for slug, of_game in evening.items()}


def totals(game: GameSession, rounds: list[Fields]) -> list[int]:
    table = Table.of(GameSession.objects.with_play().get(pk=game.pk))
    assert len(table.rounds) == len(rounds)
    assert not table.board.problem
    return list(table.board.totals)
