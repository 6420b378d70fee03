// The points of what is being entered, until the server has answered: over its text where there is
// no network, else in its place for the moment, where no screen reader announces them twice.
const answersWritten = new Map();

function showPoints(form) {
  const part = form?.querySelector("#preview-points");
  if (!part || form.revision?.value !== "0" || form.elements.before) return;
  const fields = [...new FormData(form)].filter(([, value]) => typeof value === "string");
  const game = gameAt(form.slot.value);
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
  if (text && wordsOf(text) === wordsOf(part)) text = null; // the server has said it already
  if (usual.classList.contains("hide")) usual.nextElementSibling.remove();
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
    text.append(text.childNodes.length ? " · " : "", one);
  }
  if (lost) text.append(` · ${pointsPlace().dataset.label}`);
  return text;
}

// How much is left for the players to share, such as toads.
function writeLeft(part, fields) {
  const { left, of, text } = part.dataset;
  const given = fields.filter(([name]) => name.startsWith(left));
  const rest = given.reduce((sum, [, value]) => sum - (readSum(value) || 0), +of);
  if (rest >= 0) writeOver(answersWritten, part, text.replace("{}", rest));
}

// Whose turn it is after the rounds that wait before this one, where a game says so.
function nameNext(form) {
  const part = form?.querySelector("[data-next-player]");
  const game = part && self.nextSeat && gameAt(form.slot.value);
  const name = game?.names[self.nextSeat(game)];
  if (!name || name === part.textContent) return;
  part.previousElementSibling?.remove(); // the token of another player
  part.textContent = name;
}

addEventListener("outbox:emptied", ({ target }) => {
  nameNext(target);
  showPoints(target);
});
addEventListener("outbox:opened", ({ target }) => showPoints(target));
addEventListener("outbox:listed", () => {
  nameNext(entryForm());
  showPoints(entryForm());
});
addEventListener("live:refreshed", () => answersWritten.clear());
addEventListener("htmx:sendError", () => showPoints(entryForm()));
addEventListener("input", ({ target }) => showPoints(target.form));
addEventListener("htmx:oobAfterSwap", ({ target }) => {
  answersWritten.delete(target);
  if (target.id === "preview-points") showForNow(target);
});
self.showEntries?.().catch(() => {}); // without IndexedDB nothing waits
