// What all of our scripts use, and what is too small for one of its own. Each of the others is a block, so that no name
// in one is a name in another.
const parsed = async answer => new DOMParser().parseFromString(await answer.text(), "text/html");
const entryForm = (page = document) => page.querySelector("form[data-outbox][hx-post]");
// What of a field is the answer, and what it was when the form came.
const original = field => /radio|box/.test(field.type) ? ["checked", field.defaultChecked] : ["value", field.defaultValue];
// htmx reports every request that did not arrive as an error. One that a newer tap or the next page overtook is none,
// and that there is no network is said where it matters, when something is saved.
htmx.logger = (element, event, detail) => {
  if (detail.xhr?.status === 0) delete detail.error;
};

// The address of a link is a secret: it is taken out of the history as soon as its page is there.
if (location.pathname.startsWith("/join/")) history.replaceState(null, "", "/join/");

// What not every browser can, and most over https only: its button is there where it works.
{
  const offer = (name, can, press) => {
    const button = can && document.querySelector(`[data-${name}]`);
    if (!button) return;
    button.hidden = false;
    button.onclick = () => press(button).catch(() => {});
  };
  offer("copy", navigator.clipboard, async ({ value, lastElementChild: said }) => {
    await navigator.clipboard.writeText(value);
    said.textContent = said.dataset.done;
  });
  offer("share", navigator.share, ({ value: url }) => navigator.share({ url }));
  offer("full", document.fullscreenEnabled, () => document.documentElement.requestFullscreen());
}

// A new game: one request after the other, each with the seats as they are then. A name leaves the box when it is sent, and
// comes back if it is refused, unless the next one is being typed. Whatever leaves the page waits for what was tapped before.
{
  const setup = document.getElementById("setup"), box = document.getElementById("name");
  let next;
  if (setup) setup.onsubmit = event => {
    if (event.submitter.name === "type") {
      htmx.ajax("POST", "", {source: box, values: {name: box.value, type: 1}}).catch(() => {});
      box.value = "";
    } else if (setup.matches(".htmx-request")) next = event.submitter;
    else return next = null;
    event.preventDefault();
  };
  setup?.addEventListener("htmx:afterRequest", ({detail: {xhr, etc}}) => {
    if (xhr.status !== 200 && etc.values) box.value ||= etc.values.name;
    setTimeout(() => next?.click());
  });
}
