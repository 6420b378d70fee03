// On the pages of a game: how many rounds wait on this phone, and the forms to change them.

// Name the round after those that wait. Whose turn it is then, only the server knows.
function showWaiting({ detail: { entries } }) {
  const rounds = entries.filter(({ next }) => next), { length } = rounds;
  const note = document.getElementById("waits"), link = document.querySelector("[data-next]");
  if (note && (length || !note.hidden)) { // each change styles the whole page again
    note.hidden = !length;
    note.firstElementChild.textContent = length > 1 ?
      addToNumber(note.dataset.many, length - 2) : note.dataset.one;
  }
  if (!link) return;
  const { next, steps = 0, numbered } = link.dataset;
  const place = Math.max(next, ...rounds.map(one => one.next));
  if (place - next === +steps) return;
  link.lastChild.data = numbered ?
    addToNumber(numbered, place - next) : addToNumber(link.lastChild.data, place - next - steps);
  link.dataset.steps = place - next;
}

// Over https the service worker has the page of the form.
const isOffline = () => !navigator.serviceWorker?.controller &&
  (failures || !navigator.onLine || document.body.dataset.lost === "true");

const keepNewest = () => keepForm().catch(() => {});

addEventListener("outbox:listed", showWaiting);
addEventListener("outbox:change", ({ detail }) => openForm(detail.html, detail));
addEventListener("live:refreshed", keepNewest);
addEventListener("click", event => {
  const link = event.target.closest("[data-next]");
  if (!link || !isOffline() || !isKept(`"${link.dataset.table}"`)) return;
  event.preventDefault();
  openNextForm();
});
keepNewest();
showEntries().catch(() => {}); // without IndexedDB there is nothing to show
