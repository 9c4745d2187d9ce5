/**
 * Applies the phrases of `plain-english.js` to the prose of a Markdown page: no code and no headings, one unit per paragraph, item or
 * cell. A heading may be a question ("What it covers").
 */
import { unplain } from './plain-english.js';

/** Each phrase that is hard to read, with its line. */
export function unplainMarkdown(page) {
  const found = [];
  let unit = '';
  let start = 0;
  const close = () => {
    const text = unit
      .replace(/`[^`]*`/g, 'code')
      .replace(/\]\([^)]*\)/g, ']')
      .replace(/[*_[\]]/g, '')
      .trim();
    for (const { phrase, advice } of unplain(text)) found.push({ line: start, phrase, advice });
    unit = '';
  };
  let isCode = false;
  for (const [index, line] of page
    .replace(/<!--[\s\S]*?-->/g, (comment) => comment.replace(/[^\n]/g, ''))
    .split('\n')
    .entries()) {
    const isFence = /^\s*```/.test(line);
    const isRow = /^\s*\|/.test(line);
    if (isCode || isFence || isRow || /^\s*$|^#|^\s*(?:[-*>]|\d+\.) /.test(line)) close();
    if (isFence) isCode = !isCode;
    else if (line.startsWith('#')) continue;
    else if (isRow && !isCode) {
      for (const cell of line.split('|')) {
        [unit, start] = [cell, index + 1];
        close();
      }
    } else if (!isCode && line.trim() !== '') {
      if (unit === '') start = index + 1;
      unit += ` ${line.replace(/^\s*(?:[-*>]|\d+\.) /, '')}`;
    }
  }
  close();
  return found;
}
