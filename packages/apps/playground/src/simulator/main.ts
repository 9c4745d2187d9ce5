/** The simulator in its worker: runs a job and reports through a port. */
import * as lcm from '@kineko/lcm/author';
import * as robotsim from '@kineko/robotsim/author';
import { AuthorModules, type Namespace, PACKAGES } from './author-modules.js';
import { confine } from './confine.js';
import { Lines } from './lines.js';
import { type FromSimulator, type Job, PAGE_LIMITS, type ToSimulator } from './protocol.js';
import { failureOf, simulate } from './simulate.js';

/** By the names that authors import. */
const packages: ReadonlyMap<string, Namespace> = new Map([['kineko', { ...robotsim, ...lcm }]]);

declare global {
  /** Loads a part of the simulator on demand: the bundle calls this instead of `import()`. */
  var kinekoPart: ((name: string) => Promise<Namespace>) | undefined;
}

/** Called once by the first script of the worker. */
export function start(job: Job, port: MessagePort): void {
  // Bound before author code could replace it.
  const postMessage = port.postMessage.bind(port);
  const post = (message: FromSimulator, transfer: Transferable[] = []): void => postMessage(message, transfer);
  globalThis.kinekoPart = partsThrough(port, post);
  Object.defineProperty(globalThis, PACKAGES, { value: packages });
  redirectConsole(post);
  const stray = new StrayErrors((error) => post({ type: 'failed', problem: failureOf(error, modules) }));
  const modules = new AuthorModules(job.modules, packages, {
    addressOf,
    load: (address) => import(address) as Promise<Namespace>,
    lineOfError: (script) => stray.lineOf(script),
  });
  confine(globalThis);
  void simulate(job, modules, { limits: PAGE_LIMITS, milliseconds: () => performance.now(), post });
}

function addressOf(code: string): string {
  return URL.createObjectURL(new Blob([code], { type: 'text/javascript;charset=utf-8' }));
}

/** Errors without a caller: in a promise that was not awaited, in a timer, in an invalid script. */
class StrayErrors {
  /** Receives the line of an invalid script. */
  private onLine: ((line: number) => void) | undefined;

  constructor(fail: (error: unknown) => void) {
    globalThis.addEventListener('unhandledrejection', ({ reason }) => fail(reason));
    globalThis.addEventListener('error', (event) => {
      if (this.onLine === undefined) return fail(event.error ?? event.message);
      event.preventDefault();
      this.onLine(event.lineno);
    });
  }

  /** Browsers report the line of a syntax error only for scripts given as text. The script runs nothing. */
  lineOf(script: string): Promise<number | undefined> {
    return new Promise((resolve) => {
      const answer = (line: number | undefined): void => {
        this.onLine = undefined;
        resolve(line);
      };
      this.onLine = answer;
      // oxlint-disable-next-line typescript/no-implied-eval -- see above
      setTimeout(script);
      setTimeout(() => answer(undefined));
    });
  }
}

function partsThrough(port: MessagePort, post: (message: FromSimulator) => void): (name: string) => Promise<Namespace> {
  const loading = new Map<string, Promise<Namespace>>();
  const waiting = new Map<string, (text: string) => void>();
  port.addEventListener('message', ({ data }: MessageEvent<ToSimulator>) => waiting.get(data.part)?.(data.text));
  port.start();
  const load = async (name: string): Promise<Namespace> => {
    const text = await new Promise<string>((resolve) => {
      waiting.set(name, resolve);
      post({ type: 'load', part: name });
    });
    return (await import(addressOf(text))) as Namespace;
  };
  return (name) => {
    let part = loading.get(name);
    if (part === undefined) loading.set(name, (part = load(name)));
    return part;
  };
}

/** Sends console output to the page. */
function redirectConsole(post: (message: FromSimulator) => void): void {
  const lines = new Lines(PAGE_LIMITS.lines, (printed, leftOut) => post({ type: 'lines', lines: printed, leftOut }));
  for (const level of ['debug', 'info', 'log', 'warn', 'error'] as const) {
    console[level] = (...values: unknown[]) => {
      lines.add({ level: level === 'log' ? 'info' : level, text: values.map(shown).join(' ') });
      lines.flush();
    };
  }
}

function shown(value: unknown): string {
  if (typeof value === 'string') return value;
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    return String(value);
  }
}
