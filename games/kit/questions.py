"""A game's questions: the fields of its options and entries, each with the question that fills it.

A field that is made by one of these functions says what is asked, once. The forms, their pages,
the description of an entry and the checks of the rules follow from it.

    @dataclass(frozen=True, slots=True)
    class Deal:
        bids: Mapping[Seat, int] = count_each(_("Bids"), most=lambda state: state.number)

A limit is a number, None for none, or a function of the State before the round. The limits of
options are numbers.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import cache
from typing import Any, Literal, NoReturn

from games.contract import REQUIRED, Seat, Text
from games.kit.state import State

Limit = int | None | Callable[[State], int | None]
Kind = Literal["each", "number", "player", "players", "choice", "yes_no"]


@dataclass(frozen=True, slots=True)
class Question:
    """A question, and its field in the entry or in the options.

    - `one`: what one player's number is called, if the label is a plural: "bid" for "Bids".
    - `hint`: shown beside the label, such as what it is worth: "25 each".
    - `least`, `most`: of the number, or of each player's number.
    - `total`: what the numbers of all players add up to. `at_most`: what they may add up to.
    - `never`: what they must not add up to, so that one number is barred for the last player.
    - `needed`: whether a blank is refused. Otherwise it counts as the default.
    - `folded`: whether it is hidden behind its label until somebody opens it.
    - `before`: whether it is asked before the round is played. The answers are kept as a draft.
    - `choices`: the labels of the values to choose from.
    - `common`: values of an option that are offered; any other can be typed.
    - `turn`: the player whose turn it is. A form for a new entry then does not ask.
    - `seats`: the players to ask about; None for all. An entry that names others is refused.
    - `worth`: the points for one of it, for the player whom it concerns, or those for each choice:
      see worth.py.
    """

    kind: Kind
    label: Text
    name: str = ""
    default: Any = None
    one: Text | None = None
    hint: Text | None = None
    least: Limit = 0
    most: Limit = None
    total: Limit = None
    at_most: Limit = None
    never: Limit = None
    needed: bool = True
    folded: bool = False
    before: bool = False
    choices: Mapping[Any, Text] = field(default_factory=dict)
    common: tuple[int, ...] = ()
    turn: Callable[[State], Seat | None] | None = None
    seats: Callable[[State], Sequence[Seat]] | None = None
    worth: int | Mapping[Any, int] | None = None

    @property
    def depends(self) -> bool:
        """True if the form depends on the round."""
        limits = (self.least, self.most, self.total, self.at_most, self.never)
        return any(map(callable, (*limits, self.turn, self.seats)))

    def seats_in(self, state: State) -> Sequence[Seat]:
        """Return the seats of the players that the question concerns."""
        return self.seats(state) if self.seats else state.seats


def count_each(label: Text, **more: Any) -> Any:
    """A number for each player: a Mapping[Seat, int]. Unless `needed`, it may leave players out."""
    question = Question("each", label, **more)
    return _needed(question) if question.needed else _question_field(question, default_factory=dict)


def number(label: Text, **more: Any) -> Any:
    """A whole number: an int, or int | None if it may be blank and has no `default`."""
    return _single_field(Question("number", label, **more), more)


def player(label: Text, **more: Any) -> Any:
    """One of the players: a Seat, or Seat | None if it may be blank."""
    return _single_field(Question("player", label, **more), more)


def players(label: Text, **more: Any) -> Any:
    """Any of the players, or none: a tuple[Seat, ...]."""
    return _question_field(Question("players", label, needed=False, **more), default=())


def choice(label: Text, choices: Mapping[Any, Text], **more: Any) -> Any:
    """One of these values: a Literal, or Literal | None if it may be blank and has no `default`."""
    return _single_field(Question("choice", label, choices=choices, **more), more)


def yes_no(label: Text, **more: Any) -> Any:
    """Ask a yes-or-no question: the field is a bool, False unless `default` says otherwise."""
    more.setdefault("default", False)
    return _question_field(Question("yes_no", label, needed=False, **more), default=more["default"])


def _single_field(question: Question, more: dict[str, Any]) -> Any:
    is_needed = question.needed and "default" not in more
    return _needed(question) if is_needed else _question_field(question, default=question.default)


def _needed(question: Question) -> Any:
    """A field without a default that may still follow one that has a default."""

    def refuse() -> NoReturn:
        raise TypeError(f"The answer to “{question.label.message}” is missing.")

    return _question_field(question, default_factory=refuse, required=True)


def _question_field(question: Question, required: bool = False, **how: Any) -> Any:
    metadata = {"question": question} | (REQUIRED if required else {})
    return field(metadata=metadata, **how)


def _questions(kind: Any) -> tuple[Question, ...]:
    """Return the questions of a dataclass, in the order of its fields."""
    return tuple(
        replace(part.metadata["question"], name=part.name)
        for part in fields(kind)
        if "question" in part.metadata
    )


questions: Callable[[Any], tuple[Question, ...]] = cache(_questions)


def limit(value: Limit, state: State | None = None) -> int | None:
    """Return the limit in this state. Limits of options need none."""
    return value(state) if callable(value) and state else value  # type: ignore[return-value]
