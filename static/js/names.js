// A tap on text that is cut off shows all of it at the top of the screen, until the next tap.
{
  const tip = document.querySelector(".tip");
  const cut = part => part.checkVisibility() &&
    getComputedStyle(part).textOverflow === "ellipsis" &&
    (part.scrollWidth > part.clientWidth + 1 || part.scrollHeight > part.clientHeight + 1);

  addEventListener("click", ({ target, detail }) => {
    const place = target.closest("label, th, td, li, a, button, p, h1, h2");
    const parts = [target, place ?? target, ...(place?.querySelectorAll("*") ?? [])];
    // A tap on a label clicks its input, too: that one has no `detail`.
    const text = target.closest("[data-name]")?.dataset.name ??
      parts.find(cut)?.textContent ?? "";
    if (detail && tip && tip.textContent !== text) tip.textContent = text;
  });
}
