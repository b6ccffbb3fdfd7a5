// A small map of the whole picture while only a part is in view: it shows which, and what is lit; a tap goes elsewhere.
import { s } from "./dom.mjs";

const LARGER = 1.25; // a picture so many times as wide as its frame gets a map

export class SmallMap {
  constructor(frame) {
    this.frame = frame;
    this.width = this.height = 0;
    this.here = s("rect", { class: "here" });
    this.lit = s("path", { class: "lit" });
    this.svg = s("svg", { class: "small-map", "aria-hidden": "true", onclick: (event) => this.go(event) },
      s("use", { href: "#lies" }), this.lit, this.here);
    frame.addEventListener("scroll", () => this.show(), { passive: true });
  }

  of({ width, height }) {
    Object.assign(this, { width, height });
    this.svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
  }

  // Draw what is lit: a copy of the board's own places could have the focus.
  light(outlines) {
    this.lit.setAttribute("d", outlines);
  }

  show() {
    const { scrollWidth, scrollHeight, clientWidth, clientHeight, scrollLeft, scrollTop } = this.frame;
    const [across, down] = [this.width / scrollWidth, this.height / scrollHeight];
    this.svg.classList.toggle("off", scrollWidth < LARGER * clientWidth);
    // on the side away from the edge that is in view
    this.svg.classList.toggle("right", 2 * scrollLeft + clientWidth < scrollWidth - 1);
    const box = { x: scrollLeft * across, y: scrollTop * down, width: clientWidth * across,
      height: clientHeight * down };
    for (const [name, value] of Object.entries(box)) this.here.setAttribute(name, value.toFixed(1));
  }

  go(event) {
    const box = this.svg.getBoundingClientRect(), { frame } = this;
    frame.scrollTo((event.clientX - box.left) / box.width * frame.scrollWidth - frame.clientWidth / 2,
      (event.clientY - box.top) / box.height * frame.scrollHeight - frame.clientHeight / 2);
  }
}
