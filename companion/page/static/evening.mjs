// The evening around the game: where and when, a photo of the table, and an optional clock.
import { dialog, h, notice, put } from "./dom.mjs";
import { ask, photo, send } from "./net.mjs";
import { say } from "./say.mjs";

const OFTEN = 5000, SELDOM = 30000; // ms between updates if there is a clock, and if there is none yet
const LONGEST = 2048; // pixels of a photo that is sent

export class Evening {
  constructor(root) {
    this.root = root;
    this.found = null;
    this.asked = 0;
    setInterval(() => this.tick(), 500);
  }

  // Fetch it again: after a turn if there is a clock, and at intervals.
  async refresh() {
    this.asked = performance.now();
    this.found = await ask("/api/evening").catch(() => this.found);
    this.since = performance.now();
    this.tick();
  }

  moved() {
    if (this.found?.clock) this.refresh();
  }

  tick() {
    const clock = this.found?.clock;
    if (!document.hidden && performance.now() - this.asked > (clock ? OFTEN : SELDOM)) this.refresh();
    this.root.hidden = !clock;
    if (!clock) return;
    const passed = performance.now() - this.since;
    const clocks = clock.names.map((name, seat) => {
      const more = seat === clock.running ? passed : 0;
      const time = asTime(clock.shown[seat] + (clock.down ? -more : more));
      return h(seat === clock.running ? "b" : "span", {}, `${name} ${time}`);
    });
    if (clock.running !== null) clocks.unshift(...clocks.splice(clock.running, 1));
    // where there is room for one, it is that
    put(this.root, clocks.flatMap((one, n) => (n ? [" · ", one] : [one])), clock.paused && [" · ", say("stopped")]);
  }

  async open() {
    await this.refresh();
    const { about, clock } = this.found ?? {};
    if (!about) return;
    const field = (name, label, more = {}) => [h("label", { for: `evening-${name}` }, label),
      h("input", { type: "text", id: `evening-${name}`, name, value: about[name], autocomplete: "off", ...more })];
    const form = h("form", { method: "dialog", onsubmit: (event) => {
      event.preventDefault();
      this.tell(box, new FormData(form));
    } },
      field("date", say("Day"), { placeholder: "2026-11-22" }), field("start", say("Began"), { placeholder: "19:30" }),
      field("end", say("Ended")),
      field("place", say("Where")), field("event", say("On what occasion")),
      field("edition", say("Edition of the printed copy")), field("note", say("A comment")),
      h("div", { class: "buttons" }, h("button", { class: "primary" }, say("Write it down"))));
    const set = (text) => () => this.settle(box, send("/api/clock", { text }));
    const time = h("input", { type: "text", id: "evening-clock", value: "25+10", autocomplete: "off" });
    const button = (label, deed) => h("button", { type: "button", onclick: deed }, label);
    const file = h("input", { type: "file", id: "evening-photo", accept: "image/*",
        onchange: () => file.files[0] && this.send(box, file.files[0]) });
    const frame = h("div", {});
    const box = dialog(say("This evening"), h("p", { class: "refused", role: "alert" }), form,
      h("h3", {}, say("A clock")), h("p", { class: "soft" }, say("Just a reminder: nobody loses on time.")),
      h("label", { for: "evening-clock" }, say("Minutes each, and seconds more a turn")), time,
      h("div", { class: "buttons" }, button(say("Count down"), () => set(time.value)()),
        button(say("Count up"), set("up")),
        clock && button(clock.paused ? say("Go on") : say("Stop"), set(clock.paused ? "go" : "pause")),
          clock && button(say("No clock"), set("off"))),
      h("h3", {}, say("A photo of the table")),
        h("label", { for: "evening-photo" }, say("Saved without the place; only this table sees it")), file, frame);
    if (this.found.photo) {
      const address = URL.createObjectURL(await photo());
      put(frame, h("img", { class: "photo", src: address, alt: say("The table"),
            onload: () => URL.revokeObjectURL(address) }));
    }
  }

  tell(box, values) {
    this.settle(box, send("/api/about", { about: Object.fromEntries(values) }));
  }

  // Redraw the photo here, so that it is small and its metadata stays on this device.
  async send(box, file) {
    const drawn = await createImageBitmap(file).catch(() => null);
    if (!drawn) return put(box.querySelector("[role=alert]"), say("This browser cannot read that picture."));
    const times = Math.min(1, LONGEST / Math.max(drawn.width, drawn.height));
    const canvas = Object.assign(document.createElement("canvas"),
      { width: Math.round(drawn.width * times), height: Math.round(drawn.height * times) });
    canvas.getContext("2d").drawImage(drawn, 0, 0, canvas.width, canvas.height);
    const blob = await new Promise((done) => canvas.toBlob(done, "image/jpeg", 0.85));
    return this.settle(box, photo(blob));
  }

  async settle(box, sent) {
    try {
      notice((await sent).said.join(" "));
      box.close();
      await this.refresh();
    } catch (error) {
      put(box.querySelector("[role=alert]"), error.message);
    }
  }
}

function asTime(ms) {
  const whole = Math.floor(Math.abs(ms) / 1000), pad = (n) => String(n).padStart(2, "0");
  const hours = Math.floor(whole / 3600), minutes = Math.floor(whole / 60) % 60;
  const text = hours ? `${hours}:${pad(minutes)}:${pad(whole % 60)}` : `${minutes}:${pad(whole % 60)}`;
  return ms <= -1000 ? `−${text}` : text;
}
