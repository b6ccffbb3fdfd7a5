// Makes elements without markup in strings: whatever a name holds, it is text.
import { number, say } from "./say.mjs";

const SVG = "http://www.w3.org/2000/svg";

function filled(element, attributes, children) {
  for (const [key, value] of Object.entries(attributes ?? {})) {
    if (value === false || value === null || value === undefined) continue;
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...children.flat(Infinity)
    .filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

export function h(tag, attributes, ...children) {
  return filled(document.createElement(tag), attributes, children);
}

export function s(tag, attributes, ...children) {
  return filled(document.createElementNS(SVG, tag), attributes, children);
}

// Drawings by the generator contain no scripts; the page's policy would not run any.
export function drawn(inner, attributes) {
  const head = Object.entries(attributes).map(([key, value]) => `${key}="${value}"`).join(" ");
  const text = `<svg xmlns="${SVG}" xmlns:xlink="http://www.w3.org/1999/xlink" ${head}>${inner}</svg>`;
  return document.importNode(new DOMParser().parseFromString(text, "image/svg+xml").documentElement, true);
}

// Return whether an event happened in an element that a selector names; a key's target may be the whole page.
export const within = (event, selector) => event.target instanceof Element && event.target.closest(selector) !== null;

export const at = (id) => document.getElementById(id);

// Return the width of the page in CSS px, without a dock at its side.
export const room = () => at("main").clientWidth;

export function put(root, ...children) {
  root.replaceChildren(...children.flat(Infinity)
    .filter((child) => child !== null && child !== undefined && child !== false));
}

const ICONS = { first: "M5 4h3v16H5zM20 4v16L9 12z", back: "M18 4v16L6 12z", on: "M6 4v16l12-8z",
  pause: "M6 4h4v16H6zM14 4h4v16h-4z", last: "M4 4v16l11-8zM16 4h3v16h-3z" };

export function icon(name) {
  return s("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" }, s("path", { d: ICONS[name] }));
}

export function signed(points) {
  return points > 0 ? `+${number(points)}` : number(points);
}

export function disc(player) {
  return h("span", { class: `disc p-${player.index}`, "aria-hidden": "true" });
}

// A short message that a screen reader says too; it stays long enough to be read.
let hiding = 0;
export function notice(text, kind = "") {
  const root = at("notice");
  root.className = kind;
  put(root, text);
  clearTimeout(hiding);
  hiding = setTimeout(() => put(root), Math.max(5000, 90 * text.length));
}

export function announce(text) {
  put(at("spoken"), text);
}

// Style rules made by the page, by name: its policy allows no style attributes.
const sheets = new Map();
export function rules(name, text) {
  if (!sheets.has(name)) {
    sheets.set(name, new CSSStyleSheet());
    document.adoptedStyleSheets = [...sheets.values()];
  }
  sheets.get(name).replaceSync(text);
}

export function playerColours(players) {
  rules("players", players.map((p, i) => `.p-${i}{--hue:${p.hue};--on-hue:${p.on_hue}}`).join(""));
}

// Open a dialog with a heading and a close button, and return it; it is removed when it is closed.
export function dialog(title, ...content) {
  const box = h("dialog", { "aria-labelledby": "dialog-title" },
    h("div", { class: "dialog-head" },
      h("h2", { id: "dialog-title" }, title),
      h("button", { type: "button", class: "quiet", "aria-label": say("Close"), onclick: () => box.close() }, "✕")),
    ...content);
  box.addEventListener("close", () => box.remove());
  box.addEventListener("click", (event) => { if (event.target === box) box.close(); });
  document.body.append(box);
  box.showModal();
  return box;
}
