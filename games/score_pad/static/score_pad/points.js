// What a round brings, as in rules.py, before the rules have judged it. Blanks sit out.
self.roundPoints = (answers, { seats, sum }) => {
  const points = seats.map(seat => sum(answers.get(`points_${seat}`)) ?? null);
  return points.some(one => one !== null) ? points : undefined;
};
