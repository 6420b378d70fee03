// On the pages of a game: how many rounds wait on this phone, and the forms to change them.

// Name the round after those that wait. Only the server knows whose turn it is then.
function showWaiting({ detail: { entries } }) {
  const rounds = entries.filter(({ next }) => next);
  const note = document.getElementById("waits"), link = document.querySelector("[data-next]");
  if (note && (rounds.length || !note.hidden)) // each change styles the whole page again
    describeWaiting(note, rounds);
  if (!link) return;
  const { dataset, lastChild } = link;
  const ahead = Math.max(0, ...rounds.map(({ next }) => next - dataset.next));
  link.hidden = +dataset.next + ahead > dataset.last;
  dataset.numbered ??= lastChild.data;
  if (ahead !== +(dataset.steps ?? 0))
    lastChild.data = addToNumber(dataset.numbered, dataset.steps = ahead);
}

// If the server has answered one, the scores are not old: the user has to choose what happens.
function describeWaiting(note, rounds) {
  const open = rounds.filter(({ state }) => !/waiting|failed/.test(state)), count = open.length;
  const { one, many, chooseOne, chooseMany } = note.dataset, { length } = count ? open : rounds;
  const [single, several] = count && chooseOne ? [chooseOne, chooseMany] : [one, many];
  note.hidden = !length;
  note.firstElementChild.textContent = length > 1 ? addToNumber(several, length - 2) : single;
  note.lastElementChild.hidden = count;
}

// Over https the service worker has the page of the form.
const isOffline = () => !navigator.serviceWorker?.controller &&
  (failures || !navigator.onLine || pageState.lost === "true");

// Fetches, after the whole page, what is needed without a network: the form, the scripts of its
// keys, those that hand over the rounds that wait, and those that show their points.
const keepNewest = ({ detail }) => (self.requestIdleCallback ?? setTimeout)(() => {
  keepForm(detail).catch(() => {});
  for (const { dataset } of document.querySelectorAll("[data-scripts]"))
    dataset.scripts.split(" ").map(url => import(url).catch(() => {}));
  // The page of an earlier release does not name it, as it was part of this script.
  if (!self.activateKeypads && document.querySelector(".keypad"))
    import("/keypad.000000000000.js").catch(() => {});
});

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
