{% autoescape off %}"use strict";
// Opens the app without a network: caches the files of this release, one of them in the
// language of the device, and recent pages. Entries are in IndexedDB, which releases share.
const FILES = {{ files }}, KEYS = "{{ keys }}";
const SHELL = "files {{ release }} {{ language }}", PAGES = "pages", MOST = 60;
// The newest home, table and form pages are kept, and as many of the other pages that were opened.
// Pages with codes or links to share are never kept: the server forbids storing them.
const MAIN = /^\/(table\/\d+\/(enter\/)?)?$/, TABLE = /^\/table\/\d+\//;
const CACHED = /^\/(table\/\d+\/.*|(new|games|players|deleted|rules)\/.*|\?.*)?$/;
// Cached pages of early releases name /static/base.css and /static/chimera/chimera.css instead of
// the joined style sheets.
const unhashed = path => path.replace(/\.\w{12}\./, ".").replace("/static/base.", "/own.")
  .replace("/static/display.", "/display.").replace(/^\/static\/(\w+)\/\1\./, "/game-$1.");
const readCache = async (cache, path) => (await caches.open(cache)).match(path);

addEventListener("install", event => {
  skipWaiting();
  event.waitUntil(caches.open(SHELL).then(shell => shell.addAll([...FILES, KEYS])));
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
  else if (pathname === KEYS) // any form can show it
    event.respondWith(fetch(request).catch(() => readCache(SHELL, KEYS)));
  else if (request.mode === "navigate") event.respondWith(openPage(event, path));
  else if (TABLE.test(path)) event.respondWith(fetchPage(event, path));
});

// An entry from the outbox. If the device has no such game any more, forget its pages.
async function sendEntry(event, path) {
  const answer = await fetch(event.request);
  const table = path.match(TABLE)?.[0];
  if (table && answer.headers.get("Outbox") === "gone") event.waitUntil(forget(table));
  return answer;
}

// The network first; after three seconds, the cached page.
async function openPage(event, path) {
  const answer = fetchPage(event, path), [plain, query] = path.split("?");
  let isLate;
  event.waitUntil(answer.then(async () => {
    // Once: the answer to that may be late, too.
    if (!isLate || event.request.cache !== "default") return;
    (await clients.get(event.resultingClientId))?.postMessage("arrived");
  }).catch(() => {}));
  // Without its query, the form for an inserted round would be that for the next one.
  const cached = await readCache(PAGES, path) ??
    (/before=/.test(query) ? null : await readCache(PAGES, plain));
  if (!cached) return answer.catch(() => readCache(SHELL, "{{ offline }}"));
  const late = new Promise((_, fail) => setTimeout(fail, 3000));
  return Promise.race([answer, late]).catch(() => {
    isLate = true;
    return markStale(cached);
  });
}

async function fetchPage(event, path) {
  const answer = await fetch(event.request);
  if (isOfProxy(answer)) throw answer; // it cannot reach the server
  event.waitUntil(cacheAnswer(path, answer.clone()));
  return answer;
}

const cachePage = async path => cacheAnswer(path, await fetch(path));

async function cacheAnswer(path, answer) {
  const pages = await caches.open(PAGES), table = path.match(TABLE)?.[0];
  const isPage = isOurs(answer) && answer.headers.get("Content-Type")?.startsWith("text/html");
  const isSecret = /no-store/.test(answer.headers.get("Cache-Control"));
  if (answer.ok && isPage && /^\/(\?|$)/.test(path)) await forgetUnseen(pages, answer.headers);
  if (answer.ok && isPage && !isSecret && CACHED.test(path)) await pages.put(path, answer);
  if (isRefused(answer) || answer.ok && isSecret) await pages.delete(path);
  // A round may be gone, or a form not allowed, although the table can still be seen.
  if (table && isRefused(answer) && (path === table || isRefused(await fetch(table))))
    await forget(table);
  const newest = (await pages.keys()).reverse().map(({ url }) => url);
  const isMain = url => MAIN.test(new URL(url).pathname + new URL(url).search);
  for (const url of newest.filter(isMain).slice(MOST)) await pages.delete(url);
  for (const url of newest.filter(url => !isMain(url)).slice(MOST)) await pages.delete(url);
}

const isOurs = ({ headers }) => headers.has("Permissions-Policy");
const isOfProxy = answer =>
  answer.status > 501 || [403, 404].includes(answer.status) && !isOurs(answer);
const isRefused = answer => [403, 404].includes(answer.status) && !isOfProxy(answer);

// Delete all pages of a table that the device may no longer see. Home may list it: fetch it again.
async function forget(table) {
  const pages = await caches.open(PAGES);
  for (const { url } of await pages.keys()) {
    const { pathname } = new URL(url);
    if (pathname === "/" || pathname.startsWith(table)) await pages.delete(url);
  }
  await cachePage("/").catch(() => {});
}

// Home says in a header whether the device's roles changed: then forget the tables that it may no
// longer see, and all pages that are not a table, as they may name players of a group it has left.
async function forgetUnseen(pages, headers) {
  const name = "Memberships", before = (await pages.match("/"))?.headers;
  if (before?.get(name) === headers.get(name)) return;
  const urls = (await pages.keys()).map(({ url }) => url);
  const tableOf = url => +new URL(url).pathname.match(/^\/table\/(\d+)\//)?.[1];
  const query = urls.map(url => `table=${tableOf(url)}`).join("&");
  const { tables } = await (await fetch(`{{ visible }}?${query}`)).json();
  for (const url of urls) if (!tables.includes(tableOf(url))) await pages.delete(url);
}

// Mark a cached page as old, and give its forms new submission ids.
async function markStale(cached) {
  const page = (await cached.text()).replace('id="stale" hidden', 'id="stale"')
    .replace(/(name="submission" value=")[^"]*/g, (_, start) => start + crypto.randomUUID());
  return new Response(page, { headers: cached.headers });
}
{% endautoescape %}
