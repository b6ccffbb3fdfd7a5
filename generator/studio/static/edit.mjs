// The room where a face is edited by mouse and keys: each edit is written into the spec where its value stands.
import { Canvas, shifts } from "./canvas.mjs";
import { between, everywhere } from "./asking.mjs";
import { h, notice, put, within } from "./dom.mjs";
import { Fields } from "./fields.mjs";
import { aligned, around, computed, frame, movable, spread } from "./geometry.mjs";
import { Grid } from "./grid.mjs";
import { copy } from "./panel.mjs";
import { Past } from "./past.mjs";
import { say, sayMany } from "./say.mjs";
import { Refused, ask, send, tell } from "./server.mjs";
import { Text } from "./text.mjs";
import { sentence } from "./tile.mjs";
import { HIDDEN, Tree, named } from "./tree.mjs";

const STEP = 0.1, LEAP = 1; // mm that an arrow key moves; with Shift
const REST = 300; // ms after the last arrow key until the move is written
const AGAIN = 200; // ms until a face that has changed meanwhile is fetched again
const LAST = 9999; // an item's index at the end of its list
const PICTURES = /\.(png|jpe?g|webp|svg)$/i, TABLES = /\.(csv|ods|xls[xmb]?)$/i;
const USUAL = 96 / 25.4; // CSS pixels in a mm

// New elements, for a face of this size.
const NEW = {
  text: (w, h) => ({ draw: "text", text: "Text", box: [0.1 * w, h / 2 - 4, 0.8 * w, 8], size: 5, align: "center",
      valign: "middle" }),
  rect: (w, h) => ({ draw: "rect", box: [0.2 * w, 0.4 * h, 0.6 * w, 0.2 * h], fill: "silver" }),
  circle: (w, h) => ({ draw: "circle", at: [w / 2, h / 2], radius: w / 6, fill: "silver" }),
  line: (w, h) => ({ draw: "line", points: [[0.2 * w, h / 2], [0.8 * w, h / 2]], stroke: "black", stroke_width: 0.5 }),
  icon: (w, h) => ({ draw: "icon", icon: "star", at: [w / 2, h / 2], size: w / 4 }),
  image: (w, h, { names }) => names.image[0] && { draw: "image", image: names.image[0],
    box: [0.2 * w, 0.3 * h, 0.6 * w, 0.4 * h] },
};

export class Edit {
  constructor(faces, refresh) {
    this.faces = faces;
    this.refresh = refresh;
    this.elements = [];
    this.chosen = [];
    this.writing = Promise.resolve();
    this.own = false; // whether the next drawing follows an edit made here
    this.agreed = new Set(); // templates that may be edited wherever they are used
    this.canvas = new Canvas({ select: (each) => this.select(each), change: (changes) => this.change([changes]),
      computed: (each) => this.toLine(each), move: (way) => this.shift(...way), grid: () => Number(this.grid.value) });
    this.fields = new Fields((changes) => this.change([changes]), copy);
    this.text = new Text({ line: (line) => this.lineChosen(line), saved: (found) => {
      this.counted(found);
      this.refresh();
    } });
    this.rows = new Grid({ cell: (change) => this.written((over) => this.tell("/api/cell", change, over)),
      list: (changes) => this.change([changes]) });
    this.past = new Past();
    const added = (each) => [...this.chosen.filter((one) => named(one) !== named(each)), each];
    const select = (each, more) => this.select(more ? added(each) : [each]);
    this.tree = new Tree({ select, hide: (each) => this.hide(each) });
    this.note = h("div", { class: "of-template" });
    this.which = h("select", { id: "edited", "aria-label": say("Face"),
        onchange: () => this.open(this.faces.tiles.get(this.which.value)) });
    this.grid = h("select", { "aria-label": say("Grid") },
      [["0", say("No grid")], ["0.5", "0.5 mm"], ["1", "1 mm"], ["5", "5 mm"]]
      .map(([value, text]) => h("option", { value }, text)));
    this.zoom = h("select", { "aria-label": say("Zoom"), onchange: () => this.zoomed() },
      h("option", { value: "" }, say("Fit")), [50, 100, 200, 400, 800]
      .map((each) => h("option", { value: each }, `${each} %`)));
    this.element = h("section", { id: "edit", hidden: true, "aria-label": say("Edit a face") }, this.bar(),
      h("div", { class: "work" },
      h("div", { class: "side" }, h("h2", {}, say("Elements")), this.tree.element),
      h("div", { class: "middle" }, this.canvas.pane, this.canvas.place),
      h("div", { class: "side" }, this.note, this.fields.element, this.fields.lists)),
    this.rows.element, this.text.element, this.past.element);
    this.element.addEventListener("keydown", (event) => this.key(event));
    addEventListener("resize", () => {
      if (!this.element.hidden && this.canvas.box && !this.zoom.value) this.zoomed();
    });
    this.canvas.pane.addEventListener("dragover", (event) => event.preventDefault());
    this.canvas.pane.addEventListener("drop", (event) => this.dropped(event));
  }

