// The room where a face is changed by mouse and keys: each change is written into the spec where its value stands.
import { Canvas, shifts } from "./canvas.mjs";
import { dialog, h, notice, put, within } from "./dom.mjs";
import { Fields } from "./fields.mjs";
import { aligned, around, frame, movable, spread } from "./geometry.mjs";
import { Grid } from "./grid.mjs";
import { copy } from "./panel.mjs";
import { say, sayMany } from "./say.mjs";
import { Refused, ask, send, tell } from "./server.mjs";
import { Text } from "./text.mjs";
import { sentence } from "./tile.mjs";

const STEP = 0.1, LEAP = 1; // mm that an arrow key moves; with Shift
const REST = 300; // ms after the last arrow key until the move is written
const AGAIN = 200; // ms until a face that has changed meanwhile is asked for again
const LAST = 9999; // an item's place at the end of its list
const HELD = ["group", "use", "repeat"];
const USUAL = 96 / 25.4; // pixels in a mm, as a browser takes it

// What is put on a face that is so large.
const NEW = {
  text: (w, h) => ({ draw: "text", text: "Text", box: [0.1 * w, h / 2 - 4, 0.8 * w, 8], size: 5, align: "center", valign: "middle" }),
  rect: (w, h) => ({ draw: "rect", box: [0.2 * w, 0.4 * h, 0.6 * w, 0.2 * h], fill: "silver" }),
  circle: (w, h) => ({ draw: "circle", at: [w / 2, h / 2], radius: w / 6, fill: "silver" }),
  line: (w, h) => ({ draw: "line", points: [[0.2 * w, h / 2], [0.8 * w, h / 2]], stroke: "black", stroke_width: 0.5 }),
  icon: (w, h) => ({ draw: "icon", icon: "star", at: [w / 2, h / 2], size: w / 4 }),
  image: (w, h, { names }) => names.image[0] && { draw: "image", image: names.image[0], box: [0.2 * w, 0.3 * h, 0.6 * w, 0.4 * h] },
};

export class Edit {
  constructor(faces, refresh) {
    this.faces = faces;
    this.refresh = refresh;
    this.elements = [];
    this.chosen = [];
    this.writing = Promise.resolve();
    this.own = false; // whether what is drawn next was changed here
    this.agreed = new Set(); // templates that may be changed wherever they are used
    this.canvas = new Canvas({ select: (each) => this.select(each), change: (changes) => this.change([changes]), move: (way) => this.shift(...way), grid: () => Number(this.grid.value) });
    this.fields = new Fields((changes) => this.change([changes]), copy);
    this.text = new Text({ line: (line) => this.lineChosen(line), saved: (found) => { this.counted(found); this.refresh(); } });
    this.rows = new Grid((change) => this.written(() => this.tell("/api/cell", change)));
    this.tree = h("ol", { class: "tree", "aria-label": say("Elements, the topmost first") });
    this.note = h("div", { class: "of-template" });
    this.which = h("select", { id: "edited", "aria-label": say("Face"), onchange: () => this.open(this.faces.tiles.get(this.which.value)) });
    this.grid = h("select", { "aria-label": say("Grid") }, [["0", say("No grid")], ["0.5", "0.5 mm"], ["1", "1 mm"], ["5", "5 mm"]].map(([value, text]) => h("option", { value }, text)));
    this.zoom = h("select", { "aria-label": say("Zoom"), onchange: () => this.zoomed() }, h("option", { value: "" }, say("Fit")), [50, 100, 200, 400, 800].map((each) => h("option", { value: each }, `${each} %`)));
    this.element = h("section", { id: "edit", hidden: true, "aria-label": say("Edit a face") }, this.bar(), h("div", { class: "work" },
      h("div", { class: "side" }, h("h2", {}, say("Elements")), this.tree), h("div", { class: "middle" }, this.canvas.pane, this.canvas.place), h("div", { class: "side" }, this.note, this.fields.element)), this.rows.element, this.text.element);
    this.element.addEventListener("keydown", (event) => this.key(event));
    this.canvas.pane.addEventListener("dragover", (event) => event.preventDefault());
    this.canvas.pane.addEventListener("drop", (event) => this.dropped(event));
  }

