// Requests from the others at the table, such as to undo a turn, and what they did: shown on top until answered.
import { h, notice, put } from "./dom.mjs";
import { say } from "./say.mjs";

const TWICE = 1000; // ms within which a second tap on Undo is ignored

export class Around {
  // deeds: {ask(path), send(path, values), sit(token), change(path, values), amend(ply)}
  constructor(root, deeds) {
    this.root = root;
    this.deeds = deeds;
    this.facts = {}; // what the others ask
    this.answering = false; // whether an answer of this page is under way
    this.undone = -TWICE;
    document.addEventListener("visibilitychange", () => this.look());
  }

  show(view) {
    this.view = view;
    if (this.facts.wish) this.look();
    this.draw();
  }

  // Something happened beside the game: the stream counts these events.
  stirred(stirs) {
    if (stirs !== this.stirs) this.look();
    this.stirs = stirs;
  }

  // Fetch what the others ask; if another game has begun, follow its link to this seat. A page whose link no longer
  // works begins anew, and then shows no hand.
  async look() {
    if (!this.view?.you.may || document.hidden) return;
    const { answering } = this;
    const found = await this.deeds.ask("/api/around")
      .catch((error) => (error.status === 403 && !answering && !this.answering ? null : this.facts));
    if (!found) return location.reload();
    if (found.token) return this.follow(found.token);
    this.facts = found;
    this.draw();
  }

  // Go to the next game, by its link to this seat.
  follow(token) {
    this.deeds.sit(token);
    location.reload();
  }

  // Answer for the seat: let somebody sit here, or close the other devices, which changes the link.
  async answer(text) {
    this.answering = true; // until this page has its new link
    const { token, said } = await this.deeds.send("/api/seat", { text }).finally(() => { this.answering = false; });
    if (token) this.deeds.sit(token);
    if (said.length) notice(said.join(" "));
    this.look();
  }

  // Undo: one's own turn goes back at once, another's once that player agrees.
  undo() {
    const { back, you } = this.view;
    if (you.place >= 0 && back.some((seat) => seat !== you.place)) {
      this.deeds.change("/api/wish", {});
    } else if (performance.now() - this.undone > TWICE) {
      this.undone = performance.now();
      this.deeds.change("/api/undo", {});
    }
  }

  draw() {
    const { view, facts: { wish, others, knocks } } = this,
      key = JSON.stringify([view.live && this.closed !== view.last && view.taken, wish, others, this.kept, knocks]);
    if (key === this.key) return;
    this.key = key;
    const button = (text, onclick, kind = "") => h("button", { type: "button", class: kind, onclick }, text);
    const card = (role, lines, ...buttons) => h("div", { class: "card-of", role },
      h("div", {}, lines.map((line) => h("p", {}, line))), h("div", { class: "buttons" }, buttons));
    put(this.root,
      wish && card("alert", [wish.says], wish.answers && [
        wish.ply === null ? button(say("Take it back"), () => this.deeds.change("/api/undo", {}), "primary")
          : button(say("Yes"), () => this.deeds.change("/api/wish", { text: "yes" }), "primary"),
        button(say("It stays"), () => this.deeds.change("/api/wish", { text: "no" }))],
          wish.granted && wish.ply !== null && button(say("Correct it"), () => this.deeds.amend(wish.ply), "primary")),
      knocks && card("alert", [say("Somebody asks to sit here on another device.")],
        button(say("Let them"), () => this.answer("let")), button(say("No"), () => this.answer("no"), "primary")),
      others > 0 && this.kept !== others && card("note", [say("Your seat is open on another device.")],
        button(say("Close it there"), () => this.answer("renew")),
          button(say("That is me too"), () => { this.kept = others; this.draw(); }, "quiet")),
      view.live && view.taken.length > 0 && this.closed !== view.last
        && card("note", view.taken, button(say("Close"), () => { this.closed = view.last; this.draw(); })));
  }
}
