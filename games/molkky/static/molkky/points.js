// What a throw brings, as in rules.py, before the rules have judged it, and who throws next.
// The state: how often each player has missed in a row, and the `texts` of what a player needs.
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
const missesOf = ({ options, state }, seat) =>
  options.out_after_three === false ? 0 : state.misses[seat];
const isOut = (game, seat) => missesOf(game, seat) === 3;
self.nextSeat = game => {
  const { misses, last } = game.state;
  const turns = misses.map((_, step) => (last + step + 1) % misses.length);
  return turns.find(seat => !isOut(game, seat)) ?? turns[0];
};
// Who is out is behind all who are in.
self.rankedTotals = game => game.totals.map((total, seat) =>
  isOut(game, seat) ? total - (game.options.target ?? 50) - 1 : total);
self.needText = (game, seat) => {
  const { names, totals, options: { target = 50 }, state } = game, missed = missesOf(game, seat);
  const gone = totals.filter((_, one) => isOut(game, one)).length;
  const isNext = seat === self.nextSeat(game);
  if (totals.includes(target) || gone === totals.length - 1) return "";
  const { misses, out, more, next, last } = state.texts;
  if (missed === 3) return out;
  const need = (!isNext ? more : missed === 2 ? last : next)
    .replace("{player}", () => names[seat]).replace("{}", target - totals[seat]);
  return missed ? misses.replace("{misses}", "✕".repeat(missed)).replace("{}", () => need) : need;
};
