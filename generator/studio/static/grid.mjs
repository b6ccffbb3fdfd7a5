// The rows of a table, a field for each cell: what is typed is written at once into the CSV file, or into the spec's
// list of rows.
import { h, put } from "./dom.mjs";
import { meant } from "./fields.mjs";
import { say } from "./say.mjs";
import { ask } from "./server.mjs";

export class Grid {
  // on: {cell({component, line, kind, column, value, was}) of a CSV file, list(changes) of rows in the spec}
  constructor(on) {
    this.on = on;
    this.asked = null; // the face whose rows are shown
    this.component = "";
    this.host = h("div", { class: "grid", tabindex: "0", role: "group", "aria-label": say("Rows"),
        onkeydown: (event) => this.key(event) });
    this.element = h("details", { class: "text-pane", ontoggle: () => this.show() }, h("summary", {}, say("Rows")),
      this.host);
  }

  take(asked, component) {
    this.asked = asked;
    this.component = component;
    return this.show();
  }

  async show() {
    if (!this.element.open || !this.asked) return;
    const found = await ask("/api/rows", this.asked).catch(() => null);
    if (!found) return;
    const [top] = this.host.querySelectorAll(":focus"), kept = top?.id;
    if (!found.rows) return put(this.host, h("p", { class: "soft" }, found.message));
    const [names, ...rows] = found.rows;
    this.path = found.path;
    this.fixed = Boolean(found.message);
    put(this.host, this.fixed && h("p", { class: "soft" }, found.message),
      h("table", {},
        h("thead", {}, h("tr", {}, h("td", {}), names.cells.map((name) => h("th", { scope: "col" }, name)))),
        h("tbody", {}, rows.filter(({ cells }) => this.path || cells.length > 1 || cells[0])
          .map((row) => this.row(row, names.cells, row.line === found.line)))),
      found.more && h("p", { class: "soft" }, say("The rest is in {file}.", { file: found.file })));
    if (kept) this.host.querySelector(`#${kept}`)?.focus();
  }

  row({ line, cells }, names, own) {
    const deed = (kind, text, title) => h("button",
      { type: "button", class: "quiet", title, "aria-label": title, onclick: () => this.deed(kind, line) }, text);
    const cell = (value, column) => {
      // a list or a mapping: it is changed in the text
      const held = typeof value === "string" && this.path && /^[[{]/.test(value);
      const field = h("input", { type: "text", id: `cell-${line}-${column}`, value: value ?? "",
        readonly: this.fixed || held, "aria-label": `${names[column] ?? column + 1}, ${line}` });
      field.addEventListener("change", () => this.set(line, column, names[column], field.value, value));
      return h("td", {}, field);
    };
    const deeds = !this.fixed && [deed("copy", "+", say("Duplicate row")), deed("remove", "✕", say("Delete row"))];
    return h("tr", { class: own ? "own" : null }, h("th", { scope: "row" }, deeds), cells.map(cell));
  }

  deed(kind, line) {
    if (this.path) this.on.list([{ kind, path: [...this.path, line] }]);
    else this.on.cell({ component: this.component, line, kind });
  }

  set(line, column, name, value, was) {
    if (!this.path) return this.on.cell({ component: this.component, line, column, value, was });
    const path = [...this.path, line, name];
    return this.on.list([value === "" ? { kind: "remove", path, was }
      : { kind: "set", path, value: meant(value), was }]);
  }

  // Enter and the arrow keys move down and up, as in a spreadsheet.
  key(event) {
    event.stopPropagation();
    const down = { Enter: 1, ArrowDown: 1, ArrowUp: -1 }[event.key], at = /^cell-(\d+)-(\d+)$/.exec(event.target.id);
    if (!down || !at) return;
    event.preventDefault();
    const column = [...this.host.querySelectorAll(`[id$="-${at[2]}"]`)];
    column[column.indexOf(event.target) + down]?.focus();
  }
}
