// The picture of the table: faces are kept once; tappable places and the effects of a turn are drawn over it.
import { at, drawn, h, put, rules, s, signed } from "./dom.mjs";
import { say, sayMany } from "./say.mjs";
import { SmallMap } from "./smallmap.mjs";
import { Zoom } from "./zoom.mjs";

const kept = new Map();
const TARGET = 44; // px a finger needs
const GLIDE = 450; // ms that a piece takes to its new place
const MANY = 24; // with so many lit places, nothing more is highlighted
const ARROWS = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };

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

const middle = ([x, y, width, height]) => ({ x: x + width / 2, y: y + height / 2 });

// Return the outline of a place as a path: its box, or what fits in it.
function outline([x, y, width, height], kind) {
  const [right, low] = [x + width, y + height];
  if (kind === "hexagon") {
    const top = `M${x + width / 2} ${y}L${right} ${y + height / 4}V${low - height / 4}`;
    return `${top}L${x + width / 2} ${low}L${x} ${low - height / 4}V${y + height / 4}Z`;
  }
  const r = kind === "disc" ? width / 2 : Math.min(width, height) / 12;
  const corner = (across, down) => `a${r} ${r} 0 0 1 ${across} ${down}`;
  const half = `M${x + r} ${y}H${right - r}${corner(r, r)}V${low - r}${corner(-r, r)}`;
  return `${half}H${x + r}${corner(-r, -r)}V${y + r}${corner(r, -r)}Z`;
}

export class Board {
  // `chosen(choices)`: those of one place; `dropped(choices, places)`: they were dragged to others; `off(place)`: a tap
  // beside them all, on a place that is not lit or on none; `words()` asks for the table in sentences
  constructor(root, chosen, { dropped = (choices, _places) => chosen(choices), off = (_place) => {},
      words = async () => [] } = {}) {
    this.root = root;
    this.chosen = chosen;
    this.dropped = dropped;
    this.asks = words;
    this.off = off;
    this.offered = [];
    this.pending = null;
    this.stop = null; // the lit place that had the focus last
    // the frame hears of the focus for the lit places: an SVG element that did could have it itself
    const focused = (event) => this.stopAt(this.lit?.find(({ node }) => node === event.target) ?? this.stop);
    this.frame = h("div", { class: "frame", tabindex: "0", role: "group", "aria-label": say("Picture of the table"),
        onfocusin: focused, onblur: () => { this.held = false; } });
    this.sentences = h("ul", {});
    this.words = h("details", { class: "words", ontoggle: () => this.tell() },
      h("summary", {}, say("The table in words")), this.sentences);
    this.zoom = new Zoom(this.frame, () => this.fit());
    this.map = new SmallMap(this.frame);
    put(root, h("div", { class: "sight" }, this.frame, this.map.svg),
      h("div", { class: "under" }, this.words, this.zoom.buttons));
    new ResizeObserver(() => this.fit()).observe(this.frame);
  }

  // Show the whole picture if its text is readable then; else as large as that needs.
  fit() {
    const { width, height, least } = this.view?.picture ?? { width: 1, height: 1, least: 0 };
    const high = Number.parseFloat(getComputedStyle(this.frame).maxHeight) || Infinity;
    const whole = Math.min(this.frame.clientWidth / width, high / height);
    const read = Math.max(whole, least), scale = read * this.zoom.grown;
    this.zoom.smallest = whole / read;
    // it fills the frame, with the picture in its middle: its own corner stays where it is when the zoom changes
    rules("zoom", `.frame>svg{width:${(width * scale).toFixed(1)}px;height:${(height * scale).toFixed(1)}px}`);
    if (this.map.width) this.map.show();
    this.light();
  }

  // Fill in the table in words while that is open: the view has its sentences, or the companion is asked for them.
  async tell() {
    if (!this.words.open || !this.view) return;
    const { view } = this, sentences = view.sentences ?? await this.asks().catch(() => []);
    if (view === this.view) put(this.sentences, sentences.map((sentence) => h("li", {}, sentence)));
  }

