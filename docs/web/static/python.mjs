// How a page asks Python: `ask("printed", …)`. `stop` ends Python with all that it has in memory. If an answer takes
// too long, Python is stopped too: a file could make it work without end. The time limit counts ticks of a timer of
// this page, so it stands still while the device sleeps.
import { say } from "./say.mjs";

const LONGEST = 300, SLOW = 5; // seconds until the next answer; until the page offers to stop
const listeners = { progress: (_text) => {}, stream: (_id, _text) => {}, ended: (_why) => {}, slow: (_is) => {} };
const waiting = new Map();
let worker, next = 0, begun = 0, worked = 0, clock = 0, ready = false;

export const onProgress = (deed) => { listeners.progress = deed; };
export const onStream = (deed) => { listeners.stream = deed; };
export const onEnded = (deed) => { listeners.ended = deed; }; // after that, Python has no files
export const onSlow = (deed) => { listeners.slow = deed; };
export const born = () => begun; // the number of the current Python: how often this page has started one

export function start() {
  if (worker) return;
  begun += 1;
  worker = new Worker(new URL("worker.mjs", import.meta.url), { type: "module" });
  worker.onmessage = ({ data }) => {
    if (data.failed !== undefined) return stop(new Refused(data.failed).message);
    if (data.stream !== undefined) return listeners.stream(data.stream, data.text);
    if (data.progress !== undefined) return listeners.progress(data.progress);
    if (data.ready) ready = true;
    else answered(data);
    return watch();
  };
  worker.onerror = (event) => stop(event.message);
}

function answered({ id, value, error, broken }) {
  const asked = waiting.get(id);
  waiting.delete(id);
  if (error === undefined) return asked?.done(value);
  asked?.failed(new Refused(error));
  if (broken) stop(new Refused(error).message);
}

// Limit the time until the next answer. There is no limit while Python is loaded.
function watch() {
  const works = ready && [...waiting.values()].some((each) => !each.stream);
  clearInterval(clock);
  worked = 0;
  clock = works ? setInterval(tick, 1000) : 0;
  listeners.slow(false);
}

function tick() {
  worked += 1;
  if (worked === SLOW) listeners.slow(true);
  if (worked === LONGEST) stop(say("That took too long and was ended."));
}

// A refusal from Python: its sentence, without the traceback.
export class Refused extends Error {
  constructor(text) {
    const [, sentence] = text.match(/(?:SpecError|Refused): ([^]*)$/) ?? [];
    const last = (sentence ?? text.trim().split("\n").at(-1)).trim();
    const full = /^(MemoryError|RecursionError|RangeError)/.test(last);
    super(full ? say("That takes more memory than a page may have.") : last);
  }
}

// A stream's question is answered when the stream ends.
export function ask(name, ...given) {
  start();
  const id = ++next, idle = !clock;
  return new Promise((done, failed) => {
    waiting.set(id, { done, failed, stream: name === "answered" && given[4] > 0 });
    worker.postMessage({ id, name, given });
    if (idle) watch();
  });
}

export function stop(why = "Stopped.") {
  worker?.terminate();
  worker = undefined;
  ready = false;
  const left = [...waiting.values()];
  waiting.clear();
  watch();
  for (const { failed } of left) failed(new Error(why));
  listeners.ended(why);
}
