// Fetches the page again and updates it in place.
let refreshing, refreshAgain, outdated, fingerDown, etag = "";

// Not :active, which stays after a tap that removes what was tapped. A menu of the browser may take
// the release, so the next move tells, too.
for (const kind of ["down", "up", "cancel", "move"])
  addEventListener("pointer" + kind, ({ buttons }) => fingerDown = buttons > 0);

async function refreshPage() {
  refreshAgain = true;
  if (refreshing) return true;
  refreshing = true;
  let arrived;
  while (refreshAgain) {
    refreshAgain = false;
    arrived = !document.hidden && await updatePage().catch(() => {});
  }
  refreshing = false;
  return arrived;
}

async function updatePage() {
  const before = taps, answer = await fetch("", {
    cache: "no-store", signal: AbortSignal.timeout?.(9e3), headers: { "If-None-Match": etag },
  });
  if (answer.status === 304) return true;
  if (answer.status > 499) return false;
  const next = await parsePage(answer), state = next.getElementById("live")?.dataset;
  // Wait while a finger is down or a request is pending; two seconds at most.
  for (let n = 0; n < 20; n++)
    if (fingerDown || document.querySelector(".htmx-request, [aria-busy]"))
      await new Promise(resolve => setTimeout(resolve, 100));
  if (covered) return true; // updated when it is back
  refreshAgain ||= before !== taps; // the response does not contain these taps yet
  if (!refreshAgain && (state || next.querySelector(".error-page"))) showPage(next, state);
  etag = !refreshAgain && !outdated && answer.headers.get("ETag") || "";
  return true;
}

const topOf = part => part.getBoundingClientRect().top;

// Without `state`, the device may no longer see the game, and `next` is the error page.
function showPage(next, state) {
  const main = document.querySelector("main");
  const anchor = scrollY && [...main.querySelectorAll("section, tbody, fieldset, .past li")]
    .find(part => topOf(part) > 0);
  const top = anchor && topOf(anchor);
  showMain(main, next, state);
  // To scroll by nothing would end a smooth scroll.
  if (anchor?.isConnected && topOf(anchor) - top) scrollBy(0, topOf(anchor) - top);
  prepare(main);
  if (outdated) delete state.version;
  announce(state ?? { version: "", said: main.querySelector("p").textContent });
  const rematch = main.querySelector("[data-follow]"); // on a large screen
  if (rematch) {
    history.replaceState(null, "", rematch);
    refreshAgain = true;
  }
  if (stream && !stream.url.endsWith(live.dataset.stream)) connect();
  removed = !state;
  if (removed) poll(); // access may be restored
  setTimeout(() =>
    document.querySelectorAll(".fresh").forEach(part => part.classList.remove("fresh")), 3e3);
  trigger(main, "live:refreshed");
}

function showMain(main, next, state) {
  const mine = state && entryForm(), theirs = entryForm(next);
  if (next.querySelector("[data-over]") && !touched.size) return goTo(mine.dataset.table);
  const ahead = theirs?.elements.slot.value - mine?.elements.slot.value, same = ahead === 0;
  outdated = mine?.matches(":has([name][open])"); // a choice is open
  const keep = outdated || mine && !same && (touched.size || mine.matches(".asking"));
  const answers = mine && new FormData(mine);
  if (same) {
    // Keep the submission id, so that an entry that is sent again counts once, and the name by
    // which the browser knows the form: on Back it restores answers only into that form.
    for (const name of ["submission", "numbered"])
      if (mine[name]) theirs[name].value = mine[name].value;
    theirs.name = mine.name;
    theirs.action = mine.action;
  }
  document.getElementById("blank")?.remove();
  morph(main, next.querySelector("main"), keep && mine);
  if (keep) {
    // Another device saved the entry of this form: the response to its draft says which one. A form
    // that is ahead waits for its own entries.
    if (!(ahead <= 0 || document.querySelector("#say-form *"))) trigger(mine, "change");
    return;
  }
  for (const part of ["h1", ".top nav"]) {
    const old = document.querySelector(part), now = next.querySelector(part);
    if (old && now) morph(old, now);
  }
  document.title = next.title;
  if (!same) touched.clear();
  fillForm(answers);
}
