/** Compares the output that a page shows with the output of the command. */

/** On its own line it matches any lines, within a line any characters. */
const ANY = '…';

/** Progress lines, printed every ten seconds: their number depends on the load of the machine. */
const PROGRESS = /^(check|sweep|grade|search \(\w+\)|shrinking): [\d,]+( of( at most)? [\d,]+)? (runs|cells), /;

/** The difference from the expected output; undefined if there is none. */
export function outputProblem(announced: string, printed: string): string | undefined {
  const rest = linesOf(printed).filter((line) => !PROGRESS.test(line));
  const pieces = splitAtAny(linesOf(announced));
  let from = 0;
  for (const [index, piece] of pieces.entries()) {
    const isLast = index === pieces.length - 1;
    // Between two …, the first match is as good as any later one; the last piece has to match the end.
    const latest = rest.length - piece.length;
    const earliest = isLast && index > 0 ? Math.max(from, latest) : from;
    let at = earliest;
    while (at <= (index === 0 ? 0 : latest) && !piece.every((line, offset) => isLike(line, rest[at + offset]))) at++;
    if (at > (index === 0 ? 0 : latest) || (isLast && at !== latest)) return comparison(piece, rest, earliest);
    from = at + piece.length;
  }
  return undefined;
}

/** Whether the expected output has been printed already; a server continues to print. */
export function hasPrinted(announced: string, printed: string): boolean {
  return outputProblem(`${announced.trimEnd()}\n${ANY}\n`, printed) === undefined;
}

function linesOf(text: string): readonly string[] {
  const lines = text.split('\n').map((line) => line.trimEnd());
  while (lines.at(-1) === '') lines.pop();
  return lines;
}

function splitAtAny(lines: readonly string[]): readonly (readonly string[])[] {
  const pieces: string[][] = [[]];
  for (const line of lines) {
    if (line.trim() === ANY) pieces.push([]);
    else pieces.at(-1)!.push(line);
  }
  return pieces;
}

function isLike(announced: string, printed: string | undefined): boolean {
  if (printed === undefined) return false;
  if (!announced.includes(ANY)) return announced === printed;
  const parts = announced.split(ANY).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`).test(printed);
}

function comparison(piece: readonly string[], printed: readonly string[], from: number): string {
  const wrong = piece.findIndex((line, offset) => !isLike(line, printed[from + offset]));
  const where = wrong < 0 ? 'more is printed than the page says' : `the page says: ${piece[wrong]}`;
  return `${where}\nprinted:\n${printed.map((line) => `  ${line}`).join('\n')}`;
}
