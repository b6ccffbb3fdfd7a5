// The elements of a face as a tree, the topmost first: the contents of groups and templates are nested in them.
import { h, put } from "./dom.mjs";
import { say } from "./say.mjs";

export const HIDDEN = "false"; // what `when` says of an element that was hidden here
const MANY = 12; // a group with more elements is folded at first

// Return what identifies an element: where it is written, and in which uses of templates.
export const named = ({ path, used }) => JSON.stringify([path, used]);

// Return the name of the group, or the use of a template, that contains an element; empty for none.
function around({ path, used }) {
  if (path.at(-2) === "items") return named({ path: path.slice(0, -2), used });
  return used.length ? named({ path: used.at(-1), used: used.slice(0, -1) }) : "";
}

// Return the elements as nested nodes, those on top first.
export function nested(elements) {
  const nodes = new Map(), roots = [];
  for (const each of elements) nodes.set(named(each), { name: named(each), each, inner: [] });
  for (const node of nodes.values()) (nodes.get(around(node.each))?.inner ?? roots).push(node);
  for (const list of [roots, ...[...nodes.values()].map(({ inner }) => inner)]) {
    list.sort((a, b) => b.each.path.at(-1) - a.each.path.at(-1));
  }
  return roots;
}

export class Tree {
  // on: {select(element, more), hide(element)}
  constructor(on) {
    this.on = on;
    this.folded = new Map(); // by name: whether somebody folded it
    this.element = h("ol", { class: "tree", "aria-label": say("Elements, the topmost first"),
      onkeydown: (event) => this.key(event) });
  }

  show(elements, chosen) {
    this.shown = [elements, chosen];
    const rows = JSON.stringify([chosen.map(named),
        elements.map((each) => [named(each), each.draw, called(each), each.keys?.when, each.box === null])]);
    if (rows !== this.rows) this.fill(elements, chosen); // most edits leave them as they are
    this.rows = rows;
  }

  fill(elements, chosen) {
    const [focused] = this.element.querySelectorAll(":focus"), kept = focused?.dataset.name, kind = focused?.className;
    this.picked = new Set(chosen.map(named));
    put(this.element, nested(elements).map((node) => this.row(node)));
    const same = (each) => each.dataset.name === kept && each.className === kind;
    if (kept) [...this.element.querySelectorAll("button")].find(same)?.focus();
  }

  row(node) {
    const { name, each, inner } = node, open = !(this.folded.get(name) ?? (inner.length > MANY && !this.holds(node)));
    const hidden = each.keys?.when === HIDDEN, off = each.box === null;
    const fold = () => { this.folded.set(name, open); this.fill(...this.shown); };
    const now = () => this.shown[0].find((one) => named(one) === name); // as it is after later edits
    return h("li", {}, h("div", { class: "branch" },
      inner.length > 0 && h("button", { type: "button", class: "quiet fold", "data-name": name,
        "aria-expanded": String(open), "aria-label": say("What it holds"), onclick: fold }, open ? "▾" : "▸"),
      h("button", { type: "button", class: `quiet pick${off ? " off" : ""}`, "data-name": name,
        "aria-pressed": String(this.picked.has(name)), title: off ? say("Not on this piece") : null,
        onclick: (event) => this.on.select(now(), event.shiftKey) }, h("b", {}, each.draw), " ", called(each)),
      each.keys && h("button", { type: "button", class: "quiet eye", "data-name": name, "aria-pressed": String(hidden),
        "aria-label": hidden ? say("Show again") : say("Hide"), title: hidden ? say("Show again") : say("Hide"),
        onclick: () => this.on.hide(now()) }, hidden ? "○" : "●")),
    inner.length > 0 && open && h("ol", {}, inner.map((deeper) => this.row(deeper))));
  }

  // Return whether a selected element is within it.
  holds({ inner }) {
    return inner.some((node) => this.picked.has(node.name) || this.holds(node));
  }

  // The arrow keys move up and down, fold and unfold.
  key(event) {
    const all = [...this.element.querySelectorAll(".pick")], at = all.indexOf(event.target),
      to = all[at + { ArrowDown: 1, ArrowUp: -1 }[event.key]];
    const fold = { ArrowLeft: "true", ArrowRight: "false" }[event.key],
      toggle = event.target.parentElement.querySelector(".fold");
    if (at < 0 || !(event.key.startsWith("Arrow"))) return;
    event.preventDefault();
    event.stopPropagation();
    if (to) to.focus();
    else if (toggle?.getAttribute("aria-expanded") === fold) toggle.click();
  }
}

// Return the words that a reader knows an element by.
function called({ draw, keys, template }) {
  const text = keys?.text ?? keys?.icon ?? keys?.image ?? keys?.template ?? keys?.fill
    ?? (template && ["group", "use", "repeat"].includes(draw) ? template : "");
  return typeof text === "string" ? text.slice(0, 28) : "";
}
