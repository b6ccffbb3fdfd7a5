// The panel beside the faces: all faults, each with its place, and what lies where a face was clicked.
import { at, h, notice, put } from "./dom.mjs";
import { number, say, sayMany } from "./say.mjs";
import { ask } from "./server.mjs";
import { stand } from "./standing.mjs";
import { sentence } from "./tile.mjs";

// A place in a file: a click copies it, and if an editor is known, a link opens it.
function place({ text, link }) {
  return h("span", { class: "place" },
    h("button", { type: "button", class: "quiet", title: say("Copy this place"), onclick: () => copy(text) },
      text.split(/[\\/]/).at(-1)),
    link && h("a", { href: link }, say("Open")));
}

export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    notice(say("Copied: {text}", { text }));
  } catch {
    notice(text);
  }
}

export class Panel {
  constructor(faces) {
    this.faces = faces;
    this.tile = null;
    this.edit = (tile) => tile; // opens the room where it is edited
  }

  flaws(view) {
    const faults = view.flaws.filter((each) => each.fault), warnings = view.flaws.filter((each) => !each.fault);
    const line = (flaw) => h("li", { class: flaw.fault ? "fault" : "warning" },
      place(flaw.place), h("p", {}, sentence(flaw)),
      flaw.tiles.length > 0 && h("button", { type: "button", class: "quiet", onclick: () => this.to(flaw.tiles) },
          sayMany("Show the face", "Show {n} faces", flaw.tiles.length)));
    const counted = view.checked || faults.length
      ? say("Faults: {faults}. Warnings: {warnings}.", { faults: faults.length, warnings: warnings.length })
      : say("Checking everything …");
    put(at("flaws"), h("h2", {}, counted), h("ul", {}, [...faults, ...warnings].map(line)),
      view.stale && h("p", { class: "soft" }, say("You see the last save without faults.")));
  }

  // Go to the first of some faces.
  to(ids) {
    const tile = ids.map((id) => this.faces.tiles.get(id)).find((each) => each && !each.hidden);
    tile?.button.scrollIntoView({ block: "center" });
    tile?.button.focus();
  }

  // Show what lies at a point of a face; everything, without a point.
  async seen(tile, x, y) {
    const found = await ask("/api/at", { id: tile.id, key: tile.key, ...(x === undefined ? {} : { x, y }) })
      .catch((error) => { notice(error.message, "bad"); return null; });
    if (!found) return;
    this.tile?.point(null);
    this.tile = tile;
    const root = at("clicked");
    root.hidden = false;
    put(root, h("div", { class: "dialog-head" }, h("h2", {}, tile.name.textContent),
        h("button", { type: "button", class: "quiet", "aria-label": say("Close"), onclick: () => this.close() }, "✕")),
      h("dl", {}, h("div", {}, h("dt", {}, say("Component")), h("dd", {}, place(found.component))),
        found.row && h("div", {}, h("dt", {}, say("Row")), h("dd", {}, place(found.row)))),
      tile.facts.side !== "page" && h("button", { type: "button", id: "change", onclick: () => this.edit(tile) },
        say("Edit this face")),
      tile.component.folds && h("button", { type: "button", id: "stand", onclick: () => stand(tile) },
        say("Unfolded and standing")),
      found.elements.length === 0 && h("p", { class: "soft" }, say("No element here has a line to show.")),
      h("ol", {}, found.elements.map((each) => this.element(tile, each))),
      found.more > 0 && h("p", { class: "soft" }, sayMany("{n} more lies below.", "{n} more lie below.", found.more)));
    if (x === undefined) root.focus();
    else if (found.elements.length) {
      tile.point(found.elements[0].box);
      copy(found.elements[0].place.text);
    }
  }

  element(tile, { draw, place: where, box, template, uses, fields }) {
    const [left, top, width, height] = box.map((side) => number(side));
    const shown = { onpointerenter: () => tile.point(box), onfocusin: () => tile.point(box) };
    return h("li", shown, h("p", {}, h("b", {}, draw), " ", place(where)),
      h("dl", {}, h("div", {}, h("dt", {}, say("Box, mm")), h("dd", {}, `${left}, ${top}, ${width} × ${height}`)),
        template && h("div", {}, h("dt", {}, say("Template")), h("dd", {}, template)),
        uses.length > 0 && h("div", {}, h("dt", {}, say("Used in")), h("dd", {}, uses.map(place))),
        Object.entries(fields).map(([name, value]) => h("div", {}, h("dt", {}, h("code", {}, `{${name}}`)),
              h("dd", {}, value)))));
  }

  close() {
    this.tile?.point(null);
    at("clicked").hidden = true;
    this.tile?.button.focus();
  }
}
