// Lists the entries that the server has not saved yet, and sends them when that may succeed.
let adopted, knownSlot, shownEntries;

async function showEntries() {
  const list = document.getElementById("pending");
  const mine = entryForm()?.elements.submission.value; // it may be here to be fixed
  const entries = (await readEntries()).filter(entry =>
    entry.table.startsWith(list?.dataset.table) && !isBack(entry));
  if (pageState.said !== "failed" &&
    entries.some(({ state, submission }) => state !== "waiting" && submission !== mine))
    pageState.said = "back";
  else if (!entries[0]) delete pageState.said;
  showWaiting(entries);
  trigger(document.body, "outbox:listed", { entries });
  // Hide texts that they contradict, such as "No round played yet".
  for (const part of document.querySelectorAll("[data-unless]"))
    part.hidden = entries.some(({ next, table }) => next && table === part.dataset.unless);
  const text = JSON.stringify(entries.map(({ html, ...entry }) => entry));
  if (text === shownEntries) return; // do not replace buttons that a user may be about to tap
  shownEntries = text;
  list?.replaceChildren(...entries.map(entryRow));
}

function entryRow(entry) {
  const row = document.getElementById("kept").content.firstElementChild.cloneNode(true);
  row.dataset.state = entry.state;
  Object.assign(row.querySelector("a"), { href: entry.table, textContent: entry.title });
  row.querySelector(".why").textContent = entry.why;
  row.querySelector(".facts").append(...entry.facts?.flatMap(describeFact) ?? []);
  if (!entry.html) row.querySelector("[name=change]")?.remove();
  row.onclick = ({ target: { name } }) => {
    if (name === "discard") discardEntry(entry).then(syncEntries);
    else if (name === "send") settleEntry(entry, { state: "waiting" }).then(syncEntries);
    else if (name === "change") trigger(row, "outbox:change", entry);
    else if (name)
      settleEntry(entry, { posted: entry.posted || 1 }).finally(() => postEntry(entry));
  };
  return row;
}

function describeFact([question, answer], index) {
  const value = Object.assign(document.createElement("b"), { textContent: answer });
  return [`${index ? " · " : ""}${question} `, value];
}

// Advance a form that has just been loaded, or that waits for its first answer: it moves up with
// the rounds after one that was discarded.
async function adoptForm() {
  const form = entryForm(), next = document.querySelector("[data-next]");
  const fresh = form?.elements.slot.value !== knownSlot, entries = [];
  if (fresh) cleanForm = form?.cloneNode(true);
  if (next) rememberSlot(next.dataset.table, next.dataset.next);
  for (const entry of await readEntries()) // the link on a conflict's page names its submission
    if (location.hash === `#${entry.submission}` || isBack(entry)) await settleEntry(entry);
    else entries.push(entry);
  if (form?.matches(":not(.answered)") && (fresh || !touched.size)) {
    const answers = new FormData(form);
    // On Back, or if the page was loaded again, the browser may have restored the early ones.
    const tapped = [...touched].filter(name =>
      !performance.navigation.type || !early.includes(name));
    advanceForm(form, entries);
    restoreDraft(form);
    for (const name of tapped)
      for (const field of form.querySelectorAll(`[name="${name}"]`))
        setAnswer(field, answers.getAll(name));
  }
  knownSlot = form?.elements.slot.value;
  await showEntries();
}

// Without a network, a link to the previous page goes back in the history instead.
addEventListener("click", event => {
  if (navigator.onLine && !failures ||
    event.target.closest("a:not([data-next])")?.href !== document.referrer) return;
  event.preventDefault();
  history.back();
});

// A page that follows no game, and is older than what the server has, is loaded again.
const reloadUnlessUsed = () => live || taps || leftAt || pageState.posted ||
  document.querySelector("[aria-busy]") || location.reload();
navigator.serviceWorker?.addEventListener("message", reloadUnlessUsed);

const syncEntries = () => (adopted = adoptForm().catch(() => {})).then(send);
syncEntries();
addEventListener("online", syncEntries);
addEventListener("visibilitychange", syncEntries);
addEventListener("live:refreshed", syncEntries);
addEventListener("beforeunload", () => leftAt = Date.now());
addEventListener("pageshow", ({ persisted }) => {
  navigator.serviceWorker?.register("/sw.js"); // over https; after the page was drawn
  if (!persisted) return; // what is under way goes on
  for (const form of document.querySelectorAll("[aria-busy]")) form.ariaBusy = null;
  leftAt = null;
  reloadUnlessUsed();
});
addEventListener("input", () => {
  lastEntry = null;
  if (pageState.said === "waiting") delete pageState.said; // it is seen
});