  show(view) {
    const before = this.view;
    this.view = view;
    this.hold();
    this.tell();
    this.root.hidden = !view.picture;
    if (!view.picture) return;
    const { width, height, body } = view.picture;
    if (this.body !== body) {
      this.body = body;
      const svg = drawn(`<g class="lies" id="lies">${body}</g>`, { viewBox: `0 0 ${width} ${height}`, role: "group" });
      svg.setAttribute("aria-label", view.spoken);
      const layer = (name, more = {}) => s("g", { class: `over ${name}`, "aria-hidden": "true", ...more });
      this.veil = layer("veil");
      this.marks = layer("marks");
      this.plan = layer("plan");
      this.targets = s("g", { class: "over targets", role: "toolbar",
          "aria-label": say("Lit places: arrow keys go from one to another, Enter taps it, Escape steps back"),
          onclick: (event) => this.tap(event), onkeydown: (event) => this.pressed(event) });
      svg.append(this.veil, this.marks, this.targets, this.plan);
      svg.addEventListener("click", (event) => this.off(this.holding(this.point(event))));
      this.draggable(svg);
      this.svg = /** @type {any} */ (svg);
      this.map.of(view.picture);
      put(this.frame, svg);
      if (before && view.ply === before.ply + 1) this.glide(view.did?.moves ?? []);
    }
    put(this.marks, this.last(view.did));
    this.offered = [];
    this.pending = null;
    this.zoom.of(`zoom ${view.number}`);
    this.fit();
  }

  // Mark what the last turn changed, until the next: sources dashed, goals solid, the way in dots.
  last(did) {
    if (!did?.marks) return [];
    const moved = (did.moves ?? []).map(([number, x, y]) => ({ to: this.part(number), x, y })).filter((one) => one.to);
    const holds = ([left, top, width, height], { x, y }) => x >= left && x <= left + width && y >= top
      && y <= top + height;
    const shape = (box) => outline(box, this.kind(box));
    const left = (box) => moved.some(({ to, x, y }) => holds(box, { x: to.x + x, y: to.y + y }))
      && !moved.some(({ to }) => holds(box, to));
    const ways = did.way?.length ? [did.way.map((place) => this.middle(place)).filter(Boolean)]
      : moved.map(({ to, x, y }) => [{ x: to.x + x, y: to.y + y }, to]);
    return [ways.length <= 6 && ways.map((way) => this.dots(way)),
      did.marks.map((box) => ["under", "upper"].map((name) =>
      s("path", { class: left(box) ? `${name} left` : name, d: shape(box) })))];
  }

  dots(way) {
    const d = `M${way.map(({ x, y }) => `${x.toFixed(2)} ${y.toFixed(2)}`).join("L")}`;
    return ["way under", "way upper"].map((name) => s("path", { class: name, d }));
  }

  part(number) {
    const found = this.svg.querySelector(".lies").children;
    const parts = [...found].filter((one) => one.localName === "g");
    const box = parts[number]?.getBBox();
    return box && middle([box.x, box.y, box.width, box.height]);
  }

  middle(place) {
    const box = this.view.picture.places[place];
    return box && middle(box);
  }

  // Return the outline kind of a place with that box.
  kind(box) {
    const { places, outlines } = this.view.picture;
    const same = Object.keys(outlines ?? {}).find((name) => places[name].every((n, i) => Math.abs(n - box[i]) < 0.02));
    return same ? outlines[same] : "";
  }

  // Animate pieces from where they lay before the turn to where they are drawn now, above all others.
  glide(moves) {
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const parts = this.svg.querySelectorAll(":scope > .lies > g");
    for (const [number, x, y] of moves) {
      const piece = parts[number], flying = /** @type {Element} */ (piece.cloneNode(true));
      flying.setAttribute("class", "over");
      piece.setAttribute("visibility", "hidden");
      this.marks.before(flying);
      const landed = () => { piece.removeAttribute("visibility"); flying.remove(); };
      const way = flying.animate([{ transform: `translate(${x}px, ${y}px)` }, { transform: "none" }],
        { duration: GLIDE, easing: "ease-in-out" });
      way.addEventListener("finish", landed);
      way.addEventListener("cancel", landed);
    }
  }

