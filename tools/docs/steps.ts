/** The commands of a block, one after the other. */

/** Commands that run together. */
export interface Step {
  /** Line of the block, from 0. */
  readonly line: number;
  /** Text for bash. */
  readonly script: string;
  /** The arguments, if the step only starts our program. */
  readonly kineko: readonly string[] | undefined;
  /** Expected exit code. */
  readonly exit: number;
}

const EXIT = /\s#.*\bexit (?:code )?(?<code>\d+)/;
/** Words without characters that a shell would interpret. */
const WORD = /^(?:[\w./:=,@%+#-]+|'[^'\n]*'|"[^"$`\\\n]*")+/;

/** Lines that need bash are grouped; a start of our program, or a line that may fail, is a separate step. */
export function stepsOf(block: string): readonly Step[] {
  const steps: Step[] = [];
  let script = '';
  let first = 0;
  const flush = (): void => {
    if (script.trim() !== '') steps.push({ line: first, script, kineko: undefined, exit: 0 });
    script = '';
  };
  for (const { line, text } of joinedLines(block)) {
    const kineko = plainKineko(text);
    const exit = Number(EXIT.exec(text)?.groups?.['code'] ?? 0);
    if (kineko === undefined && exit === 0) {
      if (script === '') first = line;
      script += `${text}\n`;
      continue;
    }
    flush();
    steps.push({ line, script: `${text}\n`, kineko, exit });
  }
  flush();
  return steps;
}

function joinedLines(block: string): readonly { readonly line: number; readonly text: string }[] {
  const joined: { line: number; text: string }[] = [];
  let goesOn = false;
  for (const [line, text] of block.trimEnd().split('\n').entries()) {
    if (goesOn) joined.at(-1)!.text += `\n${text}`;
    else joined.push({ line, text });
    goesOn = text.endsWith('\\');
  }
  return joined;
}

/** The arguments of `kineko …` and `npx kineko …`. */
function plainKineko(text: string): readonly string[] | undefined {
  const words = wordsOf(text.replaceAll('\\\n', ' '));
  if (words?.[0] === 'npx') words.shift();
  return words?.shift() === 'kineko' ? words : undefined;
}

function wordsOf(text: string): string[] | undefined {
  const words: string[] = [];
  let rest = text.trim();
  while (rest !== '' && !rest.startsWith('#')) {
    const [word] = WORD.exec(rest) ?? [];
    if (word === undefined) return undefined;
    words.push(word.replace(/'([^']*)'|"([^"]*)"/g, '$1$2'));
    const next = rest.slice(word.length);
    rest = next.trimStart();
    if (rest !== '' && rest === next) return undefined;
  }
  return words;
}
