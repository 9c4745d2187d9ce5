/** `kineko sweep`: runs all cells of an experiment, and writes tables and a report. */
import { resolve } from 'node:path';
import { escapeText } from '@kineko/formats/problem';
import {
  type Executor,
  openExecutor,
  type PreparedSweep,
  prepareSweep,
  readShard,
  requireRedis,
  runSweep,
  type SweepOutcome,
} from '@kineko/lab/node';
import { describeLongest } from '@kineko/lab/console';
import { VALUE, VALUES } from '@kineko/run';
import {
  type CliContext,
  counted,
  diagnosticsOn,
  EXIT,
  type ExitCode,
  grouped,
  programPaths,
  shownPath,
} from '@kineko/run/console';
import type { ArgumentsOf, Command } from '../command.js';
import { frontEndNamed } from '../front-ends.js';
import { environmentOf, LAB_WORKER, labSite } from '../lab-site.js';
import { warnOf, warnOfIdleFlags } from '../load-file.js';
import {
  frontEndGroups,
  integerOption,
  JOBS_OPTION,
  jsonOption,
  limitOptions,
  limitsOf,
  OUTPUT_OPTIONS,
  REQUIRED,
  SCENARIO_OPTIONS,
  settingsOf,
} from '../options.js';
import { forSlurm } from '../slurm.js';
import { cellsProgress } from '../terminal/cells-progress.js';
import { kinekoVersion } from '../program-files.js';
import { withShownPaths } from '../shown-problems.js';

/** A run that takes longer is named in the progress (seconds). */
const LONG_RUN_SECONDS = 30;

const OPTIONS = {
  experiment: { ...REQUIRED, describe: 'the experiment: YAML or JSON' },
  out: { alias: 'o', ...VALUE, describe: 'output folder (default: <name of the experiment>-results)' },
  jobs: JOBS_OPTION,
  repetitions: { ...VALUE, describe: 'repetitions per point (default: those of the file); more extend a sweep' },
  resume: { type: 'boolean', default: false, describe: 'continue the sweep in the folder' },
  shard: { ...VALUE, describe: 'part i of n to run, as 0/4, or auto/4 in a task of a batch system' },
  queue: {
    ...VALUE,
    describe: 'address of a Redis, as redis://host:6379, whose workers run the cells (kineko worker)',
  },
  slurm: { type: 'boolean', default: false, describe: 'write an array job for Slurm, and a job that merges' },
  submit: { type: 'boolean', default: false, describe: 'with --slurm: submit the jobs' },
  tasks: { ...VALUE, describe: 'with --slurm: tasks of the array (default: one per 100 cells, at most 100)' },
  'slurm-time': { ...VALUE, default: '01:00:00', describe: 'with --slurm: time limit per task' },
  'slurm-option': { ...VALUES, describe: 'with --slurm: option of sbatch, as --slurm-option=--partition=short' },
  merge: { type: 'boolean', default: false, describe: 'run nothing; make tables from the results of shards' },
  // Cells may be long on purpose: these limits only end runs that would never end.
  ...limitOptions({ eventLimit: '100000000', wallLimit: '3600' }),
  'dry-run': { type: 'boolean', default: false, describe: 'list the cells; run nothing' },
  ...SCENARIO_OPTIONS,
  json: jsonOption('the outcome'),
  ...OUTPUT_OPTIONS,
} as const;
type Arguments = ArgumentsOf<typeof OPTIONS> & { readonly plugin?: readonly string[] };

export const command: Command = {
  options: OPTIONS,
  groups: frontEndGroups('sweep'),
  examples: [
    ['$0 sweep gathering.yaml', 'all cores; results.csv, results.parquet, report.html'],
    ['$0 sweep gathering.yaml --resume --repetitions 50', 'the same sweep with more repetitions'],
  ],
  run: sweep,
};

