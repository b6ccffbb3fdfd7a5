// node compile.mjs NODE_MODULES FROM.zip SITE: what npm brought, as the site has it; and the modules of an archive,
// compiled by Pyodide's own Python, as packs that a browser unpacks fast: the length of an index, the index (names and
// lengths), all files one behind another; gzip.
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { LATER } from "./static/packs.mjs";

const [modules, from, site] = process.argv.slice(2), to = `${site}/python`;
const packed = (data) => gzipSync(data);
const { loadPyodide } = await import(pathToFileURL(`${modules}/pyodide/pyodide.mjs`).href);
const python = await loadPyodide();

mkdirSync(to);
for (const name of ["pyodide.mjs", "pyodide.asm.mjs"]) copyFileSync(`${modules}/pyodide/${name}`, `${to}/${name}`);
writeFileSync(`${to}/pyodide.asm.wasm.gz`, packed(readFileSync(`${modules}/pyodide/pyodide.asm.wasm`)));
const lock = JSON.parse(readFileSync(`${modules}/pyodide/pyodide-lock.json`, "utf-8"));
writeFileSync(`${to}/pyodide-lock.json`, JSON.stringify({ ...lock, packages: {} })); // of its own packages none is used
copyFileSync(`${modules}/clipper-lib/clipper.js`, `${site}/clipper.js`);
const jpeg = ["encoder", "decoder"].map((name) => readFileSync(`${modules}/jpeg-js/lib/${name}.js`, "utf-8"));
writeFileSync(`${site}/jpeg.js`, [...jpeg, "export { decode, encode };", ""].join("\n"));

python.FS.writeFile("/from.zip", new Uint8Array(readFileSync(from)));
python.FS.writeFile("/stdlib.zip", new Uint8Array(readFileSync(`${modules}/pyodide/python_stdlib.zip`)));
python.runPython(`
import re, shutil
from importlib.util import source_hash
from importlib._bootstrap_external import _code_to_hash_pyc
from pathlib import Path
from zipfile import ZipFile, ZipInfo

UNUSED = re.compile("(_pyrepl|bdb|doctest|ensurepip|ftplib|idlelib|imaplib|mailbox|modulefinder|multiprocessing|pdb|"
                    "pickletools|pstats|pydoc|pydoc_data|smtplib|tkinter|trace|turtle|unittest|wsgiref|xmlrpc)(/|[.]py$)"
                    "|encodings/(mac_|cp(?!437|125)|euc_|big5|gb|iso2022|johab|koi8|kz|ptcp|hp_|shift)")

def compiled(source, place, ours=False):  # others' docstrings are read by nobody here
    code = compile(source, place, "exec", dont_inherit=True, optimize=0 if ours else 2)
    return bytes(_code_to_hash_pyc(code, source_hash(source), False))

shutil.unpack_archive("/from.zip", "/from")
for file in sorted(Path("/from").rglob("*.py")):
    name = str(file.relative_to("/from"))
    ours = name.startswith(("specs/", "generator/", "companion/"))
    Path(str(file) + "c").write_bytes(compiled(file.read_bytes(), "/lib/packages/" + name, ours))
    file.unlink()
with ZipFile("/stdlib.zip") as whole, ZipFile("/compiled.zip", "w") as out:  # stored: packed as a whole it is smaller
    for name in sorted(whole.namelist()):
        if name.endswith(".py") and not UNUSED.match(name):
            out.writestr(ZipInfo(name + "c"), compiled(whole.read(name), "/lib/python/" + name))
`);
writeFileSync(`${to}/python_stdlib.zip.gz`, packed(python.FS.readFile("/compiled.zip")));

const { FS } = python, packs = { main: [] };
function gather(folder) {
  for (const name of FS.readdir(folder).sort()) {
    const path = `${folder}/${name}`;
    if (name === "." || name === "..") continue;
    if (FS.isDir(FS.stat(path).mode)) gather(path);
    else {
      const pack = LATER[path.split("/")[2].replace(".pyc", "")] ?? "main";
      (packs[pack] ??= []).push([path.slice("/from/".length), FS.readFile(path)]);
    }
  }
}
gather("/from");
for (const [pack, files] of Object.entries(packs)) {
  const index = Buffer.from(JSON.stringify(files.map(([name, data]) => [name, data.length])));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(index.length);
  writeFileSync(`${to}/${pack}.pack.gz`, packed(Buffer.concat([length, index, ...files.map(([, data]) => data)])));
}
process.exit(0);
