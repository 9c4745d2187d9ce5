/** Records messages in a thread, whose memory can be limited. */
import { parentPort, workerData } from 'node:worker_threads';
import { recordMessages } from './recorded-messages.js';

parentPort!.postMessage(await recordMessages(workerData as number));
