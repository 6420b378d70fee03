// The form for a new game. Requests are sent one after the other, each with the current seats. The
// name field is emptied when a name is sent. If it is refused, it is restored, unless the user is
// already typing the next one. What was entered outlasts a reload, and a look at the rules.
{
  const setup = document.getElementById("setup"), KEPT = `setup ${location.pathname}`;
  const OWN = ["csrfmiddlewaretoken", "submission"]; // fields that belong to this page alone
  const nameBox = () => document.getElementById("id_name");
  let next; // a pressed button that leaves the page: it waits for the request before it

  setup.addEventListener("submit", event => {
    const button = event.submitter, box = nameBox();
    if (button.name === "type") {
      htmx.ajax("POST", "", { source: box, values: { name: box.value, type: 1 } }).catch(() => {});
      box.value = "";
    } else {
      next = setup.matches(".htmx-request") ? button : null;
      if (!next) return;
    }
    event.preventDefault();
  });

  setup.addEventListener("htmx:afterRequest", ({ detail: { xhr, etc } }) => {
    if (xhr.status !== 200 && etc.values) nameBox().value ||= etc.values.name;
    if (xhr.status) setup.querySelector(".bar .error")?.remove();
    else sayOffline(setup, setup.elements.start);
    setTimeout(() => next?.click());
  });

  function entered() {
    const fields = new URLSearchParams(new FormData(setup));
    OWN.forEach(name => fields.delete(name));
    return String(fields);
  }

  // Unless the user has begun anew before the answer came.
  async function restore(kept) {
    const fields = new URLSearchParams(kept), before = entered();
    OWN.forEach(name => fields.set(name, setup.elements[name].value));
    const page = await parsePage(await fetch("", { method: "POST", body: fields }));
    if (setup.matches(".htmx-request") || entered() !== before) return;
    setup.replaceChildren(...page.getElementById("setup").childNodes);
    htmx.process(setup);
  }

  // Once the scripts that all pages share are loaded.
  addEventListener("DOMContentLoaded", () => {
    const [{ type }] = performance.getEntriesByType("navigation");
    const isBack = type !== "navigate" || document.referrer.includes("/rules/");
    try {
      const kept = sessionStorage[KEPT];
      if (isBack && kept && kept !== entered()) restore(kept).catch(() => {});
      addEventListener("pagehide", () => { sessionStorage[KEPT] = entered(); });
    } catch {} // a browser that refuses to keep it
  });
}
