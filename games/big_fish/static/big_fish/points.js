// What an entry brings, as in play.py, before the rules have judged it.
// The state: who has which bonus card (`owners`), and the mistake card (`mistake`); the catches
// `left`, and what B and C go by: the plus cards (`cards`) and the `ones` of each player.
self.roundPoints = (answers, game) => {
  const { seats, options, state, sum } = game;
  const points = seats.map(() => null), type = answers.get("type") || state.type;
  const worth = letter => "ABCDE".includes(letter) ? 10 : 7;
  const add = (seat, number) => points[seat] += number;
  const give = (letter, player) => {
    const owner = state.owners[letter];
    add(player, worth(letter));
    if (owner !== undefined) add(owner, -worth(letter));
    state.owners[letter] = +player;
  };
  if (type === "mistake") {
    const player = answers.get("player");
    if (!player) return;
    add(player, +player === state.mistake ? 0 : -5);
    if (+player !== state.mistake && state.mistake !== null) add(state.mistake, 5);
    state.mistake = +player;
    return points;
  }
  if (type === "count") {
    const player = answers.get("counted") ?? String(state.uncounted[0]);
    const [plus, minus] = ["plus", "minus"].map(name => sum(answers.get(name)));
    if (plus === undefined || minus === undefined) return;
    add(player, plus - minus);
    for (const letter of answers.getAll("bonuses")) give(letter, player);
    state.uncounted = state.uncounted.filter(seat => seat !== +player);
    state.cards[player] = sum(answers.get("plus_cards"));
    state.ones[player] = sum(answers.get("ones"));
    if (!state.uncounted.length) addDrawnCard(game);
    return points;
  }
  const player = answers.get("player");
  const cards = [0, 1, 2, 3, 4].map(n => answers.get(`cards_${n}`)).filter(card => card);
  if (!player || cards.length < 5) return;
  const values = cards.map(card => +card[1]), colours = new Set(cards.map(([colour]) => colour));
  const all = values.reduce((one, other) => one + other), highest = [...values].sort().slice(-2);
  const best = [...colours].map(colour =>
    Math.max(...cards.filter(card => card[0] === colour).map(card => card[1])));
  const plus = colours.size > 1 ? best : highest;
  const total = 2 * plus.reduce((one, other) => one + other) - all;
  add(player, total);
  if (!options.advanced) return points;
  state.cards[player] += plus.length;
  state.ones[player] += plus.filter(value => value === 1).length;
  const earns = {
    A: options.drawn === "A" && plus.includes(1),
    D: /1234|2345|3456/.test([...new Set(values)].sort().join("")),
    E: total < 0, F: total === 0, G: Math.max(...values) < 4,
    H: colours.size === 1, I: colours.size === 2,
  };
  const isFree = letter => state.owners[letter] === undefined ||
    letter === "A" && state.owners.A !== +player;
  const free = Object.keys(earns).filter(letter => earns[letter] && isFree(letter));
  const extra = options.a_is_extra && free[0] === "A" ? free.splice(0, 1) : [];
  const bonus = answers.get("bonus") || (free.length === 1 ? free[0] : "");
  if (free.length > 1 && !bonus || bonus && !free.includes(bonus)) return;
  for (const letter of [...extra, ...bonus && [bonus]]) give(letter, player);
  if (!--state.left) addDrawnCard(game);
  return points;
};
// At the end B goes to the fewest plus cards, or C to the most 1s, as in state.py.
function addDrawnCard({ totals, options: { advanced, drawn }, state: { cards, ones } }) {
  const best = drawn === "B" ? Math.min(...cards) : Math.max(...ones);
  const isBest = count => advanced && (drawn === "B" || drawn === "C" && count) && count === best;
  const leads = (drawn === "B" ? cards : ones).map(isBest);
  const points = leads.filter(one => one).length > 1 ? 5 : 10;
  for (const [seat, leader] of leads.entries()) if (leader) totals[seat] += points;
}
