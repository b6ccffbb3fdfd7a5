// Loads the language first, then the page: translations come with it, English is in the code.
import { LANGUAGES } from "./languages.mjs";

const wanted = [localStorage.getItem("language") ?? "", ...navigator.languages].map((each) => each.slice(0, 2));
const chosen = wanted.find((each) => each in LANGUAGES) ?? "en";
const page = document.querySelector("script[data-page]");

if (chosen !== "en") {
  const lists = (page.getAttribute("data-words") ?? "words").split(" ");
  const found = await Promise.all(lists.map((name) => fetch(`${name}-${chosen}.json`).then((file) => file.json())
      .catch(() => null)));
  const [first] = found.filter(Boolean), words = Object.assign({}, ...found.map((each) => each?.words));
  if (first) {
    const data = document.createElement("script");
    Object.assign(data, { type: "application/json", id: "words", textContent: JSON.stringify({ ...first, words }) });
    document.head.append(data);
    document.documentElement.lang = chosen;
    for (const each of document.querySelectorAll("[data-say]"))
      each.textContent = words[each.textContent] ?? each.textContent;
    for (const each of document.querySelectorAll("[aria-label]"))
      each.setAttribute("aria-label", words[each.getAttribute("aria-label")] ?? each.getAttribute("aria-label"));
  }
}
const about = document.querySelector(".names p[data-say]");
if (about) document.title = `${about.textContent} – Tideline`;
const { watch } = await import("./newer.mjs");
watch();
const { begin } = await import(`./${page.getAttribute("data-page")}.mjs`);
await begin();
