/** Options that pages name, checked against those that commands declare. */
import type { Page } from '@kineko/tools/docs/pages';
import { COMMANDS } from '../src/commands.js';

/** The options of each command, with dashes: `--seed`, `-o`. */
export type OptionsByCommand = ReadonlyMap<string, ReadonlySet<string>>;

const GLOBAL = ['--help', '-h', '--version', '-V'];

export async function declaredOptions(): Promise<OptionsByCommand> {
  const all = new Map<string, ReadonlySet<string>>([['completion', new Set(GLOBAL)]]);
  for (const { usage, load } of COMMANDS) {
    const { options, groups = {} } = (await load()).command;
    const names = [options, ...Object.values(groups)].flatMap((table) =>
      Object.entries(table).flatMap(([name, { alias, type }]) => [
        `--${name}`,
        ...(type === 'boolean' ? [`--no-${name}`] : []),
        ...[alias ?? []].flat().map((short) => `-${short}`),
      ]),
    );
    all.set(usage.replace(/ .*/, ''), new Set([...GLOBAL, ...names]));
  }
  return all;
}

/** `kineko run a.config --seed 1`, up to the end of the command. */
const CALL = /\bkineko(?:\.js)?[ \t]+(?<command>[a-z]+)\b(?<rest>[^|&;#\n`]*)/g;
const FLAG = /(?<=^|\s)-(?:-[a-zA-Z][\w-]*|[a-zA-Z](?=\s|$))/g;
const SPAN = /(?<!`)`([^`\n]+)`(?!`)/g;
const HEADING = /^#{1,6} /;
const FENCE = /^\s*(`{3,})/;

interface Line {
  readonly text: string;
  readonly number: number;
  readonly isCode: boolean;
  /** Commands that its section names. */
  readonly section: Set<string>;
}

/** `docs/lab.md:12: …` for each option that a page names and no command has. */
export function optionProblems({ path, text }: Pick<Page, 'path' | 'text'>, options: OptionsByCommand): string[] {
  const lines = linesOf(text, options);
  const problems: string[] = [];
  for (const line of lines) {
    const calls = line.isCode
      ? callsIn(line.text, options)
      : spansOf(line.text).flatMap((span) => callsIn(span, options));
    const found = calls.flatMap(({ command, flags }) =>
      flags.filter((flag) => !options.get(command)!.has(flag)).map((flag) => `kineko ${command} has no option ${flag}`),
    );
    if (!line.isCode) found.push(...mentionProblems(line, calls, options));
    problems.push(...found.map((each) => `${path}:${line.number}: ${each}`));
  }
  return problems;
}

/** Options alone, such as `--seed 1`: they belong to a command of the line, else of the section, else to any. */
function mentionProblems(
  { text, section }: Line,
  calls: readonly { readonly command: string }[],
  options: OptionsByCommand,
): string[] {
  const named =
    calls.length > 0 ? calls.map(({ command }) => command) : section.size > 0 ? [...section] : [...options.keys()];
  const candidates = [...new Set([...named, ...section])];
  const flags = spansOf(text).flatMap((span) => (/^--?[a-zA-Z]/.test(span) ? (span.match(FLAG) ?? []) : []));
  return flags
    .filter((flag) => !candidates.some((command) => options.get(command)!.has(flag)))
    .map((flag) => {
      const of = candidates.length === options.size ? 'no command' : `none of ${candidates.join(', ')}`;
      return `${of} has an option ${flag}`;
    });
}

function spansOf(line: string): string[] {
  return Array.from(line.matchAll(SPAN), ([, span]) => span!);
}

interface Call {
  readonly command: string;
  readonly flags: readonly string[];
}

function callsIn(text: string, options: OptionsByCommand): Call[] {
  return Array.from(text.matchAll(CALL)).flatMap(({ groups }) => {
    const { command, rest } = groups as { readonly command: string; readonly rest: string };
    return options.has(command) ? [{ command, flags: withoutQuoted(rest).match(FLAG) ?? [] }] : [];
  });
}

function withoutQuoted(text: string): string {
  return text.replaceAll(/"[^"]*"|'[^']*'/g, '""');
}

/** A command that continues on the next line is one line. */
function linesOf(text: string, options: OptionsByCommand): Line[] {
  const lines: Line[] = [];
  let section = new Set<string>();
  let fence: string | undefined;
  let continued: Line | undefined;
  for (const [index, each] of text.split(/\r?\n/).entries()) {
    const [, mark] = FENCE.exec(each) ?? [];
    if (mark !== undefined && (fence === undefined || fence === mark)) {
      fence = fence === undefined ? mark : undefined;
      continue;
    }
    const isCode = fence !== undefined;
    if (!isCode && HEADING.test(each)) section = new Set();
    const whole: string = continued === undefined ? each : `${continued.text} ${each.trim()}`;
    const line: Line = { text: whole.replace(/\\$/, ''), number: continued?.number ?? index + 1, isCode, section };
    continued = isCode && each.endsWith('\\') ? line : undefined;
    if (continued !== undefined) continue;
    for (const { command } of callsIn(line.text, options)) section.add(command);
    lines.push(line);
  }
  return lines;
}
