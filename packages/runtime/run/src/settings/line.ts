/** The syntax of values in properties: a comma ends an item; inside one, `\,` is a comma and `\\` a backslash. */

interface Item {
  readonly text: string;
  /** Where it begins. */
  readonly offset: number;
}

/** The items without the blanks around them; nothing at all has none. Empty ones between commas are kept. */
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

/** A backslash before anything else is one, as in the name of a Windows folder. */
function isEscaped(next: string | undefined): boolean {
  return next === '\\' || next === ',';
}

export function unescaped(text: string): string {
  return text.includes('\\') ? text.replaceAll(/\\([\\,])/g, '$1') : text;
}

/** As a text is written in which commas are just commas. */
export function escapedText(text: string): string {
  return text.replaceAll('\\', '\\\\');
}

export function escapedItem(text: string): string {
  return text.replaceAll(/[\\,]/g, '\\$&');
}
