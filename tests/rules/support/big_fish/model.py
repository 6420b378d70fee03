"""A model of Big Fish for the tests: the rules with cards on piles, not the code of the game."""

from itertools import combinations_with_replacement, product

from games.big_fish.rules import Catch, Mistake
from games.contract import Seat

EXAMPLE_TABLE = """
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
"""All combinations of bonus cards that one row can earn: letters, plus, minus, and an example."""

EXAMPLE_ROWS = {
    letters.strip("-"): (int(plus), int(minus), tuple(cards))
    for letters, plus, minus, *cards in map(str.split, EXAMPLE_TABLE.strip().split("\n"))
}
PRINTED_POINTS = {"A": 10, "B": 10, "C": 10, "D": 10, "E": 10, "F": 7, "G": 7, "H": 7, "I": 7}


def every_row():
    """Yield all 6174 rows, apart from permutations of the colours."""
    for sizes in ((5,), (4, 1), (3, 2), (3, 1, 1), (2, 2, 1), (2, 1, 1, 1), (1, 1, 1, 1, 1)):
        values_by_colour = [combinations_with_replacement(range(1, 7), size) for size in sizes]
        rows = {
            tuple(sorted(groups, key=lambda group: (len(group), group)))
            for groups in product(*values_by_colour)
        }
        for groups in sorted(rows):
            yield tuple(
                f"{colour}{value}"
                for colour, group in zip("RYGBP", groups, strict=False)
                for value in group
            )


def split_values(cards):
    """Return the values of the plus cards and of the minus cards."""
    by_colour = {}
    for card in cards:
        by_colour.setdefault(card[0], []).append(int(card[1:]))
    plus, minus, plus_count = [], [], 2 if len(by_colour) == 1 else 1
    for values in by_colour.values():
        values.sort(reverse=True)
        plus += values[:plus_count]
        minus += values[plus_count:]
    return plus, minus


def earned_letters(cards):
    plus, minus = split_values(cards)
    values = "".join(sorted({card[1] for card in cards}))
    colours = len({card[0] for card in cards})
    conditions = {
        "A": 1 in plus,
        "D": any(run in values for run in ("1234", "2345", "3456")),
        "E": sum(plus) < sum(minus),
        "F": sum(plus) == sum(minus),
        "G": not set(values) & set("456"),
        "H": colours == 1,
        "I": colours == 2,
    }
    return "".join(letter for letter, met in conditions.items() if met)


class ModelGame:
    """A game of catches and mistakes. It keeps the cards on piles, and adds up only when asked."""

    def __init__(self, seats, options):
        self.seats, self.options = seats, options
        self.plus, self.minus, self.rows = ([[] for _ in range(seats)] for _ in range(3))
        self.bonus_owners, self.mistake_holder = {}, None

    def is_over(self):
        return sum(map(len, self.rows)) == 3 * self.seats

    def available_letters(self, player, cards):
        """Return the letters to choose from, and whether A comes in addition."""
        if not self.options.advanced:
            return "", False
        letters = (
            earned_letters(cards)
            if self.options.drawn == "A"
            else earned_letters(cards).replace("A", "")
        )
        free = "".join(
            letter
            for letter in letters
            if letter not in self.bonus_owners
            or (letter == "A" and self.bonus_owners["A"] != player)
        )
        a_moves = self.options.a_is_extra and "A" in free
        return (free.replace("A", "") if a_moves else free), a_moves

    def catch(self, entry):
        """Add a catch to the piles, and return whether it can stand."""
        if self.is_over() or len(self.rows[entry.player]) == 12:
            return False
        letters, a_moves = self.available_letters(entry.player, entry.cards)
        if entry.bonus and entry.bonus not in letters:
            return False
        if not entry.bonus and len(letters) > 1:
            return False
        for letter in (entry.bonus or letters) + ("A" if a_moves else ""):
            self.bonus_owners[letter] = entry.player
        plus, minus = split_values(entry.cards)
        self.plus[entry.player] += plus
        self.minus[entry.player] += minus
        self.rows[entry.player].append(entry.cards)
        return True

    def mistake(self, entry):
        if self.is_over():
            return False
        self.mistake_holder = entry.player
        return True

    def enter(self, entry):
        return self.catch(entry) if isinstance(entry, Catch) else self.mistake(entry)

    def totals(self, finished):
        """Return the totals; a finished game includes B and C."""
        totals = [sum(plus) - sum(minus) for plus, minus in zip(self.plus, self.minus, strict=True)]
        for letter, seat in self.bonus_owners.items():
            totals[seat] += PRINTED_POINTS[letter]
        if self.mistake_holder is not None:
            totals[self.mistake_holder] -= 5
        if finished and self.options.advanced and self.options.drawn in ("B", "C"):
            best = self.drawn_card_owners()
            for seat in best:
                totals[seat] += 10 if len(best) == 1 else 5
        return tuple(totals)

    def drawn_card_owners(self):
        """Return who gets B or C."""
        if self.options.drawn == "B":
            fewest = min(map(len, self.plus))
            return [seat for seat, plus in enumerate(self.plus) if len(plus) == fewest]
        most = max(plus.count(1) for plus in self.plus)
        return [seat for seat, plus in enumerate(self.plus) if most and plus.count(1) == most]


def random_game(random, setup):
    """Return the entries of a complete game, all of which can stand, and the model after them."""
    model, entries = ModelGame(setup.seats, setup.options), []
    while not model.is_over():
        if random.random() < 0.2:
            entries.append(Mistake(Seat(random.randrange(setup.seats))))
            model.enter(entries[-1])
        entries.append(random_catch(random, model))
        assert model.enter(entries[-1])
    return entries, model


def random_catch(random, model):
    colours, highest = (
        random.sample("RYGBP", random.randint(1, 5)),
        random.choice([1, 2, 3, 6, 6, 6]),
    )
    cards = tuple(f"{random.choice(colours)}{random.randint(1, highest)}" for _card in range(5))
    player = Seat(
        random.choice([seat for seat in range(model.seats) if len(model.rows[seat]) < 12])
    )
    letters, _a_moves = model.available_letters(player, cards)
    return Catch(player, cards, random.choice(letters) if len(letters) > 1 else None)
