/**
 * What a thread that records and one that writes know of each other at once, in shared memory: the simulator's loop leaves
 * its thread no time to look at messages.
 */
const IN_FLIGHT = 0;
const FAILURE_LENGTH = 1;
const IS_FULL = 2;
const HEAD = 3 * Int32Array.BYTES_PER_ELEMENT;
/** Longer messages are cut (bytes). */
const MAX_MESSAGE = 2048;

/** So much may be on its way to the writer before the recording thread waits (bytes). */
export const MAX_IN_FLIGHT = 8 << 20;

const WAIT_MS = 1000;
/** A writer that does nothing for so many waits is not slow, but dead or stuck. */
const MAX_WAITS = 60;

/** Bytes on their way from one thread to the other, and what went wrong there. */
export class InFlight {
  private readonly head: Int32Array;
  private readonly message: Uint8Array;

  constructor(readonly memory: SharedArrayBuffer = new SharedArrayBuffer(HEAD + MAX_MESSAGE)) {
    this.head = new Int32Array(memory, 0, 3);
    this.message = new Uint8Array(memory, HEAD);
  }

  // For whoever records.

  /** Counts so many bytes as under way, and waits until there is room for them. False if the writer does not move. */
  enter(bytes: number, waitMs = WAIT_MS): boolean {
    for (let waits = 0; waits < MAX_WAITS; waits++) {
      const inFlight = Atomics.load(this.head, IN_FLIGHT);
      // One that is larger than all that is allowed goes alone.
      if (inFlight === 0 || inFlight + bytes <= MAX_IN_FLIGHT || this.hasFailed) {
        Atomics.add(this.head, IN_FLIGHT, bytes);
        return true;
      }
      if (Atomics.wait(this.head, IN_FLIGHT, inFlight, waitMs) !== 'timed-out') waits = 0;
    }
    return false;
  }

  /** Asked at every record. */
  get hasFailed(): boolean {
    return Atomics.load(this.head, FAILURE_LENGTH) > 0;
  }

  get failure(): string | undefined {
    const length = Atomics.load(this.head, FAILURE_LENGTH);
    return length === 0 ? undefined : Buffer.from(this.message.slice(0, length)).toString();
  }

  /** Whether something was left out because it would exceed the limit of the files. */
  get isFull(): boolean {
    return Atomics.load(this.head, IS_FULL) > 0;
  }

  // For whoever writes.

  fill(): void {
    Atomics.store(this.head, IS_FULL, 1);
  }

  leave(bytes: number): void {
    Atomics.sub(this.head, IN_FLIGHT, bytes);
    Atomics.notify(this.head, IN_FLIGHT);
  }

  /** Only the first one counts. */
  fail(message: string): void {
    if (this.hasFailed) return;
    const { written } = new TextEncoder().encodeInto(message || 'unknown', this.message);
    Atomics.store(this.head, FAILURE_LENGTH, written);
    Atomics.notify(this.head, IN_FLIGHT);
  }
}
