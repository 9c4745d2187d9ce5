/** A million messages in bounded memory: in a worker whose heap is limited. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Soak } from '@kineko/tools/soak/soak';
import type { Recorded } from '../test/recorded-messages.js';

const MESSAGES = 1_000_000;
/** Bytes of text: with its envelope, a message takes about 190 bytes of a chunk of 1 MB. */
const MAX_LEAD = 1 << 17;
/** The file has 190 MB. */
const HEAP_MB = 64;

export const soaks: Soak[] = [
  {
    name: 'a million messages in an MCAP recording',
    seeds: 1,
    run: async () => {
      const worker = new Worker(new URL('../test/recorded-messages-worker.js', import.meta.url), {
        workerData: MESSAGES,
        execArgv: ['--import', '@kineko/tools/shared/use-built-sources'],
        resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
      });
      const [{ messages, largestLead, fileBytes }] = (await once(worker, 'message')) as [Recorded];
      if (messages !== MESSAGES || largestLead > MAX_LEAD) {
        throw new Error(`${messages} messages were found, and ${largestLead} bytes were ahead of the file`);
      }
      return { sums: { messages }, most: { 'bytes ahead': largestLead, 'bytes of the file': fileBytes } };
    },
  },
];
