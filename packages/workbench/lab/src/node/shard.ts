/** A part of a sweep: every n-th cell, so that several machines share it without knowing of each other. */
import { InputError } from '@kineko/formats/problem';

export interface Shard {
  readonly index: number;
  readonly count: number;
}

/** Where batch systems say which task this is. */
const TASK_NUMBERS = ['SLURM_ARRAY_TASK_ID', 'JOB_COMPLETION_INDEX', 'PBS_ARRAY_INDEX', 'SGE_TASK_ID'];

/** `0/4` to `3/4`; `auto/4` takes the number from the environment of a batch system. */
export function readShard(text: string, env: Readonly<Record<string, string | undefined>>): Shard {
  const [, which, of] = /^(auto|\d{1,9})\/(\d{1,9})$/.exec(text) ?? [];
  if (which === undefined) throw refusal(text, 'i/n is right, i from 0 to n - 1, or auto/n');
  const count = Number(of);
  const index = which === 'auto' ? taskNumber(text, env) : Number(which);
  if (!(count >= 1 && index < count))
    throw refusal(text, `of ${count} shards the number is from 0 to ${count - 1}, not ${index}`);
  return { index, count };
}

function taskNumber(text: string, env: Readonly<Record<string, string | undefined>>): number {
  for (const name of TASK_NUMBERS) {
    const value = env[name];
    if (value !== undefined && /^\d{1,9}$/.test(value)) return Number(value);
  }
  throw refusal(text, `none of ${TASK_NUMBERS.join(', ')} is a number here: auto is for tasks of batch systems`);
}

function refusal(text: string, why: string): InputError {
  return new InputError([{ severity: 'error', place: { file: `--shard ${text}` }, text: why }]);
}

export function isInShard({ index, count }: Shard, cell: number): boolean {
  return cell % count === index;
}
