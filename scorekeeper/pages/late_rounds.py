"""Entries after the end of a game. They are not mistakes, and nothing needs fixing."""

from django.utils.translation import gettext as _

from scorekeeper.tables.table import Table


def notice(table: Table) -> str:
    """That they don't count, and why, in one line."""
    if not (late := table.late):
        return ""
    return f"{which(table)} {late[0].problem}"


def which(table: Table) -> str:
    first, last = table.late[0], table.late[-1]
    if table.has_rounds and first is not last:
        return _("Rounds %(first)s–%(last)s don’t count.") % {
            "first": first.label,
            "last": last.label,
        }
    if table.has_rounds:
        return _("%(title)s doesn’t count.") % {"title": first.title}
    # "Ben’s piles", "Catch 5": one or several
    titles = first.title if first is last else f"{first.title} – {last.title}"
    return _("Entered after the end, so not counted: %(titles)s.") % {"titles": titles}
