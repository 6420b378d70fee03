// What all our scripts use. Joined into one script, they share one scope: no name may occur twice.
const parsePage = async answer =>
  new DOMParser().parseFromString(await answer.text(), "text/html");

const entryForm = (page = document) => page.querySelector("form[data-outbox][hx-post]");

// The property that holds a field's answer, and what that was when the form came.
const originalAnswer = field =>
  /radio|box/.test(field.type) ? ["checked", field.defaultChecked] : ["value", field.defaultValue];

// htmx reports each request without an answer as an error. One that a newer tap or the next page
// overtook is none, and a missing network is reported where it matters: when something is saved.
htmx.logger = (element, event, detail) => {
  if (detail.xhr?.status === 0) delete detail.error;
};

// The address of a link is a secret: take it out of the history as soon as its page is there.
if (location.pathname.startsWith("/join/")) history.replaceState(null, "", "/join/");
