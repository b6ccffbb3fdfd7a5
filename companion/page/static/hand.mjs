// A hand: dealt by the companion and shown to its seat alone, or typed on this phone and known to it alone.
import { dialog, drawn, h, put } from "./dom.mjs";
import { say, sayMany } from "./say.mjs";

export class Hand {
  // deeds: {changed(), fault(typed), chosen(choices), dropped(choices, x, y), can()}: another hand is typed; its fault,
  // as {fault, rule}; one of its cards is tapped, or dragged to a point of the window; what can be tapped, in words
  constructor(root, deeds) {
    this.root = root;
    this.deeds = deeds;
    this.key = "";
    this.offered = [];
    this.plan = null;
  }

  // Return the hand typed on this phone for this game; this browser keeps it, and sends it only with questions.
  get typed() {
    return this.key ? localStorage.getItem(this.key) ?? "" : "";
  }

  show(view) {
    const { hand } = view;
    this.root.hidden = !hand;
    this.key = hand?.kind === "typed" ? `hand ${hand.key}` : "";
    const typed = this.typed, now = JSON.stringify([hand, typed]);
    if (!hand || now === this.shown) return;
    this.shown = now;
    if (hand.kind === "dealt") put(this.root, h("h2", {}, say("Your hand")), this.cards(hand, hand.cards));
    else {
      put(this.root, h("h2", {}, say("Your hand")),
        typed && this.cards(hand, parted(typed, hand)),
        hand.fault && h("p", { class: "warn", role: "status" }, hand.fault),
        h("button", { type: "button", id: "tell", onclick: () => this.tell(hand) },
          typed ? say("Change my hand …") : say("Enter your hand here")),
        !typed && h("p", { class: "soft" }, say("It stays on this phone, which then offers only turns you can make.")));
    }
    this.offer(this.offered);
  }

  // Cards that a choice names can be tapped or dragged to their goal; any other tap, and a long press, enlarges.
  offer(choices, plan = this.plan) {
    Object.assign(this, { offered: choices, plan });
    for (const card of this.root.querySelectorAll("button.card")) {
      const { places, letter } = card.dataset, at = places.split(" ");
      const here = choices.filter((choice) => (choice.card ? choice.card === letter
          : choice.place && at.includes(choice.place)));
      card.classList.toggle("live", here.length > 0);
      card.setAttribute("aria-pressed", String(plan?.choice?.card === letter));
      card.onclick = () => {
        if (!card.dragged) here.length ? this.deeds.chosen(here) : enlarge(card, this.deeds.can?.());
      };
      draggable(card, here.length > 0, (x, y) => this.deeds.dropped(here, x, y));
    }
  }

  // Return whether there is a card of that letter to tap.
  holds(letter) {
    return Boolean(letter && this.root.querySelector(`button.card[data-letter="${letter}"]`));
  }

  // Return each different card once, with its number.
  cards(hand, held) {
    const same = (card, kind) => card.toLowerCase() === kind.letter.toLowerCase();
    return h("ul", { class: "cards" }, hand.kinds.map((kind) => {
      const number = held.filter((card) => same(card, kind)).length;
      const name = number > 1 ? `${number} × ${kind.name}` : kind.name;
      const shown = [face(kind), h("span", { class: "unseen" }, name),
        number > 1 && h("b", { class: "times", "aria-hidden": "true" }, `×${number}`)];
      const places = (hand.places ?? []).filter((_, i) => held[i] && same(held[i], kind)).join(" ");
      return number > 0 && h("li", {},
        h("button", { type: "button", class: "card", "data-places": places, "data-letter": kind.letter }, shown));
    }));
  }

