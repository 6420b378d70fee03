{% autoescape off %}"use strict";
// Opens the app without a network: the files of this release, and pages as they were shown last. Entries are not its
// business: they lie in IndexedDB, whichever release is here.
const FILES = {{ files }}, SHELL = "files {{ release }}", PAGES = "pages", MOST = 60;
const KEPT = /^\/(table\/\d+\/(enter\/)?)?$/, TABLE = /^\/table\/\d+\//;
// Pages that were kept by releases before the style sheets were joined name /static/base.css.
const unhashed = path => path.replace(/\.\w{12}\./, ".").replace("/static/base.", "/own.")
  .replace("/static/display.", "/display.");
const stored = async (cache, path) => (await caches.open(cache)).match(path);

addEventListener("install", event => {
  skipWaiting();
  event.waitUntil(caches.open(SHELL).then(shell => shell.addAll(FILES)));
});

addEventListener("activate", event => event.waitUntil(takeOver()));

async function takeOver() {
  await clients.claim();
  for (const name of await caches.keys()) if (![SHELL, PAGES].includes(name)) await caches.delete(name);
  for (const { url } of [{ url: origin }, ...await clients.matchAll()]) await look(new URL(url).pathname);
}

addEventListener("fetch", event => {
  const { request } = event, { origin, pathname, search } = new URL(request.url), path = pathname + search;
  if (request.headers.has("Outbox")) return event.respondWith(sent(event, path));
  if (request.method !== "GET" || origin !== location.origin || request.headers.has("HX-Request")) return;
  const file = FILES.find(file => unhashed(file) === unhashed(pathname)); // a page of an earlier release takes these
  if (file) event.respondWith(file === pathname ? stored(SHELL, file) : fetch(request).catch(() => stored(SHELL, file)));
  else if (request.mode === "navigate") event.respondWith(opened(event, path));
  else if (KEPT.test(path) || TABLE.test(path)) event.respondWith(fetched(event, path));
});

// An entry, which outbox.js keeps and sends; only what became of it matters here.
async function sent(event, path) {
  const answer = await fetch(event.request);
  if (answer.headers.get("Outbox") === "gone") event.waitUntil(forget(path.match(TABLE)[0]));
  return answer;
}

// The network first; where it is silent, the page as it was.
async function opened(event, path) {
  const answer = fetched(event, path), kept = await stored(PAGES, path);
  if (!kept) return answer.catch(() => stored(SHELL, "{{ offline }}"));
  const late = new Promise((_, fail) => setTimeout(fail, 3000));
  return Promise.race([answer, late]).catch(() => asItWas(kept));
}

async function fetched(event, path) {
  const answer = await fetch(event.request);
  if (answer.status > 501) throw answer; // a proxy's word for no server
  event.waitUntil(remember(path, answer.clone()));
  const form = `${path}enter/`;
  if (event.request.mode === "navigate" && KEPT.test(form) && answer.ok) event.waitUntil(lookBehind(answer.clone(), form));
  return answer;
}

// Who only watches has no way to the form.
const lookBehind = async (page, form) => (await page.text()).includes(`"${form}"`) && look(form);
const look = async path => remember(path, await fetch(path));

async function remember(path, answer) {
  const pages = await caches.open(PAGES), table = path.match(TABLE)?.[0];
  if (answer.ok && KEPT.test(path)) await pages.put(path, answer);
  if ([403, 404].includes(answer.status) && table) await forget(table);
  for (const { url } of (await pages.keys()).reverse().slice(MOST)) await pages.delete(url);
}

// A device that may no longer see a table forgets its pages. Home may name it, and is fetched anew.
async function forget(table) {
  const pages = await caches.open(PAGES);
  for (const { url } of await pages.keys()) {
    const { pathname } = new URL(url);
    if (pathname === "/" || pathname.startsWith(table)) await pages.delete(url);
  }
  await look("/").catch(() => {});
}

// It says that it is old, and its forms are others than last time.
async function asItWas(kept) {
  const page = (await kept.text()).replace('id="stale" hidden', 'id="stale"')
    .replace(/(name="submission" value=")[^"]*/g, (_, start) => start + crypto.randomUUID());
  return new Response(page, { headers: kept.headers });
}
{% endautoescape %}
