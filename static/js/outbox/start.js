// Starts a game, which needs the network. Without it the form stays as it is, and says so.
addEventListener("submit", event => {
  const form = event.target, button = event.submitter;
  if (!form.dataset.start || button?.name !== "start" || event.defaultPrevented) return;
  event.preventDefault();
  if (!form.ariaBusy) start(form, button);
});

async function start(form, button) {
  const entry = { url: form.action, fields: [...new FormData(form), [button.name, button.value]] };
  form.ariaBusy = "true";
  try {
    const answer = await postFields(entry), url = answer.headers.get("Location");
    if (url) location.assign(url);
    else if (answer.headers.has("Permissions-Policy")) postEntry(entry); // ours, which says why
    else throw answer; // a hotel's login page, or a proxy's error
  } catch {
    sayOffline(form, button);
    form.ariaBusy = null;
  }
}

function sayOffline(form, button) {
  button.parentNode.querySelector(".error")?.remove();
  const why = { className: "error", role: "alert", textContent: form.dataset.start };
  button.after(Object.assign(document.createElement("p"), why));
  button.nextSibling.scrollIntoView({ block: "center" }); // a keypad may cover it
}
