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
    place.replaceChildren();
    mark.replaceWith(covered);
    covered = null;
    showEntries(); // also to the form that is back
    if (live) connect(); // for what it has missed
  };
  dialog.querySelector("button").onclick = () => dialog.close();
  dialog.showModal();
  nameDialog(form);
  trigger(form, "outbox:opened");
  return form;
}

function fillFields(form, fields) {
  for (const field of form.querySelectorAll("input"))
    setAnswer(field, fields.filter(([name]) => name === field.name).map(([, value]) => value));
}

// It has its round before anyone can tap in it.
async function openNextForm() {
  const entries = await readEntries(), form = openForm(localStorage.form);
  renew(form.elements.submission); // an entry may have been made of it already
  cleanForm = form.cloneNode(true);
  advanceForm(form, entries);
  nameDialog(form);
}

const nameDialog = form =>
  form.closest("dialog").querySelector("h2").textContent = form.dataset.outbox;
const isKept = (...parts) => parts.every(part => localStorage.form?.includes(part));

// Keep the newest blank form. On plain http nothing else can show it without a network. A service
// worker caches the page that is fetched. Only the page of someone who may enter links to it.
async function keepForm(refreshed, page = document) {
  const form = entryForm(page), { href, dataset } = page.querySelector("[data-next]") ?? {};
  if (form?.matches(".asking") && !+form.elements.revision.value && !form.elements.before)
    localStorage.form = [form, ...page.querySelectorAll("template[id^=blank]")]
      .map(withoutToken).join("");
  else if (href && !(navigator.serviceWorker?.controller ? refreshed :
    isKept(`"${dataset.table}"`, `"entry-${dataset.next}-0-`))) {
    const next = await parsePage(await fetch(href));
    for (const { src } of next.querySelectorAll("script[src]")) // so that it opens fast
      fetch(src).catch(() => {});
    keepForm(true, next);
  }
}
