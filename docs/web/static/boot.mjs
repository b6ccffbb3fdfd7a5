// The language first, then the page: its words come with it, English is in the code.
const chosen = localStorage.getItem("language") ?? navigator.languages.map((each) => each.slice(0, 2)).find((each) => ["en", "de", "it", "pl"].includes(each)) ?? "en";

if (chosen !== "en") {
  const words = await fetch(`words-${chosen}.json`).then((found) => (found.ok ? found.json() : null)).catch(() => null);
  if (words) {
    const data = document.createElement("script");
    Object.assign(data, { type: "application/json", id: "words", textContent: JSON.stringify(words) });
    document.head.append(data);
    document.documentElement.lang = chosen;
    for (const each of document.querySelectorAll("[data-say]")) each.textContent = words.words[each.textContent] ?? each.textContent;
    for (const each of document.querySelectorAll("[aria-label]")) each.setAttribute("aria-label", words.words[each.getAttribute("aria-label")] ?? each.getAttribute("aria-label"));
  }
}
navigator.serviceWorker?.register("service.js").catch(() => {});
const { begin } = await import(`./${document.querySelector("script[data-page]").getAttribute("data-page")}.mjs`);
await begin();
