// Questions before a change: each returns what was chosen, or null if it was closed.
import { dialog, h } from "./dom.mjs";
import { say, sayMany } from "./say.mjs";

// `answers`: pairs of a value and its button's words; the first is the usual one
function asked(title, content, answers) {
  return new Promise((done) => {
    let answer = null;
    const button = ([value, words], n) => h("button",
      { type: "button", class: n ? "quiet" : "primary", onclick: () => { answer = value; box.close(); } }, words);
    const box = dialog(title, content, h("div", { class: "buttons" }, answers.filter(Boolean).map(button)));
    box.addEventListener("close", () => done(answer));
  });
}

// Ask which version to keep: "theirs", which is in the file now, or "ours", which was to be written.
export function between(message, { ours, theirs }) {
  return asked(say("Changed by another program"), h("div", {}, h("p", {}, message),
    h("dl", { class: "versions" }, h("dt", {}, say("Yours")), h("dd", {}, h("pre", {}, ours)),
      h("dt", {}, say("In the file")), h("dd", {}, h("pre", {}, theirs)))),
  [["theirs", say("Keep what is in the file")], ["ours", say("Write mine")]]);
}

// Ask whether to change a template wherever it is used: "all", or "here" to select its use on this face.
export function everywhere(name, places, here) {
  return asked(say("In all places?"),
    h("p", {},
      sayMany("Template “{name}” is used in {n} place.", "Template “{name}” is used in {n} places.", places, { name })),
    [["all", say("Change it in all")], here && ["here", say("Select the one here")]]);
}
