// "Where is …": sentences about a thing, and rings around it on the picture.
import { dialog, h, put } from "./dom.mjs";
import { say } from "./say.mjs";

// `find(words)` gives {sentences, places}; `point(places)` rings them
export function askWhere(find, point) {
  const answer = h("ul", { class: "found", "aria-live": "polite" });
  let timer = 0, number = 0;
  const look = async () => {
    const mine = ++number;
    const words = input.value.trim();
    const found = words ? await find(words)
      .catch(() => ({ sentences: [say("The companion cannot be reached.")], places: [] }))
      : { sentences: [], places: [] };
    if (mine !== number) return;
    put(answer, found.sentences.map((sentence) => h("li", {}, sentence)));
    point(found.places);
  };
  const input = h("input", { type: "search", id: "sought", maxlength: "60", autocomplete: "off", oninput: () => {
    clearTimeout(timer);
    timer = setTimeout(look, 200);
  } });
  const box = dialog(say("Where is …"),
    h("form", { onsubmit: (event) => { event.preventDefault(); look(); } },
      h("label", { for: "sought" }, say("A player, a piece or a place, named as in “The table in words”")), input),
        answer);
  box.addEventListener("close", () => point([]));
  input.focus();
}
