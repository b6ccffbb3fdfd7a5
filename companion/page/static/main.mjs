// The page: it shows the last view it fetched; everything else follows from that.
import { Around } from "./around.mjs";
import { Board, keepFaces } from "./board.mjs";
import { Call } from "./call.mjs";
import { announce, at, h, notice, playerColours, put, room, within } from "./dom.mjs";
import { showEnd } from "./end.mjs";
import { Entry } from "./entry.mjs";
import { Evening } from "./evening.mjs";
import { Hand } from "./hand.mjs";
import { showJoin } from "./join.mjs";
import { askBroken, askLine, askYes, showLog } from "./log.mjs";
import { Refusal, ask, deed, device, looksOn, polled, seatLink, send, sit, unsettled } from "./net.mjs";
import { showChips, showDid, showPeople, showTurn } from "./people.mjs";
import { showRules } from "./rules.mjs";
import { say } from "./say.mjs";
import { Scrubber } from "./scrub.mjs";
import { askSeat, knowSeat, otherSeats, passTo, uncovered } from "./seat.mjs";
import { listen } from "./stream.mjs";
import { askWhere } from "./where.mjs";

// The position shown: `ply` null is the current one; `then` is null, or the turns of a branch.
const look = spot();
const television = location.pathname === "/tv"; // the table from the sofa: large, without entry
document.body.classList.toggle("tv", television);
let view = null;
let fetched = 0;
let newest = -1; // the game's number of entries, as the stream last said
let busy = false;
let thinks = 0; // timer for the next look at a thinking bot
const line = { gone: false, waits: null }; // whether the connection is lost, and what is not answered yet

const board = new Board(at("picture"), (choices) => entry.tapped(choices),
  { dropped: (choices, places) => entry.dropped(choices, places), off: (place) => entry.off(place),
    words: () => ask("/api/where", { ...where(), words: "" }).then(({ sentences }) => sentences) });
const hand = new Hand(at("hand"), {
  changed: () => refresh(),
  fault: async (typed) => (await ask("/api/view", {}, typed)).hand ?? {},
  chosen: (choices) => entry.tapped(choices),
  can: () => entry.can,
  dropped: (choices, x, y) => entry.dropped(choices, board.at(x, y)),
});
const entry = new Entry(at("entry"), {
  choices: async (typed, tapped) => {
    const found = await send("/api/choices", { ...where(), typed, tapped, wide: room(), hand: hand.typed });
    await faces(found.will?.faces ?? []);
    return found;
  },
  enter,
  holds: (letter) => hand.holds(letter),
  lies: (place) => ask("/api/where", { ...where(), words: place })
    .then(({ found, sentences }) => found && sentences[0]),
  offer: (choices, plan) => {
    board.offer(choices, plan);
    hand.offer(choices, plan);
  },
});
const call = new Call(at("device"));
const around = new Around(at("around"),
  { ask, send, sit, change,
    amend: (ply) => amend(view.log.find((turn) => turn.kept && turn.counts && turn.ply === ply)) });
const evening = new Evening(at("clock"));
at("evening").onclick = () => evening.open();
const scrubber = new Scrubber(at("scrub"), {
  go: (ply, glance) => go(ply === view.plies && !look.then ? null : ply, null, glance),
  live: () => go(null),
  branch: () => go(view.ply, []),
  unbranch: () => go(look.ply ?? view.ply, look.then.slice(0, -1)),
  link: (ply) =>
    `${location.origin}/?${new URLSearchParams([["ply", ply], ...(look.then ?? []).map((text) => ["then", text])])}`,
});

function where() {
  return { ply: look.ply, then: look.then };
}

function spot() {
  const asked = new URLSearchParams(location.search);
  return { ply: asked.has("ply") ? Number(asked.get("ply")) : null,
    then: asked.has("then") ? asked.getAll("then").filter(Boolean) : null };
}

