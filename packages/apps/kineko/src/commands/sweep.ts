/** `kineko sweep`: an experiment, all its cells, and what comes of them. */
import { resolve } from 'node:path';
import { escapeText } from '@kineko/formats/problem';
import {
  BullmqExecutor,
  type Executor,
  LocalExecutor,
  type PreparedSweep,
  prepareSweep,
  readShard,
  requireRedis,
  runSweep,
  type SweepOutcome,
} from '@kineko/lab/node';
import { isLimitMessage } from '@kineko/lab';
import type { Argv } from 'yargs';
import type { Command } from '../command.js';
import { VALUE } from '@kineko/run';
import { frontEndNamed } from '../front-ends.js';
import { forSlurm } from '../slurm.js';
import { environmentOf, LAB_WORKER, labSite, pluginsOf, settingsOf, wholeNumber } from '../lab-site.js';
import { type LimitArguments, limitOptions, limitsOf } from '../run-limits.js';
import { frontEndOptions, shownPath, STRICT_OPTION, warnOfIdleFlags } from '../scenario-options.js';
import { cellsProgress } from '../terminal/cells-progress.js';
import {
  type CliContext,
  type Diagnostics,
  diagnosticsOn,
  duration,
  EXIT,
  type ExitCode,
  grouped,
} from '@kineko/run/console';
import { kinekoVersion } from '../versions.js';

interface Arguments extends LimitArguments {
  readonly experiment: string;
  readonly out?: string;
  readonly jobs?: string;
  readonly repetitions?: string;
  readonly resume: boolean;
  readonly shard?: string;
  readonly queue?: string;
  readonly slurm: boolean;
  readonly submit: boolean;
  readonly tasks?: string;
  readonly slurmTime: string;
  readonly slurmOption?: readonly string[];
  readonly merge: boolean;
  readonly dryRun: boolean;
  readonly set?: readonly string[];
  readonly plugin?: readonly string[];
  readonly strict: boolean;
  readonly json: boolean;
  readonly quiet: boolean;
  readonly verbose: number;
}

/** Cells of a sweep may be long on purpose: these limits only end what would never end. */
const DEFAULT_LIMITS = { eventLimit: '100000000', wallLimit: '3600' };
/** A run that takes longer is named in the progress (seconds). */
const LONG_RUN_SECONDS = 30;

export const command: Command = {
  options: (argv: Argv) =>
    frontEndOptions(argv, 'sweep')
      .positional('experiment', { type: 'string', describe: 'what is varied and measured: YAML or JSON' })
      .option('out', {
        alias: 'o',
        ...VALUE,
        describe: 'where results go; by default a folder of the name of the experiment',
      })
      .option('jobs', { alias: 'j', ...VALUE, describe: 'how many threads; by default as many as there are cores' })
      .option('repetitions', { ...VALUE, describe: 'in place of those of the file: a sweep can be extended' })
      .option('resume', {
        type: 'boolean',
        default: false,
        describe: 'go on with a sweep that is in the folder already',
      })
      .option('shard', { ...VALUE, describe: 'only the i-th of n parts: 0/4, or auto/4 in a task of a batch system' })
      .option('queue', {
        ...VALUE,
        describe: 'have workers run it (kineko worker), by way of a Redis: redis://host:6379',
      })
      .option('slurm', {
        type: 'boolean',
        default: false,
        describe: 'write an array job for Slurm, and one that merges',
      })
      .option('submit', { type: 'boolean', default: false, describe: 'with --slurm: submit them' })
      .option('tasks', { ...VALUE, describe: 'with --slurm: of the array; by default one for 100 cells, 100 at most' })
      .option('slurm-time', { ...VALUE, default: '01:00:00', describe: 'with --slurm: of a task' })
      .option('slurm-option', {
        type: 'string',
        array: true,
        nargs: 1,
        describe: 'with --slurm: more for sbatch, as --slurm-option=--partition=short',
      })
      .option('merge', {
        type: 'boolean',
        default: false,
        describe: 'run nothing: make tables of what shards have left',
      })
      .options(limitOptions(DEFAULT_LIMITS))
      .option('dry-run', { type: 'boolean', default: false, describe: 'list the cells and run nothing' })
      .option('set', {
        type: 'string',
        array: true,
        nargs: 1,
        describe: 'give a key of the scenario another value in all cells',
      })
      .option('strict', STRICT_OPTION)
      .option('json', { type: 'boolean', default: false, describe: 'print the outcome as one JSON object' })
      .option('quiet', { alias: 'q', type: 'boolean', default: false, describe: 'say nothing but errors' })
      .option('verbose', { alias: 'v', type: 'count', describe: 'say more' })
      .example('$0 sweep gathering.yaml', 'all cores; results.csv, results.parquet, report.html')
      .example('$0 sweep gathering.yaml --resume --repetitions 50', 'the same again, with more repetitions'),
  run: (args, context) => sweep(args as unknown as Arguments, context),
};

