// Sends the draft, and keeps on this phone what may not have arrived when the form was left.
let count = 0; // requests of this page; no number may be lower than those of earlier pages

const lastCount = form => +form.elements.noted?.dataset.count || 0; // earlier releases have none
const knownVersion = form => +form.elements.since.value.split("-")[1];

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
  if (!unsent.size || !/draft/.test(url)) return;
  navigator.sendBeacon(url, new URLSearchParams(new FormData(form)));
  keepDraft(form, [...touched], count, unsent);
}

function keepDraft(form, names, sent, unsentNames = new Set(names)) {
  const data = new FormData(form);
  const answers = names.map(name => [name, data.getAll(name), unsentNames.has(name)]);
  const { since, noted } = form.elements;
  keepValue("drafts", placeOf(form), answers[0] && [sent, answers, since.value, noted?.value]);
}

// Fill in answers typed before the form was left, unless they arrived. A form from the cache may be
// older than the draft: then also fill in answers that had arrived. In a newer one, what another
// phone has changed since stays.
function restoreDraft(form) {
  const [sent, answers, basis, draft] = keptValues("drafts")[placeOf(form)] ?? [];
  if (!answers) return;
  keepValue("drafts", placeOf(form));
  if (sent && lastCount(form) >= sent) return;
  const ahead = knownVersion(form) - basis.split("-")[1];
  const { noted } = form.elements, theirs = noted?.dataset.theirs?.split(" ");
  const [was, now] = [draft, noted?.value].map(text => JSON.parse(text || "{}"));
  for (const [name, values, isUnsent] of answers) {
    const isTheirs = theirs?.includes(name) && `${was[name]}` !== `${now[name]}`;
    if (isUnsent ? ahead > 0 && isTheirs : ahead >= 0) continue;
    for (const field of form.querySelectorAll(`[name="${name}"]`)) {
      setAnswer(field, values);
      if (isUnsent) noteChange(field);
    }
  }
  trigger(form, "change");
}

addEventListener("visibilitychange", sendDraft);
addEventListener("pagehide", sendDraft);