  bar() {
    const button = (text, title, onclick) => h("button", { type: "button", class: "quiet", title, onclick }, text);
    this.undo = button(say("Undo"), "Ctrl+Z", () => this.step("undo"));
    this.redo = button(say("Redo"), "Ctrl+Shift+Z", () => this.step("redo"));
    const add = menu(say("Add an element"),
      [["", say("Add …")], ...[...Object.keys(NEW), "back"].map((each) => [each, each])], (kind) => this.add(kind));
    const align = menu(say("Align"),
      Object.entries({ "": say("Align …"), left: say("Left"), center: say("Centre"), right: say("Right"),
          top: say("Top"), middle: say("Middle"), bottom: say("Bottom"), "a0": say("Equal gaps across"),
          "a1": say("Equal gaps down") }), (where) => this.align(where));
    return h("div", { class: "bar-of", role: "group", "aria-label": say("Editing") }, this.which, this.undo, this.redo,
      add, align,
      button(say("Duplicate"), "Ctrl+D", () => this.duplicate()), button(say("Forward"), "]", () => this.order(1)),
      button(say("Backward"), "[", () => this.order(-1)),
      button(say("Delete"), "Del", () => this.remove()), this.zoom, this.grid);
  }

  // ---- which face --------------------------------------------------------------------------------

  async enter() {
    await this.know();
    if (!localStorage.getItem("edited"))
      notice(say("Drag an element, or click it and use its fields. Every change is saved in your file; Undo takes it back."));
    localStorage.setItem("edited", "yes");
    const tiles = this.list();
    await this.open(tiles.find((tile) => tile.id === this.tile?.id) ?? tiles[0]);
    if (this.canvas.box && !this.zoom.value) this.zoomed(); // the window may have another size
    await this.text.resume();
  }

