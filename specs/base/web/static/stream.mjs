// The stream of events: a browser has one, and its tabs share it. Browsers allow six connections to a host, and each
// stream would hold one.

const QUIET = 2500; // ms without a heartbeat until the connection counts as lost
const SOON = 150; // ms in which another tab answers

// `heard(last, view, stirs)` is called at least every second: with the view if the address asks for one and it is new,
// and with how often something happened beside the game; `lost(true)` is called while the stream is silent. A phone kills
// streams without a word, so when the page is visible again, or hears nothing for long, it looks for a stream anew.
// A page for which there is no stream left asks with `poll` instead, for the same facts.
export function listen(heard, lost, address, poll = null) {
  const me = Math.random(), tabs = new BroadcastChannel("tideline");
  let stream = null, alive = -QUIET, since = 0, last = 0, stirs = 0;
  const sign = (at, view = null, stirred = stirs) => { last = at; stirs = stirred; alive = performance.now(); lost(false); heard(at, view, stirs); };
  const close = () => { stream?.close(); stream = null; };
  const open = () => {
    close();
    since = performance.now();
    stream = new EventSource(address);
    const tell = (at, view, stirred) => { sign(at, view, stirred); tabs.postMessage({ last, stirs, from: me }); };
    stream.addEventListener("at", (event) => { const [at, stirred] = event.data.split(" ").map(Number); tell(at, null, stirred); });
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
