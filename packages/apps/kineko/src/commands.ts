/** All commands, and how yargs parses them. The file of a command is loaded when the command is called. */
import { unknownName } from '@kineko/formats/problem';
import { messageOf } from '@kineko/kernel';
import { type CliContext, EXIT, type ExitCode, UsageError } from '@kineko/run/console';
import yargs, { type Argv, type Options, type PositionalOptions } from 'yargs';
import type { Command } from './command.js';
import { FRONT_ENDS } from './front-ends.js';

export interface Row {
  readonly usage: string;
  readonly does: string;
  readonly load: () => Promise<{ readonly command: Command }>;
}

type OwnRow = readonly [usage: string, does: string, load: Row['load']];

const OWN: readonly OwnRow[] = [
  ['run <configs..>', 'run one or more scenarios', () => import('./commands/run.js')],
  [
    'validate <files..>',
    'report all problems of scenarios, experiments and assignments; run nothing',
    () => import('./commands/validate.js'),
  ],
  ['view <file>', 'show a log or a trace in the browser', () => import('./commands/view.js')],
  ['edit <world>', 'draw, check, save and run a world in the browser', () => import('./commands/edit.js')],
  [
    'serve [scenario]',
    'serve a scenario to external controllers, viewers and panels',
    () => import('./commands/serve.js'),
  ],
  [
    'analyze <logs..>',
    'analyze logs: distances travelled, collisions, messages, delivery orders',
    () => import('./commands/analyze.js'),
  ],
  [
    'convert <in> <out>',
    'convert a log or a trace to a Neko log, a DEECo log, a trace, CSV or Parquet',
    () => import('./commands/convert.js'),
  ],
  [
    'render <log>',
    'render a log or a trace as a picture, a film or a page: png, svg, gif, mp4, webm, html',
    () => import('./commands/render.js'),
  ],
  [
    'check <file>',
    'check properties over many seeds or a log; shrink and save counterexamples',
    () => import('./commands/check.js'),
  ],
  [
    'explore <file>',
    'try all delivery orders, crashes and losses of a small system; save a counterexample without superfluous steps',
    () => import('./commands/explore.js'),
  ],
  [
    'sweep <experiment>',
    'run an experiment: a scenario over many parameter values and seeds, with metrics',
    () => import('./commands/sweep.js'),
  ],
  [
    'grade <assignment> <algorithms..>',
    "grade students' algorithms by properties, seed by seed",
    () => import('./commands/grade.js'),
  ],
  ['worker', 'run cells of sweeps from a Redis queue', () => import('./commands/worker.js')],
  [
    'list [what]',
    'list the names that files can use: algorithms, sensors, networks, protocols, metrics, properties …',
    () => import('./commands/list.js'),
  ],
  ['new <what> <name>', 'write a starter: algorithm, protocol or experiment', () => import('./commands/new.js')],
];

export const COMMANDS: readonly Row[] = [
  ...OWN.map(([usage, does, load]) => ({ usage, does, load })),
  ...FRONT_ENDS.flatMap(({ subcommands = [] }) => subcommands).map(
    ({ usage, does, positionals = {}, flags = {}, examples, run }): Row => {
      const command = { options: { ...positionals, ...flags }, examples, run };
      return { usage, does, load: () => Promise.resolve({ command }) };
    },
  ),
];

const COMPLETION = 'completion';

/** Thrown by handlers, because yargs formats the whole help text, which takes 50 ms, after a handler that returns. */
class Parsed extends Error {
  constructor(readonly run: () => Promise<ExitCode>) {
    super();
  }
}

/** Arguments that yargs does not accept. */
class Refused extends Error {}