  // Ask for the hand, card by card or as letters; an impossible one is not kept.
  tell(hand) {
    const count = new Map(hand.kinds.map((kind) => [kind.letter, 0]));
    const read = (text) => {
      for (const letter of count.keys()) count.set(letter, 0);
      for (const card of parted(text, hand)) {
        const kind = hand.kinds.find((one) => one.letter.toLowerCase() === card.toLowerCase());
        if (kind) count.set(kind.letter, count.get(kind.letter) + 1);
      }
    };
    const all = () => [...count].flatMap(([letter, number]) => Array(number).fill(letter));
    const numbers = new Map();
    const why = h("div", { class: "refused", role: "alert" });
    const sum = h("p", { "aria-live": "polite" });
    const input = h("input", { id: "typed", type: "text", autocomplete: "off", autocapitalize: "characters",
        spellcheck: "false", maxlength: "600", oninput: () => { read(input.value); tally(); } });
    const tally = () => {
      for (const [letter, number] of count) put(numbers.get(letter), String(number));
      put(sum, sayMany("{n} card of {held}", "{n} cards of {held}", all().length, { held: hand.held }));
      put(why);
    };
    const step = (kind, by) => h("button",
      { type: "button", "aria-label": by > 0 ? say("One more: {card}", { card: kind.name })
      : say("One less: {card}", { card: kind.name }), onclick: () => {
      count.set(kind.letter, Math.max(0, count.get(kind.letter) + by));
      input.value = all().join(hand.apart);
      tally();
    } }, by > 0 ? "+" : "−");
    const keep = async (event) => {
      event.preventDefault();
      const typed = input.value.trim();
      const { fault, rule } = typed ? await this.deeds.fault(typed).catch((error) => ({ fault: error.message })) : {};
      if (fault) {
        put(why, h("p", {}, fault), rule && h("p", { class: "rule" }, rule));
        return;
      }
      if (typed) localStorage.setItem(this.key, typed);
      else localStorage.removeItem(this.key);
      box.close();
      this.deeds.changed();
    };
    for (const kind of hand.kinds) numbers.set(kind.letter, h("b", {}));
    input.value = this.typed;
    read(input.value);
    const box = dialog(say("Your hand"),
      h("form", { onsubmit: keep },
        h("ul", { class: "cards telling" }, hand.kinds.map((kind) =>
          h("li", {}, face(kind), h("span", {}, kind.name),
                h("div", {}, step(kind, -1), numbers.get(kind.letter), step(kind, 1))))),
        h("label", { for: "typed" }, say("Or in letters: {cards}",
            { cards: hand.kinds.map((kind) => `${kind.letter} ${kind.name}`).join(", ") })), input,
        h("div", { class: "keep" }, why, h("div", { class: "buttons" }, sum,
              h("button", { type: "submit", class: "primary" }, say("Keep"))))));
    tally();
  }
}

// Return the cards of a typed hand: its letters, or its words.
function parted(typed, hand) {
  return hand.apart ? typed.split(hand.apart).filter(Boolean) : [...typed];
}

// A card as large as it can be; `can` says what to tap instead.
function enlarge(card, can = "") {
  const large = card.querySelector(".face, .plain").cloneNode(true);
  large.classList.add("large");
  dialog(card.querySelector(".unseen").textContent, large, can && h("p", {}, can));
}

const LONG = 500; // ms of a press that enlarges

// A picture of what is dragged follows the finger until it is dropped at a point of the window. A long press enlarges.
function draggable(card, moves, dropped) {
  card.oncontextmenu = (event) => event.preventDefault();
  card.onpointerdown = (event) => {
    let ghost = null;
    card.dragged = false;
    const timer = setTimeout(() => { if (!ghost) { card.dragged = true; enlarge(card); } }, LONG);
    const { x, y } = card.getBoundingClientRect(), from = { x: event.clientX, y: event.clientY };
    card.setPointerCapture(event.pointerId);
    card.onpointermove = (to) => {
      const [right, down] = [to.clientX - from.x, to.clientY - from.y];
      if (!ghost && (!moves || card.dragged || Math.hypot(right, down) < 8)) return;
      if (!ghost) {
        ghost = card.cloneNode(true);
        ghost.classList.add("ghost");
        document.body.append(ghost);
      }
      ghost.style.translate = `${x + right}px ${y + down}px`;
    };
    card.onpointerup = card.onpointercancel = (to) => {
      card.onpointermove = card.onpointerup = card.onpointercancel = null;
      clearTimeout(timer);
      card.dragged = card.dragged || Boolean(ghost);
      ghost?.remove();
      if (ghost && to.type === "pointerup") dropped(to.clientX, to.clientY);
    };
  };
}

function face({ letter, face }) {
  if (!face) return h("b", { class: "plain", "aria-hidden": "true" }, letter);
  return drawn(face.body, { class: "face", viewBox: `0 0 ${face.width} ${face.height}`, "aria-hidden": "true" });
}
