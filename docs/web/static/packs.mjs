// What Python needs rarely is in packs of its own: the pack of each package.
const PACKS = {
  pdf: ["pypdfium2", "pypdfium2_cfg", "pypdfium2_raw"],
  served: ["anyio", "companion", "idna", "served", "starlette"],
  tables: ["python_calamine"],
};
export const LATER = Object.fromEntries(Object.entries(PACKS).flatMap(([pack, names]) =>
    names.map((name) => [name, pack])));
