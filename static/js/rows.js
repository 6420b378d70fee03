// A row of the sheet opens and closes in place. htmx would prepare every link when the page loads.
addEventListener("click", event => {
  const link = event.target.closest("[data-in-place]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const row = link.closest("tbody"), [url] = link.href.split("#");
  const how = { source: link, target: row, select: `#${row.id}`, swap: "outerHTML settle:0ms" };
  htmx.ajax("GET", url, how).catch(() => location.assign(link.href));
});
