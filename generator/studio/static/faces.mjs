// All faces, by component: drawn when they come into view, a few at a time, visible ones first.
import { announce, h, notice, put } from "./dom.mjs";
import { say, sayMany } from "./say.mjs";
import { ask } from "./server.mjs";
import { Tile } from "./tile.mjs";

const AT_ONCE = 3, SOON = 300, FEW = 24; // requests at once; ms until retrying; changed ones drawn out of view
const TOGETHER = 150; // ms in which faces that come are joined with equal ones together

// The tile of an element.
const of = new WeakMap();

export class Faces {
  constructor(root, seen) {
    this.root = root;
    this.seen = seen;
    this.tiles = new Map();
    this.wanted = new Set();
    this.asking = new Map();
    this.arrived = []; // facts of faces that came and are not joined with equal ones yet
    this.asked = { words: [], component: "", of: "", where: null }; // the current filter
    this.near = new IntersectionObserver((entries) => this.met(entries), { rootMargin: "300px" });
    this.far = new IntersectionObserver((entries) => {
      for (const { target, isIntersecting } of entries) if (!isIntersecting) {
        of.get(target).drop();
        this.far.unobserve(target);
      }
    }, { rootMargin: "2500px" });
    this.sight = new IntersectionObserver((entries) => {
      for (const { target, isIntersecting } of entries) of.get(target).sight = isIntersecting;
    });
    this.observers = [this.near, this.far, this.sight];
    addEventListener("scroll", () => this.next(), { passive: true });
  }

  // Take a listing, or what has changed since the last.
  take(view) {
    const components = new Map(view.components.map((each) => [each.name, each]));
    const changed = [], known = !view.whole && this.tiles.size > 0;
    for (const facts of view.tiles) {
      let tile = this.tiles.get(facts.id);
      if (!tile) {
        tile = new Tile(facts.id, this.seen);
        tile.altered = known;
        if (tile.altered) changed.push(tile);
        this.tiles.set(facts.id, tile);
        of.set(tile.element, tile);
        this.near.observe(tile.element); // by the others once it is near: each costs time at every frame
      } else if (tile.key !== facts.key) {
        tile.pending = true;
        tile.element.classList.remove("changed");
        changed.push(tile);
      }
      tile.take(facts, components.get(facts.component));
    }
    if (view.order) this.order(view, components);
    const few = changed.filter((tile) => tile.facts.side !== "page").length <= FEW;
    for (const tile of changed) {
      tile.sought = tile.hidden || few && tile.facts.side !== "page";
      if (tile.visible || tile.sought) this.wanted.add(tile);
    }
    this.root.classList.toggle("stale", view.stale);
    const flaws = new Map();
    for (const flaw of view.flaws) for (const id of flaw.tiles) flaws.set(id, [...flaws.get(id) ?? [], flaw]);
    for (const tile of this.tiles.values()) {
      const own = flaws.get(tile.id) ?? [];
      if (!own.length && !tile.flaws.length) continue;
      tile.flaws = own;
      tile.element.classList.toggle("faulty", own.some((flaw) => flaw.fault));
      tile.showFaults(tile.own ?? []);
    }
    this.sifted();
    this.next();
  }

  order(view, components) {
    const there = new Set(view.order);
    for (const [id, tile] of this.tiles) {
      if (there.has(id)) continue;
      for (const each of this.observers) each.unobserve(tile.element);
      this.wanted.delete(tile);
      tile.drop();
      this.tiles.delete(id);
    }
    const groups = Map.groupBy(view.order.map((id) => this.tiles.get(id)), (tile) => tile.facts.component);
    const sections = [...groups].map(([name, tiles]) => {
      const list = h("ul", { class: "tiles" });
      list.append(...tiles.map((tile) => tile.element));
      return h("section", { "data-component": name, "aria-label": components.get(name).title },
        h("h2", {}, components.get(name).title, " ", h("span", { class: "soft" })), list);
    });
    put(this.root, sections.length ? sections : h("p", { class: "wait" },
        say("Nothing to show yet: fix what is listed beside this, and save.")));
    for (const tiles of groups.values())
      for (const side of new Set(tiles.map((tile) => tile.facts.side)))
      this.fold({ component: tiles[0].facts.component, side });
  }

  count(section) {
    const tiles = [...section.querySelectorAll(".tile:not(.out, [hidden])")];
    const number = section.querySelector("h2 span"), text = sayMany("{n} face", "{n} faces", tiles.length);
    if (number.textContent !== text) number.textContent = text;
  }

  // Show only those that have all words, belong to a component, have changed or lack something, meet a condition.
  sift(asked) {
    Object.assign(this.asked, asked);
    this.sifted();
    announce(sayMany("{n} face", "{n} faces", this.shown()));
  }

