/** One run, with the same scenario, records and hash as `kineko run`. */
import { InputError, type Problem } from '@kineko/formats/problem';
import { binaryHeader, type TraceObject } from '@kineko/formats/trace';
import { lcmAlgorithms, scheduleFrontEnd } from '@kineko/lcm';
import { plans } from '@kineko/plans';
import { robotsim } from '@kineko/robotsim';
import {
  AuthorGuard,
  loadScenario,
  Recording,
  type RecordSink,
  ResultHash,
  type Run,
  type Scenario,
} from '@kineko/run';
import type { AuthorModules } from './author-modules.js';
import { Lines } from './lines.js';
import { ProjectHost } from './project-host.js';
import type { FromSimulator, Job, PageLimits } from './protocol.js';

export interface SimulationContext {
  readonly limits: PageLimits;
  /** The wall clock. */
  readonly milliseconds: () => number;
  readonly post: (message: FromSimulator, transfer?: Transferable[]) => void;
}

/** Resolves after the last message; never rejects. */
export async function simulate(job: Job, modules: AuthorModules, context: SimulationContext): Promise<void> {
  const { post } = context;
  const source = { path: job.config.name, bytes: new TextEncoder().encode(job.config.text) };
  const files = new Map(job.files.map(({ name, bytes }) => [name, bytes]));
  const host = new ProjectHost(files.set(source.path, source.bytes), modules);
  try {
    const robots = robotsim({ algorithms: () => Promise.resolve(lcmAlgorithms()) });
    const scenario = await loadScenario(source, {
      frontEnds: [robots, scheduleFrontEnd, plans()],
      host,
      settings: settingsOf(job),
    });
    const problems = await scenario.problems();
    post({ type: 'problems', problems, marks: [...problems, ...host.failures] });
    if (problems.some(({ severity }) => severity === 'error')) return;
    const audit = await scenario.audit?.(job.config.name);
    if (audit !== undefined) post({ type: 'audit', report: { isClean: audit.isClean, lines: [...audit.lines()] } });
    await execute(scenario, scenario.seed ?? job.drawnSeed, modules, context);
  } catch (error) {
    if (error instanceof InputError) {
      post({ type: 'problems', problems: error.problems, marks: [...error.problems, ...host.failures] });
    } else post({ type: 'failed', problem: failureOf(error, modules) });
  }
}

/** As the flags of the command line. */
function settingsOf({ settings, seed }: Job) {
  const given = settings.map(({ key, value }) => ({
    key,
    value,
    origin: { kind: 'set' as const, place: { file: `--set ${key}=${value}` } },
  }));
  const flag = { kind: 'flag', place: { file: '--seed' } } as const;
  return seed === undefined ? given : [...given, { key: 'seed', value: String(seed), origin: flag }];
}

/** The problem as the command line would print it. */
export function failureOf(error: unknown, modules: AuthorModules): Problem {
  // The message of an error may be any value.
  const text = String(error instanceof Error ? error.message || error.name : error);
  return { severity: 'error', place: modules.placeOf(error), text };
}

async function execute(
  scenario: Scenario,
  seed: number,
  modules: AuthorModules,
  { limits, post, milliseconds }: SimulationContext,
): Promise<void> {
  const lines = new Lines(limits.lines, (printed, leftOut) => post({ type: 'lines', lines: printed, leftOut }));
  const hash = await ResultHash.create();
  const kept = new LimitedSink(limits.kept, (bytes) => post({ type: 'records', bytes }, [bytes.buffer]));
  const recording = new Recording([hash, kept], scenario.name);
  post({ type: 'begun', scenario: scenario.name, seed });
  kept.begin(headerOf(scenario, seed));
  const guard = new AuthorGuard({
    placeOf: (stack) => {
      const { file, line } = modules.placeOf({ stack }) ?? {};
      return file && `${file}:${line}`;
    },
    report: (text) => lines.add({ level: 'warn', text }),
  });
  const run = await scenario.open({
    seed,
    guard,
    emit: recording.emit,
    log: (level, text, { process, logger }) => lines.add({ level, text: `p${process} ${logger}: ${text}` }),
  });
  const show = (): void => {
    recording.passOn();
    lines.flush();
    post({ type: 'progress', now: run.now, events: run.events, timeLimit: run.timeLimit });
  };
  try {
    const started = milliseconds();
    const isOver = await drive(run, limits.events, milliseconds, show);
    const wallSeconds = (milliseconds() - started) / 1000;
    await recording.close();
    lines.flush();
    post({
      type: 'ended',
      result: {
        scenario: scenario.name,
        seed,
        summary: run.summary(),
        metrics: [...run.metrics()],
        hash: hash.digest(),
        wallSeconds,
        bytesLeftOut: kept.bytesLeftOut,
        cutOffAfter: isOver ? undefined : limits.events,
      },
    });
  } catch (error) {
    // The page shows the records up to the error.
    recording.passOn();
    lines.flush();
    throw error;
  } finally {
    await run.close();
  }
}

/** Interval of progress messages. */
const SHOW_EVERY_MS = 200;

/** Advances in batches of events that take about that long. Returns whether the run ended. */
async function drive(run: Run, limit: number, milliseconds: () => number, show: () => void): Promise<boolean> {
  let batch = 16;
  let shown = milliseconds();
  while (run.events < limit) {
    const before = milliseconds();
    const maxEvents = Math.min(batch, limit - run.events);
    if ((await run.advance({ maxEvents })) !== undefined) return true;
    const now = milliseconds();
    if (now - before < SHOW_EVERY_MS / 4) batch *= 2;
    else if (now - before > SHOW_EVERY_MS) batch = Math.max(1, batch >> 1);
    if (now - shown < SHOW_EVERY_MS) continue;
    show();
    shown = now;
  }
  return false;
}

/** Passes on the first records, up to a limit, since the memory of a page is limited. */
class LimitedSink implements RecordSink {
  bytesLeftOut = 0;
  private bytes = 0;

  constructor(
    private readonly maxBytes: number,
    private readonly send: (bytes: Uint8Array<ArrayBuffer>) => void,
  ) {}

  begin(header: Uint8Array): void {
    this.send(header.slice());
  }

  write(chunk: Uint8Array): void {
    // Whole chunks only: a partial record could not be read.
    if (this.bytesLeftOut > 0 || this.bytes + chunk.length > this.maxBytes) {
      this.bytesLeftOut += chunk.length;
      return;
    }
    this.bytes += chunk.length;
    this.send(chunk.slice());
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}

/** The header of the trace, which is enough to repeat the run. */
function headerOf(scenario: Scenario, seed: number): Uint8Array {
  const given = scenario.config().filter(({ origin }) => origin.kind !== 'default');
  const info: TraceObject = {
    door: scenario.frontEnd,
    scenario: scenario.name,
    seed,
    config: Object.fromEntries(given.map(({ key, value }) => [key, value])),
    ...scenario.traceInfo,
  };
  return binaryHeader(info);
}
