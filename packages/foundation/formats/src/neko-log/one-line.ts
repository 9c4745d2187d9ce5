/** Texts that must not break a line, or a column of it. */

/** Control characters, what else some take for the end of a line, and halves of surrogate pairs, which UTF-8 has not. */
const UNPRINTABLE = String.raw`\p{Cc}\u2028\u2029\p{Surrogate}`;

const ANY_UNPRINTABLE = new RegExp(`[${UNPRINTABLE}]`, 'gu');

const NO_COLUMN = new RegExp(String.raw`[\s${UNPRINTABLE}]`, 'gu');

/** Also a backslash that would be taken for the start of an escape. */
const TO_ESCAPE = new RegExp(String.raw`[${UNPRINTABLE}]|\\(?=[\\nru${UNPRINTABLE}])`, 'gu');

const ESCAPED = /\\(?:[\\nr]|u[0-9a-fA-F]{4})/g;

/** Escapes line ends and control characters (`\n`, `\r`, `\u0007`), and backslashes only where necessary. */
export function escaped(text: string): string {
  return text.replace(TO_ESCAPE, escapeOf);
}

export function unescaped(text: string): string {
  return text.includes('\\') ? text.replace(ESCAPED, meaningOf) : text;
}

/** JSON, which is in one line already but for the characters that it does not have to escape. */
export function escapedJson(json: string): string {
  return json.replace(ANY_UNPRINTABLE, escapeOf);
}

/** As a column, which has no white space of any sort and is never empty: what cannot be there becomes `_`. */
export function asColumn(text: string): string {
  return text === '' ? '_' : text.replace(NO_COLUMN, '_');
}

export function isPrintable(text: string): boolean {
  return text.search(ANY_UNPRINTABLE) < 0;
}

function escapeOf(character: string): string {
  if (character === '\n') return '\\n';
  if (character === '\r') return '\\r';
  if (character === '\\') return '\\\\';
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

function meaningOf(escape: string): string {
  if (escape === '\\n') return '\n';
  if (escape === '\\r') return '\r';
  return escape === '\\\\' ? '\\' : String.fromCharCode(Number.parseInt(escape.slice(2), 16));
}
