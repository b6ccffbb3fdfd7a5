// The line to the companion: requests carry the seat's token; one stream says when something happened.

const token = decodeURIComponent(location.hash.slice(1));

export class Refusal extends Error {
  constructor(status, facts) {
    super(facts.message ?? `The companion answered ${status}.`);
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
  return answer(await fetch(address, { headers: { "x-seat": token, ...(hand ? { "x-hand": encodeURIComponent(hand) } : {}) }, signal: AbortSignal.timeout(10000) }));
}

export async function send(path, values) {
  return answer(await fetch(path, {
    method: "POST",
    headers: { "x-seat": token, "content-type": "application/json" },
    body: JSON.stringify(values),
    signal: AbortSignal.timeout(10000),
  }));
}

// A phone kills streams without a word: whenever the page is seen again, the stream is made anew.
export function listen(heard, lost) {
  let stream = null;
  const open = () => {
    stream?.close();
    stream = new EventSource("/api/events");
    stream.addEventListener("at", (event) => { lost(false); heard(Number(event.data)); });
    stream.addEventListener("error", () => { lost(true); if (stream.readyState === EventSource.CLOSED) again(); });
  };
  let timer = 0;
  const again = () => { clearTimeout(timer); timer = setTimeout(open, 1000); };
  document.addEventListener("visibilitychange", () => { if (!document.hidden) open(); });
  addEventListener("pageshow", (event) => { if (event.persisted) open(); });
  addEventListener("online", open);
  addEventListener("pagehide", () => stream?.close());
  open();
}
