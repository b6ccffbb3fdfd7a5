// PNG and JPEG for the Python of a browser, which has no Pillow: the functions behind host/PIL. All are synchronous.
// @ts-ignore: two files of jpeg-js in one, which is written when the site is made
import { decode, encode } from "./jpeg.js";

const text = (data, at, length) => String.fromCharCode(...data.subarray(at, at + length));
const PRIMARIES = [31270, 32900, 64000, 33000, 30000, 60000, 15000, 6000]; // of sRGB
const MODES = { 0: "L", 2: "RGB", 3: "P", 4: "LA", 6: "RGBA" };

// Read a file's header; null for one that cannot be drawn as it is: rotated, in other colours, interlaced, broken.
export function head(data) {
  if (text(data, 1, 3) === "PNG") return ofPng(data);
  return data[0] === 0xff && data[1] === 0xd8 ? ofJpeg(data) : null;
}

function ofPng(data) {
  const view = new DataView(data.buffer, data.byteOffset, data.length), packed = [],
    found = { format: "PNG", palette: null, alpha: null, names: null, data: null };
  let at = 8, standard = false, odd = false, ended = false;
  while (at + 12 <= data.length && !ended) {
    const length = view.getUint32(at), kind = text(data, at + 4, 4), start = at + 8,
      part = data.subarray(start, start + length);
    const numbers = () => Array.from({ length: length >> 2 }, (_, i) => view.getUint32(start + 4 * i));
    if (kind === "IHDR") {
      const [depth, colours, , , interlaced] = part.subarray(8), mode = MODES[colours];
      Object.assign(found, { width: view.getUint32(start), height: view.getUint32(start + 4), depth,
          channels: mode === "P" ? 1 : mode?.length, mode: colours === 0 && depth === 1 ? "1" : mode });
      found.raw = depth === 1 && colours === 0 ? "1" : depth === 8 ? mode : `${mode};${depth}`;
      odd ||= !mode || depth === 16 || interlaced !== 0;
    } else if (kind === "PLTE") found.palette = part.slice();
    else if (kind === "tRNS") { found.alpha = part.slice(); odd ||= found.mode !== "P"; }
    else if (kind === "sRGB") standard = true;
    else if (kind === "iCCP") { standard = /^[^\0]*sRGB/.test(text(part, 0, Math.min(80, length))); odd ||= !standard; }
    else if (kind === "gAMA") odd ||= !standard && Math.abs(numbers()[0] - 45455) >= 100;
    else if (kind === "cICP") odd = true;
    else if (kind === "cHRM") odd ||= !standard && String(numbers()) !== String(PRIMARIES);
    else if (kind === "acTL") odd = true;
    else if (kind === "IDAT") packed.push(part);
    else if (kind === "IEND") ended = true;
    at = start + length + 4;
  }
  if (!ended || odd || !packed.length || (found.mode === "P" && !found.palette)) return null;
  return { ...found, packed: joined(packed) };
}

function ofJpeg(data) {
  const view = new DataView(data.buffer, data.byteOffset, data.length);
  let at = 2, found = null, odd = false, adobe = 1;
  while (at + 4 <= data.length && data[at] === 0xff) {
    const mark = data[at + 1], length = view.getUint16(at + 2), start = at + 4;
    if (mark === 0xff) { at += 1; continue; }
    if (mark === 0xda) break;
    if (mark >= 0xc0 && mark <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(mark)) {
      const count = data[start + 5];
      found = { format: "JPEG", height: view.getUint16(start + 1), width: view.getUint16(start + 3), channels: count,
        mode: count === 1 ? "L" : "RGB", names: Array.from({ length: count }, (_, i) => data[start + 6 + 3 * i]),
        palette: null, alpha: null, data: null };
    } else if (mark === 0xe1 && text(data, start, 4) === "Exif") odd ||= turned(view, start + 6, at + 2 + length);
    else if (mark === 0xe2 && text(data, start, 11) === "ICC_PROFILE") odd ||= !text(data, start,
      Math.min(4000, length - 2)).replaceAll("\0", "").includes("sRGB");
    else if (mark === 0xee && text(data, start, 5) === "Adobe") adobe = data[start + 11];
    at += 2 + length;
  }
  const plain = found && (found.channels === 1
    || (found.channels === 3 && adobe !== 0 && String(found.names) !== "82,71,66"));
  return plain && !odd && data.lastIndexOf(0xd9) > data.length - 64
    ? { ...found, raw: found.mode, packed: data } : null;
}

