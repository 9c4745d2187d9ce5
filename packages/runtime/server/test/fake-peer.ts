/** A web socket client that takes what it is sent, or does not, as the test sets it. */
import { BinaryReader, type TraceRecord } from '@kineko/formats/trace';
import type { Peer } from '../src/peer.js';

export class FakePeer implements Peer {
  /** Texts as values, and frames of bytes. */
  readonly received: unknown[] = [];
  /** While false, sent bytes stay buffered. */
  takes = true;
  closedWith: number | undefined;
  private waiting = 0;

  get bufferedBytes(): number {
    return this.waiting;
  }

  send(data: string | Uint8Array): void {
    this.received.push(typeof data === 'string' ? JSON.parse(data) : data.slice());
    if (!this.takes) this.waiting += data.length;
  }

  close(code: number): void {
    this.closedWith = code;
  }

  /** Takes buffered bytes. */
  take(bytes: number): void {
    this.waiting = Math.max(0, this.waiting - bytes);
  }

  get frames(): Uint8Array[] {
    return this.received.filter((each) => each instanceof Uint8Array);
  }

  /** All frames of bytes joined: a trace. */
  get bytes(): Uint8Array {
    return Buffer.concat(this.frames);
  }

  get records(): TraceRecord[] {
    return recordsOf(this.frames);
  }

  /** The frames after the first text of a type. */
  recordsAfter(type: string): TraceRecord[] {
    const at = this.received.findIndex((each) => (each as { type?: unknown }).type === type);
    const frames = this.received.slice(at).filter((each) => each instanceof Uint8Array);
    return recordsOf([this.frames[0]!, ...frames]);
  }

  /** The types of the texts, in order. */
  get words(): unknown[] {
    return this.texts().map(({ type }) => type);
  }

  texts(type?: string): Record<string, unknown>[] {
    const texts = this.received.filter((each) => !(each instanceof Uint8Array)) as Record<string, unknown>[];
    return type === undefined ? texts : texts.filter((each) => each['type'] === type);
  }
}

/** Reads frame by frame, as a page does. */
export function recordsOf(frames: readonly Uint8Array[]): TraceRecord[] {
  const reader = new BinaryReader('live run');
  const records: TraceRecord[] = [];
  for (const frame of frames) {
    reader.feed(frame);
    for (let record = reader.next(); record !== undefined; record = reader.next()) records.push(record);
  }
  return records;
}
