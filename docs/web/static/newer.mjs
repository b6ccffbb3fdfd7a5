// Offers a newer build that was loaded beside this one, and never forces it.
import { h } from "./dom.mjs";
import { say } from "./say.mjs";

export async function watch() {
  const here = navigator.serviceWorker,
    found = await here?.register(new URL("service.js", import.meta.url), { updateViaCache: "none" }).catch(() => null);
  if (!found || parent !== window) return; // the page around a frame offers it
  const known = here.controller !== null; // the first visit has nothing newer
  const follow = (worker) => worker?.addEventListener("statechange",
    () => { if (worker.state === "installed" && here.controller) offer(found); });
  if (found.waiting && known) offer(found);
  follow(found.installing);
  found.addEventListener("updatefound", () => follow(found.installing));
  // for a page that stays open for days
  document.addEventListener("visibilitychange", () => { if (!document.hidden) found.update().catch(() => {}); });
}

function offer(found) {
  if (document.getElementById("newer")) return;
  const take = () => {
    // another page may have taken it already
    if (!found.waiting) return location.reload();
    navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
    found.waiting.postMessage("take over");
  };
  const button = h("button", { type: "button", onclick: take }, say("Reload"));
  const line = h("p", { id: "newer", role: "status" }, say("A newer version is ready:"), " ", button);
  document.querySelector("header").append(line);
}
