// Every face in one file, to look through and to search: the studio's page without a studio.
import { given } from "./alone.mjs";
import { at, dialog, h, put, within } from "./dom.mjs";
import { Faces } from "./faces.mjs";
import { sayMany } from "./say.mjs";
import { instead } from "./server.mjs";
import { search, size } from "./tools.mjs";

const TOLD = 12; // ids of pieces

function enlarged(tile) {
  const pieces = tile.alike.flatMap((each) => each.facts.pieces).slice(0, TOLD), more = tile.count - pieces.length;
  dialog(tile.name.firstChild.textContent, h("div", { class: "large" }, tile.svg.cloneNode(true)), h("p", {}, tile.alt),
    h("p", { class: "soft" }, pieces.join(", "), more > 0 && [" ", sayMany("and {n} more", "and {n} more", more)]));
}

async function opened() {
  const { spec, drawn } = await given(), faces = new Faces(at("faces"), enlarged);
  instead(async (path, { id }) => drawn[id]);
  at("panel").remove();
  at("views").remove();
  put(at("tools"), search(faces), size());
  put(at("file"), sayMany("{n} piece", "{n} pieces", spec.pieces));
  faces.take(spec);
  addEventListener("keydown", (event) => {
    if (event.key.startsWith("Arrow") && within(event, ".face")) {
      event.preventDefault();
      faces.step(event.target, event.key);
    }
  });
}
opened();
