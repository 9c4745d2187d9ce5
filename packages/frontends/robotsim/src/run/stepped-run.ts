/** Advances a run as far as an external program requests, and reports the state of the run after each step. */
import { type Property, RunObserver } from '@kineko/lab';
import type { StoppedBy } from '@kineko/run';
import { MessageFields } from './outside/fields.js';
import { ProtocolError, type WireMessage } from './outside/wire.js';
import type { SimulatedRun } from './simulated-run.js';

/** Calls the program; returns its answer. */
export type CallStep = (state: WireMessage) => WireMessage;

/** Parts of the state that a program can request. */
const PARTS: readonly string[] = ['poses', 'metrics', 'counts'];

export class Stepping {
  private readonly observer: RunObserver | undefined;

  constructor(
    private readonly callStep: CallStep,
    private readonly properties: readonly Property[],
  ) {
    this.observer = properties.length > 0 ? new RunObserver() : undefined;
  }

  /** Takes the records of the run, if properties are judged. */
  get observe(): RunObserver['add'] | undefined {
    return this.observer?.add;
  }

  /** Steps until the run or a limit ends it. */
  async advance(run: SimulatedRun, until = Infinity): Promise<StoppedBy | undefined> {
    let want: readonly string[] = [];
    // An initializer may have ended the run.
    let { stoppedBy } = run.summary();
    for (;;) {
      const answer = this.callStep(this.stateOf(run, want, stoppedBy));
      if (stoppedBy !== undefined) return stoppedBy;
      const fields = new MessageFields(answer);
      want = fields.texts('want');
      const unknown = want.find((part) => !PARTS.includes(part));
      if (unknown !== undefined) throw new ProtocolError(`"step", want: expected ${PARTS.join(', ')}, got ${unknown}`);
      if (fields.flag('end')) run.stop();
      const wanted = answer['until'] === undefined ? Infinity : fields.number('until');
      if (!(wanted >= run.now)) throw new ProtocolError(`"step", until: expected ${run.now} or more, got ${wanted}`);
      if (fields.flag('hold') && wanted < run.timeLimit) run.hold(wanted);
      const maxEvents = answer['events'] === undefined ? undefined : fields.id('events');
      // Without events, the program only requests the state.
      if (maxEvents !== 0) {
        const limits = { until: Math.min(wanted, until), ...(maxEvents !== undefined && { maxEvents }) };
        stoppedBy = await run.advance(limits);
      }
      if (run.now >= until && stoppedBy === undefined) return undefined;
    }
  }

  private stateOf(run: SimulatedRun, want: readonly string[], stoppedBy: StoppedBy | undefined): WireMessage {
    const { now, events } = run;
    const violated = this.violations(run, stoppedBy);
    return {
      now,
      events,
      ...(stoppedBy !== undefined && { stoppedBy }),
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

function countsOf(run: SimulatedRun): WireMessage {
  const { collisions, messages } = run.summary();
  return { collisions, messages };
}
