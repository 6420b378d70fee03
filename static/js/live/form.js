let taps = 0, tapsSent;

// The draft wins over older changes here, but not over changes that are not saved yet: these are
// sent again. `answers`, from before the update, are keyed by name, because an update may have
// turned the same nodes into other fields, such as bids into tricks.
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

function noteChange({ name }) {
  touched.add(name);
  unsent.add(name);
}

// Answers that were given before this script ran.
for (const field of entryForm()?.querySelectorAll("input") ?? []) {
  const [answer, original] = originalAnswer(field);
  if (field[answer] !== original) noteChange(field);
}

addEventListener("input", ({ target }) => {
  taps++;
  if (target.form === entryForm()) noteChange(target);
});
addEventListener("htmx:beforeRequest", () => tapsSent = taps);
addEventListener("htmx:afterRequest", ({ detail }) => {
  const sent = detail.requestConfig.parameters.count; // if it was stored, the answer says so
  if (sent && lastCount(detail.elt) >= sent && tapsSent === taps) unsent.clear();
  taps++;
});
if (live) {
  addEventListener("online", connect); // or the table lacks entries that were just sent
  addEventListener("visibilitychange", connect);
  addEventListener("pageshow", connect);
  addEventListener("pagehide", disconnect);
  addEventListener("toggle", () => {
    if (outdated) refreshPage();
  }, true);
  // The response to a draft does not close a choice.
  addEventListener("htmx:beforeSwap", ({ detail, target }) => {
    outdated = target.matches(":has([name][open])");
    if (outdated) detail.swapOverride = "none";
  });
}
