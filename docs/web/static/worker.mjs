// Python in a worker: the page stays responsive, and can end it if something takes too long.
import * as clipper from "./clipper.mjs";
import { LATER } from "./packs.mjs";
import * as pictures from "./pictures.mjs";

const PACKAGES = "/lib/packages", AT = new URL("python/", import.meta.url).href;
globalThis.progressed = (text) => postMessage({ progress: String(text) });
globalThis.streamed = (stream, text) => postMessage({ stream, text });

// Python's memory has a bound: beyond it, it is out of memory, and the page says so.
const MOST = 1 << 30, grow = WebAssembly.Memory.prototype.grow;
WebAssembly.Memory.prototype.grow = function bounded(pages) {
  if (this.buffer.byteLength + pages * 65_536 > MOST) throw new RangeError("more memory than a page may have");
  return grow.call(this, pages);
};

// Everything is packed, since many hosts do not compress what they send.
const plain = globalThis.fetch;
const unpacked = async (address) => {
  const found = await plain(`${address}.gz`);
  if (!found.ok) throw new Error(`${address}: ${found.status}`);
  if (found.headers.get("content-type") === "application/wasm") return found; // the service worker unpacked it
  return new Response(found.body.pipeThrough(new DecompressionStream("gzip")),
    { headers: { "content-type": "application/wasm" } });
};
// What Python's start asks for, one thing after another, is loaded at once.
const early = Object.fromEntries(["pyodide.asm.wasm", "python_stdlib.zip"]
  .map((name) => [AT + name, unpacked(AT + name)]));
globalThis.fetch = (address, options) => early[String(address)] ?? plain(address, options);
const main = unpacked(`${AT}main.pack`).then((found) => found.arrayBuffer()), program = import(`${AT}pyodide.asm.mjs`);
for (const each of [...Object.values(early), main, program]) each.catch(() => null); // Python's start fails with them

function laid({ FS }, data) {
  let at = 4 + new DataView(data).getUint32(0, true);
  const folders = new Set();
  for (const [name, length] of JSON.parse(new TextDecoder().decode(new Uint8Array(data, 4, at - 4)))) {
    const path = `${PACKAGES}/${name}`, folder = path.slice(0, path.lastIndexOf("/"));
    if (!folders.has(folder)) FS.mkdirTree(folder);
    folders.add(folder);
    FS.writeFile(path, new Uint8Array(data, at, length), { canOwn: true });
    at += length;
  }
}

async function begun() {
  const { loadPyodide } = await import(`${AT}pyodide.mjs`), python = await loadPyodide({ indexURL: AT });
  laid(python, await main);
  for (const [name, module] of Object.entries({ clipper, pictures, packs: packs(python) }))
    python.registerJsModule(name, module);
  python.runPython(`
import gc, importlib, packs, sys, time, types, zlib
from pyodide.ffi import to_js

class Later:  # the packs beside the main one, each loaded when Python first imports from it
    def find_spec(name, *_):
        if packed := packs.packed(name):
            packs.lay(to_js(zlib.decompress(packed.to_bytes(), 31)))
            importlib.invalidate_caches()

sys.path.insert(0, "${PACKAGES}")
sys.meta_path.insert(0, Later)
time.thread_time = time.perf_counter  # there are no threads
absent = types.SimpleNamespace(ExecutionFailed=Exception, create=None, Server=object, Config=object, H11Protocol=object)
for name in "concurrent.interpreters", "h11", "uvicorn", "uvicorn.protocols.http.h11_impl":  # processes, sockets
    sys.modules[name] = absent
gc.set_threshold(50_000, 20, 20)  # most of what is imported lives to the end
`);
  return [python, python.pyimport("host")];
}

// An import cannot wait, so its pack is loaded synchronously.
function packs(python) {
  const there = new Set();
  return {
    packed: (name) => {
      const pack = LATER[name];
      if (!pack || there.has(pack)) return null;
      const asked = new XMLHttpRequest();
      asked.open("GET", `${AT}${pack}.pack.gz`, false);
      asked.responseType = "arraybuffer";
      asked.send();
      if (asked.status !== 200) return null;
      there.add(pack);
      return new Uint8Array(asked.response);
    },
    lay: (data) => laid(python, data.buffer),
  };
}

// The games are kept in this browser's own file system, if it has one.
async function storing(python) {
  try {
    const root = await navigator.storage.getDirectory();
    const found = await python.mountNativeFS("/tables", await root.getDirectoryHandle("tables", { create: true }));
    let last = Promise.resolve();
    return () => (last = last.then(() => found.syncfs())); // one after the other
  } catch { return async () => python.FS.mkdirTree("/tables"); }
}

// Let the browser convert pictures that Python's part cannot read as they are.
async function redrawn(FS, folder) {
  for (const name of FS.readdir(folder).filter((each) => each !== "." && each !== "..")) {
    const path = `${folder}/${name}`;
    if (FS.isDir(FS.stat(path).mode)) await redrawn(FS, path);
    else if (/\.(png|jpe?g|webp)$/i.test(name)) {
      const data = FS.readFile(path), found = pictures.head(data) ? null : await pictures.plain(data);
      if (found) FS.writeFile(path, found);
    }
  }
}

const ready = begun(), tables = ready.then(([python]) => storing(python));
tables.catch(() => null);

async function answered({ name, given }) {
  const [python, host] = await ready;
  const stores = given[0] === "companion" || name === "table" || (name === "answered" && !given[4]);
  if (stores) await tables;
  const found = await host.called(name, ...given.map((each) => python.toPy(each)));
  if (stores) await (await tables)();
  if (name === "placed") await redrawn(python.FS, "/own");
  if (!found?.toJs) return found;
  const value = found.toJs({ dict_converter: Object.fromEntries, create_proxies: false });
  found.destroy();
  return value;
}

globalThis.onmessage = async ({ data }) => {
  try {
    postMessage({ id: data.id, value: await answered(data) });
  } catch (error) {
    const said = String(error.message ?? error);
    const broken = Boolean(error.pyodide_fatal_error) || /^(MemoryError|RangeError)/m.test(said);
    postMessage({ id: data.id, error: said, broken });
  }
};
ready.then(() => postMessage({ ready: true }), (error) => postMessage({ failed: String(error.message) }));
