// Shared by all our scripts. They are joined into one and share its scope: no name may occur twice.
const parsePage = async answer =>
  new DOMParser().parseFromString(await answer.text(), "text/html");

// State for the styles: whether the server is out of reach, and the outcome of an entry.
const pageState = document.body.dataset;

let covered; // the entry form while another one is open over the page; htmx must not see it then
const entryForm = (page = document) =>
  page.querySelector("form[data-outbox][hx-post]") ?? covered;

// "Round 3" becomes "Round 4".
const addToNumber = (text, steps) => text.replace(/\d+/, number => +number + steps);

// The property with a field's answer, and its value when the page was loaded.
const originalAnswer = field =>
  /radio|box/.test(field.type) ? ["checked", field.defaultChecked] : ["value", field.defaultValue];

const changedNames = form => [...form?.querySelectorAll("input") ?? []].filter(field => {
  const [answer, original] = originalAnswer(field);
  return field[answer] !== original;
}).map(({ name }) => name);

function setAnswer(field, values) {
  const [answer] = originalAnswer(field);
  field[answer] = answer === "value" ? values[0] ?? "" : values.includes(field.value);
}

// Names of the fields that were changed on this page, and of those not yet saved in the draft.
const touched = new Set(), unsent = new Set();

// Phones before 2024 have no checkVisibility.
const isVisible = part => part.checkVisibility?.() ?? part.getClientRects()[0];

const trigger = (node, name, detail = {}) =>
  node.dispatchEvent(new CustomEvent(name, { bubbles: true, cancelable: true, detail }));

// Only a page that has hx- attributes has htmx (templates/site/_htmx.html).
const prepare = part => self.htmx?.process(part);

// htmx logs each request without a response as an error. Often a newer tap or the next page only
// cancelled it. A missing network is reported where it matters: when an entry is saved.
if (self.htmx) htmx.logger = (element, event, detail) => {
  if (detail.xhr?.status === 0) delete detail.error;
};

// The address of a link is a secret: remove it from the history as soon as the page is open.
if (location.pathname.startsWith("/join/"))
  history.replaceState(null, "", `/join/${location.search}`);
