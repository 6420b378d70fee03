// Stand between the scripts and the world beyond their page. A test says what its requests meet
// with (`answers`), and reads what was sent and where the page would have gone.
const sent = [], left = [], streams = [], timers = new Set();
let current = null; // the page as the server has it now, if it is another, or the lack of an answer

const silence = signal =>
  new Promise((_, fail) => signal.addEventListener("abort", () => fail(signal.reason)));

function respond(signal, outcome, why = "") {
  if (outcome === "lost") throw new TypeError("Failed to fetch");
  if (outcome === "silent") return silence(signal);
  if (outcome === "busy") // as web/busy.py
    return new Response("busy", { status: 503, headers: { "Retry-After": 7 } });
  if (+outcome) return new Response("login", { status: outcome }); // someone else's
  const cut = outcome === "cut" && new ReadableStream({ pull: body => body.error() });
  return new Response(cut || `<p class="error">${why}</p>`, {
    headers: { Outbox: outcome, Location: "/table/saved/" },
  });
}

let asked = 0; // how often for this page

function openPage(url, signal) {
  if (!url) asked++;
  if (/^(lost|silent)$/.test(current)) return respond(signal, current);
  return new Response(current, { status: current ? 200 : 304 });
}

// The last answer counts for all further entries. Pages are new, or as they were.
globalThis.fetch = async (url, { method, headers, body, signal } = {}) => {
  if (!method) return openPage(url, signal);
  sent.push({ url: new URL(url, location).pathname, ...headers, fields: [...body] });
  const answer = await respond(signal,
    ...[answers.length > 1 ? answers.shift() : answers[0]].flat());
  if (/saved|conflict/.test(answer.headers.get("Outbox"))) // as views/game/entry.py
    answer.headers.set("Slot", +body.get("slot") + 1);
  return answer;
};

navigator.sendBeacon = (url, body) => sent.push({ url, Outbox: "beacon", fields: [...body] });

globalThis.EventSource = class {
  constructor(url) {
    this.url = new URL(url, location).href;
    streams.push(this);
  }
  close() {
    this.closed = true;
  }
};

// What takes half a second or more waits for the test.
const { setTimeout: startTimer, clearTimeout: stopTimer } = globalThis;
globalThis.setTimeout = (act, ms, ...rest) => {
  if (!(ms >= 500)) return startTimer(act, ms, ...rest);
  const timer = { act, ms };
  timers.add(timer);
  return timer;
};
globalThis.clearTimeout = timer => timers.delete(timer) || stopTimer(timer);
AbortSignal.timeout = ms => {
  const abort = new AbortController();
  setTimeout(() => abort.abort(), ms);
  return abort.signal;
};
Math.random = () => .5;

// End the newest timer of this length, perhaps one that does this, if there is one.
function pass(ms, act) {
  const timer = [...timers].findLast(one => one.ms === ms && (!act || one.act === act));
  timers.delete(timer);
  timer?.act();
  return Boolean(timer);
}

// Twice when a page has been loaded: for its form, and when all has been sent.
let listed = 0;
addEventListener("outbox:listed", () => listed++);

// Stay on the page.
navigation.addEventListener("navigate", event => {
  if (event.hashChange) return;
  event.preventDefault();
  left.push(new URL(event.destination.url).pathname);
});
