// The keypad (templates/keypad.html) writes into the field, an input[data-keys], that has the focus or had it last.
for (const pad of document.querySelectorAll(".keypad")) {
  const form = pad.closest("form"), fields = [...form.querySelectorAll("input[data-keys]")];
  const tell = kind => field.dispatchEvent(new Event(kind, { bubbles: true }));
  const shown = input => input.offsetParent;
  let field = fields.find(shown) ?? fields[0], typing;
  const take = () => {
    pad.classList.add("on");
    pad.dataset.keys = field.dataset.keys;
    for (const input of fields) input.inputMode = "none";
  };

  const next = () => {
    const to = fields.slice(fields.indexOf(field) + 1).find(shown);
    (to ?? form.querySelector(".primary")).focus();
    to || form.querySelector("[data-after-keys]")?.scrollIntoView();
  };
  const signed = (text, list) => text.replace(/([+−-]?)(\d*)$/, (_, sign, digits, at) => (sign > "+" ? at && !list ? "+" : "" : "−") + digits);
  const written = (text, key, list) =>
    key === "⌫" ? text.slice(0, -1) : key === "±" ? signed(text, list) : (typing || !/\d/.test(key) ? text : list && text ? text + " " : "") + key;
  const show = ({ parentNode, value }) => {
    const output = parentNode.querySelector("output"), terms = value.replace(/[−–]/g, "-").replace(/ /g, "").match(/[+-]?\d+/g) ?? [];
    if (output) output.value = terms[1] ? `= ${terms.reduce((sum, term) => sum + +term, 0)}`.replace("-", "−") : "";
  };

  for (const input of fields) {
    show(input);
    input.onfocus = () => { field = input; take(); };
    input.oninput = () => { typing = true; show(input); };
    input.onchange = () => typing = false;
    input.onblur = () => typing && tell("change");
    input.onkeydown = ({ key }) => key !== "Enter" || !!next();
  }
  form.addEventListener("change", () => shown(field) || fields.find(shown)?.focus());  // another part of the form was chosen
  document.addEventListener("live:refreshed", take);  // what it set is as the server has it
  pad.onmousedown = () => false;  // the field keeps the focus
  pad.onclick = ({ target }) => {
    const key = target.closest("button"), then = key?.dataset.then;
    if (!key) return;
    field.focus({ preventScroll: true });
    const adds = then === "fill" && /[+−-]$/.test(field.value);
    if (then !== "next") {
      field.value = adds ? (field.value + key.value).replace(/[+−-](?=[−-])/, "") :
        then ? key.value : written(field.value, key.value, field.dataset.keys === "list");
      tell("input");
    }
    if (then && !adds) next();
  };
  take();
  (fields.find(input => shown(input) && input.ariaInvalid) ?? fields.find(input => shown(input) && !input.value))?.focus();
}
