/** `kineko run`: runs scenarios, from their files to their results. */
import { randomInt } from 'node:crypto';
import { join, parse, resolve } from 'node:path';
import { expected } from '@kineko/formats/problem';
import type { Pacer } from '@kineko/kernel/pacing';
import { type RunSummary, type Scenario, VALUE, VALUES } from '@kineko/run';
import {
  type CliContext,
  counted,
  type Diagnostics,
  diagnosticsOn,
  EXIT,
  type ExitCode,
  logBudgetOf,
  OUTPUT_FLAGS,
  Results,
  type ServeRequest,
  UsageError,
} from '@kineko/run/console';
import { authorGuard, driveRun } from '@kineko/run/node';
import type { ArgumentsOf, Command } from '../command.js';
import { loadFile, validateScenario } from '../load-file.js';
import { offerOf } from '../offer.js';
import {
  frontEndGroups,
  integerOption,
  jsonOption,
  OUTPUT_OPTIONS,
  PAGE_OPTIONS,
  REQUIRED_LIST,
  SCENARIO_OPTIONS,
  SEED_OPTION,
} from '../options.js';
import { printConfig } from '../print-config.js';
import { progressOn } from '../terminal/progress.js';
import { kinekoVersion } from '../program-files.js';
import type { Recorded } from '../recorded-commands.js';
import type { FoxgloveView } from '../foxglove.js';
import type { Watching } from '../watching.js';

/** One day: timers of the host reach no further than some weeks. */
const MAX_WAIT_SECONDS = 86_400;

const OPTIONS = {
  configs: {
    ...REQUIRED_LIST,
    describe:
      'Neko configurations (.config, YAML, JSON), DEECo scenarios (XML), environment models (XML) or their records',
  },
  // Numbers are passed on as text: the settings of the scenario check them.
  seed: SEED_OPTION,
  'time-limit': { ...VALUE, describe: 'time limit, in simulated seconds' },
  out: { ...VALUE, alias: 'o', describe: 'output folder: manifest.json, logs, metrics' },
  log: {
    ...OUTPUT_FLAGS.log,
    describe: 'logs to write (default: neko, if there is a folder or file for it)',
  },
  'log-limit': OUTPUT_FLAGS['log-limit'],
  logfile: { ...VALUE, describe: 'log file (default: the one that the scenario names); an existing file is replaced' },
  speed: { ...VALUE, describe: 'simulated seconds per second (default: as fast as possible)' },
  replay: { ...VALUE, describe: 'exact trace, or record of an environment, whose commands are repeated' },
  deliveries: { ...VALUE, describe: 'delivery schedule, as kineko explore saves it, whose steps are repeated' },
  process: { ...VALUE, describe: 'id of this process, if all processes of a real network are started alike' },
  watch: { type: 'boolean', default: false, describe: 'show the run in the browser' },
  open: withWatch(PAGE_OPTIONS.open),
  layers: withWatch(OUTPUT_FLAGS.layers),
  layer: withWatch(OUTPUT_FLAGS.layer),
  port: withWatch(PAGE_OPTIONS.port),
  wait: {
    type: 'number',
    default: 20,
    describe: 'with --watch or --foxglove: seconds to wait for the first page or client before the run starts',
  },
  foxglove: {
    type: 'string',
    requiresArg: false,
    describe: 'show the run in Foxglove, in real time unless --speed is given, on this port (default: 8765)',
  },
  'allow-origin': {
    ...VALUES,
    describe: 'with --foxglove: origin of a web page that may connect, such as https://app.foxglove.dev (repeatable)',
  },
  'print-config': { type: 'boolean', default: false, describe: 'print every value, its origin and all problems' },
  ...SCENARIO_OPTIONS,
  json: jsonOption('the result'),
  ...OUTPUT_OPTIONS,
  verbose: {
    ...OUTPUT_OPTIONS.verbose,
    describe: 'print more: -v author logs and the cycles of DEECo scenarios, -vv everything',
  },
} as const;
type Arguments = ArgumentsOf<typeof OPTIONS>;

function withWatch<const T extends { readonly describe: string }>(
  option: T,
): Omit<T, 'describe'> & { readonly describe: string } {
  return { ...option, describe: `with --watch: ${option.describe}` };
}

export const command: Command = {
  options: OPTIONS,
  groups: frontEndGroups('run'),
  examples: [
    ['$0 run gathering.config --seed 42', 'the same run every time, bit for bit'],
    ['$0 run gathering.config --out results --log both', 'keep the log, the trace and a manifest'],
    ['$0 run gathering.config --watch --speed 10', 'watch it at ten simulated seconds per second'],
    ['$0 run world.json --replay r/trace.bin', 'repeat the run of a Chirp world without its controllers'],
    ['$0 run gathering.config --set process.num=50 --json', 'other values, and a result for scripts'],
    ['$0 run simple-1.xml --random java --seed 42', 'a scenario of the DEECo playground, with its log'],
  ],
  run: runScenarios,
};

