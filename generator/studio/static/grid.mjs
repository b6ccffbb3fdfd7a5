// The rows of a table, a field for each cell: what is typed is written into the CSV file at once.
import { h, put } from "./dom.mjs";
import { say } from "./say.mjs";
import { ask } from "./server.mjs";

export class Grid {
  // change({component, line, kind, column, value, was})
  constructor(change) {
    this.change = change;
    this.asked = null; // which face's rows
    this.component = "";
    this.host = h("div", { class: "grid", tabindex: "0", role: "group", "aria-label": say("Rows"), onkeydown: (event) => this.key(event) });
    this.element = h("details", { class: "text-pane", ontoggle: () => this.show() }, h("summary", {}, say("Rows")), this.host);
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
    put(this.host, h("table", {}, h("thead", {}, h("tr", {}, h("th", {}), names.cells.map((name) => h("th", { scope: "col" }, name)))),
      h("tbody", {}, rows.filter(({ cells }) => cells.length > 1 || cells[0]).map((row) => this.row(row, names.cells, row.line === found.line)))), found.more && h("p", { class: "soft" }, say("The rest is in {file}.", { file: found.file })));
    if (kept) this.host.querySelector(`#${kept}`)?.focus();
  }

  row({ line, cells }, names, own) {
    const { component } = this, deed = (kind, text, title) => h("button", { type: "button", class: "quiet", title, "aria-label": title, onclick: () => this.change({ component, line, kind }) }, text);
    const cell = (value, column) => {
      const field = h("input", { type: "text", id: `cell-${line}-${column}`, value, "aria-label": `${names[column] ?? column + 1}, ${line}` });
      field.addEventListener("change", () => this.change({ component, line, column, value: field.value, was: value }));
      return h("td", {}, field);
    };
    return h("tr", { class: own ? "own" : null }, h("th", { scope: "row" }, deed("copy", "+", say("Duplicate row")), deed("remove", "✕", say("Delete row"))), cells.map(cell));
  }

  // Enter and the arrows go down and up, as in a spreadsheet.
  key(event) {
    event.stopPropagation();
    const down = { Enter: 1, ArrowDown: 1, ArrowUp: -1 }[event.key], at = /^cell-(\d+)-(\d+)$/.exec(event.target.id);
    if (!down || !at) return;
    event.preventDefault();
    const column = [...this.host.querySelectorAll(`[id$="-${at[2]}"]`)];
    column[column.indexOf(event.target) + down]?.focus();
  }
}
