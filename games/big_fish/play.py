"""Plays a game entry by entry: a catch, piles counted at the end, or the mistake card."""

from collections.abc import Sequence

from games.big_fish.bonus import BONUS_POINTS, Letter
from games.big_fish.cards import check_row, split_row
from games.big_fish.entries import Catch, Count, Entry, Mistake, Options
from games.big_fish.offer import bonuses_for_catch, check_a_in_game, owner_text
from games.big_fish.pile_limits import check_piles
from games.big_fish.state import MAX_ROWS, MISTAKE_POINTS, GameState, new_state
from games.contract import (
    Disagreement,
    GameOver,
    Impossible,
    Line,
    Result,
    Seat,
    Setup,
    Text,
    zero_result,
)
from games.contract import gettext as _
from games.kit.rounds import result_of_lines

Lines = dict[Seat, list[Line]]
"""The lines of an entry, for the players whom it concerns."""


def state_after(setup: Setup[Options], entries: Sequence[Entry]) -> GameState:
    """Return the state after these entries; one that cannot stand changes nothing."""
    return play_entries(setup, entries)[1]


def play_entries(setup: Setup[Options], entries: Sequence[Entry]) -> tuple[list[Result], GameState]:
    """Return the results, without the points for B or C at the end, and the last state."""
    state, totals = new_state(setup), (0,) * setup.seats
    results: list[Result] = []
    for number, entry in enumerate(entries):
        state.entry_number = number
        result = _result(entry, state, setup, totals)
        results.append(result)
        totals = result.totals
    return results, state


def _result(
    entry: Entry, state: GameState, setup: Setup[Options], totals: tuple[int, ...]
) -> Result:
    try:
        lines_by_seat = _apply(entry, state, setup)
    except Impossible as problem:
        return zero_result(totals, problem)
    lines = tuple([tuple(lines_by_seat.get(piles.player, ())) for piles in state.piles])
    return result_of_lines(lines, totals)


def _apply(entry: Entry, state: GameState, setup: Setup[Options]) -> Lines:
    """Change the state by an entry. Raises Impossible, and then changes nothing."""
    if isinstance(entry, Catch):
        check_row(entry.cards)  # after the end, too: an entry that does not count is kept
    if state.complete:
        raise GameOver("", _game_over_text(state))
    match entry:
        case Catch():
            return _apply_catch(entry, state, setup)
        case Count():
            return _apply_count(entry, state, setup)
        case Mistake():
            return _apply_mistake(entry, state)


def _game_over_text(state: GameState) -> Text:
    if state.counts_piles:
        return _("The game is over: all piles are counted.")
    return _("The game is over: all %(rows)s rows are caught.", rows=state.rows)


def _apply_mistake(entry: Mistake, state: GameState) -> Lines:
    """Move the mistake card to this player; nothing changes for its holder."""
    before, player = state.mistake_holder, entry.player
    if before == player:
        return {player: [Line(0, _("keeps the mistake card"))]}
    state.mistake_holder = player
    lines = {player: [Line(-MISTAKE_POINTS, _("mistake card (%(points)s)", points=MISTAKE_POINTS))]}
    if before is not None:
        text = _("mistake card to %(player)s (%(points)s)", points=MISTAKE_POINTS, player=player)
        lines[before] = [Line(MISTAKE_POINTS, text)]
    return lines


def _apply_catch(catch: Catch, state: GameState, setup: Setup[Options]) -> Lines:
    """Add the row to its catcher's piles. Raises Impossible, and then changes nothing."""
    if state.counts_piles:
        raise Impossible(
            "type", _("You are counting piles in this game, so you cannot enter single rows.")
        )
    piles = state.piles[catch.player]
    if piles.catches == MAX_ROWS:
        reason = _(
            "%(player)s has already caught 12 rows, which took all 12 cards.", player=catch.player
        )
        raise Impossible("player", reason)
    letters, row = bonuses_for_catch(catch, state, setup), split_row(catch.cards)
    piles.add_row(row)
    lines = {catch.player: [Line(row.gain, _("%(points)s plus", points=row.gain))]}
    if row.loss:
        lines[catch.player].append(Line(-row.loss, _("%(points)s minus", points=row.loss)))
    for letter in letters:
        _move_bonus(letter, catch.player, state, lines)
    return lines


def _move_bonus(letter: Letter, player: Seat, state: GameState, lines: Lines) -> None:
    """Give a bonus card to a player, and take it from its owner, if it has one."""
    owner, points = state.owners.get(letter), BONUS_POINTS[letter]
    state.give_bonus(letter, player)
    if owner is None:
        lines[player].append(_bonus_line(letter))
        return
    gain = _("card %(card)s from %(player)s (%(points)s)", points=points, card=letter, player=owner)
    loss = _("card %(card)s to %(player)s (%(points)s)", points=points, card=letter, player=player)
    lines[player].append(Line(points, gain))
    lines[owner] = [Line(-points, loss)]


def _bonus_line(letter: Letter) -> Line:
    points = BONUS_POINTS[letter]
    return Line(points, _("card %(card)s (%(points)s)", points=points, card=letter))


def _apply_count(count: Count, state: GameState, setup: Setup[Options]) -> Lines:
    """Set a player's piles. Raises Impossible, and then changes nothing."""
    if state.catches:
        raise Impossible(
            "type", _("You are entering this game row by row, so you cannot count piles.")
        )
    piles = state.piles[count.player]
    if piles.is_counted:
        raise Impossible(
            "player", _("%(player)s’s piles are already counted.", player=count.player)
        )
    _check_drawn_card(count, state)
    _check_bonuses(count, state, setup.options)
    check_piles(count, state.max_rows)
    piles.plus, piles.minus, piles.is_counted = count.plus, count.minus, True
    piles.plus_cards, piles.ones = count.plus_cards, count.ones
    for letter in count.bonuses:
        state.give_bonus(letter, count.player)
    return {count.player: _count_lines(count)}


def _count_lines(count: Count) -> list[Line]:
    lines = [
        Line(count.plus, _("%(points)s plus", points=count.plus)),
        Line(-count.minus, _("%(points)s minus", points=count.minus)),
    ]
    return [*lines[: 1 + bool(count.minus)], *map(_bonus_line, sorted(count.bonuses))]


def _check_drawn_card(count: Count, state: GameState) -> None:
    """Check for the number that decides who gets B or C."""
    if state.drawn == "B" and count.plus_cards is None:
        raise Impossible("plus_cards", _("Card B was drawn: enter the number of plus cards."))
    if state.drawn == "C" and count.ones is None:
        raise Impossible("ones", _("Card C was drawn: enter the number of ones in the plus pile."))


def _check_bonuses(count: Count, state: GameState, options: Options) -> None:
    letters = count.bonuses
    if letters and not options.advanced:
        raise Impossible("bonuses", _("The basic game has no bonus cards."))
    if "A" in letters:
        check_a_in_game(options, "bonuses")
    if duplicates := sorted({letter for letter in letters if letters.count(letter) > 1}):
        raise Impossible("bonuses", _("There is only one card %(card)s.", card=duplicates[0]))
    for letter in letters:
        if letter in state.owners:
            raise Disagreement(
                "bonuses", owner_text(letter, state.owners[letter]), state.bonus_entries[letter]
            )
