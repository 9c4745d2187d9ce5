import { EventClass, type Simulator } from '@kineko/kernel';
import type { Dynamics } from '../dynamics/dynamics.js';
import type { MotionManager } from './motion-manager.js';

/** A future event of a robot. */
export interface FutureEvent {
  readonly time: number;
  readonly kind: 'motion' | 'collision' | 'sensor' | 'delivery' | 'wake-up' | 'other';
  /**
   * Whether another event may prevent it: the end of a motion and a collision prevent each other, and a new motion both.
   * Everything else happens unless it is cancelled.
   */
  readonly isConditional: boolean;
  readonly text: string;
}

/** Lists the future events of a robot. */
export class EventManager {
  constructor(
    private readonly simulator: Simulator,
    private readonly dynamics: Dynamics,
    private readonly motions: MotionManager,
    private readonly obstacleOf: (fixture: number) => number,
  ) {}

  /** The future events of a robot as predicted now, in order of time. */
  futureEventsOf(robot: number): FutureEvent[] {
    const certain = this.simulator.eventsOf(robot).map(({ time, event }): FutureEvent => {
      return { time, kind: KINDS[event.class] ?? 'other', isConditional: false, text: event.describe() };
    });
    // The sort is stable: at one instant a contact comes before the ends of motions, and those before the rest.
    return [...this.collisionOf(robot), ...this.motionEventsOf(robot), ...certain].sort((a, b) => a.time - b.time);
  }

  private motionEventsOf(robot: number): FutureEvent[] {
    const { now } = this.simulator;
    const task = this.motions.taskOf(robot);
    if (task === undefined || task.outcome !== undefined) return [];
    return task.events
      .filter(({ time, edge }) => time > now || (time === now && edge === 'finish'))
      .map(({ time, edge, phase }) => ({ time, kind: 'motion', isConditional: true, text: `${edge} of ${phase}` }));
  }

  private collisionOf(robot: number): FutureEvent[] {
    const expected = this.dynamics.expectedContactOf(robot);
    if (expected === undefined) return [];
    const { time, with: other } = expected;
    const text =
      'body' in other
        ? `collision with robot ${other.body}`
        : `collision with obstacle ${this.obstacleOf(other.fixture)}`;
    return [{ time, kind: 'collision', isConditional: true, text }];
  }
}

const KINDS: Partial<Record<EventClass, FutureEvent['kind']>> = {
  [EventClass.Motion]: 'motion',
  [EventClass.Contact]: 'collision',
  [EventClass.Sensor]: 'sensor',
  [EventClass.Delivery]: 'delivery',
  [EventClass.WakeUp]: 'wake-up',
};
