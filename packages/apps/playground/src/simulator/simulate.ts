/** One run, as `kineko run` has it: the same scenario, the same records, the same hash. */
import { InputError, type Problem } from '@kineko/formats/problem';
import { binaryHeader, type TraceObject } from '@kineko/formats/trace';
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
import type { FromSimulator, Job, RunLimits } from './protocol.js';

export interface Surroundings {
  readonly limits: RunLimits;
  /** Of a wall clock. */
  readonly milliseconds: () => number;
  readonly tell: (message: FromSimulator, transfer?: Transferable[]) => void;
}

/** Resolves when all is told, whatever came of it. */
export async function simulate(job: Job, modules: AuthorModules, surroundings: Surroundings): Promise<void> {
  const { tell } = surroundings;
  const host = new ProjectHost(new Map(job.files.map(({ name, bytes }) => [name, bytes])), modules);
  try {
    const source = { path: job.config.name, bytes: new TextEncoder().encode(job.config.text) };
    const origin = { kind: 'flag', place: { file: '--seed' } } as const;
    const settings = job.seed === undefined ? [] : [{ key: 'seed', value: String(job.seed), origin }];
    const scenario = await loadScenario(source, { frontEnds: [robotsim()], host, settings });
    const problems = await scenario.problems();
    tell({ type: 'problems', problems, marks: [...problems, ...host.failures] });
    if (problems.some(({ severity }) => severity === 'error')) return;
    await carryOut(scenario, scenario.seed ?? job.drawnSeed, modules, surroundings);
  } catch (error) {
    if (error instanceof InputError) {
      tell({ type: 'problems', problems: error.problems, marks: [...error.problems, ...host.failures] });
    } else tell({ type: 'failed', problem: failureOf(error, modules) });
  }
}

/** As a terminal would say it. */
export function failureOf(error: unknown, modules: AuthorModules): Problem {
  // Also of errors whose messages are no texts.
  const text = String(error instanceof Error ? error.message || error.name : error);
  return { severity: 'error', place: modules.placeOf(error), text };
}

async function carryOut(
  scenario: Scenario,
  seed: number,
  modules: AuthorModules,
  { limits, tell, milliseconds }: Surroundings,
): Promise<void> {
  const lines = new Lines(limits.lines, (said, leftOut) => tell({ type: 'lines', lines: said, leftOut }));
  const hash = await ResultHash.create();
  const kept = new Kept(limits.kept, (bytes) => tell({ type: 'records', bytes }, [bytes.buffer]));
  const recording = new Recording([hash, kept], scenario.name);
  tell({ type: 'begun', scenario: scenario.name, seed });
  kept.begin(headerOf(scenario, seed));
  const guard = new AuthorGuard({
    placeOf: (stack) => {
      const { file, line } = modules.placeOf({ stack }) ?? {};
      return file && `${file}:${line}`;
    },
    report: (text) => lines.say({ level: 'warn', text }),
  });
  const run = await scenario.open({
    seed,
    guard,
    emit: recording.emit,
    log: (level, text, { process, logger }) => lines.say({ level, text: `p${process} ${logger}: ${text}` }),
  });
  const show = (): void => {
    recording.flush();
    lines.flush();
    tell({ type: 'progress', now: run.now, events: run.events, timeLimit: run.timeLimit });
  };
  try {
    const started = milliseconds();
    const isOver = await drive(run, limits.events, milliseconds, show);
    const wallSeconds = (milliseconds() - started) / 1000;
    await recording.close();
    lines.flush();
    tell({
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
    // What happened until then is to be seen.
    recording.flush();
    lines.flush();
    throw error;
  } finally {
    await run.close();
  }
}

/** Between two looks at how far it is (ms). */
const SHOW_EVERY = 200;

/** In stretches of events, each about as long as the time between two looks; whether it came to its end. */
async function drive(run: Run, mostEvents: number, milliseconds: () => number, show: () => void): Promise<boolean> {
  let stretch = 16;
  let shown = milliseconds();
  while (run.events < mostEvents) {
    const before = milliseconds();
    const maxEvents = Math.min(stretch, mostEvents - run.events);
    if ((await run.advance({ maxEvents })) !== undefined) return true;
    const now = milliseconds();
    if (now - before < SHOW_EVERY / 4) stretch *= 2;
    else if (now - before > SHOW_EVERY) stretch = Math.max(1, stretch >> 1);
    if (now - shown < SHOW_EVERY) continue;
    show();
    shown = now;
  }
  return false;
}

/** Hands on the first records, up to a limit: a page has only so much memory. */
class Kept implements RecordSink {
  bytesLeftOut = 0;
  private bytes = 0;

  constructor(
    private readonly most: number,
    private readonly handOn: (bytes: Uint8Array<ArrayBuffer>) => void,
  ) {}

  begin(header: Uint8Array): void {
    this.handOn(header.slice());
  }

  write(chunk: Uint8Array): void {
    // Whole chunks only: half a record could not be read.
    if (this.bytesLeftOut > 0 || this.bytes + chunk.length > this.most) {
      this.bytesLeftOut += chunk.length;
      return;
    }
    this.bytes += chunk.length;
    this.handOn(chunk.slice());
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}

/** Enough to run it again. */
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
