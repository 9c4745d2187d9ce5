/** Texts that must not break a line, or a column of it. */

/**
 * Control characters, other characters that some programs treat as line ends, and lone surrogates, which UTF-8 cannot
 * represent.
 */
const UNPRINTABLE = String.raw`\p{Cc}\u2028\u2029\p{Surrogate}`;

const ANY_UNPRINTABLE = new RegExp(`[${UNPRINTABLE}]`, 'gu');

const NO_COLUMN = new RegExp(String.raw`[\s${UNPRINTABLE}]`, 'gu');

/** Also matches a backslash that would look like the start of an escape. */
const TO_ESCAPE = new RegExp(String.raw`[${UNPRINTABLE}]|\\(?=[\\nru${UNPRINTABLE}])`, 'gu');

const ESCAPED = /\\(?:[\\nr]|u[0-9a-fA-F]{4})/g;

/** Escapes line ends and control characters (`\n`, `\r`, `\u0007`), and backslashes only where necessary. */
export function escaped(text: string): string {
  return text.replace(TO_ESCAPE, escapeOf);
}

export function unescaped(text: string): string {
  return text.includes('\\') ? text.replace(ESCAPED, meaningOf) : text;
}

/** Escapes JSON, which is already on one line, except for characters that JSON need not escape. */
export function escapedJson(json: string): string {
  return json.replace(ANY_UNPRINTABLE, escapeOf);
}

/** The text as a column, which contains no white space and is never empty; invalid characters become `_`. */
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
