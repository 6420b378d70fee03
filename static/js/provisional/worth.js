// What a round brings by what each answer is worth, as in games/kit/worth.py.
self.roundPoints = (answers, { seats, worth: { player, partial, questions }, sum }) => {
  const points = seats.map(() => partial ? null : 0), one = answers.get(player);
  for (const { name, kind, worth, needed, usual } of questions) {
    const add = (seat, answer = 1) =>
      points[seat] += typeof worth === "number" ? worth * answer : worth[answer] ?? 0;
    const answer = answers.get(name) || usual, isBlank = (answer ?? null) === null;
    const numbers = seats.map(seat => sum(answers.get(`${name}_${seat}`)));
    if (needed && (kind === "each" ? numbers.includes(undefined) : isBlank)) return;
    if (worth === null) continue;
    if (kind === "each") seats.filter(seat => numbers[seat] !== undefined)
      .forEach(seat => add(seat, numbers[seat]));
    else if (kind === "players") answers.getAll(name).forEach(seat => add(seat));
    else if (kind === "player") isBlank || add(answer);
    else if (one && kind === "yes_no") answers.has(name) && add(one);
    else if (one && !isBlank) add(one, kind === "number" ? sum(`${answer}`) : answer);
  }
  return points;
};
