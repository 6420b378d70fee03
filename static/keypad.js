// The keypad (templates/keypad.html) writes into the field, an input[data-keys], that has the focus or had it last.
for (const pad of document.querySelectorAll(".keypad")) {
  const form = pad.closest("form"), inputs = [...form.querySelectorAll("input[data-keys]")];
  const shown = () => inputs.filter(input => input.offsetParent);
  let field = shown()[0] ?? inputs[0], typing;

  const next = () => {
    const to = shown()[shown().indexOf(field) + 1];
    (to ?? form.querySelector(".primary")).focus();
    to || form.querySelector("[data-after-keys]")?.scrollIntoView();
  };
  // After a sign (`open`) a number goes on; else it takes the place of what was there, or is the next one of a list.
  const written = (key, text, open) => {
    const list = pad.dataset.keys === "list";
    const turned = (_, sign, digits, at) => (sign > "+" ? at && !list ? "+" : "" : "−") + digits;
    if (key === "⌫") return text.slice(0, -1);
    if (key === "±") return text.replace(/([+−-]?)(\d*)$/, turned);
    if (!typing && !open && /\d/.test(key)) text &&= list ? text + " " : "";
    return (text + key).replace(/[+−-](?=[−-])/, "");
  };
  const show = ({ parentNode, value }) => {
    const terms = value.replace(/[−–]/g, "-").replace(/ /g, "").match(/[+-]?\d+/g) ?? [];
    const sum = terms.reduce((sum, term) => sum + +term, 0);
    for (const output of parentNode.querySelectorAll("output")) output.value = terms[1] ? `= ${sum}`.replace("-", "−") : "";
  };
  const take = () => {
    pad.classList.add("on");
    pad.dataset.keys = field.dataset.keys;
    for (const input of inputs) input.inputMode = "none", show(input);
  };

  for (const input of inputs) {
    input.onfocus = () => { field = input; take(); };
    input.oninput = () => { typing = true; show(input); };
    input.onblur = () => typing && htmx.trigger(input, "change");
    input.onkeydown = ({ key }) => key !== "Enter" || !!next();
  }
  form.onchange = ({ target }) => {
    typing &&= target === form;
    shown().includes(field) || shown()[0]?.focus();  // another part of the form was chosen
  };
  addEventListener("live:refreshed", take);  // what it set is as the server has it
  pad.onmousedown = () => false;  // the field keeps the focus
  pad.onclick = ({ target }) => {
    const key = target.closest("button");
    if (!key) return;
    field.focus({ preventScroll: true });
    const { value, dataset: { then } } = key, open = value && /[+−-]$/.test(field.value);
    if (value) {
      field.value = then && !open ? value : written(value, field.value, open);
      htmx.trigger(field, "input");
    }
    if (then && !open) next();
  };
  take();
  (shown().find(input => input.ariaInvalid) ?? shown().find(input => !input.value))?.focus();
}
