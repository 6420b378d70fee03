let taps = 0, tapsSent;

// The draft wins over older changes here, but not over changes that are not saved yet: these are
// sent again. `answers`, from before the update, are keyed by name, because an update may have
// turned the same nodes into other fields, such as bids into tricks.
function fillForm(answers) {
  for (const field of entryForm()?.querySelectorAll("input") ?? []) {
    const [answer, theirs] = originalAnswer(field);
    if (unsent.has(field.name)) setAnswer(field, answers.getAll(field.name));
    else field[answer] = theirs;
  }
  sendAgain();
}

// Sends what the draft does not have yet, unless it is under way or the user has to choose between
// two versions first. Half a number waits until its field is left.
function sendAgain() {
  const form = entryForm(), typing = document.querySelector("[data-keys]:focus");
  if (!covered && form?.matches(":not([aria-busy], .htmx-request, :has(.clash))") &&
    unsent.size > unsent.has(typing?.name)) trigger(form, "change");
}

function noteChange({ name }) {
  touched.add(name);
  unsent.add(name);
}

const early = changedNames(entryForm()); // answers that were given before this script ran
for (const name of early) noteChange({ name });

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
  addEventListener("toggle", () => outdated && refreshPage(), true);
  // The response to a draft does not close a choice.
  addEventListener("htmx:beforeSwap", ({ detail, target }) => {
    outdated = target.matches(":has([name][open])");
    if (outdated) detail.swapOverride = "none";
  });
}
