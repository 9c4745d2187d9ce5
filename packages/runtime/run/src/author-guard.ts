/**
 * Finds calls in authors' code that make a run unrepeatable: random numbers and clocks of the host. While a run is guarded,
 * these functions are replaced by ones that check their caller; for other callers nothing changes.
 */

export interface AuthorGuardOptions {
  /** Returns the place in an author's file at the top of a stack, `walker.ts:12:20`; undefined if another file is on top. */
  readonly placeOf: (stack: string) => string | undefined;
  /** Called for the first call of each kind, with the index of the kind. */
  readonly report: (text: string, kind: number) => void;
  /** Whether such a call is an error, which ends the run. */
  readonly strict?: boolean | undefined;
}

/** A call that makes a run unrepeatable, in strict mode. */
export class UnrepeatableError extends Error {
  override readonly name = 'UnrepeatableError';
}

declare const performance: { now(): number };

interface Watched {
  readonly isActing: () => boolean;
  failure: UnrepeatableError | undefined;
}

const RANDOM = 'use this.random() in algorithms, a random stream of the process elsewhere';
const CLOCK = 'use this.clock in algorithms, process.now elsewhere';

/** The replaced calls, as authors write them, and what to write instead. */
const CALLS = {
  'Math.random()': RANDOM,
  'Date.now()': CLOCK,
  'new Date()': CLOCK,
  'performance.now()': CLOCK,
} as const;
type Call = keyof typeof CALLS;

/** All guards in use: several runs may be interleaved in one thread. */
const active = new Set<(call: Call, caller: (...args: never[]) => unknown) => void>();
let restore: (() => void) | undefined;

export class AuthorGuard {
  private readonly reported = new Set<Call>();
  private readonly watched = new Set<Watched>();

  constructor(private readonly options: AuthorGuardOptions) {}

  /**
   * Guards authors' code while an action runs.
   *
   * @param isActing Whether code of the run is being executed, rather than other code of the program.
   */
  async during<T>(isActing: () => boolean, action: () => Promise<T>): Promise<T> {
    const watched: Watched = { isActing, failure: undefined };
    this.watched.add(watched);
    active.add(this.look);
    restore ??= replaceCalls();
    try {
      const result = await action();
      // Thrown even if the author's code has caught it.
      if (watched.failure !== undefined) throw watched.failure;
      return result;
    } finally {
      this.watched.delete(watched);
      if (this.watched.size === 0) active.delete(this.look);
      if (active.size === 0) {
        restore?.();
        restore = undefined;
      }
    }
  }

  private readonly look = (call: Call, caller: (...args: never[]) => unknown): void => {
    const { strict = false, placeOf, report } = this.options;
    if (!strict && this.reported.has(call)) return;
    const acting = [...this.watched].find(({ isActing }) => isActing());
    if (acting === undefined) return;
    const place = placeOf(stackAbove(caller));
    if (place === undefined) return;
    const text = `${place}: ${call} makes the run unrepeatable: ${CALLS[call]}`;
    if (strict) throw (acting.failure ??= new UnrepeatableError(text));
    this.reported.add(call);
    report(text, Object.keys(CALLS).indexOf(call));
  };
}

/** The frame of the caller. */
function stackAbove(caller: (...args: never[]) => unknown): string {
  const host = Error as unknown as {
    stackTraceLimit: number;
    captureStackTrace?: (target: object, below: unknown) => void;
  };
  const limit = host.stackTraceLimit;
  const holder: { stack?: string } = {};
  host.stackTraceLimit = 1;
  host.captureStackTrace?.(holder, caller);
  const stack = holder.stack ?? '';
  host.stackTraceLimit = limit;
  return stack;
}

function replaceCalls(): () => void {
  const look = (call: Call, caller: (...args: never[]) => unknown): void => {
    for (const guard of active) guard(call, caller);
  };
  const RealDate = Date;
  const originals = { random: Math.random, now: RealDate.now, performanceNow: performance.now };
  const random = (): number => {
    look('Math.random()', random);
    return originals.random();
  };
  const now = (): number => {
    look('Date.now()', now);
    return originals.now.call(RealDate);
  };
  const performanceNow = (): number => {
    look('performance.now()', performanceNow);
    return originals.performanceNow.call(performance);
  };
  const construct: NonNullable<ProxyHandler<DateConstructor>['construct']> = (target, args, newTarget) => {
    if (args.length === 0) look('new Date()', construct as (...args: never[]) => unknown);
    return Reflect.construct(target, args, newTarget === proxy ? target : newTarget) as object;
  };
  const proxy = new Proxy(RealDate, { construct });
  replace(Math, 'random', random);
  replace(RealDate, 'now', now);
  replace(performance, 'now', performanceNow);
  replace(globalThis, 'Date', proxy);
  return () => {
    replace(Math, 'random', originals.random);
    replace(RealDate, 'now', originals.now);
    replace(performance, 'now', originals.performanceNow);
    replace(globalThis, 'Date', RealDate);
  };
}

function replace(host: object, name: string, value: unknown): void {
  Object.defineProperty(host, name, { value, writable: true, configurable: true, enumerable: false });
}
