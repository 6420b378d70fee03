// On a page whose form was refused, the summary has the focus. The first field that is wrong comes
// into view: in the next frame, because the focus scrolls to the summary before that.
requestAnimationFrame(() => {
  const wrong = document.querySelector(".refusal[autofocus] a")?.hash.slice(1);
  document.getElementById(wrong)?.scrollIntoView();
});
