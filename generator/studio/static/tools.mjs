// What stands above the faces, in the studio and in a file to send.
import { at, h, within } from "./dom.mjs";
import { say } from "./say.mjs";

// How many pixels a mm is; it is remembered.
export function size() {
  const slider = h("input", { type: "range", min: "1", max: "12", step: "0.1", value: localStorage.getItem("scale") ?? "3", id: "scale", oninput: () => scaled() });
  function scaled() {
    at("faces").style.setProperty("--scale", slider.value);
    localStorage.setItem("scale", slider.value);
  }
  scaled();
  return h("label", { class: "size" }, say("Size"), slider);
}

// Only the faces that have all of some words: in their ids, their component, or what they show.
export function search(faces) {
  const typed = h("input", { type: "search", id: "search", placeholder: say("Search"), "aria-label": say("Search the faces"), oninput: () => faces.sift(typed.value) });
  addEventListener("keydown", (event) => {
    if (event.key === "/" && !within(event, "input")) { event.preventDefault(); typed.focus(); }
  });
  return typed;
}
