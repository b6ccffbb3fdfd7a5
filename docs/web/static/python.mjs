// How a page asks Python: `ask("printed", …)`. `stop` ends what is under way, and Python loses all that it
// knew. No question runs for ever, whatever is in the files: Python is stopped if it is silent or busy for too long.
import { say } from "./say.mjs";

const SILENT = 90_000, LONGEST = 300_000; // ms without a word; ms until the next answer
const SLOW = 5000; // ms until the page offers to stop
const told = { progress: (_text) => {}, stream: (_id, _text) => {}, ended: (_why) => {}, slow: (_is) => {} };
const waiting = new Map();
let worker, next = 0, begun = 0, since = 0, clock = 0, slow = 0, ready = false;

export const onProgress = (deed) => { told.progress = deed; };
export const onStream = (deed) => { told.stream = deed; };
export const onEnded = (deed) => { told.ended = deed; }; // after that, Python has no files
export const onSlow = (deed) => { told.slow = deed; };
export const born = () => begun; // the number of the current Python: how often this page has started one

export function start() {
  if (worker) return;
  begun += 1;
  worker = new Worker(new URL("worker.mjs", import.meta.url), { type: "module" });
  worker.onmessage = ({ data }) => {
    if (data.failed !== undefined) return stop(data.failed);
    if (data.stream !== undefined) return told.stream(data.stream, data.text);
    if (data.progress !== undefined) told.progress(data.progress);
    else if (data.ready) ready = true;
    else answered(data);
    watch(data.progress === undefined);
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

// Limit the time: each message extends it, up to a maximum, which an answer (`anew`) begins again. There is no limit
// while Python is loaded.
function watch(anew) {
  const works = ready && [...waiting.values()].some((each) => !each.stream);
  if (anew) since = Date.now();
  clearTimeout(clock);
  const left = Math.max(0, Math.min(SILENT, since + LONGEST - Date.now()));
  clock = works ? setTimeout(() => stop(say("That took too long and was ended.")), left) : 0;
  if (!anew) return;
  clearTimeout(slow);
  slow = works ? setTimeout(() => told.slow(true), SLOW) : 0;
  told.slow(false);
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
    if (idle) watch(true);
  });
}

export function stop(why = "Stopped.") {
  worker?.terminate();
  worker = undefined;
  ready = false;
  const left = [...waiting.values()];
  waiting.clear();
  watch(true);
  for (const { failed } of left) failed(new Error(why));
  told.ended(why);
}