async function runScenarios(args: Arguments, context: CliContext): Promise<ExitCode> {
  const { configs } = args;
  if (configs.length === 1) return runScenario(configs[0]!, args, context);
  for (const flag of ['logfile', 'replay', 'watch', 'foxglove'] as const) {
    const isGiven = args[flag] !== undefined && args[flag] !== false;
    if (isGiven) throw new UsageError(`--${flag}: expected one scenario, got ${configs.length}`);
  }
  const folders = new Set<string>();
  let result: ExitCode = EXIT.ok;
  for (const [done, config] of configs.entries()) {
    let code: ExitCode | undefined;
    try {
      code = await runScenario(config, { ...args, ...outputOf(args.out, config, folders) }, context);
    } finally {
      const isOver = code !== EXIT.ok && code !== EXIT.limit;
      if (isOver && !args.quiet) context.stderr.write(`${partialResult(done, configs)}\n`);
    }
    if (code !== EXIT.ok && code !== EXIT.limit) return code;
    // A run that misses its goal does not end the series, but it is the exit code.
    if (code === EXIT.limit) result = code;
  }
  if (!args.json && !args.quiet) context.stdout.write(`${counted(configs.length, 'scenario')} run\n`);
  return result;
}

/** Each of several runs has its own folder. */
function outputOf(out: string | undefined, config: string, folders: Set<string>): { readonly out?: string } {
  if (out === undefined) return {};
  const name = parse(config).name;
  let folder = join(out, name);
  for (let number = 2; folders.has(folder); number++) folder = join(out, `${name}-${number}`);
  folders.add(folder);
  return { out: folder };
}

function partialResult(done: number, configs: readonly string[]): string {
  const skipped = configs.length - done - 1;
  return `${counted(done, 'scenario')} run; ${configs[done]!} failed${skipped === 0 ? '' : `; ${skipped} skipped`}`;
}

async function runScenario(config: string, args: Arguments, context: CliContext): Promise<ExitCode> {
  const diagnostics = diagnosticsOn(context, args);
  const budget = logBudgetOf(args.logLimit);
  if (args.deliveries !== undefined) {
    const { deliveriesScenario } = await import('../exploring/deliveries-scenario.js');
    const { readProcesses } = await import('../exploring/processes.js');
    const processes = await readProcesses(config, args, context, diagnostics);
    const replayed = await deliveriesScenario(processes, config, args.deliveries, context);
    return execute(replayed, replayed.seed ?? 0, { ...args, config, again: undefined, budget }, context, diagnostics);
  }
  const { seed, timeLimit, speed, logfile } = args;
  const flags = { seed, 'simulation.time': timeLimit, 'simulation.speed': speed, logfile };
  const load = (path: string): Promise<Scenario> => loadFile(path, args, flags, context, diagnostics, { logs: budget });
  const named = await load(config);
  const replayed = await replayedBy(named, args, context, diagnostics);
  const scenario = replayed?.scenario === undefined ? named : await load(replayed.scenario);
  if (args.printConfig) {
    context.stdout.write(printConfig(scenario.config(), args.json));
    await validateScenario(scenario, diagnostics);
    return EXIT.ok;
  }
  await validateScenario(scenario, diagnostics);
  const again = replayed?.commands;
  const drawn = again?.seed ?? scenario.seed ?? randomInt(2 ** 32);
  return execute(scenario, drawn, { ...args, config, again, budget }, context, diagnostics);
}

interface Replayed {
  /** A record with its own model, seed and settings, which is opened instead of the scenario. */
  readonly scenario?: string;
  readonly commands?: Recorded;
}

/** The run that `--replay` names. */
async function replayedBy(
  { recordIsScenario }: Scenario,
  { replay, seed }: Arguments,
  { cwd }: CliContext,
  diagnostics: Diagnostics,
): Promise<Replayed | undefined> {
  if (replay === undefined) return undefined;
  if (seed !== undefined) throw new UsageError('--seed with --replay: a replay uses the recorded seed; omit --seed');
  const path = resolve(cwd, replay);
  if (recordIsScenario === true) {
    const { isRecordFile } = await import('../run-log.js');
    if (await isRecordFile(path)) return { scenario: replay };
  }
  const { recordedCommands } = await import('../recorded-commands.js');
  return { commands: await recordedCommands(path, replay, diagnostics) };
}

