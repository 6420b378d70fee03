// The buttons that pass on the picture of a result, its text and its link.
const copyFrom = id => async ({ lastElementChild: label }) => {
  const field = document.getElementById(id);
  // On plain http there is no clipboard, but what is selected can be copied.
  if (navigator.clipboard) await navigator.clipboard.writeText(field.value);
  else {
    field.select();
    document.execCommand("copy");
  }
  label.textContent = label.dataset.done;
};
showButton("copy-text", document.execCommand, copyFrom("paste"));
showButton("copy-link", document.execCommand, copyFrom("url"));
showButton("send-link", navigator.share, ({ value: url }) => navigator.share({ url }));
// The picture itself where the phone can send files, otherwise its text.
showButton("send-picture", navigator.share, async ({ dataset, name, value: text }) => {
  const blob = await (await fetch(dataset.sendPicture)).blob();
  const files = [new File([blob], name, { type: blob.type })];
  await navigator.share(navigator.canShare?.({ files }) ? { files, text } : { text });
});
