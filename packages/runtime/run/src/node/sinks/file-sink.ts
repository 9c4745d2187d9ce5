/** Writes records to files in a thread, since packing and printing numbers takes as long as simulating. */
import { Worker } from 'node:worker_threads';
import type { TraceObject } from '@kineko/formats/trace';
import type { RecordSink } from '../../recording.js';
import { LogBudget } from '../log-budget.js';
import { ChunkRing } from './chunk-ring.js';
import type { FileWorkerData, FileWorkerMessage } from './file-worker.js';
import { createTrace, type FileData, type FilesData, FilesWriter } from './files-writer.js';
import { GrowingFile, SinkError } from './growing-file.js';
import { InFlight } from './in-flight.js';
import { beginningOf, type NekoLogMessages, type TextFormat } from './text-maker.js';

/** Threads have no loader for TypeScript, so the built file is used where the sources are run. */
const WORKER = new URL(
  import.meta.url.endsWith('.ts') ? '../../../dist/node/sinks/file-worker.js' : './file-worker.js',
  import.meta.url,
);

/** Bytes of records that are kept until the thread is started: a shorter run needs none. */
const MAX_PENDING = 1 << 18;

/** Bytes of records that are announced to the thread at once: waking it takes as long as making tens of kilobytes of records. */
const BATCH = 1 << 20;

const STUCK = 'its writer is stuck';

interface TracePlace {
  readonly path: string;
  readonly info: TraceObject;
}

export interface BesideText {
  /** The exact trace: after a kill the text has all its records, and at most one chunk more. */
  readonly trace?: TracePlace | undefined;
  readonly budget?: LogBudget | undefined;
}

export interface NekoLogOptions extends BesideText {
  readonly messages?: NekoLogMessages | undefined;
}

/**
 * Passes records to a thread, and waits for it when too many bytes are in flight. The thread is started when there is enough to
 * do, or records become overdue; without one, the files are written when the sink is closed.
 */
class FileSink implements RecordSink {
  private readonly files: FilesData;
  private readonly open: readonly GrowingFile[];
  private readonly budget: LogBudget;
  private readonly inFlight = new InFlight();
  private pending: Uint8Array[] = [];
  private pendingBytes = 0;
  /** Whether some of them were there at the last checkpoint. */
  private isOverdue = false;
  private sentSinceCheckpoint = 0;
  private worker: Worker | undefined;
  /** Set with the thread. */
  private ring: ChunkRing | undefined;
  /** Lengths of the chunks in the ring of which the thread does not know yet. */
  private unannounced: number[] = [];
  private unannouncedBytes = 0;
  private exit: Promise<void> | undefined;
  private sinkFailure: SinkError | undefined;

  constructor(
    text: { readonly path: string; readonly format: TextFormat } | undefined,
    { trace, budget = new LogBudget() }: BesideText,
  ) {
    const textFile = text && createText(text.path, text.format);
    const traceFile = trace && createTrace(trace.path, trace.info);
    this.open = [textFile, traceFile].filter((file) => file !== undefined);
    this.budget = budget;
    this.files = {
      text: text && { file: dataOf(textFile!), format: text.format },
      trace: trace && { file: dataOf(traceFile!), info: trace.info },
      limit: budget.bytes,
    };
  }

  write(chunk: Uint8Array): void {
    if (this.worker !== undefined) {
      this.send(chunk);
      return;
    }
    this.pending.push(chunk.slice());
    this.pendingBytes += chunk.length;
    if (this.pendingBytes >= MAX_PENDING) this.sendPending();
  }

  flush(): void {
    if (this.pending.length > 0) this.sendPending();
    if (this.worker === undefined) return;
    this.announce();
    if (!this.inFlight.settle()) this.fail(STUCK);
    this.requireHealth();
  }

