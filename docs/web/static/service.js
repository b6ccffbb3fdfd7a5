// Keeps what was loaded, so that the site works without a network; a new version is fetched in its place, and read from the next page on.
const KEPT = "tideline";
const LIST = new URL("files.json", self.registration.scope).href;

self.addEventListener("install", (event) => event.waitUntil(renewed().then(() => self.skipWaiting())));
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

// All that every page needs, by the sums of files.json: what is the same already is not loaded again.
async function renewed() {
  const list = await (await fetch(LIST, { cache: "no-store" })).json();
  const cache = await caches.open(KEPT), before = await cache.match(LIST).then((found) => found?.json()) ?? { sums: {} };
  const wanted = list.core.filter((name) => before.sums[name] !== list.sums[name]);
  await Promise.all(wanted.map(async (name) => {
    const address = new URL(name, self.registration.scope).href;
    await cache.put(address, await fetch(address, { cache: "no-cache" }));
  }));
  for (const { url } of await cache.keys()) {
    const name = url.slice(self.registration.scope.length);
    if (url !== LIST && before.sums[name] !== list.sums[name] && !wanted.includes(name)) await cache.delete(url);
  }
  await cache.put(LIST, new Response(JSON.stringify(list), { headers: { "content-type": "application/json" } }));
}

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || !url.href.startsWith(self.registration.scope)) return;
  url.search = url.hash = "";
  if (url.pathname.endsWith("/")) url.pathname += "index.html";
  event.respondWith(answered(event, url.href));
});

async function answered(event, address) {
  const cache = await caches.open(KEPT), found = await cache.match(address);
  if (found) return found;
  const fresh = await fetch(event.request);
  if (fresh.ok) event.waitUntil(cache.put(address, fresh.clone()).catch(() => {})); // a full disk keeps nobody from reading
  return fresh;
}
