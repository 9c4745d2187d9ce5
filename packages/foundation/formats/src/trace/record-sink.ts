/** Takes the records of a run, as the bytes of `BinaryWriter`. */
export interface RecordSink {
  /**
   * Whole records; the bytes are only lent, to all sinks: they must not be changed or transferred, and whoever keeps them
   * copies them. Throws if it cannot keep them, and waits if it has more under way than it can hold: the simulator's loop
   * asks nobody to slow down.
   */
  write(chunk: Uint8Array): void;
  /** Lets go of what it has collected itself; what was written before must not wait for more. */
  flush?(): void;
  /** For a sink that works elsewhere: what went wrong there. Asked at every record, so it must be quick. */
  failure?(): Error | undefined;
  /** Resolves when all is kept; rejects if it is not. Called once, also after a failure. */
  close(): Promise<void>;
}
