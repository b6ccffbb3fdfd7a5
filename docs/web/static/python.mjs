// How a page asks Python: `ask("host", "printed", …)`. `stop` ends what is under way, and all that Python knew.
let worker, next = 0;
const waiting = new Map();
export let progressed = (_) => {};
export const onProgress = (deed) => { progressed = deed; };
let streamed = (_id, _text) => {};
export const onStream = (deed) => { streamed = deed; };

export function start() {
  worker ??= new Worker(new URL("worker.mjs", import.meta.url), { type: "module" });
  worker.onmessage = ({ data }) => {
    if (data.progress !== undefined) return progressed(data.progress);
    if (data.stream !== undefined) return streamed(data.stream, data.text);
    if (data.failed !== undefined) return ended(data.failed);
    const asked = waiting.get(data.id);
    waiting.delete(data.id);
    if (data.error === undefined) asked?.done(data.value);
    else asked?.failed(new Refused(data.error));
  };
  worker.onerror = (event) => ended(event.message);
}

// What Python refused: the sentence without how it came about.
export class Refused extends Error {
  constructor(text) {
    const [, sentence] = text.match(/(?:SpecError|Refused): ([^]*)$/) ?? [];
    super((sentence ?? text.trim().split("\n").at(-1)).trim());
  }
}

export function ask(module, name, ...given) {
  start();
  const id = ++next;
  return new Promise((done, failed) => {
    waiting.set(id, { done, failed });
    worker.postMessage({ id, module, name, given });
  });
}

export function stop(why = "Stopped.") {
  worker?.terminate();
  worker = undefined;
  ended(why);
}

function ended(why) {
  for (const { failed } of waiting.values()) failed(new Error(why));
  waiting.clear();
}
