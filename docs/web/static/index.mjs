import { cover, gameCover, known, tools } from "./covers.mjs";
import { at, put } from "./dom.mjs";

export async function begin() {
  tools();
  const [games, gallery] = await Promise.all([known("games"), known("gallery")]);
  put(at("games"), games.map(gameCover));
  put(at("gallery"), gallery.map((name) => cover(`print.html?gallery=${name}`, `${name}.jpg`, name)));
}
