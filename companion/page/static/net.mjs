// The connection to the companion: requests carry the seat's token; one stream says when something happened.
import { notice } from "./dom.mjs";
import { say } from "./say.mjs";

// A seat's link is used once: then its token is kept by this tab, and by this device for the next one, but not in the
// address. A television has no seat, whatever link it was opened with.
const SEATED = `token ${location.pathname}`;
let token = "";
if (/\/(seat|table|lobby)(\.html)?$/.test(location.pathname)) {
  token = decodeURIComponent(location.hash.slice(1))
    || (sessionStorage.getItem(SEATED) ?? localStorage.getItem(SEATED) ?? "");
  sit(token);
  history.replaceState(history.state, "", `${location.pathname}${location.search}`);
}
export const looksOn = token === "";
export const seatLink = () => `${location.pathname}#${token}`;

// Use that link on this device from now on.
export function sit(given) {
  token = given;
  for (const store of [sessionStorage, localStorage]) store.setItem(SEATED, given);
}

// A random name that tells this device from others at the same seat, and nothing else.
const random = () => [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, "0"))
  .join("");
if (!localStorage.getItem("device")) localStorage.setItem("device", random());
export const device = localStorage.getItem("device");
const own = () => ({ "x-seat": token, "x-device": device });

const PATIENCE = 2500; // ms without a heartbeat until the page reports it
const pause = (ms) => new Promise((done) => setTimeout(done, ms));

export class Refusal extends Error {
  constructor(status, facts) {
    super(facts.message ?? say("The companion answered {status}.", { status }));
    this.status = status;
    this.facts = facts;
  }
}

async function answer(response) {
  if (!response.ok) throw new Refusal(response.status, await response.json().catch(() => ({})));
  return response.json(); // fails in a frame that was taken away meanwhile
}

// Fetch an address. Raises an error in the reader's words if nothing answers.
const fetchedInTime = (address, options) => fetch(address, { signal: AbortSignal.timeout(10000), ...options })
  .catch(() => { throw new Error(say("No answer yet; try again.")); });

// Raises Refusal if the companion says no, another error if it cannot be reached.
export async function ask(path, values, hand = "") {
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(values ?? {})) {
    for (const one of Array.isArray(value) ? value : [value])
      if (one !== null && one !== undefined) query.append(key, one);
  }
  const address = query.size ? `${path}?${query}` : path;
  const headers = { ...own(), ...(hand ? { "x-hand": encodeURIComponent(hand) } : {}) };
  return answer(await fetchedInTime(address, { headers }));
}

export async function send(path, values) {
  return answer(await fetchedInTime(path, {
    method: "POST",
    headers: { ...own(), "content-type": "application/json" },
    body: JSON.stringify(values),
  }));
}

// What a page cannot begin without: it is asked for until there is an answer. Raises Refusal.
export async function untilAnswered(asks) {
  for (;;) {
    try {
      return await asks();
    } catch (error) {
      if (error instanceof Refusal && error.status < 500 && error.status !== 429) throw error;
      notice(say("No connection to the table. Trying again …"), "bad");
    }
    await pause(1000);
  }
}

// What the stream would say, for a page without one.
export const polled = () => ask("/api/at").then(({ last, stirs }) => [last, null, stirs]);

// The photo of the table, fetched; or sent, if one is given.
export async function photo(blob = null) {
  const headers = { "x-seat": token, ...(blob ? { "content-type": "image/jpeg" } : {}) };
  const response = await fetchedInTime("/api/photo",
    { method: blob ? "POST" : "GET", headers, body: blob, signal: AbortSignal.timeout(30000) });
  return blob || !response.ok ? answer(response) : response.blob();
}

// A change of the game. It is sent once; without an answer the companion is asked what became of it until it says so,
// also after a reload of this page. `waits(values)` is called if that takes long, and with null at the end.
const KEPT = `sent ${token}`;

export async function deed(path, values, waits) {
  const id = random();
  if (sessionStorage.getItem(KEPT))
    throw new Refusal(425, { message: say("What was entered before has no answer yet.") });
  const sent = { path, values: { ...values, id } };
  sessionStorage.setItem(KEPT, JSON.stringify(sent));
  return settled(sent, waits, send(path, sent.values));
}

// The result of a change that was under way when this page was left: {values, came}; null if there was none.
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
