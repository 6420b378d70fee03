// Sends the draft, and keeps on this phone what may not have arrived when the form was left.
let blankForm; // for the next round, while it is open without a network
let count = 0; // requests of this page; no number may be lower than those of earlier pages

const lastCount = form => +form.elements.noted?.dataset.count || 0; // earlier releases have none
const knownVersion = form => +form.elements.since.value.split("-")[1];
const placeOf = ({ action, elements: { slot, revision } }) =>
  `${action.split("#")[0]}#${slot.value}-${revision.value}`;

addEventListener("formdata", ({ target, formData }) => {
  if (target !== entryForm()) return;
  count = Math.max(Date.now(), count + 1, lastCount(target) + 1);
  formData.append("count", count);
  formData.append("touched", [...unsent].join(" "));
});

// Sends answers that the draft does not have yet, so that leaving the page does not lose them. They
// also stay on this phone, in case they do not arrive.
function sendDraft() {
  const form = entryForm(), url = form?.getAttribute("hx-post");
  if (blankForm && !blankForm.ariaBusy) keepDraft(blankForm, changedNames(blankForm));
  if (!unsent.size || !/draft/.test(url)) return;
  navigator.sendBeacon(url, new URLSearchParams(new FormData(form)));
  keepDraft(form, [...touched], count, unsent);
}

function keepDraft(form, names, sent, unsentNames = new Set(names)) {
  const data = new FormData(form);
  const answers = names.map(name => [name, data.getAll(name), unsentNames.has(name)]);
  keepValue("drafts", placeOf(form), answers[0] && [sent, answers, knownVersion(form)]);
}

// Fill in answers typed before the form was left, unless they arrived. A form from the cache may be
// older than the draft: then also fill in answers that had arrived.
function restoreDraft(form) {
  const [sent, answers = [], version] = keptValues("drafts")[placeOf(form)] ?? [];
  if (!answers[0]) return;
  keepValue("drafts", placeOf(form));
  if (sent && lastCount(form) >= sent) return;
  for (const [name, values, isUnsent] of answers) {
    if (!isUnsent && knownVersion(form) >= version) continue;
    for (const field of form.querySelectorAll(`[name="${name}"]`)) {
      setAnswer(field, values);
      if (isUnsent) noteChange(field);
    }
  }
  trigger(form, "change");
}

addEventListener("visibilitychange", sendDraft);
addEventListener("pagehide", sendDraft);
