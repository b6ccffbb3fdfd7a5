// A game on one device that is handed round: the table's page in a frame, whose server is this page's Python. If a
// seat holds something hidden, its page opens once the device was passed on. Games stay in this browser; records
// are exported and imported, the same as the command line's.
import { known, tools } from "./covers.mjs";
import { at, h, notice, put } from "./dom.mjs";
import { busy, bytes, drop, field } from "./making.mjs";
import { ask, onEnded, onSlow, onStream, start, stop } from "./python.mjs";
import { language, say } from "./say.mjs";

const TABLE = -1;
let place = TABLE, seats = null, titles = {}, dealing = {};

export async function begin() {
  tools();
  start();
  Object.assign(globalThis, { house: { ask: heard, onStream } });
  for (const { name, title, dealt } of await known("games")) [titles[name], dealing[name]] = [title, dealt];
  onEnded(ended);
  const wanted = new URLSearchParams(location.search).get("game") ?? Object.keys(titles)[0];
  if (sessionStorage.getItem("plays") && await sit()) return; // the page was loaded anew
  await lobby(wanted);
}

// Python was ended: every turn that was played is kept, and the games can be continued.
async function ended(why) {
  if (!document.body.classList.contains("playing")) return;
  document.body.classList.remove("playing");
  at("table").hidden = at("pass").hidden = true;
  put(at("table"));
  tools();
  await lobby("");
  at("made").prepend(h("pre", { class: "wrong", role: "alert" }, why));
}

const command = (...words) => ask("ran", "companion",
  ["--db=/tables/companion.db", `--language=${language}`, ...words]);

// ---- the games -----------------------------------------------------------------------------------

async function lobby(chosen) {
  const there = await busy(say("Getting ready. The first time takes a moment …"),
    () => command("list", "--json").then(({ said }) => JSON.parse(said).games, () => []));
  const names = h("input", { type: "text", name: "names", value: localStorage.getItem("names") ?? "Ann, Bob",
      autocomplete: "off", size: "28" });
  const game = h("select", { name: "game" }, Object.entries(titles)
    .map(([name, title]) => h("option", { value: name, selected: name === chosen }, title)));
  const dealt = h("input", { type: "checkbox", checked: true });
  const form = h("form",
    { class: "fields", onsubmit: (event) => {
      event.preventDefault();
      fresh(game.value, names.value, dealt.checked);
    } },
    field(say("Game"), game),
    field(say("Players, with commas between"), names, say("For a bot: Cy:random, Cy:greedy or Cy:steady.")),
    h("label", { class: "tick" }, dealt, h("span", {}, say("Deal here; without a tick you deal your printed cards"))),
    h("button", { class: "primary" }, say("Begin")));
  put(at("lobby"), h("h2", {}, say("A new game")), form,
    there?.length > 0 && [h("h2", {}, say("Games in this browser")),
      h("ul", { class: "games" }, there.map((each) => h("li", {},
      h("button", { type: "button", onclick: () => goOn(each.number) }, say("Go on")), " ",
            h("b", {}, titles[each.game] ?? each.game), " ",
            `${each.players.join(", ")} · ${each.about.date ?? ""}`)))],
    h("h2", {}, say("A record")), drop("record", say("A game played elsewhere"),
        say("Drop its record here, or choose the file: you can go on with it."), bring));
}

async function fresh(game, typed, dealt) {
  const names = typed.split(",").map((each) => each.trim()).filter(Boolean);
  const words = ["new", game, ...names];
  if (dealt) words.push(...dealing[game], `--seed=${crypto.getRandomValues(new Uint32Array(1))[0] % 100000}`);
  localStorage.setItem("names", typed);
  if (await busy(say("Dealing …"), () => command(...words))) await sit();
}

async function goOn(number) {
  if (await busy(say("Opening the game …"), () => command("list", "--use", String(number)))) await sit();
}

async function bring(files) {
  if (!files.length) return;
  const read = async () => {
    await ask("placed", await bytes([files[0]], "record/"));
    return command("import", `/own/record/${files[0].name}`);
  };
  if (await busy(say("Reading the record …"), read)) await sit();
}

async function record() {
  const found = await command("export", "--as=referee").catch((error) => notice(error.message, "bad"));
  if (found) h("a", { download: "game.yaml",
      href: URL.createObjectURL(new Blob([found.said], { type: "application/yaml" })) }).click();
}

// ---- the table -----------------------------------------------------------------------------------

async function sit() {
  seats = await busy(say("Opening the game …"), () => ask("table", language));
  if (!seats) return false;
  sessionStorage.setItem("plays", "yes");
  document.body.classList.add("playing");
  at("table").hidden = false;
  put(at("tools"),
    h("button", { type: "button", class: "quiet", id: "record-out", onclick: record }, say("Save the record")),
    h("button", { type: "button", class: "quiet", onclick: leave }, say("Games")));
  onSlow(slow);
  opens(TABLE);
  return true;
}

// Offer to stop a bot that thinks long; every turn so far is kept.
function slow(is) {
  at("slow")?.remove();
  const deed = () => stop(say("Stopped."));
  if (is) at("tools").prepend(h("button", { type: "button", class: "quiet", id: "slow", onclick: deed }, say("Stop")));
}

function leave() {
  sessionStorage.removeItem("plays");
  location.reload();
}

function opens(to) {
  place = to;
  const token = to === TABLE ? seats.table : seats.seats[to];
  put(at("pass"));
  at("pass").hidden = true;
  put(at("table"), h("iframe", { title: say("The table"), src: `play/table.html?place=${to}#${token}` }));
}

// Answer the frame with Python; a view says whose turn it is.
async function heard(...asked) {
  const found = await ask(.../** @type {[string]} */ (asked));
  if (String(asked[2]).startsWith("/api/view") && found[0] === 200)
    seen(JSON.parse(new TextDecoder().decode(found[2])));
  return found;
}

function seen({ live, over, turn, you, machine }) {
  if (!live) return;
  const waits = !over && turn !== null && !you.enters && turn !== place && !machine;
  at("pass").hidden = !waits;
  if (!waits) return put(at("pass"));
  const name = seats.names[turn];
  if (place === TABLE) return cover(turn, name);
  return put(at("pass"),
    h("button", { type: "button", class: "primary", id: "passing", onclick: () => cover(turn, name) },
      say("Pass the device to {name}", { name })));
}

// Hide one hand while the device goes to the next player.
function cover(turn, name) {
  put(at("table"), h("div", { class: "cover-up" }, h("h2", {}, say("Pass the device to {name}", { name })),
      h("button", { type: "button", class: "primary", id: "mine", onclick: () => opens(turn) },
        say("I am {name}: show my seat", { name }))));
  put(at("pass"));
  at("pass").hidden = true;
  at("mine").focus();
}
