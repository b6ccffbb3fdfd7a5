// Back and forth through the game, a link to any turn, branches from it, and replay of a finished game.
import { h, icon, notice, put } from "./dom.mjs";
import { number, say } from "./say.mjs";

const PACE = 1800; // ms for each turn

export class Scrubber {
  // deeds: {go(ply, glance), live(), branch(), unbranch()}; `link(ply)` is the address of a turn; a glance leaves no
  // history
  constructor(root, deeds) {
    this.root = root;
    this.deeds = deeds;
    const step = (label, shape, to) => h("button",
      { type: "button", "aria-label": label, onclick: () => { this.stop(); deeds.go(to()); } }, icon(shape));
    let dragged = false;
    this.range = h("input", { type: "range", min: "0", "aria-label": say("Turn"),
      oninput: () => { this.stop(); deeds.go(Number(this.range.value), dragged); dragged = true; },
      onchange: () => { dragged = false; } });
    this.play = h("button", { type: "button", id: "play", onclick: () => (this.playing ? this.stop() : this.start()) });
    this.pace = h("select", { "aria-label": say("How fast it plays") },
      [0.5, 1, 2, 4].map((times) => h("option", { value: times, selected: times === 1 }, `${number(times)} ×`)));
    this.self = h("div", { class: "self" }, this.play, this.pace);
    this.stop();
    this.words = h("span", { class: "where" });
    this.extra = h("div", { class: "buttons" });
    const clamp = (ply) => Math.min(this.view.plies, Math.max(0, ply));
    put(root,
      h("div", { class: "scrub" },
        step(say("To the start"), "first", () => 0),
        step(say("One turn back"), "back", () => clamp(this.view.ply - 1)),
        this.range,
        step(say("One turn on"), "on", () => clamp(this.view.ply + 1)),
        step(say("To the last turn"), "last", () => this.view.plies), this.self),
      h("div", { class: "scrub-foot" }, this.words, this.extra));
  }

  // Play turn after turn, from the start if the end is shown.
  async start() {
    this.playing = true;
    this.label(say("Pause"), "pause");
    let ply = this.view.ply < this.view.plies ? this.view.ply : -1;
    while (this.playing && ++ply <= this.view.plies) {
      await this.deeds.go(ply, true);
      await new Promise((done) => { this.next = setTimeout(done, PACE / this.pace.value); });
    }
    this.stop();
  }

  stop() {
    this.playing = false;
    this.label(say("Play the game"), "on");
  }

  label(text, shape) {
    this.play.setAttribute("aria-label", text);
    put(this.play, icon(shape));
  }

  show(view) {
    this.view = view;
    this.self.hidden = !view.finished || Boolean(view.branch);
    this.range.max = view.plies;
    if (document.activeElement !== this.range || this.range.value > view.plies) this.range.value = view.ply;
    const turn = view.line.find((entry) => entry.ply === view.ply && entry.kind === "turn");
    const of = { ply: view.ply, plies: view.plies, turn: turn?.says };
    const text = view.ply === 0 ? say("Start") : turn ? say("Turn {ply} of {plies}: {turn}", of)
      : say("Turn {ply} of {plies}", of);
    this.range.setAttribute("aria-valuetext", text);
    put(this.words, text);
    const copy = async () => {
      const address = this.deeds.link(view.ply);
      try {
        await navigator.clipboard.writeText(address);
        notice(say("The link to this turn is copied."));
      } catch {
        notice(address);
      }
    };
    put(this.extra,
      !view.live && this.deeds.live && h("button", { type: "button", class: "primary", onclick: this.deeds.live },
        say("Back to the table")),
      this.deeds.branch && !view.branch && !view.over
        && h("button", { type: "button", class: "quiet", onclick: this.deeds.branch }, say("What if …")),
      view.branch?.length > 0 && h("button", { type: "button", class: "quiet", onclick: this.deeds.unbranch },
        say("Take one back")),
      this.deeds.link && h("button", { type: "button", class: "quiet", onclick: copy }, say("Link to here")));
  }
}
