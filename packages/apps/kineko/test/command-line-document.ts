/** `docs/reference/command-line.md`: every command and flag, as the program declares them. */
import type { Options } from 'yargs';
import { cellCode, markdownTable } from '@kineko/tools/shared/markdown-table';
import type { Command } from '../src/command.js';
import { COMMANDS, isPositional } from '../src/commands.js';

export async function commandLinePage(): Promise<string> {
  const sections = [
    '# All commands and flags',
    'As the program declares them; [the command line](../command-line.md) explains them. `KINEKO_WRITE=1 npm run jest -- command-line-document` rewrites this page. Every command also has `--help`.',
  ];
  for (const { usage, does, load } of COMMANDS) {
    const { command } = await load();
    sections.push(`## ${usage.replace(/ .*/, '')}`, `\`kineko ${usage}\`: ${does}.`, ...tablesOf(command, usage));
  }
  return `${sections.join('\n\n')}\n`;
}

function tablesOf({ options, groups = {}, examples, epilogue }: Command, usage: string): readonly string[] {
  const all = [options, ...Object.values(groups)].flatMap((table) => Object.entries(table));
  const row = ([name, option]: [string, Options]): [string, string] => [
    isPositional(name, usage) ? cellCode(name) : flagNames(name, option),
    text(option.describe ?? '', option.choices, option.default as unknown),
  ];
  const tables: readonly (readonly [string, readonly (readonly [string, string])[]])[] = [
    ['argument', all.filter(([name]) => isPositional(name, usage)).map(row)],
    ['flag', all.filter(([name]) => !isPositional(name, usage)).map(row)],
    ['example', examples.map(([line, meaning]) => [cellCode(line.replace('$0', 'kineko')), inCell(meaning)])],
  ];
  return [
    ...tables.filter(([, rows]) => rows.length > 0).map(([heading, rows]) => markdownTable([heading, ''], rows)),
    // A list that the program computes, such as that of properties.
    epilogue === undefined ? [] : `\`\`\`text\n${epilogue}\n\`\`\``,
  ].flat();
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
      : `; default: ${cellCode(typeof given === 'string' ? given : JSON.stringify(given))}`;
  return inCell(`${describe === false ? '' : (describe ?? '')}${listed}${usual}`);
}

/** Escapes Markdown, except in code. */
function inCell(prose: string): string {
  return prose
    .split(/(`[^`]*`)/)
    .map((part, index) => (index % 2 === 1 ? part : part.replace(/[|<>*_{}]/g, (mark) => `\\${mark}`)))
    .join('');
}
