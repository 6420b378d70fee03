// What a round brings, as in rules.py, before the rules have judged it.
// The state: the usual `way` to enter a round, and whether the cards are `known`.
self.roundPoints = (answers, { seats, state, sum }) => {
  const way = answers.get("way") || state.way;
  if (way === "sums") {
    const points = seats.map(seat => sum(answers.get(`points_${seat}`)));
    return points.includes(undefined) ? undefined : points;
  }
  const tapped = [...answers].filter(([name, chip]) => /^won_/.test(name) && chip)
    .map(([, chip]) => chip.split(" ").map(Number));
  const typed = seat => (answers.get(`grimoires_${seat}`) ?? "").replace(/[−–—]/g, "-")
    .replace(/([+-])\s*/g, " $1").split(/[\s,;]+/).filter(word => word).map(Number);
  const cards = seats.map(seat => way === "cards" && state.known ?
    tapped.filter(chip => chip[1] === seat).map(([value]) => value) : typed(seat));
  if (cards.flat().length !== (seats.length > 3 ? 10 : 12) || cards.flat().some(isNaN)) return;
  return cards.map((values, seat) => {
    let crystals = +answers.get(`crystals_${seat}`) || 0; // the largest minus first
    return values.sort((one, other) => one - other)
      .reduce((total, value) => total + (value < 0 && crystals-- > 0 ? -value : value), 0);
  });
};
