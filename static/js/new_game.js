// A new game: one request after the other, each with the seats as they are then. A name leaves the
// box when it is sent, and comes back if it is refused, unless the next one is being typed.
{
  const setup = document.getElementById("setup"), box = document.getElementById("name");
  let next; // the button whose request leaves the page: it waits for what was tapped before

  setup?.addEventListener("submit", event => {
    const button = event.submitter;
    if (button.name === "type") {
      htmx.ajax("POST", "", { source: box, values: { name: box.value, type: 1 } }).catch(() => {});
      box.value = "";
    } else {
      next = setup.matches(".htmx-request") ? button : null;
      if (!next) return;
    }
    event.preventDefault();
  });

  setup?.addEventListener("htmx:afterRequest", ({ detail: { xhr, etc } }) => {
    if (xhr.status !== 200 && etc.values) box.value ||= etc.values.name;
    setTimeout(() => next?.click());
  });
}