  bar() {
    const button = (text, title, onclick) => h("button", { type: "button", class: "quiet", title, onclick }, text);
    this.undo = button(say("Undo"), "Ctrl+Z", () => this.step("undo"));
    this.redo = button(say("Redo"), "Ctrl+Shift+Z", () => this.step("redo"));
    const add = h("select", { "aria-label": say("Add an element"), onchange: () => { if (add.value) this.add(add.value); add.value = ""; } },
      h("option", { value: "" }, say("Add …")), Object.keys(NEW).map((each) => h("option", { value: each }, each)));
    const align = h("select", { "aria-label": say("Align"), onchange: () => { if (align.value) this.align(align.value); align.value = ""; } },
      h("option", { value: "" }, say("Align …")), Object.entries({ left: say("Left"), center: say("Centre"), right: say("Right"), top: say("Top"), middle: say("Middle"), bottom: say("Bottom"), "0": say("Equal gaps across"), "1": say("Equal gaps down") }).map(([value, text]) => h("option", { value }, text)));
    return h("div", { class: "bar-of", role: "group", "aria-label": say("Editing") }, this.which, this.undo, this.redo, add, align,
      button(say("Duplicate"), "Ctrl+D", () => this.duplicate()), button(say("Forward"), "]", () => this.order(1)), button(say("Backward"), "[", () => this.order(-1)),
      button(say("Delete"), "Del", () => this.remove()), this.zoom, this.grid);
  }

  // ---- which face --------------------------------------------------------------------------------

  async enter() {
    await this.know();
    if (!localStorage.getItem("edited")) notice(say("Drag an element, or click it and use its fields. Every change is saved in your file; Undo takes it back."));
    localStorage.setItem("edited", "yes");
    const tiles = this.listed();
    put(this.which, tiles.map((tile) => h("option", { value: tile.id }, tile.name.textContent)));
    await this.open(tiles.find((tile) => tile.id === this.tile?.id) ?? tiles[0]);
  }

  listed() {
    return [...this.faces.tiles.values()].filter((tile) => !tile.hidden && tile.facts.side !== "page");
  }

  async know() {
    const kit = await ask("/api/kit", {}).catch(() => null);
    if (!kit) return;
    this.kit = kit;
    this.fields.know(kit);
    this.text.know(kit);
    this.counted(kit);
  }

  counted({ undo, redo }) {
    this.undo.disabled = !undo;
    this.redo.disabled = !redo;
  }

  async open(tile) {
    if (!tile) return;
    const other = tile !== this.tile;
    this.tile = tile;
    this.which.value = tile.id;
    if (other) this.chosen = [];
    await this.look();
  }

  // The face as it is now, what was selected still selected.
  async look() {
    const { tile } = this, asked = { id: tile.id, key: tile.key }, now = this.state(tile, tile.key);
    const [face, found] = await Promise.all([ask("/api/face", asked), ask("/api/elements", asked)]).catch((error) => (error instanceof Refused ? [] : [null]));
    if (face === null || tile !== this.tile || this.faces.tiles.get(tile.id) !== tile || this.element.hidden) return;
    if (!found || !(face.svg || face.faults?.length) || tile.key !== asked.key) { // it is another by now
      clearTimeout(this.again);
      this.again = setTimeout(() => this.look(), AGAIN);
      return;
    }
    this.show(tile, face, found.elements, asked.key);
    if (face.svg) this.seen = now;
  }

  // A face as it was drawn, with its elements; what cannot be drawn is taken back where it came of a change here.
  show(tile, face, elements, key) {
    if (face.faults?.length) {
      this.element.dataset.face = tile.id;
      this.refused(face.faults[0]);
      return;
    }
    const kept = this.chosen.map((each) => JSON.stringify(each.path));
    if (this.old) URL.revokeObjectURL(this.old);
    this.old = this.url;
    this.url = URL.createObjectURL(new Blob([face.svg], { type: "image/svg+xml" }));
    const other = this.element.dataset.face !== tile.id;
    this.own = false;
    this.element.dataset.face = tile.id;
    this.elements = elements;
    this.rows.take({ id: tile.id, key }, tile.facts.component);
    this.canvas.show({ url: this.url, box: face.box }, tile.component, this.elements);
    if (other) this.zoomed();
    this.select(kept.map((path) => this.elements.find((each) => JSON.stringify(each.path) === path)).filter(Boolean));
  }

  refused(fault) {
    const { own } = this;
    this.own = false;
    if (own) this.step("undo");
    notice(sentence(fault), "bad");
  }

  // A listing as it came: what is edited may have changed.
  take(view) {
    this.text.tell(view.flaws);
    if (this.version !== view.saved) this.text.take();
    this.version = view.saved;
    const now = this.tile && this.faces.tiles.get(this.tile.id);
    return now && !this.element.hidden && this.seen !== this.state(now, now.key) ? this.look() : null;
  }

