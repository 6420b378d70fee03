// A tap on a number saves the throw. Keys and screen readers choose the number first, and then save.
addEventListener("click", event => {
  const card = event.target.closest(".at-once .numbers label");
  if (!card || !event.detail || event.target === card.control) return;
  event.preventDefault();
  card.control.checked = true;
  card.control.form.requestSubmit(card.control.form.querySelector(".last"));
});
