// Shows how long the turn takes. Each screen works it out from when the last one was entered.
{
  let before = 0; // the seconds that were left

  const inMinutes = seconds => {
    const whole = Math.abs(seconds), rest = String(whole % 60).padStart(2, "0");
    return `${seconds < 0 ? "−" : ""}${Math.floor(whole / 60)}:${rest}`;
  };

  function showTime() {
    const timer = document.querySelector("[data-began]");
    if (!timer) return; // the game is over
    const { began, limit, pause } = timer.dataset, clock = timer.querySelector("b");
    const taken = Math.max(0, Math.floor((Date.now() - Date.parse(began)) / 1e3));
    const left = limit - taken, counts = +limit > 0;
    clock.textContent = taken > pause ? clock.dataset.paused : inMinutes(counts ? left : taken);
    clock.toggleAttribute("data-over", counts && left < 0);
    if (counts && before > 0 && left <= 0) dispatchEvent(new Event("turn:over"));
    before = left;
  }

  showTime();
  setInterval(showTime, 1e3);
}
