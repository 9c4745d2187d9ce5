/** All commands, as yargs sees them. A command's own file is loaded when it is asked for. */
import { type CliContext, EXIT, type ExitCode, type Subcommand, UsageError } from '@kineko/run/console';
import yargs, { type Argv, type PositionalOptions } from 'yargs';
import type { Command } from './command.js';
import { FRONT_ENDS } from './front-ends.js';

export interface Row {
  readonly usage: string;
  readonly does: string;
  readonly load: () => Promise<Command>;
}

export const COMMANDS: readonly Row[] = [
  {
    usage: 'run <configs..>',
    does: 'run a scenario, or several, one after the other',
    load: async () => (await import('./commands/run.js')).command,
  },
  {
    usage: 'validate <files..>',
    does: 'say all that is wrong with scenarios, and run nothing',
    load: async () => (await import('./commands/validate.js')).command,
  },
  {
    usage: 'view <file>',
    does: 'show a log or a trace in the browser',
    load: async () => (await import('./commands/view.js')).command,
  },
  {
    usage: 'edit <world>',
    does: 'draw a world in the browser, check it, save it, run it',
    load: async () => (await import('./commands/edit.js')).command,
  },
  {
    usage: 'serve [scenario]',
    does: 'wait for programs that steer the robots of a scenario, and for viewers and panels',
    load: async () => (await import('./commands/serve.js')).command,
  },
  {
    usage: 'analyze <logs..>',
    does: 'tell what happened in a run: ways, collisions, messages, orders',
    load: async () => (await import('./commands/analyze.js')).command,
  },
  {
    usage: 'convert <in> <out>',
    does: 'make a Neko log, a DEECo log, a trace, CSV or Parquet of a log or a trace',
    load: async () => (await import('./commands/convert.js')).command,
  },
  {
    usage: 'render <log>',
    does: 'make a picture, a film or a page of a log or a trace: png, svg, gif, mp4, webm, html',
    load: async () => (await import('./commands/render.js')).command,
  },
  {
    usage: 'check <file>',
    does: 'hold many runs of a scenario, or a log, against properties; a counterexample is made small and kept',
    load: async () => (await import('./commands/check.js')).command,
  },
  {
    usage: 'sweep <experiment>',
    does: 'run an experiment: a scenario with many values, many times, and what is measured',
    load: async () => (await import('./commands/sweep.js')).command,
  },
  {
    usage: 'grade <assignment> <algorithms..>',
    does: "score students' algorithms by properties, seed by seed",
    load: async () => (await import('./commands/grade.js')).command,
  },
  {
    usage: 'worker',
    does: 'run cells of sweeps that others have queued in a Redis',
    load: async () => (await import('./commands/worker.js')).command,
  },
  {
    usage: 'list <what>',
    does: 'name the algorithms, sensors, networks, protocols … there are',
    load: async () => (await import('./commands/list.js')).command,
  },
  {
    usage: 'new <what> <name>',
    does: 'write a starter: algorithm, protocol or experiment',
    load: async () => (await import('./commands/new.js')).command,
  },
  ...FRONT_ENDS.flatMap(({ subcommands = [] }) => subcommands.map(rowOf)),
];

function rowOf({ usage, does, positionals = {}, flags = {}, examples, run }: Subcommand): Row {
  const options = (argv: Argv): Argv => {
    for (const [name, option] of Object.entries(positionals)) argv.positional(name, option as PositionalOptions);
    for (const [command, meaning] of examples) argv.example(command, meaning);
    return argv.options(flags);
  };
  return { usage, does, load: () => Promise.resolve({ options, run }) };
}

const COMPLETION = 'completion';

/** Thrown by handlers, because yargs formats the whole help text, which takes 50 ms, after a handler that returns. */
class Parsed extends Error {
  constructor(readonly run: () => Promise<ExitCode>) {
    super();
  }
}