export async function runCommand(args: readonly string[], context: CliContext, version: string): Promise<ExitCode> {
  const [name = ''] = args;
  const row = COMMANDS.find(({ usage }) => nameOf(usage) === name);
  if (row === undefined && /^[^-]/.test(name) && name !== COMPLETION) {
    const names = [...COMMANDS.map(({ usage }) => nameOf(usage)), COMPLETION];
    throw new UsageError(`${unknownName('command', name, names)}\n${HELP}`);
  }
  let printed = '';
  const parser = yargs([...args], context.cwd)
    .scriptName('kineko')
    .usage('$0 <command>\n\nSimulate cooperating mobile robots and the messages they exchange.')
    .version(version)
    .alias({ help: 'h', version: 'V' })
    .demandCommand(1, 'expected a command')
    .strict()
    // The rest is in English too.
    .locale('en')
    .exitProcess(false)
    .wrap(Math.min(context.stderr.columns ?? 100, 120))
    .completion(COMPLETION, 'print a completion script for bash or zsh')
    .epilogue(
      'Every command has its own --help. Exit codes: 0 success, 1 run failed, 2 usage or bad input, 3 property violated, 4 limit reached before the goal, 130 interrupted.',
    )
    .fail((message: string | undefined, error: Error | undefined) => {
      throw error ?? new Refused(message);
    });
  for (const { usage, does, load } of COMMANDS) {
    parser.command(
      usage,
      does,
      // yargs awaits it, which its types do not show.
      (async (argv: Argv) => declare((await load()).command, usage, argv)) as unknown as (argv: Argv) => Argv,
      (parsed) => {
        throw new Parsed(async () => {
          const { command } = await load();
          checkValues(parsed, command);
          await context.watchdog?.arm();
          return command.run(parsed as never, context);
        });
      },
    );
  }
  try {
    await parser.parseAsync([...args], {}, (_error: unknown, _parsed: unknown, output: string) => {
      printed = output;
    });
  } catch (error) {
    if (error instanceof Parsed) return error.run();
    // yargs throws this one itself.
    const isUsage = error instanceof Refused || (error as Error).message.startsWith('Not enough arguments following');
    if (!isUsage) throw error;
    if (row === undefined) throw new UsageError(`${messageOf(error)}\n${HELP}`);
    const { command } = await row.load();
    const { explainUsage } = await import('./usage-errors.js');
    const help = `usage: kineko ${row.usage} (see kineko ${name} --help)`;
    throw new UsageError(`${explainUsage(messageOf(error), args, row.usage, command)}\n${help}`);
  }
  if (printed !== '') context.stdout.write(`${printed}\n`);
  return EXIT.ok;
}

function declare({ options, groups = {}, examples, epilogue }: Command, usage: string, argv: Argv): Argv {
  // Groups are shown in the order in which they are first named: those of front ends last.
  argv.group([], 'Positionals:').group([], 'Options:');
  for (const [name, option] of Object.entries(options)) {
    if (isPositional(name, usage)) argv.positional(name, option as PositionalOptions);
    else argv.option(name, option);
  }
  for (const [heading, own] of Object.entries(groups)) argv.options(own).group(Object.keys(own), heading);
  for (const [line, meaning] of examples) argv.example(line, meaning);
  return epilogue === undefined ? argv : argv.epilogue(epilogue);
}

/** `run` of `run <config>`. */
function nameOf(usage: string): string {
  return usage.replace(/ .*/, '');
}

/** Whether the usage names it: `<name>`, `[name]` or `<name..>`. */
export function isPositional(name: string, usage: string): boolean {
  const [, ...words] = usage.split(' ');
  return words.some((word) => word.replace(/[<>[\].]/g, '') === name);
}

const HELP = '(see kineko --help)';

/** Rejects options that are given twice, or without a value. */
function checkValues(parsed: Readonly<Record<string, unknown>>, { options, groups = {} }: Command): void {
  const declared: [string, Options][] = [options, ...Object.values(groups)].flatMap((table) => Object.entries(table));
  const lists = declared.flatMap(([name, { array, alias }]) => (array === true ? [name, alias] : []));
  // Declared like that only if a missing value has a meaning.
  const optional = declared.flatMap(([name, { requiresArg }]) => (requiresArg === false ? [name] : []));
  for (const [key, value] of Object.entries(parsed)) {
    const option = key.length === 1 ? `-${key}` : `--${key}`;
    if (value === '' && !optional.includes(kebabCase(key))) throw new UsageError(`${option}: expected a value`);
    if (!Array.isArray(value) || key === '_' || lists.includes(kebabCase(key))) continue;
    throw new UsageError(`${option}: expected one value, got ${value.length}: ${value.join(', ')}`);
  }
}

function kebabCase(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
