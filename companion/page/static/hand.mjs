// A hand: dealt by the companion and shown to its seat alone, or told to this phone and to nobody else.
import { dialog, drawn, h, put } from "./dom.mjs";
import { say, sayMany } from "./say.mjs";

export class Hand {
  // deeds: {changed(), fault(told)}: another hand is told; why such a hand cannot be, as {fault, rule}
  constructor(root, deeds) {
    this.root = root;
    this.deeds = deeds;
    this.key = "";
  }

  // What this phone was told, for the game that is shown; kept in this browser, sent along with questions only.
  get told() {
    return this.key ? localStorage.getItem(this.key) ?? "" : "";
  }

  show(view) {
    const { hand } = view;
    this.root.hidden = !hand;
    this.key = hand?.kind === "told" ? `hand ${hand.key}` : "";
    const told = this.told, now = JSON.stringify([hand, told]);
    if (!hand || now === this.shown) return;
    this.shown = now;
    if (hand.kind === "dealt") put(this.root, h("h2", {}, say("Your hand")), cards(hand, hand.cards));
    else {
      put(this.root, h("h2", {}, say("Your hand")),
        told && cards(hand, [...told]),
        hand.fault && h("p", { class: "warn", role: "status" }, hand.fault),
        h("button", { type: "button", id: "tell", onclick: () => this.tell(hand) }, told ? say("It is now …") : say("Tell this phone your hand")),
        !told && h("p", { class: "soft" }, say("Only this phone keeps it. With it, only turns you can make are offered.")));
    }
  }

  // Ask for the hand, card by card or as letters; one that cannot be is not kept.
  tell(hand) {
    const count = new Map(hand.kinds.map((kind) => [kind.letter, 0]));
    const read = (text) => {
      for (const letter of count.keys()) count.set(letter, 0);
      for (const letter of text.toUpperCase()) if (count.has(letter)) count.set(letter, count.get(letter) + 1);
    };
    const letters = () => [...count].map(([letter, number]) => letter.repeat(number)).join("");
    const numbers = new Map();
    const why = h("div", { class: "refused", role: "alert" });
    const sum = h("p", { "aria-live": "polite" });
    const input = h("input", { id: "told", type: "text", autocomplete: "off", autocapitalize: "characters", spellcheck: "false", maxlength: "60", oninput: () => { read(input.value); tally(); } });
    const tally = () => {
      for (const [letter, number] of count) put(numbers.get(letter), String(number));
      put(sum, sayMany("{n} card of {held}", "{n} cards of {held}", letters().length, { held: hand.held }));
      put(why);
    };
    const step = (kind, by) => h("button", { type: "button", "aria-label": by > 0 ? say("One more: {card}", { card: kind.name }) : say("One less: {card}", { card: kind.name }), onclick: () => {
      count.set(kind.letter, Math.max(0, count.get(kind.letter) + by));
      input.value = letters();
      tally();
    } }, by > 0 ? "+" : "−");
    const keep = async (event) => {
      event.preventDefault();
      const told = input.value.trim();
      const { fault, rule } = told ? await this.deeds.fault(told).catch((error) => ({ fault: error.message })) : {};
      if (fault) {
        put(why, h("p", {}, fault), rule && h("p", { class: "rule" }, rule));
        return;
      }
      if (told) localStorage.setItem(this.key, told);
      else localStorage.removeItem(this.key);
      box.close();
      this.deeds.changed();
    };
    for (const kind of hand.kinds) numbers.set(kind.letter, h("b", {}));
    input.value = this.told;
    read(input.value);
    const box = dialog(say("Your hand"),
      h("form", { onsubmit: keep },
        h("ul", { class: "cards telling" }, hand.kinds.map((kind) =>
          h("li", {}, face(kind), h("span", {}, kind.name), h("div", {}, step(kind, -1), numbers.get(kind.letter), step(kind, 1))))),
        h("label", { for: "told" }, say("Or in letters: {cards}", { cards: hand.kinds.map((kind) => `${kind.letter} ${kind.name}`).join(", ") })), input,
        h("div", { class: "keep" }, why, h("div", { class: "buttons" }, sum, h("button", { type: "submit", class: "primary" }, say("Keep"))))));
    tally();
  }
}

// Each card once, with how many there are of it.
function cards(hand, letters) {
  return h("ul", { class: "cards" }, hand.kinds.map((kind) => {
    const number = letters.filter((letter) => letter.toUpperCase() === kind.letter).length;
    return number > 0 && h("li", {}, face(kind), h("span", {}, number > 1 ? `${number} × ${kind.name}` : kind.name));
  }));
}

function face({ letter, face }) {
  if (!face) return h("b", { class: "plain", "aria-hidden": "true" }, letter);
  return drawn(face.body, { class: "face", viewBox: `0 0 ${face.width} ${face.height}`, "aria-hidden": "true" });
}
