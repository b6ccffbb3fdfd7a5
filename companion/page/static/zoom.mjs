// A picture larger than its frame: pinch and drag, wheel, double tap, keys and buttons; kept on this device.
import { h } from "./dom.mjs";
import { say } from "./say.mjs";

const LARGEST = 6;

export class Zoom {
  // `fit()` draws the picture in the frame `grown` times as large as it fits
  constructor(frame, fit) {
    this.frame = frame;
    this.fit = fit;
    this.grown = 1;
    this.whole = h("button", { type: "button", "aria-label": say("Whole picture"), disabled: true, onclick: () => this.to(1) }, "⤢");
    this.buttons = h("div", { class: "zoom" },
      h("button", { type: "button", "aria-label": say("Smaller picture"), onclick: () => this.to(this.grown / 1.5) }, "−"),
      this.whole,
      h("button", { type: "button", "aria-label": say("Larger picture"), onclick: () => this.to(this.grown * 1.5) }, "+"));
    this.listen();
  }

  // Take up what this device keeps under a name.
  of(name) {
    if (this.name === name) return;
    this.name = name;
    const [grown, across, down] = JSON.parse(localStorage.getItem(name) ?? "[1, 0, 0]");
    this.to(grown);
    this.frame.scrollTo(across * this.frame.scrollWidth, down * this.frame.scrollHeight);
  }

  // So many times as large, with what lies at a point of the window staying there.
  to(grown, x = null, y = null) {
    const box = this.frame.getBoundingClientRect();
    const [left, top] = [x ?? box.left + box.width / 2, y ?? box.top + box.height / 2];
    const before = this.frame.firstElementChild?.getBoundingClientRect();
    this.grown = Math.min(LARGEST, Math.max(1, grown));
    this.whole.disabled = this.grown === 1;
    this.fit();
    const after = this.frame.firstElementChild?.getBoundingClientRect();
    if (!before?.width || !after) return;
    this.frame.scrollBy(after.left + (left - before.left) * after.width / before.width - left, after.top + (top - before.top) * after.height / before.height - top);
    this.keep();
  }

  keep() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      const { frame, grown } = this;
      if (grown === 1) localStorage.removeItem(this.name);
      else localStorage.setItem(this.name, JSON.stringify([grown, frame.scrollLeft / frame.scrollWidth, frame.scrollTop / frame.scrollHeight]));
    }, 300);
  }

  listen() {
    const { frame } = this;
    let pinch = null, drag = null;
    const between = ([a, b]) => ({ x: (a.clientX + b.clientX) / 2, y: (a.clientY + b.clientY) / 2, apart: Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY) });
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
      drag = event.pointerType === "mouse" && event.button === 0 && this.grown > 1 ? { x: event.clientX, y: event.clientY, moved: false } : null;
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
      if (!event.target.closest(".target")) this.to(this.grown > 1 ? 1 : 2.5, event.clientX, event.clientY);
    });
    frame.addEventListener("keydown", (event) => {
      const to = { "+": this.grown * 1.5, "=": this.grown * 1.5, "-": this.grown / 1.5, 0: 1 }[event.key];
      if (to !== undefined && !event.ctrlKey && !event.metaKey && !event.altKey) this.to(to);
    });
    frame.addEventListener("scroll", () => { if (this.grown > 1) this.keep(); }, { passive: true });
  }
}
