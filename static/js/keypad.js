// The keypad (templates/entry/_keypad.html) writes into the input[data-keys] that has the focus, or
// had it last. It hides while all of them are folded.
function startKeypad(pad, takesFocus) {
  const form = pad.closest("form"), inputs = () => [...form.querySelectorAll("input[data-keys]")];
  const visible = () => inputs().filter(isVisible);
  let field, typing;

  function focusNext() {
    const next = visible()[visible().indexOf(field) + 1];
    (next ?? form.querySelector(".primary")).focus();
    if (!next) form.querySelector("[data-after-keys]")?.scrollIntoView();
  }

  // The text after a key. After a sign, a digit continues it. Otherwise the first digit replaces
  // the text, or begins the next number of a list.
  function typeKey(text, key) {
    const list = pad.dataset.keys === "list";
    const negate = (_, sign, digits, at) => (sign > "+" ? at && !list ? "+" : "" : "−") + digits;
    if (key === "⌫") return text.slice(0, -1);
    if (key === "±") return text.replace(/([+−-]?)(\d*)$/, negate);
    if (!typing && /\d/.test(key) && !/[+−-]$/.test(text)) text &&= list ? text + " " : "";
    return (text + key).replace(/[+−-](?=[+−-])/, "");
  }

  function showSum({ parentNode, value }) {
    const terms = value.replace(/[−–]/g, "-").replace(/ /g, "")
      .match(/(^|[+-])\d+(?![^+-])/g) ?? []; // in "2,5+1" only one: not a sum
    for (const output of parentNode.querySelectorAll("output"))
      output.value = terms[1]
        ? `= ${terms.reduce((total, term) => +total + +term)}`.replace("-", "−")
        : "";
  }

  // Also when the page was updated, which may have brought other inputs, and resets attributes.
  pad.activate = () => {
    inputs().forEach(listenTo);
    if (!field?.isConnected) field = inputs()[0];
    // If another part of the form was opened, the focus activates the keypad there. But it stays on
    // a radio that is chosen with the arrow keys.
    if (form.querySelector(":checked:focus-visible") && !visible().includes(field))
      field = visible()[0];
    pad.hidden = !visible().includes(field);
    if (pad.hidden) visible()[0]?.focus();
    pad.classList.add("on");
    pad.dataset.keys = field?.dataset.keys;
  };

  function listenTo(input) {
    input.inputMode = "none";
    showSum(input);
    input.onfocus = () => {
      field = input;
      pad.activate();
    };
    input.oninput = () => {
      typing = true;
      showSum(input);
    };
    input.onblur = () => typing && trigger(input, "change");
    input.onkeydown = ({ key }) => key !== "Enter" || !!focusNext();
  }
  form.onchange = ({ target }) => {
    typing &&= target === form;
    pad.activate();
  };
  pad.onmousedown = () => false; // the field keeps the focus
  pad.onclick = ({ target }) => {
    const key = target.closest("button");
    if (!key) return;
    field.focus({ preventScroll: true });
    if (!key.value) return focusNext();
    field.value = typeKey(field.value, key.value);
    trigger(field, "input");
  };
  pad.activate();
  if (takesFocus)
    (document.querySelector("[autofocus]") ?? visible().find(input => !input.value))?.focus();
}

// The script may run twice: with the page of a form, and again to be there without a network.
function activateKeypads(event) {
  for (const pad of document.querySelectorAll(".keypad")) {
    if (pad.activate) pad.activate();
    else startKeypad(pad, !/live|toggle/.test(event?.type));
  }
}

activateKeypads();
addEventListener("live:refreshed", activateKeypads);
addEventListener("outbox:opened", activateKeypads);
addEventListener("outbox:emptied", activateKeypads);
addEventListener("toggle", activateKeypads, true);
