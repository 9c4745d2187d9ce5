/** Bytes as text. */

/** So many at once are handed to a function as arguments. */
const AT_ONCE = 0x8000;

export function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (let k = 0; k < bytes.length; k += AT_ONCE) text += String.fromCharCode(...bytes.subarray(k, k + AT_ONCE));
  return btoa(text);
}

/** Throws if it is none. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
}

/** With letters that may stand in an address. */
export function toBase64Url(bytes: Uint8Array): string {
  return toBase64(bytes)
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/={1,2}$/, '');
}

export function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  if (!/^[\w-]*$/.test(text)) throw new TypeError('there are letters in it that do not belong there');
  return fromBase64(text.replaceAll('-', '+').replaceAll('_', '/'));
}
