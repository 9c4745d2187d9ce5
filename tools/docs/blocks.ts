/** The fenced blocks of a Markdown page, and the comments that complete fragments. */

export interface Block {
  /** Line of the page, from 1. */
  readonly line: number;
  /** The first word after the fence: `sh`, `ts`, or empty. */
  readonly language: string;
  /** The words after the language: `file=a.ts`, `output`, `not-run: a cluster`. */
  readonly info: string;
  /** The lines of the block, with their line ends. */
  readonly text: string;
  /** The text that completes a fragment: the last comment `<!-- preamble … -->` before it. */
  readonly preamble: string | undefined;
}

/** A name (`<!-- preamble: algorithm -->`) or the code itself, from the next line on. */
const PREAMBLE = /^\s*<!-- preamble(?::\s*(?<name>[\w-]+)\s*-->)?/;
const FENCE = /^(?<indent>\s*)(?<fence>`{3,})(?<language>[^\s`]*)[ \t]*(?<info>[^`]*)$/;

/** A fence that is never closed extends to the end of the page, as in Markdown. */
export function blocksOf(page: string): readonly Block[] {
  const lines = page.split(/\r?\n/);
  const blocks: Block[] = [];
  let preamble: string | undefined;
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at]!;
    const comment = PREAMBLE.exec(line);
    if (comment !== null) {
      const { name } = comment.groups!;
      const end = name === undefined ? lines.findIndex((text, index) => index > at && text.includes('-->')) : at;
      preamble = name ?? textOf(lines.slice(at + 1, end), 0);
      at = Math.max(end, at);
      continue;
    }
    const { indent, fence, language, info } = FENCE.exec(line)?.groups ?? {};
    if (fence === undefined) continue;
    let end = at + 1;
    while (end < lines.length && lines[end]!.trim() !== fence) end++;
    const text = textOf(lines.slice(at + 1, end), indent!.length);
    blocks.push({ line: at + 1, language: language!, info: info!.trim(), text, preamble });
    at = end;
  }
  return blocks;
}

/** Removes the indentation of a block in a list. */
function textOf(lines: readonly string[], indent: number): string {
  return lines.map((line) => `${line.slice(0, indent).trim()}${line.slice(indent)}\n`).join('');
}
