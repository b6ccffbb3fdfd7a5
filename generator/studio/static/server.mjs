// Requests to the studio. Its key is only in the page's address, and is sent in a header.
import { say } from "./say.mjs";

export const key = decodeURIComponent(location.hash.slice(1));

export class Refused extends Error {
  constructor(status, facts) {
    super(facts.message ?? say("The studio answered {status}.", { status }));
    this.status = status;
    this.facts = facts;
  }
}

let answering = null;

// Set who answers if there is no studio: a self-contained file.
export function instead(answer) {
  answering = answer;
}

export async function ask(path, values, signal) {
  if (answering) return answering(path, values);
  return answered(await fetch(`${path}?${new URLSearchParams(values)}`, { headers: { "x-seat": key }, signal }));
}

// Send a request that changes something.
export async function tell(path, wanted) {
  const headers = { "x-seat": key, "content-type": "application/json" };
  return answered(await fetch(path, { method: "POST", headers, body: JSON.stringify(wanted) }));
}

// Fetch a file as it is.
export async function send(path, body) {
  return answered(await fetch(path,
      { method: "POST", headers: { "x-seat": key, "content-type": "application/octet-stream" }, body }));
}

async function answered(response) {
  const facts = await response.json().catch(() => ({}));
  if (!response.ok) throw new Refused(response.status, facts);
  return facts;
}
