"""Big Fish, also sold as Fat Fish: catch rows of five fish; for two to six players.

Edition: the Korean one. Variants: with bonus cards; card A as an extra, which
moves in addition to another card.
"""

from collections.abc import Iterator, Sequence
from operator import add
from typing import Any

from games.big_fish.bonus import LETTERS, TIE_POINTS, ones_text
from games.big_fish.entries import Catch, Count, Entry, Mistake, Options
from games.big_fish.play import play_entries, state_after
from games.big_fish.state import MISTAKE_POINTS, GameState, Piles
from games.contract import (
    Counted,
    Counting,
    Figure,
    Figures,
    Game,
    Line,
    Paper,
    PaperRow,
    Scoreboard,
    Seat,
    Setup,
    Text,
    gettext_noop,
    leaders,
    ngettext,
    rank_totals,
)
from games.contract import gettext as _
from games.contract.texts import format_ungrouped
from games.kit.figures import counted_entries
from games.kit.verdicts import final_verdict, lead_verdict

__all__ = ["Catch", "Count", "Entry", "Mistake", "Options", "game", "score", "state_after"]


def score(setup: Setup[Options], entries: Sequence[Entry]) -> Scoreboard:
    results, state = play_entries(setup, entries)
    totals = results[-1].totals if results else (0,) * setup.seats
    is_finished = state.complete or setup.ended_early
    last = final_lines(state) if is_finished else ()
    if last:
        totals = tuple(map(add, totals, [sum([line.points for line in lines]) for lines in last]))
    best = leaders(totals)
    return Scoreboard(
        results=tuple(results),
        totals=totals,
        ranks=rank_totals(totals),
        finished=is_finished,
        winners=best if is_finished else (),
        verdict=final_verdict(totals, best, state.complete)
        if is_finished
        else running_verdict(totals, state),
        needs=(None,) * setup.seats,
        holdings=holdings(state, is_finished),
        final_lines=last,
    )


def points_state(setup: Setup[Options], entries: Sequence[Entry]) -> dict[str, Any]:
    """Return who has which bonus card and the mistake card, what B and C go by, and what is left to
    catch or to count.
    """
    state = state_after(setup, entries)
    return {
        "type": "count" if state.counts_piles else "catch",
        "owners": state.owners,
        "mistake": state.mistake_holder,
        "uncounted": [piles.player for piles in state.piles if not piles.is_counted],
        "left": state.catches_left,
        "cards": [piles.plus_cards for piles in state.piles],
        "ones": [piles.ones for piles in state.piles],
    }


def seats_to_count(setup: Setup[Options], entries: Sequence[Entry]) -> list[Seat]:
    """Return whose piles are not counted, unless the table enters each catch."""
    state = state_after(setup, entries)
    return [] if state.catches else [one.player for one in state.piles if not one.is_counted]


def entry_title(before: Sequence[Entry], entry: Entry | None) -> Text:
    """Return the title of an entry; only catches have numbers."""
    if isinstance(entry, Count):
        return _("%(player)s’s piles", player=entry.player)
    if isinstance(entry, Mistake):
        return _("Mistake card")
    if entry is None and _has_counts(before):
        return _("Piles")
    return _("Catch %(number)s", number=_catch_count(before) + 1)


def enter_title(entries: Sequence[Entry], entry: None = None) -> Text:
    if _has_counts(entries):
        return _("Count the piles")
    return _("Enter catch %(number)s", number=_catch_count(entries) + 1)


def entering_title(entries: Sequence[Entry], entry: None = None) -> Text:
    if _has_counts(entries):
        return _("%(name)s is counting the piles")
    if not _catch_count(entries):  # the table may still choose to count at the end
        return _("%(name)s is making the first entry")
    return _("%(name)s is entering catch %(number)s", number=_catch_count(entries) + 1)


def _catch_count(entries: Sequence[Entry]) -> int:
    return sum([isinstance(entry, Catch) for entry in entries])


def _has_counts(entries: Sequence[Entry]) -> bool:
    return any(isinstance(entry, Count) for entry in entries)


