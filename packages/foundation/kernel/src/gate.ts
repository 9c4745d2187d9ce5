/** Holds a run back before each event: real time, a debugger. */
export interface Gate {
  /** Whether the event of that time may run; if true, it runs. */
  admits(time: number, now: number): boolean;
  /** Calls back when it is worth trying again. */
  whenWorthAsking(ask: () => void): void;
}
