// The points of what is being entered, until the server has answered: over its text where there is
// no network, else in its place for the moment, where no screen reader announces them twice.
const answersWritten = new Map();

function showPoints(form) {
  const part = form?.querySelector("#preview-points");
  if (!part || form.revision.value > 0 || form.elements.before) return;
  const fields = [...new FormData(form)], game = gameAt(form.slot.value);
  const points = game && pointsOf(fields, game);
  for (const left of form.querySelectorAll("[data-left]")) writeLeft(left, fields);
  const lost = isLost(form), text = points && describePoints(points, game, lost);
  showForNow(part, !lost && text);
  if (text && lost) writeOver(answersWritten, part, text);
  else putBack(answersWritten, part);
}

// A form over the page is there because there is no network.
const isLost = form => roundsWaiting[0] || pageState.lost === "true" || form.closest("dialog");

const wordsOf = ({ textContent }) => textContent.replace(/\s+/g, " ").trim();

function showForNow(part, text) {
  const { parentNode: usual } = part;
  if (text && wordsOf(text) === wordsOf(part)) text = ""; // the server has said it already
  usual.nextElementSibling?.remove();
  usual.classList.toggle("hide", !!text);
  if (!text) return;
  const now = Object.assign(document.createElement("span"), { ariaHidden: "true" });
  now.append(text);
  usual.after(now);
}

function describePoints(points, { names, marks }, lost) {
  const text = new DocumentFragment();
  for (const [seat, gained] of points.entries()) {
    if (gained === null) continue;
    const one = Object.assign(document.createElement("b"), { className: `seat-${marks[seat]}` });
    one.append(Object.assign(document.createElement("span"),
      { className: "name", textContent: names[seat] }), ` ${withSign(gained)}`);
    text.append(text.firstChild ? " · " : "", one);
  }
  if (lost) text.append(` · ${pointsData().label}`);
  return text;
}

// How much is left for the players to share, such as toads.
function writeLeft(part, fields) {
  const { left, of, text } = part.dataset;
  let rest = of;
  for (const [name, value] of fields) if (name.startsWith(left)) rest -= readSum(value) || 0;
  if (rest >= 0) writeOver(answersWritten, part, text.replace("{}", rest));
}

// Whose turn it is after the rounds that wait before this one, where a game says so.
function nextName(slot) {
  const game = gameAt(slot);
  return game?.names[self.nextSeat?.(game)];
}

// Also the totals, which a form may show.
function showProvisional({ target }) {
  showTotals();
  const part = target?.querySelector("[data-next-player]");
  const name = part && nextName(target.slot.value);
  if (name && part.textContent !== name) {
    part.previousElementSibling?.remove(); // the token of another player
    part.textContent = name;
  }
  showPoints(target);
}

addEventListener("outbox:emptied", showProvisional);
addEventListener("outbox:opened", showProvisional);
addEventListener("live:refreshed", () => answersWritten.clear());
addEventListener("htmx:sendError", () => showPoints(entryForm()));
addEventListener("input", ({ target }) => showPoints(target.form));
addEventListener("htmx:oobAfterSwap", ({ target }) => {
  answersWritten.delete(target);
  if (target.id === "preview-points") showForNow(target);
});
self.showEntries?.().catch(() => {}); // without IndexedDB nothing waits
