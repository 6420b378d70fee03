// What a turn brings, as in turn.py, offer.py and jokers.py, before the rules have judged it.
// The state: the `cards`, with the points in each filled box, and whose turn is `next`.
{
  const FIXED = { full_house: 25, small_straight: 30, large_straight: 40, yahtzee: 50 };
  const ALIKE = { three_of_a_kind: 3, four_of_a_kind: 4, chance: 1 };
  const UPPER = ["ones", "twos", "threes", "fours", "fives", "sixes"];
  const RUNS = { small_straight: /1234|2345|3456/, large_straight: /12345|23456/ };

  // As in boxes.py: five equal dice are neither a full house nor a straight.
  self.rollPoints = (box, dice) => {
    const counts = [1, 2, 3, 4, 5, 6].map(face => dice.filter(die => die === face).length);
    const most = Math.max(...counts), sum = dice.reduce((one, other) => one + other);
    if (UPPER.includes(box)) return (UPPER.indexOf(box) + 1) * counts[UPPER.indexOf(box)];
    if (ALIKE[box]) return most >= ALIKE[box] ? sum : 0;
    const shown = [...new Set(dice)].sort().join("");
    const fits = box === "yahtzee" ? most === 5 :
      box === "full_house" ? most === 3 && counts.includes(2) : RUNS[box].test(shown);
    return fits ? FIXED[box] : 0;
  };

  const upperSum = card => UPPER.reduce((sum, box) => sum + (card[box] ?? 0), 0);

  self.roundPoints = (answers, { seats, options, state }) => {
    const [box, how = "", rolled] = (answers.get("fill") ?? "").split(" ");
    const player = answers.get("player") ?? self.nextSeat({ state }), card = state.cards[player];
    const dice = [0, 1, 2, 3, 4].map(n => +answers.get(`dice_${n}`)).filter(die => die);
    if (!box || box in card || !/\d/.test(how) && dice.length < 5) return;
    const upper = upperSum(card);
    const own = UPPER[dice[0] - 1], typed = /\d/.test(how);
    const joker = "yahtzee" in card && (typed ? !!rolled : new Set(dice).size === 1);
    let points = typed ? +how : rollPoints(box, dice);
    if (joker && !typed) {
      const lower = Object.keys(card).filter(one => !UPPER.includes(one)).length;
      const mayGo = options.joker === "free" || box === own ||
        own in card && (!UPPER.includes(box) || lower === 7);
      if (!mayGo) return;
      if (FIXED[box] && own in card) points = FIXED[box];
      if (how && points) return;
    } else if (how === "scratch") points = 0;
    const bonus = UPPER.includes(box) && upper < 63 && upper + points > 62 ? 35 : 0;
    const further = joker && card.yahtzee ? 100 : 0;
    card[box] = points;
    return seats.map(seat => seat === +player ? points + bonus + further : null);
  };

  // What the card shows above its total.
  self.otherSums = ({ totals, state: { cards } }) => {
    const upper = seat => upperSum(cards[seat]), bonus = seat => upper(seat) > 62 ? 35 : "";
    const boxes = seat => Object.values(cards[seat]).reduce((sum, points) => sum + points, 0);
    return { upper, bonus, further: seat => totals[seat] - boxes(seat) - bonus(seat) || "" };
  };

  self.nextSeat = ({ state }) => {
    const turns = state.cards.map(card => Object.keys(card).length);
    return turns.indexOf(Math.min(...turns));
  };
}
