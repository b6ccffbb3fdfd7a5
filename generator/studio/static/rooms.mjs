// The rooms of the studio, one of which is visible: all faces, one to edit, the sheets, a seed's setup; and the
// language of all.
import { at, h, notice, put } from "./dom.mjs";
import { say } from "./say.mjs";
import { ask, tell } from "./server.mjs";
import { Setup } from "./setup.mjs";
import { Sheets } from "./sheets.mjs";

export class Rooms {
  constructor(edit) {
    this.now = "faces";
    this.rooms = { edit, sheets: new Sheets(), setup: new Setup() };
    const named = { faces: say("Faces"), edit: say("Edit"), sheets: say("Sheets"), setup: say("Setup") };
    this.doors = Object.entries(named)
      .map(([name, title]) => h("button", { type: "button", class: "quiet", "data-room": name,
          "aria-pressed": String(name === "faces"), onclick: () => this.go(name) }, title));
    this.spoken = h("select", { id: "language", "aria-label": say("Language of the faces"), hidden: true,
        onchange: () => this.speak() });
    this.element = h("nav", { id: "rooms", "aria-label": say("Rooms") }, this.doors, this.spoken);
    at("faces").after(...Object.values(this.rooms).map((room) => room.element));
  }

  go(name) {
    this.now = document.body.dataset.room = name;
    for (const door of this.doors) door.setAttribute("aria-pressed", String(door.dataset.room === name));
    at("faces").hidden = at("views").hidden = name !== "faces";
    for (const [each, room] of Object.entries(this.rooms)) room.element.hidden = each !== name;
    if (name !== "faces") this.take();
  }

  // Take a new listing: the visible room is made anew.
  async take() {
    try {
      this.facts = await ask("/api/rooms", {});
    } catch {
      return; // it is reported beside the faces
    }
    const { languages, language } = this.facts;
    this.spoken.hidden = languages.length === 0;
    put(this.spoken, h("option", { value: "" }, say("The spec’s own language")),
      languages.map((each) => h("option", { value: each }, each)));
    this.spoken.value = language;
    this.rooms[this.now]?.enter(this.facts);
  }

  async speak() {
    try {
      await tell("/api/language", { language: this.spoken.value });
      location.reload(); // so that nothing counts as changed
    } catch (error) {
      notice(error.message, "bad");
      this.spoken.value = this.facts.language;
    }
  }

  key(event) {
    if (event.key === "s" && this.now === "setup") this.rooms.setup.another();
  }
}
