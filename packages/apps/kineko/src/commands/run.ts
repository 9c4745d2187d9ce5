/** `kineko run`: one run of a scenario, from its configuration to its results. */
import { randomInt } from 'node:crypto';
import { join, parse, resolve } from 'node:path';
import type { Pacer } from '@kineko/kernel/pacing';
import { type Run, type RunSummary, type Scenario, VALUE } from '@kineko/run';
import {
  type CliContext,
  describeRun,
  type Diagnostics,
  diagnosticsOn,
  EXIT,
  type ExitCode,
  jsonOf,
  LAYER_FLAG,
  LAYERS_FLAG,
  LOG_CHOICES,
  LOG_LIMIT_OPTION,
  type LogChoice,
  logLimitOf,
  type LookFlags,
  programName,
  type Recorded,
  Results,
  UsageError,
} from '@kineko/run/console';
import { authorGuard, driveRun, LogBudget } from '@kineko/run/node';
import type { Argv } from 'yargs';
import type { Command } from '../command.js';
import { offerOf } from '../offer.js';
import { printConfig } from '../print-config.js';
import { loadFile, requireSound, type ScenarioArguments, scenarioOptions } from '../scenario-options.js';
import { type Progress, progressOn } from '../terminal/progress.js';
import { kinekoVersion } from '../versions.js';
import type { Watching } from '../watching.js';

interface Arguments extends ScenarioArguments, LookFlags {
  readonly configs: readonly string[];
  // As they were typed: what is wrong with them is said by who knows the keys.
  readonly seed?: string;
  readonly timeLimit?: string;
  readonly speed?: string;
  readonly out?: string;
  readonly log?: LogChoice;
  readonly logLimit?: string;
  readonly logfile?: string;
  readonly process?: string;
  readonly replay?: string;
  readonly watch: boolean;
  readonly open: boolean;
  readonly port?: number;
  readonly wait: number;
  readonly json: boolean;
  readonly printConfig: boolean;
  readonly quiet: boolean;
  readonly verbose: number;
}

/** A day: timers of the host go no further than some weeks. */
const MAX_WAIT_SECONDS = 86_400;

export const command: Command = {
  options: (argv: Argv) =>
    scenarioOptions(argv, 'run')
      .positional('configs', {
        type: 'string',
        array: true,
        describe:
          'Neko configurations (.config, YAML, JSON), DEECo scenarios (XML), environment models (XML) or records of their runs',
      })
      .option('seed', { ...VALUE, describe: 'the seed of all chance; without it one is drawn, and said' })
      .option('time-limit', { ...VALUE, describe: 'simulated seconds after which the run ends' })
      .option('out', { ...VALUE, alias: 'o', describe: 'the folder for results: manifest.json, logs, metrics' })
      .option('log', {
        ...VALUE,
        choices: LOG_CHOICES,
        describe: 'what to keep: the Neko log, the exact trace, both or nothing (neko, where there is a place for it)',
      })
      .option('log-limit', LOG_LIMIT_OPTION)
      .option('logfile', {
        ...VALUE,
        describe: 'file for the log, in place of the one that the scenario names; an existing file is replaced',
      })
      .option('speed', { ...VALUE, describe: 'simulated seconds per second; without it, as fast as can be' })
      .option('replay', {
        ...VALUE,
        describe: 'give the orders of an earlier run again: its exact trace, or the record of an environment',
      })
      .option('process', { ...VALUE, describe: 'which process this is, in a symmetric start over real networks' })
      .option('watch', { type: 'boolean', default: false, describe: 'show the run in the browser while it goes' })
      .option('open', {
        type: 'boolean',
        default: true,
        describe: 'with --watch: open the browser (--no-open prints the address)',
      })
      .option('layers', { ...LAYERS_FLAG, describe: `with --watch: ${LAYERS_FLAG.describe}` })
      .option('layer', { ...LAYER_FLAG, describe: `with --watch: ${LAYER_FLAG.describe}` })
      .option('port', {
        type: 'number',
        describe: 'with --watch: the port of the page; by default the first free one from 7365 on',
      })
      .option('wait', {
        type: 'number',
        default: 20,
        describe: 'with --watch: seconds to wait for the first page before the run starts',
      })
      .option('print-config', {
        type: 'boolean',
        default: false,
        describe: 'print every value, its origin and all problems',
      })
      .option('json', { type: 'boolean', default: false, describe: 'print the result as one JSON object' })
      .option('quiet', { alias: 'q', type: 'boolean', default: false, describe: 'say nothing but errors' })
      .option('verbose', {
        alias: 'v',
        type: 'count',
        describe: 'say more: -v what authors log and the cycles of DEECo scenarios, -vv everything',
      })
      .example('$0 run gathering.config --seed 42', 'the same run again, to the last bit')
      .example('$0 run gathering.config --out results --log both', 'keep the log, the trace and a manifest')
      .example('$0 run gathering.config --watch --speed 10', 'look on, ten simulated seconds a second')
      .example('$0 run world.json --replay r/trace.bin', 'a Chirp world again, without its controllers')
      .example('$0 run gathering.config --set process.num=50 --json', 'other values, a result for scripts')
      .example('$0 run simple-1.xml --random java --seed 42', 'a scenario of the DEECo playground, and its log'),
  run: (args, context) => runScenarios(args as unknown as Arguments, context),
};

