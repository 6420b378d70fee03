// Sends waiting entries one after the other. Entries of a table wait for one that
// its rules refuse, or on which the server fails.
const savedAt = {}; // the page that shows a saved entry, by its id
let lastEntry; // the id of the entry after which this page has nothing left to do
const attempts = new Set(); // what came back is sent again only once on each page
let lastPass = Promise.resolve(), retry, failures = 0;

const send = () => lastPass = lastPass.then(sendAll).catch(() => {});

async function sendAll() {
  const held = new Set(), tries = failures + 1;
  let saved = false;
  clearTimeout(retry);
  for (const { id } of await readEntries()) {
    const entry = await onDisk(store => store.get(id)); // it may have been changed or discarded
    let { posted, state, table } = entry ?? {};
    try {
      // What came back may be saved or allowed by now, unless this page has just asked.
      if (!held.has(table) && (state === "waiting" || !attempts.has(id) &&
        (state === "gone" || posted && !pageState.posted && state !== "failed"))) {
        state = await deliver(entry);
        attempts.add(id);
      }
      saved ||= state === "saved";
    } catch ({ headers, status }) {
      const wait = headers?.get("Retry-After") | 0; // a busy server says when to come back
      clearTimeout(retry);
      retry = setTimeout(send,
        (wait + Math.min(20, 2 ** (failures = tries)) * (.5 + Math.random())) * 1e3);
      if (wait || status !== 503) break;
      held.add(table); // it may lack the rules of this game only
    }
    if (/failed|refused/.test(state)) held.add(table);
  }
  if (pageState.said === "sending") pageState.said = "waiting";
  await showEntries();
  if (saved) reloadUnlessUsed();
}

// The server may ask something only if the user is still waiting.
const postFields = entry => fetch(entry.url, {
  method: "POST", redirect: "manual", signal: AbortSignal.timeout?.(2e4),
  headers: { Outbox: Date.now() - entry.at < 5e3 ? "ask" : "send" },
  body: new URLSearchParams(withToken(entry)),
});

async function deliver(entry) {
  const answer = await postFields(entry);
  const state = answer.headers.get("Outbox"), saved = state === "saved";
  if (!state) throw answer; // not ours, such as a hotel's login page
  const why = (await parsePage(answer)).querySelector(".error, [role=alert]")?.textContent;
  savedAt[entry.id] = answer.headers.get("Location");
  failures = 0;
  await settleEntry(entry, !saved && { state, why });
  rememberSlot(entry.table, answer.headers.get("Slot")); // if its place is taken now
  if (saved && entry.id === lastEntry) goTo(savedAt[entry.id]);
  return state;
}
