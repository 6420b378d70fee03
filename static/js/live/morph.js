// Change `old` into `now`. Equal nodes stay, with their focus. `keep` is left alone.
function morph(old, now, keep) {
  if (old === keep || isHeld(old) || old.isEqualNode(now)) return;
  if (!old.tagName) {
    old.data = now.data;
    if (now.data.trim()) flash(old.parentNode);
  } else if (old.matches(".open") && !now.matches(".open")) {
    // It stays open, with what it has now.
    fetchRow(old, now.querySelector("a").href).then(open => morph(old, open), () => {
      etag = live.dataset.version = ""; // the next update tries again
    });
  } else {
    now.toggleAttribute("open", old.hasAttribute("open")); // the user's choice
    for (const name of old.getAttributeNames())
      if (!now.hasAttribute(name)) old.removeAttribute(name);
    for (const { name, value } of now.attributes) old.setAttribute(name, value);
    morphChildren(old, now, keep);
  }
}

function morphChildren(old, now, keep) {
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
    if (child === next) flash(child);
    else morph(child, next, keep);
  }
}

const keyOf = ({ id, nodeName, classList }) => id || nodeName + classList?.[0];
const isHeld = node => node.matches?.("[data-keep]");

function flash(node) {
  if (!node.closest?.("button, .button, label, summary")) node.classList?.add("fresh");
}
