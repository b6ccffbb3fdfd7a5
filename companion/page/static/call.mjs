// Alerts the player: the phone vibrates, rings if wanted, and keeps its screen on where it can.
import { h, put } from "./dom.mjs";
import { say } from "./say.mjs";

const SHAKE = [140, 80, 140]; // ms
const NOTES = [[523.25, 0], [659.25, 0.16], [783.99, 0.32]]; // Hz, and seconds from now
const STEPS = [0, 2, 4, 7, 9, 12]; // half tones from the first seat's notes to those of each seat
const DIM = {
  insecure: say(
    "The screen may go dark: browsers keep it on only for https and for the machine that serves. Let this device's own screen timeout be long."),
  unable: say("The screen may go dark: this browser cannot keep it on."),
  refused: say(
    "The screen may go dark: this device does not let the page keep it on now, perhaps to save its battery."),
};

// Choose the language of this device: kept in a cookie, so that every answer comes in it.
function languages() {
  const there = (document.documentElement.dataset.languages ?? "").split(" ");
  const chosen = /(?:^|; )language=(\w+)/.exec(document.cookie)?.[1] ?? "";
  const choose = ({ target }) => {
    document.cookie = `language=${target.value}; path=/; max-age=${target.value ? 31536000 : 0}; samesite=strict`;
    location.reload();
  };
  return there.length > 1 && h("label", { class: "switch" }, say("Language"), " ",
    h("select", { id: "language", onchange: choose },
    h("option", { value: "" }, say("As this device is set")),
    there.map((code) => h("option", { value: code, lang: code, selected: code === chosen },
          new Intl.DisplayNames([code], { type: "language" }).of(code)))));
}

// Return the notes of a seat: the first, and its fifth.
const notesOf = (seat) => [0, 7].map((up, i) => [392 * 2 ** ((STEPS[seat % STEPS.length] + up) / 12), 0.14 * i]);

const mine = (view) => view.live && !view.over && view.you.place === view.turn;

export class Call {
  constructor(root) {
    this.root = root;
    this.lock = null;
    this.why = "";
    this.context = null; // the audio context, once allowed
    document.addEventListener("visibilitychange", () => this.stayAwake());
    // browsers allow sound only after a touch
    addEventListener("pointerdown", () => {
      if (this.wants("sound", false) || this.wants("voices", false)) this.audio();
    });
    this.draw();
    this.stayAwake();
  }

  wants(name, otherwise) {
    return (localStorage.getItem(name) ?? (otherwise ? "on" : "off")) === "on";
  }

  draw() {
    const box = (name, text, otherwise, changed) => h("label", { class: "switch" },
      h("input", { type: "checkbox", checked: this.wants(name, otherwise), onchange: (event) => {
        localStorage.setItem(name, event.target.checked ? "on" : "off");
        changed(event.target.checked);
      } }), text);
    this.more = h("div", { class: "buttons" });
    this.line = h("p", { class: "soft", role: "status" });
    put(this.root, h("details", {}, h("summary", {}, h("h2", {}, say("This device"))),
      box("sound", say("A sound when it is your turn"), false, (on) => { if (on) this.ring(NOTES); }),
      box("voices", say("A sound at every turn: each player has notes"), false, (on) => {
        if (on) this.ring(notesOf(this.turn ?? 0));
      }),
      navigator.vibrate && matchMedia("(pointer: coarse)").matches
        && box("shake", say("It shakes when it is your turn"), true, (on) => { if (on) navigator.vibrate(SHAKE); }),
      box("awake", say("The screen stays on"), true, () => this.stayAwake()), languages(), this.more), this.line);
  }

  // Compare a view with the one before: has our turn just begun? `more` is what else this device can do.
  show(view, before, more) {
    this.root.hidden = false;
    this.turn = view.turn;
    put(this.more, more);
    if (!before || !view.live || view.over || view.turn === before.turn) return;
    const own = mine(view) && !mine(before);
    if (own && this.wants("shake", true)) navigator.vibrate?.(SHAKE);
    if (own && this.wants("sound", false)) this.ring(NOTES);
    else if (this.wants("voices", false)) this.ring(notesOf(view.turn));
  }

  audio() {
    this.context ??= new AudioContext();
    const session = /** @type {any} */ (navigator).audioSession;
    if (session) session.type = "ambient"; // respects a phone's silent switch
    if (this.context.state === "suspended") this.context.resume();
    return this.context;
  }

  ring(notes) {
    const context = this.audio();
    for (const [pitch, after] of notes) {
      const at = context.currentTime + after,
        tone = new OscillatorNode(context, { type: "triangle", frequency: pitch }),
      loud = new GainNode(context, { gain: 0 });
      loud.gain.setValueAtTime(0, at);
      loud.gain.linearRampToValueAtTime(0.25, at + 0.02);
      loud.gain.exponentialRampToValueAtTime(0.001, at + 0.5);
      tone.connect(loud).connect(context.destination);
      tone.start(at);
      tone.stop(at + 0.5);
    }
  }

  async stayAwake() {
    let why = "";
    if (!this.wants("awake", true)) {
      await this.lock?.release();
    } else if (!isSecureContext) why = "insecure";
    else if (!navigator.wakeLock) why = "unable";
    else if (!document.hidden && (!this.lock || this.lock.released)) {
      this.lock = await navigator.wakeLock.request("screen").catch(() => { why = "refused"; return null; });
    }
    put(this.line, DIM[why] ?? "");
  }
}
