{% autoescape off %}"use strict";
// Opens the app without a network: caches the files of this release and recent pages. Entries are
// in IndexedDB, which releases share.
const FILES = {{ files }}, SHELL = "files {{ release }}", PAGES = "pages", MOST = 60;
const CACHED = /^\/(table\/\d+\/(enter\/)?)?$/, TABLE = /^\/table\/\d+\//;
// Cached pages of early releases name /static/base.css instead of the joined style sheet.
const unhashed = path => path.replace(/\.\w{12}\./, ".").replace("/static/base.", "/own.")
  .replace("/static/display.", "/display.");
const readCache = async (cache, path) => (await caches.open(cache)).match(path);

addEventListener("install", event => {
  skipWaiting();
  event.waitUntil(caches.open(SHELL).then(shell => shell.addAll(FILES)));
});

addEventListener("activate", event => event.waitUntil(takeOver()));

async function takeOver() {
  await clients.claim();
  for (const name of await caches.keys())
    if (![SHELL, PAGES].includes(name)) await caches.delete(name);
  for (const { url } of [{ url: origin }, ...await clients.matchAll()])
    await cachePage(new URL(url).pathname);
}

addEventListener("fetch", event => {
  const { request } = event, { origin, pathname, search } = new URL(request.url);
  const path = pathname + search;
  if (request.headers.has("Outbox")) return event.respondWith(sendEntry(event, path));
  if (request.method !== "GET" || origin !== location.origin) return;
  if (request.headers.has("HX-Request")) return;
  // A page of an earlier release may use the files of this one.
  const file = FILES.find(file => unhashed(file) === unhashed(pathname));
  if (file) event.respondWith(file === pathname ? readCache(SHELL, file) :
    fetch(request).catch(() => readCache(SHELL, file)));
  else if (request.mode === "navigate") event.respondWith(openPage(event, path));
  else if (CACHED.test(path) || TABLE.test(path)) event.respondWith(fetchPage(event, path));
});

// An entry from the outbox. If the device has no such game any more, forget its pages.
async function sendEntry(event, path) {
  const answer = await fetch(event.request);
  if (answer.headers.get("Outbox") === "gone") event.waitUntil(forget(path.match(TABLE)[0]));
  return answer;
}

// The network first; after three seconds, the cached page.
async function openPage(event, path) {
  const answer = fetchPage(event, path), cached = await readCache(PAGES, path);
  if (!cached) return answer.catch(() => readCache(SHELL, "{{ offline }}"));
  const late = new Promise((_, fail) => setTimeout(fail, 3000));
  return Promise.race([answer, late]).catch(() => markStale(cached));
}

async function fetchPage(event, path) {
  const answer = await fetch(event.request);
  if (answer.status > 501) throw answer; // a proxy cannot reach the server
  event.waitUntil(cacheAnswer(path, answer.clone()));
  const form = `${path}enter/`;
  if (event.request.mode === "navigate" && CACHED.test(form) && answer.ok)
    event.waitUntil(cacheForm(answer.clone(), form));
  return answer;
}

// A page of a viewer has no link to the form.
const cacheForm = async (page, form) =>
  (await page.text()).includes(`"${form}"`) && cachePage(form);
const cachePage = async path => cacheAnswer(path, await fetch(path));

async function cacheAnswer(path, answer) {
  const pages = await caches.open(PAGES), table = path.match(TABLE)?.[0];
  if (answer.ok && CACHED.test(path)) await pages.put(path, answer);
  if ([403, 404].includes(answer.status) && table) await forget(table);
  for (const { url } of (await pages.keys()).reverse().slice(MOST)) await pages.delete(url);
}

// Delete all pages of a table that the device may no longer see. Home may list it: fetch it again.
async function forget(table) {
  const pages = await caches.open(PAGES);
  for (const { url } of await pages.keys()) {
    const { pathname } = new URL(url);
    if (pathname === "/" || pathname.startsWith(table)) await pages.delete(url);
  }
  await cachePage("/").catch(() => {});
}

// Mark a cached page as old, and give its forms new submission ids.
async function markStale(cached) {
  const page = (await cached.text()).replace('id="stale" hidden', 'id="stale"')
    .replace(/(name="submission" value=")[^"]*/g, (_, start) => start + crypto.randomUUID());
  return new Response(page, { headers: cached.headers });
}
{% endautoescape %}
