"""The last change in sentences, for the large screen and the voice of the caller."""

from collections.abc import Iterator, Sequence
from functools import reduce
from typing import NamedTuple

from django.utils.text import capfirst
from django.utils.translation import gettext, gettext_lazy

from games.contract import Result, Seat, Text, leaders
from games.contract import gettext as _
from games.endless import call_rules
from games.kit.calls import call_points, join_seats, lead_call, participants, total_call
from scorekeeper.models import Revision
from scorekeeper.pages.game.history import action_of
from scorekeeper.pages.game.last_change import is_last_entry
from scorekeeper.pages.game.spoken import spoken_names, to_speech
from scorekeeper.pages.game.standings import lead, second_seats
from scorekeeper.tables.log import SETUP
from scorekeeper.tables.rounds import Round, comparable_results
from scorekeeper.tables.table import Table
from scorekeeper.tables.translate import render_text

LEAD, ROUND, PLAYERS = "lead", "round", "players"
LEVELS = {
    LEAD: gettext_lazy("The lead and the end"),
    ROUND: gettext_lazy("Each round in a sentence"),
    PLAYERS: gettext_lazy("Each player"),
}


class Announcement(NamedTuple):
    """`key`: stays the same while there is nothing new to say. `text`: the sentences to read.

    `speech`: the same for a voice; "" if the change was not made a moment ago, or is not news.
    """

    key: str
    text: str
    speech: str


NOTHING = Announcement("", "", "")


def call_of(table: Table, level: str) -> Announcement:
    change = table.log.last_change
    if not change or table.is_unplayed or table.imported_result:
        return NOTHING
    texts = list(sentences(table, change, level))
    is_news = table.session.has_just_changed and (change.slot != SETUP or table.board.finished)
    speech = to_speech(join(texts, spoken_names(table.names))) if is_news else ""
    return Announcement(key_of(table, change, level), join(texts, table.names), speech)


def join(texts: Sequence[Text], names: Sequence[str]) -> str:
    """Return the sentences one after the other."""
    return reduce(add_sentence, [capfirst(render_text(text, names)) for text in texts], "")


def add_sentence(first: str, then: str) -> str:
    if not first:
        return then
    # Translators: two sentences, one after the other. Japanese needs no space between them.
    return gettext("%(first)s %(then)s") % {"first": first, "then": then}


def key_of(table: Table, change: Revision, level: str) -> str:
    """At the level of the lead, a round in which the same players stay ahead is not news."""
    if level != LEAD:
        return str(change.pk)
    totals, best, _chasers = lead_now(table)
    ahead = table.winners if table.board.finished else best if totals else ()
    state = "end" if table.board.finished else "lead"
    return "-".join([str(table.session.pk), state, *map(str, ahead)])


def sentences(table: Table, change: Revision, level: str) -> Iterator[Text]:
    if level != LEAD and (change.slot != SETUP or change.back_to_id):
        yield from what_happened(table, change, level)
    if table.board.finished:
        yield end_call(table)
    elif level == LEAD or not is_turn(table, change) or is_new_lead(table):
        totals, best, chasers = lead_now(table)
        if totals:
            target = None if table.lowest_wins else table.target
            yield lead_call(totals, best, chasers, target)


def is_turn(table: Table, change: Revision) -> bool:
    """Return whether it is one player's turn: who leads is said only if that changes."""
    return table.game.entry_subject is not None and is_last_entry(table, change)


def is_new_lead(table: Table) -> bool:
    """Return whether the last turn is the one after which others lead than before."""
    results = comparable_results(table)
    if not results or results[-1].result is not table.board.results[-1]:
        return False
    ahead = [one.leaders(table.lowest_wins) for one in results[-2:]]
    return len(ahead) == 1 or ahead[0] != ahead[1]


def what_happened(table: Table, change: Revision, level: str) -> Iterator[Text]:
    if not is_last_entry(table, change):
        yield _("%(what)s.", what=action_of(table, change).sentence)
        return
    last_round = table.rounds[-1]
    if last_round.result.problem:
        yield _("%(title)s doesn’t count.", title=last_round.title)
        yield last_round.result.problem.message
        return
    if not is_turn(table, change) and not last_round.titled_seats:
        yield _("%(what)s.", what=last_round.title)
    yield from round_calls(table, last_round.result)
    if level == PLAYERS:
        yield from player_calls(table, last_round)


def round_calls(table: Table, result: Result) -> Sequence[Text]:
    game = table.game
    if not game.call:
        return call_points(game, table.setup, result)
    return call_rules(game.call, table.setup, table.inputs, table.board)


def player_calls(table: Table, round: Round) -> list[Text]:
    """The best first. A turn of one player has been said already."""
    result = round.result
    seats = participants(table.game, result)
    if len(seats) == 1:
        return []
    seats.sort(key=lambda seat: table.board.ranks[seat])
    return [total_call(seat, result.points[seat], result.totals[seat]) for seat in seats]


def lead_now(table: Table) -> tuple[Sequence[int], list[Seat], list[Seat]]:
    """Return the totals that compare, who leads, and who share the second place.

    Where players take turns, totals compare only when all have had equally many; without totals
    nobody leads yet.
    """
    board = table.board
    if table.game.entry_subject is None:
        if all(result.problem for result in board.results):
            return (), [], []
        first = [Seat(seat) for seat, rank in enumerate(board.ranks) if rank == 1]
        return board.totals, first, second_seats(board.ranks)
    results = comparable_results(table)
    out = board.results[-1].out if board.results else ()
    seats = [seat for seat in results[-1].seats if seat not in out] if results else []
    if not seats:
        return (), [], []
    totals = results[-1].result.totals
    ahead = [Seat(seat) for seat in results[-1]._replace(seats=seats).leaders(table.lowest_wins)]
    others = [Seat(seat) for seat in seats if seat not in ahead]
    best = leaders([totals[seat] for seat in others], table.lowest_wins) if others else ()
    return totals, ahead, [others[n] for n in best]


def end_call(table: Table) -> Text:
    """Return who won, and by how much."""
    ahead = lead(table)
    if not ahead:
        return _("%(what)s.", what=table.board.verdict)
    return _(
        "%(what)s, %(points)s ahead of %(players)s.",
        what=table.board.verdict,
        points=ahead.points,
        players=join_seats(second_seats(table.board.ranks)),
    )
