/** `kineko explore`: all orders in which the messages, timers, crashes and losses of a small system can happen. */
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { escapeText, expected } from '@kineko/formats/problem';
import { PropertyError, readProperty } from '@kineko/lab';
import { Opening } from '@kineko/lab/node';
import {
  Execution,
  explore as exploreAll,
  type ExploreOptions,
  type ExploreReport,
  printDeliveries,
} from '@kineko/neko';
import { VALUE, VALUES } from '@kineko/run';
import {
  type CliContext,
  counted,
  diagnosticsOn,
  EXIT,
  type ExitCode,
  programName,
  shownPath,
  UsageError,
} from '@kineko/run/console';
import { makeFolder, shellWord, writing } from '@kineko/run/node';
import type { ArgumentsOf, Command } from '../command.js';
import { type Processes, readProcesses } from '../exploring/processes.js';
import { checkerOfProperty, isLocal } from '../exploring/property-checkers.js';
import { labSite } from '../lab-site.js';
import {
  integerOption,
  jsonOption,
  OUTPUT_OPTIONS,
  PAGE_OPTIONS,
  REQUIRED,
  SCENARIO_OPTIONS,
  SEED_OPTION,
} from '../options.js';
import { terminalOf } from '../terminal/escaped-output.js';
import { short } from '../terminal/short.js';

const IGNORED = 'ignored';
const REDUCTIONS = ['none', 'order', 'symmetry', 'all'] as const;

const OPTIONS = {
  file: { ...REQUIRED, describe: 'a configuration of processes without bodies, or a .ts file that exports a system' },
  property: { alias: 'p', ...VALUES, describe: 'property to check, as for kineko check (repeatable)' },
  crashes: { ...VALUE, describe: 'maximum number of crashes (default: 0)' },
  'may-crash': { ...VALUE, describe: 'ids of the processes that may crash, as 0,2 (default: all)' },
  recover: { type: 'boolean', default: false, describe: 'let crashed processes start again, with stable storage only' },
  byzantine: {
    ...VALUE,
    describe:
      'ids of processes whose messages may be lost or changed, for each receiver separately, as 0,2 (default: none)',
  },
  losses: { ...VALUE, describe: 'maximum number of lost messages (default: 0)' },
  timers: {
    ...VALUE,
    describe: `how many timers of each process may fire, or ${IGNORED} if they are not needed (default: 2)`,
  },
  links: {
    ...VALUE,
    choices: ['fifo', 'any'],
    describe: 'order of the copies of a link (default: that of the network)',
  },
  states: { ...VALUE, describe: 'maximum number of states (default: 1000000)' },
  steps: { ...VALUE, describe: 'maximum number of steps of a run (default: no limit)' },
  reduce: {
    ...VALUE,
    choices: REDUCTIONS,
    describe: 'reductions: order, symmetry, both or none (default: all; none for properties that compare processes)',
  },
  debug: { type: 'boolean', default: false, describe: 'show the counterexample in the browser, step by step' },
  ...PAGE_OPTIONS,
  out: { alias: 'o', ...VALUE, default: '.', describe: 'folder for the counterexample' },
  seed: { ...SEED_OPTION, describe: 'random seed (default: 0)' },
  ...SCENARIO_OPTIONS,
  json: jsonOption('the result'),
  ...OUTPUT_OPTIONS,
} as const;
type Arguments = ArgumentsOf<typeof OPTIONS>;

export const command: Command = {
  options: OPTIONS,
  examples: [
    [
      '$0 explore vote.config -p "consensus protocol=vote" --crashes 1',
      'all delivery orders, with a crash at any moment',
    ],
    ['$0 explore paxos.ts --states 5000000', 'a system from a program, which names its own checkers'],
    ['$0 run vote.config --deliveries vote.deliveries', 'repeat a counterexample'],
    ['$0 view vote.config --deliveries vote.deliveries', 'follow it step by step, and try other steps'],
  ],
  epilogue:
    'Each process has its own clock, which only its own timers move. Exit codes: 0 no violation, 3 a property is violated, 4 not everything was tried: a limit of states, steps or timers was reached first.',
  run: explore,
};

