// Sounds and vibration for what a page celebrates. Loaded only if one of them is on.
{
  const { feedback } = document.currentScript.dataset;
  // Notes in semitones above A4, and milliseconds of vibration and pauses.
  const MOMENTS = {
    win: [[0, 4, 7, 12, 7, 12], [60, 40, 60, 40, 160]],
    record: [[7, 11, 14], [40, 40, 90]],
    lead: [[3, 10], [40]],
    time: [[-5, -5], [80, 60, 80]],
    other: [[0, 5, 9, 12], [30, 30, 30, 30, 60]],
  };
  const STEP = .13; // seconds from one note to the next
  let context;

  function playNote(note, start) {
    const oscillator = context.createOscillator(), volume = context.createGain();
    oscillator.type = "triangle";
    oscillator.frequency.value = 440 * 2 ** (note / 12);
    volume.gain.setValueAtTime(0, start);
    volume.gain.linearRampToValueAtTime(.16, start + .01);
    volume.gain.exponentialRampToValueAtTime(.001, start + .35);
    oscillator.connect(volume).connect(context.destination);
    oscillator.start(start);
    oscillator.stop(start + .35);
  }

  // A browser that has not been touched yet stays silent: a sound that comes late explains nothing.
  function playSounds(notes) {
    context ??= new AudioContext();
    const start = () => notes.forEach((note, n) => playNote(note, context.currentTime + n * STEP));
    const asked = Date.now();
    context.resume().then(() => Date.now() - asked < 500 && start());
  }

  function give(kind) {
    const [notes, pattern] = MOMENTS[kind] ?? MOMENTS.other;
    if (feedback.includes("sounds") && self.AudioContext) playSounds(notes);
    if (feedback.includes("vibration") && navigator.userActivation?.hasBeenActive)
      navigator.vibrate?.(pattern);
  }

  addEventListener("celebrate", ({ detail: { marks } }) => {
    if (marks[0]) give(marks.at(-1).split(":")[0]); // the greatest is the last
  });
  addEventListener("turn:over", () => give("time"));
  // On the home page: the feedback that was just turned on.
  if (location.hash === "#feedback") {
    history.replaceState(null, "", location.pathname);
    give("lead");
  }
}
