import { clocks } from './clocks.js';
import type { Work } from './comparison.js';

export interface Timed {
  readonly operations: number;
  /** Microseconds of CPU time. */
  readonly micros: number;
}

/** An alternative that is ready to run, in this process or in another one. */
export interface Runner {
  readonly name: string;
  /** Runs the work the given number of times. */
  time(calls: number): Promise<Timed>;
  close(): void;
}

/** Runs an alternative in this process. */
export function runHere(name: string, work: Work, cpuMicros: () => number = clocks.process): Runner {
  return {
    name,
    async time(calls) {
      let operations = 0;
      const start = cpuMicros();
      for (let call = 0; call < calls; call++) {
        const done = work();
        // Awaiting a plain number would add the cost of a promise to synchronous work.
        operations += typeof done === 'number' ? done : await done;
      }
      const micros = cpuMicros() - start;
      if (!(operations >= 0 && operations < Infinity)) throw refusal(name, calls, operations);
      return { operations, micros };
    },
    close() {},
  };
}

/** A rate needs operations; a figure may be 0. */
export function refusal(name: string, calls: number, operations: number): Error {
  return new Error(`${name}: ${calls} calls say they did ${operations} operations; return how many it did`);
}
