// Entering a turn by tapping or typing. What can follow comes from the game; this module knows no rule.
import { h, notice, plural, put, signed } from "./dom.mjs";
import { Refusal } from "./net.mjs";

const FEW = 48; // choices shown before "more"

export class Entry {
  // deeds: {choices(text), enter(text, stood), offer(choices), more()}
  constructor(root, deeds) {
    this.root = root;
    this.deeds = deeds;
    this.steps = [];
    this.asked = 0;
    this.input = h("input", { id: "line", type: "text", autocomplete: "off", autocapitalize: "off", autocorrect: "off", spellcheck: "false", maxlength: "400", "aria-describedby": "hint", placeholder: "tap below, or type",
      oninput: () => { clearTimeout(this.timer); this.timer = setTimeout(() => this.ask(), 150); },
      onkeydown: (event) => { if (event.key === "Enter") { event.preventDefault(); this.enter(false); } } });
    this.back = h("button", { type: "button", class: "quiet", onclick: () => this.stepBack() }, "Back");
    this.button = h("button", { type: "button", class: "primary", id: "enter", onclick: () => this.enter(false) }, "Enter");
    this.preview = h("div", { class: "preview", id: "hint", "aria-live": "polite" });
    this.refused = h("div", { class: "refused", role: "alert" });
    this.list = h("ul", { class: "choices", "aria-label": "What can follow" });
    this.heading = h("h2", {});
    this.fold = h("details", { open: true, ontoggle: () => this.light() }, h("summary", {}, this.heading),
      h("div", { class: "line" }, this.input, this.back, this.button),
      this.refused, this.preview, this.list);
    put(root, this.fold);
  }

  // A view in which this page may enter; `fresh` where the position is another than before.
  show(view, fresh) {
    this.view = view;
    this.root.hidden = !view.you.enters;
    if (!view.you.enters) {
      this.deeds.offer([]);
      return;
    }
    const own = view.you.place === view.turn || view.branch;
    // the page in the middle of the table is for looking; entering there is a tap away
    if (own) this.fold.open = true;
    else if (!this.folded) this.fold.open = false;
    this.folded = !own;
    this.fold.classList.toggle("own", Boolean(own));
    this.input.setAttribute("aria-label", view.branch ? "A turn to try" : "The turn");
    put(this.heading, view.branch ? "What if …" : view.you.place === view.turn ? "Your turn" : `Enter for ${view.players[view.turn].name}`);
    // after a turn of our own the line is empty already, or the next one is begun
    if (fresh && !this.ours) this.clear();
    if (fresh) this.ours = false;
    this.ask();
  }

  clear() {
    this.input.value = "";
    this.steps = [];
    put(this.refused);
  }

  get text() {
    return this.input.value.trim();
  }

  take(choice) {
    this.steps.push(this.input.value);
    this.input.value = choice.text;
    put(this.refused);
    this.ask();
    this.deeds.taken?.();
  }

  stepBack() {
    this.input.value = this.steps.pop() ?? "";
    put(this.refused);
    this.ask();
  }

  // Several choices lie on one place of the picture: take the only one, else let the player choose among them.
  tapped(choices) {
    if (choices.length === 1) this.take(choices[0]);
    else {
      this.fill(choices, true);
      this.list.querySelector("button")?.focus();
    }
  }

  async ask() {
    clearTimeout(this.timer);
    const number = ++this.asked;
    let found;
    try {
      found = await this.deeds.choices(this.input.value);
    } catch (error) {
      if (number === this.asked) put(this.preview, error instanceof Refusal ? error.message : "");
      return;
    }
    if (number !== this.asked) return;
    this.found = found;
    this.button.disabled = !this.text;
    this.button.classList.toggle("ready", found.whole);
    this.back.hidden = !this.text;
    this.showPreview(found);
    this.fill(found.choices, false);
  }

  showPreview(found) {
    const { view } = this;
    if (found.whole) {
      const total = found.lines.filter((line) => line.player === view.turn).reduce((sum, line) => sum + line.points, 0);
      const parts = found.lines.map((line) => `${line.player !== view.turn ? `${view.players[line.player].name} ` : ""}${line.text} ${signed(line.points)}`);
      put(this.preview, h("p", {}, parts.length > 0 ? [h("strong", {}, `${signed(total)} in all: `), parts.join(", ")] : "Can be entered as it is."),
        found.warnings.map((warning) => h("p", { class: "warn" }, `Look again: ${warning}`)));
    } else if (this.text && view.hand?.kind === "dealt") {
      put(this.preview, h("p", {}, "Go on; or enter it, and what lay hidden comes up."));
    } else {
      put(this.preview, h("p", {}, this.text ? (found.choices.length ? "Go on:" : found.why ?? "Nothing legal begins so.") : view.prompt));
    }
  }

  fill(every, part) {
    // a line that is whole may be named as its own continuation: Enter is the way to it
    const choices = every.filter((choice) => choice.text.trim() !== this.text);
    const shown = choices.slice(0, this.all ? choices.length : FEW);
    put(this.list,
      part && h("li", {}, h("button", { type: "button", class: "quiet", onclick: () => this.fill(this.found.choices, false) }, "All ways")),
      shown.map((choice) => h("li", {}, h("button", { type: "button", class: choice.whole ? "choice whole" : "choice", onclick: () => this.take(choice) },
        h("span", {}, choice.label), choice.note && h("small", {}, choice.note)))),
      shown.length < choices.length && h("li", {}, h("button", { type: "button", class: "quiet", onclick: () => { this.all = true; this.fill(every, part); this.all = false; } },
        `${choices.length - shown.length} more`)),
      !part && this.found.more > 0 && h("li", { class: "more" }, `and ${plural(this.found.more, "other way")}: type the beginning of one`));
    this.lit = choices;
    this.light();
  }

  // Places light up while somebody is entering, not on a table that is only looked at.
  light() {
    this.deeds.offer(this.fold.open ? this.lit ?? [] : []);
  }

  async enter(stood) {
    const text = this.text;
    if (!text || this.busy) return;
    this.busy = true;
    this.button.setAttribute("aria-busy", "true");
    try {
      if (!(await this.deeds.enter(text, stood))) return;
      this.clear();
      this.ours = true;
    } catch (error) {
      if (error.status === 422) this.showRefusal(text, error.facts);
      else if (error.status !== 409) notice(error.message, "bad");
    } finally {
      this.busy = false;
      this.button.removeAttribute("aria-busy");
    }
  }

  showRefusal(text, facts) {
    put(this.refused,
      h("p", {}, facts.message),
      h("p", { class: "rule" }, `${facts.rule}${facts.source ? ` · ${facts.source}` : ""}`),
      h("div", { class: "buttons" },
        facts.nearest && h("button", { type: "button", class: "primary", onclick: () => this.instead(facts.nearest) }, `Enter ${facts.nearest}`),
        facts.stands && h("button", { type: "button", onclick: () => this.enter(true) }, "It stood at the table"),
        h("button", { type: "button", class: "quiet", onclick: () => { put(this.refused); this.input.focus(); } }, "Change it")));
    put(this.preview);
  }

  instead(text) {
    this.input.value = text;
    put(this.refused);
    this.enter(false);
  }
}
