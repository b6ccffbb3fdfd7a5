// Entering a turn by tapping or typing. The game says what can follow; this module knows no rules.
import { h, notice, put, signed, within } from "./dom.mjs";
import { Refusal } from "./net.mjs";
import { say } from "./say.mjs";

const FEW = 48; // choices shown before "more"
const NEAR = 80; // most nearby choices listed; the rest are on the picture only
const STEADY = 250; // ms before a tap on new choices counts, so that a double tap counts once

// A few short choices without a place, such as the faces of dice, become rows of buttons.
const short = (choices) => choices.length > 1 && choices.length <= 25
  && choices.every(({ place, card, note, label }) => !place && !card && !note && label.length <= 14);

// Settings of this device: whether all choices are listed, or only those without a place, and whether turns are typed.
const wants = (name, otherwise) => (localStorage.getItem(name) ?? (otherwise ? "on" : "off")) === "on";

export class Entry {
  // deeds: {choices(text, tapped), enter(text, stood, tapped), offer(choices, plan), holds(letter), lies(place)}
  constructor(root, deeds) {
    this.root = root;
    this.deeds = deeds;
    this.steps = [];
    this.first = ""; // the line before anything is tapped or typed
    this.taken = []; // the choices made in those steps
    this.asked = 0;
    this.input = h("input", { id: "line", type: "text", autocomplete: "off", autocapitalize: "off", autocorrect: "off",
      spellcheck: "false", maxlength: "400", "aria-describedby": "hint", placeholder: say("tap, or type"),
      // pending answers are about another text, and would replace this one
      oninput: () => {
        this.picked = null;
        this.asked += 1;
        clearTimeout(this.timer);
        this.timer = setTimeout(() => this.ask(false), 150);
      },
      // typing replaces what was tapped
      onfocus: () => { this.input.select(); this.showPreview(); },
      onblur: () => this.showPreview(),
      onkeydown: (event) => { if (event.key === "Enter") { event.preventDefault(); this.enter(false); } } });
    this.back = h("button", { type: "button", class: "quiet", id: "back", onclick: () => this.stepBack() },
      say("Back"));
    this.button = h("button", { type: "button", class: "primary", id: "enter", onclick: () => this.enter(false) },
      say("Play"));
    const key = (name, text, sign, otherwise) => {
      const turn = (on) => { this.root.classList.toggle(name, on); button.setAttribute("aria-pressed", String(on)); };
      const button = h("button", { type: "button", class: "quiet key", id: `key-${name}`, onclick: () => {
        const on = !this.root.classList.contains(name);
        localStorage.setItem(name, on ? "on" : "off");
        turn(on);
        if (name === "typing" && on) this.input.focus();
        this.light();
      } }, h("span", {}, text), h("span", { class: "glyph", "aria-hidden": "true" }, sign));
      turn(wants(name, otherwise));
      return button;
    };
    this.keys = h("div", { class: "keys" }, this.back,
      key("listed", say("List"), "☰", matchMedia("(min-width: 62rem)").matches),
      key("typing", say("Type"), "⌨\uFE0E", false));
    this.preview = h("div", { class: "preview", id: "hint", "aria-live": "polite", tabindex: "0" });
    this.refused = h("div", { class: "refused", role: "alert" });
    this.list = h("ul", { class: "choices", "aria-label": say("What can follow"), tabindex: "-1" });
    this.opener = h("button", { type: "button", class: "quiet opener", "aria-expanded": "false",
        onclick: () => this.open(this.body.hidden) });
    this.body = h("div", { class: "body" },
      h("div", { class: "say", onclick: () => { if (this.button.disabled && !this.steps.length) this.off(null); } },
          this.preview, this.button), h("div", { class: "line" }, this.input), this.refused,
        h("div", { class: "ways" }, this.keys, this.list));
    put(root, this.opener, this.body);
    // Escape steps back, where it closes nothing
    addEventListener("keydown", (event) => {
      if (event.key === "Escape" && !this.back.hidden && !this.body.hidden && !within(event, "input, textarea, dialog")
        && !document.querySelector(":popover-open")) this.stepBack();
    });
  }

