/** The syntax of values in properties: commas separate items; in an item, `\,` is a comma and `\\` a backslash. */

interface Item {
  readonly text: string;
  /** Offset of its first character. */
  readonly offset: number;
}

/** The trimmed items; a blank line has none. Empty items between commas are kept. */
export function splitItems(line: string): Item[] {
  if (line.trim() === '') return [];
  const items: Item[] = [];
  let start = 0;
  for (let i = 0; i <= line.length; i++) {
    if (line[i] === '\\' && isEscaped(line[i + 1])) i++;
    else if (i === line.length || line[i] === ',') {
      const piece = line.slice(start, i);
      items.push({ text: unescaped(piece.trim()), offset: start + piece.length - piece.trimStart().length });
      start = i + 1;
    }
  }
  return items;
}

/** A backslash before any other character is literal, as in a Windows path. */
function isEscaped(next: string | undefined): boolean {
  return next === '\\' || next === ',';
}

export function unescaped(text: string): string {
  return text.includes('\\') ? text.replaceAll(/\\([\\,])/g, '$1') : text;
}

/** Escapes a text in which commas are literal. */
export function escapedText(text: string): string {
  return text.replaceAll('\\', '\\\\');
}

export function escapedItem(text: string): string {
  return text.replaceAll(/[\\,]/g, '\\$&');
}
