// A game with its options, its PDF and its pages, all made by Python in a worker.
import { gameCover, known, tools } from "./covers.mjs";
import { at, h, notice, put } from "./dom.mjs";
import { SIDES, busy, bytes, clear, drop, field, select, show } from "./making.mjs";
import { ask, born, start } from "./python.mjs";
import { language, say, sayMany } from "./say.mjs";
import { correction, known as printer } from "./printer.mjs";

const KEPT = ["paper", "ink", "duplex"]; // options that the next game is printed with too
let example = ""; // of the gallery
// `find` gives the game's files to Python; `laid` is the number of the Python that has them
let game = "", about = null, laid = 0, find = async () => "";

export async function begin() {
  start(); // Python starts while somebody chooses
  tools();
  put(at("games"), (await known("games")).map(gameCover));
  put(at("own"), drop("files", say("A game of your own"),
      say("Drop its spec, spreadsheet and pictures here, or a zip of them; or choose files."), bring));
  const wanted = new URLSearchParams(location.search);
  correction(busy);
  if (wanted.has("gallery")) await chosen(() => gallery(wanted.get("gallery")));
  else if (wanted.has("game")) await chosen(async () => wanted.get("game"));
}

async function chosen(from) {
  clear();
  [find, laid] = [from, 0];
  const found = await busy(say("Getting ready. The first time takes a moment …"), async () => {
    const path = await there();
    return [path, await ask("about", path, language)];
  });
  if (!found) return;
  [game, about] = found;
  document.title = `${about.title} – Tideline`;
  put(at("form"), choices());
  at("form").onsubmit = (event) => { event.preventDefault(); print(); };
}

// Return the game's path; if a new Python has started, give it the files first.
async function there() {
  start();
  if (laid === born()) return game;
  const path = await find();
  laid = born();
  return path;
}

async function gallery(name) {
  example = name;
  const data = new Uint8Array(await (await fetch("gallery.zip")).arrayBuffer());
  await ask("placed", { "gallery.zip": data });
  return `/own/${name}.yaml`;
}

// ---- what is chosen ------------------------------------------------------------------------------

const control = (name) => about.controls.find((each) => each.name === name);
const kept = (name) => localStorage.getItem(`print-${name}`) ?? "";

function choices() {
  const [least, most] = about.players ?? [0, -1];
  const players = Array.from({ length: most - least + 1 },
    (_, i) => [String(least + i), sayMany("{n} player", "{n} players", least + i)]);
  const names = new Intl.DisplayNames([language], { type: "language" });
  const tongues = about.languages.map((each) => [each, names.of(each.replace("_", "-"))]);
  const papers = control("paper").offered.map((each) => [each,
      each.toUpperCase().replace("LETTER", "US Letter").replace("LEGAL", "US Legal")]);
  const inks = [["normal", say("Full colour")], ["low", say("Pale, saves ink")], ["outline", say("Outlines only")]];
  const own = about.languages.includes(language) ? language : about.language;
  return [
    h("h2", {}, about.title),
    example && h("p", {}, h("a", { href: `studio/index.html?gallery=${example}` }, say("Open it in Design"))),
    h("div", { class: "fields" },
      about.players && field(say("Players"), select("players", [["", say("Any number")], ...players])),
      field(say("Paper"), select("paper", papers, kept("paper") || "a4")),
      tongues.length > 1 && field(say("Language"), select("language", tongues, own)),
      field(say("Ink"), select("ink", inks, kept("ink") || "normal")),
      field(say("Printing"), select("duplex", SIDES, kept("duplex") || "long-edge")),
      about.players && field(say("Seed"),
        h("input", { name: "seed", type: "text", inputmode: "numeric", autocomplete: "off", placeholder: say("none") }),
        say("A number deals the setup: the same number, the same game."))),
    h("details", {}, h("summary", {}, say("All options")), h("div", { class: "fields" }, others())),
    h("div", { class: "buttons" }, h("button", { class: "primary" }, say("Make the PDF"))),
  ];
}

const SHOWN = ["players", "paper", "language", "ink", "duplex", "seed", "printer", "formats", "dpi", "faces", "picture",
  "url", "shop", "profile", "since"];

function others() {
  return about.controls.filter((each) => !SHOWN.includes(each.name)).map((each) => {
    const name = each.flag.replace(/^--/, "").replaceAll("-", " ");
    if (typeof each.default === "boolean") {
      return h("label", { class: "tick" },
        h("input", { type: "checkbox", name: each.name, checked: each.default, "data-usual": String(each.default) }),
        h("span", {}, name, " ", h("small", { class: "soft" }, each.help)));
    }
    const words = [...new Set([...each.choices, ...each.offered])];
    const input = words.length && each.name !== "bleed"
      ? select(each.name, [["", "–"], ...words.map((word) => [word, word])])
      : h("input", { type: "text", name: each.name, autocomplete: "off" });
    return field(name, input, each.help);
  });
}

function words(corrected) {
  const found = {};
  for (const each of /** @type {NodeListOf<HTMLInputElement>} */ (at("form").querySelectorAll("input, select"))) {
    if (!each.name) continue;
    if (each.type === "checkbox") { if (String(each.checked) !== each.dataset.usual) found[each.name] = each.checked; }
    else if (each.value.trim() !== "") found[each.name] = each.value.trim();
  }
  if (found.language === about.language) delete found.language;
  for (const name of KEPT) localStorage.setItem(`print-${name}`, found[name] ?? "");
  return corrected ? { ...found, printer: corrected.name } : found;
}

// ---- what is made --------------------------------------------------------------------------------

async function print() {
  clear();
  const made = await busy(say("Drawing the pages …"),
    async () => ask("printed", await there(), words(await printer())));
  if (made) await show(made);
}

// ---- a game of one's own -------------------------------------------------------------------------

async function bring(files) {
  if (!files.length) return;
  example = "";
  await chosen(async () => { await ask("placed", await bytes(files)); return ask("brought"); });
  if (about) notice(say("{title} is ready to print.", { title: about.title }));
}
