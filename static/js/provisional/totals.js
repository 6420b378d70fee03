// Totals, ranks and needs with the rounds that wait, until the server has them.
const totalsWritten = new Map();
let areTotalsKnown, totalsShown; // the game whose totals were shown last

// By the totals, unless the game ranks otherwise.
function rankOf(game, seat) {
  const totals = self.rankedTotals?.(game) ?? game.totals;
  return 1 + totals.filter(total =>
    game.lowest ? total < totals[seat] : total > totals[seat]).length;
}

// Nothing after the last round, or once a total is reached that ends the game.
function needOf({ totals, lowest, target, left, need }, seat) {
  const most = Math.max(...totals), goal = lowest ? Math.min(...totals) : target ?? most;
  const missing = Math.abs(goal - totals[seat]);
  return need && missing && left !== 0 && !(most >= target) ? need.replace("{}", missing) : "";
}

function showTotals() {
  const game = areTotalsKnown && roundsWaiting[0] && gameAt(1e9);
  const note = document.querySelector("#waits small");
  for (const part of totalsWritten.keys()) putBack(totalsWritten, part);
  for (const part of document.querySelectorAll(".standings :is(.meter, .holds)"))
    part.style.visibility = game ? "hidden" : ""; // it is as of the last contact
  if (!game) return;
  totalsShown = game;
  writeForEach("total", seat => `${game.totals[seat]}`.replace("-", "−"));
  writeForEach("latest", seat => withSign(game.latest[seat] ?? ""));
  writeForEach("rank", seat => rankOf(game, seat));
  writeForEach("need", seat => (self.needText ?? needOf)(game, seat));
  for (const [name, textOf] of Object.entries(self.otherSums?.(game) ?? {}))
    writeForEach(name, textOf);
  for (const part of document.querySelectorAll("[data-provisionally]"))
    writeOver(totalsWritten, part, part.dataset.provisionally);
  if (note) writeOver(totalsWritten, note, pointsData().note);
  sortStandings(game);
}

// The best first. A page without ranks, as of a single player, stays as it is.
function sortStandings(game) {
  const list = document.querySelector(".standings:has([data-rank])");
  if (!list) return;
  const seatOf = row => +row.querySelector("[data-total]").dataset.total;
  const rows = [...list.children].sort((one, other) =>
    rankOf(game, seatOf(one)) - rankOf(game, seatOf(other)) || seatOf(one) - seatOf(other));
  writeOver(totalsWritten, list, "");
  list.append(...rows);
}

function writeForEach(name, textOf) {
  for (const part of document.querySelectorAll(`[data-${name}]`))
    writeOver(totalsWritten, part, textOf(+part.dataset[name]));
}

// What the rules made of it, once all rounds are there: said only where it differs.
function compareTotals() {
  const { totals, number } = gameOnPage();
  if (!(totalsShown?.number <= number)) return;
  if (number === totalsShown.number && `${totals}` !== `${totalsShown.totals}`)
    tell(pointsData().differs);
  totalsShown = undefined;
}

// One that was refused, or that changes an earlier one, leaves the totals as of the last contact.
addEventListener("outbox:listed", ({ detail: { entries } }) => {
  const { slot } = gameOnPage(), own = entries.filter(({ table }) => table === pointsData().table);
  areTotalsKnown = own.every(({ next, state }) => next && /waiting|failed/.test(state));
  // The page may have a round already whose answer has not come yet.
  roundsWaiting = own.filter(({ next }) => next > slot).sort((one, other) => one.next - other.next);
  if (!areTotalsKnown) totalsShown = undefined;
  else if (!own[0]) compareTotals();
  // The list names whose turn each round is that does not say so itself.
  for (const { facts, fields, next } of roundsWaiting) {
    const name = !/player/.test(fields) && nextName(next - 1);
    if (name) facts?.unshift(["", name]);
  }
  showProvisional({ target: entryForm() });
});
addEventListener("live:refreshed", () => totalsWritten.clear());
// A round that is discarded never gets there.
addEventListener("click", ({ target }) => {
  if (target.name === "discard") totalsShown = undefined;
});
