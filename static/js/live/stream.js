// Follows the game's versions and updates the page when there is a new one. `live` is the status
// line of a page that follows its game; other pages have none.
const live = document.getElementById("live");
let removed; // whether this device may no longer see the game
let stream, timer, announcement, delay = 1e3;

function disconnect() {
  clearTimeout(timer);
  stream?.close();
}

// At a random time around that, so that phones do not all send requests at once.
function schedule(ms, act) {
  clearTimeout(timer);
  timer = setTimeout(act, ms * (.5 + Math.random()));
}

function connect() {
  disconnect();
  if (document.hidden) return;
  stream = new EventSource(live.dataset.stream);
  stream.onerror = poll;
  stream.onmessage = async ({ data }) => {
    const { version, busy } = live.dataset;
    delay = 1e3;
    // The server can be reached: send entries that are waiting.
    failures = 0;
    syncEntries();
    pageState.lost = false;
    schedule(45e3, poll);
    sendAgain();
    // If someone was entering, refresh: they may have stopped, which makes no new version.
    if ((data !== version || busy) && !await refreshPage()) poll();
  };
  schedule(9e3, poll); // a proxy may buffer the stream
  if (live.dataset.awake) navigator.wakeLock?.request("screen").catch(() => {});
}

// Without a stream, fetch the page every few seconds.
function poll() {
  disconnect();
  schedule(removed ? 6e4 : delay, async () => {
    pageState.lost = !await refreshPage();
    delay = Math.min(2 * delay, 6e3);
    if (!removed) connect();
  });
}

// The check of a form says so at once, even on pages without a stream.
addEventListener("htmx:sendError", () => pageState.lost = true);
addEventListener("htmx:afterSwap", () => pageState.lost = false);

// Say what another device did.
function announce(state) {
  for (const what of ["busy", "said"])
    if (state[what] && state[what] !== live.dataset[what]) tell(state[what]);
  Object.assign(live.dataset, { busy: "" }, state);
}

// Show it for eight seconds.
function tell(text) {
  clearTimeout(announcement);
  live.textContent = text;
  if (text) announcement = setTimeout(tell, 8e3, "");
}