// Show another turn or branch; the address follows, so that it can be shared, survives a reload, and works with Back.
// With `glance` it replaces the last address: dragging the slider adds a single step to the history.
function go(ply, then = null, glance = false) {
  const query = new URLSearchParams();
  if (ply !== null) query.set("ply", ply);
  if (then?.length) for (const text of then) query.append("then", text);
  else if (then) query.append("then", "");
  const address = `${location.pathname}${query.size ? `?${query}` : ""}`;
  if (address !== `${location.pathname}${location.search}`)
    history[glance ? "replaceState" : "pushState"]({ browsed: true }, "", address);
  Object.assign(look, { ply, then });
  return refresh();
}

// Show the current position: fetched, or as the stream brought it.
async function refresh(brought = null) {
  const number = ++fetched;
  busy = true;
  const shown = await (brought ? shownWhole(brought, number) : fetchView(number))
    .finally(() => { if (number === fetched) busy = false; });
  if (shown && newest > view.last) refresh(); // something happened meanwhile
}

// Return true if the page now shows what was fetched; likewise `shownWhole`.
async function fetchView(number) {
  let found;
  try {
    found = await ask("/api/view", { ply: look.ply, then: look.then?.length === 0 ? "" : look.then, wide: room() },
      hand.typed);
  } catch (error) {
    if (!(error instanceof Refusal)) return false;
    if (look.ply !== null) {
      notice(error.message, "bad");
      await go(null);
    } else put(at("turn"), h("p", { class: "wait" }, error.message));
    return false;
  }
  return shownWhole(found, number);
}

const faces = (names) => keepFaces(names, (missing) => ask("/api/faces", { name: missing })).catch(() => {});

// Show a view once its faces are loaded.
async function shownWhole(found, number) {
  const wanted = [found.picture, ...(found.hand?.kinds ?? [])
    .map((kind) => kind.face)].flatMap((drawing) => drawing?.faces ?? []);
  await faces([...new Set(wanted)]);
  if (number !== fetched) return false;
  show(found);
  return true;
}

function show(found) {
  const before = view;
  if (before && before.number !== found.number) return location.assign(location.pathname); // another game has begun
  view = found;
  view.line = view.log.filter((one) => one.kept);
  const fresh = !before || before.key !== view.key;
  if (!before || before.number !== view.number
    || view.players.some((player, i) => player.hue !== before.players[i].hue)) {
    playerColours(view.players);
    at("title").textContent = view.title;
    document.body.dataset.place = view.you.place === null ? "looker" : view.you.place < 0 ? "table" : "seat";
  }
  if (!before && !looksOn && !view.you.may)
    notice(say("This link no longer works: ask for a new one at the table."), "bad");
  if (!before && view.you.may)
    knowSeat(seatLink(), view.you.place < 0 ? say("the table") : view.players[view.you.place].name);
  const who = view.you.place === null ? say("watching") : view.you.place < 0
    ? say("the table") : view.players[view.you.place].name;
  showChips(at("chips"), view);
  put(at("place"), view.agreed.length ? say("{who} · special rules", { who }) : who);
  document.body.classList.toggle("elsewhere", !view.live);
  document.body.classList.toggle("over", view.over && !view.branch);
  const others = television ? [] : otherSeats();
  const next = view.live && view.you.place >= 0 && view.turn !== view.you.place
    ? others.find(([, name]) => name === view.players[view.turn]?.name) : null;
  showTurn(at("turn"), view, next && h("button",
      { type: "button", class: "primary", id: "pass", onclick: () => passTo(next) },
      say("Pass to {who}", { who: next[1] })), machine());
  showEnd(at("end"), view, view.you.may && view.live && !television && rematch);
  board.show(view);
  scrubber.show(view);
  hand.show(view);
  entry.show(view, fresh);
  showDid(at("did"), view);
  showPeople(at("people"), view, view.you.may && view.live && !view.over && !television
    && !view.players[view.you.place]?.left ? leave : null);
  showLog(at("log"), view, { go: (ply) => go(ply === view.plies ? null : ply), amend: view.you.may ? amend : null });
  around.show(view);
  tools();
  const own = view.live && !view.over && view.you.place === view.turn;
  const heading = own ? say("Your turn") : view.heading;
  document.title = `${heading} · ${view.title}`;
  at("icon").setAttribute("href", own ? "/icon-turn.svg" : "/icon.svg");
  if (before && fresh) announce(view.spoken);
  call.show(view, before, others.length > 0 && h("button",
      { type: "button", id: "seats", onclick: () => askSeat(view.players) }, say("Another seat …")));
  at("club").hidden = !view.you.may;
  evening.moved();
}