async function runScenarios(args: Arguments, context: CliContext): Promise<ExitCode> {
  const { configs } = args;
  if (configs.length === 1) return runScenario(configs[0]!, args, context);
  for (const [flag, value] of Object.entries({
    logfile: args.logfile,
    replay: args.replay,
    watch: args.watch || undefined,
  })) {
    if (value !== undefined) throw new UsageError(`--${flag} is for one scenario; there are ${configs.length}`);
  }
  const folders = new Set<string>();
  let result: ExitCode = EXIT.ok;
  for (const [done, config] of configs.entries()) {
    let code: ExitCode | undefined;
    try {
      code = await runScenario(config, { ...args, ...outputOf(args.out, config, folders) }, context);
    } finally {
      const isOver = code !== EXIT.ok && code !== EXIT.limit;
      if (isOver && !args.json && !args.quiet) context.stdout.write(`${partialResult(done, configs)}\n`);
    }
    if (code !== EXIT.ok && code !== EXIT.limit) return code;
    // To miss a goal is no failure, but it is said in the end.
    if (code === EXIT.limit) result = code;
  }
  if (!args.json && !args.quiet) context.stdout.write(`all ${configs.length} scenarios were run\n`);
  return result;
}

/** Each of several runs has a folder of its own. */
function outputOf(out: string | undefined, config: string, folders: Set<string>): { readonly out?: string } {
  if (out === undefined) return {};
  const name = parse(config).name;
  let folder = join(out, name);
  for (let number = 2; folders.has(folder); number++) folder = join(out, `${name}-${number}`);
  folders.add(folder);
  return { out: folder };
}

function partialResult(done: number, configs: readonly string[]): string {
  const rest = configs.length - done - 1;
  const before = done === 0 ? 'no scenario was run' : `${done === 1 ? '1 scenario was' : `${done} scenarios were`} run`;
  return `${before}; ${configs[done]!} failed${rest === 0 ? '' : `, and ${rest} more ${rest === 1 ? 'was' : 'were'} left out`}`;
}

async function runScenario(config: string, args: Arguments, context: CliContext): Promise<ExitCode> {
  const diagnostics = diagnosticsOn(context, args);
  const budget = new LogBudget(logLimitOf(args.logLimit));
  const { seed, timeLimit, speed, logfile } = args;
  const flags = { seed, 'simulation.time': timeLimit, 'simulation.speed': speed, logfile };
  const load = (path: string): Promise<Scenario> => loadFile(path, args, flags, context, diagnostics, { logs: budget });
  const named = await load(config);
  const recorded = await recordedOf(args, context);
  const scenario = recorded !== undefined && named.recordIsScenario === true ? await load(args.replay!) : named;
  if (args.printConfig) {
    context.stdout.write(printConfig(scenario.config(), args.json));
    await requireSound(scenario, diagnostics);
    return EXIT.ok;
  }
  await requireSound(scenario, diagnostics);
  const drawn = recorded?.seed ?? scenario.seed ?? randomInt(2 ** 32);
  const again = scenario === named ? recorded : undefined;
  return carryOut(scenario, drawn, { ...args, config, again, budget }, context, diagnostics);
}

/** Of `--replay`: what is given again has its seed, so that another one would be a mistake. */
async function recordedOf({ replay, seed }: Arguments, { cwd }: CliContext): Promise<Recorded | undefined> {
  if (replay === undefined) return undefined;
  if (seed !== undefined) throw new UsageError('--seed and --replay: what is given again has the seed that it had');
  const { recordedCommands } = await import('@kineko/run/console');
  return recordedCommands(resolve(cwd, replay), replay);
}

