// The keypad (templates/keypad.html) writes into the field, an input[data-keys], that has the focus
// or had it last.
for (const pad of document.querySelectorAll(".keypad")) {
  const form = pad.closest("form"), inputs = [...form.querySelectorAll("input[data-keys]")];
  const visible = () => inputs.filter(input => input.offsetParent);
  let field = visible()[0] ?? inputs[0], typing;

  function goOn() {
    const next = visible()[visible().indexOf(field) + 1];
    (next ?? form.querySelector(".primary")).focus();
    if (!next) form.querySelector("[data-after-keys]")?.scrollIntoView();
  }

  // After a sign (`open`) a number goes on; else it takes the place of what was there, or is the
  // next one of a list.
  function press(text, key, open) {
    const list = pad.dataset.keys === "list";
    const turn = (_, sign, digits, at) => (sign > "+" ? at && !list ? "+" : "" : "−") + digits;
    if (key === "⌫") return text.slice(0, -1);
    if (key === "±") return text.replace(/([+−-]?)(\d*)$/, turn);
    if (!typing && !open && /\d/.test(key)) text &&= list ? text + " " : "";
    return (text + key).replace(/[+−-](?=[−-])/, "");
  }

  function sum({ parentNode, value }) {
    const terms = value.replace(/[−–]/g, "-").replace(/ /g, "").match(/[+-]?\d+/g) ?? [];
    const total = terms.reduce((total, term) => total + +term, 0);
    for (const output of parentNode.querySelectorAll("output"))
      output.value = terms[1] ? `= ${total}`.replace("-", "−") : "";
  }

  function activate() {
    pad.classList.add("on");
    pad.dataset.keys = field.dataset.keys;
    for (const input of inputs) {
      input.inputMode = "none";
      sum(input);
    }
  }

  for (const input of inputs) {
    input.onfocus = () => {
      field = input;
      activate();
    };
    input.oninput = () => {
      typing = true;
      sum(input);
    };
    input.onblur = () => typing && htmx.trigger(input, "change");
    input.onkeydown = ({ key }) => key !== "Enter" || !!goOn();
  }
  form.onchange = ({ target }) => {
    typing &&= target === form;
    if (!visible().includes(field)) visible()[0]?.focus(); // another part of the form was chosen
  };
  addEventListener("live:refreshed", activate); // what it set is as the server has it
  pad.onmousedown = () => false; // the field keeps the focus
  pad.onclick = ({ target }) => {
    const key = target.closest("button");
    if (!key) return;
    field.focus({ preventScroll: true });
    const { value, dataset: { then } } = key, open = value && /[+−-]$/.test(field.value);
    if (value) {
      field.value = then && !open ? value : press(field.value, value, open);
      htmx.trigger(field, "input");
    }
    if (then && !open) goOn();
  };
  activate();
  (visible().find(input => input.ariaInvalid) ?? visible().find(input => !input.value))?.focus();
}
