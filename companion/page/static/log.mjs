// Everything that was entered, also what was taken back, and what a seat may do about it.
import { dialog, h, put } from "./dom.mjs";
import { say, sayMany, sayParts } from "./say.mjs";

// deeds: {go(ply), amend(entry)}, or without amend
export function showLog(root, view, deeds) {
  const open = root.querySelector("details")?.open ?? false;
  put(root, h("details", { open }, h("summary", {}, h("h2", {}, say("Log")), ` ${view.plies}`),
    h("ol", { class: "log" }, view.log.map((entry) =>
      h("li", { class: entry.kept ? entry.kind : `${entry.kind} gone` },
        entry.kind === "turn"
          ? h("button", { type: "button", class: "quiet", disabled: !entry.kept,
              "aria-current": entry.kept && entry.ply === view.ply ? "step" : false,
              onclick: () => deeds.go(entry.ply) },
            h("b", {}, entry.counts ? `${entry.ply}.` : "·"), ` ${entry.says} `,
              entry.says !== entry.text && h("code", {}, entry.text),
              entry.rule && h("em", {}, " ", say("stood: {rule}", { rule: entry.rule })))
          : h("span", {}, noTurn(entry)),
        entry.kind === "turn" && entry.counts && entry.kept && deeds.amend
              && h("button", { type: "button", class: "quiet",
              "aria-label": say("Correct turn {ply}: {text}", { ply: entry.ply, text: entry.text }),
              onclick: () => deeds.amend(entry) }, say("Correct")))))));
}

// Describe an entry that is not a turn.
function noTurn({ kind, text, who, ply }) {
  switch (kind) {
    case "note": return `“${text}”`;
    case "leave": return say("{who} leaves", { who: text });
    case "attempt": return sayParts("{who} tried {text}; hidden cards make it impossible",
      { who: who ?? "", text: h("code", {}, text) });
    case "undo": return who ? say("{who}: taken back to turn {ply}", { who, ply })
      : say("taken back to turn {ply}", { ply });
    case "redo": return who ? say("{who}: put back to turn {ply}", { who, ply })
      : say("put back to turn {ply}", { ply });
    default: return text;
  }
}

// Ask for a line of text; calls `done` with it unless it is empty.
export function askLine(title, label, value, button, done) {
  const input = h("input", { type: "text", id: "asked", value, maxlength: "400", autocomplete: "off" });
  const box = dialog(title,
    h("form", { onsubmit: (event) => {
      event.preventDefault();
      const text = input.value.trim();
      if (text) { box.close(); done(text); }
    } },
    h("label", { for: "asked" }, label), input,
    h("div", { class: "buttons" }, h("button", { type: "submit", class: "primary" }, button))));
  input.select();
}

// Ask before something that cannot be undone by a tap: true on a yes.
export function askYes(title, lines, button) {
  return new Promise((answer) => {
    const yes = h("button", { type: "button", onclick: () => { answer(true); box.close(); } }, button);
    const no = h("button", { type: "button", class: "primary", onclick: () => box.close() }, say("Leave it"));
    const box = dialog(title, h("ul", {}, lines.map((line) => h("li", {}, line))),
      h("div", { class: "buttons" }, yes, no));
    box.addEventListener("close", () => answer(false));
    no.focus();
  });
}

// List what a correction breaks, and ask what to do about it: `done` is called with the answer to send.
export function askBroken(title, { broken, asked }, done) {
  const close = (values) => { box.close(); done(values); };
  const input = h("input", { type: "text", id: "asked", maxlength: "400", autocomplete: "off" });
  const box = dialog(title, h("ul", { class: "broken" }, broken.slice(0, 4).map((line) => h("li", {}, line)),
      broken.length > 4 && h("li", {}, sayMany("… and {n} more", "… and {n} more", broken.length - 4))),
    asked && h("form",
      { onsubmit: (event) => {
        event.preventDefault();
        const text = input.value.trim();
        if (text) close({ replace: { [asked.ply]: text } });
      } },
      h("label", { for: "asked" }, say("Instead of {turn} (- for none)", { turn: `${asked.ply}. ${asked.text}` })),
      input,
      h("div", { class: "buttons" }, h("button", { type: "submit" }, say("Replace it with this")))),
    h("div", { class: "buttons" },
      h("button", { type: "button", class: "primary", onclick: () => close({ agree: true }) },
        say("Correct it anyway")),
      h("button", { type: "button", class: "quiet", onclick: () => close({ drop: true }) },
        say("Drop what breaks, and all after it")),
      h("button", { type: "button", class: "quiet", onclick: () => box.close() }, say("Leave it"))));
}
