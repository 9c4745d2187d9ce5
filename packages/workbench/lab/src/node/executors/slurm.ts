/** Slurm: a sweep as one array job, whose tasks are shards, and a job that merges their results. */
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { shellWord, writing } from '@kineko/run/node';

export interface SlurmOptions {
  /** Absolute path, on a disk shared by all nodes. */
  readonly folder: string;
  readonly name: string;
  readonly tasks: number;
  readonly cpusPerTask: number;
  /** `hh:mm:ss`. */
  readonly time: string;
  /** `kineko sweep …`, without --shard and --merge. */
  readonly command: readonly string[];
  /** Options of sbatch, such as `--partition=short`. */
  readonly extra: readonly string[];
}

export interface SlurmScripts {
  readonly array: string;
  readonly merge: string;
}

/** Seconds before its time limit at which a task is signalled. */
const WARNING_SECONDS = 60;

function slurmScripts({ folder, name, tasks, cpusPerTask, time, command, extra }: SlurmOptions): SlurmScripts {
  const kineko = command.map(shellWord).join(' ');
  const more = extra.map((each) => `#SBATCH ${each}`);
  const array = [
    '#!/bin/bash',
    `#SBATCH --job-name=${safe(name)}`,
    `#SBATCH --array=0-${tasks - 1}`,
    `#SBATCH --cpus-per-task=${cpusPerTask}`,
    `#SBATCH --time=${time}`,
    '#SBATCH --requeue',
    `#SBATCH --signal=B:TERM@${WARNING_SECONDS}`,
    `#SBATCH --output=${join(folder, 'slurm-%A_%a.out')}`,
    ...more,
    '',
    '# The shell passes the signal on, which it could not while a program runs in the foreground.',
    `${kineko} --shard auto/${tasks} --jobs ${cpusPerTask} --quiet &`,
    'child=$!',
    'trap \'kill -TERM "$child" 2>/dev/null\' TERM',
    'wait "$child"; code=$?',
    'while kill -0 "$child" 2>/dev/null; do wait "$child"; code=$?; done',
    '# Time limit reached: run the rest after a requeue.',
    'if [ "$code" -eq 130 ]; then scontrol requeue "${SLURM_ARRAY_JOB_ID}_${SLURM_ARRAY_TASK_ID}"; fi',
    'exit "$code"',
    '',
  ].join('\n');
  const merge = [
    '#!/bin/bash',
    `#SBATCH --job-name=${safe(name)}-merge`,
    '#SBATCH --time=01:00:00',
    `#SBATCH --output=${join(folder, 'slurm-merge-%j.out')}`,
    ...more,
    '',
    `${kineko} --merge`,
    '',
  ].join('\n');
  return { array, merge };
}

interface SlurmJobs {
  /** Paths of the scripts. */
  readonly paths: SlurmScripts;
  /** Numbers of the two jobs, if they were submitted. */
  readonly submitted: SlurmScripts | undefined;
}

/** @param submitEnv The environment in which the jobs are submitted; without it they are not. */
export async function writeSlurmJobs(options: SlurmOptions, submitEnv?: NodeJS.ProcessEnv): Promise<SlurmJobs> {
  const paths = await writeScripts(options);
  return { paths, submitted: submitEnv && (await submitScripts(paths, submitEnv)) };
}

async function writeScripts(options: SlurmOptions): Promise<SlurmScripts> {
  const { array, merge } = slurmScripts(options);
  const paths = { array: join(options.folder, 'array.sbatch'), merge: join(options.folder, 'merge.sbatch') };
  await writing(paths.array, () => writeFile(paths.array, array, { mode: 0o755 }));
  await writing(paths.merge, () => writeFile(paths.merge, merge, { mode: 0o755 }));
  return paths;
}

/** Submits the array, and the merge that depends on it. */
async function submitScripts(paths: SlurmScripts, env: NodeJS.ProcessEnv): Promise<SlurmScripts> {
  const submit = async (...args: string[]): Promise<string> => {
    try {
      const { stdout } = await promisify(execFile)('sbatch', ['--parsable', ...args], { env });
      // With several clusters, the name of the cluster follows.
      return stdout.trim().split(';')[0]!;
    } catch (error) {
      const { code, stderr, message } = error as { code?: unknown; stderr?: string; message: string };
      const why = code === 'ENOENT' ? 'sbatch not found' : stderr?.trim() || message;
      throw new Error(`cannot submit the jobs: ${why}; the scripts are ${paths.array} and ${paths.merge}`, {
        cause: error,
      });
    }
  };
  const array = await submit(paths.array);
  return { array, merge: await submit(`--dependency=afterok:${array}`, paths.merge) };
}

/** A name without blanks. */
function safe(name: string): string {
  return name.replaceAll(/[^\w.-]+/g, '_');
}
