/** Every n-th cell of a sweep, so that several machines can share it. */
import { type InputError, inputError } from '@kineko/formats/problem';

export interface Shard {
  readonly index: number;
  readonly count: number;
}

/** Variables with the number of a task in batch systems. */
const TASK_NUMBERS = ['SLURM_ARRAY_TASK_ID', 'JOB_COMPLETION_INDEX', 'PBS_ARRAY_INDEX', 'SGE_TASK_ID'];

/** `0/4` to `3/4`; `auto/4` takes the number from the environment of a batch system. */
export function readShard(text: string, env: Readonly<Record<string, string | undefined>>): Shard {
  const [, which, of] = /^(auto|\d{1,9})\/(\d{1,9})$/.exec(text) ?? [];
  if (which === undefined) throw refusal(text, 'expected i/n, with i from 0 to n - 1, or auto/n');
  const count = Number(of);
  const index = which === 'auto' ? taskNumber(text, env) : Number(which);
  if (!(count >= 1 && index < count)) throw refusal(text, `expected a shard from 0 to ${count - 1}, got ${index}`);
  return { index, count };
}

function taskNumber(text: string, env: Readonly<Record<string, string | undefined>>): number {
  for (const name of TASK_NUMBERS) {
    const value = env[name];
    if (value !== undefined && /^\d{1,9}$/.test(value)) return Number(value);
  }
  throw refusal(text, `auto: none of ${TASK_NUMBERS.join(', ')} is set to a number`);
}

function refusal(text: string, why: string): InputError {
  return inputError(why, `--shard ${text}`);
}

export function isInShard({ index, count }: Shard, cell: number): boolean {
  return cell % count === index;
}
