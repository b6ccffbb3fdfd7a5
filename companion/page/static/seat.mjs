// Several seats in one tab: another's link takes that seat; the screen is covered while the device changes hands.
import { dialog, disc, h } from "./dom.mjs";
import { seatLink } from "./net.mjs";
import { say } from "./say.mjs";

const KNOWN = "seats", COVER = "cover";
const read = (name, otherwise) => JSON.parse(sessionStorage.getItem(name) ?? otherwise);

// Remember a place by its link, as long as the tab is open.
export function knowSeat(link, name) {
  const { pathname, hash } = new URL(link, location.href);
  const others = Object.entries(read(KNOWN, "{}")).filter(([, known]) => known !== name);
  // drop its link from the game before
  sessionStorage.setItem(KNOWN, JSON.stringify({ ...Object.fromEntries(others), [`${pathname}${hash}`]: name }));
}

// The other places of this tab: [[link, name], ...].
export function otherSeats() {
  return Object.entries(read(KNOWN, "{}")).filter(([link]) => link !== seatLink());
}

// Hand the device on: the screen is covered until the next player takes it.
export function passTo([link, name]) {
  sessionStorage.setItem(COVER, JSON.stringify(name));
  history.replaceState(null, "", link);
  location.reload();
}

export function askSeat(players) {
  const player = (name) => players.find((each) => each.name === name);
  dialog(say("Whose seat?"), h("ul", { class: "seats" }, otherSeats().map((seat) =>
    h("li", {}, h("button", { type: "button", onclick: () => passTo(seat) }, player(seat[1]) && disc(player(seat[1])),
          ` ${seat[1]}`)))));
}

// Resolves when the screen is not, or no longer, covered.
export function uncovered() {
  const name = read(COVER, "null");
  if (name === null) return Promise.resolve();
  return new Promise((done) => {
    const box = h("dialog", { class: "cover", "aria-labelledby": "cover-title",
        oncancel: (event) => event.preventDefault() },
      h("h2", { id: "cover-title" }, say("Pass this device to {who}", { who: name })),
      h("button", { type: "button", class: "primary", onclick: () => {
        sessionStorage.removeItem(COVER);
        box.remove();
        done();
      } }, say("I have it: {who}", { who: name })));
    document.body.append(box);
    box.showModal();
  });
}

// Another link opened in this tab takes effect at once.
addEventListener("hashchange", () => location.reload());
