/** `docs/reference/command-line.md`: every command and flag, as the program itself has them. */
import type { Argv, Options, PositionalOptions } from 'yargs';
import { cellCode, markdownTable } from '@kineko/tools/shared/markdown-table';
import { COMMANDS } from '../src/commands.js';

/** What a command tells yargs. */
class Told {
  readonly positionals: [string, PositionalOptions][] = [];
  readonly flags: [string, Options][] = [];
  readonly examples: [string, string][] = [];
  readonly epilogues: string[] = [];

  /** A stand-in for yargs, which keeps its options to itself. */
  readonly argv: Argv = new Proxy({} as Argv, {
    get: (_, name) => {
      switch (name) {
        case 'positional':
          return this.keeping(this.positionals);
        case 'option':
          return this.keeping(this.flags);
        case 'options':
          return (options: Readonly<Record<string, Options>>) => {
            this.flags.push(...Object.entries(options));
            return this.argv;
          };
        case 'example':
          return this.keeping(this.examples);
        case 'epilogue':
          return (text: string) => {
            this.epilogues.push(text);
            return this.argv;
          };
        // Some commands resolve to it, and it is no promise.
        case 'then':
          return undefined;
        case 'group':
          return () => this.argv;
        default:
          throw new Error(
            `a command calls ${String(name)} of yargs: command-line-document.ts has to learn what that is`,
          );
      }
    },
  });

  private keeping<T>(list: [string, T][]): (name: string, value: T) => Argv {
    return (name, value) => {
      list.push([name, value]);
      return this.argv;
    };
  }
}

export async function commandLinePage(): Promise<string> {
  const sections = [
    '# All commands and flags',
    'As the program itself has them; [the command line](../command-line.md) explains. `KINEKO_WRITE=1 npm run jest -- command-line-document` makes this page anew. Every command also has `--help`.',
  ];
  for (const { usage, does, load } of COMMANDS) {
    const told = new Told();
    await (await load()).options(told.argv);
    sections.push(`## ${usage.replace(/ .*/, '')}`, `\`kineko ${usage}\`: ${does}.`, ...tablesOf(told));
  }
  return `${sections.join('\n\n')}\n`;
}

function tablesOf({ positionals, flags, examples, epilogues }: Told): readonly string[] {
  const tables: string[] = [];
  const whats = positionals.map(([name, { describe = '', choices, default: given }]) => [
    cellCode(name),
    text(describe, choices, given),
  ]);
  if (whats.length > 0) tables.push(markdownTable(['argument', ''], whats));
  const rows = flags.map(([name, flag]) => [
    flagNames(name, flag),
    text(flag.describe ?? '', flag.choices, flag.default as unknown),
  ]);
  if (rows.length > 0) tables.push(markdownTable(['flag', ''], rows));
  const shown = examples.map(([command, meaning]) => [cellCode(command.replace('$0', 'kineko')), inCell(meaning)]);
  if (shown.length > 0) tables.push(markdownTable(['example', ''], shown));
  // Lists that the program computes, as of properties.
  tables.push(...epilogues.map((epilogue) => `\`\`\`text\n${epilogue}\n\`\`\``));
  return tables;
}

function flagNames(name: string, { alias, type, choices }: Options): string {
  const value = type === 'boolean' || type === 'count' ? '' : choices === undefined ? ' …' : '';
  const short = alias === undefined ? '' : `${cellCode(`-${String(alias)}`)}, `;
  return `${short}${cellCode(`--${name}${value}`)}`;
}

function text(describe: string | false | undefined, choices: unknown, given: unknown): string {
  const listed = Array.isArray(choices) ? ` (${choices.map((choice) => cellCode(String(choice))).join(', ')})` : '';
  const usual =
    given === undefined || given === false
      ? ''
      : `; by default ${cellCode(typeof given === 'string' ? given : JSON.stringify(given))}`;
  return inCell(`${describe === false ? '' : (describe ?? '')}${listed}${usual}`);
}

/** As prose: what could be taken for marks of the page is none, and what is code already stays so. */
function inCell(prose: string): string {
  return prose
    .split(/(`[^`]*`)/)
    .map((part, index) => (index % 2 === 1 ? part : part.replace(/[|<>*_{}]/g, (mark) => `\\${mark}`)))
    .join('');
}
