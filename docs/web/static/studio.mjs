// The studio without a server: for a game of one's own, or an example. Its files are edited here, or by another program
// in a folder that this page follows, and are downloaded as a zip. This browser keeps them until others are opened.
import { known } from "./covers.mjs";
import { at, h, notice, put } from "./dom.mjs";
import { follow, written } from "./folder.mjs";
import { serve } from "./house.mjs";
import { keep, keepAll, keepSpecName, kept, specName } from "./kept.mjs";
import { bytes, drop } from "./making.mjs";
import { ask, onEnded, onSlow, start, stop } from "./python.mjs";
import { language, say } from "./say.mjs";
import { archive } from "./zip.mjs";

const CHANGES = /^\/api\/(change|undo|redo|text|cell|picture|deck)\b/; // what writes into the files
const TEXT = /\.(ya?ml|csv|md|svg|txt)$/i;
let shown = false; // whether the studio's own page is shown: then Python has the files
const button = (id, text, onclick) => h("button", { type: "button", class: "quiet always", id, onclick }, text);

export async function begin() {
  const wanted = new URLSearchParams(location.search), why = sessionStorage.getItem("ended");
  sessionStorage.removeItem("ended");
  start();
  if (wanted.has("gallery"))
    return opened({ "gallery.zip": new Uint8Array(await (await fetch("../gallery.zip")).arrayBuffer()) },
    `${wanted.get("gallery")}.yaml`);
  const files = await kept();
  return Object.keys(files).length && !wanted.has("new") ? opened(files, specName()) : choose(files, why);
}

// ---- what to open --------------------------------------------------------------------------------

async function choose(files, why) {
  const gallery = await known("gallery"),
    select = h("select", { "aria-label": say("An example of the gallery") },
    gallery.map((name) => h("option", {}, name)));
  const anew = button("again", say("Open it again"), () => { location.search = ""; });
  put(at("faces"), h("div", { class: "begin" },
    h("h2", {}, say("Design a game")),
    why && h("pre", { class: "wrong", role: "alert" }, why),
    Object.keys(files).length > 0 && h("p", { class: "buttons" },
      h("b", {}, say("{file} is in this browser.", { file: specName() || say("Your game") })), anew, tools()),
    drop("files", say("A game of your own"),
      say("Drop its spec, spreadsheet and pictures here, or a zip of them; or choose files."),
      async (given) => given.length && opened(await bytes(given))),
    "showDirectoryPicker" in globalThis && h("p", {},
      h("button", { type: "button", id: "follow", onclick: followed }, say("Open a folder and follow it")), " ",
      say("What you save in your own editor is seen here, and what you change here is written there.")),
    h("p", {}, select, " ",
          h("button", { type: "button", onclick: () => { location.search = `?gallery=${select.value}`; } },
          say("Open this example")))));
}

const tools = () => [button("files-open", say("Files"), edit), button("zip", say("Download zip"), home)];

// Give the files to Python, and show the studio's own page. They are kept before anything reads them, so that a spec
// that cannot be drawn can still be mended.
async function opened(files, spec = "") {
  put(at("faces"), h("p", { class: "wait", role: "status" }, say("Getting ready. The first time takes a moment …")));
  onSlow((is) => slow(is));
  onEnded((why) => { sessionStorage.setItem("ended", why); location.search = "?new"; });
  try {
    await keepAll(files);
    await ask("placed", files);
    await keepAll(await ask("kept")); // archives unpacked
    const found = await ask("brought", spec);
    keepSpecName(found);
    await ask("studio", found, language);
  } catch (error) {
    return choose(await kept(), error.message);
  }
  if (location.search) history.replaceState(null, "", location.pathname);
  serve({ before: typed, after: changed });
  shown = true;
  // @ts-ignore: the studio's own module, beside the page
  await import(new URL("studio/main.mjs", import.meta.url).href);
  at("tools").append(...tools(), button("other", say("Another game"), () => { location.search = "?new"; }));
  return undefined;
}

// Offer to stop a spec that takes long.
function slow(is) {
  at("stop")?.remove();
  if (is) document.querySelector("header").append(button("stop", say("Stop"), () => stop(say("Stopped."))));
}

// ---- its files -----------------------------------------------------------------------------------

// Keep what is typed before Python reads it.
function typed(path, body) {
  return path === "/api/text" && body.length
    ? keep({ [specName()]: new TextEncoder().encode(JSON.parse(new TextDecoder().decode(body)).text) }) : null;
}

async function changed(path) {
  if (path === "/api/build") return notice(say("What was built is in the zip."));
  return CHANGES.test(path) && taken();
}

async function taken() {
  const files = await ask("kept");
  await Promise.all([keepAll(files), written(files)]);
}

async function home() {
  const name = `${specName().split("/").at(-1).replace(/\.\w+$/, "") || "game"}.zip`,
    files = Object.entries(await kept());
  h("a", { download: name, href: URL.createObjectURL(new Blob([archive(files)], { type: "application/zip" })) })
    .click();
}

async function edit() {
  const files = await kept(), names = Object.keys(files).filter((name) => TEXT.test(name));
  const choice = h("select", { "aria-label": say("File") },
    names.map((name) => h("option", { selected: name === specName() }, name)));
  const text = h("textarea", { "aria-label": say("Text"), spellcheck: "false", rows: "24" });
  const take = () => { text.value = new TextDecoder().decode(files[choice.value]); };
  const save = async () => {
    files[choice.value] = new TextEncoder().encode(text.value);
    await saved({ [choice.value]: files[choice.value] });
  };
  const more = h("input", { type: "file", multiple: true, "aria-label": say("Add files"), onchange: async () => {
    await saved(await bytes([...more.files]));
    dialog.close();
  } });
  choice.addEventListener("change", take);
  text.addEventListener("keydown",
    (event) => { if ((event.ctrlKey || event.metaKey) && event.key === "s") { event.preventDefault(); save(); } });
  take();
  text.setSelectionRange(0, 0);
  const dialog = h("dialog", { class: "editing", "aria-label": say("Files"), onclose: () => dialog.remove() },
    h("div", { class: "buttons" }, choice,
      h("button", { type: "button", class: "primary", onclick: save }, say("Save")),
      h("button", { type: "button", onclick: () => dialog.close() }, say("Close"))),
    text, h("label", {}, say("Add files"), " ", more));
  document.body.append(dialog);
  dialog.showModal();
}

async function saved(files) {
  try {
    await keep(files);
    if (shown) {
      await ask("placed", files, false);
      await taken();
    }
    notice(say("Saved in this browser."));
  } catch (error) {
    notice(error.message, "bad");
  }
}

async function followed() {
  const files = await follow(saved);
  if (files) await opened(files);
}
