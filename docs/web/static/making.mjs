// What pages that make something share: work with a status, a time limit and a stop button; form fields; results; files
// that are opened.
import { at, h, put } from "./dom.mjs";
import { ask, onProgress, onSlow, stop } from "./python.mjs";
import { number, say } from "./say.mjs";
import { archive } from "./zip.mjs";

let seen = null;
onProgress(said);
onSlow((is) => said(is ? say("This takes long …") : ""));

function said(text) {
  const line = at("progress");
  if (line) put(line, text);
}

// Do something that takes a moment, with a status and a button to stop it; return undefined if it fails.
export async function busy(what, deed) {
  put(at("made"), h("p", { class: "wait", role: "status" }, h("span", { class: "spin", "aria-hidden": "true" }), what,
      " ", h("span", { id: "progress", class: "soft" })),
    h("button", { type: "button", class: "quiet", onclick: () => stop(say("Stopped.")) }, say("Stop")));
  try {
    const found = await deed();
    put(at("made"));
    return found;
  } catch (error) {
    put(at("made"), h("pre", { class: "wrong", role: "alert" }, error.message));
    return undefined;
  }
}

// ---- forms ---------------------------------------------------------------------------------------

export const SIDES = [["long-edge", say("Both sides, turned on the long edge")],
  ["short-edge", say("Both sides, turned on the short edge")], ["none", say("One side only")]];

export function field(label, input, help = "") {
  return h("label", { class: "field" }, h("span", {}, label), input, help && h("small", { class: "soft" }, help));
}

export function select(name, options, value = "") {
  const option = ([key, text]) => h("option", { value: key, selected: key === value }, text);
  return h("select", { name }, options.map(option));
}

// ---- results and files ---------------------------------------------------------------------------

// Show what was made, and offer it for download.
export async function show(made) {
  const files = Object.entries(made.files), [first] = files;
  put(at("made"), h("div", { class: "buttons" },
    files.map(([name, data], i) => save(name, data, "application/pdf", i === 0)),
    files.length > 1 && save(`${made.stem}.zip`, archive(files), "application/zip", false)),
    h("p", { class: "soft" }, say("Print it at actual size (100 %).")),
      made.remarks.map((each) => h("p", { class: "soft" }, each)));
  at("made").querySelector("a").focus();
  await pages(first[0]);
}

export function clear() {
  seen?.disconnect();
  put(at("pages"));
}

export function save(name, data, type, primary) {
  const size = `${number(Math.max(0.1, Math.round(data.length / 1e5) / 10))} MB`;
  return h("a", { class: primary ? "button primary" : "button", download: name.replaceAll("/", "-"),
      href: URL.createObjectURL(new Blob([data], { type })) }, say("Download {file}", { file: name }), " ",
    h("small", {}, size));
}

async function pages(name) {
  const sizes = await ask("pages", name).catch(() => []);
  seen = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      if (isIntersecting) { seen.unobserve(target); draw(target, name); }
    }
  }, { rootMargin: "400px" });
  put(at("pages"), sizes.map(([width, height], i) => {
    const canvas = h("canvas", { role: "img", "aria-label": say("Page {n}", { n: i + 1 }), "data-index": i, width: 8,
        height: Math.round((8 * height) / width) });
    seen.observe(canvas);
    return h("figure", {}, canvas, h("figcaption", { class: "soft" }, String(i + 1)));
  }));
}

async function draw(canvas, name) {
  const across = Math.round(Math.min(900, canvas.clientWidth * devicePixelRatio));
  try {
    const { width, height, pixels } = await ask("page", name, Number(canvas.dataset.index), across);
    Object.assign(canvas, { width, height });
    canvas.getContext("2d").putImageData(new ImageData(new Uint8ClampedArray(pixels), width, height), 0, 0);
  } catch { /* another print has begun */ }
}

// A drop zone for files: `brought(files)` is called with those that are chosen or dropped, by path.
export function drop(id, title, about, brought) {
  const input = h("input", { type: "file", multiple: true, class: "unseen", id,
      onchange: () => brought([...input.files]) });
  const box = h("label", { class: "drop", for: id }, h("b", {}, title), " ", about, " ", input);
  for (const kind of ["dragover", "dragleave", "drop"])
    box.addEventListener(kind, (event) => {
      event.preventDefault();
      box.classList.toggle("over", kind === "dragover");
    });
  box.addEventListener("drop", async (event) => brought(await dropped(event.dataTransfer)));
  return box;
}

export async function bytes(files, folder = "") {
  const data = {};
  for (const file of files) data[folder + (file.path ?? file.name)] = new Uint8Array(await file.arrayBuffer());
  return data;
}

// Return dropped files, also those in folders, by path.
async function dropped(given) {
  const found = [];
  const walk = async (entry, path) => {
    if (entry.isFile)
      found.push(await new Promise((done, failed) =>
        entry.file((file) => done(Object.assign(file, { path: path + entry.name })), failed)));
    else {
      const reader = entry.createReader();
      for (let some; (some = await new Promise((done, failed) => reader.readEntries(done, failed))).length;)
        for (const each of some) await walk(each, `${path}${entry.name}/`);
    }
  };
  for (const entry of [...given.items].map((each) => each.webkitGetAsEntry()).filter(Boolean)) await walk(entry, "");
  return found;
}
