/** Holds a run back before each event: real time, a debugger. */
export interface Gate {
  /** Whether the event of that time may run; true is followed by the event. */
  admits(time: number, now: number): boolean;
  /** Calls back when it is worth asking again. */
  whenWorthAsking(ask: () => void): void;
}