async function sweep(args: Arguments, context: CliContext): Promise<ExitCode> {
  const { cwd, env, stdout, signal } = context;
  const diagnostics = diagnosticsOn(context, args);
  const version = kinekoVersion();
  const shard = args.shard === undefined ? undefined : readShard(args.shard, env);
  const jobs = integerOption('jobs', args.jobs);
  const prepared = await prepareSweep(
    {
      path: resolve(cwd, args.experiment),
      version,
      settings: settingsOf(args.set),
      environment: environmentOf(env),
      plugins: await programPaths(args.plugin ?? [], cwd),
      strict: args.strict,
      repetitions: integerOption('repetitions', args.repetitions),
      limits: limitsOf(args),
    },
    labSite(env),
  );
  for (const problem of withShownPaths(prepared.sweep.warnings, cwd)) warnOf(problem, diagnostics);
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
  const groupOf = groupsOf(prepared);
  const totals = new Map<string, number>();
  for (const { point } of prepared.sweep.cells) {
    const group = groupOf(point.index);
    totals.set(group, (totals.get(group) ?? 0) + 1);
  }
  let executor: Executor | undefined;
  const seedsOf = new Map(prepared.sweep.cells.map(({ id, index, seed }) => [id, `run ${index} (seed ${seed})`]));
  const status = (): string =>
    describeLongest(executor?.underWay?.() ?? [], LONG_RUN_SECONDS, ({ id }) => seedsOf.get(id)!).join('');
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
        executor = await openExecutor({
          queue: args.queue,
          version,
          files: prepared.files,
          workerFile: LAB_WORKER,
          jobs,
          onNotice: diagnostics.warn,
        });
        return executor;
      },
      onStart: ({ damaged, wanted, alreadyDone }) => {
        progress.skip(prepared.sweep.cells.length - wanted + alreadyDone);
        if (damaged > 0)
          diagnostics.warn(
            `${shownPath(folder, cwd)}: ${counted(damaged, 'damaged result')} skipped; their cells are run again`,
          );
      },
      onCell: ({ point }, failure) => {
        progress.done(groupOf(point.index));
        if (failure === undefined || args.quiet || args.json || ++failed > MAX_NAMED) return;
        progress.print(describeFailure(failure));
      },
    });
  } finally {
    progress.end();
  }
  const seconds = (performance.now() - startedMs) / 1000;
  return report(outcome, { folder: shownPath(folder, cwd), seconds }, args, context);
}

/** Groups cells by the value of the first parameter that varies. */
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

function describeFailure({ cell: { index, seed }, message, isLimit }: SweepOutcome['failures'][number]): string {
  return `run ${index} (seed ${seed}) ${isLimit ? '' : 'failed: '}${escapeText(message)}`;
}

/** Number of failures that are printed; the others are counted. */
const MAX_NAMED = 5;

function report(
  { cells, done, ran, failures, isInterrupted, hash }: SweepOutcome,
  { folder, seconds }: { readonly folder: string; readonly seconds: number },
  args: Arguments,
  { stdout, stderr }: CliContext,
): ExitCode {
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
      `${grouped(done)} of ${counted(cells, 'cell')} done, ${grouped(ran)} of them now, in ${seconds.toFixed(1)} s\n`,
    );
    if (hash !== undefined) stdout.write(`results  ${folder}/results.csv (${hash})\nreport   ${folder}/report.html\n`);
  }
  // Without --json they were printed as they happened.
  if (args.quiet || args.json)
    for (const failure of failures.slice(0, MAX_NAMED)) stderr.write(`${describeFailure(failure)}\n`);
  const limited = failures.filter(({ isLimit }) => isLimit).length;
  const of = `of ${counted(cells, 'cell')}`;
  if (failures.length > MAX_NAMED) stderr.write(`… and ${failures.length - MAX_NAMED} more without a result\n`);
  if (limited > 0) stderr.write(`kineko: ${limited} ${of} without a result: limit exceeded\n`);
  if (isInterrupted) {
    stderr.write(`kineko: interrupted; ${done} ${of} are kept in ${folder}; continue with --resume\n`);
    return EXIT.interrupted;
  }
  if (failures.length > limited) return EXIT.failed;
  if (limited > 0) return EXIT.limit;
  if (args.merge && done < cells) {
    stderr.write(`kineko: ${cells - done} ${of} without a result yet; run their shards again\n`);
    return EXIT.limit;
  }
  return EXIT.ok;
}
