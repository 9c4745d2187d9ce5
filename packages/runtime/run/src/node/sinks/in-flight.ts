/**
 * State that the recording thread and the writing thread share in memory: the loop of the simulator leaves its thread no
 * time to receive messages.
 */
const IN_FLIGHT = 0;
const FAILURE_LENGTH = 1;
const IS_FULL = 2;
const HEAD = 3 * Int32Array.BYTES_PER_ELEMENT;
/** Longer messages are truncated (bytes). */
const MAX_MESSAGE = 2048;

/** Bytes that may be in flight to the writer before the recording thread waits. */
export const MAX_IN_FLIGHT = 8 << 20;

const WAIT_MS = 1000;
/** A writer without progress during this number of waits is dead or stuck. */
const MAX_WAITS = 60;

/** Counts bytes in flight between two threads, and passes a failure back. */
export class InFlight {
  private readonly head: Int32Array;
  private readonly message: Uint8Array;

  constructor(readonly memory: SharedArrayBuffer = new SharedArrayBuffer(HEAD + MAX_MESSAGE)) {
    this.head = new Int32Array(memory, 0, 3);
    this.message = new Uint8Array(memory, HEAD);
  }

  // Called by the recording thread.

  /** Adds bytes in flight, and waits until there is room for them. Returns false if the writer makes no progress. */
  enter(bytes: number, waitMs = WAIT_MS): boolean {
    for (let waits = 0; waits < MAX_WAITS; waits++) {
      const inFlight = Atomics.load(this.head, IN_FLIGHT);
      // A chunk that is larger than the limit is sent alone.
      if (inFlight === 0 || inFlight + bytes <= MAX_IN_FLIGHT || this.hasFailed) {
        Atomics.add(this.head, IN_FLIGHT, bytes);
        return true;
      }
      if (Atomics.wait(this.head, IN_FLIGHT, inFlight, waitMs) !== 'timed-out') waits = 0;
    }
    return false;
  }

  /**
   * Waits until no more than some bytes are in flight, or the writer has failed. Returns false if it makes no progress. The writer
   * takes bytes in the order in which they were sent.
   */
  settle(bytes = 0, waitMs = WAIT_MS): boolean {
    for (let waits = 0; waits < MAX_WAITS; waits++) {
      const inFlight = Atomics.load(this.head, IN_FLIGHT);
      if (inFlight <= bytes || this.hasFailed) return true;
      if (Atomics.wait(this.head, IN_FLIGHT, inFlight, waitMs) !== 'timed-out') waits = 0;
    }
    return false;
  }

  get hasFailed(): boolean {
    return Atomics.load(this.head, FAILURE_LENGTH) > 0;
  }

  get failure(): string | undefined {
    const length = Atomics.load(this.head, FAILURE_LENGTH);
    return length === 0 ? undefined : Buffer.from(this.message.slice(0, length)).toString();
  }

  /** Whether records were omitted because of the limit of the files. */
  get isFull(): boolean {
    return Atomics.load(this.head, IS_FULL) > 0;
  }

  // Called by the writing thread.

  fill(): void {
    Atomics.store(this.head, IS_FULL, 1);
  }

  leave(bytes: number): void {
    Atomics.sub(this.head, IN_FLIGHT, bytes);
    Atomics.notify(this.head, IN_FLIGHT);
  }

  /** Only the first failure counts. */
  fail(message: string): void {
    if (this.hasFailed) return;
    const { written } = new TextEncoder().encodeInto(message || 'unknown', this.message);
    Atomics.store(this.head, FAILURE_LENGTH, written);
    Atomics.notify(this.head, IN_FLIGHT);
  }
}
