// Send what waits, one entry after the other. What a rule refused holds up the rounds behind it.
const savedAt = {}; // where to look at an entry that was saved, by its id
let lastEntry; // the id of the one after which nothing is left to do on this page
let lastPass = Promise.resolve(), retry, failures = 0;

const send = () => lastPass = lastPass.then(sendAll).catch(() => {});

async function sendAll() {
  const refused = new Set();
  clearTimeout(retry);
  for (const entry of await readEntries()) {
    let { state, table } = entry;
    try {
      if (/waiting|gone/.test(state) && !refused.has(table)) state = await deliver(entry);
    } catch {
      retry = setTimeout(send, Math.min(20, 2 ** ++failures) * (.5 + Math.random()) * 1e3);
      break;
    }
    if (state === "refused") refused.add(table);
  }
  await showEntries();
}

async function deliver(entry) {
  const answer = await fetch(entry.url, {
    method: "POST", redirect: "manual", signal: AbortSignal.timeout?.(2e4),
    headers: { Outbox: "send" }, body: new URLSearchParams(withToken(entry)),
  });
  const state = answer.headers.get("Outbox"), saved = state === "saved";
  if (!state) throw answer; // somebody else's, such as a hotel's login page
  const why = (await parsePage(answer)).querySelector(".error, [role=alert]")?.textContent;
  savedAt[entry.id] = answer.headers.get("Location");
  failures = 0;
  await settleEntry(entry, !saved && { state, why });
  if (saved) rememberSlot(entry.table, entry.next);
  if (saved && entry.id === lastEntry) goTo(savedAt[entry.id]);
  return state;
}
