// The studio without a server: a game of one's own, or one to begin with; its files are edited here or by a program that
// this page follows, and are taken home as a zip. This browser keeps them until others are brought.
import { known } from "./covers.mjs";
import { at, h, notice, put } from "./dom.mjs";
import { serve } from "./house.mjs";
import { bytes, drop } from "./making.mjs";
import { ask, start } from "./python.mjs";
import { language, say } from "./say.mjs";
import { archive } from "./zip.mjs";

const KEPT = "own game", LOOK = 1000; // ms between two looks at a folder
const CHANGES = /^\/api\/(change|undo|redo|text|cell|picture|deck)\b/; // what writes into the files
const TEXT = /\.(ya?ml|csv|md|svg|txt)$/i;
let shown = "";

export async function begin() {
  const wanted = new URLSearchParams(location.search), kept = await caches.open(KEPT), names = await kept.keys();
  start();
  if (wanted.has("gallery")) return opened({ "gallery.zip": new Uint8Array(await (await fetch("../gallery.zip")).arrayBuffer()) }, `${wanted.get("gallery")}.yaml`);
  if (names.length && !wanted.has("new")) {
    const files = {};
    for (const each of names) files[decodeURIComponent(new URL(each.url).pathname.slice(1))] = new Uint8Array(await (await kept.match(each)).arrayBuffer());
    return opened(files, localStorage.getItem("own spec") ?? "");
  }
  return choose();
}

async function choose() {
  const gallery = await known("gallery"), select = h("select", { "aria-label": say("An example of the gallery") }, gallery.map((name) => h("option", {}, name)));
  put(at("faces"), h("div", { class: "begin" },
    h("h2", {}, say("Design a game")),
    drop("files", say("A game of your own"), say("Drop its spec, spreadsheet and pictures here, or a zip of them; or choose files."), async (files) => files.length && opened(await bytes(files))),
    "showDirectoryPicker" in globalThis && h("p", {}, h("button", { type: "button", onclick: follow }, say("Open a folder and follow it")), " ", say("What you save in your own editor is seen here.")),
    h("p", {}, select, " ", h("button", { type: "button", onclick: () => { location.search = `?gallery=${select.value}`; } }, say("Open this example")))));
}

// Lay the files down, and show the studio's own page.
async function opened(files, spec = "") {
  put(at("faces"), h("p", { class: "wait", role: "status" }, say("Getting ready. The first time takes a moment …")));
  try {
    await ask("host", "placed", files);
    shown = await ask("host", "studio", spec && `/own/${spec}`, language);
  } catch (error) {
    await caches.delete(KEPT);
    await choose();
    at("faces").prepend(h("pre", { class: "wrong", role: "alert" }, error.message));
    return;
  }
  localStorage.setItem("own spec", shown.replace(/^\/own\//, ""));
  await keep(await ask("host", "kept"));
  if (location.search) history.replaceState(null, "", location.pathname);
  serve(async (path) => {
    if (path === "/api/build") notice(say("What was built is in the zip."));
    else if (CHANGES.test(path)) await keep(await ask("host", "kept"));
  });
  // @ts-ignore: the studio's own module, beside the page
  await import(new URL("studio/main.mjs", import.meta.url).href);
  at("tools").append(h("button", { type: "button", class: "quiet always", id: "files-open", onclick: edit }, say("Files")), h("button", { type: "button", class: "quiet always", id: "zip", onclick: home }, say("Download zip")),
    h("button", { type: "button", class: "quiet always", onclick: () => { location.search = "?new"; } }, say("Another game")));
}

async function keep(files) {
  await caches.delete(KEPT);
  const kept = await caches.open(KEPT);
  for (const [name, data] of Object.entries(files)) await kept.put(`/${name.split("/").map(encodeURIComponent).join("/")}`, new Response(data));
}

async function home() {
  const files = await ask("host", "kept"), name = `${shown.split("/").at(-1).replace(/\.\w+$/, "")}.zip`;
  h("a", { download: name, href: URL.createObjectURL(new Blob([archive(Object.entries(files))], { type: "application/zip" })) }).click();
}

// ---- its files -----------------------------------------------------------------------------------

async function edit() {
  const files = await ask("host", "kept"), names = Object.keys(files).filter((name) => TEXT.test(name));
  const choice = h("select", { "aria-label": say("File") }, names.map((name) => h("option", { selected: `/own/${name}` === shown }, name)));
  const text = h("textarea", { "aria-label": say("Text"), spellcheck: "false", rows: "24" });
  const take = () => { text.value = new TextDecoder().decode(files[choice.value]); };
  const save = async () => {
    files[choice.value] = new TextEncoder().encode(text.value);
    await saved({ [choice.value]: files[choice.value] });
  };
  const more = h("input", { type: "file", multiple: true, "aria-label": say("Add files"), onchange: async () => { await saved(await bytes([...more.files])); dialog.close(); } });
  choice.addEventListener("change", take);
  text.addEventListener("keydown", (event) => { if ((event.ctrlKey || event.metaKey) && event.key === "s") { event.preventDefault(); save(); } });
  take();
  text.setSelectionRange(0, 0);
  const dialog = h("dialog", { class: "editing", "aria-label": say("Files"), onclose: () => dialog.remove() },
    h("div", { class: "buttons" }, choice, h("button", { type: "button", class: "primary", onclick: save }, say("Save")), h("button", { type: "button", onclick: () => dialog.close() }, say("Close"))),
    text, h("label", {}, say("Add files"), " ", more));
  document.body.append(dialog);
  dialog.showModal();
}

async function saved(files) {
  try {
    await ask("host", "placed", files, false);
    await keep(await ask("host", "kept"));
    notice(say("Saved in this browser."));
  } catch (error) {
    notice(error.message, "bad");
  }
}

// A folder of this machine: what is saved in it is taken over.
async function follow() {
  const folder = await /** @type {any} */ (globalThis).showDirectoryPicker().catch(() => null), seen = new Map();
  if (!folder) return;
  const changed = async (from = folder, path = "", found = {}) => {
    for await (const [name, entry] of from.entries()) {
      if (name.startsWith(".") || name === "output") continue;
      if (entry.kind === "directory") { await changed(entry, `${path}${name}/`, found); continue; }
      const file = await entry.getFile();
      if (seen.get(path + name) !== file.lastModified) found[path + name] = new Uint8Array(await file.arrayBuffer());
      seen.set(path + name, file.lastModified);
    }
    return found;
  };
  await opened(await changed());
  for (;;) {
    await new Promise((done) => setTimeout(done, LOOK));
    const found = await changed().catch(() => ({}));
    if (Object.keys(found).length) await saved(found);
  }
}
