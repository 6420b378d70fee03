{% autoescape off %}"use strict";
// Opens the app without a network: the files of this release, and pages as they were shown last. Entries are not its
// business: they lie in IndexedDB, whichever release is here.
const FILES = {{ files }}, SHELL = "files {{ release }}", PAGES = "pages", MOST = 60;
const KEPT = /^\/(table\/\d+\/(enter\/)?)?$/;
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
  if (request.method !== "GET" || origin !== location.origin || request.headers.has("HX-Request")) return;
  const file = FILES.find(file => unhashed(file) === unhashed(pathname)); // a page of an earlier release takes these
  if (file) event.respondWith(file === pathname ? stored(SHELL, file) : fetch(request).catch(() => stored(SHELL, file)));
  else if (request.mode === "navigate") event.respondWith(opened(event, path));
  else if (KEPT.test(path)) event.respondWith(fetched(event, path));
});

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

// A device that may no longer see a page forgets it.
async function remember(path, answer) {
  const pages = await caches.open(PAGES), gone = [403, 404].includes(answer.status);
  if (answer.ok && KEPT.test(path)) await pages.put(path, answer);
  for (const [age, { url }] of (await pages.keys()).reverse().entries())
    if (age >= MOST || (gone && new URL(url).pathname.startsWith(path))) await pages.delete(url);
}

// It says that it is old, and its forms are others than last time.
async function asItWas(kept) {
  const page = (await kept.text()).replace('id="stale" hidden', 'id="stale"')
    .replace(/(name="submission" value=")[^"]*/g, (_, start) => start + crypto.randomUUID());
  return new Response(page, { headers: kept.headers });
}
{% endautoescape %}
