"""The texts of a scoreboard: who leads, and what lies in front of each player."""

from collections.abc import Sequence

from games.big_fish.bonus import TIE_POINTS, ones_text
from games.big_fish.state import MISTAKE_POINTS, GameState, Piles
from games.contract import Line, Text, leaders, ngettext
from games.contract import gettext as _
from games.kit.verdicts import lead_verdict


def running_verdict(totals: Sequence[int], state: GameState) -> Text:
    """Return who leads, and how much is still to come."""
    lead, rows, players = lead_verdict(totals, leaders(totals)), state.rows, len(state.piles)
    if state.counts_piles:
        counted = state.players_counted
        return _(
            "%(lead)s · %(counted)s of %(players)s players counted",
            lead=lead,
            counted=counted,
            players=players,
        )
    if not state.catches:
        return _("no catches yet · %(rows)s to go", rows=rows)
    return _(
        "%(lead)s · %(left)s of %(rows)s catches left",
        lead=lead,
        left=state.catches_left,
        rows=rows,
    )


def holdings(state: GameState, finished: bool) -> tuple[tuple[Text, ...], ...]:
    """Return what lies in front of each player; during the game, also what B or C scores so far."""
    begun = state.catches > 0 or state.counts_piles
    points = state.drawn_card_points() if begun and not finished else (0,) * len(state.piles)
    return tuple([_player_holdings(piles, state, points[piles.player]) for piles in state.piles])


def _player_holdings(piles: Piles, state: GameState, drawn_card_points: int) -> tuple[Text, ...]:
    texts = _pile_texts(piles, state) if piles.catches or piles.counted else []
    if letters := state.bonuses_of(piles.player):
        texts.append(_("bonus %(cards)s", cards=", ".join(letters)))
    if state.mistake_holder == piles.player:
        texts.append(_("mistake card %(points)s", points=-MISTAKE_POINTS))
    if drawn_card_points:
        texts.append(
            _("bonus %(card)s: +%(points)s so far", card=state.drawn, points=drawn_card_points)
        )
    return tuple(texts)


def _pile_texts(piles: Piles, state: GameState) -> list[Text]:
    plus = _("plus %(points)s", points=piles.plus)
    if state.drawn == "B" and piles.plus_cards is not None:
        cards = ngettext("%(count)s card", "%(count)s cards", piles.plus_cards)
        plus = _("plus %(points)s (%(cards)s)", points=piles.plus, cards=cards)
    texts = [plus, _("minus %(points)s", points=piles.minus)]
    return (
        [*texts, ones_text(piles.ones)] if state.drawn == "C" and piles.ones is not None else texts
    )


def final_lines(state: GameState) -> tuple[tuple[Line, ...], ...]:
    """Return the points of card B or C at the end of the game; empty if nobody gets any."""
    lines = tuple(
        [
            (_drawn_card_line(state, points),) if points else ()
            for points in state.drawn_card_points()
        ]
    )
    return lines if any(lines) else ()


def _drawn_card_line(state: GameState, points: int) -> Line:
    if points == TIE_POINTS:
        return Line(
            points, _("card %(card)s, shared (%(points)s)", points=points, card=state.drawn)
        )
    return Line(points, _("card %(card)s (%(points)s)", points=points, card=state.drawn))
