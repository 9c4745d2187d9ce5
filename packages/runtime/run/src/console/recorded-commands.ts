/** Reads the commands of an earlier run from its trace. */
import { inputError } from '@kineko/formats/problem';
import { commandsOf } from '../commands.js';
import { runOfLog } from '../node/manifest.js';
import type { RecordedCommand } from '../scenario.js';
import type { Diagnostics } from './diagnostics.js';
import { readRecords, warnOfDamage } from './record-files.js';

export interface Recorded {
  readonly seed: number;
  readonly commands: readonly RecordedCommand[];
  /** Simulated seconds at which the run ended; those of the last record if no manifest is beside the trace. */
  readonly end: number;
}

/** Throws an `InputError` if the file is not a trace; warns if it is cut off. */
export async function recordedCommands(path: string, name: string, diagnostics: Diagnostics): Promise<Recorded> {
  const commands: RecordedCommand[] = [];
  let seed: unknown;
  let end = 0;
  const read = await readRecords({ path, name }, [], {
    info: (info) => void (seed = info['seed']),
    record: (record) => {
      end = record.time;
      if (record.type === 'command') commands.push(...commandsOf([record]));
    },
  });
  warnOfDamage(read, name, diagnostics);
  if (read.kind === 'trace' && typeof seed === 'number') {
    return { seed, commands, end: Math.max(end, (await runOfLog(path))?.end ?? 0) };
  }
  throw inputError('expected an exact trace of a run, which has its commands to the last bit (use --log trace)', name);
}