// Let the bot to move play, with what it asks for; while it thinks, look again in case no event arrives.
function machine() {
  clearTimeout(thinks);
  const found = view.machine;
  if (found?.thinks) thinks = setTimeout(() => refresh(), 3000);
  if (!found || found.thinks || found.typed || !view.you.may || television) return null;
  const who = view.players[view.turn].name;
  const go = (text) => change("/api/machine", { text });
  return h("button", { type: "button", class: "primary", id: "let",
      onclick: () => (found.asks ? askLine(say("{who} asks", { who }), found.asks, "", say("Answer"), go) : go("")) },
    found.asks ? say("Answer {who}", { who }) : say("Let {who} play", { who }));
}

// Start another game with the same seats: every page follows, also if somebody else was faster.
async function rematch() {
  await send("/api/rematch", {}).catch((error) => { if (error.status !== 403) notice(error.message, "bad"); });
  around.look();
}

async function join() {
  const facts = await ask("/api/join");
  facts.seats.forEach((seat, i) => knowSeat(seat.url, view.players[i].name));
  showJoin(facts, view, (seat) => send("/api/seat", { text: "renew", ply: seat }).then(join));
  show(view);
}

function tools() {
  const tool = (label, deed, id) => h("button", { type: "button", class: "quiet", id, onclick: () => {
    if (at("tools").matches(":popover-open")) at("tools").hidePopover();
    deed();
  } }, label);
  put(at("tools"),
    view.lesson && view.plies === 0 && !television
      && tool(say("Learn"), () => location.assign("/learn#table"), "learn"),
    view.rules && tool(say("Rules"), () => showRules(view.title, view.agreed), "rules"),
    tool(say("Where is …"), () => askWhere((words) => ask("/api/where", { ...where(), words }),
        (places) => board.ring(places)), "where"),
    view.you.may && tool(say("Note"), () => askLine(say("A note for the log"), say("Note"), "", say("Write it down"),
        (text) => change("/api/note", { text })), "note"),
    view.you.may && view.plies > 0 && tool(say("Undo"), () => around.undo(), "undo"),
    view.you.may && view.redo && tool(say("Redo"), () => change("/api/redo", {}), "redo"),
    view.you.place === -1 && tool(say("Join"), join, "join"),
    view.you.place < 0 && !television && tool(say("Television"), () => location.assign("/tv"), "tv"),
    television && document.fullscreenEnabled && tool(say("Full screen"),
        () => document.documentElement.requestFullscreen(), "full"));
}

// A player leaves: a seat's own player, or the one that the table's page names.
async function leave() {
  const go = (text) => change("/api/leave", { text });
  if (view.you.place === -1) askLine(say("Somebody leaves"), say("Who leaves?"), "", say("Leaves the game"), go);
  else if (await askYes(say("Leave the game?"), [say("The others go on without you. Undo takes it back.")],
      say("Leave the game"))) go(view.players[view.you.place].name);
}

// Enter a line; false if the player answered a question with no.
async function enter(text, stood, tapped, agree = false) {
  if (view.branch) {
    const then = [...look.then, text];
    await ask("/api/view", { ply: look.ply, then });
    go(look.ply ?? view.ply, then);
    return true;
  }
  try {
    said(await deed("/api/enter", { last: view.last, text, stood, tapped, agree, hand: hand.typed }, waiting));
    refresh();
    return true;
  } catch (error) {
    if (error.status === 428) return await askYes(say("Enter {text}?", { text }), [error.message],
      say("Enter {text}", { text })) && enter(text, stood, tapped, true);
    if (error.status === 409) await beaten(error);
    throw error;
  }
}

