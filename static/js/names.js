// A tap on a name that is cut off shows all of it at the top of the screen, until the next tap.
{
  const tip = document.querySelector(".tip");

  addEventListener("click", ({ target, detail }) => {
    const place = target.closest("label, th, li, a, button, g, .name");
    const name = place?.closest("[data-name], .name") ?? place?.querySelector(".name");
    const cut = name && (name.scrollWidth > name.clientWidth + 1 ||
      name.scrollHeight > name.clientHeight + 1);
    // A tap on a label clicks its input, too: that one has no `detail`.
    const text = name?.dataset.name ?? (cut ? name.textContent : "");
    if (detail && tip && tip.textContent !== text) tip.textContent = text;
  });
}
