// After the first answer to a question, the next one without an answer scrolls into sight, unless
// it is there already. With a keyboard, the focus does this.
{
  const PARTS = "[role=radiogroup], fieldset:not(:has([role=radiogroup]))", answered = new Set();

  function findNext(field) {
    const parts = [...field.form.querySelectorAll(PARTS)];
    return parts.slice(parts.indexOf(field.closest(PARTS)) + 1)
      .find(part => isVisible(part) && !part.querySelector(":checked"));
  }

  // Another question goes to the top; within the same one, the page moves as little as possible.
  function scrollTowards(part, field) {
    const { top, bottom } = part.getBoundingClientRect(), bar = field.form.querySelector(".bar");
    const room = Math.min(innerHeight, bar.getBoundingClientRect().top);
    const question = part.closest("fieldset") ?? part, isSame = question.contains(field);
    if (top >= 0 && bottom <= room) return;
    (isSame && question.offsetHeight > room ? part : question).scrollIntoView({
      block: isSame ? "nearest" : "start",
      behavior: matchMedia("(prefers-reduced-motion: reduce)").matches ? "instant" : "smooth",
    });
  }

  addEventListener("change", ({ target }) => {
    if (!target.matches(".asking [type=radio]:not(:focus-visible)")) return;
    const { name, form } = target, next = findNext(target);
    const isChange = answered.has(name) || form.querySelector(`[name="${name}"][checked]`);
    answered.add(name);
    if (next && !isChange) scrollTowards(next, target);
  });
}