// Say what the companion did; `late` if it could not answer at first.
function said({ said, late }) {
  const what = said.map((line) => line.trim().replace(/\s+/g, " ")).join(" · ");
  notice(late ? say("Entered after all: {what}", { what }) : what);
}

function waiting(values) {
  line.waits = values;
  tellLine();
}

function tellLine() {
  at("lost").hidden = !line.gone && !line.waits;
  const text = line.waits?.text;
  put(at("lost"),
    text ? say("No answer to {text} yet. You will see whether it was entered as soon as the companion answers …",
      { text })
    : line.waits ? say("No answer yet. You will see whether it was entered as soon as the companion answers …")
      : say("No connection to the table. Trying again …"));
}

async function beaten(error) {
  notice(error.message, "bad");
  await refresh();
}

// Undo, redo, a note, a correction. It is never done twice: the companion is told what we saw.
async function change(path, values, otherwise = () => {}) {
  try {
    said(await deed(path, { last: view.last, ...values }, waiting));
    await go(null);
  } catch (error) {
    if (error.status === 409) await beaten(error);
    else if (error.status === 428) askBroken(say("Correct turn {ply}?", { ply: values.ply }), error.facts,
      (more) => change(path, { ...values, ...more, replace: { ...values.replace, ...more.replace } },
        () => change(path, values)));
    else if (error.facts?.asks) {
      if (await askYes(say("Ask first?"), [error.message], say("Ask"))) change("/api/wish", { ply: values.ply });
    } else if (error.facts?.later) { notice(error.message, "bad"); await otherwise(); }
    else if (error.status === 422 && path === "/api/amend" && !values.stood) {
      const nearest = error.facts.nearest ? [say("Nearest legal turn: {text}", { text: error.facts.nearest })] : [];
      if (await askYes(say("That turn is refused"), [error.message, ...nearest], say("It stood at the table")))
        change(path, { ...values, stood: true });
    } else notice(error.message, "bad");
  }
}

function amend(turn) {
  askLine(say("Correct turn {ply}", { ply: turn.ply }), say("What it should have been"), turn.text, say("Correct it"),
    (text) => change("/api/amend", { ply: turn.ply, text, stood: false, agree: false }));
}

await uncovered();
history.replaceState({ browsed: true }, "");
const seated = looksOn ? {} : await ask("/api/around").catch(() => ({}));
if (seated.token) around.follow(seated.token);
else around.facts = seated;
refresh();
listen((last, brought, stirs) => {
  newest = last;
  around.stirred(stirs);
  if (!busy && last !== view?.last) refresh(look.ply === null && look.then === null ? brought : null);
}, (gone) => {
  if (gone === line.gone) return;
  line.gone = gone;
  tellLine();
  if (!gone) refresh();
}, looksOn ? `/api/events?look=${room()}` : `/api/events?seat=${seated.stream ?? ""}&device=${device}`, polled);
// a turn that was under way when this page was left
const under = unsettled(waiting);
under?.came.then(said, (error) => notice(`${under.values.text ?? ""}: ${error.message}`, "bad")).finally(refresh);
document.addEventListener("visibilitychange", () => { if (!document.hidden) refresh(); });
addEventListener("popstate", () => { Object.assign(look, spot()); refresh(); });
addEventListener("pageshow", (event) => { if (event.persisted) refresh(); });
// without changing the address, which holds the seat
document.querySelector(".skip").addEventListener("click", (event) => { event.preventDefault(); at("main").focus(); });
addEventListener("keydown", (event) => {
  if (within(event, "input, textarea, dialog") || event.ctrlKey || event.metaKey || event.altKey || !view) return;
  if (event.key === "[" && view.ply > 0) go(view.ply - 1);
  if (event.key === "]") go(view.ply + 1 >= view.plies ? null : view.ply + 1);
  if (event.key === "/") { event.preventDefault(); at("where")?.click(); }
});
evening.refresh();
