import { clocks } from './clocks.js';
import type { Work } from './comparison.js';

export interface Timed {
  readonly operations: number;
  /** Microseconds of CPU time. */
  readonly micros: number;
}

/** An alternative that is ready to work, wherever it does. */
export interface Runner {
  readonly name: string;
  /** Does the work the given number of times. */
  time(calls: number): Promise<Timed>;
  close(): void;
}

/** Works in this process. */
export function runHere(name: string, work: Work, cpuMicros: () => number = clocks.process): Runner {
  return {
    name,
    async time(calls) {
      let operations = 0;
      const start = cpuMicros();
      for (let call = 0; call < calls; call++) {
        const done = work();
        // Awaiting a plain number would add the price of a promise to work that needs none.
        operations += typeof done === 'number' ? done : await done;
      }
      const micros = cpuMicros() - start;
      if (!(operations > 0 && operations < Infinity)) {
        throw new Error(`${name}: ${calls} calls say they did ${operations} operations; return how many it did`);
      }
      return { operations, micros };
    },
    close() {},
  };
}
