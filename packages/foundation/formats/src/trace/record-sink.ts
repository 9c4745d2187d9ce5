/** Takes the records of a run in their binary form. */
export interface RecordSink {
  /**
   * Takes complete records. The buffer is reused and shared by all sinks: do not change or transfer it, and copy it if you
   * keep it. Throws if these or earlier records cannot be stored, and blocks while too much is pending: nothing else slows the simulator.
   */
  write(chunk: Uint8Array): void;
  /** Stores everything written so far: when it returns, a killed process has not lost it. */
  flush?(): void;
  /** Called regularly: makes sure that what was written before the previous call is stored. Waits for the rest of it only. */
  checkpoint?(): void;
  /** Resolves when everything is stored; rejects if it cannot be. Called once, also after a failure. */
  close(): Promise<void>;
}
