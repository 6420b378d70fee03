"""Rows and games of Big Fish for the tests, and its rules read a second time: with cards on piles, as at a table."""

from itertools import combinations_with_replacement, product

from games.big_fish.rules import Catch, Count, Mistake, Options, game
from games.contract import Seat, Setup

ANA, BEN, CHO, DAN, EVE, FAY = SEATS = tuple(map(Seat, range(6)))
NAMES = ("Ana", "Ben", "Cho", "Dan", "Eve", "Fay")

MEETINGS = """
    -      19   4   R6 R4 Y6 G2 B5
    A      22   0   R6 Y5 G4 B6 P1
    D      18   2   R2 R3 Y4 G5 B6
    E      11  12   R6 R6 R6 Y2 G3
    F      12  12   R6 R6 R6 Y3 G3
    G       8   4   R3 R2 Y3 Y2 G2
    H      12   8   R6 R6 R4 R3 R1
    I      12  11   R6 R5 Y6 Y5 Y1
    AD     16   0   R1 Y2 G3 B4 P6
    AE     11  12   R6 R6 R6 Y1 G4
    AF     12  12   R6 R6 R6 Y1 G5
    AG     11   0   R1 Y2 G3 B3 P2
    AH      7   3   R1 R1 R1 R1 R6
    AI      7   6   R6 R3 R2 Y1 Y1
    DH     11   8   R6 R5 R4 R3 R1
    DI     11   8   R6 R3 Y5 Y4 Y1
    EH     12  18   R6 R6 R6 R6 R6
    EI     12  18   R6 R6 R6 R6 Y6
    FH     12  12   R6 R6 R4 R4 R4
    FI     12  12   R6 R6 R5 Y6 Y1
    GH      6   5   R3 R3 R2 R2 R1
    GI      6   5   R3 R2 R1 Y3 Y2
    ADF     7   7   R4 R4 R3 Y1 G2
    AEG     5   6   R3 R3 R3 Y1 G1
    AEI     7  18   R6 R6 R6 R6 Y1
    AFG     6   6   R3 R3 R3 Y2 G1
    AFI     7   7   R6 R3 R3 Y1 Y1
    AGH     4   3   R3 R1 R1 R1 R1
    AGI     4   3   R3 R1 R1 Y1 Y1
    DEH    11  12   R6 R5 R5 R4 R3
    DEI     9  11   R6 R5 R4 Y3 Y2
    DFH    11  11   R6 R5 R4 R4 R3
    DFI    11  11   R6 R4 R3 Y5 Y4
    EGH     6   9   R3 R3 R3 R3 R3
    EGI     6   9   R3 R3 R3 R3 Y3
    FGH     6   6   R3 R3 R2 R2 R2
    FGI     6   6   R3 R3 R2 Y3 Y1
    ADEI    7  12   R6 R5 R4 R3 Y1
    AEGH    2   3   R1 R1 R1 R1 R1
    AEGI    4   9   R3 R3 R3 R3 Y1
    AFGH    3   3   R2 R1 R1 R1 R1
    AFGI    4   4   R3 R2 R1 Y1 Y1
"""
"""All that one row can earn at once, what its plus and its minus pile are worth, and such a row; worked by hand."""

TABLE = {
    letters.strip("-"): (int(plus), int(minus), tuple(cards))
    for letters, plus, minus, *cards in map(str.split, MEETINGS.strip().split("\n"))
}
PAYS = {"A": 10, "B": 10, "C": 10, "D": 10, "E": 10, "F": 7, "G": 7, "H": 7, "I": 7}


def every_row():
    """All rows there are, up to a change of colours: 6174."""
    for sizes in ((5,), (4, 1), (3, 2), (3, 1, 1), (2, 2, 1), (2, 1, 1, 1), (1, 1, 1, 1, 1)):
        of_each = [combinations_with_replacement(range(1, 7), size) for size in sizes]
        found = {tuple(sorted(groups, key=lambda group: (len(group), group))) for groups in product(*of_each)}
        for groups in sorted(found):
            yield tuple(f"{colour}{value}" for colour, group in zip("RYGBP", groups, strict=False) for value in group)


def piles(cards):
    """The values that go on the plus pile and on the minus pile, read plainly."""
    by_colour = {}
    for card in cards:
        by_colour.setdefault(card[0], []).append(int(card[1:]))
    plus, minus, best = [], [], 2 if len(by_colour) == 1 else 1
    for values in by_colour.values():
        values.sort(reverse=True)
        plus += values[:best]
        minus += values[best:]
    return plus, minus


def earned(cards):
    plus, minus = piles(cards)
    shown = "".join(sorted({card[1] for card in cards}))
    colours = len({card[0] for card in cards})
    conditions = {
        "A": 1 in plus,
        "D": any(run in shown for run in ("1234", "2345", "3456")),
        "E": sum(plus) < sum(minus),
        "F": sum(plus) == sum(minus),
        "G": not set(shown) & set("456"),
        "H": colours == 1,
        "I": colours == 2,
    }
    return "".join(letter for letter, met in conditions.items() if met)


