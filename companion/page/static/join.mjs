// How to join: the lobby's code, each seat's link and code; only shown on the table's own page.
import { dialog, disc, drawn, h } from "./dom.mjs";
import { say } from "./say.mjs";

// `renew(seat)` gives a seat a new link
export function showJoin(facts, view, renew) {
  const code = (link) => h("div", { class: "code" },
    drawn(link.code, { viewBox: link.box, role: "img",
        "aria-label": say("Code of {address}", { address: link.url }) }));
  const box = dialog(say("Join from a phone"),
    h("p", {}, facts.network),
    h("ul", { class: "join" },
      h("li", {}, h("h3", {}, h("span", {}, say("Everybody: choose a seat"))), code(facts.lobby),
        h("a", { href: facts.lobby.url }, facts.lobby.url)),
      facts.seats.map((link, i) => h("li", {}, h("h3", {}, disc(view.players[i]), h("span", {}, view.players[i].name)),
        code(link), h("a", { href: link.url }, say("Open this seat here")),
        h("button", { type: "button", class: "quiet",
              "aria-label": say("New link for {who}", { who: view.players[i].name }), onclick: () => {
                box.close();
                renew(i);
              } }, say("New link")))),
      h("li", {}, h("h3", {}, h("span", {}, say("Just watching"))), code(facts.look),
            h("a", { href: facts.look.url }, facts.look.url))));
}
