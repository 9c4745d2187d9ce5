/** Writes records as text in a thread, since printing numbers takes longer than simulating. */
import { Worker } from 'node:worker_threads';
import { binaryHeader, type TraceObject } from '@kineko/formats/trace';
import type { RecordSink } from '../../recording.js';
import { LogBudget } from '../log-budget.js';
import { GrowingFile, SinkError } from './growing-file.js';
import { beginningOf, type NekoLogMessages, type TextFormat } from './text-maker.js';
import type { FileData, TextWorkerData, TextWorkerMessage } from './text-worker.js';
import { InFlight } from './in-flight.js';

/** Threads have no loader for TypeScript, so the built file is used where the sources are run. */
const WORKER = new URL(
  import.meta.url.endsWith('.ts') ? '../../../dist/node/sinks/text-worker.js' : './text-worker.js',
  import.meta.url,
);

export interface BesideText {
  /** The exact trace, written by the same thread: after a kill both files end at the same record. */
  readonly trace?: { readonly path: string; readonly info: TraceObject } | undefined;
  readonly budget?: LogBudget | undefined;
}

export interface NekoLogOptions extends BesideText {
  readonly messages?: NekoLogMessages | undefined;
}

/** Passes records to a thread, which is started at the first chunk. Waits for it when too many bytes are in flight. */
class TextFileSink implements RecordSink {
  private readonly file: GrowingFile;
  private readonly budget: LogBudget;
  private readonly trace: GrowingFile | undefined;
  private readonly inFlight = new InFlight();
  private worker: Worker | undefined;
  private exit: Promise<void> | undefined;
  private sinkFailure: SinkError | undefined;

  constructor(
    path: string,
    private readonly format: TextFormat,
    { trace, budget = new LogBudget() }: BesideText = {},
  ) {
    const beginning = beginningOf(format, path);
    const header = trace && binaryHeader(trace.info, trace.path);
    this.file = GrowingFile.create(path);
    this.file.append(beginning);
    this.budget = budget;
    if (trace === undefined) return;
    this.trace = GrowingFile.create(trace.path);
    this.trace.append(header!);
  }

  write(chunk: Uint8Array): void {
    this.worker ??= this.start();
    if (!this.inFlight.enter(chunk.length)) this.fail('its writer is stuck');
    const failure = this.failure();
    if (failure !== undefined) throw failure;
    const copy = chunk.slice();
    this.worker.postMessage(copy satisfies TextWorkerMessage, [copy.buffer]);
  }

  failure(): SinkError | undefined {
    if (this.sinkFailure === undefined && this.inFlight.hasFailed) this.fail(this.inFlight.failure!);
    if (this.inFlight.isFull) this.budget.exceed();
    return this.sinkFailure;
  }

  async close(): Promise<void> {
    try {
      await this.endWorker();
    } finally {
      this.file.close();
      this.trace?.close();
    }
    const failure = this.failure();
    if (failure !== undefined) throw failure;
  }

  private start(): Worker {
    const workerData: TextWorkerData = {
      format: this.format,
      file: dataOf(this.file),
      trace: this.trace && dataOf(this.trace),
      limit: this.budget.bytes,
      inFlight: this.inFlight.memory,
    };
    const worker = new Worker(WORKER, { workerData, execArgv: [] });
    // A run that fails and does not close the sink must not hang.
    worker.unref();
    worker.on('error', (error) => this.fail(`its writer failed: ${error.message}`));
    this.exit = new Promise((resolve) => {
      worker.on('exit', (code) => {
        if (code !== 0) this.fail(`its writer exited with code ${code}`);
        resolve();
      });
    });
    return worker;
  }

  private async endWorker(): Promise<void> {
    if (this.worker === undefined) return;
    this.worker.ref();
    this.worker.postMessage('end' satisfies TextWorkerMessage);
    await this.exit;
  }

  private fail(message: string): void {
    // The message of the thread may start with the path of a file.
    const paths = [this.file.path, ...(this.trace === undefined ? [] : [this.trace.path])];
    const path = paths.find((each) => message.startsWith(`${each}: `));
    const why = path === undefined ? message : message.slice(path.length + 2);
    this.sinkFailure ??= new SinkError(path ?? this.file.path, why);
  }
}

function dataOf({ descriptor, path, length }: GrowingFile): FileData {
  return { descriptor, path, length };
}

/** The trace as JSON lines; `info` is its header. */
export class JsonTraceSink extends TextFileSink {
  constructor(path: string, info: TraceObject = {}) {
    super(path, { kind: 'json', info });
  }
}

/** The log of the Neko tools. */
export class NekoLogSink extends TextFileSink {
  constructor(path: string, { messages, ...beside }: NekoLogOptions = {}) {
    super(path, { kind: 'neko', messages }, beside);
  }
}
