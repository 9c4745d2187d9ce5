/** Recognises Chirp worlds without loading their reader. */
export const CHIRP_FILES = {
  name: 'chirp',
  title: 'worlds of ChirpSim (JSON)',
  recognises: isChirpWorld,
  /** A JSON object of no known format is most likely a world without its list. */
  lacks: (head: string): string | undefined =>
    /^\s*\{\s*["}]/.test(head) ? 'a Chirp world needs "children", the list of its objects' : undefined,
};

/** Whether the beginning of a file is a Chirp world: an object with "children" or "controllers" at its top level. */
export function isChirpWorld(head: string): boolean {
  const text = head.replace(/^\uFEFF/, '').trimStart();
  if (!text.startsWith('{')) return false;
  let level = 0;
  // Names of members, other strings, and brackets are enough to track the level.
  for (const [token, name] of text.matchAll(/"((?:[^"\\]|\\.)*)"\s*:|"(?:[^"\\]|\\.)*"|[{}[\]]/g)) {
    if (token === '{' || token === '[') level++;
    else if (token === '}' || token === ']') level--;
    else if (level === 1 && (name === 'children' || name === 'controllers')) return true;
  }
  return false;
}
