// The stream of events: a browser has one, and its tabs share it. Browsers allow six connections to a host, and each
// stream would hold one.

const QUIET = 2500; // ms without a heartbeat until the connection counts as lost
const SOON = 150; // ms in which another tab answers

// Calls `heard(last, view, stirs)` every second at least, with the view if the address gives one and it is new, and
// with how often something happened beside the game; calls `lost(true)` while nothing is heard. A phone ends streams
// without an event, so the page opens one again when it becomes visible, or after a long silence. If it gets no stream,
// it asks with `poll`, for the same facts.
export function listen(heard, lost, address, poll = null) {
  const me = Math.random(), tabs = new BroadcastChannel("tideline");
  let stream = null, alive = -QUIET, since = 0, last = 0, stirs = 0;
  const sign = (at, view = null, stirred = stirs) => {
    last = at;
    stirs = stirred;
    alive = performance.now();
    lost(false);
    heard(at, view, stirs);
  };
  const close = () => { stream?.close(); stream = null; };
  const open = () => {
    close();
    since = performance.now();
    stream = new EventSource(address);
    const tell = (at, view, stirred) => { sign(at, view, stirred); tabs.postMessage({ last, stirs, from: me }); };
    stream.addEventListener("at", (event) => {
      const [at, stirred] = event.data.split(" ").map(Number);
      tell(at, null, stirred);
    });
    stream.addEventListener("view", (event) => { const view = JSON.parse(event.data); tell(view.last, view); });
    stream.addEventListener("error", () => {
      if (!poll || stream?.readyState !== EventSource.CLOSED) return lost(true);
      close();
      poll().then((found) => sign(...found), () => lost(true));
    });
  };
  const join = () => {
    close();
    since = performance.now();
    tabs.postMessage({ asks: true });
    setTimeout(() => { if (alive < since && !stream) open(); }, SOON);
  };
  tabs.addEventListener("message", ({ data }) => {
    if (data.asks) {
      if (stream && performance.now() - alive < QUIET) tabs.postMessage({ last, stirs, from: me });
    } else if (!stream || data.from < me) { // of two streams one ends
      close();
      sign(data.last, null, data.stirs);
    }
  });
  setInterval(() => {
    if (document.hidden) return;
    const quiet = performance.now() - Math.max(alive, since);
    if (quiet > QUIET) lost(true);
    if (quiet > (stream ? 2 : 0.6) * QUIET) open();
  }, 250);
  document.addEventListener("visibilitychange", () => { if (!document.hidden) join(); });
  addEventListener("pageshow", (event) => { if (event.persisted) join(); });
  addEventListener("online", join);
  addEventListener("pagehide", close);
  join();
}