  // Show a view in which this page may enter; `fresh` if the position has changed.
  show(view, fresh) {
    this.view = view;
    const held = this.root.contains(document.activeElement);
    this.root.hidden = !view.you.enters;
    if (!view.you.enters) {
      this.clear();
      this.asked += 1; // pending answers are about another view
      this.found = null;
      this.deeds.offer([], null);
      if (held) document.getElementById("turn").focus({ preventScroll: true });
      return;
    }
    const round = document.body.classList.contains("framed"); // one device goes round: it enters for everybody
    const own = view.you.place === view.turn || Boolean(view.branch) || round;
    // the page in the middle of the table is for looking; entering there takes a tap
    this.opener.hidden = own;
    put(this.opener, say("Enter for {who}", { who: view.players[view.turn].name }));
    if (own || !this.folding) this.open(own);
    this.folding = !own;
    this.input.setAttribute("aria-label", view.branch ? say("A turn to try") : say("The turn"));
    this.room(false);
    // after our own turn the line is empty already, or the next one is begun
    if (fresh && !this.ours) this.clear();
    if (fresh) {
      this.restore();
      this.ours = false;
      this.wait();
    }
    this.ask(!this.text || this.picked !== null);
  }

  open(open) {
    this.body.hidden = !open;
    this.opener.setAttribute("aria-expanded", String(open));
    this.root.classList.toggle("open", open);
    this.light();
  }

  clear() {
    this.input.value = "";
    this.steps = [];
    this.taken = [];
    this.picked = this.prior = this.key = this.ways = null;
    put(this.refused);
  }

  // What was tapped outlives a reload of the page, in the same position.
  keep() {
    const line = [this.first, this.steps, this.picked ? this.taken : [], this.input.value];
    sessionStorage.setItem("line", JSON.stringify([this.position, ...line]));
  }

  restore() {
    const [position, ...line] = JSON.parse(sessionStorage.getItem("line") ?? "[]");
    if (position !== this.position) return;
    [this.first, this.steps, this.taken, this.input.value] = line;
    this.picked = this.taken.at(-1) ?? null;
  }

  get position() {
    const { view } = this;
    return [location.pathname, view.title, view.key, view.ply, view.you.place].join(" ");
  }

  get text() {
    return this.input.value.trim();
  }

  // Take a choice; a second tap on a complete choice enters it.
  take(given) {
    const choice = given.other ?? given;
    if (this.list.hasAttribute("data-new")) return;
    if (this.picked === choice && this.found?.whole) {
      this.enter(false);
      return;
    }
    if (this.prior?.includes(choice)) this.stepBack(false);
    this.steps.push(this.input.value);
    this.taken.push(choice);
    this.prior = [...this.found.choices, ...this.found.then, ...this.found.near];
    if (!this.ways?.includes(choice)) this.ways = null;
    this.picked = choice;
    this.held = this.list.contains(document.activeElement);
    this.input.value = choice.text;
    this.wait();
    put(this.refused);
    this.ask(true);
  }

  // The choices are about to change: taps wait for them, and a moment longer.
  wait() {
    this.key = null;
    clearTimeout(this.settling);
    this.list.setAttribute("data-new", "");
  }

  settle() {
    clearTimeout(this.settling);
    this.list.setAttribute("data-new", "");
    this.settling = setTimeout(() => this.list.removeAttribute("data-new"), STEADY);
  }

  stepBack(asking = true) {
    this.input.value = this.steps.pop() ?? "";
    this.taken.pop();
    this.picked = this.prior = this.ways = null;
    this.wait();
    put(this.refused);
    if (asking) this.ask(!this.text);
  }