async function explore(args: Arguments, context: CliContext): Promise<ExitCode> {
  if (args.debug && args.json) throw new UsageError('--debug with --json: omit one of them');
  const diagnostics = diagnosticsOn(context, args);
  const processes = await readProcesses(args.file, args, context, diagnostics);
  const options = await optionsOf(processes, args, context);
  if (args.recover && options.maxCrashes === 0)
    throw new UsageError('--recover without crashes: add --crashes 1 or more, since only crashed processes recover');
  if (options.checkers.length === 0)
    throw new UsageError('expected a property, such as -p "consensus protocol=vote" (see kineko explore --help)');
  // A system that cannot be started is bad input, not a violation.
  await new Execution(options, options.links).start();
  const before = process.cpuUsage();
  const progress = progressOf(args, context);
  let isInterrupted = false;
  const report = await exploreAll({
    ...options,
    onProgress: async (state) => {
      progress.show(state);
      await new Promise((proceed) => setImmediate(proceed));
      return (isInterrupted = context.signal.aborted);
    },
  });
  progress.end();
  const { user, system } = process.cpuUsage(before);
  const cpuSeconds = (user + system) / 1e6;
  const found = report.counterexample;
  const schedule = found && (await saved(processes, found, options, args, context));
  const replay = schedule && commandOn('run', schedule, args, context);
  const debugging = schedule && commandOn('view', schedule, args, context);
  const isCut = found === undefined && !report.isExhaustive;
  const outcome = { cpuSeconds, isCut, schedule, replay, debugging };
  if (args.json) context.stdout.write(`${JSON.stringify(jsonOf(report, outcome))}\n`);
  else if (!args.quiet) {
    const lines = linesOf(report, options, outcome);
    for (const line of lines) context.stdout.write(`${escapeText(line)}\n`);
  }
  if (found !== undefined && args.debug) {
    const { debug } = await import('../exploring/debugger.js');
    await debug(
      { name: processes.name, system: options, checkers: options.checkers, steps: found.choices },
      args,
      context,
    );
  }
  if (isInterrupted) return EXIT.interrupted;
  return found !== undefined ? EXIT.violated : isCut ? EXIT.limit : EXIT.ok;
}

async function optionsOf(
  { system }: Processes,
  args: Arguments,
  { env, cwd }: CliContext,
): Promise<ExploreOptions<unknown>> {
  const opening = new Opening(labSite(env));
  const from = resolve(cwd, args.file);
  try {
    const texts = args.property ?? [];
    const properties = await Promise.all(
      texts.map((text) => readProperty(text, (name) => opening.function(name, from))),
    );
    const own = system.checkers ?? [];
    const isGlobal = system.globalOrder ?? !properties.every(isLocal);
    const reduce = args.reduce ?? (isGlobal ? 'none' : 'all');
    const timers = args.timers === IGNORED ? 'never' : integerOption('timers', args.timers, 0);
    return {
      ...system,
      checkers: [...own, ...properties.map(checkerOfProperty)],
      links: args.links ?? system.links ?? 'any',
      maxCrashes: integerOption('crashes', args.crashes, 0) ?? system.maxCrashes ?? 0,
      ...(args.mayCrash === undefined ? {} : { mayCrash: idsOf('may-crash', args.mayCrash, system) }),
      ...(args.byzantine === undefined ? {} : { byzantine: idsOf('byzantine', args.byzantine, system) }),
      recovery: args.recover || system.recovery === true,
      maxLosses: integerOption('losses', args.losses, 0) ?? system.maxLosses ?? 0,
      maxTimers: timers ?? system.maxTimers ?? 2,
      maxStates: integerOption('states', args.states) ?? system.maxStates ?? 1_000_000,
      ...stepsOf(integerOption('steps', args.steps) ?? system.maxSteps),
      globalOrder: isGlobal,
      reduceOrders: reduce === 'all' || reduce === 'order',
      // Checkers of a program need not treat processes alike.
      symmetry:
        args.reduce === undefined ? reduce === 'all' && own.length === 0 : reduce === 'all' || reduce === 'symmetry',
    };
  } catch (error) {
    if (error instanceof PropertyError) throw new UsageError(error.message);
    throw error;
  }
}

function stepsOf(maxSteps: number | undefined): Pick<ExploreOptions<unknown>, 'maxSteps'> {
  return maxSteps === undefined ? {} : { maxSteps };
}

function idsOf(flag: string, text: string, { n = 3 }: Processes['system']): number[] {
  const ids = text.split(',').map((word) => (/^\s*\d{1,2}\s*$/.test(word) ? Number(word) : NaN));
  if (ids.some((id) => !(id < n)))
    throw new UsageError(`--${flag}: ${expected(`ids from 0 to ${n - 1}, as 0,2`, text)}`);
  return [...new Set(ids)];
}

interface Outcome {
  readonly cpuSeconds: number;
  readonly isCut: boolean;
  readonly schedule: string | undefined;
  readonly replay: string | undefined;
  readonly debugging: string | undefined;
}

function jsonOf(report: ExploreReport, { cpuSeconds, isCut, schedule, replay, debugging }: Outcome): object {
  const { counterexample, results, ...counts } = report;
  return {
    verdict: counterexample !== undefined ? 'violated' : isCut ? 'not exhaustive' : 'holds',
    ...counts,
    cpuSeconds,
    transitionsPerCpuSecond: rateOf(report, cpuSeconds),
    results: results.map(({ name, verdict, premises, violations }) => ({
      property: name,
      verdict,
      premises,
      violations: violations.map(({ text }) => text),
    })),
    ...(counterexample !== undefined && {
      counterexample: {
        property: counterexample.checker,
        violations: counterexample.violations.map(({ text }) => text),
        steps: counterexample.choices,
        schedule,
        replay,
        debug: debugging,
      },
    }),
  };
}