  sifted() {
    for (const tile of this.tiles.values()) this.pick(tile);
    for (const section of this.root.querySelectorAll("section")) this.count(section);
  }

  // A tile that stands for others is shown if any of them matches.
  pick(tile) {
    tile.element.classList.toggle("out", !tile.alike.some((each) => each.meets(this.asked)));
  }

  shown() {
    return this.root.querySelectorAll(".tile:not(.out, [hidden])").length;
  }

  met(entries) {
    for (const { target, isIntersecting } of entries) {
      const tile = of.get(target);
      tile.visible = isIntersecting;
      if (isIntersecting) {
        this.wanted.add(tile);
        this.far.observe(target);
        this.sight.observe(target);
      } else {
        if (!tile.sought) this.wanted.delete(tile); // it went out of view
        this.sight.unobserve(target);
        tile.sight = false;
      }
    }
    this.next();
  }

  // Fetch the next ones, visible ones first: fronts and backs before the pages of texts, which take long.
  next() {
    if (this.root.hidden) return; // another room is open: its work comes first
    for (const tile of this.wanted) if (tile.drawn === tile.key) this.wanted.delete(tile);
    const rank = (tile) => (tile.visible ? 0 : 8) + (tile.sight ? 0 : 4) + (tile.facts.side === "page"
      ? 2 : 0) + (tile.digest && tile.drawn ? 0 : 1);
    const asked = [...this.wanted].filter((tile) => this.asking.get(tile) !== tile.key)
      .sort((a, b) => rank(a) - rank(b));
    for (const tile of asked.slice(0, AT_ONCE - this.asking.size)) this.ask(tile);
  }

  async ask(tile) {
    const key = tile.key;
    let wait = 0; // ms: a changed face is reported soon; a server that does not answer is not asked again and again
    this.asking.set(tile, key);
    try {
      const found = await ask("/api/face", { id: tile.id, key });
      if (found.gone) wait = SOON;
      else if (tile.key === key) this.came(tile, found); // the next is fetched while this one is shown
    } catch {
      wait = SOON;
    }
    if (this.asking.get(tile) === key) this.asking.delete(tile);
    if (wait) setTimeout(() => this.next(), wait);
    else this.next();
  }

  async came(tile, found) {
    const first = !tile.digest;
    if (await tile.draw(found)) this.changed(tile);
    if (this.asked.of) this.sifted();
    if (!first && tile.folds === tile.digest) return;
    if (!this.arrived.length) setTimeout(() => this.folded(), TOGETHER);
    this.arrived.push(tile.facts);
  }

  // Join the faces that came since the last time: once for each side, as all its tiles are looked at.
  folded() {
    const sides = new Map(this.arrived.map((facts) => [`${facts.component} ${facts.side}`, facts]));
    this.arrived = [];
    for (const facts of sides.values()) this.fold(facts);
  }

  changed(tile) {
    tile.flash();
    this.lately ??= new Set();
    this.lately.add(tile);
    clearTimeout(this.telling);
    this.telling = setTimeout(() => {
      const all = [...this.lately];
      this.lately = null;
      const away = all.every((each) => !each.visible) && all[0];
      notice(sayMany("{n} face changed.", "{n} faces changed.", all.length));
      if (away) away.element.scrollIntoView({ block: "center" });
    }, 400);
  }

  // Join the equal faces of a component's side into one, with all their pieces: the first.
  fold({ component, side }) {
    const drawn = [...this.tiles.values()]
      .filter((each) => each.digest && side !== "page" && each.facts.component === component
      && each.facts.side === side);
    for (const same of Map.groupBy(drawn, (each) => each.digest).values())
      for (const each of same) { each.fold(each === same[0] ? same : []); this.pick(each); }
    const section = this.root.querySelector(`[data-component="${CSS.escape(component)}"]`);
    if (section) this.count(section);
  }

  hold(held) {
    this.root.classList.toggle("before", held);
    for (const tile of this.tiles.values()) if (tile.before) tile.hold(held);
  }

  // Move from face to face by arrow keys, as they lie on the screen.
  step(from, key) {
    const all = [...this.root.querySelectorAll(".tile:not(.out, [hidden]) .face")], at = all.indexOf(from);
    const here = from.getBoundingClientRect();
    if (key === "ArrowRight" || key === "ArrowLeft") return all[at + (key === "ArrowRight" ? 1 : -1)]?.focus();
    const down = key === "ArrowDown";
    const rows = all.filter((each) => (down ? each.getBoundingClientRect().top > here.bottom - 4
        : each.getBoundingClientRect().bottom < here.top + 4));
    const off = (each) => {
      const box = each.getBoundingClientRect();
      return 3 * Math.abs(box.top - here.top) + Math.abs(box.left - here.left);
    };
    return rows.sort((a, b) => off(a) - off(b))[0]?.focus();
  }
}
