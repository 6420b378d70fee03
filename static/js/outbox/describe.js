// Describes what was entered, as the form puts it, because only the server knows the rules.

// The name of an answer, without a player's token.
const nameOf = (node, label = node.ariaLabel) =>
  label ?? (node.querySelector(".name") ?? node).textContent.replace(/\s+/g, " ").trim();

// Pairs of a question and its answers: [["Bid", "30"], ["Toads: Ana", "2"]]. See docs/games.md.
function describeForm(form, button) {
  const facts = new Map();
  for (const field of [...form.querySelectorAll("input:not([type=hidden])"), button]) {
    const [question, answer] = field?.name && !field.closest("[data-sticky], [name=done]") &&
      describeField(field) || [];
    const answers = [facts.get(question), answer].filter(one => one);
    if (answer) facts.set(question, answers.join(form.dataset.list));
  }
  return [...facts];
}

function describeField(field) {
  const group = field.closest("[role=radiogroup], fieldset"), [label] = field.labels ?? [];
  const [answer] = originalAnswer(field), of = field.closest("[data-answer]")?.dataset.answer;
  const seen = field.closest("details") ?? group ?? field; // not in another part of the form
  if (!field[answer] || !field.value || !seen.getClientRects()[0]) return;
  const text = field.type === "submit" ? of ?? nameOf(field, null) :
    answer === "value" ? field.value : nameOf(field.ariaLabel ? field : label);
  const question = field.closest("[data-fact]")?.dataset.fact ??
    (answer === "value" ? label && nameOf(label) : of ? text : group && titleOf(group)) ?? "";
  return [question === text && !of ? "" : question, field.type !== "submit" && of || text];
}

// The aria-label of a group, or its legend without icon and hint.
const titleOf = group => group.ariaLabel ?? [...group.querySelector("legend")?.childNodes ?? []]
  .map(node => node.data).join("").trim();
