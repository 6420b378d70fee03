// Names of the fields that were changed on this page, and of those not yet saved in the draft.
const touched = new Set(), unsent = new Set();
let taps = 0, tapsSent;

// The draft of another device wins over older changes here, but not over changes that are not saved
// yet: these are sent again.
function fillForm(form, busy) {
  let resend;
  if (!form) return;
  for (const field of form.querySelectorAll("input")) {
    const { name } = field, [answer, theirs] = originalAnswer(field);
    if (unsent.has(name) || !busy && touched.has(name)) resend ||= field[answer] !== theirs;
    else field[answer] = theirs;
  }
  if (resend) htmx.trigger(form, "change");
}

// Another device saved the entry of this form.
function warnOfClash() {
  const box = document.getElementById("say-form");
  if (box.firstElementChild) return;
  box.append(document.getElementById("clash").content.cloneNode(true));
}

if (live) {
  addEventListener("visibilitychange", connect);
  addEventListener("pageshow", connect);
  addEventListener("pagehide", disconnect);
  addEventListener("input", ({ target: { form, name } }) => {
    taps++;
    if (form !== entryForm()) return;
    touched.add(name);
    unsent.add(name);
  });
  addEventListener("htmx:beforeRequest", () => tapsSent = taps);
  addEventListener("htmx:afterRequest", ({ detail: { successful, elt } }) => {
    if (successful && elt === entryForm() && tapsSent === taps) unsent.clear();
    taps++;
  });
  addEventListener("toggle", () => {
    if (outdated) refreshPage();
  }, true);
}
