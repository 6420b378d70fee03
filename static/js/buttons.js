// Show a button if the browser supports its action; most need https.
function showButton(name, supported, press) {
  const button = supported && document.querySelector(`[data-${name}]`);
  if (!button) return;
  button.hidden = false;
  button.onclick = () => press?.(button).catch(() => {});
}

// Their buttons send a form.
showButton("sounds", self.AudioContext);
showButton("vibration", navigator.vibrate);
