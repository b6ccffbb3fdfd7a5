// A guided first game: what it says stands in a card, the rest is the table's page. Where somebody is in it, is the
// lines they entered; this tab keeps them.
import { Board, keepFaces } from "./board.mjs";
import { announce, at, h, notice, playerColours, put } from "./dom.mjs";
import { showEnd } from "./end.mjs";
import { Entry } from "./entry.mjs";
import { Hand } from "./hand.mjs";
import { ask, send } from "./net.mjs";
import { showChips, showDid, showPeople, showTurn } from "./people.mjs";
import { say } from "./say.mjs";

const LINES = "lesson", FROM = "#table"; // so addressed by the table's page
let lines = JSON.parse(sessionStorage.getItem(LINES) ?? "[]");
const board = new Board(at("picture"), (choices) => entry.tapped(choices), { dropped: (choices, places) => entry.dropped(choices, places), off: () => entry.off() });
const hand = new Hand(at("hand"), {});
const entry = new Entry(at("entry"), {
  holds: () => false,
  choices: async (typed, tapped) => {
    const found = await send("/api/learn", { lines, typed, tapped, wide: innerWidth });
    await faces(found.will?.faces ?? []);
    return found;
  },
  enter: async (text) => {
    const found = await send("/api/learn", { lines, text, wide: innerWidth });
    setTimeout(() => shown(found)); // once the line is empty again
    return true;
  },
  offer: (choices, plan) => board.offer(choices, plan),
});

const faces = (names) => keepFaces(names, (missing) => ask("/api/faces", { name: missing })).catch(() => {});

// What the companion answered, once the faces in it are there.
async function shown({ lines: made, card, view }) {
  lines = made;
  sessionStorage.setItem(LINES, JSON.stringify(lines));
  await faces([...(view.picture?.faces ?? []), ...(view.hand?.kinds ?? []).flatMap((kind) => kind.face?.faces ?? [])]);
  showLesson(card, { ...view, you: { ...view.you, enters: card.turn !== "" } });
}

function showLesson(card, view) {
  playerColours(view.players);
  document.title = at("title").textContent = view.title;
  document.body.classList.toggle("over", !card.turn);
  put(at("place"), say("Step {step} of {of}", card));
  const button = (label, deed, quiet = true) => h("button", { type: "button", class: quiet ? "quiet" : "", onclick: deed }, label);
  const enter = (text) => () => { entry.input.value = text; entry.enter(false); };
  const said = card.lines.map((one) => h("p", { class: one.turn && "turn" }, one.turn ? h("code", {}, one.text) : one.text));
  put(at("lesson"), h("h2", {}, say("Learn the game")), h("div", { class: "story", "aria-live": "polite" }, said),
    h("div", { class: "buttons" },
      card.slip && button(say("Try {turn}", { turn: card.slip }), enter(card.slip), false),
      card.turn && button(say("Make it for me: {turn}", { turn: card.turn }), enter(card.turn)),
      lines.length > 0 && button(say("Back"), () => begin(lines.slice(0, -1))),
      lines.length > 0 && button(say("Begin again"), () => begin([]))));
  at("lesson").hidden = false;
  scrollTo(0, 0);
  showTurn(at("turn"), view);
  showChips(at("chips"), view);
  showEnd(at("end"), view);
  board.show(view);
  hand.show(view);
  entry.show(view, true);
  showDid(at("did"), view);
  showPeople(at("people"), view);
  put(at("tools"), location.hash === FROM && button(say("To the table"), () => history.back()));
  announce(card.lines.at(-1).text);
}

// Lines of another lesson, or of one that was mended, lead nowhere: then it begins anew.
async function begin(after) {
  try {
    await shown(await send("/api/learn", { lines: after, wide: innerWidth }));
  } catch (error) {
    if (error.status === 409 && after.length) await begin([]);
    else notice(error.message, "bad");
  }
}

document.body.dataset.place = "seat";
document.querySelector(".skip").addEventListener("click", (event) => { event.preventDefault(); at("main").focus(); });
begin(lines);