  // List the faces to choose from.
  list() {
    const tiles = this.listed();
    put(this.which, tiles.map((tile) => h("option", { value: tile.id }, tile.name.textContent)));
    return tiles;
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

  // Fetch the face again, and keep the selection.
  async look() {
    const { tile } = this, asked = { id: tile.id, key: tile.key }, now = this.state(tile, tile.key);
    const found = await ask("/api/elements", asked).catch((error) => (error instanceof Refused ? {} : null));
    if (!found || tile !== this.tile || this.faces.tiles.get(tile.id) !== tile || this.element.hidden) return;
    if (!found.face || tile.key !== asked.key) { // it has changed meanwhile
      clearTimeout(this.again);
      this.again = setTimeout(() => this.look(), AGAIN);
      return;
    }
    this.show(tile, found.face, found.elements, asked.key, alike);
    if (found.face.svg) this.seen = now;
  }

  // Show a face as drawn, with its elements; if it cannot be drawn because of an edit made here, undo that.
  // `same` finds in them what was selected.
  show(tile, face, elements, key, same = (old, all) => all.find((each) => named(each) === named(old))) {
    if (face.faults?.length) {
      this.element.dataset.face = tile.id;
      this.refused(face.faults[0]);
      return;
    }
    const other = this.element.dataset.face !== tile.id;
    this.own = false;
    this.element.dataset.face = tile.id;
    this.elements = elements;
    this.rows.take({ id: tile.id, key }, tile.facts.component);
    this.past.show();
    this.canvas.show(face, tile.component, this.elements.filter(({ box }) => box));
    if (other) this.zoomed();
    this.select(this.chosen.map((old) => same(old, elements)).filter(Boolean), true);
  }

  refused(fault) {
    const { own } = this;
    this.own = false;
    if (own) this.step("undo");
    notice(sentence(fault), "bad");
  }

  // Take a new listing: what is being edited may have changed.
  take(view) {
    this.text.tell(view.flaws);
    if (this.version !== view.saved) this.text.take();
    this.version = view.saved;
    if (this.element.hidden) return null;
    const deck = this.known && this.listed().find(({ facts }) => !this.known.has(`${facts.component} ${facts.side}`));
    if (deck) this.known = null;
    if (deck || [...this.which.options].some(({ value }) => !this.faces.tiles.has(value))) this.list();
    if (deck) return this.open(deck);
    const now = this.tile && this.faces.tiles.get(this.tile.id);
    if (this.tile && !now) { // it is gone: another of its component
      const { component } = this.tile.facts;
      return this.open(this.listed().find(({ facts }) => facts.component === component)
        ?? this.faces.tiles.get(this.which.value));
    }
    return now && this.seen !== this.state(now, now.key) ? this.look() : null;
  }

  // Return what identifies the state of a face and of its lines in the file.
  state(tile, key, version = this.version) {
    return [version, tile.id, key].join(" ");
  }

  // Show the result of a change: the face comes with it, before the listing reports it.
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

  select(chosen, again = false) {
    this.chosen = chosen;
    this.canvas.select(chosen.filter(({ box }) => box), again);
    this.text.show(chosen[0] ?? null);
    const [one] = chosen, single = chosen.length === 1 ? one : null;
    this.fields.show(single, single ? `${single.file}:${single.line}` : "");
    put(this.note, chosen.length > 1 && h("p", {}, sayMany("{n} element", "{n} elements", chosen.length)),
      single?.template && this.of(single), single && computed(single).length > 0 && this.whereComputed(single));
    this.tree.show(this.elements, chosen);
  }

  // Show the expressions that place an element, and a button that goes to their line.
  whereComputed(element) {
    return h("p", { class: "soft" }, say("Its place is computed:"), " ",
      computed(element).map((each) => [h("code", {}, each), " "]),
      h("button", { type: "button", class: "quiet", id: "to-line", onclick: () => this.toLine(element) },
        say("Line {line}", { line: element.line })));
  }

  toLine({ file, line }) {
    if (!this.text.go(file, line)) copy(`${file}:${line}`);
  }

  // Hide an element by its own `when`, in the file; one that has a condition keeps it.
  hide({ path, keys }) {
    if (keys.when === HIDDEN) return this.change([[{ kind: "remove", path: [...path, "when"], was: HIDDEN }]]);
    const when = String(keys.when);
    if (keys.when !== undefined) return notice(say("It is drawn where {when}: change that in its fields.", { when }));
    return this.change([[{ kind: "set", path: [...path, "when"], value: HIDDEN, was: null }]]);
  }

  // The cursor came to a line of the text: select the element there.
  lineChosen(line) {
    const { file } = this.text, holds = (each) => each.file === file && each.line <= line && line <= each.last;
    const there = this.elements.findLast(holds);
    if (there && !this.chosen.includes(there)) this.select([there]);
  }

  of({ template, places }) {
    return h("p", {}, sayMany("Part of template “{name}”, used in {n} place.",
        "Part of template “{name}”, used in {n} places.", places, { name: template }));
  }

  // ---- changes -----------------------------------------------------------------------------------

  // An edit in a template affects all its uses: ask once.
  async agree(steps) {
    const names = [...new Set(steps.flat().filter(({ path }) => path[0] === "templates").map(({ path }) => path[1]))];
    const asked = names.find((name) => !this.agreed.has(name)
      && this.elements.some((each) => each.template === name && each.places > 1));
    if (!asked) return true;
    const { places } = this.elements.find((each) => each.template === asked),
      use = this.elements.find(({ draw, keys }) => draw === "use" && keys?.template === asked);
    const answer = await everywhere(asked, places, use);
    if (answer === "all") this.agreed.add(asked);
    if (answer === "here") this.select([use]);
    return answer === "all";
  }

  // Make a change in steps; a function returns them once all changes before are shown.
  change(made) {
    return this.written(async (over) => {
      const steps = (typeof made === "function" ? made() : made).map((step) => step.filter(changing));
      if (!steps.flat().length) this.unchanged();
      else if (await this.agree(steps)) {
        this.own = true;
        return this.tell("/api/change", { steps }, over);
      }
      this.select(this.chosen);
      return null;
    });
  }

  // Say why an edit changes nothing.
  unchanged() {
    notice(this.chosen.length ? say("Nothing changed: it is there already, or its place is computed.")
      : say("Select an element: on the face, or in the list."));
  }

  step(name) {
    return this.written((over) => this.tell(`/api/${name}`, {}, over));
  }

  // Send a change; its answer includes the face that is looked at.
  tell(path, wanted, over = "") {
    return tell(`${path}?${this.words({ over })}`, wanted);
  }

  words(more) {
    return new URLSearchParams({ face: this.tile?.id ?? "", ...more });
  }

  // Send changes one after another. If somebody else has changed the same, ask whose version to keep.
  written(deed) {
    const done = async (over) => {
      try {
        const { tile } = this, found = await deed(over);
        if (!found) return;
        this.came(found, tile);
        this.refresh();
      } catch (error) {
        const { conflict } = error.facts ?? {};
        if (conflict && await between(error.message, conflict) === "ours") return void await done("yes");
        const why = error instanceof Refused ? error.message : say("The studio does not answer. Nothing was changed.");
        if (!conflict) notice(why, "bad");
        await this.look();
      }
    };
    this.writing = this.writing.then(() => done());
    return this.writing;
  }

  shift(dx, dy) {
    const { chosen } = this;
    return this.change(() => [shifts(this.now(chosen), dx, dy, Number(this.grid.value) || 0.01)]);
  }

  nudge(dx, dy) {
    const { chosen } = this;
    const sum = this.nudged = [(this.nudged?.[0] ?? 0) + dx, (this.nudged?.[1] ?? 0) + dy];
    this.canvas.mark({ shift: sum });
    clearTimeout(this.resting);
    this.resting = setTimeout(() => {
      this.nudged = null;
      this.change(() => [shifts(this.now(chosen), ...sum, 0.01)]);
    }, REST);
  }

  add(kind) {
    if (kind === "back") return this.back();
    const { width, height } = this.tile.component, value = NEW[kind](width, height, this.kit);
    if (!value) return notice(say("Put a picture beside the spec first."));
    const rounded = JSON.parse(JSON.stringify(value),
      (key, each) => (typeof each === "number" ? Math.round(each * 10) / 10 : each));
    return this.change([[{ kind: "add", path: [...this.face(), LAST], value: rounded }]])
      .then(() => this.select(this.elements.slice(-1)));
  }

  // Give the pieces a back, or go to the one they have.
  back() {
    const { component } = this.tile.facts, there = this.listed()
      .find(({ facts }) => facts.component === component && facts.side === "back");
    if (there) return this.open(there);
    this.known = this.sides();
    return this.change([[{ kind: "set", path: ["components", component, "back"],
          value: [{ draw: "rect", fill: "silver" }], was: null }]]);
  }

  // Return what the listed faces are sides of: a new one is opened when it comes.
  sides() {
    return new Set(this.listed().map(({ facts }) => `${facts.component} ${facts.side}`));
  }

  // Keep a dropped file beside the spec: a picture is drawn where it was dropped, a table becomes a deck.
  async dropped(event) {
    event.preventDefault();
    const [file] = event.dataTransfer.files;
    if (file && PICTURES.test(file.name)) await this.placed(file, this.canvas.at(event));
    else if (file && TABLES.test(file.name)) await this.dealt(file);
    else if (file) notice(say("Drop a picture, or a table (CSV, ODS or XLSX)."));
  }

  async placed(file, at) {
    const size = Math.round(this.tile.component.width / 3), [x, y] = at,
      box = [x - size / 2, y - size / 2, size, size].map((each) => Math.round(each * 10) / 10);
    const words = this.words({ name: file.name, at: JSON.stringify(this.face()), box: JSON.stringify(box) });
    await this.written(() => send(`/api/picture?${words}`, file));
    this.select(this.elements.slice(-1));
  }

  dealt(file) {
    this.known = this.sides();
    return this.written(() => send(`/api/deck?${this.words({ name: file.name })}`, file));
  }

  // Return the path of the face's elements in the spec.
  face() {
    const { component, side } = this.tile.facts;
    return side === "flap" ? ["components", component, "standee", "flap"] : ["components", component, side];
  }

  // Copy each in a step of its own, the last first, so that the paths of those before it stay valid. A copy lies 2 mm
  // beside it, where the face has room for it.
  duplicate() {
    const copies = this.distinct(this.chosen).filter(({ keys }) => keys !== null)
      .sort((a, b) => b.path.at(-1) - a.path.at(-1));
    const [left, top, width, height] = this.canvas.box;
    const way = (at, size, from, whole) => [2, -2].find((by) => at + by >= from && at + size + by <= from + whole) ?? 0;
    const shifted = (each) => !each.box ? [] : shifts([each], way(each.box[0], each.box[2], left, width),
      way(each.box[1], each.box[3], top, height), 0.01)
      .map((change) => ({ ...change, path: change.path.with(-2, change.path.at(-2) + 1), was: undefined }));
    return this.change(copies.flatMap((each) => [[{ kind: "copy", path: each.path }], shifted(each)])
      .filter((step) => step.length));
  }

  // Return the elements as they are now, each once: one of a template may be selected in several of its uses.
  now(elements) {
    return this.distinct(elements.map((each) => this.elements.find((one) => named(one) === named(each)) ?? each));
  }

  distinct(elements) {
    return [...new Map(elements.map((each) => [JSON.stringify(each.path), each])).values()];
  }

  remove() {
    return this.change([this.distinct(this.chosen).map(({ path }) => ({ kind: "remove", path }))]);
  }

  order(way) {
    const [one] = this.chosen, index = one?.path.at(-1) + way;
    if (this.chosen.length !== 1
      || !this.elements.some(({ path }) =>
        JSON.stringify(path) === JSON.stringify(one.path.with(-1, index)))) return this.unchanged();
    return this.change([[{ kind: "move", path: one.path, value: index }]])
      .then(() => this.select(this.elements.filter((each) =>
          JSON.stringify(each.path) === JSON.stringify(one.path.with(-1, index))).slice(0, 1)));
  }

  align(where) {
    const chosen = this.distinct(this.chosen).filter((each) => each.box && movable(each)), boxes = chosen.map(frame);
    if (!chosen.length) return this.unchanged();
    const apart = where === "a0" || where === "a1", { width, height } = this.tile.component;
    if (apart && chosen.length < 3) return notice(say("Select three or more elements."));
    const ways = apart ? spread(boxes, Number(where[1]))
      : aligned(boxes, chosen.length > 1 ? around(boxes) : [0, 0, width, height], where);
    return this.change([chosen.flatMap((each, n) => shifts([each], ...ways[n], 0.01))]);
  }

  key(event) {
    if (within(event, "input, textarea, select")) return;
    const control = event.ctrlKey || event.metaKey, leap = event.shiftKey ? LEAP : STEP;
    const ways = { ArrowLeft: [-leap, 0], ArrowRight: [leap, 0], ArrowUp: [0, -leap], ArrowDown: [0, leap] };
    const deeds = control ? { z: () => this.step(event.shiftKey ? "redo" : "undo"), Z: () => this.step("redo"),
      y: () => this.step("redo"), d: () => this.duplicate(),
      a: () => this.select(this.elements.filter((each) => each.path.length === 4)) }
      : { Delete: () => this.remove(), Backspace: () => this.remove(), "]": () => this.order(1),
        "[": () => this.order(-1), Escape: () => { this.canvas.cancel(); this.select([]); } };
    const deed = ways[event.key] && this.chosen.length ? () => this.nudge(...ways[event.key]) : deeds[event.key];
    if (!deed) return;
    event.preventDefault();
    event.stopPropagation();
    deed();
  }
}

// Return which element is the one that was selected, after another program may have changed the file: the unchanged one
// at its place, or else anywhere; or else the one at its place, if at most one of its keys has another value.
function alike(old, all) {
  const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);
  const unchanged = all.filter((each) => each.draw === old.draw && same(each.keys, old.keys));
  const there = all.find((each) => named(each) === named(old));
  if (unchanged.length) return unchanged.includes(there) ? there : unchanged[0];
  const keys = Object.keys({ ...old.keys, ...there?.keys });
  const changed = keys.filter((key) => !same(old.keys?.[key], there?.keys?.[key]));
  return there?.draw === old.draw && changed.length < 2 ? there : null;
}

// Return whether a change makes a difference.
function changing({ kind, value, was }) {
  return kind !== "set" || JSON.stringify(value) !== JSON.stringify(was);
}

// A menu of deeds: what is reached by letters or arrow keys is done at Enter, what is clicked at once.
function menu(label, options, deed) {
  let typed = false;
  const chosen = () => { const { value } = select; select.value = ""; if (value) deed(value); };
  const select = h("select", { "aria-label": label, onchange: () => { if (!typed) chosen(); },
    onpointerdown: () => { typed = false; }, onblur: () => { typed = false; select.value = ""; },
    onkeydown: ({ key, altKey }) => { if (key === "Enter") chosen(); else typed = key !== " " && !altKey; } },
  options.map(([value, text]) => h("option", { value }, text)));
  return select;
}
