// The end as a page: the winner, each player's sum line by line, and the course of the game.
import { disc, h, put, s } from "./dom.mjs";
import { listed, number, say, sayManyParts } from "./say.mjs";
import { shareEnd, whoWon } from "./share.mjs";

const FLAKES = 24; // falling pieces for the winners
const CALLED = 22; // letters of a name at the end of its line

// `again` starts another game with the same seats, if this page may
export function showEnd(root, view, again = null) {
  const { result } = view;
  root.hidden = !result;
  if (!result) return;
  // a game that all win or lose together, without points
  const counts = result.standings.some((standing) => standing.score || standing.lines.length);
  const order = [...result.standings].sort((a, b) => b.score - a.score || a.player - b.player);
  const won = result.winners.map((name) => view.players.find((player) => player.name === name)).filter(Boolean);
  const first = root.dataset.of !== view.key;
  root.dataset.of = view.key;
  put(root,
    h("div", { class: "hero" }, h("h2", {}, won.map(disc), " ", whoWon(result)),
      first && won.length > 0 && h("div", { class: "falls", "aria-hidden": "true" },
        Array.from({ length: FLAKES }, (_, i) => h("i", { class: `p-${won[i % won.length].index} flake-${i % 8}` }))),
      h("div", { class: "buttons" },
        again && h("button", { type: "button", class: "primary", id: "again", onclick: (event) => {
          event.target.disabled = true;
          again();
        } }, say("Play again")),
        view.picture && document.body.dataset.place !== "keepsake"
            && h("button", { type: "button", id: "share", class: again ? "" : "primary",
              onclick: () => shareEnd(view) }, say("Share a picture")))),
    h("ol", { class: "standings" }, order.map((standing) => {
      const player = view.players[standing.player];
      const won = result.winners.includes(player.name);
      return h("li", { class: `${won ? "won " : ""}p-${player.index}` },
        h("h3", {}, disc(player), h("span", {}, player.name), won && h("em", {}, " ", say("wins"))),
        counts && h("p", { class: "score" }, score(standing.score)),
        (standing.due > 0 || standing.paid > 0) && h("p", { class: "soft" },
          say("owes {due}, gives up {paid}", { due: standing.due, paid: standing.paid })),
        h("ul", { class: "lines" },
            standing.lines.map((line) => h("li", { class: /^\s/.test(line) ? "under" : "" }, line.trim()))));
    })),
    counts && result.trail.length > 1 && chart(view, result.trail));
}

function score(points) {
  return sayManyParts("{n} point", "{n} points", points, { n: h("b", {}, number(points)) });
}

// Draw everybody's points after each turn: `trail` is a list of [ply, points of each player].
export function chart(view, trail) {
  const width = Math.min(640, Math.max(320, innerWidth - 40)), height = 216 + width / 14, left = 40, top = 16,
    bottom = 30;
  const called = (player, points) =>
    `${player.name.length > CALLED ? `${player.name.slice(0, CALLED - 1)}…` : player.name} ${number(points)}`;
  const right = 16 + 7.6 * Math.max(...view.players.map((player, i) => called(player, trail.at(-1)[i + 1]).length));
  const values = trail.flatMap(([, ...points]) => points);
  const low = Math.min(0, ...values), high = Math.max(1, ...values), last = trail.at(-1)[0] || 1;
  const x = (ply) => left + (ply / last) * (width - left - right);
  const y = (points) => top + ((high - points) / (high - low)) * (height - top - bottom);
  const step = niceStep(high - low);
  const ticks = [];
  for (let tick = Math.ceil(low / step) * step; tick <= high; tick += step) ticks.push(tick);
  const ends = view.players.map((player, i) => ({ player, points: trail.at(-1)[i + 1], at: y(trail.at(-1)[i + 1]) }))
    .sort((a, b) => a.at - b.at);
  ends.forEach((end, i) => { if (i && end.at < ends[i - 1].at + 16) end.at = ends[i - 1].at + 16; });
  const over = Math.max(0, ends.at(-1).at - (height - bottom));
  return h("figure", { class: "chart" },
    s("svg", { viewBox: `0 0 ${width} ${height}`, role: "img",
        "aria-label": say("Points after each turn. At the end: {points}.",
          { points: listed(ends.map((end) => `${end.player.name} ${number(end.points)}`)) }) },
      ticks.map((tick) => [
        s("line", { class: tick === 0 ? "axis" : "grid", x1: left, x2: width - right, y1: y(tick), y2: y(tick) }),
        s("text", { x: left - 8, y: y(tick) + 4, "text-anchor": "end" }, number(tick))]),
      s("text", { x: x(0), y: height - 8 }, say("start")),
      s("text", { x: x(last), y: height - 8, "text-anchor": "end" }, say("turn {ply}", { ply: last })),
      view.players.map((player, i) => {
        const points = trail.map((row) => `${x(row[0]).toFixed(1)},${y(row[i + 1]).toFixed(1)}`).join(" ");
        // a dark line beneath, so that a line in the paper's colour is visible too
        return [s("polyline", { class: `casing dash-${i}`, points }),
          s("polyline", { class: `trace p-${i} dash-${i}`, points })];
      }),
      ends.map((end) => s("text", { class: "name", x: width - right + 8, y: end.at - over + 4 },
            called(end.player, end.points)))),
    h("figcaption", {}, say("Points after each turn")),
    h("details", {}, h("summary", {}, say("As a table")),
      h("div", { class: "wide", tabindex: "0" }, h("table", {},
        h("thead", {}, h("tr", {}, h("th", { scope: "col" }, say("Turn")),
            view.players.map((player) => h("th", { scope: "col" }, player.name)))),
        h("tbody", {}, trail.map(([ply, ...points]) => h("tr", {}, h("th", { scope: "row" }, ply || say("start")),
              points.map((value) => h("td", {}, number(value))))))))));
}

function niceStep(span) {
  const rough = span / 5, power = 10 ** Math.floor(Math.log10(rough));
  return Math.max(1, [1, 2, 5, 10].map((times) => times * power).find((step) => step >= rough));
}
