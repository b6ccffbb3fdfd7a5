// A hand: dealt by the companion and shown to its seat alone, or told to this phone and to nobody else.
import { h, put } from "./dom.mjs";

export class Hand {
  constructor(root, changed) {
    this.root = root;
    this.changed = changed;
    this.key = "";
  }

  // What this phone was told, for the game that is shown; kept in this browser, sent along with previews only.
  get told() {
    return this.key ? localStorage.getItem(this.key) ?? "" : "";
  }

  show(view) {
    const { hand } = view;
    this.root.hidden = !hand;
    this.key = hand?.kind === "told" ? `hand ${hand.key}` : "";
    if (!hand) return;
    if (hand.kind === "dealt") {
      put(this.root, h("h2", {}, "Your hand"), cards(hand.cards));
      return;
    }
    const told = this.told;
    const input = h("input", { id: "told", type: "text", value: told, autocomplete: "off", autocapitalize: "characters", spellcheck: "false", maxlength: "60", "aria-describedby": "told-note" });
    const keep = (event) => {
      event.preventDefault();
      if (input.value.trim()) localStorage.setItem(this.key, input.value.trim());
      else localStorage.removeItem(this.key);
      this.changed();
    };
    put(this.root, h("h2", {}, "Your hand"),
      hand.fault && h("p", { class: "warn", role: "status" }, hand.fault),
      told && cards([...told]),
      h("form", { class: "line", onsubmit: keep },
        h("label", { for: "told" }, told ? "It is now" : "Tell this phone"), input,
        h("button", { type: "submit" }, "Keep")),
      h("p", { class: "soft", id: "told-note" }, "Only this phone keeps it. With it, only turns you can make are offered."));
  }
}

function cards(list) {
  return h("ul", { class: "cards" }, list.map((card) => h("li", {}, card)));
}
