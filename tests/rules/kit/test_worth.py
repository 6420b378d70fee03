"""The lines of a round follow from what each answer is worth."""

from collections.abc import Mapping
from dataclasses import dataclass

from games.contract import Game, Line, Seat, Setup, Text
from games.contract import gettext as _
from games.kit.questions import count_each, number, player, yes_no
from games.kit.rounds import ByRounds
from games.kit.state import State
from games.kit.worth import worth_for_phones, worth_lines


@dataclass(frozen=True, slots=True)
class Options:
    pass


@dataclass(frozen=True, slots=True)
class Round:
    winner: Seat = player(_("Winner"))
    cards: Mapping[Seat, int] = count_each(_("Cards"), worth={1: 5, 2: 11}, needed=False)
    extra: int = number(_("Extra"), worth=2, needed=False, default=0)
    slam: bool = yes_no(_("Slam"), worth=50)


STATE = State(Setup(3, Options()), 1, (0, 0, 0), ())


def test_each_answer_brings_a_line_to_the_player_whom_it_concerns():
    entry = Round(winner=Seat(1), cards={Seat(0): 2, Seat(1): 7}, extra=3, slam=True)
    assert worth_lines(entry, STATE) == [
        (Line(11, Text("Cards")),),
        (Line(0, Text("Cards")), Line(6, Text("Extra")), Line(50, Text("Slam"))),
        (),
    ]
    assert worth_lines(Round(winner=Seat(2)), STATE)[2] == (Line(0, Text("Extra")),)


def a_game(score, entry=Round):
    return Game("g", "G", "", range(2, 5), Options, entry, score)


@dataclass(frozen=True, slots=True)
class Turn:
    player: Seat = player(_("Player"), turn=lambda state: Seat(0))
    points: int = number(_("Points"), worth=1)


def test_phones_are_told_unless_points_follow_from_more_than_the_answers():
    told = worth_for_phones(a_game(ByRounds(worth_lines)))
    assert told["player"] == "winner"
    assert [(one["name"], one["needed"]) for one in told["questions"]] == [
        ("winner", True),
        ("cards", False),
        ("extra", False),
        ("slam", False),
    ]
    assert worth_for_phones(a_game(ByRounds(lambda entry, state: ()))) is None
    assert worth_for_phones(a_game(ByRounds(worth_lines), Turn)) is None
