// Files as one zip archive, uncompressed: PDFs are compressed inside.
const TABLE = Uint32Array.from({ length: 256 }, (_, n) => {
  for (let k = 0; k < 8; k++) n = n & 1 ? 0xedb88320 ^ (n >>> 1) : n >>> 1;
  return n >>> 0;
});

function sum(data) {
  let c = 0xffffffff;
  for (const byte of data) c = TABLE[(c ^ byte) & 255] ^ (c >>> 8);
  return (c ^ 0xffffffff) >>> 0;
}

// The same header precedes each file and stands in the list at the end: version 2.0, UTF-8 names, 1 January 1980.
function header(mark, between, name, data, after) {
  const bytes = new Uint8Array(4 + between.length + 26 + after.length + name.length), view = new DataView(bytes.buffer);
  view.setUint32(0, mark, true);
  bytes.set(between, 4);
  const at = 4 + between.length;
  for (const [place, value] of [[0, 20], [2, 0x800], [4, 0], [6, 0], [8, 33], [22, name.length], [24, 0]])
    view.setUint16(at + place, value, true);
  for (const [place, value] of [[10, sum(data)], [14, data.length], [18, data.length]])
    view.setUint32(at + place, value, true);
  bytes.set(after, at + 26);
  bytes.set(name, at + 26 + after.length);
  return bytes;
}

export function archive(files) {
  const parts = [], list = [];
  let at = 0;
  for (const [path, data] of files) {
    const name = new TextEncoder().encode(path), head = header(0x04034b50, [], name, data, []);
    const after = new Uint8Array(14);
    new DataView(after.buffer).setUint32(10, at, true);
    list.push(header(0x02014b50, [20, 0], name, data, after));
    parts.push(head, data);
    at += head.length + data.length;
  }
  const size = list.reduce((whole, each) => whole + each.length, 0), end = new DataView(new ArrayBuffer(22));
  end.setUint32(0, 0x06054b50, true);
  for (const place of [8, 10]) end.setUint16(place, list.length, true);
  end.setUint32(12, size, true);
  end.setUint32(16, at, true);
  const all = [...parts, ...list, new Uint8Array(end.buffer)], found = new Uint8Array(at + size + 22);
  all.reduce((place, each) => { found.set(each, place); return place + each.length; }, 0);
  return found;
}