// Return whether the EXIF data say that the picture is rotated.
function turned(view, at, end) {
  if (at + 8 > end || end > view.byteLength) return false;
  const little = view.getUint16(at) === 0x4949, first = at + view.getUint32(at + 4, little);
  if (first + 2 > end) return false;
  for (let i = 0, note = first + 2; i < view.getUint16(first, little) && note + 12 <= end; i++, note += 12) {
    if (view.getUint16(note, little) === 0x112) return view.getUint16(note + 8, little) > 1;
  }
  return false;
}

function joined(parts) {
  const whole = new Uint8Array(parts.reduce((length, each) => length + each.length, 0));
  parts.reduce((at, each) => { whole.set(each, at); return at + each.length; }, 0);
  return whole;
}

// ---- pixels --------------------------------------------------------------------------------------

const near = (a, b, c) => { // the neighbour that a PNG's fourth filter names
  const p = a + b - c, x = Math.abs(p - a), y = Math.abs(p - b), z = Math.abs(p - c);
  return x <= y && x <= z ? a : y <= z ? b : c;
};
const FILTERS = [() => 0, (a) => a, (_, b) => b, (a, b) => (a + b) >> 1, near];

// Give a picture its samples, a byte each: from the unpacked rows of a PNG, or from a JPEG.
export function unpack(picture, data) {
  if (picture.format === "JPEG") {
    const samples = decode(data, { useTArray: true, formatAsRGBA: false, tolerantDecoding: false }).data;
    picture.data = picture.mode === "L" ? samples.filter((_, i) => i % 3 === 0) : samples;
  } else picture.data = rows(data, picture);
  picture.packed = null;
}

// Samples of a grey picture are from 0 to 255.
function rows(data, { width, height, channels, depth, mode }) {
  const row = Math.ceil((width * channels * depth) / 8), step = Math.max(1, (channels * depth) >> 3),
    out = new Uint8Array(row * height);
  if (data.length < (row + 1) * height) throw new Error("a torn PNG");
  for (let y = 0, at = 0; y < height; y++) {
    const filter = FILTERS[data[y * (row + 1)]], from = y * (row + 1) + 1;
    if (!filter) throw new Error("a torn PNG");
    if (filter === FILTERS[0]) { out.set(data.subarray(from, from + row), at); at += row; continue; }
    for (let x = 0; x < row; x++, at++) {
      const a = x >= step ? out[at - step] : 0, b = y ? out[at - row] : 0,
        c = x >= step && y ? out[at - row - step] : 0;
      out[at] = data[from + x] + filter(a, b, c);
    }
  }
  return depth === 8 ? out : spread(out, width * channels, height, row, depth,
    mode === "P" ? 1 : 255 / ((1 << depth) - 1));
}

function spread(data, width, height, row, depth, times) {
  const out = new Uint8Array(width * height), most = (1 << depth) - 1;
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at++)
      out[at] = ((data[y * row + ((x * depth) >> 3)] >> (8 - depth - ((x * depth) & 7))) & most) * times;
  }
  return out;
}

// Return a picture's rows as a PNG stores them: each as it is, or with the filter that makes it `smallest`.
export function filtered({ data, width, height, channels }, smallest) {
  const row = width * channels, out = new Uint8Array((row + 1) * height),
    tried = FILTERS.map(() => new Uint8Array(row));
  for (let y = 0; y < height; y++) {
    if (!smallest) { out.set(data.subarray(y * row, (y + 1) * row), y * (row + 1) + 1); continue; }
    let best = 0, least = Infinity;
    FILTERS.forEach((filter, kind) => {
      let sum = 0;
      for (let x = 0, at = y * row; x < row && sum < least; x++, at++) {
        const a = x >= channels ? data[at - channels] : 0, b = y ? data[at - row] : 0,
          c = x >= channels && y ? data[at - row - channels] : 0;
        const byte = (data[at] - filter(a, b, c)) & 255;
        tried[kind][x] = byte;
        sum += byte < 128 ? byte : 256 - byte;
      }
      if (sum < least) { least = sum; best = kind; }
    });
    out[y * (row + 1)] = best;
    out.set(tried[best], y * (row + 1) + 1);
  }
  return out;
}

