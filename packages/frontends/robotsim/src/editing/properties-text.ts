/** Edits Neko properties line by line: changed lines are rewritten, the others stay. */
import type { Change, KeyedEntry, KeyedText } from './keyed-text.js';
import { type Splice, spliced } from '@kineko/editor';

interface Line extends KeyedEntry {
  readonly key: string;
  readonly value: string;
  /** Start of the next line. */
  readonly next: number;
}

export function openProperties(text: string): KeyedText {
  const lines = linesOf(text);
  const entries = new Map<string, KeyedEntry>();
  for (const line of lines) {
    const before = entries.get(line.key);
    // A repeated key extends its list.
    const value = before === undefined ? line.value : `${String(before.value)}, ${line.value}`;
    entries.set(line.key, { start: before?.start ?? line.start, end: line.end, value });
  }
  const write = (changes: ReadonlyMap<string, Change>): string => {
    const splices: Splice[] = [];
    const added: [key: string, line: string][] = [];
    for (const [key, change] of changes) {
      const [first, ...more] = lines.filter((line) => line.key === key);
      const wanted = 'set' in change ? change.set.line : undefined;
      for (const { start, next } of wanted === undefined && first !== undefined ? [first, ...more] : more) {
        splices.push({ start, end: next, text: '' });
      }
      if (wanted === undefined) continue;
      if (first === undefined) added.push([key, wanted]);
      else splices.push({ start: first.start, end: first.end, text: `${key} = ${wanted}` });
    }
    return spliced(text, [...splices, ...additions(text, lines, added)]);
  };
  return { syntax: 'properties', entries, write };
}

/** After the last line with the same key prefix, or at the end. */
function additions(text: string, lines: readonly Line[], added: readonly (readonly [string, string])[]): Splice[] {
  const family = (key: string): string => key.replace(/[\d.].*$/s, '');
  return added.map(([key, value]) => {
    const last = lines.findLast((line) => family(line.key) === family(key));
    const at = last?.next ?? text.length;
    const isOpen = at > 0 && text[at - 1] !== '\n';
    return { start: at, end: at, text: `${isOpen ? '\n' : ''}${key} = ${value}\n` };
  });
}

/** Lines continued with a backslash are one. */
function linesOf(text: string): Line[] {
  const lines: Line[] = [];
  let start: number | undefined;
  let content = '';
  for (const found of text.matchAll(/([^\r\n]*)(\r\n|[\r\n]|$)/g)) {
    const [whole, physical = ''] = found;
    const line = physical.trim();
    if (line !== '' && !line.startsWith('#')) {
      start ??= found.index;
      const goesOn = /(?:^|[^\\])(?:\\\\)*\\$/.test(line);
      content += goesOn ? line.slice(0, -1) : line;
      if (!goesOn) {
        const equals = content.indexOf('=');
        if (equals > 0) {
          const end = found.index + physical.length;
          const key = content.slice(0, equals).trim();
          lines.push({ key, value: content.slice(equals + 1).trim(), start, end, next: found.index + whole.length });
        }
        start = undefined;
        content = '';
      }
    }
  }
  return lines;
}