  // What tells a face as it is now from what it was, its lines in the file with it.
  state(tile, key, version = this.version) {
    return [version, tile.id, key].join(" ");
  }

  // What a change came to: the face comes with it, and is shown before the listing tells of it.
  came(found, tile) {
    this.counted(found);
    if (found.faults?.length) return this.refused(found.faults[0]);
    if (!found.face || tile !== this.tile || this.element.hidden) return undefined;
    this.show(tile, found.face, found.elements, found.key);
    if (found.face.svg) this.seen = this.state(tile, found.key, found.saved);
    return undefined;
  }

  zoomed() {
    if (this.zoom.value) this.canvas.zoom(USUAL * Number(this.zoom.value) / 100);
    else this.canvas.fit();
  }

  // ---- what is selected --------------------------------------------------------------------------

  select(chosen) {
    this.chosen = chosen;
    this.canvas.select(chosen);
    this.text.show(chosen[0] ?? null);
    const [one] = chosen, single = chosen.length === 1 ? one : null;
    this.fields.show(single, single ? `${single.file}:${single.line}` : "");
    put(this.note, chosen.length > 1 && h("p", {}, sayMany("{n} element", "{n} elements", chosen.length)), single?.template && this.of(single), single && !movable(single) && single.keys !== null && h("p", { class: "soft" }, say("Its place is computed: change it in line {line}.", { line: single.line })));
    const paths = new Set(chosen.map((each) => JSON.stringify(each.path))), listed = new Map();
    for (const each of this.elements) listed.set(JSON.stringify(each.path), each);
    put(this.tree, [...listed].reverse().map(([path, each]) => h("li", {}, h("button", { type: "button", class: "quiet", "aria-pressed": String(paths.has(path)), onclick: (event) => this.select(event.shiftKey ? [...this.chosen, each] : [each]) },
      h("b", {}, each.draw), " ", this.called(each)))));
  }

  // The cursor came to a line of the text: the element that stands there is selected.
  lineChosen(line) {
    const there = this.elements.filter((each) => each.file === this.text.file && each.line <= line && line <= each.last).at(-1);
    if (there && !this.chosen.includes(there)) this.select([there]);
  }

  called({ draw, keys, template }) {
    const text = keys?.text ?? keys?.icon ?? keys?.image ?? keys?.template ?? keys?.fill ?? (template && HELD.includes(draw) ? template : "");
    return typeof text === "string" ? text.slice(0, 28) : "";
  }

  of({ template, places }) {
    return h("p", {}, sayMany("Part of template “{name}”, used in {n} place.", "Part of template “{name}”, used in {n} places.", places, { name: template }));
  }

  // ---- changes -----------------------------------------------------------------------------------

  // What is changed in a template is changed wherever that is used: it is asked once.
  async agree(steps) {
    const names = [...new Set(steps.flat().filter(({ path }) => path[0] === "templates").map(({ path }) => path[1]))];
    const asked = names.find((name) => !this.agreed.has(name) && this.elements.some((each) => each.template === name && each.places > 1));
    if (!asked) return true;
    const { places } = this.elements.find((each) => each.template === asked), use = this.elements.find(({ draw, keys }) => draw === "use" && keys?.template === asked);
    return new Promise((done) => {
      let answer = false;
      const box = dialog(say("In all places?"), h("p", {}, sayMany("Template “{name}” is used in {n} place.", "Template “{name}” is used in {n} places.", places, { name: asked })),
        h("button", { type: "button", class: "primary", onclick: () => { this.agreed.add(asked); answer = true; box.close(); } }, say("Change it in all")),
        use && h("button", { type: "button", onclick: () => { box.close(); this.select([use]); } }, say("Select the one here")));
      box.addEventListener("close", () => done(answer));
    });
  }

  change(steps) {
    return this.written(async () => {
      if (steps.flat().length && await this.agree(steps)) {
        this.own = true;
        return this.tell("/api/change", { steps });
      }
      this.select(this.chosen);
      return null;
    });
  }

  step(name) {
    return this.written(() => this.tell(`/api/${name}`, {}));
  }

  // A change that is answered with the face that is looked at.
  tell(path, wanted) {
    return tell(`${path}?${new URLSearchParams({ face: this.tile?.id ?? "" })}`, wanted);
  }

  // One after another; then the face is looked at again.
  written(deed) {
    this.writing = this.writing.then(async () => {
      try {
        const { tile } = this, found = await deed();
        if (!found) return;
        this.came(found, tile);
        this.refresh();
      } catch (error) {
        notice(error.message, "bad");
        await this.look();
      }
    });
    return this.writing;
  }

