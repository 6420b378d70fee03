"""The pages that say what went wrong; each function goes to one."""

from pathlib import Path

from django.template.loader import render_to_string
from playwright.sync_api import expect

from scorekeeper.game_checks.mistakes import PAGE, Mistake
from scorekeeper.models import GameSession, Link, Member, Role
from scorekeeper.people import links
from scorekeeper.tables.table import Table
from scorekeeper.tables.translate import game_full_text
from tests.browser.support.games_played import DEVICE, a_round, enter, game_of, group_of
from tests.browser.support.pages import NAMES, alone, new_table
from tests.browser.support.phone import Phone
from tests.browser.support.states import golden_state, pages_to_open, state


@golden_state
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
def nothing_here(phone: Phone) -> None:
    phone.open("/table/1/", refusal=404)


@state
def address_of_a_form(phone: Phone) -> None:
    phone.open(f"/table/{new_table().pk}/undo/", refusal=405)


@state
def not_from_this_device(phone: Phone) -> None:
    phone.refusals.add(403)
    game = new_table()
    Member.objects.update(role=Role.VIEWER)
    phone.open(f"/table/{game.pk}/enter/")


@state
def please_send_it_again(phone: Phone) -> None:
    phone.open(links.path(Link.to_host(group_of(NAMES))), refusal=403)
    phone.context.clear_cookies()
    phone.press("Join")
    expect(phone.page.get_by_role("heading", name="Send it again")).to_be_visible()


@state
def the_server_could_not_read_it(phone: Phone) -> None:
    open_template(phone, "400.html")


@state
def the_server_is_broken(phone: Phone) -> None:
    open_template(phone, "500.html", reference="0123abcd")


def open_template(phone: Phone, name: str, **context: object) -> None:
    """Show a template that no request brings up here."""
    phone.page.route(
        "**/broken/",
        lambda route: route.fulfill(body=render_to_string(name, context), content_type="text/html"),
    )
    phone.open("/broken/")
    expect(phone.page.get_by_role("heading", level=1)).to_be_visible()


@state
def more_than_the_server_takes(phone: Phone) -> None:
    open_template(phone, "413.html")


@state
def more_people_than_the_server_can_answer(phone: Phone) -> None:
    open_template(phone, "busy.html")


@state
def the_database_is_away(phone: Phone) -> None:
    open_template(phone, "database_failure.html", reading=True)


@state
def a_game_that_is_full(phone: Phone) -> None:
    game = GameSession.objects.for_device(DEVICE).with_play().get(pk=new_table().pk)
    open_template(phone, "tables/game_full.html", table=Table.of(game), why=game_full_text())


@state
def a_mistake_in_a_game(phone: Phone) -> None:
    reason = "NameError: name 'wolfeschlegelsteinhausenbergerdorff' is not defined"
    mistake = Mistake(PAGE, Path("/home/somebody/games/big_fish/forms.py"), reason, 7)
    source = (
        "5 line\n6 line\n",
        "7     wolfeschlegelsteinhausenbergerdorff(before, after)",
        "\n8 line",
    )
    open_template(phone, "development/mistake.html", mistake=mistake, source=source, trace=reason)


@state
def a_game_without_its_rules(phone: Phone) -> None:
    game = new_table()
    GameSession.objects.filter(pk=game.pk).update(game="gone")
    phone.open(f"/table/{game.pk}/")


pages_to_open(without_a_network=lambda: "/offline/")