class Reading:
    """A game of catches and mistakes, with its cards on piles; counts up only when asked."""

    def __init__(self, seats, options):
        self.seats, self.options = seats, options
        self.plus, self.minus, self.caught = ([[] for _ in range(seats)] for _ in range(3))
        self.lies_with, self.erred = {}, None

    def over(self):
        return sum(map(len, self.caught)) == 3 * self.seats

    def may_take(self, player, cards):
        """What there is to take, and whether A moves by itself beside it."""
        if not self.options.advanced:
            return "", False
        letters = earned(cards) if self.options.drawn == "A" else earned(cards).replace("A", "")
        free = "".join(
            letter
            for letter in letters
            if letter not in self.lies_with or (letter == "A" and self.lies_with["A"] != player)
        )
        moves = self.options.a_is_extra and "A" in free
        return (free.replace("A", "") if moves else free), moves

    def catch(self, entry):
        """Whether the catch stands; if so, it is on the piles then."""
        if self.over() or len(self.caught[entry.player]) == 12:
            return False
        letters, moves = self.may_take(entry.player, entry.cards)
        if entry.bonus and entry.bonus not in letters:
            return False
        if not entry.bonus and len(letters) > 1:
            return False
        for letter in (entry.bonus or letters) + ("A" if moves else ""):
            self.lies_with[letter] = entry.player
        plus, minus = piles(entry.cards)
        self.plus[entry.player] += plus
        self.minus[entry.player] += minus
        self.caught[entry.player].append(entry.cards)
        return True

    def mistake(self, entry):
        if self.over():
            return False
        self.erred = entry.player
        return True

    def enter(self, entry):
        return self.catch(entry) if isinstance(entry, Catch) else self.mistake(entry)

    def totals(self, at_the_end):
        """What everybody has: piles, bonus cards, the mistake card, and at the end B and C."""
        totals = [sum(plus) - sum(minus) for plus, minus in zip(self.plus, self.minus, strict=True)]
        for letter, seat in self.lies_with.items():
            totals[seat] += PAYS[letter]
        if self.erred is not None:
            totals[self.erred] -= 5
        if at_the_end and self.options.advanced and self.options.drawn in ("B", "C"):
            best = self.best()
            for seat in best:
                totals[seat] += 10 if len(best) == 1 else 5
        return tuple(totals)

    def best(self):
        """Who gets B, or C."""
        if self.options.drawn == "B":
            fewest = min(map(len, self.plus))
            return [seat for seat, plus in enumerate(self.plus) if len(plus) == fewest]
        most = max(plus.count(1) for plus in self.plus)
        return [seat for seat, plus in enumerate(self.plus) if most and plus.count(1) == most]


def caught(cards, player=ANA, bonus=None):
    """A catch with its cards written as "R5 Y6 G1 R2 Y3"."""
    return Catch(player, tuple(cards.split()), bonus)


def counted(plus, minus, player=ANA, **other):
    return Count(player, plus, minus, **other)


def advanced(drawn="A", seats=2, extra=False, ended_early=False):
    return Setup(seats, Options(advanced=True, drawn=drawn, a_is_extra=extra), ended_early)


def basic(seats=2, ended_early=False):
    return Setup(seats, Options(), ended_early)


def played(*entries, setup=None):
    return game.score(setup or basic(), entries)


def english(text):
    return text.say(NAMES, str, lambda one, many, count: one if count == 1 else many)


def sheet(board, entry=-1, seat=ANA):
    return [(line.points, english(line.text)) for line in board.results[entry].lines[seat]]


def before(board, seat=ANA):
    """What lies before a player."""
    return [english(text) for text in board.holds[seat]]


def refusal(board):
    """The first refusal: its entry, its field and what it says."""
    entry, problem = board.problem
    return entry, problem.field, english(problem.message)


def whole_game(chance, setup):
    """All the catches of a game, with mistakes between them, as dice would have it: every entry stands."""
    reading, entries = Reading(setup.seats, setup.options), []
    while not reading.over():
        if chance.random() < 0.2:
            entries.append(Mistake(Seat(chance.randrange(setup.seats))))
            reading.enter(entries[-1])
        entries.append(some_catch(chance, reading))
        assert reading.enter(entries[-1])
    return entries, reading


def some_catch(chance, reading):
    colours, highest = chance.sample("RYGBP", chance.randint(1, 5)), chance.choice([1, 2, 3, 6, 6, 6])
    cards = tuple(f"{chance.choice(colours)}{chance.randint(1, highest)}" for _card in range(5))
    player = Seat(chance.choice([seat for seat in range(reading.seats) if len(reading.caught[seat]) < 12]))
    letters, _moves = reading.may_take(player, cards)
    return Catch(player, cards, chance.choice(letters) if len(letters) > 1 else None)
