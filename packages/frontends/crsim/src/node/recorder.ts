/** Writes the commands of a run to a file, from which it can be replayed, and computes the hash of all records. */
import type { TraceObject } from '@kineko/formats/trace';
import { Recording, ResultHash } from '@kineko/run';
import { keepFlushing, TraceFileSink } from '@kineko/run/node';
import type { SessionRecorder } from '../run/session/session.js';

/** @param info The content of the file's header. */
export async function fileRecorder(path: string, info: TraceObject): Promise<SessionRecorder> {
  const hash = await ResultHash.create();
  const all = new Recording([hash]);
  const commands = new Recording([new TraceFileSink(path, { ...info, door: 'crsim' })], path);
  const stopFlushing = keepFlushing(commands);
  return {
    emit: (record) => {
      all.emit(record);
      if (record.type === 'command') commands.emit(record);
    },
    finish: async () => {
      stopFlushing();
      await all.close();
      await commands.close();
      return `Record is ${path}, hash ${hash.digest()}`;
    },
  };
}
