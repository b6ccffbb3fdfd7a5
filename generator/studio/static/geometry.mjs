// Moves, sizes and turns elements: returns changes of the keys that place them. mm; independent of the page.

export const round = (value, step = 0.01) => Number((Math.round(value / step) * step).toFixed(4));
const number = (value) => typeof value === "number";

// Return what places an element: the key, and its default.
export function placing({ draw, keys }) {
  if (keys === null) return null;
  if (Array.isArray(keys.box)) return { key: "box", value: keys.box };
  if (Array.isArray(keys.points)) return { key: "points", value: keys.points };
  if (keys.at !== undefined || ["group", "use", "repeat", "path"].includes(draw))
    return { key: "at", value: keys.at ?? [0, 0] };
  return null;
}

// Return whether a drag moves it: it stays along an axis whose number is computed.
export function movable(element) {
  const place = placing(element);
  return place !== null && place.value.slice(0, 2).flat().some(number);
}

// Return the expressions that place it; empty if there are none.
export function computed(element) {
  const { keys } = element, place = keys && (keys.box ?? keys.points ?? keys.at);
  return place === undefined || place === null ? [] : [place].flat(2).filter((each) => typeof each === "string");
}

// Convert a distance in mm of the face to the coordinates around the element.
export function within([a, b, c, d], dx, dy) {
  const whole = a * d - b * c || 1;
  return [(d * dx - c * dy) / whole, (a * dy - b * dx) / whole];
}

function change({ path, keys }, key, value) {
  return { kind: "set", path: [...path, key], value, was: keys[key] ?? null };
}

// Return the change that moves an element by a distance on the face.
export function moved(element, dx, dy, step) {
  const { key, value } = placing(element), [x, y] = within(element.matrix, dx, dy);
  const shift = (point) => [number(point[0]) ? round(point[0] + x, step) : point[0],
    number(point[1]) ? round(point[1] + y, step) : point[1]];
  if (key === "points") return change(element, key,
    value.map((point) => (Array.isArray(point) ? shift(point) : point)));
  return change(element, key, [...shift(value), ...value.slice(2)]);
}

// Return the box of an element on the face: that of its keys if they are numbers, else the one it is drawn in.
export function frame({ keys, matrix: [a, b, c, d, e, f], box }) {
  if (!keys || !Array.isArray(keys.box) || !keys.box.every(number) || keys.rotate) return box;
  const [x, y, width, height] = keys.box;
  const corners = [[x, y], [x + width, y], [x, y + height], [x + width, y + height]]
    .map(([p, q]) => [a * p + c * q + e, b * p + d * q + f]);
  const xs = corners.map(([each]) => each), ys = corners.map(([, each]) => each);
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys)];
}

// Return the handles that size it: eight for a box, the corners for what is scaled about its middle, or none.
export function handles(element) {
  const { keys, matrix } = element;
  if (!keys || keys.rotate || matrix[1] || matrix[2]) return [];
  if (Array.isArray(keys.box)) return keys.box.every(number) ? ["nw", "n", "ne", "e", "se", "s", "sw", "w"] : [];
  return sizing(element) ? ["nw", "ne", "se", "sw"] : [];
}

// Return the key for its size.
function sizing({ draw, keys }) {
  const key = { circle: "radius", ellipse: "radius", star: "radius", hex: "across", icon: "size", fiducial: "size",
    path: "scale", group: "scale", use: "scale" }[draw];
  if (!key) return null;
  const value = keys[key] ?? 1;
  return [value].flat().every(number) ? { key, value } : null;
}

// Return the change that sizes an element by a dragged handle; what is scaled about its middle, by the pointer's
// distance from that.
export function sized(element, handle, dx, dy, step) {
  const { keys, matrix, box: [, , width, height] } = element;
  if (Array.isArray(keys.box)) {
    const [x, y] = within(matrix, dx, dy), [p, q, w, h] = keys.box;
    const west = handle.includes("w"), north = handle.includes("n"), east = handle.includes("e"),
      south = handle.includes("s");
    const wide = Math.max(0.5, w + (east ? x : west ? -x : 0)), high = Math.max(0.5, h + (south ? y : north ? -y : 0));
    return change(element, "box", [west ? p + w - wide : p, north ? q + h - high : q, wide, high]
      .map((each) => round(each, step)));
  }
  const { key, value } = sizing(element), grow = (each) => round(each * Math.max(0.05, factor), 0.01);
  const sign = [handle.includes("e") ? 1 : -1, handle.includes("s") ? 1 : -1];
  const factor = Math.max((width / 2 + sign[0] * dx) / (width / 2 || 1),
    (height / 2 + sign[1] * dy) / (height / 2 || 1));
  return change(element, key, Array.isArray(value) ? value.map(grow) : grow(value));
}

export function turned(element, angle) {
  const value = round(((angle % 360) + 540) % 360 - 180, 0.1);
  return value || element.keys.rotate === undefined ? change(element, "rotate", value)
    : { kind: "remove", path: [...element.path, "rotate"], was: element.keys.rotate };
}

// Return the change that moves one corner of a line or polygon.
export function bent(element, index, dx, dy, step) {
  const [x, y] = within(element.matrix, dx, dy);
  return change(element, "points",
    element.keys.points.map((point, n) => (n === index ? [round(point[0] + x, step), round(point[1] + y, step)]
        : point)));
}

// Return the corners of a line or polygon on the face, without computed ones.
export function corners({ keys, matrix: [a, b, c, d, e, f] }) {
  if (!keys || keys.rotate || !Array.isArray(keys.points) || !keys.points.flat().every(number)) return [];
  return keys.points.map(([x, y]) => [a * x + c * y + e, b * x + d * y + f]);
}

