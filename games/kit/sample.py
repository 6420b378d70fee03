"""A sample of a game that is made of questions: random answers that its rules accept."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any

from games.contract import AnyGame, Impossible, Position, Sample, Seat
from games.kit.limits import check_answers, share
from games.kit.questions import Question, limit, questions
from games.kit.rounds import ByRounds
from games.kit.state import State

TRIES = 200
RARE = 0.1
"""How likely a box is ticked, a player is one of several, or something optional is answered."""
USUAL_SPAN, SHARE_OF_TARGET = 20, 5
"""The most of a number without a limit is so far above its least, or a share of the target."""


def sample_of_questions(game: AnyGame) -> Sample | None:
    """Return a sample if questions ask for all of an entry, and the options have defaults."""
    if not isinstance(game.score, ByRounds) or not is_dataclass(game.entry):
        return None
    if len(questions(game.entry)) != len(fields(game.entry)):
        return None
    try:
        game.options()
    except (Impossible, TypeError):
        return None
    rules = game.score
    return Sample(
        game,
        next_entry=lambda position: _random_entry(game, rules, position),
        options=lambda chance, seats: game.options(),
    )


def _random_entry(game: AnyGame, rules: ByRounds[Any], position: Position) -> Any:
    """Return an entry that the rules accept, or after many tries one that they refuse."""
    state = rules.state(position.setup, position.entries)
    entry = None
    for _try in range(TRIES):
        entry = game.entry(**dict(_answers(game, state, position)))
        if _is_valid(rules, entry, state):
            break
    return entry


def _is_valid(rules: ByRounds[Any], entry: Any, state: State) -> bool:
    try:
        check_answers(entry, state)
        tuple(rules.lines(entry, state))
    except Impossible:
        return False
    return True


def _answers(game: AnyGame, state: State, position: Position) -> Iterator[tuple[str, Any]]:
    """Yield the answers by field. Optional ones mostly stay blank."""
    for question in questions(game.entry):
        is_needed = question.needed or share(question, state) is not None
        if is_needed or position.happens(RARE):
            yield question.name, _answer(game, question, state, position)


def _answer(game: AnyGame, question: Question, state: State, position: Position) -> Any:
    chance, seats = position.chance, question.seats_in(state)
    match question.kind:
        case "each":
            return _numbers(game, question, state, position)
        case "number":
            return chance.randint(*_limits(game, question, state))
        case "player":
            turn = question.turn(state) if question.turn else None
            return _draw_winner(game, seats, position) if turn is None else turn
        case "players":
            return tuple(seat for seat in seats if position.happens(RARE))
        case "choice":
            return chance.choice(list(question.choices))
        case "yes_no":
            return not question.default


def _numbers(
    game: AnyGame, question: Question, state: State, position: Position
) -> dict[Seat, int]:
    """Deal out what all players share, or draw a number for each."""
    seats, total = question.seats_in(state), share(question, state)
    if total is None:
        limits = _limits(game, question, state)
        return {seat: position.chance.randint(*limits) for seat in seats}
    winners = Counter(_draw_winner(game, seats, position) for _part in range(total))
    return {seat: winners[seat] for seat in seats}


def _limits(game: AnyGame, question: Question, state: State) -> tuple[int, int]:
    least, most = limit(question.least, state) or 0, limit(question.most, state)
    if most is None:
        target = game.target(state.options) or 0
        most = least + max(USUAL_SPAN, target // SHARE_OF_TARGET)
    return least, max(least, most)


def _draw_winner(game: AnyGame, seats: Any, position: Position) -> Seat:
    """Draw one of these players; good ones more often, unless points are bad to have."""
    sign = -1 if game.lowest_wins(position.setup.options) else 1
    weights = [1 + sign * (position.skills[seat] - 0.5) for seat in seats]
    seat: Seat = position.chance.choices(seats, weights)[0]
    return seat
