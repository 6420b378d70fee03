// The game as it is with the rounds that wait on this phone, before the rules have judged them. A
// game's points.js works out what a round brings from the fields of its form: see docs/games.md.
let roundsWaiting = []; // of this table

const pointsData = () => document.getElementById("points")?.dataset ?? {};
const gameOnPage = () => JSON.parse(pointsData().game || "{}");

// As in games/kit/sums.py; undefined for a blank, NaN for what is not a sum.
function readSum(text) {
  const typed = (text ?? "").normalize("NFKC").replace(/[−–—‒﹣ー]/g, "-")
    .replace(/ *([+-]) */g, "$1").trim();
  if (typed) return /^[+-]?\d+((-|\+-?)\d+)*$/.test(typed)
    ? typed.match(/-?\d+/g).reduce((one, other) => one + +other, 0) : NaN;
}

// The game at this slot, after the rounds that wait before it. Nothing if their points are unknown,
// or if another phone has entered the round of this slot.
function gameAt(slot) {
  const game = gameOnPage();
  if (!(game.slot <= slot)) return;
  game.seats = game.names.map((_, seat) => seat);
  game.sum = readSum;
  for (const { fields } of roundsWaiting.filter(({ next }) => next <= slot)) {
    game.latest = pointsOf(fields, game);
    if (!game.latest) return;
    game.totals = game.totals.map((total, seat) => total + game.latest[seat]);
    game.number++;
    game.left--;
  }
  return game;
}

// null for a player who has no part in it.
function pointsOf(fields, game) {
  const points = self.roundPoints?.(new URLSearchParams(fields), game);
  return points?.some(isNaN) ? undefined : points;
}

const withSign = points => `${points > 0 ? "+" : ""}${points}`.replace("-", "−");

// Writes over what the server wrote, and keeps that to put it back.
function writeOver(kept, part, text) {
  if (!kept.has(part)) kept.set(part, [...part.childNodes]);
  part.replaceChildren(text);
}

function putBack(kept, part) {
  if (kept.has(part)) part.replaceChildren(...kept.get(part));
  kept.delete(part);
}
