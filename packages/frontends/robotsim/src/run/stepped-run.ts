/** Advances a run as far as an external program requests, moves its robots, and reports the state after each step. */
import { type Property, RunObserver } from '@kineko/lab';
import type { StoppedBy } from '@kineko/run';
import type { MotionRequest } from '@kineko/world';
import { MessageFields } from './outside/fields.js';
import type { StepCalls } from './outside/stand-ins.js';
import { ProtocolError, type WireMessage } from './outside/wire.js';
import type { SimulatedRun } from './simulated-run.js';

/** Parts of the state that a program can request. */
const PARTS: readonly string[] = ['poses', 'metrics', 'counts'];

/** A sensor that is read for all robots at the end of each step. */
interface Sense {
  readonly sensor: string;
  readonly request: object;
  readonly robots: readonly number[];
}

export class Stepping {
  private readonly observer: RunObserver | undefined;
  private senses: readonly Sense[] = [];
  /** By sense and robot, since the last step. */
  private readings: unknown[][] = [];
  /** Robots whose motion ended in a collision since the last step. */
  private collided: number[] = [];

  constructor(
    private readonly program: StepCalls,
    private readonly properties: readonly Property[],
  ) {
    this.observer = properties.length > 0 ? new RunObserver() : undefined;
  }

  /** Takes the records of the run, if properties are judged. */
  get observe(): RunObserver['add'] | undefined {
    return this.observer?.add;
  }

  /** Steps until the run ends, or reaches a time. */
  async advance(run: SimulatedRun, end = Infinity): Promise<StoppedBy | undefined> {
    let want: readonly string[] = [];
    // An initializer may have ended the run.
    let { stoppedBy } = run.summary();
    for (;;) {
      const answer = this.program.step(this.stateOf(run, want, stoppedBy));
      if (stoppedBy !== undefined) return stoppedBy;
      const fields = new MessageFields(answer);
      want = fields.texts('want');
      const unknown = want.find((part) => !PARTS.includes(part));
      if (unknown !== undefined) throw new ProtocolError(`"step", want: expected ${PARTS.join(', ')}, got ${unknown}`);
      if (fields.flag('end')) run.stop();
      if (fields.flag('hold')) run.hold();
      this.act(fields, answer);
      const until = answer['until'] === undefined ? Infinity : fields.number('until');
      if (!(until >= run.now)) throw new ProtocolError(`"step", until: expected ${run.now} or more, got ${until}`);
      if (this.senses.length > 0 && until <= run.timeLimit && until < Infinity)
        run.observeAt(until, () => this.sense());
      const maxEvents = answer['events'] === undefined ? undefined : fields.id('events');
      // Without events, the program only requests the state.
      if (maxEvents !== 0) {
        const limits = { until: Math.min(until, end), ...(maxEvents !== undefined && { maxEvents }) };
        stoppedBy = await run.advance(limits);
      }
      if (run.now >= end && stoppedBy === undefined) return undefined;
    }
  }

  private act(fields: MessageFields, answer: WireMessage): void {
    this.collided = [];
    for (const [robot, request] of rowsOf(fields, 'moves')) {
      if (typeof request['kind'] !== 'string') throw new ProtocolError('"step", moves, kind: expected a text');
      this.program.port(robot).drive(request as WireMessage & MotionRequest, ({ status }) => {
        if (status === 'collided') this.collided.push(robot);
      });
    }
    for (const [robot, send] of rowsOf(fields, 'sends')) {
      this.program.port(robot).perform({ ...send, do: 'send', robot });
    }
    if (answer['sense'] === undefined) return;
    this.senses = fields.objects('sense').map((each) => {
      const own = new MessageFields(each);
      return { sensor: own.text('sensor'), request: own.object('request'), robots: own.numbers('robots') };
    });
  }

  private sense(): void {
    this.readings = this.senses.map(({ sensor, request, robots }) => {
      const column: unknown[] = robots.map(() => null);
      for (const [index, robot] of robots.entries()) {
        this.program.port(robot).sense(sensor, request, (value) => (column[index] = value));
      }
      return column;
    });
  }

  private stateOf(run: SimulatedRun, want: readonly string[], stoppedBy: StoppedBy | undefined): WireMessage {
    const { now, events } = run;
    const { readings, collided } = this;
    this.readings = [];
    const violated = this.violations(run, stoppedBy);
    return {
      now,
      events,
      ...(stoppedBy !== undefined && { stoppedBy }),
      ...(readings.length > 0 && { readings }),
      ...(collided.length > 0 && { collided }),
      ...(want.includes('poses') && { poses: run.poses() }),
      ...(want.includes('metrics') && { metrics: Object.fromEntries(run.metrics()) }),
      ...(want.includes('counts') && { counts: countsOf(run) }),
      ...(violated.length > 0 && { violated }),
    };
  }

  /** The violations that later events cannot undo. */
  private violations(run: SimulatedRun, stoppedBy: StoppedBy | undefined): object[] {
    if (this.observer === undefined) return [];
    const isComplete = stoppedBy === 'empty' || stoppedBy === 'finished' || stoppedBy === 'shutdown';
    const observed = this.observer.observed({ end: run.now, isComplete, n: run.summary().processes });
    return this.properties.flatMap(({ text: property, judge }): object[] => {
      const { verdict, violation } = judge(observed);
      const isFinal = violation !== undefined && (stoppedBy !== undefined || violation.time < run.now);
      if (verdict !== 'violated' || !isFinal) return [];
      const { time, text, who } = violation;
      return [{ property, time, text, who }];
    });
  }
}

/**
 * The rows of a table in columns, without the column `robot`: `{"robot":[0,1],"speed":[2,3],"kind":"arc"}`. A value that is no
 * list is that of all rows.
 */
function rowsOf(fields: MessageFields, name: string): [robot: number, row: Record<string, unknown>][] {
  const table = fields.optionalObject(name);
  if (table === undefined) return [];
  const { robot: robots, ...others } = table;
  if (!Array.isArray(robots)) throw new ProtocolError(`"step", ${name}, robot: expected a list of ids`);
  const rows = robots.map((robot: number): [number, Record<string, unknown>] => [robot, {}]);
  for (const [key, column] of Object.entries(others)) {
    if (!Array.isArray(column)) for (const row of rows) row[1][key] = column;
    else if (column.length === robots.length) for (const [index, row] of rows.entries()) row[1][key] = column[index];
    else throw new ProtocolError(`"step", ${name}, ${key}: expected ${robots.length} values, got ${column.length}`);
  }
  return rows;
}

function countsOf(run: SimulatedRun): WireMessage {
  const { collisions, messages } = run.summary();
  return { collisions, messages };
}