  // Light up the places of what can follow; several choices may share one. `plan` is what is chosen so far: {choice,
  // from, will, way, points, named}; `named` if the places are to be reached one by one by name, since nothing else
  // names them.
  offer(choices, plan = null) {
    const news = JSON.stringify(choices.map((choice) => choice.text)) !== JSON.stringify(
      this.offered.map((choice) => choice.text));
    this.offered = choices;
    this.pending = plan;
    this.light();
    if (news) this.see();
  }

  light() {
    if (!this.svg?.isConnected) return;
    this.hold();
    const scale = this.scale, { picture } = this.view, plan = this.pending;
    const byPlace = Map.groupBy ? Map.groupBy(this.offered, (choice) => choice.place) : grouped(this.offered);
    const places = [...byPlace].filter(([place]) => place && picture.places[place]);
    this.targets.classList.toggle("many", places.length > MANY);
    this.lit = places.map(([place, here]) => this.target(place, here, scale, places.length <= MANY));
    put(this.targets, this.lit.map(({ node }) => node));
    this.targets.setAttribute("aria-hidden", String(!plan?.named || !places.length));
    if (plan?.named && places.length) this.keep();
    this.showPlan(plan, scale);
    const light = (plan?.choice || plan?.from) && places.length <= 2 * MANY
      ? [...places.map(([place]) => place), plan.choice?.place, plan.from, ...(plan.way ?? [])]
      .filter((place) => picture.places[place]) : [];
    const shapes = (names) => [...new Set(names)]
      .map((place) => outline(picture.places[place], picture.outlines?.[place])).join("");
    this.map.light(shapes(places.map(([place]) => place)));
    put(this.veil, light.length > 0 && s("path",
        { d: `M0 0H${picture.width}V${picture.height}H0Z${shapes(light)}`, "fill-rule": "evenodd" }));
  }

  // While the lit places are drawn anew, the frame has the focus that one of them had.
  hold() {
    if (!this.targets?.contains(document.activeElement)) return;
    this.frame.focus({ preventScroll: true });
    this.held = true;
  }

  // The lit places are one Tab stop. It stays where it was, or goes to the nearest; so does the focus.
  keep() {
    const { stop, held } = this, same = this.lit.find(({ place }) => place === stop?.place);
    this.stopAt(same ?? (stop ? this.nearest(stop) : this.lit[0]));
    if (held) this.stop.node.focus({ preventScroll: Boolean(same) });
  }

  stopAt(one) {
    this.stop?.node.setAttribute("tabindex", "-1");
    this.stop = one;
    this.stop?.node.setAttribute("tabindex", "0");
  }

  get scale() {
    return this.svg.getScreenCTM()?.a || 1;
  }

  target(place, here, scale, priced) {
    const box = this.view.picture.places[place], [x, y, width, height] = box;
    const grow = Math.max(0, TARGET / scale - Math.min(width, height)) / 2;
    const best = here.reduce((a, b) => (b.points > a.points ? b : a));
    const near = here.every((choice) => choice.near), whole = here.some((choice) => choice.whole || choice.near);
    const label = here.length > 1 && !this.pending?.named ? sayMany("{n} way", "{n} ways", here.length)
      : `${best.label} ${best.note}`.trim();
    const d = outline(box, this.view.picture.outlines?.[place]);
    const node = s("g", { class: `target${near ? " near" : ""}${whole ? "" : " source"}`, "data-place": place,
        role: "button", tabindex: this.pending?.named ? -1 : null, "aria-label": label },
      s("title", {}, label),
      s("rect", { class: "reach", x: x - grow, y: y - grow, width: width + 2 * grow, height: height + 2 * grow }),
      s("path", { class: "lit case", d }), s("path", { class: "lit", d }),
      priced && best.points !== 0 && price(signed(best.points), x + width, y, scale));
    return { place, here, ...middle(box), near, node };
  }

