// A picture of the end to share: the table, the winner, and everybody's points, drawn here from what the page shows.
import { h, notice } from "./dom.mjs";
import { listed, number, say } from "./say.mjs";

const WIDE = 1200, EDGE = 48, ROW = 76; // px of the picture
const LETTERS = ["AlegreyaSans-Regular", "AlegreyaSans-Bold", "Cinzel-Regular", "Cinzel-Bold"];

// A font's CSS rule for a drawing that stands alone.
async function fontRule(name) {
  const data = new Uint8Array(await (await fetch(`/${name}.ttf`)).arrayBuffer());
  const text = Array.from(data, (byte) => String.fromCharCode(byte)).join("");
  return `@font-face{font-family:"${name}";src:url("data:font/ttf;base64,${btoa(text)}")}`;
}

// The table as an image of that width.
async function tableImage({ width, height, body, faces }, across) {
  const shapes = faces.map((name) => new XMLSerializer().serializeToString(document.getElementById(name))).join("");
  const fonts = (await Promise.all(LETTERS.map(fontRule))).join("");
  const spaces = `xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"`;
  const size = `width="${across}" height="${(across * height) / width}" viewBox="0 0 ${width} ${height}"`;
  const text = `<svg ${spaces} ${size}><style>${fonts}</style><defs>${shapes}</defs>${body}</svg>`;
  const image = new Image(), address = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
  image.src = address;
  await image.decode();
  URL.revokeObjectURL(address);
  return image;
}

export function whoWon({ winners }) {
  return winners.length > 1 ? say("{names} share the win", { names: listed(winners) }) : winners.length
    ? say("{who} wins", { who: winners[0] }) : say("The game is over");
}

async function drawEnd(view) {
  const { result, players, picture } = view, order = [...result.standings]
    .sort((a, b) => b.score - a.score || a.player - b.player);
  const shape = picture && picture.height > picture.width * 1.3 ? 0.62 : 1;
  const image = picture && await tableImage(picture, Math.round((WIDE - 2 * EDGE) * shape));
  const canvas = h("canvas", { width: WIDE, height: 190 + ROW * order.length + (image ? image.height + EDGE : 0) }),
    pen = canvas.getContext("2d");
  const write = (text, x, y, font, align = "left", widest = WIDE - 2 * EDGE) =>
    Object.assign(pen, { font, textAlign: align }).fillText(text, x, y, widest);
  pen.fillStyle = "#fdf6e9";
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.fillStyle = "#1f5673";
  write(view.title, EDGE, 70, '34px "Cinzel-Bold", serif');
  pen.fillStyle = "#2b2420";
  write(whoWon(result), EDGE, 140, '60px "Cinzel-Bold", serif');
  order.forEach((standing, i) => {
    const y = 190 + ROW * i, player = players[standing.player];
    pen.fillStyle = player.hue;
    pen.fillRect(EDGE, y, 14, ROW - 12);
    pen.fillStyle = pen.strokeStyle = "#2b2420";
    pen.strokeRect(EDGE, y, 14, ROW - 12);
    write(player.name, EDGE + 34, y + 46, '38px "AlegreyaSans-Bold", sans-serif', "left", WIDE - 360);
    write(number(standing.score), WIDE - EDGE, y + 46, '38px "AlegreyaSans-Bold", sans-serif', "right");
  });
  if (image) pen.drawImage(image, (WIDE - image.width) / 2, 190 + ROW * order.length);
  return new Promise((done) => canvas.toBlob(done, "image/png"));
}

// Share it with the device's dialog, or save it.
export async function shareEnd(view) {
  try {
    const file = new File([await drawEnd(view)], `${view.title}.png`, { type: "image/png" });
    if (navigator.canShare?.({ files: [file] })) return await navigator.share({ files: [file], title: view.title });
    const address = URL.createObjectURL(file);
    h("a", { href: address, download: file.name }).click();
    setTimeout(() => URL.revokeObjectURL(address), 10000);
    notice(say("The picture is saved."));
  } catch (error) {
    if (error.name !== "AbortError") notice(say("This browser cannot draw the picture."), "bad");
  }
}
