// The studio: fetches the listing after each save, and passes it to every part of the page.
import { at, h, notice, put, within } from "./dom.mjs";
import { Edit } from "./edit.mjs";
import { Faces } from "./faces.mjs";
import { Panel } from "./panel.mjs";
import { Rooms } from "./rooms.mjs";
import { say, sayMany } from "./say.mjs";
import { ask, key } from "./server.mjs";
import { listen } from "./stream.mjs";
import { eyes, lines, search, size } from "./tools.mjs";
import { Filters, miscut, real } from "./views.mjs";

let view = null, asking = false, newest = -1;
const faces = new Faces(at("faces"), (tile, x, y) => panel.seen(tile, x, y)), panel = new Panel(faces),
  filters = new Filters(faces);
const edit = new Edit(faces, refresh), rooms = new Rooms(edit);
panel.edit = (tile) => { edit.tile = tile; rooms.go("edit"); };

async function refresh() {
  if (asking) return;
  asking = true;
  try {
    do {
      await edit.writing; // its answer brings the face that is looked at
      const found = await ask("/api/spec", { since: view?.number ?? "" });
      newest = Math.max(newest, found.number);
      const saved = found.whole || rooms.now !== "faces" && !(found.checked && view.checked === false);
      view = found;
      at("title").textContent = found.title || "Tideline";
      at("file").textContent = found.file;
      document.title = `${found.title || found.file} · Tideline`;
      if (found.visions && !seen.firstChild) put(seen, eyes(found.visions));
      faces.take(found);
      panel.flaws(found);
      filters.take(found);
      if (saved && rooms.now !== "edit") rooms.take();
      await edit.take(found);
      welcome();
      const faults = found.flaws.filter((each) => each.fault).length;
      put(wrong, faults ? sayMany("{n} fault", "{n} faults", faults) : found.checked
        ? sayMany("{n} warning", "{n} warnings", found.flaws.length) : "…");
      wrong.classList.toggle("bad", faults > 0);
    } while (newest > view.number);
  } catch (error) {
    if (error.status) notice(error.message, "bad");
  } finally {
    asking = false;
  }
}

// Say how to begin, on the first visit.
function welcome() {
  if (localStorage.getItem("begun")) return;
  localStorage.setItem("begun", "yes");
  notice(
    say("Save your file: what changed flashes here. Click a face to see what lies where; Edit changes it by mouse."));
}

// ---- tools ---------------------------------------------------------------------------------------

const wrong = h("button", { type: "button", class: "quiet", id: "wrong", onclick: () => {
  at("flaws").scrollIntoView({ block: "nearest" });
  at("flaws").focus();
} });
const before = h("button", { type: "button", class: "quiet", "aria-pressed": "false",
    title: say("Hold it down, or press B"), id: "before" }, say("Before"));
function hold(held) {
  before.setAttribute("aria-pressed", String(held));
  faces.hold(held);
}

const seen = h("span");
at("tools").before(rooms.element);
put(at("tools"), search(faces), size(), lines(), seen, before, wrong);
put(at("views"), filters.controls, miscut(), real(), filters.met);
before.addEventListener("pointerdown", () => hold(true));
before.addEventListener("click", (event) => {
  if (!event.detail) hold(before.getAttribute("aria-pressed") !== "true");
});
for (const kind of ["pointerup", "pointercancel", "blur"]) addEventListener(kind, () => hold(false));
addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || within(event, "input")) return;
  if (event.key === "b" && !event.repeat) hold(true);
  if (event.key === "f") wrong.click();
  rooms.key(event);
  if (event.key === "Escape" && !at("clicked").hidden) panel.close();
  if (event.key.startsWith("Arrow") && within(event, ".face")) {
    event.preventDefault();
    faces.step(event.target, event.key);
  }
});
addEventListener("keyup", (event) => { if (event.key === "b") hold(false); });
// without changing the address, which holds the key
document.querySelector(".skip").addEventListener("click", (event) => { event.preventDefault(); at("faces").focus(); });
listen((number) => {
  newest = number;
  if (number !== view?.number) refresh();
}, (gone) => { at("lost").hidden = !gone; }, `/api/events?seat=${encodeURIComponent(key)}`);
refresh();
