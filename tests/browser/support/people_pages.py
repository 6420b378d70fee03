"""The pages of groups, players, devices and codes; each function goes to one."""

from datetime import timedelta

from django.test import override_settings
from django.utils import timezone
from playwright.sync_api import expect

from scorekeeper.models import REMOVED, Group, Link, Member, Role
from scorekeeper.people import links
from scorekeeper.people.deletion import delete_device, delete_group, delete_player
from scorekeeper.people.invitations import new_invitation
from tests.browser.support.games_played import game_of, group_of
from tests.browser.support.pages import NAMES, finished_game, long_game, new_table
from tests.browser.support.phone import Phone
from tests.browser.support.states import (
    golden_pages,
    golden_state,
    long_pages,
    long_state,
    pages_to_open,
    state,
)


@golden_state
def inviting_a_host(phone: Phone) -> None:
    phone.open(f"/groups/{group_of(NAMES).pk}/share/?as=host")
    phone.tap(phone.page.locator("summary"))


pages_to_open(inviting_another_group=lambda: f"/groups/{group_of(NAMES).pk}/new-group/")


@state
def home_of_a_closed_site(phone: Phone) -> None:
    Member.objects.all().delete()
    with override_settings(NEW_GROUPS="invited"):
        phone.open("/")


@long_state
def invited_to_start_a_group(phone: Phone) -> None:
    Member.objects.all().delete()
    with override_settings(NEW_GROUPS="invited"):
        phone.open(new_invitation(groups=1, days=1).path)
    phone.context.clear_cookies(name="invitation")


@long_state
def group_of_a_closed_site(phone: Phone) -> None:
    with override_settings(NEW_GROUPS="invited"):
        phone.open(f"/groups/{group_of(NAMES).pk}/")


@state
def invitation_that_has_ended(phone: Phone) -> None:
    phone.open("/join/group/0-1-1--0123456789012345678901/", refusal=404)


@golden_state
def entering_a_code(phone: Phone) -> None:
    phone.open("/join/", refusal=422)
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


def a_group_with_devices() -> Group:
    game = new_table()
    names = (NAMES[0], NAMES[1][:40], "Ana’s phone")
    for role, name in zip(Role, names, strict=True):
        game.group.members.create(
            device=name, name=name, role=role, session=game if role == Role.VIEWER else None
        )
    game.group.picture_links.create(session=game, subject="game", language="en")
    return game.group


@golden_state
def group_with_its_devices(phone: Phone) -> None:
    phone.open(f"/groups/{a_group_with_devices().pk}/")
    for fold in phone.page.locator("summary").all():
        phone.tap(fold)


@state
def watcher_after_the_evening(phone: Phone) -> None:
    game, hour = new_table(), timedelta(hours=1)
    game.group.members.update(session=game, role=Role.VIEWER, until=timezone.now() - hour)
    phone.open(f"/table/{game.pk}/", refusal=404)


@state
def removed_device(phone: Phone) -> None:
    phone.refusals.add(404)
    game = new_table()
    game.group.members.update(role=REMOVED)
    phone.open(f"/table/{game.pk}/")


@state
def group_refused(phone: Phone) -> None:
    phone.open(f"/groups/{group_of(NAMES).pk}/", refusal=422)
    phone.page.get_by_label("Group name").fill("")
    phone.press_until_answered("Rename")
    expect(phone.page.get_by_role("alert")).to_be_visible()


@state
def device_refused(phone: Phone) -> None:
    phone.open(f"/devices/{group_of(NAMES).members.get().pk}/", refusal=422)
    phone.page.get_by_label("Name", exact=True).fill("")
    phone.press_until_answered("Rename")
    expect(phone.page.get_by_role("alert")).to_be_visible()


@state
def name_of_a_player_refused(phone: Phone) -> None:
    phone.open(f"/players/{new_table().group.players.first().pk}/edit/", refusal=422)
    phone.page.get_by_label("Name", exact=True).fill("")
    phone.press_until_answered("Save")
    expect(phone.page.get_by_role("alert")).to_be_visible()


@golden_state
def device_that_has_to_stay(phone: Phone) -> None:
    phone.open(f"/devices/{group_of(NAMES).members.get().pk}/", refusal=422)
    phone.press("Leave")
    expect(phone.page.get_by_role("alert")).to_be_visible()


