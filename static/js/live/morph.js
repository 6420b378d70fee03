// Make `old` what `now` is. What is equal stays the same node, with its focus; leave `kept` alone.
function morph(old, now, kept) {
  if (old === kept || isHeld(old) || old.isEqualNode(now)) return;
  if (!old.tagName) {
    old.data = now.data;
    if (now.data.trim()) mark(old.parentNode);
  } else if (old.matches(".open") && !now.matches(".open")) {
    reopen(old, now);
  } else {
    now.toggleAttribute("open", old.hasAttribute("open")); // what somebody opened stays open
    for (const { name } of [...old.attributes])
      if (!now.hasAttribute(name)) old.removeAttribute(name);
    for (const { name, value } of now.attributes) old.setAttribute(name, value);
    morphChildren(old, now, kept);
  }
}

function morphChildren(old, now, kept) {
  const rest = new Set(old.childNodes), pairs = [...now.childNodes].map(next => {
    const child = [...rest].find(one => keyOf(one) === keyOf(next));
    rest.delete(child);
    return [child ?? next, next];
  });
  for (const child of rest) if (!isHeld(child)) child.remove();
  let place = old.firstChild;
  for (const [child, next] of pairs) {
    while (place && isHeld(place) && place !== child) place = place.nextSibling;
    if (child === place) place = place.nextSibling;
    else old.insertBefore(child, place);
    if (child === next) mark(child);
    else morph(child, next, kept);
  }
}

const keyOf = ({ id, nodeName, classList }) => id || nodeName + classList?.[0];
const isHeld = node => node.matches?.("[data-keep]");

function mark(node) {
  if (!node.closest?.("button, .button, label, summary")) node.classList?.add("fresh");
}

// An opened row of the sheet stays open, and shows what it is now.
async function reopen(row, now) {
  const answer = await fetch(now.querySelector("a").href, { headers: { "HX-Request": "true" } });
  const open = (await parsePage(answer)).getElementById(row.id);
  if (open) morph(row, open);
  htmx.process(row);
}
