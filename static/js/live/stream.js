// Hear that the game on this page has a newer version, fetch the page again, and change what
// differs. `live` is the status line of a page that follows its game; other pages have none.
const live = document.getElementById("live");
let removed; // whether the page may not be shown any more
let stream, timer, announcement, delay = 1e3;

function disconnect() {
  clearTimeout(timer);
  stream?.close();
}

// Not exactly then, so that not all phones ask at once.
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
    const { version, busy } = live.dataset, form = entryForm();
    delay = 1e3;
    // What waits to be sent need not wait longer.
    if (document.body.dataset.lost) htmx.trigger(document.body, "online");
    document.body.dataset.lost = false;
    schedule(45e3, poll);
    if (unsent.size && form?.ariaBusy === null) htmx.trigger(form, "change");
    // Whoever was entering may have stopped, which makes no new version.
    if ((data !== version || busy) && !await refreshPage()) poll();
  };
  schedule(9e3, poll); // a proxy may buffer the stream
  if (live.dataset.awake) navigator.wakeLock?.request("screen").catch(() => {});
}

// Without a stream, ask every few seconds.
function poll() {
  disconnect();
  schedule(removed ? 6e4 : delay, async () => {
    document.body.dataset.lost = !await refreshPage();
    delay = Math.min(2 * delay, 6e3);
    if (!removed) connect();
  });
}

// Say for eight seconds what another device did.
function announce(state) {
  for (const what of ["busy", "said"]) {
    if (!state[what] || state[what] === live.dataset[what]) continue;
    live.textContent = state[what];
    clearTimeout(announcement);
    announcement = setTimeout(() => live.textContent = "", 8e3);
  }
  Object.assign(live.dataset, { busy: "" }, state);
}
