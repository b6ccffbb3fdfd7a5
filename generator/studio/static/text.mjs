// The spec's text beside the face: completion, help and faults; the selection is highlighted in both.
import { between } from "./asking.mjs";
import { h, notice } from "./dom.mjs";
import { say } from "./say.mjs";
import { ask, tell } from "./server.mjs";
import { sentence } from "./tile.mjs";

const EDITOR = "./codemirror.min.js"; // loaded when the pane is opened
const REST = 800; // ms after the last key until the text is saved
const DRAFT = "draft "; // followed by the file: where this browser keeps what was typed and is not saved yet

export class Text {
  // on: {line(number) when the cursor comes to a line, saved(facts)}
  constructor(on) {
    this.on = on;
    // keys typed here are not shortcuts
    this.host = h("div", { class: "text", onkeydown: (event) => event.stopPropagation() });
    this.element = h("details", { class: "text-pane", ontoggle: () => this.open() }, h("summary", {}, say("Text")),
      this.host);
    this.opened = null; // a promise of the editor, once it is wanted
    this.flaws = [];
    this.file = ""; // the file that is shown
    this.lit = null; // the element whose lines are highlighted
    this.line = 0; // the line to go to when the pane is open
  }

  // Opening the pane calls this too, while it may be awaited already.
  open() {
    if (this.element.open) this.opened ??= this.begin();
    return this.opened;
  }

  async begin() {
    this.cm = await import(EDITOR);
    // its styles are then exempt from the page's policy
    const { cm } = this, root = this.host.attachShadow({ mode: "open" });
    this.light = cm.StateEffect.define();
    const lights = cm.StateField.define({
      create: () => cm.Decoration.none,
      update: (set, step) => step.effects.reduce((found, effect) =>
        (effect.is(this.light) ? this.decorated(step.state, effect.value) : found), set.map(step.changes)),
      provide: (field) => cm.EditorView.decorations.from(field),
    });
    this.view = new cm.EditorView({
      root, parent: root, doc: "",
      extensions: [cm.basicSetup, cm.yaml(), lights,
        cm.autocompletion({ override: [(context) => this.complete(context)] }),
        cm.hoverTooltip((view, at) => this.help(view, at)),
        cm.keymap.of([{ key: "Mod-s", run: () => { this.save(); return true; } }]),
        cm.EditorView.updateListener.of((update) => this.updated(update)),
        cm.EditorView.contentAttributes.of({ tabindex: "0", "aria-label": say("The spec’s text") }),
        cm.EditorView.theme({ "&": { height: "100%", fontSize: "13px", background: "#fff", color: "#222" },
              ".cm-lit": { background: "#d9a62333" },
              ".cm-scroller": { fontFamily: "ui-monospace, DejaVu Sans Mono, Menlo, monospace" } })],
    });
    await this.take();
    this.go(this.file, this.line);
  }

  // Put back what was typed before the page was closed, and save it.
  async resume() {
    if (!Object.keys(localStorage).some((name) => name.startsWith(DRAFT))) return;
    const found = await ask("/api/text", {}).catch(() => null),
      draft = found && localStorage.getItem(DRAFT + found.file);
    if (!draft || this.dirty) return;
    await this.shown();
    const { text, was } = JSON.parse(draft);
    this.view.dispatch({ changes: { from: 0, to: this.view.state.doc.length, insert: text } });
    this.was = was;
    notice(say("What you typed before the page was closed is back."));
    await this.save();
  }

  async shown() {
    this.element.open = true;
    await this.open();
  }

  // Go to a line; return false if it is in another file than the one shown.
  go(file, line) {
    if (this.file && file !== this.file) return false;
    this.line = line;
    if (!this.view) { this.shown(); return true; }
    if (line < 1 || line > this.view.state.doc.lines) return true;
    const { from } = this.view.state.doc.line(line);
    this.element.open = true;
    this.view.dispatch({ selection: { anchor: from },
      effects: this.cm.EditorView.scrollIntoView(from, { y: "center" }) });
    this.element.scrollIntoView({ block: "nearest" });
    this.view.focus();
    this.line = 0;
    return true;
  }

  // Take the current file, replacing only what differs, so that the cursor stays.
  async take() {
    if (this.dirty) return this.resting ? undefined : this.save(); // it could not be saved before
    if (!this.view) return;
    const found = await ask("/api/text", {}).catch(() => null);
    if (!found || this.dirty) return;
    const old = this.view.state.doc.toString(), now = found.text;
    let start = 0, end = 0;
    while (start < Math.min(old.length, now.length) && old[start] === now[start]) start++;
    while (end < Math.min(old.length, now.length) - start && old[old.length - 1 - end] === now[now.length - 1 - end])
      end++;
    this.was = now;
    this.file = found.file;
    this.taking = true;
    if (old !== now)
      this.view.dispatch({ changes: { from: start, to: old.length - end,
          insert: now.slice(start, now.length - end) } });
    this.taking = false;
    this.tell(this.flaws);
    this.show(this.lit);
  }

