// Celebrate the last change (pages/game/last_change.py) once: after this page's own save, or when
// it arrives live, but not when an old page is opened again.
function celebrate(arrived) {
  const [change, ...marks] = live?.dataset.highlights?.split(" ") ?? [];
  if (!change || sessionStorage.celebrated === change) return;
  sessionStorage.celebrated = change;
  if (!arrived) return;
  for (const [kind, seat] of marks.reverse().map(mark => mark.split(":")))
    for (const token of document.querySelectorAll(`main .token.${seat}`)) {
      token.dataset.highlight = kind;
      setTimeout(() => delete token.dataset.highlight, 1e3);
    }
  trigger(document.body, "celebrate", { marks });
}

celebrate(location.hash === "#saved");
addEventListener("live:refreshed", celebrate);
