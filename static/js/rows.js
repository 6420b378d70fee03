// A row of the sheet opens and closes in place.
async function fetchRow({ id }, url) {
  const headers = { "HX-Request": "true" }, signal = AbortSignal.timeout?.(9e3);
  const page = await parsePage(await fetch(url, { headers, signal }));
  return page.getElementById(id) ?? Promise.reject();
}

async function turnRow(link) {
  const row = link.closest("tbody"), now = await fetchRow(row, link.href);
  pageState.lost = false;
  const { id } = document.activeElement;
  row.replaceWith(now);
  document.getElementById(id)?.focus({ preventScroll: true });
}

addEventListener("click", event => {
  const link = event.target.closest("[data-in-place]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  link.ariaBusy = "true";
  turnRow(link).catch(error => {
    link.ariaBusy = null;
    // Without a network, and without a service worker, there is no other page.
    if (/Type|Timeout/.test(error?.name) && !navigator.serviceWorker?.controller)
      pageState.lost = true;
    else location.assign(link.href);
  });
});
