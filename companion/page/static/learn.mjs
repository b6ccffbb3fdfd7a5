// A guided first game: a card explains each step, the rest is the table's page. Progress is the list of
// entered lines, which this tab keeps.
import { Board, keepFaces } from "./board.mjs";
import { announce, at, h, notice, playerColours, put, room } from "./dom.mjs";
import { showEnd } from "./end.mjs";
import { Entry } from "./entry.mjs";
import { Hand } from "./hand.mjs";
import { ask, send, untilAnswered } from "./net.mjs";
import { showChips, showDid, showPeople, showTurn } from "./people.mjs";
import { showRules } from "./rules.mjs";
import { say } from "./say.mjs";

const LINES = "lesson", FROM = "#table"; // as the table's page links to it
const NARROW = "(max-width: 62rem)"; // on narrow screens the board has the room; a step's explanation is a tap away
let lines = JSON.parse(sessionStorage.getItem(LINES) ?? "[]");
const board = new Board(at("picture"), (choices) => entry.tapped(choices),
  { dropped: (choices, places) => entry.dropped(choices, places), off: (place) => entry.off(place) });
const hand = new Hand(at("hand"), { can: () => entry.can, chosen: (choices) => entry.tapped(choices),
    dropped: (choices, x, y) => entry.dropped(choices, board.at(x, y)) });
const entry = new Entry(at("entry"), {
  holds: (letter) => hand.holds(letter),
  choices: async (typed, tapped) => {
    const found = await send("/api/learn", { lines, typed, tapped, wide: room() });
    await faces(found.will?.faces ?? []);
    return found;
  },
  enter: async (text) => {
    const found = await send("/api/learn", { lines, text, wide: room() });
    setTimeout(() => shown(found)); // once the line is empty again
    return true;
  },
  offer: (choices, plan) => {
    const asked = choices.filter((choice) => leads(choice.text));
    const done = plain(entry.input.value) === plain(turn), lit = asked.length || done ? asked : choices;
    board.offer(lit, plan);
    hand.offer(lit, plan);
    // a beginning whose places lead elsewhere is taken by its button
    const nowhere = asked.length > 0 && !done && !document.querySelector(".target, .card.live");
    for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("#entry .choice"))) {
      button.classList.toggle("asked", leads(button.dataset.text ?? "-"));
      if (nowhere && button.matches(".asked")) button.parentElement?.classList.remove("placed");
    }
    if (asked.length) inSight([...document.querySelectorAll(".target .reach")]);
  },
});
let turn = ""; // the turn that the lesson asks for

// Return a line as it compares with another way to write it: hop by hop, without the verbs of all plies but the first,
// and without signs but those that say something, a dive's and a pass.
function plain(line) {
  const words = line.toLowerCase().split("/").flatMap((ply, n) => ply.trim().split(/[\s;]+/)
    .filter((_, i, all) => i > 0 || n === 0 || all.length === 1));
  const hops = (at) => (at.length > 2 ? at.slice(1).map((to, i) => at[i] + to) : at).join("");
  return words.map((word) => (word === "-" ? "~" : hops(word.split(/[->]/)))).join("").replace(/[^\p{L}\p{N}~]/gu, "");
}

// Return whether an offer is, or begins, what the lesson asks for: only that is lit.
function leads(text) {
  return plain(turn).startsWith(plain(text));
}

// Scroll to the first of what is lit that the dock or the window's edge hides.
function inSight(lit) {
  const middles = lit.map((one) => one.getBoundingClientRect())
    .map((box) => ({ x: box.x + box.width / 2, y: box.y + box.height / 2 }));
  const hidden = middles.find(({ x, y }) => !document.elementFromPoint(x, y)?.closest("#picture"));
  if (hidden) scrollBy(0, hidden.y - innerHeight / 3);
}

const faces = (names) => keepFaces(names, (missing) => ask("/api/faces", { name: missing })).catch(() => {});

// Show the companion's answer, once its faces are loaded.
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
  const button = (label, deed, quiet = true) => h("button",
    { type: "button", class: quiet ? "quiet" : "", onclick: deed }, label);
  const enter = (text) => () => { entry.input.value = text; entry.enter(false); };
  const said = card.lines.map((one) => h("p", { class: one.turn && "turn" },
      one.turn ? h("code", {}, one.text) : one.text));
  turn = card.turn;
  const hint = card.says && h("p", { id: "tap" },
    h("strong", {}, say("Tap what is lit: {turn}", { turn: `${card.says}.` })));
  put(at("lesson"), h("h2", {}, say("Learn the game")), hint,
    h("details", { open: !card.says || !matchMedia(NARROW).matches }, h("summary", {}, say("What it means")),
      h("div", { class: "story", "aria-live": "polite" }, said),
      card.slip && h("div", { class: "buttons" },
          button(say("Try {turn}", { turn: card.slip }), enter(card.slip), false))),
    h("div", { class: "buttons" },
      card.turn && button(say("Make it for me"), enter(card.turn)),
      lines.length > 0 && button(say("Back"), () => begin(lines.slice(0, -1)))));
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
  put(at("tools"), view.rules && button(say("Rules"), () => showRules(view.title)),
    lines.length > 0 && button(say("Begin again"), () => begin([])),
    location.hash === FROM && button(say("To the table"), () => history.back()));
  announce(card.says ? say("Tap what is lit: {turn}", { turn: `${card.says}.` }) : card.lines.at(-1).text);
}

// If the lines do not fit this lesson (another one, or a changed one), start anew.
async function begin(after) {
  try {
    await shown(await untilAnswered(() => send("/api/learn", { lines: after, wide: room() })));
  } catch (error) {
    if (error.status === 409 && after.length) await begin([]);
    else notice(error.message, "bad");
  }
}

document.body.dataset.place = "seat";
document.querySelector(".skip").addEventListener("click", (event) => { event.preventDefault(); at("main").focus(); });
begin(lines);
