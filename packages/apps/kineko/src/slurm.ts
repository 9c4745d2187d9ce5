/** `kineko sweep --slurm`: the scripts of a sweep for a cluster, and their submission. */
import { resolve } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { expected } from '@kineko/formats/problem';
import { type PreparedSweep, writeSlurmJobs } from '@kineko/lab/node';
import { type CliContext, counted, EXIT, type ExitCode, UsageError } from '@kineko/run/console';
import { makeFolder, writingNow } from '@kineko/run/node';
import { integerOption, type LimitArguments } from './options.js';

interface SlurmArguments extends LimitArguments {
  readonly experiment: string;
  readonly repetitions: string | undefined;
  readonly set: readonly string[] | undefined;
  readonly plugin?: readonly string[];
  readonly strict: boolean;
  readonly tasks: string | undefined;
  readonly slurmTime: string;
  readonly slurmOption: readonly string[] | undefined;
  readonly submit: boolean;
  readonly json: boolean;
  readonly shard: string | undefined;
  readonly queue: string | undefined;
}

/** Cells per task: sites prefer few tasks of some minutes to many short ones. */
const CELLS_PER_TASK = 100;
const MAX_TASKS = 100;

export async function forSlurm(
  { sweep: { experiment, cells } }: PreparedSweep,
  request: {
    readonly folder: string;
    readonly jobs: number | undefined;
    readonly args: SlurmArguments;
    readonly context: CliContext;
  },
): Promise<ExitCode> {
  const { folder, jobs = 1, args, context } = request;
  const { cwd, stdout, stderr, env } = context;
  if (args.shard !== undefined || args.queue !== undefined)
    throw new UsageError('--slurm with --shard or --queue: the array job has its own shards; omit one of the two');
  if (!/^(\d+-)?\d{1,3}(:\d{2}){0,2}$/.test(args.slurmTime))
    throw new UsageError(`--slurm-time: ${expected('hh:mm:ss', args.slurmTime)}`);
  const tasks = integerOption('tasks', args.tasks) ?? Math.min(MAX_TASKS, Math.ceil(cells.length / CELLS_PER_TASK));
  writingNow(folder, () => makeFolder(folder));
  const program = fileURLToPath(new URL('../bin/kineko.js', import.meta.url));
  const options = {
    folder,
    name: experiment.name,
    tasks,
    cpusPerTask: jobs,
    time: args.slurmTime,
    command: [
      process.execPath,
      program,
      'sweep',
      resolve(cwd, args.experiment),
      '--event-limit',
      args.eventLimit,
      '--wall-limit',
      args.wallLimit,
      '--out',
      folder,
      ...(args.repetitions === undefined ? [] : ['--repetitions', args.repetitions]),
      ...(args.set ?? []).flatMap((each) => ['--set', each]),
      ...(args.plugin ?? []).flatMap((each) => ['--plugin', resolve(cwd, each)]),
      ...(args.strict ? ['--strict'] : []),
    ],
    extra: args.slurmOption ?? [],
  };
  const { paths, submitted } = await writeSlurmJobs(options, args.submit ? { ...env } : undefined);
  if (args.json) {
    stdout.write(`${JSON.stringify({ ...paths, cells: cells.length, tasks, submitted })}\n`);
    return EXIT.ok;
  }
  stdout.write(`${paths.array}: ${counted(cells.length, 'cell')} in ${counted(tasks, 'task')}\n${paths.merge}\n`);
  if (submitted !== undefined) stdout.write(`submitted: array ${submitted.array}, merge ${submitted.merge}\n`);
  else
    stderr.write(
      `to submit them (the merge waits for the array):\n  sbatch --dependency=afterok:$(sbatch --parsable ${paths.array}) ${paths.merge}\n`,
    );
  return EXIT.ok;
}
