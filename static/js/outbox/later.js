// Without a network a form cannot be left for later: it stays as it is, and says so.
addEventListener("submit", event => {
  const { target: form, submitter: button } = event;
  if (!button?.matches("[formaction]") || navigator.onLine && pageState.lost !== "true") return;
  event.preventDefault();
  sendDraft(); // which also keeps it on this phone
  form.querySelector("[data-offline]").hidden = false;
  for (const part of form.querySelectorAll(".stage")) part.open = true;
});
addEventListener("outbox:emptied", ({ target }) => {
  const said = target.querySelector("[data-offline]");
  if (said) said.hidden = true;
});