async function execute(
  scenario: Scenario,
  seed: number,
  args: Arguments & {
    readonly config: string;
    readonly again: Recorded | undefined;
    readonly budget: ReturnType<typeof logBudgetOf>;
  },
  context: CliContext,
  diagnostics: Diagnostics,
): Promise<ExitCode> {
  const { stderr, signal } = context;
  const pacer = await pacerOf(scenario, args);
  if (!(args.wait >= 0 && args.wait <= MAX_WAIT_SECONDS)) {
    throw new UsageError(`--wait: ${expected(`seconds from 0 to ${MAX_WAIT_SECONDS}`, args.wait)}`);
  }
  const watching = args.watch ? await startWatching(scenario, pacer, args, context) : undefined;
  const foxglove =
    args.foxglove === undefined ? undefined : await foxgloveOf(scenario, pacer, args, context, diagnostics);
  const results = new Results(
    scenario,
    { ...args, seed, version: kinekoVersion(), recordMcap: lazyMcap, watchers: [watching?.sink, foxglove?.sink] },
    context,
  );
  await watching?.waitForPage(args.wait, signal);
  await foxglove?.waitForClient(signal);
  const run = await scenario.open({
    seed,
    emit: results.emit,
    log: diagnostics.author,
    onCycle: (line) => diagnostics.info(line),
    guard: authorGuard({ cwd: context.cwd, warn: (text) => diagnostics.warn(text), strict: args.strict }),
    onCreated: (created) => context.watchdog?.watch(created, () => results.flush()),
    gate: pacer,
    process: integerOption('process', args.process, 0),
    commands: args.again?.commands,
  });
  try {
    await results.begin();
    context.watchdog?.watch(run, () => results.flush());
    watching?.begin(run, results);
    foxglove?.begin(run, results);
    args.budget.onExceeded(() => run.stop());
    const startedMs = performance.now();
    const progress = await progressOn(stderr, !args.quiet && !args.json);
    const limits = { signal, until: args.again?.end };
    const driven = driveRun(run, { ...limits, onProgress: (state) => progress.show(state) });
    const ended = await driven.finally(() => progress.end());
    const wallSeconds = (performance.now() - startedMs) / 1000;
    const { json, quiet } = args;
    const summary = await results.report(ended, {
      wallSeconds,
      metrics: run.metrics(),
      details: () => run.details?.(),
      offer: (kept) => (args.watch ? undefined : offerOf(scenario, args.config, kept, context)),
      json,
      quiet,
    });
    await watching?.linger(context);
    return exitCodeOf(summary);
  } catch (error) {
    await results.fail(run.summary(), error);
    throw error;
  } finally {
    await watching?.close();
    await foxglove?.close();
    await run.close();
  }
}

/** The viewer is loaded only if it is used. */
async function startWatching(
  scenario: Scenario,
  pacer: Pacer | undefined,
  { open, port, layers, layer }: Arguments,
  context: CliContext,
): Promise<Watching> {
  const { startWatching: start } = await import('../watching.js');
  return start(scenario, { open, port, pacer, layers, layer }, context);
}

async function foxgloveOf(
  scenario: Scenario,
  pacer: Pacer | undefined,
  { foxglove = '', allowOrigin, wait }: Arguments,
  context: CliContext,
  diagnostics: Diagnostics,
): Promise<FoxgloveView> {
  const { startFoxglove } = await import('../foxglove.js');
  const warn = (text: string): void => diagnostics.warn(text);
  return startFoxglove(scenario, { port: foxglove, origins: allowOrigin, wait, pacer, warn }, context);
}

/** The libraries of MCAP are loaded only if they are used. */
const lazyMcap: ServeRequest['recordMcap'] = async (...file) => (await import('../recordings.js')).recordMcap(...file);

/**
 * Paces the run. A watched run always has a pacer, since the page can set its speed, unless it runs in real time. In Foxglove only
 * the present is seen, so that a run shown there takes as long as in reality.
 */
async function pacerOf(scenario: Scenario, { watch, foxglove }: Arguments): Promise<Pacer | undefined> {
  const valueOf = (key: string): string | undefined => scenario.config().find((entry) => entry.key === key)?.value;
  const speed = valueOf('simulation.speed');
  const isShown = foxglove !== undefined;
  if (speed === undefined && ((!watch && !isShown) || valueOf('simulation') === 'false')) return undefined;
  const { Pacer: Class } = await import('@kineko/kernel/pacing');
  return new Class({ factor: speed === undefined ? (isShown ? 1 : Infinity) : Number(speed), continuous: isShown });
}

function exitCodeOf({ stoppedBy, hasGoal }: RunSummary): ExitCode {
  if (stoppedBy === 'interrupted') return EXIT.interrupted;
  if (stoppedBy === 'log') return EXIT.limit;
  return hasGoal && stoppedBy !== 'finished' && stoppedBy !== 'shutdown' ? EXIT.limit : EXIT.ok;
}
