// What a round brings, as in rules.py, before the rules have judged it.
self.roundPoints = (answers, { seats, sum }) => {
  const winner = answers.get("winner"), points = sum(answers.get("points"));
  if (!winner || points === undefined) return;
  return seats.map(seat => seat === +winner ? points : 0);
};
