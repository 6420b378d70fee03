"""A model of Mölkky for the tests: the rulebook, not the code of the game."""


class Model:
    def __init__(self, setup):
        self.options, self.seats = setup.options, range(setup.seats)
        self.throws = [[] for _ in self.seats]
        self.totals = [0] * setup.seats
        self.turn = 0

    def is_out(self, seat):
        return self.options.out_after_three and self.throws[seat][-3:] == [0, 0, 0]

    @property
    def is_over(self):
        left = [seat for seat in self.seats if not self.is_out(seat)]
        return len(left) == 1 or any(total == self.options.target for total in self.totals)

    def take(self, entry):
        """Take a throw; return whether it counts."""
        if self.is_over or entry.player != self.turn or entry.throw not in range(13):
            return False
        self.throws[self.turn].append(entry.throw)
        self.totals[self.turn] += entry.throw
        if self.totals[self.turn] > self.options.target:
            self.totals[self.turn] = self.options.back_to
        self.turn = (self.turn + 1) % len(self.seats)
        while self.is_out(self.turn):
            self.turn = (self.turn + 1) % len(self.seats)
        return True

    def ranks(self):
        """Return the ranks: better is who is in, or who has more points of those alike."""
        standing = [(not self.is_out(seat), self.totals[seat]) for seat in self.seats]
        return tuple(1 + sum(other > own for other in standing) for own in standing)


def score_by_rulebook(setup, entries):
    """Return the totals, for each throw whether it counts, and whether the game is complete."""
    model = Model(setup)
    counts = [model.take(throw) for throw in entries]
    return model.totals, counts, model.is_over
