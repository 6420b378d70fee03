// Makes an event of what was counted face down, on the large screen: the ranks fall one by one, the
// last one first. A tap ends it. Only then is the winner celebrated, and named aloud.
{
  const ALL = 10e3, FALL = 700;
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  const isCounting = () => !!document.querySelector("[data-counting]");
  const lastChange = () => live.dataset.highlights?.split(" ")[0];
  let counting = isCounting(), change = lastChange(), falls = [];

  function letFall() {
    const ranks = [...document.querySelectorAll(".standings li")].reverse();
    const others = document.querySelectorAll("main > :not(.standings, .icon-button, .voice, .old)");
    const frames = [{ opacity: 0, translate: "0 -50vh" }, { opacity: 1, translate: "0 0" }];
    falls = [
      ...ranks.map((rank, place) => rank.animate(frames, {
        duration: FALL, delay: ALL * (place + 1) / ranks.length - FALL,
        easing: "cubic-bezier(.5, 0, .9, .6)", fill: "backwards",
      })),
      ...[...others].map(part => part.animate({ opacity: [0, 0] }, ALL)),
    ];
    Promise.allSettled(falls.map(fall => fall.finished)).then(() => {
      falls = [];
      trigger(document.querySelector("main"), "live:refreshed");
    });
  }

  const finish = () => falls.forEach(fall => fall.finish());
  addEventListener("pointerdown", finish);
  addEventListener("keydown", finish);

  // Before the scripts that celebrate and speak.
  addEventListener("live:refreshed", event => {
    const [wasCounting, before] = [counting, change];
    [counting, change] = [isCounting(), lastChange()];
    const isRevealed = wasCounting && !counting && change && change !== before;
    if (isRevealed && !calm.matches) letFall();
    if (falls.length) event.stopPropagation();
  }, true);
}
