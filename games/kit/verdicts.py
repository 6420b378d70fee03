"""Verdicts that most games share. `best` are the seats that lead, as leaders() returns them."""

from collections.abc import Sequence

from games.contract import GameOver, Impossible, Seat, Text, ngettext
from games.contract import gettext as _


def final_verdict(totals: Sequence[int], best: Sequence[Seat], complete: bool) -> Text:
    """Return the verdict on a finished game, or one ended early; all who lead share the win."""
    verdict = win_verdict(totals, best)
    return verdict if complete else _("ended early: %(verdict)s", verdict=verdict)


def win_verdict(totals: Sequence[int], best: Sequence[Seat]) -> Text:
    first, *others = best
    points = totals[first]
    if len(totals) == 1:
        return _("%(player)s has %(points)s", player=first, points=points)
    if not others:
        return _("%(player)s wins with %(points)s", player=first, points=points)
    if len(others) == 1:
        return _(
            "%(player)s and %(other)s share the win with %(points)s",
            player=first,
            other=others[0],
            points=points,
        )
    return _("%(players)s players share the win with %(points)s", players=len(best), points=points)


def lead_verdict(totals: Sequence[int], best: Sequence[Seat]) -> Text:
    first, *others = best
    if others:
        return _("tied at %(points)s", points=totals[first])
    if len(totals) == 1:
        return _("%(player)s has %(points)s", player=first, points=totals[first])
    return _("%(player)s leads with %(points)s", player=first, points=totals[first])


def round_after_end(last: int) -> GameOver:
    """Return the problem of a round after the `last` one, numbered from 1."""
    return GameOver("", _("The game ended with round %(number)s.", number=last))


def turn_after_end(last: int) -> GameOver:
    """Return the problem of a turn after the `last` one, numbered from 1."""
    return GameOver("", _("The game ended with turn %(number)s.", number=last))


def too_many(rounds: int, turns: bool) -> Impossible:
    """Return the problem of a round beyond the last one, while an earlier one does not count."""
    if turns:
        text = ngettext(
            "The game has only %(count)s turn: fix the one that doesn’t count.",
            "The game has only %(count)s turns: fix the one that doesn’t count.",
            rounds,
        )
    else:
        text = ngettext(
            "The game has only %(count)s round: fix the one that doesn’t count.",
            "The game has only %(count)s rounds: fix the one that doesn’t count.",
            rounds,
        )
    return Impossible("", text)
