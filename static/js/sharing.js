// The buttons to pass on a link, and the one of a large screen.
showButton("copy", navigator.clipboard, async ({ value, lastElementChild: label }) => {
  await navigator.clipboard.writeText(value);
  label.textContent = label.dataset.done;
});
showButton("share", navigator.share, ({ value: url }) => navigator.share({ url }));
showButton("full", document.fullscreenEnabled, () =>
  document.documentElement.requestFullscreen());
