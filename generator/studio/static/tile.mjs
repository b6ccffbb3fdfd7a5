// One face: its picture in mm, cut to its shape; the picture before the last change is kept to be held beside it.
import { h, put, s } from "./dom.mjs";
import { say, sayMany } from "./say.mjs";

let numbered = 0;
const SIDES = { front: () => say("front"), back: () => say("back"), flap: () => say("flap"), page: (n) => say("page {n}", { n }) };

export class Tile {
  // `seen(tile, x, y)` is called where it is clicked, in mm; without a place by keyboard
  constructor(id, seen) {
    this.id = id;
    this.key = this.drawn = this.digest = "";
    this.now = this.before = null; // {url, box}
    this.flaws = [];
    this.folded = 0; // pieces of others that came out the same
    this.clip = `clip-${++numbered}`;
    this.name = h("p", { class: "name" });
    this.wrong = h("ul", { class: "wrong" });
    this.button = h("button", { type: "button", class: "face", onclick: (event) => this.clicked(event, seen) });
    this.element = h("li", { class: "tile", "data-id": id }, this.button, this.name, this.wrong);
    this.element.tile = this;
  }

  // What is known of it before it is drawn.
  take(facts, component) {
    Object.assign(this, { key: facts.key, facts, component });
    const { width, height, base, bleed, clip } = component;
    const high = facts.side === "flap" ? base : height;
    this.size = [width, high];
    this.element.style.setProperty("--w", width);
    this.path = h("span").ownerDocument.createElementNS("http://www.w3.org/2000/svg", "path");
    this.path.setAttribute("d", clip && facts.side !== "flap" ? clip : `M0 0H${width}V${high}H0Z`);
    this.image = s("image", { "clip-path": `url(#${this.clip})`, preserveAspectRatio: "none" });
    this.mark = s("rect", { class: "mark", visibility: "hidden" });
    this.svg = s("svg", { viewBox: `${-bleed / 8} ${-bleed / 8} ${width + bleed / 4} ${high + bleed / 4}`, "aria-hidden": "true" },
      s("clipPath", { id: this.clip }, this.path), s("path", { class: "paper", d: this.path.getAttribute("d") }), this.image, this.mark);
    put(this.button, this.svg);
    this.show(this.now);
    this.label();
  }

  label(alt = this.alt ?? "") {
    this.alt = alt;
    const { pieces, side, number } = this.facts, count = this.facts.count + this.folded;
    const which = `${pieces[0]} ${side === "front" ? "" : SIDES[side](number)}`.trim();
    put(this.name, h("span", {}, which), count > 1 && h("b", {}, `×${count}`));
    this.button.setAttribute("aria-label", `${this.component.title}, ${which}, ${sayMany("{n} piece", "{n} pieces", count)}${alt ? `: ${alt}` : ""}`);
  }

  // A drawing as it came; true where it looks otherwise than the one before.
  async draw(found) {
    this.drawn = this.key;
    this.told(found.faults);
    this.element.classList.toggle("failed", found.faults.length > 0);
    if (found.faults.length || found.digest === this.digest && this.now) return false;
    const url = URL.createObjectURL(new Blob([found.svg], { type: "image/svg+xml" }));
    const picture = new Image();
    picture.src = url;
    await picture.decode().catch(() => null); // so that nothing is blank between the two
    const first = !this.digest;
    if (found.digest !== this.digest) {
      this.forget("before");
      [this.before, this.now] = [first ? null : this.now, null];
    }
    this.forget("now");
    const another = !first && found.digest !== this.digest;
    this.now = { url, box: found.box };
    this.digest = found.digest;
    this.label(found.alt);
    this.show(this.now);
    this.element.dataset.digest = found.digest;
    return another;
  }

  show(picture) {
    if (!picture || !this.image) return;
    const [x, y, width, height] = picture.box;
    for (const [name, value] of Object.entries({ x, y, width, height, href: picture.url })) this.image.setAttribute(name, value);
  }

  // What it looked like before the last change, while that is held.
  hold(held) {
    this.show(held ? this.before ?? this.now : this.now);
  }

  forget(which) {
    if (this[which]) URL.revokeObjectURL(this[which].url);
    this[which] = null;
  }

  // Out of sight its picture is let go; it is asked for again.
  drop() {
    if (!this.now) return;
    this.image.removeAttribute("href");
    this.forget("now");
    this.forget("before");
    this.drawn = "";
  }

  told(faults) {
    this.own = faults;
    put(this.wrong, [...new Set([...faults, ...this.flaws])].slice(0, 4).map((text) => h("li", {}, text)));
  }

  flash() {
    this.element.classList.remove("changed");
    this.element.getBoundingClientRect(); // so that it begins anew
    this.element.classList.add("changed");
  }

  point(box) {
    if (!box) this.mark.setAttribute("visibility", "hidden");
    else for (const [name, value] of Object.entries({ x: box[0], y: box[1], width: box[2], height: box[3], visibility: "visible" })) this.mark.setAttribute(name, value);
  }

  clicked(event, seen) {
    if (!event.detail) return seen(this); // a key
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.svg.getScreenCTM().inverse());
    return seen(this, at.x.toFixed(2), at.y.toFixed(2));
  }
}
