// The line to the companion: requests carry the seat's token; one stream says when something happened.
import { say } from "./say.mjs";

// A seat's link is used once: then its token is kept by this tab, and by this device for the next one, and not in the
// address. A television is nobody's seat, whatever link it was reached by.
const SEATED = `token ${location.pathname}`;
let token = "";
if (/\/(seat|table|lobby)(\.html)?$/.test(location.pathname)) {
  token = decodeURIComponent(location.hash.slice(1)) || (sessionStorage.getItem(SEATED) ?? localStorage.getItem(SEATED) ?? "");
  sit(token);
  history.replaceState(history.state, "", `${location.pathname}${location.search}`);
}
export const looksOn = token === "";
export const seatLink = () => `${location.pathname}#${token}`;

// From now on this device has that link.
export function sit(given) {
  token = given;
  for (const store of [sessionStorage, localStorage]) store.setItem(SEATED, given);
}

// What this device calls itself, to know it from others at the same seat: random, and no more.
const random = () => [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
if (!localStorage.getItem("device")) localStorage.setItem("device", random());
export const device = localStorage.getItem("device");
const own = () => ({ "x-seat": token, "x-device": device });

const PATIENCE = 2500; // ms without a sign of life until the page says so
const pause = (ms) => new Promise((done) => setTimeout(done, ms));

export class Refusal extends Error {
  constructor(status, facts) {
    super(facts.message ?? say("The companion answered {status}.", { status }));
    this.status = status;
    this.facts = facts;
  }
}

async function answer(response) {
  const facts = await response.json().catch(() => ({}));
  if (!response.ok) throw new Refusal(response.status, facts);
  return facts;
}

// Raises Refusal where the companion says no, TypeError or AbortError where it cannot be reached.
export async function ask(path, values, hand = "") {
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(values ?? {})) {
    for (const one of Array.isArray(value) ? value : [value]) if (one !== null && one !== undefined) query.append(key, one);
  }
  const address = query.size ? `${path}?${query}` : path;
  return answer(await fetch(address, { headers: { ...own(), ...(hand ? { "x-hand": encodeURIComponent(hand) } : {}) }, signal: AbortSignal.timeout(10000) }));
}

export async function send(path, values) {
  return answer(await fetch(path, {
    method: "POST",
    headers: { ...own(), "content-type": "application/json" },
    body: JSON.stringify(values),
    signal: AbortSignal.timeout(10000),
  }));
}

// What a stream would say, for a page that has none.
export const polled = () => ask("/api/at").then(({ last, stirs }) => [last, null, stirs]);

// The photo of the table, fetched; or, with one, sent.
export async function photo(blob = null) {
  const headers = { "x-seat": token, ...(blob ? { "content-type": "image/jpeg" } : {}) };
  const response = await fetch("/api/photo", { method: blob ? "POST" : "GET", headers, body: blob, signal: AbortSignal.timeout(30000) });
  return blob || !response.ok ? answer(response) : response.blob();
}

// A change of the game. It is sent once; without an answer the companion is asked what became of it until it says so, also
// after a reload of this page. `waits(values)` is called once that takes long, and with null at the end.
const KEPT = `sent ${token}`;

export async function deed(path, values, waits) {
  const id = random();
  if (sessionStorage.getItem(KEPT)) throw new Refusal(425, { message: say("What was entered before has no answer yet.") });
  const sent = { path, values: { ...values, id } };
  sessionStorage.setItem(KEPT, JSON.stringify(sent));
  return settled(sent, waits, send(path, sent.values));
}

// What a deed came to that was under way when this page was left: {values, came}; null where there was none.
export function unsettled(waits) {
  const sent = JSON.parse(sessionStorage.getItem(KEPT) ?? "null");
  return sent && { values: sent.values, came: settled(sent, waits, Promise.reject(new TypeError("left"))) };
}

async function settled({ path, values }, waits, first) {
  const timer = setTimeout(() => waits(values), PATIENCE);
  let late = false, why = null;
  try {
    for (let trying = first; ; trying = send(path, { ...values, again: true })) {
      try {
        return { ...(await trying), late };
      } catch (error) {
        const busy = error instanceof Refusal && (error.status >= 500 || (late && error.status === 429));
        if (busy) why = error;
        else if (error instanceof Refusal) throw why && error.status === 410 ? why : error;
      }
      waits(values);
      late = true;
      await pause(1000);
    }
  } finally {
    clearTimeout(timer);
    waits(null);
    sessionStorage.removeItem(KEPT);
  }
}