  // A place of the picture was tapped: take the best of its choices, and list the others.
  tapped(choices) {
    if (this.list.hasAttribute("data-new")) return;
    // a piece that just came there goes on, and a card pays, before something else begins there
    const on = choices.filter((one) => !this.prior?.includes(one));
    const first = (on.length ? on : choices).filter((one) => (this.found?.whole ? !one.near !== one.whole : !one.near)),
      best = (first.length ? first : choices).reduce((a, b) => (b.points > a.points ? b : a));
    this.ways = choices.length > 1 ? choices : null;
    this.take(best);
  }

  // A tap beside all that is lit lets go of what was tapped last. If there is nothing to let go of, the dock says what
  // lies there, and what can be tapped.
  async off(place) {
    if (this.list.hasAttribute("data-new") || !this.can) return;
    if (this.steps.length) return this.stepBack();
    const { asked } = this, lies = place ? await this.deeds.lies?.(place).catch(() => "") : "";
    if (asked === this.asked && this.can)
      put(this.preview, h("p", { class: "beside" }, [lies, this.can].filter(Boolean).join(" ")));
  }

  // Return what is asked for and what can be tapped, in a sentence or two; empty if nothing can be entered here.
  get can() {
    if (!this.view?.you.enters || this.body.hidden || !this.found) return "";
    const lit = this.lit.some((choice) => this.lies(choice)), named = this.list.querySelector("li:not(.placed, .next)");
    const way = !lit ? say("Tap a button.") : named ? say("Tap what is lit, or a button.") : say("Tap what is lit.");
    return [this.view.asked.now && `${this.view.asked.now}.`, way].filter(Boolean).join(" ");
  }

  // Return whether a choice is tapped in its place, on the picture or in the hand; the beginning of a turn is, if
  // all that can follow it is.
  lies(choice) {
    const behind = choice.whole || choice.near ? [] : (this.found?.near ?? [])
      .filter((far) => far.text.startsWith(choice.text));
    return this.deeds.holds(choice.card) || (behind.length > 0 && behind.every((far) => this.lies(far)))
      || Boolean(choice.place && (this.view.picture?.places[choice.place]
        || this.view.hand?.places?.includes(choice.place)));
  }

  // Handle a drag: take the first of the ways from there that can continue to one of the places here.
  async dropped(ways, places) {
    for (const way of ways) {
      const found = await this.deeds.choices(way.text, false).catch(() => null);
      const there = found && [...found.choices, ...found.near].find((choice) => places.includes(choice.place));
      if (there) return this.take(there);
    }
    return this.tapped(ways);
  }

  async ask(tapped) {
    clearTimeout(this.timer);
    // before the first tap more is offered than after the same text typed
    const number = ++this.asked, begins = this.input.value === this.first, text = begins ? "" : this.input.value;
    let found;
    try {
      found = await this.deeds.choices(text, tapped || begins);
    } catch (error) {
      if (number !== this.asked) return;
      put(this.preview, error instanceof Refusal ? error.message
        : say("The companion does not answer; your entry is kept."));
      this.settle();
      return;
    }
    if (number !== this.asked) return;
    for (const choice of found.near) choice.near = true;
    const key = JSON.stringify([text, found]);
    if (key === this.key) return; // nothing has changed: a tap counts at once
    this.key = key;
    if (tapped || begins) this.input.value = found.text;
    this.input.scrollLeft = this.input.scrollWidth; // show the end of a long line: the last choice
    if (tapped && this.steps.length === 0) this.first = this.input.value; // not what was typed
    this.found = found;
    this.keep();
    this.button.disabled = !found.whole && (this.input.value === this.first || this.picked !== null);
    this.button.classList.toggle("ready", found.whole);
    this.back.hidden = !this.text || this.input.value === this.first;
    this.showPreview();
    this.offer(found);
  }

