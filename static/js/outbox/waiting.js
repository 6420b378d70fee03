// On the pages of a game: how many rounds wait on this phone, and the forms to change them.

// Name the round after those that wait. Only the server knows whose turn it is then.
function showWaiting(entries) {
  const rounds = entries.filter(({ next }) => next);
  const note = document.getElementById("waits"), link = document.querySelector("[data-next]");
  if (note && (rounds[0] || !note.hidden)) // each change styles the whole page again
    describeWaiting(note, rounds);
  if (!link) return;
  const { dataset, lastChild } = link;
  const ahead = Math.max(0, ...rounds.map(({ next }) => next - dataset.next));
  link.hidden = +dataset.next + ahead > dataset.last;
  dataset.numbered ??= lastChild.data;
  if (ahead !== (dataset.steps | 0))
    lastChild.data = addToNumber(dataset.numbered, dataset.steps = ahead);
}

// If the server has answered one, the scores are not old: the user has to choose what happens.
function describeWaiting(note, rounds) {
  const open = rounds.filter(({ state }) => !/waiting|failed/.test(state)), count = open.length;
  const { one, many, chooseOne, chooseMany } = note.dataset, { length } = count ? open : rounds;
  const [single, several] = count && chooseOne ? [chooseOne, chooseMany] : [one, many];
  note.hidden = !length;
  note.firstElementChild.textContent = length > 1 ? addToNumber(several, length - 2) : single;
  note.lastElementChild.hidden = count;
}

let keptMark; // of the form that was kept last

// Keep the newest blank form of a table. On plain http nothing else can show it without a network;
// a service worker caches the page that is fetched. Only pages of those who may enter link to it.
async function keepForm() {
  const link = document.querySelector("[data-next]"), { serviceWorker } = navigator;
  const mark = link?.outerHTML + serviceWorker?.controller; // says which round and step is next
  if (!link || mark === keptMark) return;
  const answer = await fetch(link.href), page = await parsePage(answer), form = entryForm(page);
  for (const { src } of page.querySelectorAll("script[src]")) // so that it opens fast
    fetch(src).catch(() => {});
  if (form && !serviceWorker?.controller) keepValue("forms", link.dataset.table,
    [form, ...page.querySelectorAll("template[id^=blank]")].map(withoutToken).join(""));
  if (form) keptMark = mark; // not for the page of a proxy
}

// Fetches, after the whole page, what is needed without a network: the form, and the scripts that
// open it, those of its keys, and those that hand over the rounds that wait and show their points.
// It does not wait for an idle moment, which a busy page may never have.
const keepNewest = () => setTimeout(() => {
  keepForm().catch(() => {});
  for (const { dataset } of document.querySelectorAll("[data-scripts]"))
    dataset.scripts.split(" ").map(url => import(url).catch(() => {}));
  // The page of an earlier release does not name these, as they were part of this script.
  if (!self.activateKeypads && document.querySelector(".keypad"))
    import("/keypad.000000000000.js").catch(() => {});
  if (document.querySelector("#reopened") && !document.querySelector("[data-scripts*='/reopen.']"))
    import("/reopen.000000000000.js").catch(() => {});
}, 200); // after the page was drawn

addEventListener("load", keepNewest);
addEventListener("live:refreshed", keepNewest);
navigator.serviceWorker?.addEventListener("controllerchange", keepNewest);
