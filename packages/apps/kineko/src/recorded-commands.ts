/** Reads the commands of an earlier run from its trace. */
import { inputError } from '@kineko/formats/problem';
import { commandsOf } from '@kineko/run';
import type { ServeRequest } from '@kineko/run/console';
import { readRecords, warnOfDamage } from './record-files.js';
import { endOfRun } from './run-log.js';

export type Recorded = Awaited<ReturnType<ServeRequest['recordedCommands']>>;

export const recordedCommands: ServeRequest['recordedCommands'] = async (path, name, diagnostics) => {
  const commands: ReturnType<typeof commandsOf> = [];
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
    return { seed, commands, end: Math.max(end, (await endOfRun(path)) ?? 0) };
  }
  throw inputError('expected an exact trace of a run, which has its commands to the last bit (use --log trace)', name);
};
