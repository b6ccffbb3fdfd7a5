// The tools above the faces, in the studio and in a file to send.
import { at, h, rules, s, within } from "./dom.mjs";
import { say } from "./say.mjs";

// Set how many pixels a mm is; it is remembered.
export function size() {
  const slider = h("input", { type: "range", min: "1", max: "12", step: "0.1",
      value: localStorage.getItem("scale") ?? "3", id: "scale", oninput: () => scaled() });
  function scaled() {
    at("faces").style.setProperty("--scale", slider.value);
    localStorage.setItem("scale", slider.value);
  }
  scaled();
  return h("label", { class: "size" }, say("Size"), slider);
}

// Show only the faces that have all typed words: in their ids, their component, or their content.
export function search(faces) {
  const typed = h("input", { type: "search", id: "search", placeholder: say("Search"),
      "aria-label": say("Search the faces"),
      oninput: () => faces.sift({ words: typed.value.toLowerCase().split(/\s+/).filter(Boolean) }) });
  addEventListener("keydown", (event) => {
    if (event.key === "/" && !within(event, "input")) { event.preventDefault(); typed.focus(); }
  });
  return typed;
}

// Show colours as with colour blindness, or in grey, by the printer's own matrices, which act on linear light.
export function eyes(visions) {
  const names = { deutan: say("Deutan eyes"), protan: say("Protan eyes"), tritan: say("Tritan eyes"),
    grey: say("Grey print") };
  const filters = Object.entries(visions)
    .map(([name, rows]) => s("filter", { id: `eyes-${name}`, "color-interpolation-filters": "linearRGB" },
    s("feColorMatrix", { type: "matrix", values: [...rows.map((row) => [...row, 0, 0].join(" ")), "0 0 0 1 0"]
          .join(" ") })));
  const choose = h("select", { id: "eyes", "aria-label": say("Simulate"),
      onchange: () => rules("eyes", choose.value && `.seen{filter:url(#eyes-${choose.value})}`) },
    h("option", { value: "" }, say("Your eyes")), Object.keys(visions)
      .map((name) => h("option", { value: name }, names[name] ?? name)));
  return [choose, s("svg", { class: "unseen", "aria-hidden": "true" }, filters)];
}

// Show the cut line, the safe zone, and what is printed beyond the cut.
export function lines() {
  const box = h("input", { type: "checkbox", id: "lines",
      onchange: () => at("faces").classList.toggle("lined", box.checked) });
  return h("label", { class: "size" }, box, say("Cut and safe zone"));
}