async function sweep(args: Arguments, context: CliContext): Promise<ExitCode> {
  const { cwd, env, stdout, signal } = context;
  const diagnostics = diagnosticsOn(context, args);
  const version = kinekoVersion();
  const shard = args.shard === undefined ? undefined : readShard(args.shard, env);
  const jobs = wholeNumber('jobs', args.jobs);
  const prepared = await prepareSweep(
    {
      path: resolve(cwd, args.experiment),
      version,
      settings: settingsOf(args.set),
      environment: environmentOf(env),
      plugins: await pluginsOf(args.plugin, cwd),
      strict: args.strict,
      repetitions: wholeNumber('repetitions', args.repetitions),
      limits: limitsOf(args),
    },
    labSite(env),
  );
  warnOfIdleFlags(
    frontEndNamed(prepared.frontEnd),
    prepared.sweep.experiment.scenario,
    { plugin: args.plugin },
    diagnostics,
  );
  if (args.dryRun) {
    stdout.write(listOf(prepared, args.json));
    return EXIT.ok;
  }
  if (args.queue !== undefined) await requireRedis(args.queue);
  const folder = resolve(cwd, args.out ?? `${prepared.sweep.experiment.name}-results`);
  if (args.slurm) return forSlurm(prepared, { folder, jobs, args, context });
  const startedMs = performance.now();
  const groups = groupsOf(prepared);
  const totals = new Map<string, number>();
  for (const cell of prepared.sweep.cells)
    totals.set(groups(cell.point.index), (totals.get(groups(cell.point.index)) ?? 0) + 1);
  let executor: Executor | undefined;
  const seedsOf = new Map(prepared.sweep.cells.map(({ id, index, seed }) => [id, `run ${index} (seed ${seed})`]));
  const status = (): string => {
    const [longest] = executor?.underWay?.() ?? [];
    if (longest === undefined || longest.seconds < LONG_RUN_SECONDS) return '';
    return `${seedsOf.get(longest.order.id)} at t = ${Number(longest.time.toPrecision(6))} s after ${duration(longest.seconds)}`;
  };
  const progress = await cellsProgress({
    stderr: context.stderr,
    isWanted: !args.quiet && !args.merge,
    title: 'sweep',
    unit: 'cells',
    total: prepared.sweep.cells.length,
    groups: totals,
    status,
  });
  let failed = 0;
  let outcome: SweepOutcome;
  try {
    outcome = await runSweep(prepared, {
      folder,
      version,
      resume: args.resume,
      signal,
      shard,
      mergeOnly: args.merge,
      executor: async (): Promise<Executor> => {
        const { queue: url } = args;
        executor =
          url === undefined
            ? new LocalExecutor({ workerFile: LAB_WORKER, jobs })
            : await BullmqExecutor.open({ url, version, files: prepared.files, onNotice: diagnostics.warn });
        return executor;
      },
      onStart: ({ damaged, wanted, alreadyDone }) => {
        progress.skip(prepared.sweep.cells.length - wanted + alreadyDone);
        if (damaged > 0)
          diagnostics.warn(`${shownPath(folder, cwd)}: ${damaged} torn results are passed over and run again`);
      },
      onCell: ({ point, index, seed }, failure) => {
        progress.done(groups(point.index));
        if (failure === undefined || args.quiet || args.json || ++failed > MAX_NAMED) return;
        progress.print(describeFailure({ index, seed }, failure));
      },
    });
  } finally {
    progress.end();
  }
  return tell(outcome, {
    prepared,
    folder: shownPath(folder, cwd),
    args,
    context,
    diagnostics,
    seconds: (performance.now() - startedMs) / 1000,
  });
}

