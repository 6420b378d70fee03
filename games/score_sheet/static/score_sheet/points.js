// What a row or a column brings, as in row.py, before the rules have judged it.
// The state: `cells`, the row of each input of a column; the rows that are `filled`, and the
// players with a `complete` column; the `texts` of what a player needs.
self.roundPoints = (answers, { seats, options, state, sum }) => {
  const player = answers.get("player");
  const byName = name => options.rows.find(row => row.name === name);
  // Exact for any number, and rounded towards zero.
  const worth = ({ times = 1, divide = 1 }, count) => isNaN(count) ? NaN :
    Number(BigInt(count) * BigInt(times) / BigInt(divide));
  if (player) {
    const counts = Object.entries(state.cells).filter(([, name]) => !state.filled.includes(name))
      .map(([cell, name]) => [byName(name), sum(answers.get(cell))]);
    if (counts.every(([, count]) => count === undefined)) return;
    const points = counts.reduce((total, [row, count = 0]) => total + worth(row, count), 0);
    state.complete.push(+player);
    return seats.map(seat => seat === +player ? points : null);
  }
  const row = byName(answers.get("row"));
  const counts = seats.map(seat => sum(answers.get(`counts_${seat}`)));
  if (!row || counts.every(count => count === undefined)) return;
  state.filled.push(row.name);
  return counts.map((count = 0) => worth(row, count));
};
// Once a column is filled, the rows of the others; before that, the distance to the best.
self.needText = ({ totals, lowest, options, state }, seat) => {
  const { filled, complete, texts } = state, left = options.rows.length - filled.length;
  const best = (lowest ? Math.min : Math.max)(...totals), behind = Math.abs(best - totals[seat]);
  if (!left || complete.length === totals.length) return "";
  if (complete.length) return complete.includes(seat) ? "" : texts[left];
  return behind ? texts.behind.replace("{}", behind) : "";
};
