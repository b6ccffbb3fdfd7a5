// A game in one file: the same table without a server. Every position is in the file; `#12` leads to turn 12.
import { given } from "./alone.mjs";
import { Board, keepFaces } from "./board.mjs";
import { announce, at, h, playerColours, put, within } from "./dom.mjs";
import { showEnd } from "./end.mjs";
import { showLog } from "./log.mjs";
import { showDid, showPeople, showTurn } from "./people.mjs";
import { say } from "./say.mjs";
import { Scrubber } from "./scrub.mjs";

async function begin() {
  const { views, faces, log } = await given();
  const board = new Board(at("picture"), () => {});
  const last = views.length - 1;
  const asked = () => (/^#\d+$/.test(location.hash) ? Math.min(last, Number(location.hash.slice(1))) : last);
  const go = (ply) => { history.replaceState(null, "", `#${ply}`); show(ply, true); };
  const scrubber = new Scrubber(at("scrub"), { go, link: (ply) => `${location.href.split("#")[0]}#${ply}` });

  function show(ply, spoken) {
    const view = { ...views[ply], log, line: log.filter((entry) => entry.kept), ply, plies: last,
      finished: views[last].over, live: ply === last, branch: null };
    showTurn(at("turn"), view);
    showEnd(at("end"), { ...view, result: ply === last ? view.result : null });
    board.show(view);
    scrubber.show(view);
    showDid(at("did"), view);
    showPeople(at("people"), view);
    showLog(at("log"), view, { go });
    if (spoken) announce(view.spoken);
  }

  await keepFaces(Object.keys(faces), async () => faces);
  playerColours(views[0].players);
  put(at("tools"), h("span", { class: "soft" }, say("← → step through the game")));
  addEventListener("hashchange", () => show(asked(), true));
  addEventListener("keydown", (event) => {
    if (within(event, "input, textarea, dialog, .frame") || event.ctrlKey || event.metaKey || event.altKey) return;
    const to = { ArrowLeft: -1, ArrowRight: 1, Home: -last, End: last }[event.key];
    if (to !== undefined) { event.preventDefault(); go(Math.min(last, Math.max(0, asked() + to))); }
  });
  show(asked(), false);
}
begin();
