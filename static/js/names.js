// A tap on text that is cut off shows all of it at the top of the screen, until the next tap.
{
  const tip = document.querySelector(".tip");
  const cut = part => isVisible(part) &&
    getComputedStyle(part).textOverflow === "ellipsis" &&
    (part.scrollWidth > part.clientWidth + 1 || part.scrollHeight > part.clientHeight + 1);

  // Measure once the tap has taken effect, so that the page is styled once. A tap on a label clicks
  // its input, too: that click has no `detail`.
  addEventListener("click", ({ target, detail }) => detail && requestAnimationFrame(() => {
    const place = target.closest("button, label, th, h2, h1, p, li, a, td");
    const parts = [target, place ?? target, ...place?.querySelectorAll("*") ?? []];
    tip.textContent = target.closest("[data-name]")?.dataset.name ??
      parts.find(cut)?.textContent;
  }));
}