  // Draw the chosen turn as a preview: its source filled, its way in dots, its pieces pale at their goal, its price.
  showPlan(plan, scale) {
    put(this.plan);
    const { picture } = this.view, chosen = plan?.choice && picture.places[plan.choice.place];
    if (!plan?.choice && !plan?.from) return;
    const ring = (place, name) => ["case", ""]
      .map((under) => s("path", { class: `${name} ${under}`,
          d: outline(picture.places[place], picture.outlines?.[place]) }));
    const ghosts = (plan.will?.pieces ?? [])
      .map(({ body, x, y }) => ({ x, y, node: s("g", { class: "pale" }, ...drawn(body, {}).childNodes) }));
    this.plan.append(...drawn(`<defs>${plan.will?.defined ?? ""}</defs>`, {}).childNodes,
      ...ghosts.map(({ node }) => node));
    const ways = ghosts.map(({ x, y, node }) => {
      const box = node.getBBox(), to = middle([box.x, box.y, box.width, box.height]);
      return [{ x: to.x + x, y: to.y + y }, to];
    });
    const along = (plan.way ?? []).map((place) => this.middle(place)).filter(Boolean);
    if (along.length > 1 && ways.length) along[0] = ways[0][0];
    const from = new Set([plan.from, ...ways.map(([start]) => this.holding(start))]
      .filter((place) => picture.places[place] && place !== plan.choice?.place));
    this.plan.prepend(...[[...from].map((place) => ring(place, "from")),
        (along.length > 1 ? [along] : ways.slice(0, 6)).map((way) => this.dots(way)),
        chosen ? ring(plan.choice.place, "to") : []].flat(3));
    if (chosen && plan.points)
      this.plan.append(price(signed(plan.points), chosen[0] + chosen[2], chosen[1], scale, 16));
  }

  // Return the smallest place that contains a point of the picture.
  holding({ x, y }) {
    const holds = ([, [left, top, width, height]]) => x >= left && x <= left + width && y >= top && y <= top + height;
    return Object.entries(this.view.picture.places).filter(holds)
      .sort(([, a], [, b]) => a[2] * a[3] - b[2] * b[3])[0]?.[0];
  }

  // Bring what is lit into view.
  see() {
    if (!this.lit?.length) return;
    const boxes = this.lit.map(({ place }) => this.view.picture.places[place]);
    const edge = (pick, of) => pick(...boxes.map(of));
    const [left, top] = [edge(Math.min, (box) => box[0]), edge(Math.min, (box) => box[1])];
    const [right, low] = [edge(Math.max, (box) => box[0] + box[2]), edge(Math.max, (box) => box[1] + box[3])];
    this.zoom.see(left, top, right - left, low - top);
  }

  // A key on a lit place: an arrow goes to the nearest in its direction.
  pressed(event) {
    const { key } = event, { lit, stop } = this;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (key === "Enter" || key === " ") this.named(event);
    else if (key in ARROWS) toward(lit, stop, ARROWS[key])?.node.focus();
    else if (key === "Home" || key === "End") lit.at(key === "Home" ? 0 : -1).node.focus();
    else return;
    event.preventDefault();
  }

  // A place that was reached by its name: by the keyboard, or by a screen reader, whose click is nowhere.
  named(event) {
    const place = event.target.closest(".target")?.getAttribute("data-place");
    const found = this.lit.find((one) => one.place === place);
    if (found) this.chosen(found.here);
  }

  point(event) {
    return new DOMPoint(event.clientX, event.clientY).matrixTransform(this.svg.getScreenCTM().inverse());
  }