  shift(dx, dy) {
    return this.change([shifts(this.chosen, dx, dy, Number(this.grid.value) || 0.01)]);
  }

  nudge(dx, dy) {
    const { chosen } = this;
    const sum = this.nudged = [(this.nudged?.[0] ?? 0) + dx, (this.nudged?.[1] ?? 0) + dy];
    this.canvas.mark(sum);
    clearTimeout(this.resting);
    this.resting = setTimeout(() => {
      this.nudged = null;
      this.change([shifts(chosen, ...sum, 0.01)]);
    }, REST);
  }

  add(kind) {
    const { component, side } = this.tile.facts, { width, height } = this.tile.component, value = NEW[kind](width, height, this.kit);
    if (!value) return notice(say("Put a picture beside the spec first."));
    const rounded = JSON.parse(JSON.stringify(value), (key, each) => (typeof each === "number" ? Math.round(each * 10) / 10 : each));
    const face = side === "flap" ? ["components", component, "standee", "flap"] : ["components", component, side];
    return this.change([[{ kind: "add", path: [...face, LAST], value: rounded }]]).then(() => this.select(this.elements.slice(-1)));
  }

  // A picture dropped on the face lies beside the spec, and is drawn where it was dropped.
  async dropped(event) {
    event.preventDefault();
    const [file] = event.dataTransfer.files, { component, side } = this.tile.facts;
    if (!file || side === "flap") return;
    const [x, y] = this.canvas.at(event).map((each) => Math.round(each * 10) / 10), { width } = this.tile.component;
    await this.written(async () => {
      const { name } = await send(`/api/picture?${new URLSearchParams({ name: file.name })}`, file);
      const size = Math.round(width / 3);
      return this.tell("/api/change", { steps: [[{ kind: "add", path: ["components", component, side, LAST], value: { draw: "image", image: name, box: [x - size / 2, y - size / 2, size, size] } }]] });
    });
    this.select(this.elements.slice(-1));
  }

  duplicate() {
    const copies = this.chosen.filter(({ keys }) => keys !== null);
    const shifted = shifts(copies, 2, 2, 0.01).map((each) => ({ ...each, path: each.path.with(-2, each.path.at(-2) + 1), was: undefined }));
    if (copies.length === 1) return this.change([[{ kind: "copy", path: copies[0].path }], shifted]);
    return notice(say("Select one element to duplicate it."));
  }

  remove() {
    const paths = new Map(this.chosen.map((each) => [JSON.stringify(each.path), each.path]));
    return this.change([[...paths.values()].map((path) => ({ kind: "remove", path }))]);
  }

  order(way) {
    const [one] = this.chosen, index = one?.path.at(-1) + way;
    if (this.chosen.length !== 1 || index < 0) return null;
    return this.change([[{ kind: "move", path: one.path, value: index }]]).then(() => this.select(this.elements.filter((each) => JSON.stringify(each.path) === JSON.stringify(one.path.with(-1, index))).slice(0, 1)));
  }

  align(where) {
    const chosen = this.chosen.filter(movable), boxes = chosen.map(frame);
    if (!chosen.length) return null;
    const apart = where === "0" || where === "1", { width, height } = this.tile.component;
    if (apart && chosen.length < 3) return notice(say("Select three or more elements."));
    const ways = apart ? spread(boxes, Number(where)) : aligned(boxes, chosen.length > 1 ? around(boxes) : [0, 0, width, height], where);
    return this.change([chosen.flatMap((each, n) => shifts([each], ...ways[n], 0.01))]);
  }

  key(event) {
    if (within(event, "input, textarea, select")) return;
    const control = event.ctrlKey || event.metaKey, leap = event.shiftKey ? LEAP : STEP;
    const ways = { ArrowLeft: [-leap, 0], ArrowRight: [leap, 0], ArrowUp: [0, -leap], ArrowDown: [0, leap] };
    const deeds = control ? { z: () => this.step(event.shiftKey ? "redo" : "undo"), Z: () => this.step("redo"), y: () => this.step("redo"), d: () => this.duplicate(), a: () => this.select(this.elements.filter((each) => each.path.length === 4)) }
      : { Delete: () => this.remove(), Backspace: () => this.remove(), "]": () => this.order(1), "[": () => this.order(-1), Escape: () => { this.canvas.cancel(); this.select([]); } };
    const deed = ways[event.key] && this.chosen.length ? () => this.nudge(...ways[event.key]) : deeds[event.key];
    if (!deed) return;
    event.preventDefault();
    event.stopPropagation();
    deed();
  }
}