@long_state
def player(phone: Phone) -> None:
    phone.open(f"/players/{new_table().group.players.get(name=NAMES[1]).pk}/edit/")
    phone.tap(phone.page.locator("summary"))


@golden_state
def player_refused(phone: Phone) -> None:
    phone.open(f"/players/{new_table().group.players.first().pk}/edit/", refusal=422)
    phone.tap(phone.page.locator("summary"))
    phone.tap(phone.page.get_by_role("button", name="Merge"))
    expect(phone.page.get_by_role("alert")).to_be_visible()


@golden_state
def merging_two_players(phone: Phone) -> None:
    group = group_of(NAMES)
    game_of(names=NAMES, group=group)
    game_of(names=("Ana", "Ben", "Cho"), group=group)
    phone.open(f"/players/{group.players.get(name='Ana').pk}/edit/")
    phone.tap(phone.page.locator("summary"))
    phone.page.get_by_role("combobox").select_option(NAMES[0])
    phone.tap(phone.page.get_by_role("button", name="Merge"))
    expect(phone.page.get_by_role("heading", name="Merge two players")).to_be_visible()


@long_state
def joining_one_game(phone: Phone) -> None:
    game = new_table()
    phone.open(links.path(Link.to(game.group, Role.SCORER, game)))


@golden_state
def everything_deleted(phone: Phone) -> None:
    group, other = a_group_with_devices(), group_of(("Ana", "Ben"))
    delete_player(group.players.get(name=NAMES[1]))
    delete_device(group.members.get(role=Role.SCORER))
    group.members.filter(role=Role.VIEWER).update(role=REMOVED)
    group.sessions.update(deleted_at=timezone.now())
    delete_group(other)
    phone.open("/deleted/")


@state
def group_that_was_deleted(phone: Phone) -> None:
    phone.refusals.add(404)
    game = new_table()
    delete_group(game.group)
    phone.open(f"/table/{game.pk}/")


@long_state
def group_on_a_site_that_deletes_those_nobody_uses(phone: Phone) -> None:
    group, at = group_of(NAMES), timezone.now() - timedelta(days=250)
    Group.objects.update(created_at=at)
    group.members.update(seen_at=at)
    with override_settings(ABANDONED_GROUPS_DAYS=300):
        phone.open(f"/groups/{group.pk}/")


@golden_state
def privacy(phone: Phone) -> None:
    with override_settings(ABANDONED_GROUPS_DAYS=300, OPERATOR_CONTACT="zoe@club.example"):
        phone.open("/privacy/")


IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15"


@long_state
def hint_on_a_phone_to_keep_its_screen_on(phone: Phone) -> None:
    new_table()
    phone.context.set_extra_http_headers({"User-Agent": IPHONE})
    phone.open("/")
    phone.context.set_extra_http_headers({})
    expect(phone.page.get_by_role("button", name="Got it")).to_be_visible()


@golden_state
def what_this_phone_lacks(phone: Phone) -> None:
    phone.context.set_extra_http_headers({"User-Agent": IPHONE})
    with override_settings(OPERATOR_CONTACT="Zoe, at the bar of the chess club"):
        phone.open("/this-phone/")
    phone.context.set_extra_http_headers({})


golden_pages(
    deleting_a_group=lambda: f"/groups/{new_table().group.pk}/delete/",
    deleting_a_player=lambda: f"/players/{new_table().group.players.get(name=NAMES[1]).pk}/delete/",
    deleting_a_device=lambda: (
        f"/devices/{a_group_with_devices().members.get(role=Role.SCORER).pk}/delete/"
    ),
)


@state
def players(phone: Phone) -> None:
    finished_game()
    phone.open("/players/")


golden_pages(joining=lambda: links.path(Link.to_host(group_of(NAMES))))

long_pages(
    no_players_yet=lambda: "/players/",
    device_of_somebody_else=lambda: (
        f"/devices/{a_group_with_devices().members.get(role=Role.SCORER).pk}/"
    ),
    showing_how_to_watch=lambda: f"/table/{long_game().pk}/share/",
)
