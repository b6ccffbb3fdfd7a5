// Keeps what was loaded, so that the site works without a network. Each build has a cache of its own: a newer one is
// loaded beside the old, waits until a page asks for it, and changes nothing for a page that is open until then.
const VERSION = "unbuilt"; // the build writes it
const HERE = self.registration.scope, KEPT = "tideline ", OURS = KEPT + VERSION;

self.addEventListener("install", (event) => event.waitUntil(loaded()));
self.addEventListener("message", ({ data }) => { if (data === "take over") self.skipWaiting(); });
self.addEventListener("activate", (event) => event.waitUntil(cleared().then(() => self.clients.claim())));

// Load all that every page needs; a file of an older build that has the same checksum in files.json is not loaded
// again.
async function loaded() {
  const list = await (await fetch(`${HERE}files.json`, { cache: "no-store" })).json();
  if (list.version !== VERSION) throw new Error("the host is being changed: the next visit looks again");
  const cache = await caches.open(OURS), before = await earlier();
  const take = async (name, needed) => {
    const same = before.sums[name] === list.sums[name] && (await before.cache?.match(HERE + name));
    if (same) return cache.put(HERE + name, same);
    return needed && cache.put(HERE + name, await sent(name));
  };
  const core = new Set(list.core);
  await Promise.all(Object.keys(list.sums).map((name) => take(name, core.has(name))));
  await cache.put(`${HERE}files.json`, new Response(JSON.stringify(list)));
}

async function sent(name) {
  const found = await fetch(HERE + name, { cache: "no-cache" });
  if (!found.ok) throw new Error(`${name}: ${found.status}`);
  if (!name.endsWith(".wasm.gz")) return found;
  // Kept unpacked, a browser also keeps what it compiles of it.
  return new Response(found.body.pipeThrough(new DecompressionStream("gzip")),
    { headers: { "content-type": "application/wasm" } });
}

// Return the cache of the older build in this browser, and the checksums of its files.
async function earlier() {
  for (const name of (await caches.keys()).filter((each) => each.startsWith(KEPT) && each !== OURS)) {
    const cache = await caches.open(name), list = await cache.match(`${HERE}files.json`);
    if (list) return { cache, sums: (await list.json()).sums };
  }
  return { cache: null, sums: {} };
}

async function cleared() {
  const old = (await caches.keys()).filter((each) => each.startsWith(KEPT) && each !== OURS);
  await Promise.all(old.map((each) => caches.delete(each)));
}

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || !url.href.startsWith(HERE)) return;
  url.search = url.hash = "";
  if (url.pathname.endsWith("/")) url.pathname += "index.html";
  event.respondWith(answered(event, url.href));
});

async function answered(event, address) {
  const cache = await caches.open(OURS), found = await cache.match(address);
  if (found) return found;
  const fresh = await fetch(event.request);
  // a full disk must not prevent reading
  if (fresh.ok) event.waitUntil(cache.put(address, fresh.clone()).catch(() => {}));
  return fresh;
}
