// On the pages of a game: how many rounds wait on this phone, and the forms to change them.

// Name the round after those that wait. Whose turn it is then, only the server knows.
function showWaiting({ detail: { entries } }) {
  const rounds = entries.filter(({ next }) => next);
  const note = document.getElementById("waits"), link = document.querySelector("[data-next]");
  if (note && (rounds.length || !note.hidden)) // each change styles the whole page again
    describeWaiting(note, rounds);
  if (!link) return;
  const { next, steps = 0, numbered } = link.dataset;
  const place = Math.max(next, ...rounds.map(one => one.next));
  if (place - next === +steps) return;
  link.lastChild.data = numbered ?
    addToNumber(numbered, place - next) : addToNumber(link.lastChild.data, place - next - steps);
  link.dataset.steps = place - next;
}

// If the server has answered one, the scores are not old: the user has to choose what becomes of it.
function describeWaiting(note, rounds) {
  const open = rounds.filter(({ state }) => state !== "waiting"), { dataset } = note;
  const { length } = open.length ? open : rounds;
  const [one, many] = open.length && dataset.chooseOne ?
    [dataset.chooseOne, dataset.chooseMany] : [dataset.one, dataset.many];
  note.hidden = !length;
  note.firstElementChild.textContent = length > 1 ? addToNumber(many, length - 2) : one;
  note.lastElementChild.hidden = open.length;
}

// Over https the service worker has the page of the form.
const isOffline = () => !navigator.serviceWorker?.controller &&
  (failures || !navigator.onLine || document.body.dataset.lost === "true");

// The form for when there is no network is fetched after all of the page itself.
const keepNewest = ({ detail }) =>
  (self.requestIdleCallback ?? setTimeout)(() => keepForm(detail).catch(() => {}));

addEventListener("outbox:listed", showWaiting);
addEventListener("outbox:change", ({ detail }) => openForm(detail.html, detail));
addEventListener("load", keepNewest);
addEventListener("live:refreshed", keepNewest);
navigator.serviceWorker?.addEventListener("controllerchange", keepNewest);
addEventListener("click", event => {
  const link = event.target.closest("[data-next]");
  if (!link || !isOffline() || !isKept(`"${link.dataset.table}"`)) return;
  event.preventDefault();
  openNextForm();
});
showEntries().catch(() => {}); // without IndexedDB there is nothing to show
