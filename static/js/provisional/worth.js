// What a round brings by what each answer is worth, as in games/kit/worth.py.
self.roundPoints = (answers, { seats, worth: { player, partial, questions }, sum }) => {
  const points = seats.map(() => partial ? null : 0), one = answers.get(player);
  for (const { name, kind, worth, needed, usual } of questions) {
    const add = (seat, answer = 1) =>
      points[seat] += typeof worth === "number" ? worth * answer : worth[answer] ?? 0;
    const answer = answers.get(name) || usual, isBlank = answer === null;
    const numbers = seats.map(seat => sum(answers.get(`${name}_${seat}`)));
    if (needed && (kind === "each" ? numbers.includes(undefined) : isBlank)) return;
    if (worth === null) continue;
    if (kind === "each") {
      for (const seat of seats) if (numbers[seat] !== undefined) add(seat, numbers[seat]);
    } else if (kind === "players") {
      for (const seat of answers.getAll(name)) add(seat);
    } else if (kind === "player") {
      if (!isBlank) add(answer);
    } else if (kind === "yes_no") {
      if (one && answers.has(name)) add(one);
    } else if (one && !isBlank) add(one, kind === "number" ? sum(`${answer}`) : answer);
  }
  return points;
};
