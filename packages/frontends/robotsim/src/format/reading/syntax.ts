/** Recognises configurations and their syntax by their first lines. */
import { NEKO_TABLE } from '../keys/keys.js';

export type Syntax = 'properties' | 'yaml' | 'json';

/** Number of characters by which a file is recognised. */
const MAX_HEAD = 4096;

const KEY = /^["']?([\w.$-]+)["']?\s*(=|:(?=\s|$))/;

/** Decides by the content, and by the extension where that does not suffice. */
export function recogniseSyntax(text: string, path: string): Syntax {
  for (const line of significantLines(text)) {
    if (line.startsWith('{')) return isJson(text, path) ? 'json' : 'yaml';
    if (/^(?:---|%YAML|\[|- |-$)/.test(line)) return 'yaml';
    const equals = line.indexOf('=');
    const colon = line.search(/:(?:\s|$)/);
    if (equals < 0 && colon < 0) continue;
    return equals >= 0 && (colon < 0 || equals < colon) ? 'properties' : 'yaml';
  }
  if (/\.ya?ml$/i.test(path)) return 'yaml';
  return /\.json$/i.test(path) ? 'json' : 'properties';
}

/** Whether a text that starts with a brace is JSON, which quotes its first key, and not a flow mapping of YAML. */
function isJson(text: string, path: string): boolean {
  if (/\.ya?ml$/i.test(path)) return false;
  const inside = text.slice(text.indexOf('{') + 1);
  const [first = '}'] = significantLines(inside);
  return /\.json$/i.test(path) || first.startsWith('"') || first.startsWith('}');
}

/** The trimmed lines without comments and empty lines. */
function* significantLines(text: string): Generator<string> {
  // A sticky expression, so that the rest of a large text is not scanned.
  const line = /[^\r\n]*(?:\r\n|[\r\n]|$)/y;
  let isFirst = true;
  while (line.lastIndex < text.length) {
    const read = line.exec(text)?.[0] ?? '';
    const trimmed = (isFirst ? read.replace(/^\uFEFF/, '') : read).trim();
    isFirst = false;
    if (trimmed !== '' && !trimmed.startsWith('#')) yield trimmed;
  }
}

/** Prefixes of keys that occur only in configurations; other files may have `seed`, `objects` and the like. */
const TELLING =
  /^(?:process|robot|network|simulation|animation|ghost_mode|bornpoint|world|lcm|finish|heartbeat|fd)(?=[.\d]|$)/;

/** Whether the first lines of a file look like a configuration; its name decides where they do not suffice. */
export function isNekoConfig(head: string, path: string): boolean {
  const text = head.replace(/^\uFEFF/, '');
  // eslint-disable-next-line no-control-regex -- pictures and binary traces contain such characters, texts do not
  if (/[\u0000-\u0008\u000e-\u001f\ufffd]/.test(text) || /^\s*</.test(text)) return false;
  const syntax = recogniseSyntax(text, path);
  const keys = syntax === 'properties' ? keysOfLines(text) : startsFlow(text) ? keysOfFlow(text) : keysOfBlocks(text);
  for (const key of keys) if (TELLING.test(key) && NEKO_TABLE.find(key) !== undefined) return true;
  return syntax !== 'json' && /\.config$/i.test(path) && !looksLikeLog(text);
}

/** `12.345 p3 messages …` */
function looksLikeLog(text: string): boolean {
  const [first = ''] = significantLines(text);
  return /^\d+[.,]\d{3} (?:e )?(?:p\d+|\?\?\?) /.test(first);
}

function* keysOfLines(text: string): Generator<string> {
  for (const line of significantLines(text)) {
    const [, key, mark] = KEY.exec(line) ?? [];
    if (key !== undefined && mark === '=') yield key;
  }
}

/** Keys of YAML in block style; the indentation gives the nesting. */
function* keysOfBlocks(text: string): Generator<string> {
  const path: { readonly indent: number; readonly key: string }[] = [];
  for (const line of text.split(/\r\n|\n|\r/)) {
    // The reader reports tabs, which YAML does not allow here.
    const [, blanks = '', name] = /^([ \t]*)["']?([\w.$-]+)["']?\s*:(?:\s|$)/.exec(line) ?? [];
    if (name === undefined) continue;
    while (path.length > 0 && path.at(-1)!.indent >= blanks.length) path.pop();
    const outer = path.at(-1)?.key;
    const key = outer === undefined ? name : `${outer}.${name}`;
    if (path.length < 8) path.push({ indent: blanks.length, key });
    yield key;
  }
}

/** Whether the text starts with a brace. */
function startsFlow(text: string): boolean {
  for (const line of significantLines(text)) if (!/^(?:---|%YAML)/.test(line)) return line.startsWith('{');
  return false;
}

/** Quoted keys, plain keys, other texts, and braces. */
const FLOW_TOKEN =
  /"((?:[^"\\\r\n]|\\.)*)"(?=\s*:)|'([^'\r\n]*)'(?=\s*:)|"(?:[^"\\\r\n]|\\.)*"|'[^'\r\n]*'|(?<=[{,\s])([\w.$-]+)(?=\s*:\s)|[{}[\]]/g;

/** Keys of JSON and of flow mappings of YAML, which may be cut off. */
function* keysOfFlow(text: string): Generator<string> {
  const path: (string | undefined)[] = [];
  let last: string | undefined;
  for (const [token, quoted, single, plain] of text.slice(0, MAX_HEAD).matchAll(FLOW_TOKEN)) {
    const key = quoted ?? single ?? plain;
    if (token === '{' || token === '[') {
      if (path.length > 64) return;
      path.push(last);
      last = undefined;
    } else if (token === '}' || token === ']') {
      path.pop();
      last = undefined;
    } else if (key !== undefined) {
      const outer = path.slice(1).filter((step) => step !== undefined);
      last = key;
      yield [...outer, key].join('.');
    }
  }
}
