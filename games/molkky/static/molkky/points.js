// What a throw brings, as in rules.py, before the rules have judged it, and who throws next.
// The state: how often each player has missed in a row.
self.roundPoints = (answers, game) => {
  const { seats, totals, options, state, sum } = game, thrown = sum(answers.get("throw"));
  const player = answers.get("player") ?? self.nextSeat(game);
  if (thrown === undefined) return;
  const total = totals[player], { target = 50, back_to: back = 25 } = options;
  state.last = +player;
  state.misses[player] = thrown ? 0 : state.misses[player] + 1;
  return seats.map(seat =>
    seat !== +player ? null : total + thrown > target ? back - total : thrown);
};
self.nextSeat = ({ seats: { length }, options, state: { misses, last } }) => {
  const isOut = seat => options.out_after_three !== false && misses[seat] === 3;
  const turns = misses.map((_, step) => (last + step + 1) % length);
  return turns.find(seat => !isOut(seat)) ?? turns[0];
};
