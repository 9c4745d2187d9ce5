/** Slurm: a sweep as one array job of packed tasks, each a shard, and a job that merges what they leave. */
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { shellWord, writing } from '@kineko/run/node';

export interface SlurmOptions {
  /** Absolute: on a disk that all nodes see. */
  readonly folder: string;
  readonly name: string;
  /** Of the array. */
  readonly tasks: number;
  readonly cpusPerTask: number;
  /** `hh:mm:ss`. */
  readonly time: string;
  /** `kineko sweep …`, without shard and merge: words for a shell. */
  readonly command: readonly string[];
  /** More for sbatch, as `--partition=short`. */
  readonly extra: readonly string[];
}

export interface SlurmScripts {
  readonly array: string;
  readonly merge: string;
}

/** Seconds before the end of its time at which a task is told to finish: what is done by then is kept already. */
const WARNING_SECONDS = 60;

export function slurmScripts({ folder, name, tasks, cpusPerTask, time, command, extra }: SlurmOptions): SlurmScripts {
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
    '# A shell that waits hands the signal on; one that runs a program in front would not.',
    `${kineko} --shard auto/${tasks} --jobs ${cpusPerTask} --quiet &`,
    'child=$!',
    'trap \'kill -TERM "$child" 2>/dev/null\' TERM',
    'wait "$child"; code=$?',
    'while kill -0 "$child" 2>/dev/null; do wait "$child"; code=$?; done',
    '# Cut off by its time: the rest is run when it has its turn again.',
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

export async function writeSlurmScripts(
  options: SlurmOptions,
): Promise<{ readonly array: string; readonly merge: string }> {
  const { array, merge } = slurmScripts(options);
  const paths = { array: join(options.folder, 'array.sbatch'), merge: join(options.folder, 'merge.sbatch') };
  await writing(paths.array, () => writeFile(paths.array, array, { mode: 0o755 }));
  await writing(paths.merge, () => writeFile(paths.merge, merge, { mode: 0o755 }));
  return paths;
}

/** Submits the array, and the merge for when all of it is done; the numbers of the two jobs. */
export async function submitSlurm(
  paths: { readonly array: string; readonly merge: string },
  env: NodeJS.ProcessEnv,
): Promise<[array: string, merge: string]> {
  const submit = async (...args: string[]): Promise<string> => {
    try {
      const { stdout } = await promisify(execFile)('sbatch', ['--parsable', ...args], { env });
      // With several clusters, the name of one follows.
      return stdout.trim().split(';')[0]!;
    } catch (error) {
      const { code, stderr, message } = error as { code?: unknown; stderr?: string; message: string };
      const why = code === 'ENOENT' ? 'there is no sbatch on this machine' : stderr?.trim() || message;
      throw new Error(`the jobs cannot be submitted: ${why}; the scripts are ${paths.array} and ${paths.merge}`, {
        cause: error,
      });
    }
  };
  const array = await submit(paths.array);
  return [array, await submit(`--dependency=afterok:${array}`, paths.merge)];
}

/** Names of jobs have no blanks. */
function safe(name: string): string {
  return name.replaceAll(/[^\w.-]+/g, '_');
}
