// The lobby: the table as it is, and its seats, of which each player claims one.
import { keepFaces } from "./board.mjs";
import { at, disc, drawn, h, notice, playerColours, put, room } from "./dom.mjs";
import { Refusal, ask, polled, send, untilAnswered } from "./net.mjs";
import { showRules } from "./rules.mjs";
import { say } from "./say.mjs";
import { listen } from "./stream.mjs";

const lobby = { asked: -1, key: "", stirs: -1 };

const seated = (token) => location.replace(`/seat#${token}`);

async function claim(view, seat) {
  try {
    const { token, said } = await send("/api/claim", { ply: seat });
    if (token) return seated(token);
    lobby.asked = seat;
    notice(said.join(" "));
    await look(view);
  } catch (error) {
    notice(error.message, "bad");
  }
}

function seatOf(view, { free, here }, i, bot) {
  const player = view.players[i];
  const state = bot ? say("a bot") : lobby.asked === i ? say("asked; waiting for a yes") : free ? say("free") : here
    ? say("is here") : say("taken");
  const text = free ? say("Sit here") : say("That is me");
  return h("li", { class: `p-${i}` }, disc(player), h("b", {}, player.name), h("span", { class: "soft" }, state),
    !bot && h("button", { type: "button", class: free ? "primary" : "", "aria-label": `${text}: ${player.name}`,
          onclick: () => claim(view, i) }, text));
}

// Show who sits where; a requested seat is taken once its player agrees.
async function look(view) {
  if (document.hidden) return;
  const found = await ask("/api/around").catch((error) => (error instanceof Refusal ? { refused: true } : null));
  if (!found) return;
  if (found.refused) return put(at("people"),
    h("p", {}, say("This link no longer works: ask for a new one at the table.")));
  const key = JSON.stringify([found.seats, lobby.asked]);
  if (key !== lobby.key) show(view, found);
  lobby.key = key;
  if (found.granted !== null) await claim(view, found.granted);
}

function show(view, { seats, bots, code, box }) {
  const picture = drawn(code, { viewBox: box, role: "img", "aria-label": say("Code of this page") });
  put(at("people"), h("h2", {}, say("Take your seat")),
    h("ul", { class: "lobby" }, seats.map((one, i) => seatOf(view, one, i, bots.includes(i)))),
    h("div", { class: "invite" }, h("div", { class: "code" }, picture),
      h("p", { class: "soft" }, say("Others scan this code to choose their seats."))),
    h("div", { class: "buttons" }, h("a", { class: "button", href: "/" }, say("Just watching")),
      view.lesson && h("a", { class: "button", href: "/learn" }, say("Learn the game")),
      view.rules && h("button", { type: "button", onclick: () => showRules(view.title) }, say("Rules"))));
}

async function begin() {
  const view = await untilAnswered(() => ask("/api/view", { wide: room() })), { picture } = view;
  playerColours(view.players);
  document.title = at("title").textContent = view.title;
  document.body.classList.add("in-lobby");
  if (picture) {
    await keepFaces(picture.faces, (name) => untilAnswered(() => ask("/api/faces", { name })));
    put(at("picture"), h("div", { class: "frame" },
        drawn(`<g class="lies">${picture.body}</g>`,
          { viewBox: `0 0 ${picture.width} ${picture.height}`, role: "img" })));
    at("picture").querySelector(".frame > svg").setAttribute("aria-label", view.title);
  }
  put(at("turn"), h("h2", { class: "turn" }, h("span", {}, view.plies ? view.heading : say("The game has not begun"))));
  await look(view);
  listen((_last, _view, stirs) => {
    if (stirs !== lobby.stirs) look(view);
    lobby.stirs = stirs;
  }, () => {}, "/api/events", polled);
  document.addEventListener("visibilitychange", () => look(view));
}
begin().catch((error) => put(at("turn"), h("p", {}, error.message)));
