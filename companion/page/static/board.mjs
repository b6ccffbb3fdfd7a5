// The picture of the table: faces are kept once and referred to; what can be tapped lies over it.
import { at, drawn, h, put, rules, s, signed } from "./dom.mjs";
import { say, sayMany } from "./say.mjs";
import { Zoom } from "./zoom.mjs";

const kept = new Map();
const TARGET = 44; // px a finger needs
const GLIDE = 450; // ms a piece takes to its new place

function store() {
  let found = at("faces");
  if (!found) {
    found = s("svg", { id: "faces", width: 0, height: 0, "aria-hidden": "true" }, s("defs"));
    document.body.append(found);
  }
  return found.firstElementChild;
}

// Fetch the faces of a picture that this page has not seen yet.
export async function keepFaces(names, fetchFaces) {
  const missing = names.filter((name) => !kept.has(name));
  if (!missing.length) return;
  const found = await fetchFaces(missing);
  for (const [name, inner] of Object.entries(found)) {
    if (kept.has(name)) continue;
    kept.set(name, true);
    store().append(...drawn(inner, {}).childNodes);
  }
}

export class Board {
  constructor(root, chosen) {
    this.root = root;
    this.chosen = chosen;
    this.frame = h("div", { class: "frame", tabindex: "0", role: "group", "aria-label": say("Picture of the table") });
    this.words = h("details", { class: "words" }, h("summary", {}, say("The table in words")), h("pre", { tabindex: "0" }));
    this.zoom = new Zoom(this.frame, () => this.fit());
    put(root, this.frame, h("div", { class: "under" }, this.words, this.zoom.buttons));
    new ResizeObserver(() => this.offer(this.offered ?? [])).observe(this.frame);
  }

  fit() {
    const { width, height } = this.view?.picture ?? { width: 1, height: 1 };
    const share = (100 * this.zoom.grown).toFixed(1);
    // the whole picture is in sight at once, as high as the page's layout leaves room
    rules("zoom", `.frame>svg{width:min(${share}%,calc(var(--high, 1000vh)*${(this.zoom.grown * width / height).toFixed(3)}));margin:0 auto}`);
    this.offer(this.offered ?? []);
  }

  show(view) {
    const before = this.view;
    this.view = view;
    put(this.words.querySelector("pre"), view.board.join("\n"));
    this.root.hidden = !view.picture;
    if (!view.picture) return;
    const { width, height, body } = view.picture;
    if (this.body !== body) {
      this.body = body;
      const svg = drawn(body, { viewBox: `0 0 ${width} ${height}`, role: "img" });
      svg.setAttribute("aria-label", view.spoken);
      this.marks = s("g", { class: "over marks", "aria-hidden": "true" });
      this.targets = s("g", { class: "over targets", "aria-hidden": "true", onclick: (event) => this.tap(event) });
      svg.append(this.marks, this.targets);
      this.svg = /** @type {any} */ (svg);
      put(this.frame, svg);
      if (before && view.ply === before.ply + 1) this.glide(view.did?.moves ?? []);
    }
    put(this.marks, (view.did?.marks ?? []).map(([x, y, width, height]) => ["under", "upper"].map((name) =>
      s("rect", { class: name, x: x - 0.6, y: y - 0.6, width: width + 1.2, height: height + 1.2, rx: 1.6 }))));
    this.offered = [];
    this.fit();
    this.zoom.of(`zoom ${view.number}`);
  }

  // Pieces go from where they lay before the turn to where they are drawn now, above all others.
  glide(moves) {
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const parts = this.svg.querySelectorAll(":scope > g:not(.over)");
    for (const [number, x, y] of moves) {
      const piece = parts[number], flying = /** @type {Element} */ (piece.cloneNode(true));
      flying.setAttribute("class", "over");
      piece.setAttribute("visibility", "hidden");
      this.marks.before(flying);
      const landed = () => { piece.removeAttribute("visibility"); flying.remove(); };
      const way = flying.animate([{ transform: `translate(${x}px, ${y}px)` }, { transform: "none" }], { duration: GLIDE, easing: "ease-in-out" });
      way.addEventListener("finish", landed);
      way.addEventListener("cancel", landed);
    }
  }

  // Light up the places of what can follow; several choices may share one.
  offer(choices) {
    this.offered = choices;
    if (!this.svg?.isConnected) return;
    put(this.targets);
    this.lit = [];
    const scale = this.svg.getBoundingClientRect().width / this.view.picture.width || 1;
    const byPlace = Map.groupBy ? Map.groupBy(choices, (choice) => choice.place) : grouped(choices);
    this.targets.classList.toggle("many", byPlace.size > 12);
    for (const [place, here] of byPlace) {
      const box = this.view.picture.places[place];
      if (!place || !box) continue;
      const [x, y, width, height] = box;
      const grow = Math.max(0, TARGET / scale - Math.min(width, height)) / 2;
      const best = here.reduce((a, b) => (b.points > a.points ? b : a));
      const near = here.every((choice) => choice.near);
      this.lit.push({ here, x: x + width / 2, y: y + height / 2, near });
      this.targets.append(s("g", { class: near ? "target near" : "target", "data-place": place },
        s("title", {}, here.length > 1 ? sayMany("{n} way", "{n} ways", here.length) : `${best.label} ${best.note}`.trim()),
        s("rect", { class: "reach", x: x - grow, y: y - grow, width: width + 2 * grow, height: height + 2 * grow }),
        s("rect", { class: "lit", x, y, width, height, rx: Math.min(width, height) / 5 }),
        !near && best.points !== 0 && price(signed(best.points), x + width, y, scale)));
    }
  }

  // Where a finger's reach covers several places, the nearest is meant.
  tap(event) {
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.svg.getScreenCTM().inverse());
    // what is not lit must be hit better than what is
    const away = (place) => ((place.x - point.x) ** 2 + (place.y - point.y) ** 2) * (place.near ? 2 : 1);
    if (this.lit.length) this.chosen(this.lit.reduce((a, b) => (away(b) < away(a) ? b : a)).here);
  }

  // The places that lie at a point of the window.
  at(x, y) {
    if (!this.svg?.isConnected) return [];
    const point = new DOMPoint(x, y).matrixTransform(this.svg.getScreenCTM().inverse());
    const inside = ([left, top, width, height]) => point.x >= left && point.x <= left + width && point.y >= top && point.y <= top + height;
    return Object.entries(this.view.picture.places).filter(([, box]) => inside(box)).map(([place]) => place);
  }

  // Ring the places that were asked for.
  point(places) {
    this.svg?.querySelectorAll(".pointed").forEach((ring) => ring.remove());
    for (const place of places) {
      const box = this.view.picture?.places[place];
      if (!box) continue;
      const [x, y, width, height] = box;
      this.svg.append(s("rect", { class: "pointed", x: x - 1, y: y - 1, width: width + 2, height: height + 2, rx: 2 }));
    }
  }
}

// What a place is worth, in its corner, in the page's own size of letters.
function price(text, right, top, scale) {
  const size = 12 / scale, across = (0.62 * text.length + 0.6) * size;
  return s("g", { class: "price" },
    s("rect", { x: right - across * 0.8, y: top - size * 0.5, width: across, height: size * 1.35, rx: size * 0.4 }),
    s("text", { x: right - across * 0.3, y: top + size * 0.55, "font-size": size, "text-anchor": "middle" }, text));
}

function grouped(choices) {
  const found = new Map();
  for (const choice of choices) found.set(choice.place, [...(found.get(choice.place) ?? []), choice]);
  return found;
}
