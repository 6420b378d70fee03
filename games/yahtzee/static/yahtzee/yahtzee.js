// The score card without a network: the score of the dice in each open box, the turns that wait on
// this phone, and whose turn is next. Jokers and refusals are left to the server.
{
  const FIXED = { full_house: 25, small_straight: 30, large_straight: 40, yahtzee: 50 };
  let waiting = []; // the turns of this game that wait
  let unanswered = false; // whether the server did not say what the dice score
  let picked = false; // whether a player was tapped

  function allRolls(count, from = 1) {
    if (!count) return [[]];
    return [1, 2, 3, 4, 5, 6].filter(face => face >= from)
      .flatMap(face => allRolls(count - 1, face).map(rest => [face, ...rest]));
  }

  // The scores that a box can have, for a table that enters no dice: [points, only by a Yahtzee].
  function possibleScores(box, joker) {
    const isYahtzee = dice => dice[0] === dice[4], rolls = allRolls(5);
    const score = some => [...new Set(some.map(dice => rollPoints(box, dice)))];
    const plain = score(rolls.filter(dice => !isYahtzee(dice)));
    const equal = joker && FIXED[box] ? [FIXED[box]] : score(rolls.filter(isYahtzee));
    return [
      ...plain.map(points => [points, false]),
      ...equal.filter(points => joker || !plain.includes(points)).map(points => [points, true]),
    ].filter(([points]) => points).sort(([one], [other]) => one - other);
  }

  const boxRows = form => [...form.querySelectorAll("[data-box]")];
  const cellOf = (row, seat) => row.querySelectorAll("td")[seat];
  const pointsIn = cell => cell.querySelector(":scope > a, :scope > span:not(.forbidden)");
  const valuesOf = (fields, name) => fields.filter(one => one[0] === name).map(one => one[1]);
  const diceIn = fields => [0, 1, 2, 3, 4].flatMap(n => valuesOf(fields, `dice_${n}`))
    .filter(face => face).map(Number);
  const playerOf = form => form.querySelector("[data-turns] :checked");

  function draw(form) {
    const template = form.ownerDocument.getElementById("on-phone");
    if (!template) return;
    const mine = [form.dataset.replaces, form.elements.submission.value];
    const turns = waiting.filter(({ submission }) => !mine.includes(submission));
    for (const mark of form.querySelectorAll(".waiting")) mark.remove();
    for (const turn of turns) markTurn(form, turn.fields, template);
    const players = [...form.querySelectorAll("[data-turns] input")];
    if (!isPlayerKnown(form)) nextPlayer(form, players).checked = true;
    const seat = players.indexOf(playerOf(form)), dice = diceIn([...new FormData(form)]);
    for (const row of boxRows(form)) drawRow(row, seat, dice, template.content.children);
    activate(form, seat, players[seat]);
    form.querySelector(".scratch-other")?.remove();
    if (dice.length === 5)
      form.querySelector("#say-dice")
        .replaceChildren(template.content.lastElementChild.cloneNode(true));
  }

  // Whose turn is entered: in a correction, in a form that was sent back, and where another player
  // than the one on turn was tapped, here or in the draft that the form came with.
  function isPlayerKnown(form) {
    const { revision, turn } = form.elements, player = playerOf(form);
    return picked || form.dataset.replaces || +revision.value || form.matches(".answered") ||
      player?.defaultChecked && player.value !== turn.value;
  }

  // A turn in its box. A turn sent by an earlier release may not say whose it is.
  function markTurn(form, fields, template) {
    const [fill = ""] = valuesOf(fields, "fill"), [box, score] = fill.split(" ");
    const [player] = valuesOf(fields, "player"), dice = diceIn(fields);
    const rowOf = name => boxRows(form).find(one => one.dataset.box === name), row = rowOf(box);
    const cell = row && player && cellOf(row, player);
    if (!cell || pointsIn(cell)) return;
    const mark = template.content.querySelector(".waiting").cloneNode(true);
    const joker = new Set(dice).size === 1 && FIXED[box] && box !== "yahtzee" &&
      pointsIn(cellOf(rowOf("yahtzee"), player));
    mark.prepend(score === "scratch" ? 0 : score ??
      (joker ? template.content.firstElementChild.textContent : rollPoints(box, dice)));
    cell.replaceChildren(mark);
  }

  // The first seat with the fewest turns.
  function nextPlayer(form, players) {
    const turns = players.map((_, seat) =>
      boxRows(form).filter(row => pointsIn(cellOf(row, seat))).length);
    return players[turns.indexOf(Math.min(...turns))];
  }

  function drawRow(row, active, dice, [button, scratch, scores]) {
    const { box, fact } = row.dataset, yahtzee = row.parentNode.parentNode
      .querySelector("[data-box=yahtzee]");
    for (const [seat, cell] of row.querySelectorAll("td").entries()) {
      cell.classList.toggle("active", seat === active);
      cell.classList.remove("best");
      if (pointsIn(cell)) continue;
      cell.replaceChildren();
      if (seat !== active) continue;
      const filled = pointsIn(cellOf(yahtzee, seat)), joker = filled && new Set(dice).size === 1;
      const points = dice.length === 5 && rollPoints(box, dice);
      const part = (dice.length < 5 ? scores : points || joker ? button : scratch).cloneNode(true);
      const title = part.querySelector("p"), [main] = part.matches("button") ? [part] :
        [...part.querySelectorAll("button")].slice(-1);
      if (title) title.textContent = title.textContent.replace("{0}", () => fact);
      part.querySelector("summary")?.setAttribute("aria-label", fact);
      main.value = dice.length < 5 ? `${box} 0` : box;
      if (part === main && !joker) main.firstElementChild.textContent = points;
      if (part === main) main.ariaLabel = main.ariaLabel
        .replace("{0}", () => fact).replace("{1}", main.textContent.trim());
      if (dice.length < 5) addScores(part, box, possibleScores(box, filled));
      cell.append(part);
    }
  }

  function addScores(part, box, scores) {
    const chip = part.querySelector(".chips > button");
    for (const [points, yahtzee] of scores) {
      const copy = chip.cloneNode(true), note = copy.querySelector("small");
      copy.prepend(`${points} `);
      copy.value = `${box} ${points}${yahtzee ? " yahtzee" : ""}`;
      if (!yahtzee) note.remove();
      chip.before(copy);
    }
    chip.remove();
  }

  // Mark the column, and name the player beside the dice.
  function activate(form, seat, { parentNode: label }) {
    for (const row of form.querySelectorAll("thead tr, .sums tr"))
      for (const [place, cell] of [...row.children].slice(1).entries())
        cell.classList.toggle("active", place === seat);
    const tray = form.querySelector("#say-turn");
    tray.querySelector(".token")?.replaceWith(label.querySelector(".token").cloneNode(true));
    tray.querySelector(".name").textContent = label.querySelector(".name").textContent;
    tray.querySelector("small")?.remove();
  }

  // An open sheet of scores stays, and the card is drawn once it is closed.
  function redraw() {
    const form = entryForm();
    const isOpen = form?.matches(":has(.card):not(:has(.pick[open]))");
    if (isOpen && (unanswered || waiting.length && !form.matches(".answered"))) draw(form);
  }

  // Enter would press the hidden button, which only pages without scripts need.
  addEventListener("keydown", event => {
    if (event.key === "Enter" && event.target.matches(".dice input, [data-turns] input"))
      event.preventDefault();
  });
  addEventListener("outbox:listed", ({ detail: { entries } }) => {
    const turns = entries.filter(({ next, fields }) => next && valuesOf(fields, "fill").length);
    if (turns.length !== waiting.length && !touched.has("player")) picked = false;
    unanswered ||= turns.length < waiting.length; // one was discarded: draw its box again
    waiting = turns;
    redraw();
  });
  addEventListener("toggle", redraw, true);
  addEventListener("outbox:emptied", () => {
    picked = false;
    redraw();
  });
  addEventListener("outbox:opened", ({ target }) => draw(target));
  addEventListener("htmx:sendError", () => {
    unanswered = true;
    redraw();
  });
  addEventListener("htmx:afterSwap", () => {
    unanswered = false;
    redraw();
  });
  addEventListener("live:refreshed", () => {
    unanswered = false;
    if (!touched.size) cleanForm = entryForm()?.cloneNode(true) ?? cleanForm; // with its card
    redraw();
  });
  addEventListener("change", ({ target, isTrusted }) => {
    if (isTrusted && target.name === "player") picked = true;
    const opened = target.closest?.("dialog form");
    if (opened) draw(opened);
    else redraw();
  });

  // Where a score card scrolls sideways, show the column of the player whose turn it is.
  function showActiveColumn() {
    const card = document.querySelector(".card"), head = card?.querySelector("thead .active");
    if (head) card.scrollLeft = head.offsetLeft + head.offsetWidth - card.clientWidth;
  }
  addEventListener("pageshow", () => {
    document.querySelector(".card :target")?.scrollIntoView(); // a reload does not
    showActiveColumn();
  });
  addEventListener("live:refreshed", showActiveColumn);
}
