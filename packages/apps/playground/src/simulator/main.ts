/** The simulator in its worker: gets a job and a port, runs it, and tells of it. */
import * as author from '@kineko/robotsim/author';
import { AuthorModules, type Namespace, PACKAGES } from './author-modules.js';
import { confine } from './confine.js';
import { Lines } from './lines.js';
import { type FromSimulator, type Job, RUN_LIMITS, type ToSimulator } from './protocol.js';
import { failureOf, simulate } from './simulate.js';

/** As authors name them. */
const packages: ReadonlyMap<string, Namespace> = new Map([['kineko', author]]);

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
  const stray = new StrayErrors((error) => tell({ type: 'failed', problem: failureOf(error, modules) }));
  const modules = new AuthorModules(job.modules, packages, {
    addressOf,
    load: (address) => import(address) as Promise<Namespace>,
    lineOfError: (script) => stray.lineOf(script),
  });
  confine(globalThis);
  void simulate(job, modules, { limits: RUN_LIMITS, milliseconds: () => performance.now(), tell });
}

function addressOf(code: string): string {
  return URL.createObjectURL(new Blob([code], { type: 'text/javascript;charset=utf-8' }));
}

/** What is thrown where nobody waits for it: by a promise that was not awaited, by a timer, by a script that is none. */
class StrayErrors {
  /** Who wants to know where a script is wrong. */
  private asker: ((line: number) => void) | undefined;

  constructor(fail: (error: unknown) => void) {
    globalThis.addEventListener('unhandledrejection', ({ reason }) => fail(reason));
    globalThis.addEventListener('error', (event) => {
      if (this.asker === undefined) return fail(event.error ?? event.message);
      event.preventDefault();
      this.asker(event.lineno);
    });
  }

  /** Only of scripts that are handed over as texts does a browser tell where they are wrong; nothing in it is run. */
  lineOf(script: string): Promise<number | undefined> {
    return new Promise((resolve) => {
      const answer = (line: number | undefined): void => {
        this.asker = undefined;
        resolve(line);
      };
      this.asker = answer;
      // oxlint-disable-next-line typescript/no-implied-eval -- see above
      setTimeout(script);
      setTimeout(() => answer(undefined));
    });
  }
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
    return (await import(addressOf(text))) as Namespace;
  };
  return (name) => {
    let part = loading.get(name);
    if (part === undefined) loading.set(name, (part = load(name)));
    return part;
  };
}

/** What programs print goes where what they log goes. */
function hearConsole(tell: (message: FromSimulator) => void): void {
  const lines = new Lines(RUN_LIMITS.lines, (said, leftOut) => tell({ type: 'lines', lines: said, leftOut }));
  for (const level of ['debug', 'info', 'log', 'warn', 'error'] as const) {
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
