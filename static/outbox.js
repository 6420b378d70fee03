// Nothing is lost: an entry is on this phone's disk before it is sent, until the server has answered for it. It is
// "waiting", or came back: "conflict", "refused" by a rule, "gone" (no such game here). See docs/architecture.md.
{
  const leads = {}; // where to look at what was saved
  let known, pristine, drawn, timer, leaving, done, failures = 0, last = Promise.resolve();

  // ---- The disk. Opened in whichever version it is, so that pages of two releases get on.
  const outbox = act => new Promise((done, fail) => {
    const opened = indexedDB.open("scorekeeper");
    opened.onupgradeneeded = () => opened.result.createObjectStore("outbox", { keyPath: "id", autoIncrement: true });
    opened.onerror = fail;
    opened.onsuccess = () => {
      const disk = opened.result, transaction = disk.transaction("outbox", "readwrite", { durability: "strict" });
      const asked = act(transaction.objectStore("outbox"));
      transaction.oncomplete = () => done(asked.result);
      transaction.onabort = fail;
      disk.close(); // behind the transaction: no other release has to wait for this page
    };
  });
  const kept = () => outbox(store => store.getAll());
  const drop = id => outbox(store => store.delete(id));

  // What became of an entry, unless it was mended meanwhile or another tab has settled it.
  const settle = (entry, back) => outbox(store => {
    const asked = store.get(entry.id);
    asked.onsuccess = () => {
      if (asked.result?.at === entry.at) back ? store.put({ ...entry, ...back }) : store.delete(entry.id);
    };
    return asked;
  });

  // ---- The form
  const signed = ({ fields }) => [...fields, ["csrfmiddlewaretoken", document.cookie.match(/csrftoken=(\w+)/)?.[1]]];

  // `next`: the slot behind it, if it is a new round.
  function read(form, button) {
    const { slot, revision, submission } = form.elements, { table, outbox: title } = form.dataset, said = new FormData(form);
    said.delete("csrfmiddlewaretoken");
    if (button?.name) said.append(button.name, button.value);
    return { table, title, fields: [...said], next: +revision.value ? 0 : +slot.value + 1, url: form.action, submission: submission.value, state: "waiting", at: Date.now() };
  }

  // A page from before does not know the rounds entered here since: its form is counted on.
  function countOn(form, entries) {
    const { slot, revision, submission, before } = form.elements, { table } = form.dataset;
    const mine = entries.filter(entry => entry.table === table).map(entry => entry.next);
    const by = Math.max(slot.value, localStorage[table] ?? 0, ...mine) - slot.value;
    if (!by || +revision.value || entries.some(entry => entry.submission === submission.value)) return;
    const counted = text => before ? text : text.replace(/\d+/, number => +number + by);
    const heading = document.getElementById("counted");
    // Without what was noted, or put back into it by the browser.
    if (form.matches("[hx-post]")) empty(form), renew(submission);
    slot.value = +slot.value + by;
    form.dataset.outbox = counted(form.dataset.outbox);
    if (heading) heading.textContent = counted(heading.textContent);
  }
  const renew = submission => submission.value = URL.createObjectURL(new Blob()).slice(-36); // randomUUID is there over https only
  const seen = (table, next) => localStorage[table] > next || (localStorage[table] = next);

  // As it was before anything was tapped, or noted; where players take turns, whose it is now is left to the server.
  function empty(form) {
    const blank = document.getElementById("blank")?.content.firstElementChild ?? pristine;
    for (const part of blank.querySelectorAll("#preview, #noted, .say"))
      document.getElementById(part.id)?.replaceWith(part.cloneNode(true));
    form.querySelectorAll("input").forEach(field => {
      const { name, value } = field, [answer] = original(field);
      const twin = [...blank.querySelectorAll("input")].find(one => one.name === name && (answer === "value" || one.value === value));
      if (twin && !/slot|submission|type|way/.test(name)) field[answer] = !field.closest("[data-turns]") && original(twin)[1];
    });
    for (const sum of form.querySelectorAll("output")) sum.value = "";
    [...form.querySelectorAll("[data-keys]")].find(field => field.offsetParent)?.focus();
  }

  // ---- Sending, one after the other. What a rule refused holds up the rounds behind it.
  const send = () => last = last.then(pass).catch(() => {});

  async function pass() {
    const refused = new Set();
    clearTimeout(timer);
    for (const entry of await kept()) {
      let { state, table } = entry;
      try {
        if (/waiting|gone/.test(state) && !refused.has(table)) state = await deliver(entry);
      } catch {
        timer = setTimeout(send, Math.min(20, 2 ** ++failures) * (.5 + Math.random()) * 1e3);
        break;
      }
      if (state === "refused") refused.add(table);
    }
    await refresh();
  }

  async function deliver(entry) {
    const answer = await fetch(entry.url, {
      method: "POST", redirect: "manual", signal: AbortSignal.timeout?.(20000),
      headers: { Outbox: "send" }, body: new URLSearchParams(signed(entry)),
    });
    const state = answer.headers.get("Outbox"), saved = state === "saved";
    if (!state) throw answer;
    const why = (await parsed(answer)).querySelector(".error, [role=alert]")?.textContent;
    leads[entry.id] = answer.headers.get("Location");
    failures = 0;
    await settle(entry, !saved && { state, why });
    if (saved) seen(entry.table, entry.next), entry.id === done && show(leads[entry.id]);
    return state;
  }

  // ---- Entering
  addEventListener("submit", event => {
    const form = event.target, button = event.submitter;
    if (!form.dataset.outbox || button?.matches("[formaction], [name=check]")) return;
    event.preventDefault();
    if (!form.ariaBusy) enter(form, button);
  });

  const patiently = promise => Promise.race([promise, new Promise((_, fail) => setTimeout(fail, 4000))]);

  async function enter(form, button) {
    let entry, left;
    form.ariaBusy = "true";
    if (form.dataset.replaces) form.closest(".bar").hidden = true; // one choice of two versions
    htmx.trigger(form, "htmx:abort"); // a tap that is being judged
    try {
      if (!form.matches("[hx-post], [data-replaces]")) countOn(form, await patiently(kept()));
      entry = read(form, button);
      entry.id = await patiently(store(entry, form.dataset.replaces));
      document.body.dataset.said = "sending"; // there it outlives a form that is made new
      await patiently(send()).catch(refresh);
      left = await patiently(outbox(store => store.get(entry.id)));
    } catch { return post(read(form, button)); } // no disk to write to
    if (Date.now() - leaving < 5000) return; // to where a link led meanwhile; later, that was a download
    if (!left) return show(leads[entry.id] ?? entry.table);
    if (left.state === "refused") await drop(left.id); // it is back in the form
    if (/conflict|refused/.test(left.state)) return post(left);
    form.ariaBusy = null;
    await stay(form, left);
  }

  // What was mended or chosen takes the place of what was not.
  async function store(entry, replaced = entry.submission) {
    const id = (await kept()).find(({ submission }) => submission === replaced)?.id;
    return outbox(store => store.put(id ? { ...entry, id } : entry));
  }

  function show(url) {
    const here = url.startsWith(`${location.pathname}#`);
    location.assign(url);
    if (here) history.scrollRestoration = "manual", location.reload(); // at the top, not where it was
  }

  // As without a script: the answer is a page, with what was typed still there.
  function post(entry) {
    const form = Object.assign(document.createElement("form"), { method: "post", action: entry.url });
    for (const [name, value] of signed(entry))
      form.append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
    document.body.append(form);
    form.submit();
  }

  // Not sent: the form is for the next round now, if it was for the next one.
  async function stay(form, { id, state, next }) {
    if (form === entryForm() && next && !form.elements.before && state === "waiting") {
      renew(form.elements.submission);
      countOn(form, await kept());
      known = form.elements.slot.value;
      scrollTo(0, 0);
    } else done = id; // then nothing is left to do here
    document.body.dataset.said = state;
  }

  // ---- What the page shows
  async function refresh() {
    const list = document.getElementById("pending"), entries = (await kept()).filter(({ table }) => table.startsWith(list?.dataset.table));
    if (entries.some(({ state }) => state !== "waiting")) document.body.dataset.said = "back";
    else if (!entries[0]) document.body.dataset.said = "";
    if (drawn === (drawn = JSON.stringify(entries))) return; // somebody may be about to tap there
    list?.replaceChildren(...entries.map(row));
  }

  function row(entry) {
    const line = document.getElementById("kept").content.firstElementChild.cloneNode(true);
    line.dataset.state = entry.state;
    Object.assign(line.querySelector("a"), { href: entry.table, textContent: entry.title });
    line.querySelector(".why").textContent = entry.why;
    line.onclick = ({ target: { name } }) => name === "discard" ? drop(entry.id).then(send) : name && post(entry);
    return line;
  }

  // A form that came from the server is counted on; never one that somebody is filling in.
  async function look() {
    const form = entryForm(), next = document.querySelector("[data-next]");
    const fresh = form && form.elements.slot.value !== known;
    if (fresh) pristine = form.cloneNode(true); // at once, before anything is tapped
    const entries = await kept();
    if (next) seen(next.dataset.table, +next.dataset.next);
    for (const { id, submission } of entries) if (location.hash === `#${submission}`) await drop(id); // see conflict.html
    if (fresh && !form.matches(".answered")) countOn(form, entries);
    known = form?.elements.slot.value;
    await refresh();
  }

  // The way back to a table that cannot be fetched, but is still there.
  addEventListener("click", event => {
    if (!failures || event.target.closest("a")?.href !== document.referrer) return;
    event.preventDefault();
    history.back();
  });

  const opened = () => look().then(send, send);
  opened();
  addEventListener("online", opened);
  addEventListener("beforeunload", () => leaving = Date.now());
  addEventListener("pageshow", () => leaving = document.querySelectorAll("[aria-busy]").forEach(form => form.ariaBusy = null));
  addEventListener("visibilitychange", opened);
  addEventListener("live:refreshed", opened);
  addEventListener("input", () => done = 0);
  navigator.serviceWorker?.register("/sw.js"); // over https
}