// Return the header of such a PNG: width, height, 8 bits, its colour type.
export function header({ width, height, channels }) {
  const found = new Uint8Array(13), view = new DataView(found.buffer);
  view.setUint32(0, width);
  view.setUint32(4, height);
  found.set([8, [0, 0, 4, 2, 6][channels]], 8);
  return found;
}

const made = (mode, width, height, data) =>
  ({ format: "", mode, raw: mode, width, height, channels: mode.length, depth: 8, data, palette: null, alpha: null,
    names: null, packed: null });

// Return a picture in other bands: "L", "RGB" or "RGBA".
export function converted({ mode, width, height, channels, data, palette, alpha }, wanted) {
  if (mode === wanted) return made(mode, width, height, data);
  const bands = wanted.length, out = new Uint8Array(width * height * bands),
    colours = mode === "P" || mode.startsWith("RGB");
  const from = palette ?? data, clear = channels === 2 || channels === 4;
  for (let i = 0; i < width * height; i++) {
    const at = palette ? 3 * data[i] : i * channels;
    for (let k = 0; k < Math.min(3, bands); k++) out[i * bands + k] = from[at + (colours ? k : 0)];
    if (bands === 4) out[i * 4 + 3] = clear ? data[at + channels - 1] : palette ? alpha?.[data[i]] ?? 255 : 255;
  }
  return made(wanted, width, height, out);
}

export function band({ width, height, channels, data }, which) {
  const out = new Uint8Array(width * height);
  for (let i = 0; i < out.length; i++) out[i] = data[i * channels + which];
  return made("L", width, height, out);
}

export function extremes({ channels, data }) {
  const found = Array.from({ length: channels }, () => [255, 0]);
  data.forEach((sample, i) => {
    const of = found[i % channels];
    if (sample < of[0]) of[0] = sample;
    if (sample > of[1]) of[1] = sample;
  });
  return found;
}

// Return a part of a picture; what lies beyond its edge is black.
export function cropped({ mode, width, height, channels, data }, left, top, right, bottom) {
  const out = new Uint8Array((right - left) * (bottom - top) * channels), from = Math.max(0, left),
    to = Math.min(width, right);
  for (let y = Math.max(0, top); y < Math.min(height, bottom) && from < to; y++) {
    out.set(data.subarray((y * width + from) * channels, (y * width + to) * channels),
      ((y - top) * (right - left) + from - left) * channels);
  }
  return made(mode, right - left, bottom - top, out);
}

// Convert a page as the PDF library draws it: grey, or blue, green and red.
export function rendered(data, width, height, bands, stride) {
  const out = new Uint8Array(width * height * 3);
  for (let y = 0, to = 0; y < height; y++) {
    for (let x = 0; x < width; x++, to += 3)
      for (let k = 0; k < 3; k++) out[to + k] = data[y * stride + x * bands + (bands < 3 ? 0 : 2 - k)];
  }
  return made("RGB", width, height, out);
}

export function jpeg(picture, quality) {
  const { data, width, height } = converted(picture, "RGBA");
  return encode({ data, width, height }, quality).data;
}

// ---- what only a browser can read ----------------------------------------------------------------

// Convert a picture that cannot be drawn as it is, upright and to sRGB: to PNG, a photo to JPEG; null if it cannot
// be read.
export async function plain(data) {
  try {
    const picture = await createImageBitmap(new Blob([data])),
      canvas = new OffscreenCanvas(picture.width, picture.height);
    canvas.getContext("2d").drawImage(picture, 0, 0);
    const blob = await canvas.convertToBlob(data[0] === 0xff
      ? { type: "image/jpeg", quality: 0.95 } : { type: "image/png" });
    return new Uint8Array(await blob.arrayBuffer());
  } catch { return null; }
}
