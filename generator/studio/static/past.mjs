// The edits since the studio began: their lines before and after, and the face that was looked at, before and after.
import { dialog, h, put } from "./dom.mjs";
import { say } from "./say.mjs";
import { ask } from "./server.mjs";

export class Past {
  constructor() {
    this.host = h("div", { class: "past" });
    this.element = h("details", { class: "text-pane", ontoggle: () => this.show() },
      h("summary", {}, say("History")), this.host);
  }

  async show() {
    if (!this.element.open) return;
    const found = await ask("/api/history", {}).catch(() => null);
    if (!found) return;
    const rows = found.edits.map((edit, number) => this.row(edit, number)).reverse();
    put(this.host, rows.length ? h("ol", { reversed: true }, rows)
      : h("p", { class: "soft" }, say("Nothing was changed yet.")));
  }

  row({ file, line, time, old, new: now, added, undone, drawn }, number) {
    const place = say("{file}, line {line}", { file, line });
    return h("li", { class: undone ? "undone" : null },
      h("p", {}, h("span", { class: "soft" }, time), " ", place, added.length > 0 && `, ${added.join(", ")}`,
        undone && " · ", undone && say("taken back"), " ",
        drawn && h("button", { type: "button", class: "quiet", onclick: () => this.faces(number, place) },
          say("Before and after"))),
      h("pre", {}, old.map((each) => h("del", {}, each)), now.map((each) => h("ins", {}, each))));
  }

  async faces(number, place) {
    const found = await ask("/api/was", { number }).catch((error) => ({ message: error.message }));
    const pictures = [[say("Before"), found.before], [say("After"), found.after]].filter(([, face]) => face?.svg)
      .map(([title, { svg, alt }]) => {
      const src = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
      return h("figure", {}, h("img", { src, alt, onload: () => URL.revokeObjectURL(src) }),
        h("figcaption", {}, title));
    });
    dialog(place, pictures.length ? h("div", { class: "then" }, pictures)
      : h("p", {}, found.message ?? say("This cannot be drawn now.")));
  }
}
