// A printer whose backs miss their fronts: its test sheet, and two numbers, which this browser keeps.
import { at, h, put } from "./dom.mjs";
import { field } from "./making.mjs";
import { ask, born } from "./python.mjs";
import { say } from "./say.mjs";

const NAME = "this browser";

function stored() {
  const found = localStorage.getItem("printer");
  return found ? { name: NAME, reading: found } : null;
}

let informed = 0; // the number of the Python that has the reading

// Return the printer whose reading this browser keeps, or null. A Python that has just been started gets the reading.
export async function known() {
  const found = stored();
  if (found && informed !== born()) await store(found.reading);
  return found;
}

async function store(reading) {
  await ask("ran", "generator", ["calibrate", "--set", NAME, reading]);
  informed = born();
}

export function correction(busy) {
  const [x, y] = stored()?.reading.split(",") ?? ["0", "0"];
  const number = (name, label, value) =>
    field(label, h("input", { name, type: "number", step: "0.1", min: "-20", max: "20", value }));
  const form = h("form", { class: "fields", onsubmit: (event) => { event.preventDefault(); keep(form, busy); } },
    number("x", say("mm to the right"), x), number("y", say("mm down"), y), h("button", {}, say("Keep")),
    stored() && h("button", { type: "button", class: "quiet", onclick: () => {
      localStorage.removeItem("printer");
      correction(busy);
    } }, say("Forget")));
  put(at("printer"), h("details", { open: stored() !== null },
    h("summary", {}, say("Do backs miss their fronts on your printer?")),
    h("p", {}, say(
        "Print this page on both sides. It shows two numbers; type them here, and every print of this browser is corrected.")),
    h("div", { class: "buttons" }, h("button", { type: "button", onclick: () => sheet(busy) }, say("Get the page"))),
        form));
}

async function keep(form, busy) {
  const reading = `${form.elements.x.value || 0},${form.elements.y.value || 0}`;
  const done = await busy(say("Keeping …"), async () => { await store(reading); return true; });
  if (!done) return;
  localStorage.setItem("printer", reading);
  correction(busy);
}

async function sheet(busy) {
  const paper = localStorage.getItem("print-paper") || "a4";
  const data = await busy(say("Drawing the page …"),
    () => ask("ran", "generator", ["calibrate", `--paper=${paper}`, "--out=/printed"]));
  if (data) h("a", { download: "calibration.pdf",
      href: URL.createObjectURL(new Blob([data.files["calibration.pdf"]], { type: "application/pdf" })) }).click();
}
