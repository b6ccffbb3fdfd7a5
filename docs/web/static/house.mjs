// A page of the installed program whose server is the Python of this browser: its requests, and its stream.
import * as own from "./python.mjs";

const plain = globalThis.fetch.bind(globalThis), streams = new Map();
let python = own;

// Let Python answer "/api/…" from now on: this page's own, or that of the page around this one. `before(path, body)`
// and `after(path)` are called around each request.
export function serve({ before = (_path, _body) => null, after = (_path) => null, by = own }) {
  python = by;
  globalThis.fetch = async (address, options = {}) => {
    if (!String(address).startsWith("/api/")) return plain(address, options);
    const path = String(address), body = options.body ? new Uint8Array(await new Response(options.body).arrayBuffer())
      : new Uint8Array();
    await before(path, body);
    const [status, kind, data] = await python.ask("answered", options.method ?? "GET", path, headers(options), body);
    after(path);
    return new Response(data, { status, headers: { "content-type": kind } });
  };
  Object.assign(globalThis, { EventSource: Stream, BroadcastChannel: Alone });
  python.onStream((id, text) => streams.get(id)?.take(text));
}

function headers(options) {
  return { ...Object.fromEntries(new Headers(options.headers)), "accept-language": document.documentElement.lang };
}

// Every tab has a Python of its own, so tabs must not notify each other.
class Alone extends EventTarget {
  postMessage() {}
}

class Stream extends EventTarget {
  constructor(address) {
    super();
    this.id = crypto.getRandomValues(new Uint32Array(1))[0];
    this.rest = "";
    this.readyState = 1;
    streams.set(this.id, this);
    python.ask("answered", "GET", String(address), headers({}), new Uint8Array(), this.id)
      .then(() => this.ended(), () => this.ended());
  }

  take(text) {
    const events = (this.rest + text).split("\n\n");
    this.rest = events.pop();
    for (const each of events) {
      const fields = Object.fromEntries(each.split("\n").map((line) => line.split(/: (.*)/s, 2)));
      this.dispatchEvent(new MessageEvent(fields.event ?? "message", { data: fields.data ?? "" }));
    }
  }

  ended() {
    this.readyState = 2;
    this.dispatchEvent(new Event("error"));
  }

  close() {
    streams.delete(this.id);
    this.readyState = 2;
    python.ask("left", this.id).catch(() => {});
  }
}
