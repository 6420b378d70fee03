"""The texts of a scoreboard: who leads, and what is left to fill."""

from games.contract import Seat, Text, ngettext
from games.contract import gettext as _
from games.kit.verdicts import lead_verdict
from games.score_sheet.sheet import Sheet


def running_verdict(totals: tuple[int, ...], best: tuple[Seat, ...], sheet: Sheet) -> Text:
    """Return who leads, and how many rows, or columns of players, are left."""
    if not sheet.cells:
        return _("nothing filled in yet")
    lead = lead_verdict(totals, best)
    if sheet.complete_seats:
        left = len(sheet.open_seats)
        return ngettext(
            "%(lead)s · %(count)s player left", "%(lead)s · %(count)s players left", left, lead=lead
        )
    left = len(sheet.open_rows)
    return ngettext(
        "%(lead)s · %(count)s row left", "%(lead)s · %(count)s rows left", left, lead=lead
    )


def needs_texts(
    totals: tuple[int, ...], best: tuple[Seat, ...], sheet: Sheet
) -> tuple[Text | None, ...]:
    """Return the distance to the best total; once columns are filled, who still has open rows."""
    if sheet.complete_seats:
        left = ngettext("%(count)s row left", "%(count)s rows left", len(sheet.open_rows))
        return tuple([left if seat in sheet.open_seats else None for seat in range(sheet.seats)])
    behind = [abs(totals[best[0]] - total) for total in totals]
    return tuple([_("%(count)s behind", count=points) if points else None for points in behind])