  updated(update) {
    if (update.docChanged && !this.taking) {
      this.dirty = true;
      localStorage.setItem(DRAFT + this.file, JSON.stringify({ text: update.state.doc.toString(), was: this.was }));
      clearTimeout(this.resting);
      this.resting = setTimeout(() => this.save(), REST);
    } else if (update.selectionSet && !update.docChanged
      && update.view.hasFocus) this.on.line(update.state.doc.lineAt(update.state.selection.main.head).number);
  }

  async save(over = "") {
    clearTimeout(this.resting);
    this.resting = 0;
    if (!this.dirty || this.saving) return;
    const text = this.view.state.doc.toString();
    this.saving = true;
    try {
      const found = await tell(`/api/text?${new URLSearchParams({ over })}`, { text, was: this.was });
      this.dirty = this.view.state.doc.toString() !== text;
      this.was = found.text;
      if (!this.dirty) localStorage.removeItem(DRAFT + this.file);
      this.on.saved(found);
    } catch (error) {
      this.saving = false;
      await this.unsaved(error);
    }
    this.saving = false;
    if (!this.dirty) await this.take();
  }

  // If somebody else saved the same lines, ask whose to keep; what cannot be saved stays here.
  async unsaved(error) {
    const { conflict } = error.facts ?? {}, answer = conflict && await between(error.message, conflict);
    if (answer === "ours") return this.save("yes");
    if (answer === "theirs") {
      this.dirty = false;
      localStorage.removeItem(DRAFT + this.file);
    } else notice(error.facts ? error.message : say("The studio does not answer. What you typed is kept here."), "bad");
    return undefined;
  }

  // ---- what is lit and wrong -----------------------------------------------------------------------

  show(element) {
    this.lit = element;
    if (!this.view || this.dirty) return;
    const { line: first, last } = element?.file === this.file ? element : { line: 0, last: 0 };
    const { doc } = this.view.state, line = first >= 1 && first <= doc.lines ? doc.line(first) : null;
    this.view.dispatch({ effects: [this.light.of([first, last]),
      ...(line && !this.view.hasFocus ? [this.cm.EditorView.scrollIntoView(line.from, { y: "center" })] : [])] });
  }

  decorated(state, [first, last]) {
    const lines = [];
    for (let n = Math.max(1, first); n <= Math.min(last, state.doc.lines) && first > 0; n++)
      lines.push(this.cm.Decoration.line({ class: "cm-lit" }).range(state.doc.line(n).from));
    return this.cm.Decoration.set(lines);
  }

  tell(flaws) {
    this.flaws = flaws;
    if (!this.view) return;
    const { doc } = this.view.state;
    const found = flaws.map((flaw) => ({ flaw, at: /^(.*):(\d+)$/s.exec(flaw.place.text) }))
      .filter(({ at }) => at && at[1] === this.file && Number(at[2]) <= doc.lines).map(({ flaw, at }) => {
      const line = doc.line(Number(at[2]));
      return { from: line.from + (line.text.length - line.text.trimStart().length), to: line.to,
        severity: flaw.fault ? "error" : "warning", message: sentence(flaw) };
    });
    this.view.dispatch(this.cm.setDiagnostics(this.view.state, found));
  }

  // ---- completion and help ---------------------------------------------------------------------------

  know(kit) {
    this.kit = kit;
  }

  // Return the keys that a line may have: those of the element there, or of any part.
  keys(text) {
    const draw = /draw: *(\w+)/.exec(text)?.[1];
    return this.kit?.elements[draw] ?? this.kit?.keys ?? {};
  }

  complete(context) {
    const line = context.state.doc.lineAt(context.pos), before = line.text.slice(0, context.pos - line.from);
    const value = /([\w-]+): *"?([\w#./-]*)$/.exec(before), word = /([\w-]*)$/.exec(before)[1];
    if (!value && !word && !context.explicit) return null;
    const from = context.pos - (value ? value[2].length : word.length);
    if (value) {
      const named = ["fill", "stroke", "accent", "colour"].includes(value[1]),
        { kind } = this.keys(line.text)[value[1]] ?? {};
      const values = value[1] === "draw" ? Object.keys(this.kit.elements) : named
        ? Object.keys(this.kit.palette) : Array.isArray(kind) ? kind : this.kit.names[value[1]] ?? [];
      return values.length ? { from, options: values.map((label) => ({ label: String(label) })),
        validFor: /^[\w#./-]*$/ } : null;
    }
    const options = Object.entries(this.keys(line.text))
      .map(([label, { text }]) => ({ label, apply: `${label}: `, info: text }));
    return { from, options, validFor: /^[\w-]*$/ };
  }

  help(view, at) {
    const line = view.state.doc.lineAt(at), found = [...line.text.matchAll(/([\w-]+):/g)]
      .find(({ index, 1: key }) => at - line.from >= index && at - line.from <= index + key.length);
    const help = found && (this.keys(line.text)[found[1]] ?? this.kit?.keys[found[1]]);
    return help ? { pos: line.from + found.index, end: line.from + found.index + found[1].length,
      create: () => ({ dom: h("p", { class: "cm-help" }, help.text) }) } : null;
  }
}
