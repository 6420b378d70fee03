// Celebrate the last change (pages/game/last_change.py) once: after this page's own save, or when
// it arrives live, but not when an old page is opened again.
// Kept with the page in the history, which even a browser without storage has.
let shown = history.state;

function celebrate(arrived) {
  const [change, ...marks] = live?.dataset.highlights?.split(" ") ?? [];
  if (!change || shown === change) return;
  history.replaceState(shown = change, "");
  if (!arrived) return;
  for (const mark of marks.reverse()) {
    const [kind, seat] = mark.split(":");
    for (const { dataset } of document.querySelectorAll(`main .token.${seat}`)) {
      dataset.highlight = kind;
      setTimeout(() => delete dataset.highlight, 1e3);
    }
  }
  trigger(document.body, "celebrate", { marks });
}

celebrate(location.hash === "#saved");
addEventListener("live:refreshed", celebrate);
