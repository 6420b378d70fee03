// Hands over what waits on this phone to one that has a network: each entry is a link that the
// other phone scans as a QR code. Loaded before the network goes, see docs/offline.md.
const handOver = document.getElementById("hand-over");
const { generate } = await import(handOver.dataset.codes);
const ENTERED = /\/(enter|correct)\/\?/; // not a removal, an undo or the end of a game
const NOT_NEEDED = /^(noted|since|touched|numbered|next|done)$/; // by the one who takes it in
let handable = [], wanted; // the entry whose code is to be shown

function showHandOver({ detail: { entries } }) {
  const cut = failures || !navigator.onLine || pageState.lost === "true";
  handable = entries.filter(({ state, url }) => state === "waiting" && ENTERED.test(url));
  handOver.hidden = !cut || !handable[0];
}

// Each entry has a code of its own, so that a camera can read it from a small screen.
async function showCodes() {
  const dialog = document.getElementById("reopened"), place = dialog.querySelector("div");
  place.replaceChildren(document.getElementById("codes").content.cloneNode(true));
  const [back, next] = place.querySelectorAll(".row button"), entries = handable;
  let at = 0;
  const turn = steps => showCode(place, entries, at += steps);
  back.onclick = () => turn(-1);
  next.onclick = () => turn(1);
  dialog.onclose = () => place.replaceChildren();
  dialog.querySelector("header button").onclick = () => dialog.close();
  await turn(0);
  dialog.showModal();
}

async function showCode(place, entries, at) {
  const [back, next] = place.querySelectorAll(".row button"), entry = entries[at];
  const count = place.querySelector("[data-count]"), image = place.querySelector("svg");
  place.closest("dialog").querySelector("h2").textContent = entry.title;
  wanted = entry;
  place.querySelector(".facts").replaceChildren(...entry.facts?.flatMap(describeFact) ?? []);
  count.textContent = count.dataset.count.replace("{n}", at + 1).replace("{all}", entries.length);
  count.parentNode.hidden = entries.length < 2;
  back.disabled = !at;
  next.disabled = at === entries.length - 1;
  const link = await linkOf(entry), code = codeOf(link);
  if (wanted !== entry) return; // the user has gone on to another one
  image.dataset.link = link;
  place.querySelector(".error").hidden = code;
  image.style.display = code ? "" : "none";
  if (code) drawCode(image, code);
}

// Returns nothing for a link that is longer than the largest code holds.
function codeOf(link) {
  try {
    return generate(link);
  } catch {}
}

async function linkOf({ fields }) {
  const [game, device, key] = handOver.dataset.sealing.split("."), { url } = handOver.dataset;
  const sent = new URLSearchParams(fields.filter(([name]) => !NOT_NEEDED.test(name)));
  const packed = await pack(`${game}.${device}.${sent}`);
  const seal = sha256(new TextEncoder().encode(key + packed)).slice(0, 12);
  return `${new URL(url, location)}#${packed}.${inLetters(seal)}`;
}

// The first character says whether the rest is compressed: not every browser can.
async function pack(text) {
  const bytes = new TextEncoder().encode(text);
  try {
    const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream("deflate-raw"));
    return `1${inLetters(new Uint8Array(await new Response(stream).arrayBuffer()))}`;
  } catch {
    return `0${inLetters(bytes)}`;
  }
}

const inLetters = bytes => btoa(String.fromCharCode(...bytes))
  .replace(/\+/g, "-").replace(/\//g, "_").replace(/=/g, "");

// Black on white in both themes, with the white edge that cameras need.
function drawCode(image, code) {
  let path = "";
  for (let y = 0; y < code.size; y++)
    for (let x = 0; x < code.size; x++) if (code.get(x, y)) path += `M${x} ${y}h1v1h-1z`;
  image.setAttribute("viewBox", `-4 -4 ${code.size + 8} ${code.size + 8}`);
  image.lastElementChild.setAttribute("d", path);
}

addEventListener("outbox:listed", showHandOver);
handOver.onclick = showCodes;
showEntries().catch(() => {}); // without IndexedDB nothing waits
