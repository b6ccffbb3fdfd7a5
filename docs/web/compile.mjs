// node compile.mjs NODE_MODULES FROM.zip TO: the modules of an archive, compiled by Pyodide's own Python, as packs that
// a browser unpacks fast: the length of an index, the index (names and lengths), all files one behind another; gzip.
import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";

const LATER = { pdf: "pypdfium2", tables: "python_calamine" }; // what few need, each a pack of its own
const [modules, from, to] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${modules}/pyodide/pyodide.mjs`).href);
const python = await loadPyodide();
python.FS.writeFile("/from.zip", new Uint8Array(readFileSync(from)));
python.runPython(`
import py_compile, shutil
from pathlib import Path

shutil.unpack_archive("/from.zip", "/from")
for file in Path("/from").rglob("*.py"):
    mode = py_compile.PycInvalidationMode.UNCHECKED_HASH
    place = "/lib/packages/" + str(file.relative_to("/from"))
    py_compile.compile(str(file), str(file) + "c", place, doraise=True, invalidation_mode=mode)
    file.unlink()
`);

const { FS } = python, packs = { main: [] };
function gather(folder) {
  for (const name of FS.readdir(folder).sort()) {
    const path = `${folder}/${name}`;
    if (name === "." || name === "..") continue;
    if (FS.isDir(FS.stat(path).mode)) gather(path);
    else {
      const pack = Object.keys(LATER).find((each) => path.startsWith(`/from/${LATER[each]}`)) ?? "main";
      (packs[pack] ??= []).push([path.slice("/from/".length), FS.readFile(path)]);
    }
  }
}
gather("/from");
for (const [pack, files] of Object.entries(packs)) {
  const index = Buffer.from(JSON.stringify(files.map(([name, data]) => [name, data.length])));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(index.length);
  writeFileSync(`${to}/${pack}.pack.gz`, gzipSync(Buffer.concat([length, index, ...files.map(([, data]) => data)]), { level: 9 }));
}
process.exit(0);
