// A folded piece, as it is printed and as it stands: its sides, cut out of that picture, in space.
import { dialog, h, notice, s } from "./dom.mjs";
import { say } from "./say.mjs";
import { ask } from "./server.mjs";

const LARGE = 230; // pixels of the standing piece, from corner to corner

// Return the transform of each side from the middle to its place, facing outward; pixels.
function placed(sizes) {
  const { front: [width, height], right, "front-flap": flap } = sizes, deep = right ? right[0] : 1;
  const flat = (turned) =>
    `rotateY(${turned}deg) translateY(${height / 2}px) translateZ(${flap && flap[1] / 2}px) rotateX(90deg)`;
  return {
    front: `translateZ(${deep / 2}px)`, back: `rotateY(180deg) translateZ(${deep / 2}px)`,
    right: `rotateY(90deg) translateZ(${width / 2}px)`, left: `rotateY(-90deg) translateZ(${width / 2}px)`,
    top: `rotateX(90deg) translateZ(${height / 2}px)`, bottom: `rotateX(-90deg) translateZ(${height / 2}px)`,
    "front-flap": flat(0), "back-flap": flat(180),
  };
}

export async function stand(tile) {
  const found = await ask("/api/standing", { id: tile.id, key: tile.key })
    .catch((error) => ({ message: error.message }));
  if (!found.svg) return notice(found.message ?? say("This cannot be drawn now."), "bad");
  const url = URL.createObjectURL(new Blob([found.svg], { type: "image/svg+xml" })), [x, y, width, height] = found.box;
  const sizes = Object.fromEntries(found.sides.map(({ name, box }) => [name, box.slice(2)]));
  const scale = LARGE / Math.hypot(...sizes.front, sizes.right?.[0] ?? 0);
  const where = placed(Object.fromEntries(Object.entries(sizes)
      .map(([name, size]) => [name, size.map((side) => side * scale)])));
  const solid = h("div", { class: "solid" }, found.sides.map(({ name, box, turned }) => {
    const side = s("svg", { viewBox: box.join(" "), width: scale * box[2], height: scale * box[3] },
      s("image", { x, y, width, height, href: url }));
    side.style.transform = `translate(-50%, -50%) ${where[name]} rotate(${turned ? 180 : 0}deg)`;
    return side;
  }));
  const slider = (value, most) => h("input", { type: "range", min: -most, max: most, value, oninput: () => turned() });
  const turn = slider(-28, 180), tilt = slider(-18, 90);
  function turned() {
    solid.style.transform = `rotateX(${tilt.value}deg) rotateY(${turn.value}deg)`;
  }
  turned();
  const box = dialog(say("Unfolded and standing"), h("div", { class: "standing" },
    h("div", { class: "stage", role: "img", "aria-label": found.alt }, solid),
    h("label", { class: "size" }, say("Turn"), turn), h("label", { class: "size" }, say("Tilt"), tilt),
    h("img", { src: url, alt: say("Unfolded: {words}", { words: found.alt }) })));
  box.addEventListener("close", () => URL.revokeObjectURL(url));
}
