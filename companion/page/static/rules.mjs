// The printed rules as a sheet over any screen, in the reader's language.
import { dialog, drawn, h, notice } from "./dom.mjs";
import { ask, untilAnswered } from "./net.mjs";
import { say } from "./say.mjs";

const SCALE = 4.2; // CSS px of a printed mm: letters in pictures are as large as the page's own
const LEAST = 0.66; // smallest scale, relative to that; what is still too wide scrolls
const EDGES = 90; // px beside the text

const picture = ({ width, height, body, alt }) => {
  const wide = width * SCALE, px = Math.max(wide * LEAST, Math.min(wide, innerWidth - EDGES));
  const found = drawn(body, { viewBox: `0 0 ${width} ${height}`, width: px.toFixed(0), role: "img" });
  found.setAttribute("aria-label", alt);
  return found;
};

const signOf = ({ icon: { width, height, body }, alt }) => {
  const found = drawn(body, { viewBox: `0 0 ${width} ${height}`, class: "sign", role: "img" });
  found.setAttribute("aria-label", alt);
  return found;
};

function words(inlines) {
  return inlines.map((one) => {
    if (one.icon) return signOf(one);
    const text = one.italic ? h("em", {}, one.text) : one.text;
    return one.bold ? h("strong", {}, text) : text;
  });
}

// Headings are one level lower: the sheet has a heading of its own.
function block(one) {
  switch (one.kind) {
    case "heading": return h(`h${Math.min(6, one.level + 1)}`, {}, words(one.words));
    case "words": return h("p", {}, words(one.words));
    case "list": return h(one.first === null ? "ul" : "ol", one.first === null ? {} : { start: one.first },
      one.items.map((item) => h("li", {}, item.map(block))));
    case "pictures": return h("div", { class: "shown" },
      one.pictures.map((each) => h("figure", {}, h("div", { class: "wide", tabindex: "0" }, picture(each)),
          each.words.length > 0 && h("figcaption", {}, words(each.words)))));
    case "table": return h("div", { class: "wide", tabindex: "0" },
      h("table", {},
        one.rows.map((row, i) => h("tr", {},
          row.map((cell) => h(i ? "td" : "th", i ? {} : { scope: "col" }, words(cell)))))));
    default: return h("div", { class: "note-of", role: "note" }, one.blocks.map(block));
  }
}

let printed = null; // kept after the first time

// `agreed`: the options that are not the usual ones, each with what it is about
export async function showRules(title, agreed = []) {
  try {
    printed ??= await untilAnswered(() => ask("/api/rules")); // drawing them takes a slow machine a while
  } catch (error) {
    return notice(error.message, "bad");
  }
  const faces = drawn(`<defs>${Object.values(printed.faces).join("")}</defs>`,
    { class: "unseen", "aria-hidden": "true" });
  const [, ...rest] = printed.blocks; // the first is the game's name
  dialog(say("Rules of {game}", { game: title }), h("div", { class: "rules" }, faces,
    agreed.length > 0 && [h("h3", {}, say("Special rules at this table")),
      h("ul", {}, agreed.map(([about, value]) => h("li", {}, h("strong", {}, value), ` (${about})`)))],
    rest.map(block)));
}
