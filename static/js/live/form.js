// The fields of the form that were changed here, and those of them that are not noted yet.
const touched = new Set(), unsent = new Set();
let taps = 0, tapsSent;

// What another device noted wins over what was noted here, but not over what is on its way: that is
// sent again.
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

// Somebody else saved the entry that the form is for.
function warnOfClash() {
  const room = document.getElementById("say-form");
  if (room.firstElementChild) return;
  room.append(document.getElementById("clash").content.cloneNode(true));
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