// Return the lines that boxes snap to: edges and middles.
export function stops([x, y, width, height]) {
  return { x: [x, x + width / 2, x + width], y: [y, y + height / 2, y + height] };
}

// Return how much further a box must go to the nearest lines within reach, and those lines.
export function snapped(box, lines, reach) {
  const own = stops(box), found = { dx: 0, dy: 0, guides: [] };
  for (const [axis, way] of [["x", "dx"], ["y", "dy"]]) {
    let best = reach;
    for (const line of lines[axis]) for (const edge of own[axis]) {
      if (Math.abs(line - edge) >= best) continue;
      best = Math.abs(line - edge);
      found[way] = line - edge;
      found[axis] = line;
    }
    if (found[axis] !== undefined) found.guides.push({ axis, at: found[axis] });
  }
  return found;
}

// Align boxes within another: return the distance for each.
/** @param {number[][]} boxes @param {number[]} whole @param {string} where */
export function aligned(boxes, [left, top, width, height], where) {
  return boxes.map(([x, y, w, h]) => ({
    left: [left - x, 0], center: [left + (width - w) / 2 - x, 0], right: [left + width - w - x, 0],
    top: [0, top - y], middle: [0, top + (height - h) / 2 - y], bottom: [0, top + height - h - y],
  })[where]);
}

// Space boxes evenly along an axis: return the distance for each.
export function spread(boxes, axis) {
  const order = boxes.map((box, n) => n).sort((a, b) => boxes[a][axis] - boxes[b][axis]);
  const last = boxes[order.at(-1)], first = boxes[order[0]], room = last[axis] + last[axis + 2] - first[axis];
  const gap = (room - boxes.reduce((sum, box) => sum + box[axis + 2], 0)) / (boxes.length - 1),
    ways = boxes.map(() => [0, 0]);
  let next = first[axis];
  for (const n of order) {
    ways[n][axis] = next - boxes[n][axis];
    next += boxes[n][axis + 2] + gap;
  }
  return ways;
}

export function around(boxes) {
  const left = Math.min(...boxes.map(([x]) => x)), top = Math.min(...boxes.map(([, y]) => y));
  return [left, top, Math.max(...boxes.map(([x, , w]) => x + w)) - left,
    Math.max(...boxes.map(([, y, , h]) => y + h)) - top];
}

// ---- several at once -----------------------------------------------------------------------------

// Return a box resized by dragging one of its handles.
/** @param {number[]} box @param {string} handle */
export function drawn([x, y, width, height], handle, dx, dy) {
  const wide = Math.max(1, width + (handle.includes("e") ? dx : handle.includes("w") ? -dx : 0));
  const high = Math.max(1, height + (handle.includes("s") ? dy : handle.includes("n") ? -dy : 0));
  return [handle.includes("w") ? x + width - wide : x, handle.includes("n") ? y + height - high : y, wide, high];
}

// Convert a point from the coordinates around an element to the face; and the other way round.
const placed = ([a, b, c, d, e, f], point) => [a * point[0] + c * point[1] + e, b * point[0] + d * point[1] + f];
const inner = (matrix, point) => within(matrix, point[0] - matrix[4], point[1] - matrix[5]);

// Return the changes of an element's place and size when a box around several elements becomes another box.
/** @param {any} element @param {number[]} from @param {number[]} to @param {number} step */
export function resized(element, from, to, step) {
  const across = to[2] / (from[2] || 1), down = to[3] / (from[3] || 1), { key, value } = placing(element);
  const face = (point) => [to[0] + (point[0] - from[0]) * across, to[1] + (point[1] - from[1]) * down];
  const there = (point) => (point.every(number)
    ? inner(element.matrix, face(placed(element.matrix, point))).map((each) => round(each, step)) : point);
  if (key === "points") {
    return [change(element, key, value.map((point) => (Array.isArray(point) ? there(point) : point)))];
  }
  if (key === "box" && !value.every(number)) return [];
  if (key === "box") {
    const [x, y, width, height] = value, [left, top] = there([x, y]), [right, bottom] = there([x + width, y + height]);
    const box = [left, top, Math.max(0.5, right - left), Math.max(0.5, bottom - top)];
    return [change(element, key, box.map((each) => round(each, step)))];
  }
  const size = sizing(element), grow = (each) => round(each * Math.sqrt(across * down));
  const place = change(element, key, there(value));
  return size ? [place, change(element, size.key, Array.isArray(size.value) ? size.value.map(grow) : grow(size.value))]
    : [place];
}

/** @param {number[]} box */
export const centre = ([x, y, width, height]) => [x + width / 2, y + height / 2];

// Return the point of the face about which an element is turned; if it is computed, the middle of what is drawn.
export function pivot(element) {
  const place = ["group", "use"].includes(element.draw) && placing(element).value;
  return place && place.every(number) ? placed(element.matrix, place) : centre(frame(element));
}

// Return the changes that turn an element, with others, about a point of the face.
/** @param {any} element @param {number[]} about @param {number} angle */
export function swung(element, [x, y], angle, step) {
  const sin = Math.sin(angle * Math.PI / 180), cos = Math.cos(angle * Math.PI / 180), { key, value } = placing(element);
  const turn = (point) => [x + (point[0] - x) * cos - (point[1] - y) * sin,
    y + (point[0] - x) * sin + (point[1] - y) * cos];
  if (key === "points") {
    if (!value.flat().every(number)) return [];
    return [change(element, key, value.map((point) => inner(element.matrix, turn(placed(element.matrix, point)))
      .map((each) => round(each, step))))];
  }
  if (typeof (element.keys.rotate ?? 0) !== "number") return [];
  const middle = pivot(element), to = turn(middle);
  return [moved(element, to[0] - middle[0], to[1] - middle[1], step),
    turned(element, (element.keys.rotate ?? 0) + angle)];
}
