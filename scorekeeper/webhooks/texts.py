"""The texts of messages, as a friend at the table would write them to the group chat."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from games.contract import format_number
from games.kit.lists import join_names
from scorekeeper.pages.game.finish import PersonalRecord, personal_best_text
from scorekeeper.pages.game.last_change import entry_line
from scorekeeper.tables.rounds import Round
from scorekeeper.tables.table import Table


def start_text(table: Table) -> str:
    # Translators: `game` is a title such as "Yahtzee".
    text = _("%(game)s: a new game with %(names)s")
    return text % {"game": table.display_title, "names": join_names(table.names)}


def round_text(table: Table, round: Round) -> str:
    """Return "Chimera · Round 3 · Ana +40 · Ben 0" with the standings below. An entry of one player
    is "Yahtzee · Ana · Chance · 22".
    """
    line = entry_line(table, round) or f"{round.title} · {round.gains}"
    return with_standings(table, f"{table.display_title} · {line}")


def lead_text(table: Table, leader: str) -> str:
    news = _("%(game)s: %(name)s takes the lead")
    return with_standings(table, news % {"game": table.display_title, "name": leader})


def record_text(table: Table, own: Sequence[PersonalRecord], group: Sequence[str]) -> str:
    """One line for each record, the group's first."""
    lines = [*group]
    for one in own:
        total = format_number(one.total)
        # Translators: `record` is such as "Ana’s best Yahtzee".
        text = _("%(record)s: %(total)s")
        lines.append(text % {"record": personal_best_text(table, one.seat), "total": total})
    return "\n".join(lines)


def win_text(table: Table) -> str:
    # Translators: `verdict` is such as "Ana wins with 320".
    text = _("%(game)s: %(verdict)s")
    news = text % {"game": table.display_title, "verdict": table.verdict}
    return with_standings(table, news)


def with_standings(table: Table, news: str) -> str:
    """Below the news: "1. Ana 320 · 2. Ben 250"."""
    places = sorted(zip(table.board.ranks, table.names, table.board.totals, strict=True))
    line = " · ".join(f"{rank}. {name} {format_number(total)}" for rank, name, total in places)
    return f"{news}\n{line}"