def running_verdict(totals: Sequence[int], state: GameState) -> Text:
    """Return who leads, and how much is still to come."""
    lead, rows, players = lead_verdict(totals, leaders(totals)), state.rows, len(state.piles)
    if state.counts_piles:
        return _(
            "%(lead)s · %(counted)s of %(players)s players counted",
            lead=lead,
            counted=state.players_counted,
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


def holdings(state: GameState, is_finished: bool) -> tuple[tuple[Text, ...], ...]:
    """Return what lies in front of each player; during the game, also what B or C scores so far."""
    has_begun = state.catches > 0 or state.counts_piles
    points = state.drawn_card_points() if has_begun and not is_finished else (0,) * len(state.piles)
    return tuple([_player_holdings(piles, state, points[piles.player]) for piles in state.piles])


def _player_holdings(piles: Piles, state: GameState, drawn_card_points: int) -> tuple[Text, ...]:
    texts = _pile_texts(piles, state) if piles.catches or piles.is_counted else []
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


CATCHES, BONUS, MISTAKES = "catches", "bonus", "mistakes"

KINDS = {
    CATCHES: Figure(_("Catches")),
    BONUS: Figure(_("Bonus cards"), detail_title=lambda card: _("Bonus card %(card)s", card=card)),
    MISTAKES: Figure(_("Mistake cards, without counted piles")),
}


def count_figures(
    setup: Setup[Options], entries: Sequence[Entry], board: Scoreboard
) -> list[list[Counted]]:
    """Count catches, bonus cards and mistake cards for statistics.

    A table that counts its piles does not say who caught how many rows, nor how often the mistake
    card moved. Nothing is known of a player whose piles nobody counted.
    """
    state = state_after(setup, entries)
    if state.is_undecided:
        return [[] for _seat in range(setup.seats)]
    if state.counts_piles:
        return [
            list(_bonus_figures(piles, state)) if piles.is_counted else [] for piles in state.piles
        ]
    mistakes = [one for one in counted_entries(entries, board) if isinstance(one, Mistake)]
    return [
        [
            Counted(CATCHES, piles.catches),
            *_bonus_figures(piles, state),
            Counted(MISTAKES, sum([one.player == piles.player for one in mistakes])),
        ]
        for piles in state.piles
    ]


def _bonus_figures(piles: Piles, state: GameState) -> Iterator[Counted]:
    """Yield whether the player had each bonus card at the end; nothing in the basic game."""
    if not state.drawn:
        return
    letters: set[str] = {*state.bonuses_of(piles.player)}
    if state.drawn_card_points()[piles.player]:
        letters.add(state.drawn)
    for letter in (state.drawn, *LETTERS[1:]):
        yield Counted(BONUS, int(letter in letters), detail=letter)


def call(setup: Setup[Any], entries: Sequence[Entry], board: Scoreboard) -> list[Text]:
    """The caller’s sentences about a catch, the mistake card or counted piles; after the last
    count, sentences about all piles, which may have been revealed together.
    """
    points = board.results[-1].points
    match entries[-1]:
        case Catch(player=player):
            first = _("%(player)s catches a row.", player=player)
            worth = _("That’s worth %(points)s.", points=points[player])
            return [first, *card_calls(setup, entries), worth]
        case Mistake(player=player) if points[player]:
            # Translators: said after "Mistake card."
            return [_("It goes to %(player)s.", player=player)]
        case Mistake(player=player):
            # Translators: said after "Mistake card."
            return [_("%(player)s keeps it.", player=player)]
        case Count():
            calls = [
                _(
                    "%(player)s’s piles are worth %(points)s.",
                    player=entry.player,
                    points=result.points[entry.player],
                )
                for entry, result in zip(entries, board.results, strict=True)
                if isinstance(entry, Count) and not result.problem
            ]
            return calls if board.finished else calls[-1:]


def card_calls(setup: Setup[Any], entries: Sequence[Entry]) -> list[Text]:
    """Return a sentence for each bonus card that the last entry moved."""
    before, after = state_after(setup, entries[:-1]).owners, state_after(setup, entries).owners
    return [
        card_call(letter, owner, before.get(letter))
        for letter, owner in after.items()
        if before.get(letter) != owner
    ]


def card_call(letter: str, owner: Seat, before: Seat | None) -> Text:
    if before is None:
        return _("%(player)s takes card %(card)s.", player=owner, card=letter)
    return _(
        "%(player)s takes card %(card)s from %(other)s.", player=owner, card=letter, other=before
    )


def paper(setup: Setup[Any]) -> Paper:
    """The piles on paper, as they are counted at the end."""
    rows = (
        PaperRow(_("Plus pile")),
        PaperRow(_("Minus pile")),
        PaperRow(_("Bonus cards"), _("A to E: 10, F to I: 7")),
        PaperRow(_("Mistake card"), Text(format_ungrouped(-MISTAKE_POINTS))),
        PaperRow(_("Total"), strong=True),
    )
    return Paper(rows)


game = Game(
    slug="big_fish",
    title=gettext_noop("Big Fish"),
    credit=gettext_noop("also sold as Fat Fish · scored by the Korean edition"),
    players=range(2, 7),
    options=Options,
    entry=Entry,
    score=score,
    random_options=frozenset({"drawn"}),
    partial_entries=True,
    save_and_next=True,
    entry_title=entry_title,
    enter_title=enter_title,
    entering_title=entering_title,
    figures=Figures(KINDS, count_figures),
    closed_because=gettext_noop(
        "The rows to catch depend on the number of players: nobody can join or leave,"
        " but someone else can take over a seat."
    ),
    call=call,
    counting=Counting(seats_to_count),
    paper=paper,
    points_state=points_state,
)
