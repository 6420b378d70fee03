// Opens a form over the page, because without a network no page can be fetched: the form of a
// waiting entry, to look at it and change it, or a blank one for the next round.
function openForm(html, entry) {
  const dialog = document.getElementById("reopened"), place = dialog.querySelector("div");
  place.innerHTML = html;
  const [form] = place.getElementsByTagName("form");
  form.removeAttribute("hx-post");
  form.ariaBusy = null;
  form.className = "page asking";
  for (const button of form.querySelectorAll("[formaction], [form], [name=check]")) button.remove();
  if (entry) {
    form.dataset.replaces = entry.submission;
    form.dataset.outbox = entry.title;
    fillFields(form, entry.fields);
  }
  const mark = document.createComment("");
  covered = entryForm();
  covered?.replaceWith(mark); // no id may occur twice
  dialog.onclose = () => {
    keepTyped();
    blankForm = null;
    place.replaceChildren();
    mark.replaceWith(covered);
    covered = null;
    showEntries(); // also to the form that is back
    if (live) connect(); // for what it has missed
  };
  dialog.querySelector("button").onclick = () => dialog.close();
  dialog.showModal();
  nameDialog(form);
  return form;
}

function fillFields(form, fields) {
  for (const field of form.querySelectorAll("input"))
    setAnswer(field, fields.filter(([name]) => name === field.name).map(([, value]) => value));
}

// It has its round before anyone can tap in it, and what was typed before it was closed.
async function openNextForm({ dataset: { table } }) {
  const entries = await readEntries(), form = openForm(keptValues("forms")[table]);
  renew(form.elements.submission); // an entry may have been made of it already
  cleanForm = form.cloneNode(true);
  advanceForm(form, entries);
  nameDialog(form);
  blankForm = form;
  restoreDraft(form);
  trigger(form, "outbox:opened");
}

const keepTyped = () => blankForm && keepDraft(blankForm, changedNames(blankForm));

const nameDialog = form =>
  form.closest("dialog").querySelector("h2").textContent = form.dataset.outbox;

// Over https the service worker has the page of the form.
const isOffline = () => !navigator.serviceWorker?.controller &&
  (failures || !navigator.onLine || pageState.lost === "true");

addEventListener("visibilitychange", keepTyped);
addEventListener("pagehide", keepTyped);
addEventListener("outbox:change", ({ detail }) =>
  trigger(openForm(detail.html, detail), "outbox:opened"));
addEventListener("click", event => {
  const link = event.target.closest("[data-next]");
  if (!link || !isOffline() || !keptValues("forms")[link.dataset.table]) return;
  event.preventDefault();
  openNextForm(link);
});
