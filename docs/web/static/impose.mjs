// Other people's cards on our sheets: a PDF or pictures, their size, the paper.
import { tools } from "./covers.mjs";
import { at, h, put } from "./dom.mjs";
import { SIDES, busy, bytes, clear, drop, field, select, show } from "./making.mjs";
import { correction, known } from "./printer.mjs";
import { ask, start } from "./python.mjs";
import { say } from "./say.mjs";

const SIZES = [["63x88", say("Poker, 63 × 88 mm")], ["57x87", say("Bridge, 57 × 87 mm")],
  ["70x120", say("Tarot, 70 × 120 mm")], ["44x68", say("Mini, 44 × 68 mm")], ["59x92", say("Euro, 59 × 92 mm")],
  ["", say("Another size")]];
const PAPERS = [["a4", "A4"], ["letter", "US Letter"], ["a3", "A3"], ["legal", "US Legal"]];
const brought = { fronts: [], backs: [] };

export async function begin() {
  tools();
  correction(busy);
  put(at("own"), side("fronts", say("Fronts"), say("Drop a PDF or pictures here, or choose files.")),
    side("backs", say("Backs"), ""));
  put(at("form"), choices());
  at("form").onsubmit = (event) => { event.preventDefault(); impose(); };
  start();
}

function side(name, title, about) {
  const count = h("p", { class: "soft", role: "status", id: `count-${name}` });
  const words = name === "backs"
    ? say("One for all, or one for each front. Leave it empty where the fronts' file has the backs too, or there are none.") : about;
  return h("div", {}, drop(name, title, words, (files) => {
    brought[name] = files;
    put(count, files.length === 1 ? files[0].name : say("{n} files", { n: files.length }));
  }), count);
}

const number = (name, value, most) => h("input",
  { type: "number", name, value, min: "0", max: String(most), step: "0.1" });
const tick = (name, text) => h("label", { class: "tick" }, h("input", { type: "checkbox", name }), h("span", {}, text));

function choices() {
  const own = h("div", { class: "fields", hidden: true }, field(say("Width, mm"), number("wide", "63", 500)),
    field(say("Height, mm"), number("high", "88", 500)));
  const size = select("size", SIZES, "63x88");
  size.addEventListener("change", () => { own.hidden = size.value !== ""; });
  return [
    h("div", { class: "fields" }, field(say("Card size when cut"), size), own,
      field(say("Paper"), select("paper", PAPERS, localStorage.getItem("print-paper") || "a4")),
      field(say("Printing"), select("duplex", SIDES, localStorage.getItem("print-duplex") || "long-edge"))),
    h("details", {}, h("summary", {}, say("How the cards lie in your files")), h("div", { class: "fields" },
      field(say("Bleed around each card, mm"), number("with-bleed", "0", 20)),
      field(say("Cards on a page, columns × rows"),
        h("input", { type: "text", name: "grid", value: "1x1", autocomplete: "off" }),
        say("For a PDF that is laid out already: 3x3.")),
      field(say("Gap between two cards, mm"), number("gap", "0", 50)),
      field(say("Resolution, dots per inch"),
        h("input", { type: "number", name: "dpi", value: "300", min: "50", max: "600" })),
      tick("alternating", say("Every other page of the fronts has backs")),
      tick("mirrored", say("Rows of backs run from right to left")))),
    h("div", { class: "buttons" }, h("button", { class: "primary" }, say("Make the PDF"))),
  ];
}

// The same words as `generator impose` takes.
function words(printer) {
  const fields = /** @type {any} */ (at("form")).elements,
    size = fields.size.value || `${fields.wide.value}x${fields.high.value}`;
  const found = [`--size=${size}mm`, ...["paper", "duplex", "with-bleed", "grid", "gap", "dpi"]
    .map((name) => `--${name}=${fields[name].value}`)];
  for (const name of ["alternating", "mirrored"]) if (fields[name].checked) found.push(`--${name}`);
  return printer ? [...found, `--printer=${printer.name}`] : found;
}

async function impose() {
  clear();
  const made = await busy(say("Laying out the cards …"), async () => {
    if (!brought.fronts.length) throw new Error(say("Choose the file of the fronts first."));
    await ask("placed", { ...await bytes(brought.fronts, "fronts/"), ...await bytes(brought.backs, "backs/") });
    const sides = Object.entries(brought).filter(([, files]) => files.length)
      .map(([name, files]) => (files.length === 1 ? `/own/${name}/${files[0].name}` : `/own/${name}`));
    const asked = ["impose", ...sides, ...words(await known()), "--out=/printed", "--json"];
    return { stem: "cards", ...await ask("ran", "generator", asked) };
  });
  if (made) await show(made);
}
