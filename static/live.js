// Hears that the game on this page has a newer state, fetches the page again, and changes what differs.
{
const here = document.getElementById("live");
const tapped = new Set(), unsent = new Set();   // fields of the form: changed here; and not noted yet
let stream, timer, saying, delay = 1e3, over, busy, again, taps = 0, asked, behind, etag = "";

const close = () => { clearTimeout(timer); stream?.close(); };
const later = (ms, then) => { clearTimeout(timer); timer = setTimeout(then, ms * (.5 + Math.random())); };

const connect = () => {
  close();
  if (document.hidden) return;
  stream = new EventSource(here.dataset.stream);
  stream.onerror = failed;
  stream.onmessage = ({ data }) => {
    delay = 1e3;
    if (document.body.dataset.lost > "f") htmx.trigger(document.body, "online");   // what waits needs not wait longer
    document.body.dataset.lost = false;
    later(45e3, failed);
    if (unsent.size && entryForm()?.ariaBusy === null) htmx.trigger(entryForm(), "change");   // tapped while nobody answered
    if (data !== here.dataset.version || here.dataset.busy) refresh().then(arrived => arrived || failed());   // who is entering may have ceased to
  };
  later(9e3, failed);   // something on the way may keep it to itself
  if (here.dataset.awake) navigator.wakeLock?.request("screen").catch(() => {});
};

// Without a stream it asks every few seconds.
const failed = () => {
  close();
  later(over ? 6e4 : delay, async () => {
    document.body.dataset.lost = !await refresh();
    delay = Math.min(2 * delay, 6e3);
    over || connect();
  });
};

const refresh = async () => {
  again = true;
  if (busy) return true;
  busy = true;
  let arrived;
  while (again) {
    again = false;
    arrived = !document.hidden && await update().catch(() => {});
  }
  busy = false;
  return arrived;
};

const update = async () => {
  const before = taps, answer = await fetch("", { cache: "no-store", headers: { "If-None-Match": etag }, signal: AbortSignal.timeout?.(9e3) });
  if (answer.status === 304) return true;
  if (answer.status > 499) return;
  const next = await parsed(answer), now = next.getElementById("live")?.dataset;
  for (let n = 0; n < 20 && document.querySelector("html:active, .htmx-request, [aria-busy]"); n++) await new Promise(then => setTimeout(then, 100));
  again ||= before !== taps;   // what is noted of these taps is not in it yet
  if (!again && (now || !answer.ok)) show(next, now);
  etag = !again && !behind && answer.headers.get("ETag") || "";
  return true;
};

const topOf = part => part.getBoundingClientRect().top;

const show = (next, now) => {
  const main = document.querySelector("main"), mine = entryForm(), theirs = entryForm(next);
  const same = theirs && mine?.elements.slot.value === theirs.elements.slot.value;
  behind = now && mine?.matches(":has(details[name][open])");   // somebody is choosing in it: later
  const kept = behind || now && mine && !same && (tapped.size || mine.matches(".asking"));
  if (same) theirs.elements.submission.value = mine.elements.submission.value;   // sent again, it counts once
  const anchor = scrollY && [...main.querySelectorAll("section, tbody, fieldset, .past li")].find(part => topOf(part) > 0);
  const top = anchor && topOf(anchor);
  document.getElementById("blank")?.remove();
  morph(main, next.querySelector("main"), kept && mine);
  if (kept) same || mine.elements.slot.value > +theirs?.elements.slot.value || clash();   // ahead, it waits for its own
  else {
    const [heading, title] = [document, next].map(page => page.querySelector("h1"));
    if (heading && title) morph(heading, title);
    document.title = next.title;
    if (!same) tapped.clear();
    fill(entryForm(), now?.busy);
  }
  if (anchor?.isConnected) scrollBy(0, topOf(anchor) - top);
  htmx.process(main);
  if (behind) delete now.version;
  tell(now ?? { version: "", said: main.querySelector("p").textContent });
  if (over = !now) failed();   // it may come back
  setTimeout(() => document.querySelectorAll(".fresh").forEach(part => part.classList.remove("fresh")), 3e3);
  htmx.trigger(main, "live:refreshed");
};

// What another device noted wins over what was noted here, but not over what is on its way: that is sent again.
const fill = (form, busy) => {
  let resend;
  form?.querySelectorAll("input").forEach(field => {
    const { name } = field, [answer, theirs] = original(field);
    if (unsent.has(name) || !busy && tapped.has(name)) resend ||= field[answer] !== theirs;
    else field[answer] = theirs;
  });
  if (resend) htmx.trigger(form, "change");
};

const clash = () => {
  const room = document.getElementById("say-form");
  if (!room.firstElementChild) room.append(document.getElementById("clash").content.cloneNode(true));
};

const tell = now => {
  for (const what of ["busy", "said"]) if (now[what] && now[what] !== here.dataset[what]) {
    here.textContent = now[what];
    clearTimeout(saying);
    saying = setTimeout(() => here.textContent = "", 8e3);
  }
  Object.assign(here.dataset, { busy: "" }, now);
};

// Makes `old` what `now` is. What is equal stays the same node, with its focus.
const morph = (old, now, kept) => {
  if (old === kept || held(old) || old.isEqualNode(now)) return;
  if (!old.tagName) {
    old.data = now.data;
    return now.data.trim() && mark(old.parentElement);
  }
  if (old.matches(".open") && !now.matches(".open")) return reopen(old, now);
  now.toggleAttribute("open", old.hasAttribute("open"));   // what somebody opened stays open
  for (const { name } of [...old.attributes]) if (!now.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of now.attributes) old.setAttribute(name, value);
  const rest = new Set(old.childNodes), pairs = [...now.childNodes].map(child => {
    const found = [...rest].find(one => key(one) === key(child));
    rest.delete(found);
    return [found ?? child, child];
  });
  for (const child of rest) held(child) || child.remove();
  let place = old.firstChild;
  for (const [child, next] of pairs) {
    while (place && held(place) && place !== child) place = place.nextSibling;
    if (child === place) place = place.nextSibling; else old.insertBefore(child, place);
    if (child === next) mark(child); else morph(child, next, kept);
  }
};
const key = ({ id, nodeName, classList }) => id || nodeName + classList?.[0];
const held = node => node.matches?.("[data-keep]");
const mark = node => node.closest?.("button, .button, label, summary") || node.classList?.add("fresh");

// An opened row of the sheet stays open, and shows what it is now.
const reopen = async (row, now) => {
  const answer = await fetch(now.querySelector("a").href, { headers: { "HX-Request": "true" } });
  const open = (await parsed(answer)).getElementById(row.id);
  if (open) morph(row, open);
  htmx.process(row);
};

if (here) {
  addEventListener("input", ({ target: { form, name } }) => { if (form === entryForm()) tapped.add(name), unsent.add(name); taps++; });
  addEventListener("htmx:beforeRequest", () => asked = taps);
  addEventListener("htmx:afterRequest", ({ detail: { successful, elt } }) => { if (successful && elt === entryForm() && asked === taps) unsent.clear(); taps++; });
  addEventListener("toggle", () => behind && refresh(), true);
  addEventListener("visibilitychange", connect);
  addEventListener("pageshow", connect);
  addEventListener("pagehide", close);
}
}
