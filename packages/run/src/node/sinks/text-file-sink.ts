/** Files of text made of records, in a thread of their own: to print numbers takes longer than to simulate. */
import { Worker } from 'node:worker_threads';
import type { TraceObject } from '@kineko/formats/trace';
import type { RecordSink } from '../../recording.js';
import { GrowingFile, SinkError } from './growing-file.js';
import { beginningOf, type NekoLogMessages, type TextOrder } from './text-maker.js';
import type { TextWorkerData, TextWorkerMessage } from './text-worker.js';
import { UnderWay } from './under-way.js';

/** A thread has no loader for TypeScript: where the sources run, it runs what was built of them. */
const WORKER = new URL(
  import.meta.url.endsWith('.ts') ? '../../../dist/node/sinks/text-worker.js' : './text-worker.js',
  import.meta.url,
);

/** Hands the records to a thread, which is started when the first ones come. Waits for it when too much is under way. */
class TextFileSink implements RecordSink {
  readonly #file: GrowingFile;
  readonly #order: TextOrder;
  readonly #underWay = new UnderWay();
  #worker: Worker | undefined;
  #exit: Promise<void> | undefined;
  #failure: SinkError | undefined;

  constructor(path: string, order: TextOrder) {
    const beginning = beginningOf(order, path);
    this.#file = GrowingFile.create(path);
    this.#file.append(beginning);
    this.#order = order;
  }

  write(chunk: Uint8Array): void {
    this.#worker ??= this.#start();
    if (!this.#underWay.enter(chunk.length)) this.#fail('its writer is stuck');
    const failure = this.failure();
    if (failure !== undefined) throw failure;
    const copy = chunk.slice();
    this.#worker.postMessage(copy satisfies TextWorkerMessage, [copy.buffer]);
  }

  failure(): SinkError | undefined {
    if (this.#failure === undefined && this.#underWay.hasFailed) this.#fail(this.#underWay.failure!);
    return this.#failure;
  }

  async close(): Promise<void> {
    try {
      await this.#endWorker();
    } finally {
      this.#file.close();
    }
    const failure = this.failure();
    if (failure !== undefined) throw failure;
  }

  #start(): Worker {
    const { descriptor, path, length } = this.#file;
    const workerData: TextWorkerData = {
      order: this.#order,
      descriptor,
      path,
      length,
      underWay: this.#underWay.memory,
    };
    const worker = new Worker(WORKER, { workerData, execArgv: [] });
    // A run that fails and forgets to close it must not hang.
    worker.unref();
    worker.on('error', (error) => this.#fail(`its writer failed: ${error.message}`));
    this.#exit = new Promise((resolve) => {
      worker.on('exit', (code) => {
        if (code !== 0) this.#fail(`its writer ended with the code ${code}`);
        resolve();
      });
    });
    return worker;
  }

  async #endWorker(): Promise<void> {
    if (this.#worker === undefined) return;
    this.#worker.ref();
    this.#worker.postMessage('end' satisfies TextWorkerMessage);
    await this.#exit;
  }

  #fail(message: string): void {
    const { path } = this.#file;
    const start = `${path}: `;
    this.#failure ??= new SinkError(path, message.startsWith(start) ? message.slice(start.length) : message);
  }
}

/** The trace as JSON lines; `info` is what it says of itself in its first line. */
export class JsonTraceSink extends TextFileSink {
  constructor(path: string, info: TraceObject = {}) {
    super(path, { kind: 'json', info });
  }
}

/** The log of the Neko tools. */
export class NekoLogSink extends TextFileSink {
  constructor(path: string, options: { readonly messages?: NekoLogMessages | undefined } = {}) {
    super(path, { kind: 'neko', ...options });
  }
}
