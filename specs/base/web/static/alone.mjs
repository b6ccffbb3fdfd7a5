// Unpack the data of a page that is one file.
export async function unpacked(text) {
  const bytes = Uint8Array.from(atob(text.trim()), (character) => character.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).json();
}

export const given = () => unpacked(document.getElementById("given").textContent);
