// The form for a new game. Requests are sent one after the other, each with the current seats. The
// name field is emptied when a name is sent. If it is refused, it is restored, unless the user is
// already typing the next one.
{
  const setup = document.getElementById("setup"), box = document.getElementById("id_name");
  let next; // a pressed button that leaves the page: it waits for the request before it

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
    if (xhr.status) setup.querySelector(".bar .error")?.remove();
    else sayOffline(setup, setup.elements.start);
    setTimeout(() => next?.click());
  });
}
