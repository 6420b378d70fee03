"""The pages on which games come in and go out; each function goes to one."""

import json
from datetime import timedelta

from django.utils import timezone
from playwright.sync_api import expect

from scorekeeper.exchange.importing import start_reading, start_saving
from scorekeeper.exchange.saving import take_back
from scorekeeper.models import Import
from scorekeeper.models.imports import State
from tests.browser.support.games_played import group_of
from tests.browser.support.pages import NAMES
from tests.browser.support.phone import Phone
from tests.browser.support.states import golden_pages, golden_state, long_state, state
from tests.support.bgstats_plays import export


def an_import(plays: int = 30, **fields: object) -> Import:
    """A file of BG Stats that was read. Two of its plays cannot be taken."""
    group = group_of(("Ana", NAMES[1]))
    group.players.get_or_create(name="Ana")
    content = export(plays)
    content["plays"][0]["playerScores"][0]["score"] = "12.5"
    content["plays"][1]["gameRefId"] = 99
    one = Import.objects.create(
        group=group, author=group.members.first(), name="BGStatsExport.json"
    )
    one.upload.write_text(json.dumps(content))
    start_reading(one)
    one.refresh_from_db()
    # Reasons have the language of the uploader.
    if faults := one.report.get("faults"):
        one.report["faults"] = [["Catan", "Friday"] for _fault in faults]
    if "reason" in one.report:
        one.report["reason"] = "Friday"
    one.save()
    Import.objects.filter(pk=one.pk).update(**fields)
    one.refresh_from_db()
    return one


def open_import(phone: Phone, one: Import) -> None:
    phone.open(f"/groups/{one.group_id}/import/{one.pk}/")


@state
def upload_without_a_file(phone: Phone) -> None:
    phone.open(f"/groups/{group_of(NAMES).pk}/exchange/", refusal=422)
    phone.press("Look inside")
    expect(phone.page.get_by_role("alert")).to_be_visible()


@golden_state
def file_that_was_read(phone: Phone) -> None:
    open_import(phone, an_import())
    phone.tap(phone.page.locator("summary"))


@state
def one_player_for_two_who_played_together(phone: Phone) -> None:
    one = an_import()
    phone.refusals.add(422)
    open_import(phone, one)
    for field in phone.page.locator("select").all():
        field.select_option(index=1)
    phone.press("Import")
    expect(phone.page.get_by_role("alert")).to_be_visible()


@long_state
def file_that_is_being_read(phone: Phone) -> None:
    open_import(phone, an_import(state=State.READING))


@long_state
def games_that_are_being_imported(phone: Phone) -> None:
    open_import(phone, an_import(state=State.SAVING, done=12, total=28))


@long_state
def import_that_was_interrupted(phone: Phone) -> None:
    open_import(phone, an_import(state=State.SAVING, seen_at=timezone.now() - timedelta(hours=1)))


@long_state
def file_that_cannot_be_taken(phone: Phone) -> None:
    open_import(phone, an_import(plays=2))


@long_state
def games_that_were_imported(phone: Phone) -> None:
    one = an_import()
    start_saving(one)
    open_import(phone, one)


@long_state
def import_that_was_taken_back(phone: Phone) -> None:
    one = an_import()
    start_saving(one)
    take_back(one)
    open_import(phone, one)


@long_state
def game_with_its_totals_only(phone: Phone) -> None:
    one = an_import()
    start_saving(one)
    session = one.sessions.filter(game="yahtzee").first()
    phone.open(f"/table/{session.pk}/")


golden_pages(games_in_and_out=lambda: f"/groups/{an_import(state=State.DONE).group_id}/exchange/")
