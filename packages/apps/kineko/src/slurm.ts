/** `kineko sweep --slurm`: the scripts of a sweep for a cluster, and their submission. */
import { resolve } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { type PreparedSweep, submitSlurm, writeSlurmScripts } from '@kineko/lab/node';
import { type CliContext, EXIT, type ExitCode, UsageError } from '@kineko/run/console';
import { makeFolder, writingNow } from '@kineko/run/node';
import { wholeNumber } from './lab-site.js';
import type { LimitArguments } from './run-limits.js';

export interface SlurmArguments extends LimitArguments {
  readonly experiment: string;
  readonly repetitions?: string;
  readonly set?: readonly string[];
  readonly plugin?: readonly string[];
  readonly strict: boolean;
  readonly tasks?: string;
  readonly slurmTime: string;
  readonly slurmOption?: readonly string[];
  readonly submit: boolean;
  readonly shard?: string;
  readonly queue?: string;
}

/** Cells of a task: sites ask for few tasks that last some minutes, not for many short ones. */
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
  const { cwd, stdout, env } = context;
  if (args.shard !== undefined || args.queue !== undefined)
    throw new UsageError('--slurm makes shards itself: leave out --shard and --queue');
  if (!/^(\d+-)?\d{1,3}(:\d{2}){0,2}$/.test(args.slurmTime))
    throw new UsageError(`--slurm-time ${args.slurmTime}: hh:mm:ss is right`);
  const tasks = wholeNumber('tasks', args.tasks) ?? Math.min(MAX_TASKS, Math.ceil(cells.length / CELLS_PER_TASK));
  writingNow(folder, () => makeFolder(folder));
  const program = fileURLToPath(new URL('../bin/kineko.js', import.meta.url));
  const paths = await writeSlurmScripts({
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
  });
  stdout.write(`${paths.array}: ${cells.length} cells in ${tasks} tasks\n${paths.merge}\n`);
  if (!args.submit) {
    stdout.write(
      `submit them: merge waits for the array\n  sbatch --dependency=afterok:$(sbatch --parsable ${paths.array}) ${paths.merge}\n`,
    );
    return EXIT.ok;
  }
  const [array, merge] = await submitSlurm(paths, { ...env });
  stdout.write(`submitted: array ${array}, merge ${merge}\n`);
  return EXIT.ok;
}
