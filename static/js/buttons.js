// Show a button where the browser can do what it is for; most can over https only.
function offer(name, works, press) {
  const button = works && document.querySelector(`[data-${name}]`);
  if (!button) return;
  button.hidden = false;
  button.onclick = () => press(button).catch(() => {});
}

offer("copy", navigator.clipboard, async ({ value, lastElementChild: label }) => {
  await navigator.clipboard.writeText(value);
  label.textContent = label.dataset.done;
});
offer("share", navigator.share, ({ value: url }) => navigator.share({ url }));
offer("full", document.fullscreenEnabled, () => document.documentElement.requestFullscreen());
