// Reads a form, and prepares it for the next entry.
let cleanForm; // a copy of the form as it was loaded
let blankForm; // for the next round, while it is open without a network

// The entry that a form is for, and who sits where in it.
const placeOf = ({ action, elements: { slot, revision, before, seats } }) =>
  [action.split("#")[0], slot.value, revision.value, before?.value, seats?.value].join();

function readForm(form, button) {
  const { slot, revision, submission } = form.elements, { table, outbox: title } = form.dataset;
  const data = new FormData(form), facts = describeForm(form, button);
  data.delete("csrfmiddlewaretoken");
  if (button?.name) data.append(button.name, button.value);
  data.delete("count"); // an entry is not a draft
  return {
    table, title,
    fields: [...data],
    next: +revision.value ? 0 : +slot.value + 1, // the slot after a new round
    url: form.action,
    submission: submission.value,
    state: "waiting",
    posted: 0, // a page that was to show why the one before it was refused may never have come
    at: Date.now(),
    ...facts[0] && { facts, html: withoutToken(form) }, // to show and open it without a network
  };
}

const withoutToken = part => part.outerHTML.replace(/<input[^>]+csrf[^>]+>/g, "");

// Use the token of the cookie: the form's token may have expired.
const withToken = ({ fields }) =>
  [...fields, ["csrfmiddlewaretoken", document.cookie.match(/csrftoken=(\w+)/)?.[1]]];

// A cached page does not contain later rounds of this phone: move its form to the slot after them.
// A form that depends on the round travels with blanks for the next ones.
function advanceForm(form, entries) {
  const { slot, revision, submission, before } = form.elements, { table } = form.dataset;
  const next = entries.filter(entry => entry.table === table).map(entry => entry.next);
  const beUnsure = () => {
    const { numbered } = form.elements;
    if (numbered && next.some(Boolean)) numbered.value = ""; // one that waits may get this slot
  };
  beUnsure();
  const own = form.name.match(/\d+/) ?? slot.value; // as the server numbered it
  const steps = Math.max(own, storage[table] ?? 0, ...next) - slot.value;
  if (!steps || +revision.value ||
    entries.some(entry => entry.submission === submission.value)) return;
  const place = +slot.value + steps, blank = [...document.querySelectorAll("[id^=blank-]")]
    .findLast(({ id }) => id.slice(6) <= place); // after the last one, the nearest
  if (steps < 0 && +cleanForm.elements.slot.value === place) replaceFields(form, cleanForm);
  else if (blank && !before) replaceFields(form, blank.content.firstElementChild);
  else if (form.name && steps > 0)
    emptyForm(form); // it has the draft for the earlier round, or fields that the browser restored
  if (form.name) renew(form.elements.submission);
  form.elements.slot.value = place;
  beUnsure(); // the fields may be others now
  trigger(form, "outbox:emptied");
  if (before) return;
  form.dataset.outbox = addToNumber(form.dataset.outbox, steps);
  if (form !== entryForm()) return;
  for (const part of document.querySelectorAll("[data-counted]")) {
    const old = part.textContent, now = part.dataset.counted || addToNumber(old, steps);
    part.textContent = now;
    document.title = document.title.replace(old.trim(), () => now.trim());
  }
}

function replaceFields(form, blank) {
  form.replaceChildren(...blank.cloneNode(true).childNodes);
  form.setAttribute("hx-select-oob", blank.getAttribute("hx-select-oob"));
  prepare(form);
}

// A random id. crypto.randomUUID is not available on plain http.
const renew = submission => submission.value = URL.createObjectURL(new Blob()).slice(-36);

// Reset the fields, except hidden ones and those within [data-sticky], such as the way in which a
// table enters its rounds. Clear radios within [data-turns]: the server knows whose turn it is.
function emptyForm(form) {
  const blank = document.getElementById("blank")?.content.firstElementChild ?? cleanForm;
  for (const part of blank.querySelectorAll("#preview, #noted, .say"))
    document.getElementById(part.id)?.replaceWith(part.cloneNode(true));
  for (const field of form.querySelectorAll("input")) {
    const { name, value } = field, [answer] = originalAnswer(field);
    const twin = [...blank.querySelectorAll("input")].find(one =>
      one.name === name && (answer === "value" || one.value === value));
    if (twin && !field.closest("[type=hidden], [data-sticky]"))
      field[answer] = !field.closest("[data-turns]") && originalAnswer(twin)[1];
  }
  for (const sum of form.querySelectorAll("output")) sum.value = "";
  [...form.querySelectorAll("[data-keys]")].find(isVisible)?.focus();
}
