// Whose turn, what the last turn did, and what everybody has: facts as the game tells them, whatever the game is.
// What the picture shows, and what there is none of, is left out.
import { disc, h, put, signed } from "./dom.mjs";

export function fact(value) {
  if (Array.isArray(value)) return value.length ? value.map(fact).join(" ") : "none";
  if (value && typeof value === "object") {
    return Object.entries(value).map(([key, inner]) => `${worded(key)}: ${fact(inner)}`).join(", ") || "none";
  }
  if (value === true) return "yes";
  if (value === null) return "–";
  if (value === false) return "no";
  if (value === "") return "none";
  return String(value).replace(/^-/, "−");
}

function telling(value) {
  return Array.isArray(value) ? value.length > 0 : value !== null && value !== "" && typeof value !== "object";
}

export function worded(key) {
  return key.replaceAll("_", " ");
}

// `pass` hands the device on, where the next player sits at it too
export function showTurn(root, view, pass = null) {
  const heading = (text, player) => h("h2", { class: player ? `turn p-${player.index}` : "turn" }, player && disc(player), h("span", {}, text));
  if (view.branch) {
    put(root, h("p", { class: "what-if" }, "What if: nothing here touches the game."),
      heading(view.over ? "The game would be over" : `${view.players[view.turn].name} to move`, view.players[view.turn]));
  } else if (!view.live) {
    put(root, heading(view.ply ? `After turn ${view.ply}` : "At the start", null));
  } else if (view.over) {
    const names = view.result?.winners ?? [];
    put(root, heading(names.length > 1 ? `${names.slice(0, -1).join(", ")} and ${names.at(-1)} share the win` : names.length ? `${names[0]} wins` : "The game is over", null));
  } else {
    const player = view.players[view.turn];
    put(root, heading(view.you.place === view.turn ? "Your turn" : `${player.name} to move`, player),
      view.you.place !== null && view.you.place >= 0 && view.you.place !== view.turn && h("p", { class: "soft" }, view.did ? view.spoken : `${player.name} begins.`), pass);
  }
}

export function showDid(root, view) {
  const did = view.did;
  root.hidden = !did;
  if (!did) return;
  put(root,
    h("h2", {}, "The last turn"),
    h("p", { class: "did" }, did.player !== null && disc(view.players[did.player]), h("strong", {}, did.player !== null ? view.players[did.player].name : ""), " ", h("code", {}, did.text)),
    h("ul", { class: "sum" }, did.lines.map((line) => sumLine(view, line, did.player))),
    did.stood && h("p", { class: "stood" }, `It stood, though ${did.stood.message} (worth ${did.stood.points})`),
    did.warnings.map((warning) => h("p", { class: "warn" }, `Look again: ${warning}`)),
    did.chain.length > 0 && h("details", { open: did.chain.length <= 6 }, h("summary", {}, "How it unfolded"), h("ol", {}, did.chain.map((step) => h("li", {}, step)))));
}

export function sumLine(view, line, own) {
  return h("li", {}, h("span", { class: line.points < 0 ? "less" : line.points > 0 ? "more" : "" }, signed(line.points)),
    ` ${line.player !== own ? `${view.players[line.player].name}: ` : ""}${line.text}`);
}

// `leave` is what a tap does that lets somebody leave, where that can be.
export function showPeople(root, view, leave = null) {
  const skipped = new Set(["name", "colour", "hue", "on_hue", "index", "due", "paid", "score", "left"]);
  put(root, h("h2", {}, "Players"), h("ul", { class: "people" }, view.players.map((player) =>
    h("li", { class: `${view.turn === player.index ? "moving " : ""}p-${player.index}` },
      h("h3", {}, disc(player), h("span", {}, player.name), player.index === view.you.place && h("em", {}, " you"), player.left && h("em", {}, " has left")),
      h("dl", {}, Object.entries(player).filter(([key, value]) => !skipped.has(key) && telling(value) && !(key === "known" && player.index === view.you.place)).map(([key, value]) =>
        h("div", {}, h("dt", {}, worded(key)), h("dd", {}, fact(value)))))))),
    leave && h("div", { class: "buttons" }, h("button", { type: "button", class: "quiet", id: "leave", onclick: leave }, view.you.place < 0 ? "Somebody leaves …" : "Leave the game …")),
    !view.picture && h("dl", { class: "rest" }, Object.entries(view.facts).filter(([, value]) => telling(value)).map(([key, value]) =>
      h("div", {}, h("dt", {}, worded(key)), h("dd", {}, fact(value))))));
}
