/** The connection between the master and a slave: frames both ways, records to the master, and regular pings. */
import { performance } from 'node:perf_hooks';
import { RealNetworkError } from './errors.js';
import { type Frame, frameOfKind, type FrameKind, type FrameOf, readFrame } from './frames.js';
import type { LineConnection } from './lines.js';
import type { RealLimits } from './limits.js';
import { withDeadline } from './promises.js';

export interface ControlListener {
  frame(frame: Frame): void;
  /** A line that is a record; the listener checks it. */
  record(line: Buffer): void;
  /** The connection is over, for any reason; called once. */
  closed(): void;
}

/** Distinguishes records from frames. */
const RECORD_START = Buffer.from('{"type"');

export class Control {
  badFrames = 0;
  private readonly arrived: Frame[] = [];
  private listener: ControlListener | undefined;
  private wake: (() => void) | undefined;
  private isOver = false;
  private lastHeard = performance.now();
  private pings = 0;
  private readonly whenPong = new Map<number, () => void>();
  private readonly pulse: NodeJS.Timeout;

  /** @param other Name of the other side in messages. */
  constructor(
    private readonly connection: LineConnection,
    private readonly limits: RealLimits,
    readonly other: string,
  ) {
    this.pulse = setInterval(() => this.beat(), limits.pulseMs);
    connection.listen({
      line: (bytes) => this.take(bytes),
      oversize: () => this.badFrames++,
      closed: () => this.end(),
    });
  }

  send(frame: Frame): void {
    const line = JSON.stringify(frame);
    const { frameBytes } = this.limits;
    if (Buffer.byteLength(line) > frameBytes) {
      throw new RealNetworkError(`${this.other}: cannot send ${frame.kind}: it takes more than ${frameBytes} bytes`);
    }
    this.connection.write(line);
  }

  /** Returns false if the record was left out, because it is too long or too much is unsent already. */
  sendRecord(line: string): boolean {
    const { connection, limits } = this;
    if (connection.isClosed || connection.unsentBytes + line.length > limits.unsentRecordBytes) return false;
    if (Buffer.byteLength(line) > limits.frameBytes) return false;
    connection.write(line);
    return true;
  }

  /** Waits for the next frame, which must be of a kind: for the start, when the order of frames is fixed. */
  async next<K extends FrameKind>(kind: K): Promise<FrameOf<K>> {
    const { startMs } = this.limits;
    if (this.arrived.length === 0 && !this.isOver) {
      const something = new Promise<void>((resolve) => (this.wake = resolve));
      const tooLate = (): Error =>
        new RealNetworkError(`${this.other} did not send ${kind} within ${startMs} ms: is it alive, and not blocked?`);
      await withDeadline(something, startMs, tooLate);
    }
    const frame = this.arrived.shift();
    if (frame === undefined) throw new RealNetworkError(`${this.other} closed the connection before it sent ${kind}`);
    return frameOfKind(frame, kind, this.other);
  }

  /** Sets the listener, which also gets the frames that arrived before. */
  listen(listener: ControlListener): void {
    this.listener = listener;
    for (const frame of this.arrived.splice(0)) listener.frame(frame);
    if (this.isOver) listener.closed();
  }

  async roundTrip(): Promise<number> {
    const before = performance.now();
    const number = ++this.pings;
    const answered = new Promise<void>((resolve) => this.whenPong.set(number, resolve));
    this.send({ kind: 'ping', number });
    const { startMs } = this.limits;
    const tooLate = (): Error => new RealNetworkError(`${this.other} did not answer within ${startMs} ms`);
    await withDeadline(answered, startMs, tooLate);
    if (this.isOver) throw new RealNetworkError(`${this.other} closed the connection`);
    return performance.now() - before;
  }

  finish(): void {
    this.connection.finish();
  }

  destroy(): void {
    this.connection.destroy();
  }

  private take(bytes: Buffer): void {
    this.lastHeard = performance.now();
    if (bytes.subarray(0, RECORD_START.length).equals(RECORD_START)) {
      if (this.listener === undefined) this.badFrames++;
      else this.listener.record(bytes);
      return;
    }
    let frame;
    try {
      frame = readFrame(bytes);
    } catch {
      this.badFrames++;
      return;
    }
    if (frame.kind === 'ping') this.send({ kind: 'pong', number: frame.number });
    else if (frame.kind === 'pong') {
      this.whenPong.get(frame.number)?.();
      this.whenPong.delete(frame.number);
    } else if (this.listener !== undefined) this.listener.frame(frame);
    else {
      this.arrived.push(frame);
      this.wake?.();
    }
  }

  private beat(): void {
    if (performance.now() - this.lastHeard > this.limits.silenceMs) this.destroy();
    else this.send({ kind: 'ping', number: ++this.pings });
  }

  private end(): void {
    this.isOver = true;
    clearInterval(this.pulse);
    this.wake?.();
    for (const resolve of this.whenPong.values()) resolve();
    this.listener?.closed();
  }
}
