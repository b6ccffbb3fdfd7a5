// The sheets as they would be printed: every option of a build, the number of sheets, the first ones, and the command.
import { announce, h, put } from "./dom.mjs";
import { copy } from "./panel.mjs";
import { number, say, sayMany } from "./say.mjs";
import { ask, tell } from "./server.mjs";
import { sentence } from "./tile.mjs";

const AT_FIRST = 4; // pages drawn at first
const SIDES_OF_SHEETS = { front: () => say("front"), back: () => say("back"), both: () => say("front and back") };

export class Sheets {
  constructor() {
    this.words = {};
    this.asked = 0;
    this.options = h("form", { class: "options", "aria-label": say("Options of the build"),
        onsubmit: (event) => event.preventDefault() });
    this.sums = h("div", { class: "sums", role: "status" });
    this.command = h("code");
    this.build = h("button", { type: "button", class: "primary", id: "build", onclick: () => this.print() },
      say("Build"));
    this.built = h("div", { id: "built", role: "status" });
    this.pages = h("div", { class: "pages" });
    this.more = h("button", { type: "button", hidden: true, onclick: () => this.draw(this.asked) }, say("More sheets"));
    const line = h("p", { class: "command" }, this.command,
      h("button", { type: "button", class: "quiet", onclick: () => copy(this.command.textContent) },
        say("Copy the command")));
    this.element = h("section", { id: "sheets", "aria-label": say("Sheets"), hidden: true }, this.options,
      h("div", { class: "laid" }, this.sums, line, this.build, this.built, this.pages, this.more));
  }

  enter({ controls, language }) {
    if (!this.controls) {
      this.controls = new Map(controls.map((option) => [option.name, this.control(option)]));
      const [first, others] = [true, false]
        .map((which) => controls.filter((option) => option.first === which)
        .map(({ name }) => this.controls.get(name).element));
      put(this.options, first, h("details", {}, h("summary", {}, say("All options")), others));
      if (language) this.controls.get("language").input.value = this.words.language = language;
    }
    this.plan();
  }

  // An option with its choices; faults are shown beside it.
  control({ name, flag, help, default: usual, choices, offered }) {
    const id = `option-${name}`, described = { id, "aria-describedby": `${id}-help ${id}-wrong` };
    const changed = (value, wait) => {
      this.words[name] = value;
      clearTimeout(this.waiting);
      this.waiting = setTimeout(() => this.plan(), wait);
    };
    const input = typeof usual === "boolean"
      ? h("input", { ...described, type: "checkbox", checked: usual, onchange: () => changed(input.checked, 0) })
      : choices.length ? h("select", { ...described, onchange: () => changed(input.value, 0) },
        !usual && h("option", { value: "" }),
        choices.map((each) => h("option", { value: each, selected: each === usual }, each)))
      : h("input", { ...described, type: "text", placeholder: usual ?? "", list: offered.length > 0 && `${id}-offered`,
          spellcheck: "false", autocapitalize: "off", autocomplete: "off",
          oninput: () => changed(input.value.trim(), 250) });
    const wrong = h("p", { id: `${id}-wrong`, class: "wrong-option" });
    const element = h("div", { class: "option" }, h("label", { for: id }, h("code", {}, flag)), input,
      h("p", { id: `${id}-help`, class: "soft" }, help.split("`")
        .map((part, n) => (n % 2 ? h("code", {}, part) : part))), wrong,
      offered.length > 0 && h("datalist", { id: `${id}-offered` }, offered.map((value) => h("option", { value }))));
    return { element, input, wrong };
  }