function linesOf(
  report: ExploreReport,
  options: ExploreOptions<unknown>,
  { cpuSeconds, isCut, schedule, replay, debugging }: Outcome,
): string[] {
  const { states, transitions, depth, counterexample, results, symmetries, reducedStates, completed } = report;
  const counts =
    `${counted(states, 'state')}, ${counted(transitions, 'transition')}, depth ${depth}, ` +
    `${counted(completed, 'final state')}; ${cpuSeconds.toFixed(2)} CPU s, ${short(rateOf(report, cpuSeconds))} transitions/s`;
  const reductions = [
    ...(reducedStates > 0 ? [`partial order: ${counted(reducedStates, 'state')} with fewer steps`] : []),
    ...(symmetries > 1 ? [`symmetry: ${symmetries} permutations of processes`] : []),
  ];
  const head = [counts, ...(reductions.length === 0 ? [] : [`reductions: ${reductions.join('; ')}`])];
  if (counterexample !== undefined) {
    const { checker, violations, choices } = counterexample;
    return [
      ...head,
      `${checker}: violated`,
      ...violations.slice(0, 3).map(({ text }) => `  ${text}`),
      `counterexample, ${counted(choices.length, 'step')}:`,
      ...choices.map((choice) => `  ${choice}`),
      `saved   ${schedule}`,
      `replay  ${replay}`,
      `debug   ${debugging}`,
    ];
  }
  return [
    ...head,
    ...results.map(({ name, verdict, premises }) => {
      const word = verdict === 'holds' && isCut ? 'no violation found' : verdict;
      return `${name}: ${word} (premises: ${premises})`;
    }),
    ...(report.timersLeft > 0 && !report.isEnded
      ? [`runs that were cut because of --timers ${options.maxTimers ?? 0}: ${report.timersLeft}`]
      : []),
    isCut ? `not exhaustive: ${short(states)} states, depth ${depth}` : `exhaustive, ${boundsOf(options)}`,
  ];
}

/** The question that was answered. */
function boundsOf(options: ExploreOptions<unknown>): string {
  const { maxCrashes = 0, maxLosses = 0, maxTimers = 0, links, recovery = false, byzantine = [] } = options;
  const timers = maxTimers === 'never' ? 'timers ignored' : `at most ${counted(maxTimers, 'timer')} per process`;
  const recoveries = recovery ? ' and recoveries' : '';
  const liars = byzantine.length === 0 ? '' : `, lies of ${byzantine.map((id) => `p${id}`).join(' and ')}`;
  return `with at most ${counted(maxCrashes, 'crash', 'crashes')}${recoveries}${liars}, ${counted(maxLosses, 'loss', 'losses')}, ${timers}, ${links === 'fifo' ? 'FIFO links' : 'any order of messages'}`;
}

function rateOf({ transitions }: ExploreReport, cpuSeconds: number): number {
  return Math.round(transitions / Math.max(cpuSeconds, 1e-3));
}

async function saved(
  { name }: Processes,
  { checker, violations, choices }: NonNullable<ExploreReport['counterexample']>,
  options: ExploreOptions<unknown>,
  { out, file }: Arguments,
  { cwd }: CliContext,
): Promise<string> {
  const path = join(resolve(cwd, out), `${name}.deliveries`);
  const comments = [`${file}: ${checker}: violated`, ...violations.slice(0, 1).map(({ text }) => text)];
  await writing(path, async () => {
    makeFolder(resolve(cwd, out));
    await writeFile(path, printDeliveries(choices, options, comments));
  });
  return shownPath(path, cwd);
}

/** The command that repeats a counterexample, or shows it step by step, with everything that changes the scenario. */
function commandOn(
  command: 'run' | 'view',
  schedule: string,
  { file, set = [], seed, strict, property = [] }: Arguments,
  { env }: CliContext,
): string {
  const options = [
    ...set.flatMap((text) => ['--set', text]),
    ...(seed === undefined ? [] : ['--seed', seed]),
    ...(strict ? ['--strict'] : []),
    ...(command === 'view' ? property.flatMap((text) => ['-p', text]) : []),
  ];
  return [programName(env), ...[command, file, '--deliveries', schedule, ...options].map(shellWord)].join(' ');
}

/** One line on a terminal that shows how far the search is. */
function progressOf({ quiet, json }: Arguments, { stderr }: CliContext) {
  const isShown = stderr.isTTY === true && !quiet && !json;
  const terminal = isShown ? terminalOf(stderr) : undefined;
  return {
    show: ({ states, depth, open }: { readonly states: number; readonly depth: number; readonly open: number }) =>
      void terminal?.write(`\r\u001B[K${short(states)} states, depth ${depth}, ${short(open)} open`),
    end: () => void terminal?.write('\r\u001B[K'),
  };
}
