/** Which syntax a text has, and whether it is a configuration at all, told by its first lines. */
import { NEKO_TABLE } from '../keys/keys.js';

export type Syntax = 'properties' | 'yaml' | 'json';

/** Characters that are looked at to recognise a file. */
const MAX_HEAD = 4096;

const KEY = /^["']?([\w.$-]+)["']?\s*(=|:(?=\s|$))/;

/** By the content; where that does not tell, the ending of the name does. */
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

/** Whether a text that begins with a brace is JSON, and not a flow mapping of YAML: JSON quotes its first key. */
function isJson(text: string, path: string): boolean {
  if (/\.ya?ml$/i.test(path)) return false;
  const inside = text.slice(text.indexOf('{') + 1);
  const [first = '}'] = significantLines(inside);
  return /\.json$/i.test(path) || first.startsWith('"') || first.startsWith('}');
}

/** Without comments, without empty lines, and without the blanks around. */
function* significantLines(text: string): Generator<string> {
  // A sticky expression, so that the rest of a large text is not even looked at.
  const line = /[^\r\n]*(?:\r\n|[\r\n]|$)/y;
  let isFirst = true;
  while (line.lastIndex < text.length) {
    const read = line.exec(text)?.[0] ?? '';
    const trimmed = (isFirst ? read.replace(/^\uFEFF/, '') : read).trim();
    isFirst = false;
    if (trimmed !== '' && !trimmed.startsWith('#')) yield trimmed;
  }
}

/** Of keys that only these files have; `seed`, `objects` and the like others may have too. */
const TELLING =
  /^(?:process|robot|network|simulation|animation|ghost_mode|bornpoint|world|finish|heartbeat|fd)(?=[.\d]|$)/;

/** Whether the first lines of a file look like those of a configuration; its name counts where they do not tell. */
export function isNekoConfig(head: string, path: string): boolean {
  const text = head.replace(/^\uFEFF/, '');
  // eslint-disable-next-line no-control-regex -- no text has such characters, a picture or a binary trace does
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

/** YAML whose maps stand below each other; the deeper a line is indented, the deeper is its key. */
function* keysOfBlocks(text: string): Generator<string> {
  const path: { readonly indent: number; readonly key: string }[] = [];
  for (const line of text.split(/\r\n|\n|\r/)) {
    const [, blanks = '', name] = /^( *)["']?([\w.$-]+)["']?\s*:(?:\s|$)/.exec(line) ?? [];
    if (name === undefined) continue;
    while (path.length > 0 && path.at(-1)!.indent >= blanks.length) path.pop();
    const outer = path.at(-1)?.key;
    const key = outer === undefined ? name : `${outer}.${name}`;
    if (path.length < 8) path.push({ indent: blanks.length, key });
    yield key;
  }
}

/** Whether its maps stand in braces. */
function startsFlow(text: string): boolean {
  for (const line of significantLines(text)) if (!/^(?:---|%YAML)/.test(line)) return line.startsWith('{');
  return false;
}

/** Quoted keys, plain keys, other texts, and braces; of the head of a file. */
const FLOW_TOKEN =
  /"((?:[^"\\\r\n]|\\.)*)"(?=\s*:)|'([^'\r\n]*)'(?=\s*:)|"(?:[^"\\\r\n]|\\.)*"|'[^'\r\n]*'|(?<=[{,\s])([\w.$-]+)(?=\s*:\s)|[{}[\]]/g;

/** JSON and flow mappings of YAML, or what there is of them. */
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
