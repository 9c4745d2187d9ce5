/** Reads the commands of an earlier run from its trace. */
import { inputError } from '@kineko/formats/problem';
import { commandsOf } from '../commands.js';
import type { RecordedCommand } from '../scenario.js';
import { readRecords } from './record-files.js';

export interface Recorded {
  readonly seed: number;
  readonly commands: readonly RecordedCommand[];
  /** Simulated seconds of the last record. */
  readonly end: number;
}

/** Throws an `InputError` if the file is not a trace. */
export async function recordedCommands(path: string, name: string): Promise<Recorded> {
  const commands: RecordedCommand[] = [];
  let seed: unknown;
  let end = 0;
  const { kind } = await readRecords({ path, name }, [], {
    info: (info) => void (seed = info['seed']),
    record: (record) => {
      end = record.time;
      if (record.type === 'command') commands.push(...commandsOf([record]));
    },
  });
  if (kind === 'trace' && typeof seed === 'number') return { seed, commands, end };
  throw inputError('expected an exact trace of a run, which has its commands to the last bit (use --log trace)', name);
}
