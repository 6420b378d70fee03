// On a page whose form was refused, the summary has the focus, and the first field that is wrong is
// in view. The attribute alone would scroll to the summary, and only when the page is drawn.
const summary = document.querySelector(".refusal[autofocus]");
summary?.focus({ preventScroll: true });
document.getElementById(summary?.querySelector("a")?.hash.slice(1))?.scrollIntoView();
