// Saves an entry: stores it, sends it, and opens the page that shows it.
let leftAt; // when the user last began to leave the page

addEventListener("submit", event => {
  const form = event.target, button = event.submitter;
  if (!form.dataset.outbox || button?.matches("[formaction], [name=check]")) return;
  event.preventDefault();
  if (!form.ariaBusy) enter(form, button);
});

const withTimeout = promise =>
  Promise.race([promise, new Promise((_, reject) => setTimeout(reject, 4e3))]);

async function enter(form, button) {
  let entry, unsaved;
  form.ariaBusy = "true";
  disconnect(); // the page may be about to go, as a removed round's does
  trigger(form, "htmx:abort"); // a pending preview
  try {
    await withTimeout(adopted);
    if (!form.name && !form.dataset.replaces)
      advanceForm(form, await readEntries());
    entry = readForm(form, button);
    entry.id = await withTimeout(storeEntry(entry, form.dataset.replaces));
    unsent.clear(); // until then, a page that is left keeps the answers as a draft
    blankForm = null;
    keepValue("drafts", placeOf(form));
    pageState.said = "sending"; // on the body, because the form may be replaced
    await withTimeout(send()).catch(showEntries);
    unsaved = await withTimeout(onDisk(store => store.get(entry.id)));
  } catch {
    return postEntry(readForm(form, button)); // IndexedDB is not available
  }
  if (Date.now() - leftAt < 5e3) return; // a link was followed; if longer ago, a download
  if (!unsaved) return goTo(savedAt[entry.id] ?? entry.table);
  // The page that answers this removes it: see isBack.
  if (unsaved.state === "refused") await settleEntry(unsaved, { posted: 2 });
  if (/conflict|refused/.test(unsaved.state)) return postEntry(unsaved);
  const conflict = form.dataset.replaces && form.closest(".bar");
  if (conflict) conflict.hidden = true; // it is decided
  // Safari would delete it after a week. Asked once, over https only.
  if (!storage.answered) keep("answered", navigator.storage?.persist?.());
  if (live) connect();
  await reuseForm(form, unsaved);
  setTimeout(() => { // after the second tap of a double tap
    form.ariaBusy = null;
    form.closest("dialog")?.close();
  }, 300);
}

// Prepare the form of an entry that is not sent yet for the round after it.
async function reuseForm(form, { id, state, next }) {
  const { submission, before } = form.elements;
  const isLast = next > form.dataset.last; // where the rules know how many rounds there are
  if (next && form === entryForm() && !isLast && !before && state === "waiting") {
    renew(submission);
    touched.clear();
    advanceForm(form, await readEntries());
    knownSlot = form.elements.slot.value;
    scrollTo(0, 0);
  } else if (!form.closest("dialog")) lastEntry = id;
  if (pageState.said !== "sending") pageState.said = state;
}

// A refused entry was posted by Save (2), not by "Fix" or "Compare" (1), and this page shows why.
const isBack = ({ posted, url }) =>
  posted > 1 && pageState.posted && url.includes(location.pathname);

function goTo(url) {
  const here = url.startsWith(location.pathname + "#");
  location.assign(url);
  if (here) {
    history.scrollRestoration = "manual"; // scroll to the top
    location.reload();
  }
}

// Post as without a script: the response is a page that contains what was typed.
function postEntry(entry) {
  const form = Object.assign(document.createElement("form"), {
    action: entry.url, method: "post",
    onformdata: ({ formData }) => withToken(entry).forEach(field => formData.append(...field)),
  });
  document.body.append(form);
  form.submit();
}
