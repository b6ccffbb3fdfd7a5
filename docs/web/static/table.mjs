// The table's page in a frame of this site: the Python of the page around it answers.
import { serve } from "./house.mjs";

export async function begin() {
  document.body.classList.add("framed");
  serve({ by: /** @type {any} */ (parent).house });
  // @ts-ignore: the table's own module, beside the page
  await import(new URL("play/main.mjs", import.meta.url).href);
}
