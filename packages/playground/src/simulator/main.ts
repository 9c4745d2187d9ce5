/** The simulator in its worker: gets a job and a port, runs it, and tells of it. */
import * as geometry from '@kineko/geometry';
import * as kernel from '@kineko/kernel';
import * as neko from '@kineko/neko';
import * as robots from '@kineko/robotsim';
import * as author from '@kineko/robotsim/author';
import * as world from '@kineko/world';
import { AuthorModules, type Loader, type Namespace, PACKAGES } from './author-modules.js';
import { confine } from './confine.js';
import { Lines } from './lines.js';
import type { FromSimulator, Job, ToSimulator } from './protocol.js';
import { failureOf, simulate } from './simulate.js';

/** As authors name them. */
const packages: ReadonlyMap<string, Namespace> = new Map<string, Namespace>([
  ['kineko', author],
  ['@kineko/geometry', geometry],
  ['@kineko/kernel', kernel],
  ['@kineko/neko', neko],
  ['@kineko/robotsim', robots],
  ['@kineko/world', world],
]);

declare global {
  /** Parts of the simulator that come when they are asked for: the bundle calls this in place of `import()`. */
  var kinekoPart: ((name: string) => Promise<Namespace>) | undefined;
}

/** Called once, by whoever has started the worker. */
export function start(job: Job, port: MessagePort): void {
  // Taken before anybody else could change it.
  const post = port.postMessage.bind(port);
  const tell = (message: FromSimulator, transfer: Transferable[] = []): void => post(message, transfer);
  globalThis.kinekoPart = partsThrough(port, tell);
  Object.defineProperty(globalThis, PACKAGES, { value: packages });
  hearConsole(tell);
  const modules = new AuthorModules(job.modules, packages, browserLoader());
  // What an author's code throws where nobody waits for it: a promise that was not awaited, a timer.
  globalThis.addEventListener('unhandledrejection', ({ reason }) =>
    tell({ type: 'failed', problem: failureOf(reason, modules) }),
  );
  globalThis.addEventListener('error', (event) => {
    if (!event.defaultPrevented) tell({ type: 'failed', problem: failureOf(event.error ?? event.message, modules) });
  });
  confine(globalThis);
  void simulate(job, modules, { milliseconds: () => performance.now(), tell });
}

function browserLoader(): Loader {
  const addressOf = (code: string): string =>
    URL.createObjectURL(new Blob([code], { type: 'text/javascript;charset=utf-8' }));
  return {
    addressOf,
    load: (address) => import(address) as Promise<Namespace>,
    lineOfError: (script) =>
      new Promise((resolve) => {
        const hear = (event: ErrorEvent): void => {
          event.preventDefault();
          event.stopImmediatePropagation();
          end(event.lineno);
        };
        const end = (line: number | undefined): void => {
          globalThis.removeEventListener('error', hear, { capture: true });
          resolve(line);
        };
        globalThis.addEventListener('error', hear, { capture: true });
        // Only for scripts that are handed over as texts does a browser tell where they are wrong; it runs nothing.
        // oxlint-disable-next-line typescript/no-implied-eval -- see above
        setTimeout(script);
        setTimeout(() => end(undefined));
      }),
  };
}

function partsThrough(port: MessagePort, tell: (message: FromSimulator) => void): (name: string) => Promise<Namespace> {
  const loading = new Map<string, Promise<Namespace>>();
  const waiting = new Map<string, (text: string) => void>();
  port.addEventListener('message', ({ data }: MessageEvent<ToSimulator>) => waiting.get(data.part)?.(data.text));
  port.start();
  const load = async (name: string): Promise<Namespace> => {
    const text = await new Promise<string>((resolve) => {
      waiting.set(name, resolve);
      tell({ type: 'ask', part: name });
    });
    return (await import(URL.createObjectURL(new Blob([text], { type: 'text/javascript' })))) as Namespace;
  };
  return (name) => {
    let part = loading.get(name);
    if (part === undefined) loading.set(name, (part = load(name)));
    return part;
  };
}

/** What programs print goes where what they log goes. */
function hearConsole(tell: (message: FromSimulator) => void): void {
  const lines = new Lines((said, leftOut) => tell({ type: 'lines', lines: said, leftOut }));
  for (const level of ['debug', 'info', 'log', 'warn', 'error'] as const) {
    // oxlint-disable-next-line no-console -- it is taken from authors' programs, not used
    console[level] = (...values: unknown[]) => {
      lines.say({ level: level === 'log' ? 'info' : level, text: values.map(shown).join(' ') });
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
