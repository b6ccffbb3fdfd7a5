// The game that is designed here, kept by this browser: a file at a time, so that nothing is lost if the
// page is closed.
const KEPT = "own game", SPEC = "own spec";
let last = Promise.resolve();

export const specName = () => localStorage.getItem(SPEC) ?? ""; // among the files

export const keepSpecName = (path) => localStorage.setItem(SPEC, path.replace(/^\/own\//, ""));

const address = (name) => `/${name.split("/").map(encodeURIComponent).join("/")}`;
const named = (request) => decodeURIComponent(new URL(request.url).pathname.slice(1));

export async function kept() {
  const cache = await caches.open(KEPT), files = {};
  for (const each of await cache.keys()) {
    files[named(each)] = new Uint8Array(await (await cache.match(each)).arrayBuffer());
  }
  return files;
}

// Keep these beside the others.
export function keep(files) {
  last = last.then(async () => {
    const cache = await caches.open(KEPT);
    for (const [name, data] of Object.entries(files)) await cache.put(address(name), new Response(data));
  });
  return last;
}

// Keep these and no others.
export async function keepAll(files) {
  if (!(specName() in files)) localStorage.removeItem(SPEC);
  await keep(files);
  const cache = await caches.open(KEPT);
  for (const each of await cache.keys()) if (!(named(each) in files)) await cache.delete(each);
}
