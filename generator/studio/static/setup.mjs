// A seed's deal: the faces by place and by hand, and another seed at a key press.
import { announce, h, put } from "./dom.mjs";
import { say } from "./say.mjs";
import { ask } from "./server.mjs";

const SEEDS = 10000, SCALE = 1.4; // pixels for a mm
const WAITING = "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'/>"; // until a face is drawn

export class Setup {
  constructor() {
    this.drawings = new Map();
    this.players = h("input", { type: "number", id: "players", step: "1", onchange: () => this.deal() });
    this.seed = h("input", { type: "text", id: "seed", inputmode: "numeric", value: "1", spellcheck: "false",
        autocomplete: "off", "aria-describedby": "setup-wrong", onchange: () => this.deal() });
    this.wrong = h("p", { id: "setup-wrong", class: "wrong-option", role: "status" });
    this.places = h("div", { class: "places" });
    this.asking = h("div", { class: "buttons" }, h("label", { class: "size" }, say("Players"), this.players),
      h("label", { class: "size" }, say("Seed"), this.seed),
      h("button", { type: "button", title: say("Or press S"), onclick: () => this.another() }, say("Another seed")));
    this.element = h("section", { id: "setup", "aria-label": say("Setup"), hidden: true }, this.asking, this.wrong,
      this.places);
  }

  enter({ players }) {
    this.asking.hidden = !players;
    if (!players) return put(this.places, h("p", { class: "wait" }, say("A seed deals nothing in this game.")));
    const [least, most] = players, now = Number(this.players.value || least);
    Object.assign(this.players, { min: least, max: most, value: Math.min(most, Math.max(least, now)) });
    this.deal();
  }

  another() {
    if (this.asking.hidden) return;
    this.seed.value = String(Math.floor(Math.random() * SEEDS));
    this.deal();
    announce(say("Seed {seed}", { seed: this.seed.value }));
  }

  async deal() {
    const asked = this.asked = {};
    let found = null, wrong = "";
    try {
      found = await ask("/api/setup", { players: this.players.value, seed: this.seed.value.trim() });
    } catch (error) {
      wrong = error.message;
    }
    if (asked !== this.asked) return;
    put(this.wrong, wrong);
    this.seed.setAttribute("aria-invalid", String(wrong !== ""));
    if (!found) return;
    const keys = new Set(found.places.flatMap(({ stacks }) =>
        stacks.flatMap(({ pieces }) => pieces.map(({ key }) => key))));
    for (const key of [...this.drawings.keys()].filter((each) => !keys.has(each))) {
      this.drawings.get(key).then((url) => URL.revokeObjectURL(url));
      this.drawings.delete(key);
    }
    put(this.places,
      found.places.map((place) => h("section", {}, h("h2", {}, this.named(place)),
          h("ol", { class: "stacks" }, place.stacks.map((stack) => this.stack(stack))))),
      h("ul", { class: "soft" }, found.notes.map((note) => h("li", {}, note))));
  }

  named({ name, player }) {
    return !player ? name : name ? say("Player {n}: {place}", { n: player, place: name })
      : say("Player {n}", { n: player });
  }

  // A stack, its top piece first and largest.
  stack({ label, pieces }) {
    return h("li", {}, pieces.length === 0 && h("span",
        { class: "empty-space", role: "img", "aria-label": say("empty") }),
      pieces.map((piece, depth) => this.picture(piece, depth)), label && h("span", { class: "soft" }, label));
  }

  picture({ piece, id, key, size }, depth) {
    const [width, height] = size.map((side) => Math.round((depth ? 0.5 : 1) * SCALE * side));
    const image = h("img", { alt: depth ? say("under it: {piece}", { piece }) : piece, title: piece, width, height,
        src: WAITING });
    this.drawing(id, key).then((url) => { image.src = url; }, () => image.classList.add("failed"));
    return image;
  }

  // Fetch each face once, however often it is dealt.
  drawing(id, key) {
    if (!this.drawings.has(key))
      this.drawings.set(key, ask("/api/piece", { id, key })
      .then(({ svg }) => URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }))));
    return this.drawings.get(key);
  }
}
