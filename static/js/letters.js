// Keys for the letters of a code, for a television without a keyboard.
{
  const keys = document.querySelector("[data-letter-keys]");
  const { code } = keys.closest("form").elements;
  keys.hidden = false;
  code.inputMode = "none"; // or the television opens a keyboard of its own
  keys.addEventListener("click", ({ target }) => {
    if (target.matches("button"))
      code.value = target.value ? code.value + target.value : code.value.slice(0, -1);
  });
}
