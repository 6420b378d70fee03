// What a round brings, as in rules.py, before the rules have judged it.
self.roundPoints = (answers, { seats, number, sum }) => {
  const [bids, tricks] = ["bids", "tricks"].map(name =>
    seats.map(seat => sum(answers.get(`${name}_${seat}`)) ?? NaN));
  if (tricks.reduce((one, other) => one + other) !== number) return;
  const points = bids.map((bid, seat) =>
    bid === tricks[seat] ? 20 + 10 * bid : -10 * Math.abs(bid - tricks[seat]));
  return points.some(isNaN) ? undefined : points;
};
