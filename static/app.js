// htmx reports every request that did not arrive as an error. One that a newer tap or the next page overtook is none,
// and that there is no network is said where it matters, when something is saved.
htmx.logger = (element, event, detail) => {
  if (detail.xhr?.status === 0 && ["htmx:sendAbort", "htmx:sendError", "htmx:afterRequest"].includes(event)) delete detail.error;
};

// The address of a link is a secret: it is taken out of the history as soon as its page is there.
if (/^\/join\/\d+\//.test(location.pathname)) history.replaceState(null, "", "/join/");

// Copying and sending a link is there where the browser has it, which is over https only.
{
  const link = document.querySelector("[data-link]");
  if (link) {
    const url = link.querySelector("input").value;
    const offer = (name, can, press) => {
      const button = link.querySelector(`[data-${name}]`);
      button.hidden = !can;
      button.addEventListener("click", () => press(button).catch(() => {}));
    };
    offer("copy", navigator.clipboard, async button => {
      await navigator.clipboard.writeText(url);
      const said = button.querySelector("[data-done]");
      said.textContent = said.dataset.done;
    });
    offer("share", navigator.share, () => navigator.share({url}));
  }
}

// A new game: one request after the other, each with the seats as they are then. A name leaves the box when it is sent, and
// comes back if it is refused, unless the next one is being typed. Whatever leaves the page waits for what was tapped before.
{
  const setup = document.getElementById("setup");
  let next;
  setup?.addEventListener("submit", event => {
    const box = document.getElementById("name");
    if (event.submitter.name === "type") {
      htmx.ajax("POST", "", {source: box, values: {name: box.value, type: 1}}).catch(() => {});
      box.value = "";
    } else if (setup.matches(".htmx-request")) next = event.submitter;
    else return;
    event.preventDefault();
  });
  setup?.addEventListener("htmx:afterRequest", ({detail: {xhr, etc}}) => {
    if (xhr.status !== 200 && etc.values) document.getElementById("name").value ||= etc.values.name;
    setTimeout(() => next?.click());
  });
}
