// Show a button if the browser supports its action; most need https.
function showButton(name, supported, press) {
  const button = supported && document.querySelector(`[data-${name}]`);
  if (!button) return;
  button.hidden = false;
  button.onclick = () => press(button).catch(() => {});
}

showButton("copy", navigator.clipboard, async ({ value, lastElementChild: label }) => {
  await navigator.clipboard.writeText(value);
  label.textContent = label.dataset.done;
});
showButton("share", navigator.share, ({ value: url }) => navigator.share({ url }));
showButton("full", document.fullscreenEnabled, () =>
  document.documentElement.requestFullscreen());
// Their buttons send a form.
showButton("sounds", self.AudioContext, async () => {});
showButton("vibration", navigator.vibrate, async () => {});
