/** Keeps the orders of a run in a file, from which it can be given again, and the hash of all that happened. */
import type { TraceObject } from '@kineko/formats/trace';
import { Recording, ResultHash } from '@kineko/run';
import { keepFlushing, TraceFileSink } from '@kineko/run/node';
import type { SessionRecorder } from '../run/session/session-options.js';

/** `info` is what the file says of itself. */
export async function fileRecorder(path: string, info: TraceObject): Promise<SessionRecorder> {
  const hash = await ResultHash.create();
  const all = new Recording([hash]);
  const orders = new Recording([new TraceFileSink(path, { ...info, door: 'crsim' })], path);
  const stopFlushing = keepFlushing(orders);
  return {
    emit: (record) => {
      all.emit(record);
      if (record.type === 'command') orders.emit(record);
    },
    finish: async () => {
      stopFlushing();
      await all.close();
      await orders.close();
      return `Record is ${path}, hash ${hash.digest()}`;
    },
  };
}
