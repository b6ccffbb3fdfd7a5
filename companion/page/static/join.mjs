// How to join: each seat's link and code, shown on the table's own page only.
import { dialog, disc, drawn, h } from "./dom.mjs";
import { say } from "./say.mjs";

export function showJoin(facts, view) {
  const code = (link) => h("div", { class: "code" }, drawn(link.code, { viewBox: link.box, role: "img", "aria-label": say("Code of {address}", { address: link.url }) }));
  dialog(say("Join from a phone"),
    h("p", {}, facts.network),
    h("ul", { class: "join" },
      facts.seats.map((link, i) => h("li", {}, h("h3", {}, disc(view.players[i]), h("span", {}, view.players[i].name)), code(link), h("a", { href: link.url }, say("Open this seat here")))),
      h("li", {}, h("h3", {}, h("span", {}, say("Just watching"))), code(facts.look), h("a", { href: facts.look.url }, facts.look.url))));
}
