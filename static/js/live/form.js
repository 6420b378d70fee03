let taps = 0, tapsSent;

// What the draft has wins over older changes here, but not over changes that are not saved yet:
// these are sent again. `answers` are those before the update. By name, because an update may have
// made other fields of the same nodes, such as tricks of bids.
function fillForm(form, answers) {
  let resend;
  for (const field of form?.querySelectorAll("input") ?? []) {
    const { name } = field, [answer, theirs] = originalAnswer(field);
    if (unsent.has(name)) setAnswer(field, answers.getAll(name));
    else field[answer] = theirs;
    resend ||= field[answer] !== theirs;
  }
  if (resend) htmx.trigger(form, "change");
}

function setAnswer(field, values) {
  const [answer] = originalAnswer(field);
  field[answer] = answer === "value" ? values[0] ?? "" : values.includes(field.value);
}

const knownVersion = form => form.elements.since.value.split("-")[1];
const lastCount = form => +form.elements.noted.dataset.count;
const placeOf = form => form.action.replace(/-\d+$/, ""); // without the version

// Each request of this phone has a higher number than those before, even if the clock is set back.
addEventListener("formdata", ({ target: form, formData }) => {
  if (form !== entryForm()) return;
  const count = Math.max(Date.now(), 1 + lastCount(form), 1 + (+localStorage.count || 0));
  localStorage.count = count;
  formData.append("count", count);
  formData.append("touched", [...unsent].join(" "));
});

// Sends what the draft does not have yet, so that leaving the page does not lose it. It also stays
// on this phone, in case it does not arrive.
function sendDraft() {
  const form = entryForm(), url = form?.getAttribute("hx-post");
  if (!unsent.size || !/draft/.test(url)) return;
  const data = new FormData(form);
  navigator.sendBeacon(url, new URLSearchParams(data));
  const answers = [...touched].map(name => [name, data.getAll(name)]);
  localStorage.draft = JSON.stringify(
    [placeOf(form), data.get("count"), answers, [...unsent], knownVersion(form)]);
}

// Fill in what was typed before the form was left, unless that arrived. A form from the cache may
// be older than the draft: then also fill in what had arrived.
function restoreDraft(form) {
  const [place, count, answers, names, version] = JSON.parse(localStorage.draft ?? "[]");
  if (place !== placeOf(form)) return;
  delete localStorage.draft;
  if (count && lastCount(form) >= count) return;
  for (const [name, values] of answers) {
    const isUnsent = names?.includes(name) ?? true; // earlier releases did not say
    if (!isUnsent && knownVersion(form) >= +version) continue;
    for (const field of form.querySelectorAll(`[name="${name}"]`)) {
      setAnswer(field, values);
      if (isUnsent) noteChange(field);
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
addEventListener("htmx:afterRequest", ({ detail: { successful, elt, requestConfig } }) => {
  if (successful && elt === entryForm() && tapsSent === taps &&
    lastCount(elt) >= requestConfig.parameters.count) unsent.clear();
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
