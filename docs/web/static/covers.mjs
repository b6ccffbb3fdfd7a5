// The games and the gallery as pictures with links, and the choice of a language.
import { at, h, put } from "./dom.mjs";
import { LANGUAGES } from "./languages.mjs";
import { language, say } from "./say.mjs";

export const known = (name) => fetch(new URL(`${name}.json`, import.meta.url)).then((found) => found.json());

export function tools() {
  const select = h("select", { "aria-label": say("Language"), onchange: () => {
    localStorage.setItem("language", select.value);
    location.reload();
  } },
    Object.entries(LANGUAGES).map(([code, name]) => h("option", { value: code, selected: code === language }, name)));
  put(at("tools"), select);
}

export function cover(link, picture, title, about) {
  return h("a", { class: "cover", href: link }, h("img", { src: `pictures/${picture}`, alt: "", loading: "lazy" }),
    h("b", {}, title), about && h("span", { class: "soft" }, about));
}

export const gameCover = ({ name, title, players: [least, most] }) =>
  cover(`print.html?game=${name}`, `scene-${name}.jpg`, title,
    least === 1 ? say("alone or up to {n}", { n: most }) : say("{a} to {b} players", { a: least, b: most }));
