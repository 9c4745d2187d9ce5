/** `kineko run`: one run of a scenario, from its configuration to its results. */
import { randomInt } from 'node:crypto';
import type { Run, RunSummary, Scenario } from '@kineko/run';
import { driveRun } from '@kineko/run/node';
import type { Argv } from 'yargs';
import type { Command } from '../command.js';
import { printConfig } from '../print-config.js';
import { LOG_CHOICES, type LogChoice, Results } from '../results.js';
import { ROBOT_OPTION, robotFiles } from '../robot-files.js';
import { describeRun, jsonOf } from '../run-report.js';
import { loadScenario, requireSound, type ScenarioArguments, scenarioOptions } from '../scenario-options.js';
import { EXIT, type ExitCode, type Surroundings } from '../surroundings.js';
import { type Diagnostics, diagnosticsOn } from '../terminal/diagnostics.js';
import { type Progress, progressOn } from '../terminal/progress.js';
import { UsageError } from '../usage-error.js';
import type { Watching } from '../watching.js';

interface Arguments extends ScenarioArguments {
  readonly config: string;
  // As they were typed: what is wrong with them is said by who knows the keys.
  readonly seed?: string;
  readonly timeLimit?: string;
  readonly speed?: string;
  readonly out?: string;
  readonly log?: LogChoice;
  readonly process?: string;
  readonly spawn?: string;
  readonly robot?: readonly string[];
  readonly watch: boolean;
  readonly open: boolean;
  readonly json: boolean;
  readonly printConfig: boolean;
  readonly quiet: boolean;
  readonly verbose: number;
}

const VALUE = { type: 'string', requiresArg: true } as const;

export const command: Command = {
  options: (argv: Argv) =>
    scenarioOptions(argv)
      .positional('config', {
        type: 'string',
        describe: 'a Neko configuration (.config, YAML, JSON), an environment model (XML), or the record of its run',
      })
      .option('seed', { ...VALUE, describe: 'the seed of all chance; without it one is drawn, and said' })
      .option('time-limit', { ...VALUE, describe: 'simulated seconds after which the run ends' })
      .option('out', { ...VALUE, alias: 'o', describe: 'the folder for results: manifest.json, logs, metrics' })
      .option('log', {
        ...VALUE,
        choices: LOG_CHOICES,
        describe: 'what to keep: the Neko log, the exact trace, both or nothing (neko, where there is a place for it)',
      })
      .option('speed', { ...VALUE, describe: 'simulated seconds per second; without it, as fast as can be' })
      .option('process', { ...VALUE, describe: 'which process this is, in a symmetric start over real networks' })
      .option('spawn', {
        ...VALUE,
        describe: 'of an environment: start a program for each robot, "python3 robot.py {name}"',
      })
      .option('robot', { ...VALUE, array: true, nargs: 1, describe: ROBOT_OPTION })
      .option('watch', { type: 'boolean', default: false, describe: 'show the run in the browser while it goes' })
      .option('open', {
        type: 'boolean',
        default: true,
        describe: 'with --watch: open the browser (--no-open prints the address)',
      })
      .option('print-config', { type: 'boolean', default: false, describe: 'show every value and where it came from' })
      .option('json', { type: 'boolean', default: false, describe: 'print the result as one JSON object' })
      .option('quiet', { alias: 'q', type: 'boolean', default: false, describe: 'say nothing but errors' })
      .option('verbose', { alias: 'v', type: 'count', describe: 'say more: -v what authors log, -vv everything' })
      .example('$0 run gathering.config --seed 42', 'the same run again, to the last bit')
      .example('$0 run gathering.config --out results --log both', 'keep the log, the trace and a manifest')
      .example('$0 run gathering.config --watch --speed 10', 'look on, ten simulated seconds a second')
      .example('$0 run gathering.config --set process.num=50 --json', 'other values, a result for scripts'),
  run: (args, surroundings) => runScenario(args as unknown as Arguments, surroundings),
};

async function runScenario(args: Arguments, surroundings: Surroundings): Promise<ExitCode> {
  const diagnostics = diagnosticsOn(surroundings, args);
  const flags = {
    seed: args.seed,
    'simulation.time': args.timeLimit,
    'simulation.speed': args.speed,
    spawn: args.spawn,
    ...robotFiles(args.robot, args.config, surroundings.cwd),
  };
  const scenario = await loadScenario(args.config, args, flags, surroundings, diagnostics);
  if (args.printConfig) {
    surroundings.stdout.write(printConfig(scenario.config(), args.json));
    return EXIT.ok;
  }
  await requireSound(scenario, diagnostics);
  return carryOut(scenario, scenario.seed ?? randomInt(2 ** 32), args, surroundings, diagnostics);
}

async function carryOut(
  scenario: Scenario,
  seed: number,
  args: Arguments,
  surroundings: Surroundings,
  diagnostics: Diagnostics,
): Promise<ExitCode> {
  const { stdout, stderr, signal } = surroundings;
  const watching = args.watch ? await startWatching(scenario.name, args.open, surroundings) : undefined;
  const results = new Results(scenario, { ...args, seed, watcher: watching?.sink }, surroundings);
  const run = await scenario.open({
    seed,
    emit: results.emit,
    log: diagnostics.author,
    gate: await gateOf(scenario),
    process: processOf(args.process),
  });
  try {
    await results.begin();
    watching?.begin(run, results);
    const startedMs = performance.now();
    const summary = await drive(run, signal, await progressOn(stderr, !args.quiet && !args.json));
    const wallSeconds = (performance.now() - startedMs) / 1000;
    const metrics = run.metrics();
    const outcome = await results.finish(summary, metrics);
    const report = { scenario: scenario.name, seed, summary, wallSeconds, metrics, ...outcome };
    if (args.json) stdout.write(`${JSON.stringify(jsonOf(report))}\n`);
    else if (!args.quiet) stdout.write(describeRun(report));
    await watching?.linger(surroundings);
    return exitCodeOf(summary);
  } catch (error) {
    await results.fail(run.summary(), error);
    throw error;
  } finally {
    await watching?.close();
    await run.close();
  }
}

async function drive(run: Run, signal: AbortSignal, progress: Progress): Promise<RunSummary> {
  try {
    return await driveRun(run, { signal, onProgress: (state) => progress.show(state) });
  } finally {
    progress.end();
  }
}

/** Loaded only if somebody wants to look on. */
async function startWatching(name: string, open: boolean, surroundings: Surroundings): Promise<Watching> {
  const { Watching: Class } = await import('../watching.js');
  return Class.start(name, open, surroundings);
}

/** Holds the run back to the speed that is asked for. */
async function gateOf(scenario: Scenario) {
  const entry = scenario.config().find(({ key }) => key === 'simulation.speed');
  if (entry === undefined) return undefined;
  const { Pacer } = await import('@kineko/kernel/pacing');
  return new Pacer({ factor: Number(entry.value) });
}

function exitCodeOf({ stoppedBy, hasGoal }: RunSummary): ExitCode {
  if (stoppedBy === 'interrupted') return EXIT.interrupted;
  return hasGoal && stoppedBy !== 'finished' && stoppedBy !== 'shutdown' ? EXIT.limit : EXIT.ok;
}

function processOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{1,9}$/.test(text)) throw new UsageError(`--process ${text}: the number of a process is right, from 0 on`);
  return Number(text);
}
