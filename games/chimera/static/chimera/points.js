// What a round brings, as in rules.py, before the rules have judged it.
self.roundPoints = (answers, { seats }) => {
  const number = name => +answers.get(name) || 0;
  const [chimera, bid, first] = ["chimera", "bid", "first_out"].map(name => answers.get(name));
  if (!chimera || !bid || !first) return;
  const won = first === chimera, bonuses = number("traps") +
    answers.has("chimera_attack") + answers.has("idle_hunters");
  const role = seat => seat !== +chimera ? !won && 20 : won ? 2 * bid + 25 * bonuses : -bid;
  return seats.map(seat =>
    role(seat) + 10 * number(`toads_${seat}`) + 5 * number(`cats_${seat}`));
};