  showPreview() {
    const { view, found } = this;
    if (!found || !view.asked) return; // the answer is about a turn that is no longer this place's
    const last = found.says?.at(-1), times = found.says?.filter((one) => one === last).length;
    const picked = last ? h("p", {}, times > 1 ? `${last} (×${times})` : last)
      : this.picked && h("p", {}, this.picked.label);
    if (found.whole) {
      const parts = found.lines.map((line) => [line.player !== view.turn && view.players[line.player].name, line.text,
          signed(line.points)].filter(Boolean).join(" "));
      put(this.preview,
        found.warnings.map((warning) => h("p", { class: "warn" }, say("Look again: {warning}", { warning }))), picked,
        h("p", { class: "soft" }, parts.length > 0
            ? [h("strong", {}, say("{points} in all:", { points: signed(this.points) })), " ", parts.join(", ")]
            : say("Ready. Tap Play.")));
    } else if (this.input.value !== this.first) {
      put(this.preview, picked, h("p", { class: "soft" },
          found.choices.length ? say("What next?") : found.why ?? say("No legal turn begins like this.")));
    } else {
      // only somebody who types needs the notation
      put(this.preview, h("p", {}, document.activeElement === this.input
          ? view.asked.how : view.asked.now || say("Tap a piece, then where it goes.")));
    }
  }

  // Return what the line brings its player.
  get points() {
    return (this.found.lines ?? []).filter((line) => line.player === this.view.turn)
      .reduce((sum, line) => sum + line.points, 0);
  }

  // Show what can follow, as buttons and on the picture. In a complete line the choice that completed it comes first,
  // or stays in its place among the others, for the second tap.
  offer(found) {
    const onward = found.choices.filter((choice) => choice.text.trim() !== this.text);
    const last = found.whole && this.picked;
    const final = last && onward.length + found.then.length + found.near.length === 0 && !last.near
      && this.prior?.includes(last);
    const ways = this.ways ?? [];
    const stays = final ? this.prior : onward;
    this.list.classList.toggle("rows", short(stays));
    this.fill([...new Set([...ways,
          ...(final ? this.prior.filter((choice) => !choice.near) : [...(last ? [last] : []), ...onward])])],
      { final });
    const first = new Set(onward.map((choice) => choice.place));
    const near = found.near.filter((choice) => choice.card || !first.has(choice.place));
    const lit = final ? [] : [...onward, ...found.then, ...near], there = new Set(lit.map((choice) => choice.place));
    // alternatives to the last choice
    const other = (this.prior ?? []).filter((choice) => this.picked && choice !== this.picked
      && !there.has(choice.place) && choice.place !== this.picked.place
      && Boolean(choice.near) === Boolean(this.picked.near));
    this.lit = [...lit, ...(final || found.whole ? other
        : other.map((choice) => ({ ...choice, near: true, other: choice })))];
    this.light();
  }

  // Return what is chosen so far, for the picture.
  get plan() {
    const { found, picked } = this, named = !this.root.classList.contains("listed");
    if (!found || !picked) return { named };
    const before = this.taken.at(-2);
    if (!found.whole) return { named, from: picked.place };
    return { named, choice: picked, from: before && !before.whole ? before.place : "", will: found.will, way: found.way,
      points: this.points };
  }

