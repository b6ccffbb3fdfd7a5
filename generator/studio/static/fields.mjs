// The keys of the selected element, each in a field of its kind; its tooltip says what the key does.
import { h, put, s } from "./dom.mjs";
import { say } from "./say.mjs";

const AXES = { point: ["X", "Y"], box: ["X", "Y", "W", "H"] };

// Return a number if it is one; else an expression.
export const meant = (text) =>
  (/^-?(\d+\.?\d*|\.\d+)$/.test(text.trim().replace(",", ".")) ? Number(text.trim().replace(",", ".")) : text);

export class Fields {
  // change(path, value, was): undefined removes the key
  constructor(change, copy) {
    this.change = change;
    this.copy = copy;
    this.element = h("div", { class: "fields" });
    this.lists = h("div", { hidden: true });
  }

  // Take the names that are offered for completion.
  know(kit) {
    this.kit = kit;
    const names = { ...kit.names, colour: Object.keys(kit.palette) };
    put(this.lists, Object.entries(names)
      .map(([key, all]) => h("datalist", { id: `all-${key}` }, all.map((value) => h("option", { value })))));
  }

  // Show an element's keys; the focus stays where it is, with what is typed there.
  show(element, where) {
    const [focused] = this.element.querySelectorAll(":focus"),
      called = (node) => node.id || node.getAttribute("aria-label");
    this.fill(element, where);
    const same = focused && [...this.element.querySelectorAll("input, textarea, select, button")]
      .find((each) => called(each) === called(focused));
    if (!same) return;
    if ("defaultValue" in focused && focused.type !== "checkbox" && focused.value !== focused.defaultValue)
      same.value = focused.value;
    same.focus();
  }

  fill(element, where) {
    if (!element) return put(this.element,
      h("p", { class: "soft" }, say("Select an element: on the face, or in the list.")));
    const known = this.kit.elements[element.draw], keys = element.keys;
    const head = h("p", { class: "place" }, h("b", {}, element.draw),
      h("button", { type: "button", class: "quiet", title: say("Copy this place"), onclick: () => this.copy(where) },
        where.split(/[\\/]/).at(-1)));
    if (keys === null) return put(this.element, head, h("p", { class: "soft" }, say("It comes with the program.")));
    const written = Object.keys(keys).filter((key) => key in known),
      left = Object.keys(known).filter((key) => !(key in keys)).sort();
    const more = h("select", { "aria-label": say("Add a key"), onchange: () => {
      if (more.value) this.add(more.value);
    } },
      h("option", { value: "" }, say("Add a key …")),
        left.map((key) => h("option", { value: key, title: known[key].text }, key)));
    this.added = h("div");
    put(this.element, head, written.map((key) => this.field(element, key, keys[key])), this.added, more);
    this.shown = element;
    more.value = "";
  }

  add(key) {
    put(this.added, this.field(this.shown, key, undefined));
    this.added.querySelector("input, textarea, select")?.focus();
  }

  field(element, key, value) {
    const { text, kind, required } = this.kit.elements[element.draw][key], name = `field-${key}`,
      set = (now) => this.set(element, key, now);
    const label = say("Take out {key}", { key }), remove = () => set(undefined);
    const out = value !== undefined && !required && h("button",
      { type: "button", class: "quiet", title: say("Take out"), "aria-label": label, onclick: remove }, "✕");
    return h("div", { class: "field", title: text }, h("label", { for: name }, key),
      this.input(key, kind, value, name, set), out);
  }

  set(element, key, value) {
    const was = element.keys[key];
    if (JSON.stringify(value) === JSON.stringify(was)) return;
    this.change([value === undefined ? { kind: "remove", path: [...element.path, key], was }
        : { kind: "set", path: [...element.path, key], value, was: was ?? null }]);
  }

  input(key, kind, value, id, set) {
    const typed = (node) => { node.addEventListener("change", () => set(meant(node.value))); return node; };
    if (Array.isArray(kind)) return h("select", { id, onchange: (event) => set(event.target.value) },
      value === undefined && h("option", { value: "" }, "—"),
      kind.map((each) => h("option", { value: each, selected: each === value }, String(each))));
    if (kind === "yes")
      return h("input", { id, type: "checkbox", checked: value === true,
        onchange: (event) => set(event.target.checked) });
    if (kind in AXES && (value === undefined || Array.isArray(value) && value.length === AXES[kind].length)) {
      const parts = AXES[kind]
        .map((axis, n) => h("input", { type: "text", inputmode: "decimal", id: n ? null : id,
            "aria-label": `${key} ${axis}`, placeholder: axis, value: value?.[n] ?? "" }));
      for (const part of parts) part.addEventListener("change", () => {
        if (parts.every((each) => each.value.trim())) set(parts.map((each) => meant(each.value)));
      });
      return h("span", { class: "axes" }, parts);
    }
    if (value !== undefined && typeof value === "object")
      return h("code", { id, class: "soft" }, JSON.stringify(value));
    if (key === "text") {
      const area = h("textarea", { id, rows: Math.min(8, String(value ?? "").split("\n").length + 1) });
      area.value = value ?? "";
      area.addEventListener("change", () => set(area.value));
      return area;
    }
    if (kind === "colour") return h("span", { class: "axes" },
      typed(h("input", { id, type: "text", list: "all-colour", value: value ?? "" })), this.swatches(set, value));
    if (key === "font") return h("span", { class: "axes" },
      typed(h("input", { id, type: "text", list: "all-font", value: value ?? "", autocomplete: "off" })),
      this.samples(set, value));
    if (kind === "name")
      return typed(h("input", { id, type: "text", list: `all-${key}`, value: value ?? "", autocomplete: "off" }));
    if (kind === "") return h("span", { class: "soft" }, say("Write it in the file."));
    return typed(h("input", { id, type: "text", inputmode: kind === "number" ? "decimal" : null, value: value ?? "" }));
  }

  // The palette's colours, one click each.
  swatches(set, value) {
    const one = ([name, hex]) => {
      const swatch = h("button", { type: "button", class: "swatch", title: name, "aria-label": name,
          "aria-pressed": String(name === value), onclick: () => set(name) });
      swatch.style.background = hex;
      return swatch;
    };
    return h("span", { class: "swatches" }, Object.entries(this.kit.palette).filter(([, hex]) => hex).map(one));
  }

  // The fonts, one click each: their names in their own letters.
  samples(set, value) {
    const one = ([name, [wide, d]]) => h("button",
      { type: "button", class: "quiet sample", title: name, "aria-label": name, "aria-pressed": String(name === value),
        onclick: () => set(name) },
      s("svg", { viewBox: `0 -4.5 ${wide} 6`, width: wide * 3, height: 18, "aria-hidden": "true" }, s("path", { d })));
    return h("span", { class: "swatches" }, Object.entries(this.kit.samples).map(one));
  }
}