/** By the value of the first parameter that varies. */
function groupsOf({ sweep: { experiment, points } }: PreparedSweep): (point: number) => string {
  const varied = experiment.parameters.find(({ values }) => !Array.isArray(values) || values.length > 1);
  if (varied === undefined) return () => 'all';
  return (point) => `${varied.name} = ${points[point]!.values.get(varied.name)}`;
}

function listOf({ sweep: { cells } }: PreparedSweep, json: boolean): string {
  const rows = cells.map(({ index, id, repetition, seed, point }) => ({
    run: index,
    id,
    repetition,
    seed,
    parameters: Object.fromEntries(point.values),
  }));
  if (json) return `${JSON.stringify(rows)}\n`;
  return rows
    .map(({ run, seed, parameters }) => {
      const values = Object.entries(parameters).map(([name, value]) => ` ${name}=${value}`);
      return `${run} seed=${seed}${values.join('')}\n`;
    })
    .join('');
}

function describeFailure({ index, seed }: { readonly index: number; readonly seed: number }, message: string): string {
  return `run ${index} (seed ${seed}) ${isLimitMessage(message) ? '' : 'failed: '}${escapeText(message)}`;
}

interface Told {
  readonly prepared: PreparedSweep;
  readonly folder: string;
  readonly args: Arguments;
  readonly context: CliContext;
  readonly diagnostics: Diagnostics;
  readonly seconds: number;
}

/** Failures that are named; the others are counted. */
const MAX_NAMED = 5;

function tell(outcome: SweepOutcome, { folder, args, context, seconds }: Told): ExitCode {
  const { stdout, stderr } = context;
  const { cells, done, ran, failures, isInterrupted, hash } = outcome;
  if (args.json) {
    const failed = failures.map(({ cell, message, isLimit }) => ({
      run: cell.index,
      seed: cell.seed,
      parameters: Object.fromEntries(cell.point.values),
      message,
      isLimit,
    }));
    stdout.write(
      `${JSON.stringify({ folder, cells, done, ran, failed, interrupted: isInterrupted, hash, wallSeconds: seconds })}\n`,
    );
  } else if (!args.quiet) {
    stdout.write(
      `${grouped(done)} of ${grouped(cells)} cells are done, ${grouped(ran)} of them now, in ${seconds.toFixed(1)} s\n`,
    );
    if (hash !== undefined) stdout.write(`results  ${folder}/results.csv (${hash})\nreport   ${folder}/report.html\n`);
  }
  // Without --json they were printed as they happened.
  if (args.quiet || args.json)
    for (const { cell, message } of failures.slice(0, MAX_NAMED)) stderr.write(`${describeFailure(cell, message)}\n`);
  const limited = failures.filter(({ isLimit }) => isLimit).length;
  if (failures.length > MAX_NAMED) stderr.write(`… and ${failures.length - MAX_NAMED} more without a result\n`);
  if (limited > 0) stderr.write(`kineko: ${limited} of ${cells} cells exceeded a limit and have no result\n`);
  if (isInterrupted) {
    stderr.write(`kineko: interrupted; ${done} of ${cells} cells are kept in ${folder}: --resume goes on\n`);
    return EXIT.interrupted;
  }
  if (failures.length > limited) return EXIT.failed;
  if (limited > 0) return EXIT.limit;
  if (args.merge && done < cells) {
    stderr.write(`kineko: ${cells - done} of ${cells} cells have no result yet: run their shards again\n`);
    return EXIT.limit;
  }
  return EXIT.ok;
}