  async plan() {
    const asked = ++this.asked;
    let found;
    try {
      found = await ask("/api/sheets", { words: JSON.stringify(this.words) });
    } catch (error) {
      found = { wrong: {}, faults: [], message: error.message };
    }
    if (asked !== this.asked) return;
    for (const [name, { input, wrong }] of this.controls) {
      const faults = found.wrong[name] ?? [];
      input.setAttribute("aria-invalid", String(faults.length > 0));
      put(wrong, faults.map(sentence).join("\n"));
      if (faults.length) wrong.closest("details")?.setAttribute("open", "");
    }
    const whole = found.plan !== undefined;
    this.element.classList.toggle("out-of-date", !whole);
    this.build.disabled = !whole || this.printing;
    if (!whole) {
      put(this.sums, h("p", { class: "fault-text" }, say("No sheets for this yet: fix what is listed.")),
        found.message && h("p", {}, found.message),
        h("ul", {}, found.faults.map((fault) => h("li", {}, fault.place.text && h("code", {}, fault.place.text), " ",
              sentence(fault)))));
      return;
    }
    this.found = found;
    this.command.textContent = found.command;
    const all = found.papers.reduce((sum, { sheets }) => sum + sheets, 0);
    put(this.build, found.many ? sayMany("Build all {n} sheet", "Build all {n} sheets", all) : say("Build"));
    put(this.sums, found.papers.map((paper) => this.sum(paper)),
      h("ul", {}, found.remarks.map((remark) => h("li", {}, remark))));
    this.drawn = 0;
    await this.draw(asked);
  }

  sum({ name, size: [width, height], sheets, used, lines }) {
    return [
      h("p", {}, h("b", {}, sayMany("{n} sheet", "{n} sheets", sheets)), " · ", h("code", {}, name), " ",
        say("{width} × {height} mm", { width, height }),
        used !== null && [" · ", say("pieces fill {n} % of their sheets", { n: Math.round(100 * used) })]),
      h("details", {}, h("summary", {}, say("What lies where")), h("table", {},
        h("thead", {}, h("tr", {}, h("th", {}, say("What")), h("th", {}, say("Pages")), h("th", {}, say("Sheets")))),
        h("tbody", {}, lines.map(([what, first, last, count]) =>
              h("tr", {}, h("td", {}, what),
              h("td", {}, first === last ? number(first) : `${number(first)}–${number(last)}`),
              h("td", {}, number(count))))))),
    ];
  }

  // Draw the next few pages of the plan; those of the plan before stay until the first is ready.
  async draw(asked) {
    this.more.hidden = true;
    for (let n = 0; n < AT_FIRST; n++) {
      const page = await ask("/api/sheet", { plan: this.found.plan, number: this.drawn }).catch(() => ({ end: true }));
      if (asked !== this.asked) return;
      if (this.drawn === 0) this.clear();
      if (page.faults)
        this.sums.append(h("ul", {}, page.faults.map((fault) => h("li", { class: "fault-text" }, sentence(fault)))));
      if (page.end || page.faults) return;
      const named = say("Page {n}: {what}, {side}",
        { n: ++this.drawn, what: page.named, side: SIDES_OF_SHEETS[page.side]() });
      this.pages.append(h("figure", {},
          h("img", { src: URL.createObjectURL(new Blob([page.svg], { type: "image/svg+xml" })), alt: named }),
          h("figcaption", {}, named)));
    }
    this.more.hidden = false;
  }

  clear() {
    for (const { src } of this.pages.querySelectorAll("img")) URL.revokeObjectURL(src);
    put(this.pages);
  }

  async print() {
    this.printing = this.build.disabled = true;
    put(this.built, h("p", {}, say("Building …")));
    let result;
    try {
      const { seconds, status, files, remarks } = await tell("/api/build", { words: this.words, yes: this.found.many });
      const said = status ? say("Nothing was built:") : say("Built in {n} s:", { n: seconds });
      announce(said);
      result = [h("p", { class: status !== 0 && "fault-text" }, said),
        h("ul", {}, files.map(({ path, count }) => h("li", {},
              h("button", { type: "button", class: "quiet", onclick: () => copy(path) }, path),
              count > 1 && [" ", sayMany("{n} file", "{n} files", count)]))),
        h("ul", {}, remarks.map((line) => h("li", {}, line)))];
    } catch (error) {
      result = h("p", { class: "fault-text" }, error.message);
    }
    this.printing = this.build.disabled = false;
    put(this.built, result);
  }
}
