// A game, what was chosen for it, its PDF and its pages; all made by Python in a thread of its own.
import { gameCover, known, tools } from "./covers.mjs";
import { at, h, notice, put } from "./dom.mjs";
import { ask, onProgress, start, stop } from "./python.mjs";
import { language, number, say, sayMany } from "./say.mjs";
import { archive } from "./zip.mjs";
import { correction, stored } from "./printer.mjs";

const KEPT = ["paper", "ink", "duplex"]; // what the next game is printed with too
const LONGEST = 180_000; // ms that Python may work before it is ended
let game = "", about = null, seen = null;

export async function begin() {
  tools();
  onProgress(said);
  put(at("games"), (await known("games")).map(gameCover));
  put(at("own"), ownFiles());
  const wanted = new URLSearchParams(location.search);
  correction(busy);
  if (wanted.has("gallery")) await chosen(() => gallery(wanted.get("gallery")));
  else if (wanted.has("game")) await chosen(async () => wanted.get("game"));
  else start(); // while somebody chooses, Python is made ready
}

function said(text) {
  const line = at("progress");
  if (line) put(line, text);
}

// What takes a moment: said, bounded, and to be stopped.
async function busy(what, deed) {
  const clock = setTimeout(() => stop(say("That took too long and was ended.")), LONGEST);
  put(at("made"), h("p", { class: "wait", role: "status" }, h("span", { class: "spin", "aria-hidden": "true" }), what, " ", h("span", { id: "progress", class: "soft" })),
    h("button", { type: "button", class: "quiet", onclick: () => stop(say("Stopped.")) }, say("Stop")));
  try {
    const found = await deed();
    put(at("made"));
    return found;
  } catch (error) {
    put(at("made"), h("pre", { class: "wrong", role: "alert" }, error.message));
    return undefined;
  } finally {
    clearTimeout(clock);
  }
}

async function chosen(find) {
  put(at("pages"));
  const found = await busy(say("Getting ready. The first time takes a moment …"), async () => {
    const path = await find();
    return [path, await ask("host", "about", path, language)];
  });
  if (!found) return;
  [game, about] = found;
  document.title = `${about.title} – Tideline`;
  put(at("form"), choices());
  at("form").onsubmit = (event) => { event.preventDefault(); print(); };
}

async function gallery(name) {
  const data = new Uint8Array(await (await fetch("gallery.zip")).arrayBuffer());
  await ask("host", "brought", { "gallery.zip": data });
  return `/own/${name}.yaml`;
}

// ---- what is chosen ------------------------------------------------------------------------------

const control = (name) => about.controls.find((each) => each.name === name);
const kept = (name) => localStorage.getItem(`print-${name}`) ?? "";

function field(label, input, help) {
  return h("label", { class: "field" }, h("span", {}, label), input, help && h("small", { class: "soft" }, help));
}

function select(name, options, value = "") {
  return h("select", { name }, options.map(([key, text]) => h("option", { value: key, selected: key === value }, text)));
}

function choices() {
  const [least, most] = about.players ?? [0, -1];
  const players = Array.from({ length: most - least + 1 }, (_, i) => [String(least + i), sayMany("{n} player", "{n} players", least + i)]);
  const names = new Intl.DisplayNames([language], { type: "language" });
  const tongues = about.languages.map((each) => [each, names.of(each.replace("_", "-"))]);
  const papers = control("paper").offered.map((each) => [each, each.toUpperCase().replace("LETTER", "US Letter").replace("LEGAL", "US Legal")]);
  const inks = [["normal", say("Full colour")], ["low", say("Pale, saves ink")], ["outline", say("Outlines only")]];
  const sides = [["long-edge", say("Both sides, turned on the long edge")], ["short-edge", say("Both sides, turned on the short edge")], ["none", say("One side only")]];
  const own = about.languages.includes(language) ? language : about.language;
  return [
    h("h2", {}, about.title),
    h("div", { class: "fields" },
      about.players && field(say("Players"), select("players", [["", say("Any number")], ...players])),
      field(say("Paper"), select("paper", papers, kept("paper") || "a4")),
      tongues.length > 1 && field(say("Language"), select("language", tongues, own)),
      field(say("Ink"), select("ink", inks, kept("ink") || "normal")),
      field(say("Printing"), select("duplex", sides, kept("duplex") || "long-edge")),
      about.players && field(say("Seed"), h("input", { name: "seed", type: "text", inputmode: "numeric", autocomplete: "off", placeholder: say("none") }),
        say("A number deals the setup: the same number, the same game."))),
    h("details", {}, h("summary", {}, say("All options")), h("div", { class: "fields" }, others())),
    h("div", { class: "buttons" }, h("button", { class: "primary" }, say("Make the PDF"))),
  ];
}

const SHOWN = ["players", "paper", "language", "ink", "duplex", "seed", "printer", "formats", "dpi", "faces", "picture", "url", "shop", "profile", "since"];

