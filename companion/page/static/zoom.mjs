// A picture larger than its frame: pinch and drag, wheel, double tap, keys and buttons; kept on this device.
import { h } from "./dom.mjs";
import { say } from "./say.mjs";

const LARGEST = 6;

export class Zoom {
  // `fit()` draws the picture in the frame at `grown` times its fitting size
  constructor(frame, fit) {
    this.frame = frame;
    this.fit = fit;
    this.grown = this.smallest = 1;
    this.chosen = false; // once somebody has chosen a zoom, it stays
    this.whole = h("button", { type: "button", "aria-label": say("Whole picture"), disabled: true, onclick: () => {
      this.to(this.smallest);
      this.chosen = false;
    } }, "⤢");
    this.buttons = h("div", { class: "zoom" },
      h("button", { type: "button", "aria-label": say("Smaller picture"), onclick: () => this.to(this.grown / 1.5) },
        "−"),
      this.whole,
      h("button", { type: "button", "aria-label": say("Larger picture"), onclick: () => this.to(this.grown * 1.5) },
          "+"));
    this.listen();
  }

  // Use the zoom that this device keeps under a name.
  of(name) {
    if (this.name === name) return;
    this.name = name;
    const { frame } = this, [grown, across, down] = JSON.parse(localStorage.getItem(name) ?? "[1]");
    this.to(grown);
    this.chosen = grown !== 1;
    const wide = frame.scrollWidth - frame.clientWidth;
    if (down === undefined) frame.scrollTo(wide / 2, wide > 0 ? (frame.scrollHeight - frame.clientHeight) / 2 : 0);
    else frame.scrollTo(across * frame.scrollWidth, down * frame.scrollHeight);
  }

  // Where the picture is in the window, as {a: px for each of its units, e: its left, f: its top}.
  get drawn() {
    const svg = /** @type {SVGSVGElement | null} */ (this.frame.firstElementChild);
    return svg?.getScreenCTM();
  }

  // Zoom to `grown` times the fitting size, keeping a point of the window in place.
  to(grown, x = null, y = null) {
    const box = this.frame.getBoundingClientRect();
    const [left, top] = [x ?? box.left + box.width / 2, y ?? box.top + box.height / 2];
    const before = this.drawn;
    this.grown = Math.min(LARGEST, Math.max(this.smallest, grown));
    this.whole.disabled = this.grown === this.smallest;
    this.chosen = true;
    this.fit();
    const after = this.drawn;
    if (!before?.a || !after) return;
    this.frame.scrollBy(after.e + (left - before.e) * after.a / before.a - left,
      after.f + (top - before.f) * after.a / before.a - top);
    this.keep();
  }

  // Bring a part of the picture into view, or as much as there is room for: what can be read stays as large as it is.
  see(x, y, wide, high) {
    if (this.chosen) return;
    const { frame } = this, box = frame.getBoundingClientRect(), { a: scale, e: left, f: top } = this.drawn;
    const aside = (start, long, from, room) => {
      const before = start - from, after = before + long - room;
      if (long <= room) return before >= 0 && after <= 0 ? 0 : (before + after) / 2;
      return before > 0 ? before : Math.min(0, after); // from one edge of it to the other
    };
    const smooth = !matchMedia("(prefers-reduced-motion: reduce)").matches;
    frame.scrollBy({ left: aside(left + x * scale, wide * scale, box.left, frame.clientWidth),
        top: aside(top + y * scale, high * scale, box.top, frame.clientHeight), behavior: smooth ? "smooth" : "auto" });
  }

  keep() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      const { frame, grown } = this;
      if (grown === 1) localStorage.removeItem(this.name);
      else localStorage.setItem(this.name,
        JSON.stringify([grown, frame.scrollLeft / frame.scrollWidth, frame.scrollTop / frame.scrollHeight]));
    }, 300);
  }

  listen() {
    const { frame } = this;
    let pinch = null, drag = null;
    const between = ([a, b]) => ({ x: (a.clientX + b.clientX) / 2, y: (a.clientY + b.clientY) / 2,
        apart: Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY) });
    frame.addEventListener("touchstart", (event) => {
      pinch = event.touches.length === 2 ? { ...between(event.touches), grown: this.grown } : null;
    }, { passive: true });
    frame.addEventListener("touchmove", (event) => {
      if (!pinch || event.touches.length !== 2) return;
      event.preventDefault();
      const now = between(event.touches);
      this.to(pinch.grown * now.apart / pinch.apart, now.x, now.y);
      frame.scrollBy(pinch.x - now.x, pinch.y - now.y);
      Object.assign(pinch, { x: now.x, y: now.y });
    }, { passive: false });
    frame.addEventListener("wheel", (event) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      this.to(this.grown * Math.exp(-event.deltaY / 300), event.clientX, event.clientY);
    }, { passive: false });
    frame.addEventListener("pointerdown", (event) => {
      drag = event.pointerType === "mouse" && event.button === 0 && !event.target.closest(".target.source")
        ? { x: event.clientX, y: event.clientY, moved: false } : null;
    });
    addEventListener("pointermove", (event) => {
      if (!drag) return;
      const [x, y] = [drag.x - event.clientX, drag.y - event.clientY];
      if (!drag.moved && Math.hypot(x, y) < 5) return;
      frame.scrollBy(x, y);
      drag = { x: event.clientX, y: event.clientY, moved: true };
    });
    addEventListener("pointerup", () => setTimeout(() => { drag = null; }));
    // a drag that ends on a place does not choose it
    frame.addEventListener("click", (event) => { if (drag?.moved) event.stopPropagation(); }, { capture: true });
    frame.addEventListener("dblclick", (event) => {
      if (!event.target.closest(".target")) this.to(this.grown > 1 ? this.smallest : 2.5, event.clientX, event.clientY);
    });
    frame.addEventListener("keydown", (event) => {
      const to = { "+": this.grown * 1.5, "=": this.grown * 1.5, "-": this.grown / 1.5, 0: this.smallest }[event.key];
      if (to !== undefined && !event.ctrlKey && !event.metaKey && !event.altKey) this.to(to);
    });
    frame.addEventListener("scroll", () => { if (this.chosen && this.grown > 1) this.keep(); }, { passive: true });
  }
}
