/** `kineko run`: one run of a scenario, from its configuration to its results. */
import { randomInt } from 'node:crypto';
import type { Run, RunSummary, Scenario } from '@kineko/run';
import { driveRun } from '@kineko/run/node';
import type { Argv } from 'yargs';
import type { Command } from '../commands.js';
import { printConfig } from '../print-config.js';
import { LOG_CHOICES, type LogChoice, Results } from '../results.js';
import { describeRun, jsonOf } from '../run-report.js';
import { loadScenario, requireSound, type ScenarioArguments, scenarioOptions } from '../scenario-options.js';
import { EXIT, type ExitCode, type Surroundings } from '../surroundings.js';
import { type Diagnostics, diagnosticsOn } from '../terminal/diagnostics.js';
import { progressOn } from '../terminal/progress.js';

interface Arguments extends ScenarioArguments {
  readonly config: string;
  readonly seed?: number;
  readonly timeLimit?: number;
  readonly speed?: number;
  readonly out?: string;
  readonly log?: LogChoice;
  readonly process?: number;
  readonly json: boolean;
  readonly printConfig: boolean;
  readonly quiet: boolean;
  readonly verbose: number;
}

export const command: Command = {
  options: (argv: Argv) =>
    scenarioOptions(argv)
      .positional('config', { type: 'string', describe: 'a Neko configuration: .config, YAML or JSON' })
      .option('seed', { type: 'number', describe: 'the seed of all chance; without it one is drawn, and said' })
      .option('time-limit', { type: 'number', describe: 'simulated seconds after which the run ends' })
      .option('out', { alias: 'o', type: 'string', describe: 'the folder for results: manifest.json, logs, metrics' })
      .option('log', {
        choices: LOG_CHOICES,
        describe: 'what to keep: the Neko log, the exact trace, both or nothing (neko, where there is a place for it)',
      })
      .option('speed', { type: 'number', describe: 'simulated seconds per second; without it, as fast as can be' })
      .option('process', { type: 'number', describe: 'which process this is, in a symmetric start over real networks' })
      .option('print-config', { type: 'boolean', default: false, describe: 'show every value and where it came from' })
      .option('json', { type: 'boolean', default: false, describe: 'print the result as one JSON object' })
      .option('quiet', { alias: 'q', type: 'boolean', default: false, describe: 'say nothing but errors' })
      .option('verbose', { alias: 'v', type: 'count', describe: 'say more: -v what authors log, -vv everything' })
      .example('$0 run gathering.config --seed 42', 'the same run again, to the last bit')
      .example('$0 run gathering.config --out results --log both', 'keep the log, the trace and a manifest')
      .example('$0 run gathering.config --set process.num=50 --json', 'other values, a result for scripts'),
  run: (args, surroundings) => runScenario(args as unknown as Arguments, surroundings),
};

async function runScenario(args: Arguments, surroundings: Surroundings): Promise<ExitCode> {
  const diagnostics = diagnosticsOn(surroundings, args);
  const flags = {
    seed: textOf(args.seed),
    'simulation.time': textOf(args.timeLimit),
    'simulation.speed': textOf(args.speed),
  };
  const scenario = await loadScenario(args.config, args, flags, surroundings, diagnostics);
  if (args.printConfig) {
    surroundings.stdout.write(printConfig(scenario.config(), args.json));
    return EXIT.ok;
  }
  await requireSound(scenario, diagnostics);
  const seed = scenario.seed ?? randomInt(2 ** 32);
  const results = await Results.prepare(scenario, { ...args, seed }, surroundings);
  return carryOut(scenario, seed, results, args, surroundings, diagnostics);
}

async function carryOut(
  scenario: Scenario,
  seed: number,
  results: Results,
  args: Arguments,
  surroundings: Surroundings,
  diagnostics: Diagnostics,
): Promise<ExitCode> {
  const { stdout, stderr, signal } = surroundings;
  const startedMs = performance.now();
  let run: Run | undefined;
  let summary: RunSummary;
  const progress = await progressOn(stderr, !args.quiet && !args.json);
  try {
    run = await scenario.open({
      seed,
      emit: results.emit,
      log: diagnostics.author,
      gate: await gateOf(scenario),
      process: args.process,
    });
    summary = await driveRun(run, { signal, onProgress: (state) => progress.show(state) });
  } catch (error) {
    progress.end();
    await results.fail(run, error);
    throw error;
  }
  progress.end();
  const wallSeconds = (performance.now() - startedMs) / 1000;
  const outcome = await results.finish(run, summary);
  await run.close();
  const report = { scenario: scenario.name, seed, summary, wallSeconds, metrics: run.metrics(), ...outcome };
  if (args.json) stdout.write(`${JSON.stringify(jsonOf(report))}\n`);
  else if (!args.quiet) stdout.write(describeRun(report));
  return exitCodeOf(summary);
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

function textOf(value: number | undefined): string | undefined {
  return value === undefined ? undefined : String(value);
}
