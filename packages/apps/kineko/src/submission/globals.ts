/** Takes from a submission what leads out of its process; Node's permission model stands behind that. */
import { writeSync } from 'node:fs';
import process from 'node:process';
import { format } from 'node:util';

/** Ways to the network, to other threads and to what is stored. */
const TAKEN = [
  'fetch',
  'WebSocket',
  'EventSource',
  'BroadcastChannel',
  'Worker',
  'caches',
  'localStorage',
  'sessionStorage',
  'indexedDB',
  'gc',
];

/** What it prints is text, which its grader may throw away. */
function print(fd: number, text: string): boolean {
  try {
    writeSync(fd, text);
  } catch {
    // Nobody reads it.
  }
  return true;
}

export function confineGlobals(): void {
  const { nextTick, exit } = process;
  const host = globalThis as Record<string, unknown>;
  for (const name of TAKEN) delete host[name];
  const say =
    (fd: number) =>
    (...what: unknown[]): void =>
      void print(fd, `${format(...what)}\n`);
  const [out, err] = [say(1), say(2)];
  const ignore = (): void => {};
  const console = {
    ...Object.fromEntries(['log', 'info', 'debug', 'dir', 'table'].map((name) => [name, out])),
    ...Object.fromEntries(['warn', 'error', 'trace'].map((name) => [name, err])),
    ...Object.fromEntries(
      [
        'assert',
        'clear',
        'count',
        'countReset',
        'group',
        'groupCollapsed',
        'groupEnd',
        'time',
        'timeEnd',
        'timeLog',
      ].map((name) => [name, ignore]),
    ),
  };
  // The little of it that does no harm.
  const harmless = {
    argv: [],
    env: {},
    cwd: () => '/',
    exit: (code?: number): void => exit(code),
    nextTick: (callback: (...args: unknown[]) => void, ...args: unknown[]): void => nextTick(callback, ...args),
    stdout: { write: (text: unknown): boolean => print(1, String(text)) },
    stderr: { write: (text: unknown): boolean => print(2, String(text)) },
  };
  for (const [name, value] of Object.entries({ console, process: harmless })) {
    Object.defineProperty(host, name, { value, writable: true, configurable: true, enumerable: false });
  }
  // Whatever still gets hold of it: the one door to other processes that the permission model leaves open.
  for (const name of ['kill', '_kill', '_debugProcess', '_debugEnd', 'binding', '_linkedBinding', 'dlopen', 'abort']) {
    delete (process as unknown as Record<string, unknown>)[name];
  }
}