async function carryOut(
  scenario: Scenario,
  seed: number,
  args: Arguments & { readonly config: string; readonly again: Recorded | undefined; readonly budget: LogBudget },
  context: CliContext,
  diagnostics: Diagnostics,
): Promise<ExitCode> {
  const { stdout, stderr, signal } = context;
  const pacer = await pacerOf(scenario, args.watch);
  const watching = args.watch ? await startWatching(scenario, pacer, args, context) : undefined;
  const results = new Results(scenario, { ...args, seed, version: kinekoVersion(), watcher: watching?.sink }, context);
  await watching?.waitForPage(args.wait, signal);
  const run = await scenario.open({
    seed,
    emit: results.emit,
    log: diagnostics.author,
    onCycle: (line) => diagnostics.info(line),
    guard: authorGuard({ cwd: context.cwd, warn: (text) => diagnostics.warn(text), strict: args.strict }),
    onCreated: (created) => context.watchdog?.watch(created, () => results.flush()),
    gate: pacer,
    process: processOf(args.process),
    commands: args.again?.commands,
  });
  try {
    await results.begin();
    context.watchdog?.watch(run, () => results.flush());
    watching?.begin(run, results);
    args.budget.onExceeded(() => run.stop());
    const startedMs = performance.now();
    const progress = await progressOn(stderr, !args.quiet && !args.json);
    const ended = await drive(run, { signal, until: args.again?.end }, progress);
    const wallSeconds = (performance.now() - startedMs) / 1000;
    const metrics = run.metrics();
    const outcome = await results.finish(ended, metrics);
    const report = { scenario: scenario.name, seed, wallSeconds, metrics, ...outcome };
    if (args.json) stdout.write(`${JSON.stringify(jsonOf(report))}\n`);
    else if (!args.quiet) {
      stdout.write(describeRun(report, programName(context.env)));
      const offer = args.watch ? undefined : offerOf(scenario, args.config, outcome, context);
      if (offer !== undefined) stderr.write(`${offer}\n`);
    }
    await watching?.linger(context);
    return exitCodeOf(outcome.summary);
  } catch (error) {
    await results.fail(run.summary(), error);
    throw error;
  } finally {
    await watching?.close();
    await run.close();
  }
}

async function drive(
  run: Run,
  limits: { readonly signal: AbortSignal; readonly until: number | undefined },
  progress: Progress,
): Promise<RunSummary> {
  try {
    return await driveRun(run, { ...limits, onProgress: (state) => progress.show(state) });
  } finally {
    progress.end();
  }
}

/** Loaded only if somebody wants to look on. */
async function startWatching(
  scenario: Scenario,
  pacer: Pacer | undefined,
  { open, port, wait, layers, layer }: Arguments,
  context: CliContext,
): Promise<Watching> {
  if (!(wait >= 0 && wait <= MAX_WAIT_SECONDS)) {
    throw new UsageError(`--wait: expected seconds from 0 to ${MAX_WAIT_SECONDS}, got ${wait}`);
  }
  const { startWatching: start } = await import('../watching.js');
  return start(scenario, { open, port, pacer, layers, layer }, context);
}

/** Holds the run back to the speed that is asked for; who watches may say another one, unless time is what it is. */
async function pacerOf(scenario: Scenario, isWatched: boolean): Promise<Pacer | undefined> {
  const valueOf = (key: string): string | undefined => scenario.config().find((entry) => entry.key === key)?.value;
  const speed = valueOf('simulation.speed');
  if (speed === undefined && (!isWatched || valueOf('simulation') === 'false')) return undefined;
  const { Pacer: Class } = await import('@kineko/kernel/pacing');
  return new Class({ factor: speed === undefined ? Infinity : Number(speed) });
}

function exitCodeOf({ stoppedBy, hasGoal }: RunSummary): ExitCode {
  if (stoppedBy === 'interrupted') return EXIT.interrupted;
  if (stoppedBy === 'log') return EXIT.limit;
  return hasGoal && stoppedBy !== 'finished' && stoppedBy !== 'shutdown' ? EXIT.limit : EXIT.ok;
}

function processOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{1,9}$/.test(text)) throw new UsageError(`--process ${text}: the number of a process is right, from 0 on`);
  return Number(text);
}