export async function runCommand(args: readonly string[], context: CliContext, version: string): Promise<ExitCode> {
  const [name = ''] = args;
  const row = COMMANDS.find(({ usage }) => nameOf(usage) === name);
  if (row === undefined && /^[^-]/.test(name) && name !== COMPLETION) throw await unknownCommand(name);
  const help = row === undefined ? HELP : `usage: kineko ${row.usage} (kineko ${name} --help tells more)`;
  let said = '';
  const parser = yargs([...args], context.cwd)
    .scriptName('kineko')
    .usage('$0 <command>\n\nSimulates cooperating mobile robots and the messages they exchange.')
    .version(version)
    .alias({ help: 'h', version: 'V' })
    .demandCommand(1, 'no command was given')
    .strict()
    // The rest is in English too.
    .locale('en')
    .exitProcess(false)
    .wrap(Math.min(context.stderr.columns ?? 100, 120))
    .completion(COMPLETION, 'print a script that completes commands in bash or zsh')
    .epilogue(
      'Every command has --help of its own. Exit codes: 0 well, 1 failed, 2 bad input, 3 a property was violated, 4 a limit came before the goal, 130 interrupted.',
    )
    .fail((message: string | undefined, error: Error | undefined) => {
      throw error ?? new UsageError(`${message}\n${help}`);
    });
  for (const { usage, does, load } of COMMANDS) {
    parser.command(
      usage,
      does,
      // yargs awaits it, its types do not say so. Groups are shown as they were first named: those of front ends last.
      (async (argv: Argv) =>
        (await load()).options(argv.group([], 'Positionals:').group([], 'Options:'))) as unknown as (
        argv: Argv,
      ) => Argv,
      (parsed) => {
        checkValues(parsed);
        throw new Parsed(async () => {
          const command = await load();
          await context.watchdog?.arm();
          return command.run(parsed, context);
        });
      },
    );
  }
  try {
    await parser.parseAsync([...args], {}, (_error: unknown, _parsed: unknown, output: string) => {
      said = output;
    });
  } catch (error) {
    if (error instanceof Parsed) return error.run();
    throw error;
  }
  if (said !== '') context.stdout.write(`${said}\n`);
  return EXIT.ok;
}

/** `run` of `run <config>`. */
function nameOf(usage: string): string {
  return usage.replace(/ .*/, '');
}

const HELP = '(kineko --help tells what there is)';

async function unknownCommand(name: string): Promise<UsageError> {
  const { nearestName } = await import('@kineko/formats/problem');
  const names = [...COMMANDS.map(({ usage }) => nameOf(usage)), COMPLETION];
  const meant = nearestName(name, names);
  const right = meant === undefined ? `there are ${names.join(', ')}` : `did you mean ${meant}?`;
  return new UsageError(`there is no command '${name}': ${right}\n${HELP}`);
}

/** What may be given several times. */
const LISTS: readonly string[] = [
  'algorithms',
  '_',
  'allow-path',
  'allowPath',
  'configs',
  'files',
  'layer',
  'logs',
  'p',
  'plugin',
  'property',
  'set',
  'slurm-option',
  'slurmOption',
  ...FRONT_ENDS.flatMap(({ flags, serving }) =>
    Object.entries({ ...flags, ...serving?.flags }).flatMap(([name, { array }]) => (array === true ? [name] : [])),
  ),
];

/** What is given twice, or without a value, is a slip: nobody can tell what is meant. */
function checkValues(parsed: Readonly<Record<string, unknown>>): void {
  for (const [key, value] of Object.entries(parsed)) {
    if (value === '') throw new UsageError(`${shownOption(key)} has no value`);
    if (!Array.isArray(value) || LISTS.includes(key)) continue;
    throw new UsageError(`${shownOption(key)} is given ${value.length} times (${value.join(', ')}): once is right`);
  }
}

function shownOption(key: string): string {
  return key.length === 1 ? `-${key}` : `--${key}`;
}