  // If a finger's reach covers several places, take the nearest.
  nearest(point) {
    // unlit places must be hit more exactly than lit ones
    const away = (place) => ((place.x - point.x) ** 2 + (place.y - point.y) ** 2) * (place.near ? 2 : 1);
    const inside = this.lit.filter((one) => this.holding(point) === one.place);
    return (inside.length ? inside : this.lit).reduce((a, b) => (away(b) < away(a) ? b : a));
  }

  tap(event) {
    event.stopPropagation();
    if (!event.detail) this.named(event);
    else if (this.lit.length) this.chosen(this.nearest(this.point(event)).here);
  }

  // Let a piece be dragged from a lit place to its goal.
  draggable(svg) {
    svg.addEventListener("pointerdown", (event) => {
      const target = event.target.closest(".target.source");
      if (!target || !event.isPrimary) return;
      const here = this.nearest(this.point(event)).here, from = { x: event.clientX, y: event.clientY };
      const line = s("path", { class: "way drag" });
      const moved = (to) => {
        if (Math.hypot(to.clientX - from.x, to.clientY - from.y) < 12) return;
        const [a, b] = [this.middle(here[0].place), this.point(to)];
        line.setAttribute("d", `M${a.x} ${a.y}L${b.x} ${b.y}`);
        if (!line.isConnected) this.plan.append(line);
      };
      const ended = (to) => {
        removeEventListener("pointermove", moved);
        removeEventListener("pointerup", ended);
        removeEventListener("pointercancel", ended);
        if (!line.isConnected) return;
        line.remove();
        addEventListener("click", (click) => click.stopPropagation(), { capture: true, once: true });
        setTimeout(() => dispatchEvent(new Event("click"))); // for drags without a click at the end
        if (to.type === "pointerup") this.dropped(here, this.at(to.clientX, to.clientY));
      };
      addEventListener("pointermove", moved);
      addEventListener("pointerup", ended);
      addEventListener("pointercancel", ended);
    });
  }

  // Return the places at a point of the window.
  at(x, y) {
    if (!this.svg?.isConnected) return [];
    const point = this.point({ clientX: x, clientY: y });
    const inside = ([left, top, width, height]) => point.x >= left && point.x <= left + width && point.y >= top
      && point.y <= top + height;
    return Object.entries(this.view.picture.places).filter(([, box]) => inside(box)).map(([place]) => place);
  }

  // Ring the places that were asked for.
  ring(places) {
    this.svg?.querySelectorAll(".pointed").forEach((ring) => ring.remove());
    for (const place of places) {
      const box = this.view.picture?.places[place];
      if (box) this.svg.append(s("path", { class: "pointed", d: outline(box, this.view.picture.outlines?.[place]) }));
    }
  }
}

// Draw the worth of a place in its corner, in the page's own letter size.
function price(text, right, top, scale, px = 12) {
  const size = px / scale, across = (0.62 * text.length + 0.6) * size;
  return s("g", { class: "price" },
    s("rect", { x: right - across * 0.8, y: top - size * 0.5, width: across, height: size * 1.35, rx: size * 0.4 }),
    s("text", { x: right - across * 0.3, y: top + size * 0.55, "font-size": size, "text-anchor": "middle" }, text));
}

// Return the nearest of the places that lie within 45° of a direction, else of all on that side of where one is.
function toward(places, from, [right, down]) {
  const ahead = (one) => (one.x - from.x) * right + (one.y - from.y) * down,
    aside = (one) => Math.abs((one.x - from.x) * down + (one.y - from.y) * right);
  const side = places.filter((one) => ahead(one) > 0.01), before = side.filter((one) => aside(one) <= ahead(one));
  const away = (one) => Math.hypot(ahead(one), aside(one));
  return (before.length ? before : side).reduce((a, b) => (a && away(a) <= away(b) ? a : b), null);
}

function grouped(choices) {
  const found = new Map();
  for (const choice of choices) found.set(choice.place, [...(found.get(choice.place) ?? []), choice]);
  return found;
}
