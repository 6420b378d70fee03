// The address has a code: remove it from the history, and ask the server what it would save.
function takeCode() {
  const { handed_over: field } = document.forms["code-form"].elements;
  if (!location.hash) return;
  field.value = location.hash.slice(1);
  history.replaceState(null, "", location.pathname);
  field.form.submit();
}

takeCode();
addEventListener("hashchange", takeCode);
