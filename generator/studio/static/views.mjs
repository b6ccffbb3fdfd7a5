// Which faces are shown, and how: by component or condition, cut badly, at printed size.
import { announce, at, dialog, h, put, rules, s } from "./dom.mjs";
import { number, say } from "./say.mjs";
import { ask } from "./server.mjs";

const BANK = { width: 85.6, height: 54 }; // mm: a bank card, by ISO 7810
const USUAL = 96 / 25.4; // CSS pixels in a mm
const SCREEN = 50, ARM = 70; // cm from the eye: the screen, and a card on the table

// Filters beside the search: one component, those that changed or lack something, those whose fields meet a condition.
export class Filters {
  constructor(faces) {
    this.faces = faces;
    this.kept = JSON.parse(sessionStorage.getItem("shown") ?? "null");
    this.components = h("select", { id: "component", "aria-label": say("Component"),
        onchange: () => this.sift({ component: this.components.value }) });
    this.of = h("select", { id: "of", "aria-label": say("Which faces"),
        onchange: () => this.sift({ of: this.of.value }) },
      h("option", { value: "" }, say("All faces")), h("option", { value: "changed" }, say("Changed ones")),
        h("option", { value: "wrong" }, say("With faults or warnings")));
    this.where = h("input", { type: "text", id: "where", placeholder: say("Where: cost > 2"),
        "aria-label": say("Faces whose fields meet a condition"), "aria-describedby": "met", spellcheck: "false",
        autocapitalize: "off", onchange: () => this.meeting() });
    this.met = h("output", { id: "met", class: "soft" });
    this.controls = [this.components, this.of, this.where];
  }

  sift(asked) {
    this.faces.sift(asked);
    const { component, of } = this.faces.asked;
    sessionStorage.setItem("shown", JSON.stringify({ component, of }));
    this.tell();
  }

  // Take a listing: the components, and what meets the condition now.
  take(view) {
    const names = view.components.map(({ name, title }) => h("option", { value: name }, title)),
      chosen = this.components.value;
    put(this.components, h("option", { value: "" }, say("All components")), names);
    this.components.value = view.components.some(({ name }) => name === chosen) ? chosen : "";
    if (this.components.value !== chosen) this.sift({ component: "" });
    if (this.kept) this.restore(view);
    if (this.where.value.trim()) this.meeting();
    else this.tell();
  }

  // Restore what was chosen before a reload.
  restore(view) {
    const { component, of } = this.kept;
    this.kept = null;
    this.of.value = of;
    if (view.components.some(({ name }) => name === component)) this.components.value = component;
    this.sift({ component: this.components.value, of });
  }

  async meeting() {
    const condition = this.where.value.trim();
    let tiles = null, wrong = "";
    try {
      if (condition) tiles = new Set((await ask("/api/where", { condition })).tiles);
    } catch (error) {
      wrong = error.message;
    }
    if (condition !== this.where.value.trim()) return;
    this.where.setAttribute("aria-invalid", String(wrong !== ""));
    this.sift({ where: tiles });
    if (wrong) {
      put(this.met, wrong);
      announce(wrong);
    }
  }

  tell() {
    const { words, component, of, where } = this.faces.asked;
    put(this.met, (words.length || component || of || where) && say("Shown: {n}", { n: this.faces.shown() }));
  }
}

// Show faces as a knife that is off leaves them: fronts to one side, backs to the other.
export function miscut() {
  const shown = h("output", { for: "miscut" });
  const slider = h("input", { type: "range", id: "miscut", min: "-3", max: "3", step: "0.1", value: "0",
      oninput: () => moved() });
  function moved() {
    const off = Number(slider.value), text = say("{n} mm", { n: number(off) });
    const by = (side, x) => `.tile[data-side="${side}"] :is(.seen,.mark){transform:translate(${x}px,${off}px)}`;
    rules("miscut", off && by("front", off) + by("flap", off) + by("back", -off));
    slider.setAttribute("aria-valuetext", text);
    put(shown, text);
  }
  moved();
  return h("label", { class: "size" }, say("Simulate a miscut"), slider, shown);
}

// Show faces at printed size, or as they look on the table; a screen is measured with a bank card, and that is
// remembered.
export function real() {
  const choose = h("select", { id: "real", "aria-label": say("How large"),
      onchange: () => (choose.value && !localStorage.getItem("screen") ? measure() : shown()) },
    h("option", { value: "" }, say("As the slider says")), h("option", { value: "real" }, say("Real size")),
      h("option", { value: "arm" }, say("At arm’s length")));
  const again = h("button", { type: "button", class: "quiet", id: "measure", onclick: () => measure() },
    say("Measure the screen"));
  // screen pixels in a mm, so that the browser's own zoom does not matter
  const pixels = () => Number(localStorage.getItem("screen") ?? USUAL * devicePixelRatio) / devicePixelRatio;

  function shown() {
    at("faces").classList.toggle("real", choose.value !== "");
    if (choose.value) at("faces").style.setProperty("--scale",
      String(pixels() * (choose.value === "arm" ? SCREEN / ARM : 1)));
    else at("scale").dispatchEvent(new Event("input"));
  }

  function measure() {
    const outline = s("rect", { width: BANK.width, height: BANK.height, rx: 3.2 });
    const card = s("svg", { class: "bank", viewBox: `0 0 ${BANK.width} ${BANK.height}`, role: "img",
        "aria-label": say("A bank card") }, outline);
    const slider = h("input", { type: "range", id: "bank", min: "2", max: "12", step: "0.01", value: String(pixels()),
        oninput: () => sized() });
    function sized() {
      card.setAttribute("width", String(BANK.width * Number(slider.value)));
      card.setAttribute("height", String(BANK.height * Number(slider.value)));
    }
    sized();
    const box = dialog(say("Measure the screen"),
      h("p", {}, say("Hold a bank card against the screen, and move the slider until the one drawn is as large.")),
      card,
      h("label", { class: "size" }, say("Size"), slider),
      h("p", { class: "soft" },
        say("At arm’s length: how a piece 70 cm away looks when you sit 50 cm from the screen.")),
      h("button", { type: "button", onclick: () => {
        localStorage.setItem("screen", String(Number(slider.value) * devicePixelRatio));
        box.close();
      } }, say("It is as large")));
    box.addEventListener("close", () => {
      if (!localStorage.getItem("screen")) choose.value = "";
      shown();
    });
  }

  at("tools").addEventListener("input",
    (event) => { if (event.target === at("scale") && event.isTrusted) {
      choose.value = "";
      at("faces").classList.remove("real");
    } });
  addEventListener("resize", () => { if (choose.value) shown(); });
  return [choose, again];
}
