// What a round brings, as in rules.py, before the rules have judged it.
self.roundPoints = (answers, { seats, options, sum }) => {
  const taken = seats.map(seat => sum(answers.get(`taken_${seat}`)) ?? 0);
  if (taken.reduce((one, other) => one + other) !== 26) return;
  if (!taken.includes(26)) return taken;
  return options.moon === "self" ? taken.map(points => -points) : taken.map(points => 26 - points);
};