  checkpoint(): void {
    if (this.worker === undefined) {
      if (this.isOverdue) this.flush();
      this.isOverdue = this.pending.length > 0;
      return;
    }
    this.announce();
    if (!this.inFlight.settle(this.sentSinceCheckpoint)) this.fail(STUCK);
    this.sentSinceCheckpoint = 0;
    this.requireHealth();
  }

  async close(): Promise<void> {
    try {
      if (this.worker === undefined) await this.writeHere();
      else await this.endWorker();
    } finally {
      for (const file of this.open) file.close();
    }
    this.requireHealth();
  }

  private sendPending(): void {
    this.worker ??= this.start();
    for (const chunk of this.pending.splice(0)) this.send(chunk);
  }

  private send(chunk: Uint8Array): void {
    // Before it waits for room, so that the thread knows enough chunks to make it.
    if (this.unannouncedBytes + chunk.length > BATCH) this.announce();
    if (!this.inFlight.enter(chunk.length)) this.fail(STUCK);
    this.sentSinceCheckpoint += chunk.length;
    this.requireHealth();
    // Not transferred: once a thread has detached a buffer, V8 checks every access to its typed arrays, which slows the engine down.
    // Not as a message either, which takes five times as long as a copy into shared memory.
    if (this.ring!.fits(chunk)) {
      this.ring!.put(chunk);
      this.unannounced.push(chunk.length);
      this.unannouncedBytes += chunk.length;
    } else {
      this.worker!.postMessage(chunk.slice() satisfies FileWorkerMessage);
    }
  }

  private announce(): void {
    if (this.unannounced.length === 0) return;
    this.worker!.postMessage(this.unannounced satisfies FileWorkerMessage);
    this.unannounced = [];
    this.unannouncedBytes = 0;
  }

  private requireHealth(): void {
    if (this.inFlight.hasFailed) this.fail(this.inFlight.failure!);
    if (this.inFlight.isFull) this.budget.exceed();
    if (this.sinkFailure !== undefined) throw this.sinkFailure;
  }

  private async writeHere(): Promise<void> {
    try {
      const writer = await FilesWriter.create(this.files);
      for (const chunk of this.pending) writer.write(chunk);
      writer.end();
      if (writer.isFull) this.budget.exceed();
    } catch (error) {
      this.fail(error instanceof Error ? error.message : String(error));
    }
  }

  private start(): Worker {
    this.ring = new ChunkRing();
    const workerData: FileWorkerData = { files: this.files, inFlight: this.inFlight.memory, ring: this.ring.memory };
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
    this.announce();
    this.worker!.ref();
    this.worker!.postMessage('end' satisfies FileWorkerMessage);
    await this.exit;
  }

  private fail(message: string): void {
    // The message of the thread may start with the path of a file.
    const file = this.open.find(({ path }) => message.startsWith(`${path}: `));
    const why = file === undefined ? message : message.slice(file.path.length + 2);
    this.sinkFailure ??= new SinkError((file ?? this.open[0]!).path, why);
  }
}

function createText(path: string, format: TextFormat): GrowingFile {
  const beginning = beginningOf(format, path);
  const file = GrowingFile.create(path);
  file.append(beginning);
  return file;
}

function dataOf({ descriptor, path, length }: GrowingFile): FileData {
  return { descriptor, path, length };
}

/** The exact trace; `info` is its header. */
export class TraceFileSink extends FileSink {
  constructor(path: string, info: TraceObject = {}, budget?: LogBudget) {
    super(undefined, { trace: { path, info }, budget });
  }
}

/** The trace as JSON lines; `info` is its header. */
export class JsonTraceSink extends FileSink {
  constructor(path: string, info: TraceObject = {}) {
    super({ path, format: { kind: 'json', info } }, {});
  }
}

/** The log of the Neko tools. */
export class NekoLogSink extends FileSink {
  constructor(path: string, { messages, ...beside }: NekoLogOptions = {}) {
    super({ path, format: { kind: 'neko', messages } }, beside);
  }
}
