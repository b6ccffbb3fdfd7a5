// Python in a worker: the page stays responsive, and can end it if something takes too long.
import "./clipper.js";
import * as clipper from "./clipper.mjs";
import * as pictures from "./pictures.mjs";

const PACKAGES = "/lib/packages", AT = new URL("python/", import.meta.url).href;
// the pack that a request needs beside the main one
const LATER = { pages: "pdf", page: "pdf", ran: "pdf", brought: "tables", studio: "tables" };
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
  return new Response(found.body.pipeThrough(new DecompressionStream("gzip")), { headers: { "content-type": "application/wasm" } });
};
globalThis.fetch = (address, options) => (String(address).endsWith(".wasm") ? unpacked(address) : plain(address, options));
const pack = (name) => unpacked(`${AT}${name}.pack`).then((found) => found.arrayBuffer());

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
  const main = pack("main"), { loadPyodide } = await import(`${AT}pyodide.mjs`);
  const python = await loadPyodide({ indexURL: AT });
  laid(python, await main);
  python.registerJsModule("clipper", clipper);
  python.registerJsModule("pictures", pictures);
  python.runPython(`
import sys, time, types
sys.path.insert(0, "${PACKAGES}")
time.thread_time = time.perf_counter  # there are no threads
absent = types.SimpleNamespace(ExecutionFailed=Exception, create=None, Server=object, Config=object, H11Protocol=object)
for name in "concurrent.interpreters", "h11", "uvicorn", "uvicorn.protocols.http.h11_impl":  # processes, sockets
    sys.modules[name] = absent
`);
  return python;
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

const ready = begun(), tables = ready.then(storing), there = new Map(), modules = new Map();

async function answered({ module, name, given }) {
  const python = await ready, later = LATER[name];
  if (later !== undefined) {
    if (!there.has(later)) there.set(later, pack(later).then((data) => laid(python, data)));
    await there.get(later);
  }
  if (!modules.has(module)) modules.set(module, python.pyimport(module));
  const stores = given[0] === "companion" || name === "table" || (name === "answered" && !given[4]);
  if (stores) await tables;
  const found = await modules.get(module).called(name, ...given.map((each) => python.toPy(each)));
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
