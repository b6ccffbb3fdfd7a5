// One large face to work on: rulers, the pointer's position, the selection with its handles, drags that snap.
import { h, put, s } from "./dom.mjs";
import { around, bent, centre, computed, corners, drawn, frame, handles, movable, moved, pivot, placing, resized, round,
  sized, snapped, stops, swung, turned } from "./geometry.mjs";
import { number, say } from "./say.mjs";

const NEAR = 0.4; // mm beside a drawing that still count as a hit
const REACH = 6; // pixels within which a box snaps to a line
const TURN = 18; // pixels from a box to its rotation handle
const PLACES = { n: [0.5, 0], s: [0.5, 1], e: [1, 0.5], w: [0, 0.5], nw: [0, 0], ne: [1, 0], se: [1, 1], sw: [0, 1] };

export class Canvas {
  // on: {select(elements), change(changes), move([dx, dy]), computed(element) when its grey handle is clicked,
  // grid() in mm or 0}
  constructor(on) {
    this.on = on;
    this.elements = [];
    this.selected = [];
    this.scale = 4; // pixels for a mm
    this.host = h("div", { class: "drawing" });
    this.root = this.host.attachShadow({ mode: "open" }); // its ids and styles are its own
    this.groups = new Map(); // of the drawing, by the path of the element
    this.carried = []; // the groups that are shown at another place
    this.dropped = {}; // where the selection was dropped, as `mark` takes it, until the face is drawn anew
    this.lines = s("g", { class: "guides" });
    this.marks = s("g", { class: "marks" });
    this.svg = s("svg", { class: "canvas", tabindex: "0", role: "application",
        "aria-label": say("The face: arrow keys move what is selected") }, this.lines, this.marks);
    this.across = s("svg", { class: "ruler across", "aria-hidden": "true" });
    this.down = s("svg", { class: "ruler down", "aria-hidden": "true" });
    this.place = h("output", { class: "soft pointer" });
    this.pane = h("div", { class: "pane" }, h("div", { class: "corner" }), this.across, this.down,
      h("div", { class: "sheet" }, this.host, this.svg));
    this.svg.addEventListener("pointerdown", (event) => this.grab(event));
    this.svg.addEventListener("pointermove", (event) => this.move(event));
    this.svg.addEventListener("pointerup", () => this.drop());
    this.svg.addEventListener("pointercancel", () => this.cancel());
    this.pane.addEventListener("wheel", (event) => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      this.zoom(this.scale * (event.deltaY < 0 ? 1.15 : 1 / 1.15));
    }, { passive: false });
  }

  // Show a face as drawn, and its elements from the bottom up.
  show({ svg, box }, component, elements) {
    this.box = box;
    this.carried = [];
    this.dropped = {};
    this.hover = null;
    this.trim = [0, 0, component.width, component.height];
    this.safe = component.safe;
    this.elements = elements;
    this.draw(svg);
    put(this.lines,
      s("path", { class: "line cut", d: component.clip || `M0 0H${component.width}V${component.height}H0Z` }),
      s("rect", { class: "line safe", x: this.safe, y: this.safe, width: Math.max(0, component.width - 2 * this.safe),
            height: Math.max(0, component.height - 2 * this.safe) }));
    this.svg.setAttribute("viewBox", box.join(" "));
    this.zoom(this.scale);
  }

  // Replace the drawing; one with pictures stays until the new ones are decoded.
  draw(svg) {
    const { root } = this, parsed = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement,
      /** @type {any} */ drawing = this.drawing = document.adoptNode(parsed);
    // the page's security policy ignores style attributes that were parsed
    for (const each of drawing.querySelectorAll("[style]")) each.style.cssText = each.getAttribute("style");
    for (const side of ["width", "height"]) drawing.setAttribute(side, "100%");
    const paths = new Map(this.elements.map((each) => [String(each.number), JSON.stringify(each.path)]));
    this.groups = Map.groupBy(drawing.querySelectorAll("[data-element]"), (each) => paths.get(each.dataset.element));
    const shown = () => { if (drawing === this.drawing) root.replaceChildren(drawing); };
    const pictures = root.firstChild ? [...drawing.querySelectorAll("image")] : [];
    if (!pictures.length) return shown();
    drawing.style.position = "absolute";
    drawing.style.opacity = 0;
    root.append(drawing);
    return Promise.allSettled(pictures.map((each) => each.decode())).then(() => {
      drawing.style.position = drawing.style.opacity = "";
      shown();
    });
  }

  zoom(scale) {
    this.scale = Math.min(40, Math.max(1, scale));
    if (!this.box) return;
    const [x, y, width, height] = this.box;
    for (const [side, mm] of [["width", width], ["height", height]]) {
      this.svg.setAttribute(side, mm * this.scale);
      this.host.style[side] = `${mm * this.scale}px`;
    }
    this.ruler(this.across, x, width, false);
    this.ruler(this.down, y, height, true);
    this.mark();
  }

  // Zoom to fit the available room.
  fit() {
    const { clientWidth, clientHeight } = this.pane, [, , width, height] = this.box;
    this.zoom(Math.min((clientWidth - 40) / width, (Math.max(clientHeight, innerHeight / 2) - 40) / height));
  }

  ruler(svg, from, length, upright) {
    const { scale } = this, step = scale > 12 ? 1 : scale > 5 ? 5 : 10, ticks = [];
    for (let mm = Math.ceil(from / step) * step; mm <= from + length; mm += step) {
      const at = (mm - from) * scale, long = mm % (2 * step) === 0;
      ticks.push(s("path", { d: upright ? `M${long ? 8 : 14} ${at}H20` : `M${at} ${long ? 8 : 14}V20` }));
      if (long) ticks.push(s("text", upright ? { x: 8, y: at - 2, "text-anchor": "end",
            transform: `rotate(-90 8 ${at - 2})` } : { x: at + 2, y: 9 }, number(mm || 0)));
    }
    const [wide, high] = upright ? [20, length * scale] : [length * scale, 20];
    for (const [key, value] of Object.entries({ width: wide, height: high, viewBox: `0 0 ${wide} ${high}` }))
      svg.setAttribute(key, value);
    put(svg, ticks);
  }

  // ---- what is selected --------------------------------------------------------------------------

  // `again` after a drawing: what was selected before stays where it is on the screen.
  select(selected, again) {
    this.selected = selected;
    this.dropped = {};
    this.mark();
    if (selected.length === 1 && !again)
      this.marks.querySelector(".chosen")?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  // Mark the selection, and show it moved by `shift`, sized to the box `preview`, and turned by `angle`.
  /** @param {{ shift?: number[], preview?: number[] | null, angle?: number, guides?: any[] }} place */
  mark(place = this.dropped) {
    const { shift = [0, 0], preview = null, angle = 0, guides = [] } = place;
    this.now = { shift, preview, angle };
    this.carry(shift, preview, angle);
    const [left, top, width, height] = this.box, px = 1 / this.scale, parts = [];
    for (const { axis, at } of guides)
      parts.push(s("path", { class: "guide", d: axis === "x"
          ? `M${at} ${top}v${height}` : `M${left} ${at}h${width}` }));
    if (this.hover && !this.selected.includes(this.hover)) parts.push(this.outline(this.hover.box, "hover"));
    for (const element of this.selected) {
      const [x, y, w, h] = this.selected.length === 1 && preview || frame(element),
        box = [x + shift[0], y + shift[1], w, h];
      parts.push(this.outline(box, movable(element) ? "chosen" : "chosen computed"));
      if (computed(element).length) parts.push(this.knob(box[0], box[1] + h, "computed"));
      if (this.selected.length > 1 || shift[0] || shift[1]) continue;
      for (const name of handles(element))
        parts.push(this.knob(box[0] + PLACES[name][0] * w, box[1] + PLACES[name][1] * h, `size ${name}`));
      corners(element).forEach(([p, q], index) => parts.push(this.knob(p, q, `bend ${index}`)));
      if (element.keys && placing(element)?.key !== "points" && typeof (element.keys.rotate ?? 0) === "number")
        parts.push(this.knob(box[0] + w / 2, box[1] - TURN * px, "turn"));
    }
    if (this.several() && !shift[0] && !shift[1]) parts.push(...this.whole(preview));
    put(this.marks, parts);
  }

  // Show the selected elements moved, sized or turned, wherever the face has them. Text is not stretched.
  /** @param {number[]} way @param {number[] | null} preview @param {number} angle */
  carry([dx, dy], preview, angle) {
    for (const each of this.carried) each.removeAttribute("transform");
    this.carried = [];
    if (!dx && !dy && !preview && !angle) return;
    const all = this.selected.filter(movable), whole = around(all.map(frame)), [left, top, width, height] = whole;
    for (const element of all) {
      if (preview && element.draw === "text") continue;
      const to = new DOMMatrix().translate(dx, dy), outer = new DOMMatrix(element.matrix),
        [x, y] = all.length > 1 ? centre(whole) : pivot(element);
      if (preview) {
        to.translateSelf(preview[0], preview[1]).scaleSelf(preview[2] / (width || 1), preview[3] / (height || 1))
          .translateSelf(-left, -top);
      }
      if (angle) to.translateSelf(x, y).rotateSelf(angle).translateSelf(-x, -y);
      const transform = outer.inverse().multiply(to).multiply(outer).toString();
      for (const group of this.groups.get(JSON.stringify(element.path)) ?? []) {
        group.setAttribute("transform", transform);
        this.carried.push(group);
      }
    }
  }

  // Return the selected elements that the handles around them all can move, one of a template once; null if there are
  // fewer than two.
  several() {
    const all = [...new Map(this.selected.filter(movable).map((each) => [JSON.stringify(each.path), each])).values()];
    return all.length > 1 ? all : null;
  }

  // Return the marks around all selected elements: a box and its handles.
  whole(preview) {
    const [x, y, w, h] = preview ?? around(this.several().map(frame)), at = Object.entries(PLACES);
    return [this.outline([x, y, w, h], "around"),
      ...at.map(([name, [across, down]]) => this.knob(x + across * w, y + down * h, `size ${name}`)),
      this.knob(x + w / 2, y - TURN / this.scale, "turn")];
  }

  /** @param {number[]} box @param {string} kind */
  outline([x, y, width, height], kind) {
    return s("rect", { class: kind, x, y, width, height });
  }

  // Draw a handle. One beyond the edge of the face is drawn at the edge, where it can be grasped; the rotation handle
  // then lies below the others.
  knob(x, y, name) {
    const [left, top, width, height] = this.box, half = 5 / this.scale, size = 2 * half,
      high = name === "turn" && y < top + half ? top + TURN / this.scale + half : y;
    const clamped = (at, from, length) => Math.max(from, Math.min(at - half, from + length - size));
    return s("rect", { class: "knob", "data-knob": name, x: clamped(x, left, width), y: clamped(high, top, height),
      width: size, height: size, rx: name === "turn" ? half : 0 });
  }

  // Return what lies at a point: what is drawn there from the top down, then what contains it, the smallest first.
  hits(x, y) {
    const there = this.elements.filter(({ box }) => inside(box, [x, y]));
    const held = ({ draw }) => ["group", "use", "repeat"].includes(draw), size = ({ box }) => box[2] * box[3];
    return [...there.filter((each) => !held(each)).reverse(), ...there.filter(held).sort((a, b) => size(a) - size(b))];
  }

  // ---- drags -------------------------------------------------------------------------------------

  at(event) {
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.svg.getScreenCTM().inverse());
    return [x, y];
  }

  grab(event) {
    if (event.button !== 0 || !this.box) return;
    const from = this.at(event), knob = event.target.dataset?.knob;
    this.svg.setPointerCapture(event.pointerId);
    this.drag = { from, knob, moved: false };
    if (knob) return;
    const hits = this.hits(...from),
      within = this.selected.find((each) => hits.includes(each) || inside(frame(each), from));
    this.drag.again = within; // a click on the selection goes on to what lies below
    this.drag.hits = hits;
    if (event.shiftKey) {
      const hit = hits[0];
      if (hit) this.on.select(this.selected.includes(hit) ? this.selected.filter((each) => each !== hit)
        : [...this.selected, hit]);
      this.drag = null;
    } else if (!within) this.on.select(hits.slice(0, 1));
  }

  move(event) {
    if (!this.box) return;
    const [x, y] = this.at(event);
    this.place.textContent = say("{x}, {y} mm", { x: number(x.toFixed(1)), y: number(y.toFixed(1)) });
    if (!this.drag) {
      const hover = this.hits(x, y)[0] ?? null;
      if (hover !== this.hover) { this.hover = hover; this.mark(); }
      return;
    }
    const { from } = this.drag, way = [x - from[0], y - from[1]];
    if (!this.drag.moved && Math.hypot(...way) * this.scale < 3) return;
    this.drag.moved = true;
    this.drag.way = this.drag.knob ? this.along(way, event) : this.shifted(way, event);
  }

  // Move, snapping to the lines of the face and of all other elements, unless Alt is held.
  /** @param {number[]} way @param {any} event */
  shifted([dx, dy], event) {
    if (!this.selected.length) return null;
    if (event.shiftKey) [dx, dy] = Math.abs(dx) > Math.abs(dy) ? [dx, 0] : [0, dy];
    const box = around(this.selected.map(frame));
    const { dx: more, dy: down, guides } = event.altKey ? { dx: 0, dy: 0, guides: [] }
      : snapped([box[0] + dx, box[1] + dy, box[2], box[3]], this.targets(), REACH / this.scale);
    this.mark({ shift: [dx + more, dy + down], guides });
    return [dx + more, dy + down];
  }

  targets() {
    const lines = { x: [], y: [] }, [, , width, height] = this.trim, { safe } = this;
    const others = this.elements.filter((each) => !this.selected.includes(each)).slice(-200).map(({ box }) => box);
    for (const box of [this.trim, [safe, safe, width - 2 * safe, height - 2 * safe], ...others])
      for (const axis of ["x", "y"]) lines[axis].push(...stops(box)[axis]);
    return lines;
  }

  // Drag a handle: the size, a corner or the angle.
  /** @param {number[]} way @param {any} event */
  along([dx, dy], event) {
    const [element] = this.selected, [kind, name] = this.drag.knob.split(" "), step = this.step(),
      several = this.several();
    if (kind === "computed") return null;
    const box = several ? around(several.map(frame)) : frame(element), to = drawn(box, name ?? "", dx, dy);
    if (kind === "turn") {
      const middle = centre(box), [x, y] = this.at(event);
      const exact = Math.atan2(x - middle[0], middle[1] - y) * 180 / Math.PI,
        angle = event.altKey ? round(exact, 0.1) : Math.round(exact / 5) * 5;
      this.drag.change = several ? several.flatMap((each) => swung(each, middle, angle, 0.01)) : turned(element, angle);
      this.place.textContent = `${number(angle)}°`;
      this.mark({ angle: several ? angle : angle - (element.keys.rotate ?? 0) });
      return [dx, dy];
    }
    if (several) {
      this.drag.change = several.flatMap((each) => resized(each, box, to, 0.01));
      this.mark({ preview: to });
      return [dx, dy];
    }
    this.drag.change = kind === "bend" ? bent(element, Number(name), dx, dy, step) : sized(element, name, dx, dy, step);
    const after = { ...element, keys: { ...element.keys, [this.drag.change.path.at(-1)]: this.drag.change.value } };
    if (kind === "bend") this.mark({});
    else this.mark({ preview: Array.isArray(element.keys.box) ? frame(after) : grown(box, name, dx, dy) });
    return [dx, dy];
  }

  step() {
    return this.on.grid() || 0.01;
  }

  drop() {
    const drag = this.drag;
    this.drag = null;
    if (!drag) return;
    if (!drag.moved) {
      if (drag.knob === "computed") this.on.computed(this.selected.find((each) => computed(each).length));
      else if (drag.again && drag.hits.length) {
        this.on.select([drag.hits[(drag.hits.indexOf(drag.again) + 1) % drag.hits.length]]);
      }
      return;
    }
    const changes = drag.change || drag.way && (drag.way[0] || drag.way[1]);
    this.dropped = changes ? this.now : {};
    if (drag.change) this.on.change([drag.change].flat());
    else if (changes) this.on.move(drag.way);
    else this.mark();
  }

  cancel() {
    this.drag = null;
    this.dropped = {};
    this.mark();
  }
}

/** @param {number[]} box @param {number[]} point */
function inside([left, top, width, height], [x, y]) {
  return x >= left - NEAR && x <= left + width + NEAR && y >= top - NEAR && y <= top + height + NEAR;
}

// Scale a box about its middle, while a corner is dragged.
function grown([x, y, width, height], name, dx, dy) {
  const sign = [name.includes("e") ? 1 : -1, name.includes("s") ? 1 : -1];
  const factor = Math.max((width / 2 + sign[0] * dx) / (width / 2 || 1),
    (height / 2 + sign[1] * dy) / (height / 2 || 1), 0.05);
  return [x + width / 2 * (1 - factor), y + height / 2 * (1 - factor), width * factor, height * factor];
}

// Return what moves the selection by a distance: nothing for computed places.
export function shifts(selected, dx, dy, step) {
  return selected.filter(movable).map((element) => moved(element, dx, dy, step));
}
