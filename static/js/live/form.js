let taps = 0, tapsSent;

// What another device changed in the draft wins over older changes here, but not over changes that
// are not saved yet: these are sent again.
function fillForm(form) {
  let resend;
  if (!form) return;
  const others = form.elements.noted.dataset.others.split(" ");
  for (const field of form.querySelectorAll("input")) {
    const { name } = field, [answer, theirs] = originalAnswer(field);
    if (unsent.has(name) || touched.has(name) && !others.includes(name))
      resend ||= field[answer] !== theirs;
    else field[answer] = theirs;
  }
  if (resend) htmx.trigger(form, "change");
}

const knownVersion = form => form.elements.since.value.split("-")[1];

// Sends what the draft does not have yet, so that leaving the page does not lose it. It also stays
// on this phone, in case there is no network.
function sendDraft() {
  const form = entryForm(), url = form?.getAttribute("hx-post");
  if (!unsent.size || !/draft/.test(url)) return;
  const data = new FormData(form), sent = navigator.onLine && !failures && knownVersion(form);
  navigator.sendBeacon(url, new URLSearchParams(data));
  const answers = [...touched].map(name => [name, data.getAll(name)]);
  localStorage.draft = JSON.stringify([form.action, sent, answers]);
}

// Fill in what was typed before the form was left, unless that arrived: then the game has a later
// version.
function restoreDraft(form) {
  const [place, sent, answers] = JSON.parse(localStorage.draft ?? "[]");
  if (place !== form.action) return;
  delete localStorage.draft;
  if (sent && +sent < knownVersion(form)) return;
  for (const [name, values] of answers) {
    for (const field of form.querySelectorAll(`[name="${name}"]`)) {
      const [answer] = originalAnswer(field);
      field[answer] = answer === "value" ? values[0] : values.includes(field.value);
      noteChange(field);
    }
  }
  htmx.trigger(form, "change");
}

// Another device saved the entry of this form.
function warnOfClash() {
  const box = document.getElementById("say-form");
  if (box.firstElementChild) return;
  box.append(document.getElementById("clash").content.cloneNode(true));
}

function noteChange({ name }) {
  touched.add(name);
  unsent.add(name);
}

// What was answered before this script ran.
for (const field of entryForm()?.querySelectorAll("input") ?? []) {
  const [answer, original] = originalAnswer(field);
  if (field[answer] !== original) noteChange(field);
}

addEventListener("input", ({ target }) => {
  taps++;
  if (target.form === entryForm()) noteChange(target);
});
addEventListener("htmx:beforeRequest", () => tapsSent = taps);
addEventListener("htmx:afterRequest", ({ detail: { successful, elt } }) => {
  if (successful && elt === entryForm() && tapsSent === taps) unsent.clear();
  taps++;
});
addEventListener("visibilitychange", sendDraft);
addEventListener("pagehide", sendDraft);
if (live) {
  addEventListener("visibilitychange", connect);
  addEventListener("pageshow", connect);
  addEventListener("pagehide", disconnect);
  addEventListener("toggle", () => {
    if (outdated) refreshPage();
  }, true);
}
