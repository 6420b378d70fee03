// Keys that choose an answer. They act only while an answer has the focus, so they get in nobody's
// way. templates/home/keys.html lists them.
{
  let typed = "", group; // what was typed, and the name of the group it was typed into
  let list; // the dialog with all keys
  let last; // the last fieldset of [data-advance], if its answer was typed

  const textOf = answer => /^[A-Z]\d/.test(answer.value) ? answer.value :
    nameOf(answer.ariaLabel ? answer : answer.labels[0]).toUpperCase();

  // The answer that equals or begins with the typed text, or else the n-th, unless all are numbers.
  function findAnswer(answers, key) {
    const find = text => answers.find(answer => textOf(answer) === text) ??
      answers.find(answer => textOf(answer).startsWith(text));
    const longer = find(typed + key);
    typed = longer ? typed + key : key;
    return longer ?? find(key) ?? (/^\d/.test(textOf(answers.at(-1))) ? null : answers[key - 1]);
  }

  function choose(answer) {
    const folded = answer.closest("details");
    const place = answer.closest("[data-advance] > fieldset"), next = place?.nextElementSibling;
    if (place && textOf(answer) !== typed) return; // there is more to type
    if (folded) folded.open = true;
    answer.focus();
    answer.click();
    if (next?.matches("fieldset")) next.querySelector(":checked").focus();
    else last = place;
  }

  async function openList() {
    const page = await parsePage(await fetch("/keys/")), dialog = document.createElement("dialog");
    const heading = page.querySelector("h1"), main = page.querySelector("main");
    const close = main.querySelector("button"), head = document.createElement("header");
    if (list?.open) return; // its key was pressed again before it came
    list = dialog;
    dialog.ariaLabel = heading.textContent;
    head.className = "top";
    head.append(heading, close);
    dialog.append(head, main);
    document.body.append(dialog);
    close.hidden = false;
    close.onclick = () => dialog.close();
    dialog.onclose = () => dialog.remove();
    dialog.showModal();
  }

  addEventListener("keydown", event => {
    const { target } = event, key = event.key.toUpperCase();
    if (key !== "ENTER") last = null;
    if (event.ctrlKey || event.altKey || event.metaKey || !/^[\p{L}\d?]$/u.test(key)) return;
    if (!target.matches("form[data-outbox] :is([type=radio], [type=checkbox])")) return;
    if (key === "?") return openList().catch(() => {});
    if (group !== target.name || target.type === "checkbox") typed = "";
    group = target.name;
    const answer = findAnswer([...target.form.querySelectorAll(`[name="${group}"]`)], key);
    if (answer) choose(answer);
  });

  // Once the server has scored the typed answers, go on to the target of [data-advance].
  addEventListener("htmx:afterSettle", () => {
    if (!last?.contains(document.activeElement)) return;
    document.querySelector(last.parentNode.dataset.advance)?.focus();
  });

  // The link of an error leads on from the message beside the question to its first answer.
  addEventListener("click", ({ target }) => {
    const id = target.closest(".refusal a")?.hash.slice(1);
    const part = id && document.querySelector(`[aria-describedby~="${id}"]`);
    const field = part?.matches("input") ? part : part?.querySelector("input");
    setTimeout(() => field?.focus({ preventScroll: true }));
  });

  // Where there is a mouse, there is a keyboard, too: begin with the first question.
  function begin(form) {
    const first = [...form.querySelectorAll("input:not([type=hidden])")].find(field =>
      field.getClientRects().length && !field.closest("[data-sticky], [data-turns]"));
    const chosen = first && form.querySelector(`[name="${first.name}"]:checked`);
    (chosen ?? first)?.focus({ preventScroll: true });
  }
  const form = entryForm(), taken = document.querySelector("[autofocus], :focus");
  if (form && !taken && matchMedia("(hover: hover)").matches) begin(form);
}
