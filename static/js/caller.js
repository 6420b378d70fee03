// Says what happened with the device's own voice: `speech` of the page's status line, once for each
// `call`. Waits until a burst of rounds is over, and is silent while nobody sees the page.
{
  const QUIET = 2500, VOICES_COME = 2000;
  const voices = self.speechSynthesis, note = document.querySelector("[data-no-voice]");
  const language = code => code.toLowerCase().split(/[-_]/)[0];
  let timer, waiting, told = {}; // where a browser refuses to keep it, it is gone with the page
  try {
    told = sessionStorage ?? {};
  } catch {}

  function findVoice() {
    const fitting = voices?.getVoices()
      .filter(({ lang }) => language(lang) === language(document.documentElement.lang)) ?? [];
    return fitting.find(voice => voice.default) ?? fitting[0];
  }

  function say(text) {
    const utterance = new SpeechSynthesisUtterance(text);
    utterance.voice = findVoice();
    utterance.lang = utterance.voice.lang;
    voices.speak(utterance);
  }

  function sayNews() {
    const { call, speech } = live.dataset;
    if (!speech || !findVoice()) return;
    if (voices.speaking) return wait(QUIET / 5);
    told.called = call;
    say(speech);
  }

  function wait(ms) {
    clearTimeout(timer);
    timer = setTimeout(sayNews, ms);
  }

  function listen() {
    for (const part of document.querySelectorAll("[data-caller]")) part.hidden = false;
    const { call, speech } = live?.dataset ?? {};
    if (!speech || call === waiting || call === told.called) return;
    waiting = call;
    wait(QUIET);
  }

  // Drops what was not said by then: it would come too late.
  function fallSilent() {
    clearTimeout(timer);
    voices?.cancel();
  }

  // Once, unless the choices are open anyway: without a voice, what was chosen has no effect.
  function checkVoice() {
    const isOn = note?.closest("form").querySelector("[aria-pressed=true]").value;
    if (!isOn || findVoice()) return;
    note.hidden = false;
    if (told.mute) return;
    told.mute = "said";
    note.closest("details")?.setAttribute("open", "");
  }

  listen();
  addEventListener("live:refreshed", listen);
  addEventListener("visibilitychange", () => document.hidden && fallSilent());
  addEventListener("pagehide", fallSilent);
  // Browsers let a page speak only after a tap on it, so the first one says nothing aloud.
  addEventListener("click", () => findVoice() && say(""), { once: true });
  addEventListener("submit", async event => {
    const { target: form, submitter } = event;
    if (!form.matches(".caller")) return;
    fallSilent();
    if (submitter.value && findVoice()) say(submitter.textContent.trim());
    if (!live) return;
    event.preventDefault(); // or the large screen would no longer be full
    const body = new URLSearchParams(new FormData(form));
    body.append("level", submitter.value);
    await fetch(form.action, { method: "POST", body });
    await refreshPage();
    checkVoice();
  });
  voices?.addEventListener?.("voiceschanged", checkVoice);
  setTimeout(checkVoice, VOICES_COME); // some browsers find their voices late
}
