/** Whether a file that begins like this is a Chirp world: an object that has children before anything else is deep. */
export function isChirpWorld(head: string): boolean {
  const text = head.replace(/^\uFEFF/, '').trimStart();
  if (!text.startsWith('{')) return false;
  let level = 0;
  // Names of members, other texts, and brackets: enough to tell what stands at the top.
  for (const [token, name] of text.matchAll(/"((?:[^"\\]|\\.)*)"\s*:|"(?:[^"\\]|\\.)*"|[{}[\]]/g)) {
    if (token === '{' || token === '[') level++;
    else if (token === '}' || token === ']') level--;
    else if (level === 1 && (name === 'children' || name === 'controllers')) return true;
  }
  return false;
}
