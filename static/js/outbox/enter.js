// Save an entry: keep it on the disk, send it, and go to where it is shown.
let leftAt; // when somebody was last about to leave the page

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
  if (form.dataset.replaces) form.closest(".bar").hidden = true; // one choice of two versions
  htmx.trigger(form, "htmx:abort"); // a tap that is being judged
  try {
    if (!form.matches("[hx-post], [data-replaces]"))
      advanceForm(form, await withTimeout(readEntries()));
    entry = readForm(form, button);
    entry.id = await withTimeout(storeEntry(entry, form.dataset.replaces));
    document.body.dataset.said = "sending"; // there it outlives a form that is replaced
    await withTimeout(send()).catch(showEntries);
    unsaved = await withTimeout(onDisk(store => store.get(entry.id)));
  } catch {
    return postEntry(readForm(form, button)); // there is no disk to write to
  }
  if (Date.now() - leftAt < 5e3) return; // a link was followed; if longer ago, it was a download
  if (!unsaved) return goTo(savedAt[entry.id] ?? entry.table);
  if (unsaved.state === "refused") await settleEntry(unsaved); // it is back in the form
  if (/conflict|refused/.test(unsaved.state)) return postEntry(unsaved);
  form.ariaBusy = null;
  await reuseForm(form, unsaved);
}

// What was not sent leaves a form for the next round ready for the round after that.
async function reuseForm(form, { id, state, next }) {
  const { slot, submission, before } = form.elements;
  if (form === entryForm() && next && !before && state === "waiting") {
    renew(submission);
    advanceForm(form, await readEntries());
    knownSlot = slot.value;
    scrollTo(0, 0);
  } else lastEntry = id;
  document.body.dataset.said = state;
}

function goTo(url) {
  const here = url.startsWith(`${location.pathname}#`);
  location.assign(url);
  if (!here) return;
  history.scrollRestoration = "manual"; // at the top, not where it was
  location.reload();
}

// As without a script: the answer is a page that still has what was typed.
function postEntry(entry) {
  const form = Object.assign(document.createElement("form"), { method: "post", action: entry.url });
  for (const [name, value] of withToken(entry)) form.append(
    Object.assign(document.createElement("input"), { type: "hidden", name, value }));
  document.body.append(form);
  form.submit();
}