  // `part`: only the choices of one place; `final`: one of them is taken, and nothing can follow it.
  fill(choices, { part = false, final = false } = {}) {
    const few = (list) => list.slice(0, this.all ? list.length : FEW);
    const then = part ? [] : this.found.then, near = part || final || this.found.near.length > NEAR
      ? [] : this.found.near;
    const shown = few(choices), next = few(then), hidden = choices.length - shown.length + then.length - next.length;
    const chosen = this.found.whole && !part ? this.picked : null;
    const button = (choice, once = "") => h("li",
      { class: this.lies(choice) && !this.ways?.includes(choice) ? "placed" : "" },
      h("button", { type: "button", class: choice.idle ? "choice quiet" : choice.whole ? "choice whole" : "choice",
        "data-text": choice.text, "aria-pressed": choice === (this.ways?.includes(this.picked) ? this.picked : chosen)
        ? "true" : false, onclick: () => this.take(choice) },
      h("span", {}, once && h("span", { class: "once" }, `${once} `),
        once ? choice.label.slice(once.length + 1) : choice.label),
      choice === chosen && this.found.whole ? h("small", {}, say("Tap again to enter"))
          : choice.note && h("small", {}, choice.note)));
    // What is done several times ("… ×3") stands behind what is done once, and on a phone says only how many times.
    const buttons = (list) => {
      const groups = new Map();
      for (const choice of list) {
        const once = choice.label.replace(/ ×\d+$/, "");
        groups.set(once, [...(groups.get(once) ?? []), choice]);
      }
      return [...groups].flatMap(([once, same]) => {
        same.sort((a, b) => a.label.length - b.label.length);
        const first = same.find((choice) => !this.lies(choice));
        return same.map((choice) => button(choice, choice === first || choice.label === once ? "" : once));
      });
    };
    const held = this.held || this.list.contains(document.activeElement);
    this.held = false;
    this.listed = shown;
    if (!part) this.shown = [...choices, ...then, ...near];
    this.settle();
    const scrolled = this.list.scrollTop;
    put(this.list,
      part && h("li", {}, h("button", { type: "button", class: "quiet", onclick: () => this.offer(this.found) },
          say("All ways"))),
      buttons(shown),
      next.length > 0 && h("li", { class: "next" }, say("or go on:")), buttons(next),
      hidden > 0 && h("li", {},
        h("button", { type: "button", class: "quiet more", onclick: () => {
          this.all = true;
          this.fill(choices, { part, final });
          this.all = false;
        } }, say("{n} more", { n: hidden }))),
      near.length > 0 && h("li", { class: "next" }, say("or at once:")), near.map((choice) => button(choice)));
    this.room([...this.list.children].some((/** @type {HTMLElement} */ one) => one.offsetTop > 24));
    const pressed = this.list.querySelector("[aria-pressed=true]");
    this.list.parentElement.scrollTop = 0;
    this.list.scrollTop = final ? scrolled : 0;
    if (pressed && (pressed.offsetTop < this.list.scrollTop
        || pressed.offsetTop + pressed.offsetHeight > this.list.scrollTop
        + this.list.clientHeight)) this.list.scrollTop = pressed.offsetTop;
    if (held) (pressed ?? this.list.querySelector("button") ?? this.button).focus({ preventScroll: true });
  }

  // A dock with a hand has a second row for buttons once a turn of this game has needed it, and keeps it.
  room(needs) {
    const wide = `wide ${this.view.title}`;
    if (needs) localStorage.setItem(wide, "on");
    this.list.classList.toggle("two", wants(wide, false));
  }

  // Light up places only while somebody is entering a turn.
  light() {
    this.deeds.offer(this.body.hidden ? [] : this.lit ?? [], this.body.hidden ? null : this.plan);
  }

  async enter(stood) {
    const text = this.text;
    if (!text || this.busy) return;
    this.busy = true;
    this.held = this.root.contains(document.activeElement) && document.activeElement !== this.input;
    this.wait();
    this.button.setAttribute("aria-busy", "true");
    try {
      if (!(await this.deeds.enter(text, stood, Boolean(this.picked)))) {
        this.settle();
        return;
      }
      this.clear();
      this.ours = true;
    } catch (error) {
      this.settle();
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
      facts.explained && h("p", {}, facts.explained),
      facts.source && h("p", { class: "rule" }, `${facts.rule} · ${facts.source}`),
      h("div", { class: "buttons" },
        facts.nearest && h("button", { type: "button", class: "primary", onclick: () => this.instead(facts.nearest) },
          say("Enter {text}", { text: facts.nearest })),
        facts.stands && h("button", { type: "button", onclick: () => this.enter(true) }, say("It stood at the table")),
        h("button", { type: "button", class: "quiet", onclick: () => { put(this.refused); this.input.focus(); } },
              say("Change it"))));
    put(this.preview);
  }

  instead(text) {
    this.input.value = text;
    put(this.refused);
    this.enter(false);
  }
}
