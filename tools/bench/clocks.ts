/** What a benchmark's time is measured by, in microseconds: CPU time, or for what waits for others, the wall clock's. */
import { readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import process from 'node:process';

/** Whose time it is. */
export type ClockName = 'process' | 'thread' | 'wall';

export const clocks: Readonly<Record<ClockName, () => number>> = {
  process: () => ownMicros() + (childrenMicros() ?? 0),
  thread: () => threadMicros() ?? ownMicros(),
  wall: () => performance.now() * 1000,
};

/** Of this process, in all its threads. */
function ownMicros(): number {
  const { user, system } = process.cpuUsage();
  return user + system;
}

/** The system counts in such steps, whatever its own grain. */
const STEP_MICROS = 10_000;

/** Of the programs that this one has started and that have ended, where the system tells; in steps of 10 ms. */
export function childrenMicros(): number | undefined {
  // Behind the name, which may have spaces in it.
  const fields = textOf('/proc/self/stat')?.split(') ')[1]?.split(' ');
  return fields && (Number(fields[13]) + Number(fields[14])) * STEP_MICROS;
}

/** Of this thread alone, where the system tells. */
function threadMicros(): number | undefined {
  const [nanos] = textOf('/proc/thread-self/schedstat')?.split(' ') ?? [];
  return nanos === undefined ? undefined : Number(nanos) / 1000;
}

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
