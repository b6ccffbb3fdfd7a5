// Whose turn it is, what the last turn did, and what everybody has: facts as any game reports them.
// Facts that the picture shows, and empty ones, are left out.
import { disc, h, put, signed } from "./dom.mjs";
import { number, say } from "./say.mjs";
import { whoWon } from "./share.mjs";

function fact(value, labels) {
  if (Array.isArray(value)) return value.length ? value.map((each) => fact(each, labels)).join(" ") : say("none");
  if (value && typeof value === "object") {
    return Object.entries(value).map(([key, inner]) => `${worded(key, labels)}: ${fact(inner, labels)}`).join(", ")
      || say("none");
  }
  if (value === true) return say("yes");
  if (value === null) return "–";
  if (value === false) return say("no");
  if (value === "") return say("none");
  return typeof value === "number" ? number(value) : labels[value] ?? value;
}

function telling(value) {
  return Array.isArray(value) ? value.length > 0 : value !== null && value !== "" && typeof value !== "object";
}

function worded(key, labels) {
  return labels[key] ?? key.replaceAll("_", " ");
}

// The players in a line: the mover ringed, with the points so far if the game counts any.
export function showChips(root, view) {
  const sums = new Map((view.result?.standings ?? []).map((one) => [one.player, one.score])); // what each owes is paid
  put(root, view.players.map((player) => h("li",
    { class: `${view.turn === player.index ? "moving " : ""}${player.index === view.you.place ? "you" : ""}` },
    disc(player), h("span", { class: "name" }, player.name),
          player.points !== null && h("b", {}, number(sums.get(player.index) ?? player.points)))));
}

// `pass` hands the device on, if the next player uses it too; `letMove` lets a bot play
export function showTurn(root, view, pass = null, letMove = null) {
  const heading = (text, player) => h("h2", { class: player ? `turn p-${player.index}` : "turn" },
    player && disc(player), h("span", {}, text));
  if (view.branch) {
    put(root, h("p", { class: "what-if" }, say("What if: the game itself does not change.")),
      heading(view.over ? say("The game would be over") : say("{who} to move", { who: view.players[view.turn].name }),
          view.players[view.turn]));
  } else if (!view.live) {
    put(root, heading(view.ply ? say("After turn {ply}", { ply: view.ply }) : say("At the start"), null));
  } else if (view.over) {
    const sums = h("button", { type: "button", class: "primary", id: "sums",
        onclick: () => document.getElementById("end").scrollIntoView() }, say("See the sums"));
    put(root, heading(whoWon(view.result ?? { winners: [] }), null), sums);
  } else {
    const player = view.players[view.turn];
    put(root, heading(view.you.place === view.turn ? say("Your turn") : say("{who} to move", { who: player.name }),
        player),
      view.you.place !== null && view.you.place >= 0 && view.you.place !== view.turn
        && h("p", { class: "soft" }, view.did ? `${view.did.says}.` : say("{who} begins.", { who: player.name })), pass,
      view.machine && h("p", { class: "soft", id: "machine", role: "status", "aria-live": "polite" },
          view.machine.thinks || view.machine.typed || view.machine.asks), letMove);
  }
}

export function showDid(root, view) {
  const did = view.did;
  root.hidden = !did;
  if (!did) return;
  put(root,
    h("h2", {}, say("The last turn")),
    h("p", { class: "did" }, did.player !== null && disc(view.players[did.player]), h("strong", {}, did.says),
      did.says !== did.text && [" ", h("code", {}, did.text)]),
    h("ul", { class: "sum" }, did.lines.map((line) => sumLine(view, line, did.player))),
    did.stood && h("p", { class: "stood" },
      say("It stood, though {why} (worth {points})", { why: did.stood.message, points: did.stood.points })),
    did.warnings.map((warning) => h("p", { class: "warn" }, say("Look again: {warning}", { warning }))),
    did.chain.length > 0 && h("details", { open: did.chain.length <= 6 }, h("summary", {}, say("How it unfolded")),
        h("ol", {}, did.chain.map((step) => h("li", {}, step)))));
}

export function sumLine(view, line, own) {
  return h("li", {}, h("span", { class: line.points < 0 ? "less" : line.points > 0 ? "more" : "" },
      signed(line.points)),
    ` ${line.player !== own ? `${view.players[line.player].name}: ` : ""}${line.text}`);
}

// `leave` handles a tap on Leave, if players can leave.
export function showPeople(root, view, leave = null) {
  const skipped = new Set(["name", "colour", "hue", "on_hue", "index", "due", "paid", "score", "left", "points",
      ...(view.picture?.shows ?? [])]);
  put(root, h("h2", {}, say("Players")), h("ul", { class: "people" }, view.players.map((player) =>
    h("li", { class: `${view.turn === player.index ? "moving " : ""}p-${player.index}` },
      h("h3", {}, disc(player), h("span", {}, player.name),
        player.index === view.you.place && h("em", {}, " ", say("you")),
        player.left && h("em", {}, " ", say("has left"))),
      h("dl", {}, Object.entries(player).filter(([key, value]) => !skipped.has(key) && telling(value)
        && !(key === "known" && player.index === view.you.place)).map(([key, value]) =>
        h("div", {}, h("dt", {}, worded(key, view.labels)), h("dd", {}, fact(value, view.labels)))))))),
    leave && h("div", { class: "buttons" },
      h("button", { type: "button", class: "quiet", id: "leave", onclick: leave },
        view.you.place < 0 ? say("Somebody leaves …") : say("Leave the game …"))),
    !view.picture && h("dl", { class: "rest" }, Object.entries(view.facts).filter(([, value]) => telling(value))
      .map(([key, value]) =>
      h("div", {}, h("dt", {}, worded(key, view.labels)), h("dd", {}, fact(value, view.labels))))));
}