function others() {
  return about.controls.filter((each) => !SHOWN.includes(each.name)).map((each) => {
    const name = each.flag.replace(/^--/, "").replaceAll("-", " ");
    if (typeof each.default === "boolean") {
      return h("label", { class: "tick" }, h("input", { type: "checkbox", name: each.name, checked: each.default, "data-usual": String(each.default) }), h("span", {}, name, " ", h("small", { class: "soft" }, each.help)));
    }
    const words = [...new Set([...each.choices, ...each.offered])];
    const input = words.length && each.name !== "bleed" ? select(each.name, [["", "–"], ...words.map((word) => [word, word])]) : h("input", { type: "text", name: each.name, autocomplete: "off" });
    return field(name, input, each.help);
  });
}

function words() {
  const found = {};
  for (const each of /** @type {NodeListOf<HTMLInputElement>} */ (at("form").querySelectorAll("input, select"))) {
    if (!each.name) continue;
    if (each.type === "checkbox") { if (String(each.checked) !== each.dataset.usual) found[each.name] = each.checked; }
    else if (each.value.trim() !== "") found[each.name] = each.value.trim();
  }
  if (found.language === about.language) delete found.language;
  for (const name of KEPT) localStorage.setItem(`print-${name}`, found[name] ?? "");
  return stored() ? { ...found, printer: stored().name } : found;
}

// ---- what is made --------------------------------------------------------------------------------

async function print() {
  seen?.disconnect();
  put(at("pages"));
  const made = await busy(say("Drawing the pages …"), () => ask("host", "printed", game, words()));
  if (!made) return;
  const files = Object.entries(made.files), [first] = files;
  put(at("made"), h("div", { class: "buttons" },
    files.map(([name, data], i) => save(name, data, "application/pdf", i === 0)),
    files.length > 1 && save(`${made.stem}.zip`, archive(files), "application/zip", false)),
    h("p", { class: "soft" }, say("Print it at actual size (100 %).")), made.remarks.map((each) => h("p", { class: "soft" }, each)));
  at("made").querySelector("a").focus();
  await pages(first[0]);
}

function save(name, data, type, primary) {
  const size = `${number(Math.max(0.1, Math.round(data.length / 1e5) / 10))} MB`;
  return h("a", { class: primary ? "button primary" : "button", download: name.replaceAll("/", "-"), href: URL.createObjectURL(new Blob([data], { type })) }, say("Download {file}", { file: name }), " ", h("small", {}, size));
}

async function pages(name) {
  const sizes = await ask("host", "pages", name).catch(() => []);
  seen = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      if (isIntersecting) { seen.unobserve(target); draw(target, name); }
    }
  }, { rootMargin: "400px" });
  put(at("pages"), sizes.map(([width, height], i) => {
    const canvas = h("canvas", { role: "img", "aria-label": say("Page {n}", { n: i + 1 }), "data-index": i, width: 8, height: Math.round((8 * height) / width) });
    seen.observe(canvas);
    return h("figure", {}, canvas, h("figcaption", { class: "soft" }, String(i + 1)));
  }));
}

async function draw(canvas, name) {
  const across = Math.round(Math.min(900, canvas.clientWidth * devicePixelRatio));
  try {
    const { width, height, pixels } = await ask("host", "page", name, Number(canvas.dataset.index), across);
    Object.assign(canvas, { width, height });
    canvas.getContext("2d").putImageData(new ImageData(new Uint8ClampedArray(pixels), width, height), 0, 0);
  } catch { /* another print has begun */ }
}

// ---- a game of one's own -------------------------------------------------------------------------

function ownFiles() {
  const input = h("input", { type: "file", multiple: true, class: "unseen", id: "files", onchange: () => bring([...input.files]) });
  const box = h("label", { class: "drop", for: "files" }, h("b", {}, say("A game of your own")), " ", say("Drop its spec, spreadsheet and pictures here, or a zip of them; or choose files."), input);
  for (const kind of ["dragover", "dragleave", "drop"]) box.addEventListener(kind, (event) => { event.preventDefault(); box.classList.toggle("over", kind === "dragover"); });
  box.addEventListener("drop", async (event) => bring(await dropped(event.dataTransfer)));
  return box;
}

// Files that were dropped, those in folders too, by their paths.
async function dropped(given) {
  const found = [];
  const walk = async (entry, path) => {
    if (entry.isFile) found.push(await new Promise((done, failed) => entry.file((file) => done(Object.assign(file, { path: path + entry.name })), failed)));
    else {
      const reader = entry.createReader();
      for (let some; (some = await new Promise((done, failed) => reader.readEntries(done, failed))).length;) for (const each of some) await walk(each, `${path}${entry.name}/`);
    }
  };
  for (const entry of [...given.items].map((each) => each.webkitGetAsEntry()).filter(Boolean)) await walk(entry, "");
  return found;
}

async function bring(files) {
  if (!files.length) return;
  const data = {};
  for (const file of files) data[file.path ?? file.name] = new Uint8Array(await file.arrayBuffer());
  await chosen(() => ask("host", "brought", data));
  if (about) notice(say("{title} is ready to print.", { title: about.title }));
}
