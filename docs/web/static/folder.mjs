// Follows a folder of this machine, if the browser allows that: takes what other programs save in it, and writes there
// what is changed here.
const LOOK = 1000; // ms between two looks
const seen = new Map(); // by path: when a file was last changed, and its data
let folder = null;

// Let the user choose a folder; return its files, or null. `changed(files)` is called with what is saved in it later.
export async function follow(changed) {
  folder = await /** @type {any} */ (globalThis).showDirectoryPicker({ mode: "readwrite" }).catch(() => null);
  if (!folder) return null;
  const files = await looked();
  const again = async () => {
    const found = await looked().catch(() => ({}));
    if (Object.keys(found).length) await changed(found);
    setTimeout(again, LOOK);
  };
  setTimeout(again, LOOK);
  return files;
}

// Return the files that are new or have changed since the last look, by path.
async function looked(from = folder, path = "", found = {}) {
  for await (const [name, entry] of from.entries()) {
    if (name.startsWith(".") || name === "output") continue;
    if (entry.kind === "directory") { await looked(entry, `${path}${name}/`, found); continue; }
    const file = await entry.getFile(), before = seen.get(path + name);
    if (before?.when === file.lastModified) continue;
    const data = new Uint8Array(await file.arrayBuffer());
    seen.set(path + name, { when: file.lastModified, data });
    if (!before || !same(before.data, data)) found[path + name] = data;
  }
  return found;
}

const same = (a, b) => a.length === b.length && a.every((byte, i) => byte === b[i]);

// Write the files that differ, except those that were built.
export async function written(files) {
  for (const [path, data] of Object.entries(files)) {
    const before = seen.get(path), names = path.split("/"), name = names.pop();
    if (!folder || names[0] === "output" || (before && same(before.data, data))) continue;
    let at = folder;
    for (const each of names) at = await at.getDirectoryHandle(each, { create: true });
    const entry = await at.getFileHandle(name, { create: true }), stream = await entry.createWritable();
    await stream.write(data);
    await stream.close();
    seen.set(path, { when: (await entry.getFile()).lastModified, data });
  }
}
