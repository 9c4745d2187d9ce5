/** Clocks of benchmarks, in microseconds: CPU time or, for work that waits for other programs, wall-clock time. */
import { readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import process from 'node:process';

/** The CPU time of the process or of the thread, or wall-clock time. */
export type ClockName = 'process' | 'thread' | 'wall';

export const clocks: Readonly<Record<ClockName, () => number>> = {
  process: () => ownMicros() + (childrenMicros() ?? 0),
  thread: () => threadMicros() ?? ownMicros(),
  wall: () => performance.now() * 1000,
};

/** CPU time of this process, all threads. */
function ownMicros(): number {
  const { user, system } = process.cpuUsage();
  return user + system;
}

/** Resolution in which the system reports CPU time. */
const STEP_MICROS = 10_000;

/** CPU time of ended child processes, in steps of 10 ms; 0 on systems that do not report it. */
export function childrenMicros(): number | undefined {
  // The fields after the name, which may contain spaces.
  const fields = textOf('/proc/self/stat')?.split(') ')[1]?.split(' ');
  return fields && (Number(fields[13]) + Number(fields[14])) * STEP_MICROS;
}

/** CPU time of this thread; undefined on systems that do not report it. */
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
