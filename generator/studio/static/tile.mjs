// One face: its picture in mm, cut to its shape; the picture before the last change is kept for comparison.
import { h, put, s } from "./dom.mjs";
import { say, sayMany } from "./say.mjs";

let numbered = 0;
const MOST = 3; // sentences below a face
const SIDES = { front: () => say("front"), back: () => say("back"), flap: () => say("flap"),
  page: (n) => say("page {n}", { n }) };

// Return a fault or a warning as a sentence.
export function sentence({ found, expected, hint }) {
  return say("{found}; expected {expected}", { found, expected }) + (hint ? ` (${hint})` : "");
}

export class Tile {
  // `seen(tile, x, y)` is called when it is clicked, in mm; without a point by keyboard
  constructor(id, seen) {
    this.id = id;
    this.key = this.drawn = this.digest = "";
    this.now = this.before = null; // {url, box}
    this.facts = this.component = null; // its entry in the listing
    this.flaws = [];
    this.altered = this.pending = false; // it has changed since the page was opened; it may have, until it is drawn
    this.alike = [this]; // equal faces shown as one, by this tile; empty for the others
    this.clip = `clip-${++numbered}`;
    this.picture = s("g", { class: "cut-out", "clip-path": `url(#${this.clip})` });
    this.name = h("p", { class: "name" });
    this.wrong = h("ul", { class: "wrong" });
    this.button = h("button", { type: "button", class: "face", onclick: (event) => this.clicked(event, seen) });
    this.element = h("li", { class: "tile", "data-id": id }, this.button, this.name, this.wrong);
  }

  // Take its facts, before it is drawn.
  take(facts, component) {
    Object.assign(this, { key: facts.key, facts, component });
    const { width, height, base, clip, safe } = component;
    const high = facts.side === "flap" ? base : height;
    this.element.style.setProperty("--w", width);
    this.element.dataset.side = facts.side;
    const d = clip && facts.side !== "flap" ? clip : `M0 0H${width}V${high}H0Z`, viewBox = `0 0 ${width} ${high}`;
    if (this.shape !== d + viewBox) {
      this.shape = d + viewBox;
      this.mark = s("rect", { class: "mark", visibility: "hidden" });
      this.svg = s("svg", { viewBox, "aria-hidden": "true" },
        s("clipPath", { id: this.clip }, s("path", { d })), s("path", { class: "shade", d }),
        s("path", { class: "paper", d }), this.picture, s("path", { class: "dim", d }),
        s("path", { class: "line cut", d }),
        facts.side !== "flap" && s("rect", { class: "line safe", x: safe, y: safe, width: Math.max(0, width - 2 * safe),
              height: Math.max(0, high - 2 * safe) }), this.mark);
      put(this.button, this.svg);
    }
    this.label();
  }

  label(alt = this.alt ?? "") {
    this.alt = alt;
    const { pieces, side, number } = this.facts, { count } = this;
    const which = `${pieces[0]} ${side === "front" ? "" : SIDES[side](number)}`.trim();
    put(this.name, h("span", {}, which), count > 1 && h("b", {}, `×${count}`));
    const named = [this.component.title, which, sayMany("{n} piece", "{n} pieces", count)].join(", ");
    this.button.setAttribute("aria-label", alt ? `${named}: ${alt}` : named);
  }

  // Show it for all equal ones; with an empty list, it is shown by another.
  fold(alike) {
    this.folds = this.digest;
    if (alike.length === this.alike.length && alike.every((each, n) => each === this.alike[n])) return;
    this.alike = alike;
    this.element.hidden = this.hidden = alike.length === 0;
    this.label();
  }

  // Return the number of pieces of all that is shown here.
  get count() {
    return this.alike.reduce((sum, each) => sum + each.facts.count, 0);
  }

  // Return the words it can be found by.
  words() {
    const { pieces, side, alt } = this.facts;
    return `${this.component.title} ${pieces.join(" ")} ${side} ${alt ?? this.alt}`.toLowerCase();
  }

  // Return whether it matches the filter.
  meets({ words, component, of, where }) {
    const like = { "": true, changed: this.altered || this.pending,
      wrong: this.flaws.length > 0 || this.own?.length > 0 };
    return (!component || this.facts.component === component) && like[of] && (!where || where.has(this.id))
      && words.every((word) => this.words().includes(word));
  }

  // Take a drawing; return true if it differs from the one before.
  async draw(found) {
    this.drawn = this.key;
    this.pending = false;
    this.showFaults(found.faults);
    this.element.classList.toggle("failed", found.faults.length > 0);
    if (found.faults.length || found.digest === this.digest && this.now) return false;
    const another = this.digest ? found.digest !== this.digest : this.altered; // or it is new
    if (another) {
      this.forget("before");
      this.before = this.now;
    } else this.forget("now");
    this.now = { url: URL.createObjectURL(new Blob([found.svg], { type: "image/svg+xml" })), box: found.box };
    this.digest = found.digest;
    this.altered ||= another;
    this.label(found.alt);
    await this.show(this.now);
    this.element.dataset.digest = found.digest;
    return another;
  }

  // Replace the picture; the old one stays until the new one is loaded.
  async show(picture) {
    if (!picture) return;
    const [x, y, width, height] = picture.box, before = this.image;
    const image = this.image = s("image",
      { class: "seen", x, y, width, height, href: picture.url, preserveAspectRatio: "none" });
    await new Promise((done) => {
      for (const came of ["load", "error"]) image.addEventListener(came, done);
      setTimeout(done, 2000); // for a page in the background
      this.picture.append(image);
    });
    before?.remove();
  }

  // Show the picture before the last change while `held`, else the current one.
  hold(held) {
    this.show(held ? this.before ?? this.now : this.now);
  }

  forget(which) {
    if (this[which]) URL.revokeObjectURL(this[which].url);
    this[which] = null;
  }

  // Release its picture when out of view; it is fetched again later.
  drop() {
    if (!this.now) return;
    this.image?.remove();
    this.image = null;
    this.forget("now");
    this.forget("before");
    this.drawn = "";
  }

  // Show its faults: those found in drawing, until the check is done.
  showFaults(faults) {
    this.own = faults;
    const known = this.flaws.some((flaw) => flaw.fault),
      texts = new Set([...known ? [] : faults, ...this.flaws].map(sentence));
    put(this.wrong, [...texts].slice(0, MOST).map((text) => h("li", {}, text)),
      texts.size > MOST && h("li", {}, sayMany("{n} more", "{n} more", texts.size - MOST)));
  }

  // Mark it as changed; the next listing removes the class, so that each change flashes anew.
  flash() {
    this.element.classList.add("changed");
  }

  point(box) {
    if (!box) this.mark.setAttribute("visibility", "hidden");
    else for (const [name, value] of Object.entries({ x: box[0], y: box[1], width: box[2], height: box[3],
          visibility: "visible" })) this.mark.setAttribute(name, value);
  }

  clicked(event, seen) {
    if (!event.detail) return seen(this); // by a key
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform((this.image ?? this.svg).getScreenCTM()
      .inverse());
    return seen(this, at.x.toFixed(2), at.y.toFixed(2));
  }
}
