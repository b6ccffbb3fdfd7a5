// Back and forth through the game, a link to any turn, and branches from it.
import { h, icon, notice, put } from "./dom.mjs";

export class Scrubber {
  // deeds: {go(ply), live(), branch(), unbranch()}; `link(ply)` is the address of a turn
  constructor(root, deeds) {
    this.root = root;
    this.deeds = deeds;
    const step = (label, shape, to) => h("button", { type: "button", "aria-label": label, onclick: () => deeds.go(to()) }, icon(shape));
    this.range = h("input", { type: "range", min: "0", "aria-label": "Turn", oninput: () => deeds.go(Number(this.range.value)) });
    this.words = h("span", { class: "where" });
    this.extra = h("div", { class: "buttons" });
    const clamp = (ply) => Math.min(this.view.plies, Math.max(0, ply));
    put(root,
      h("div", { class: "scrub" },
        step("To the start", "first", () => 0),
        step("One turn back", "back", () => clamp(this.view.ply - 1)),
        this.range,
        step("One turn on", "on", () => clamp(this.view.ply + 1)),
        step("To the last turn", "last", () => this.view.plies)),
      h("div", { class: "scrub-foot" }, this.words, this.extra));
  }

  show(view) {
    this.view = view;
    this.range.max = view.plies;
    if (document.activeElement !== this.range || this.range.value > view.plies) this.range.value = view.ply;
    const turn = view.line.find((entry) => entry.ply === view.ply && entry.kind === "turn");
    const text = view.ply === 0 ? "Start" : `Turn ${view.ply} of ${view.plies}${turn ? `: ${turn.who ?? ""} ${turn.text}` : ""}`;
    this.range.setAttribute("aria-valuetext", text);
    put(this.words, text);
    const copy = async () => {
      const address = this.deeds.link(view.ply);
      try {
        await navigator.clipboard.writeText(address);
        notice("The link to this turn is copied.");
      } catch {
        notice(address);
      }
    };
    put(this.extra,
      !view.live && this.deeds.live && h("button", { type: "button", class: "primary", onclick: this.deeds.live }, "Back to the table"),
      this.deeds.branch && !view.branch && !view.over && h("button", { type: "button", class: "quiet", onclick: this.deeds.branch }, "What if …"),
      view.branch?.length > 0 && h("button", { type: "button", class: "quiet", onclick: this.deeds.unbranch }, "Take one back"),
      this.deeds.link && h("button", { type: "button", class: "quiet", onclick: copy }, "Link to here"));
  }
}
