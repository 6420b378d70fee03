// A tap on a number saves the throw. With keys, a number is chosen first and saved with Enter.
addEventListener("click", event => {
  const { target, detail } = event, { control } = target.closest(".at-once .numbers label") ?? {};
  if (!control || !detail) return;
  if (target !== control) {
    event.preventDefault();
    control.checked = true;
  }
  control.form.querySelector(".last").click();
});
