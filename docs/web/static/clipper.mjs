// Clipper 6.4.2 in JavaScript, called with plain lists of points.
import "./clipper.js";

const C = globalThis.ClipperLib;
const to = (paths) => paths.map((path) => path.map(([X, Y]) => ({ X, Y })));
const from = (paths) => paths.map((path) => path.map(({ X, Y }) => [X, Y]));

export const simplify = (paths, rule) => from(C.Clipper.SimplifyPolygons(to(paths), rule));
export const area = (path) => C.Clipper.Area(to([path])[0]);

export function grow(paths, mitre, arc, join, end, by) {
  const offset = new C.ClipperOffset(mitre, arc), found = [];
  offset.AddPaths(to(paths), join, end);
  offset.Execute(found, by);
  return from(found);
}

export function clip(added, deed, rule) {
  const clipper = new C.Clipper(), open = added.some(([, , closed]) => !closed), found = open ? new C.PolyTree() : [];
  for (const [paths, kind, closed] of added) {
    if (!clipper.AddPaths(to(paths), kind, closed)) throw new Error("nothing to clip");
  }
  clipper.Execute(deed, found, rule, rule);
  return from(open ? C.Clipper.OpenPathsFromPolyTree(found) : found);
}
