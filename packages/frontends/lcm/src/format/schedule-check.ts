/** Compares an activation schedule with its scheduler: the order of events, indivisible steps, fairness. */
import { type ActivationSchedule, describeStep, type ScheduleStep } from './activation-schedule.js';
import { Fraction, ONE, ZERO } from './fraction.js';
import { isDeciding, LCM_EVENTS, type Scheduler } from './schedulers.js';

export interface ScheduleViolation {
  readonly part: 'prefix' | 'loop';
  /** Index of the step in its part; undefined if the whole part is at fault. */
  readonly index?: number;
  readonly text: string;
}

/** The first violation; undefined if there is none. @param robots Number of robots. */
export function findViolation(schedule: ActivationSchedule, robots: number): ScheduleViolation | undefined {
  const { prefix, loop } = schedule;
  const automaton = new Automaton(schedule, robots);
  // The loop is taken twice, because its repetition must be valid too.
  for (const [part, steps, note] of [
    ['prefix', prefix, ''],
    ['loop', loop, ''],
    ['loop', loop, ' when the loop repeats'],
  ] as const) {
    for (const [index, step] of steps.entries()) {
      const number = part === 'prefix' ? index : prefix.length + index;
      const text = automaton.take(step, number);
      if (text !== undefined) return { part, index, text: `${describeStep(step)}: ${text}${note}` };
    }
  }
  const acting = new Set(loop.flatMap(actorsOf));
  const idle = Array.from({ length: robots }, (_, robot) => robot).find((robot) => !acting.has(robot));
  if (loop.length > 0 && idle !== undefined) {
    return { part: 'loop', text: `expected steps of every robot, got none of robot ${idle}: the schedule is not fair` };
  }
  return prefix.length + loop.length === 0 ? { part: 'prefix', text: 'expected a step, got none' } : undefined;
}

function actorsOf(step: ScheduleStep): readonly number[] {
  return step.kind === 'joint' ? step.robots : step.kind === 'event' ? [step.robot] : [];
}

const CE = LCM_EVENTS.indexOf('CE');
const ME = LCM_EVENTS.indexOf('ME');

/** The phases of all robots. */
class Automaton {
  private readonly scheduler: Scheduler;
  /** Index of the next event of each robot. */
  private readonly next: number[];
  /** Share of the present move that each robot has covered. */
  private readonly covered: Fraction[];
  /** Number of Looks of other robots since each robot's own, until it has computed. */
  private readonly foreignLooks: number[];
  /** The robot inside an indivisible group of events. */
  private inside: number | undefined;
  /** The robot that acted last, if the robots act in turn. */
  private last: number | undefined;

  constructor(
    private readonly schedule: ActivationSchedule,
    private readonly robots: number,
  ) {
    this.scheduler = schedule.scheduler;
    this.next = new Array<number>(robots).fill(0);
    this.covered = new Array<Fraction>(robots).fill(ZERO);
    this.foreignLooks = new Array<number>(robots).fill(0);
  }

  /** Takes a step; returns the reason if it is not valid. */
  take(step: ScheduleStep, number: number): string | undefined {
    const robots = step.kind === 'joint' ? step.robots : [step.robot];
    const unknown = robots.find((robot) => robot >= this.robots);
    if (unknown !== undefined) return `expected a robot from 0 to ${this.robots - 1}, got ${unknown}`;
    return this.problemOfRead(step, number) ?? this.problemOfRobots(step, robots) ?? this.perform(step);
  }

  /** Whether these robots may act now. */
  private problemOfRobots(step: ScheduleStep, robots: readonly number[]): string | undefined {
    const { scheduler, inside, last } = this;
    if (inside !== undefined && robots.some((robot) => robot !== inside)) {
      const group = scheduler.steps.find((events) => events.includes(LCM_EVENTS[this.next[inside]!]!))!;
      return `expected ${this.nextOf(inside)}, since ${group.join(' ')} is one step under ${scheduler.name}`;
    }
    if (scheduler.joint === 'all' && (step.kind !== 'joint' || robots.length < this.robots)) {
      return `expected all robots in each step under ${scheduler.name}`;
    }
    if (scheduler.joint === 'never' && robots.length > 1) return `expected one robot under ${scheduler.name}`;
    const turn = last === undefined ? undefined : (last + 1) % this.robots;
    if (scheduler.isInTurn === true && inside === undefined && turn !== undefined && robots[0] !== turn) {
      return `expected robot ${turn} under ${scheduler.name}`;
    }
    return undefined;
  }

  private perform(step: ScheduleStep): string | undefined {
    switch (step.kind) {
      case 'joint': {
        const busy = step.robots.find((robot) => this.next[robot] !== 0);
        if (busy !== undefined)
          return `expected waiting robots, got robot ${busy}, whose next event is ${this.nextOf(busy)}`;
        for (const robot of step.robots) this.advance(robot, this.scheduler.steps[0]!.length);
        return undefined;
      }
      case 'go':
        if (this.next[step.robot] !== ME)
          return `expected a robot that moves, got one whose next event is ${this.nextOf(step.robot)}`;
        return this.cover(step.robot, step.share);
      case 'event': {
        const { robot, event, share } = step;
        if (event !== LCM_EVENTS[this.next[robot]!]) return `expected ${this.nextOf(robot)}`;
        const problem = share === undefined ? undefined : this.problemOfStop(event, robot, share);
        if (problem !== undefined) return problem;
        const limit = event === 'L' ? this.problemOfLook(robot) : undefined;
        if (limit !== undefined) return limit;
        this.advance(robot, 1);
        return undefined;
      }
    }
  }

  private problemOfStop(event: string, robot: number, share: string): string | undefined {
    if (event !== 'ME') return `expected a share with ME and go only, got ${share}`;
    const isStopped = !Fraction.read(share)!.equals(ONE);
    if (isStopped && this.schedule.delta === undefined) return `expected delta, since the move is stopped at ${share}`;
    return this.cover(robot, share);
  }

  /** Counts a Look during the decisions of others. */
  private problemOfLook(robot: number): string | undefined {
    const { maxForeignLooks = Infinity, name } = this.scheduler;
    this.foreignLooks[robot] = 0;
    for (const [other, next] of this.next.entries()) {
      if (other === robot || !isDeciding(next)) continue;
      this.foreignLooks[other]!++;
      if (this.foreignLooks[other]! > maxForeignLooks)
        return `expected CE ${other} first, since others look at most ${maxForeignLooks} times during a decision under ${name}`;
    }
    return undefined;
  }

  private cover(robot: number, text: string): string | undefined {
    const share = Fraction.read(text)!;
    const covered = this.covered[robot]!;
    if (share.isLess(covered) || ONE.isLess(share))
      return `expected a share from ${covered.toString()} to 1, got ${text}`;
    this.covered[robot] = share;
    return undefined;
  }

  /** A read belongs to a Look during the computation of another robot. */
  private problemOfRead(step: ScheduleStep, number: number): string | undefined {
    if (!this.schedule.reads.has(number)) return undefined;
    const { register, name } = this.scheduler;
    if (register === 'atomic') return `expected no read under ${name}, whose lights change at once`;
    const isLook = step.kind === 'event' && step.event === 'L';
    const isWritten = isLook && this.next.some((next, robot) => next === CE && robot !== step.robot);
    return isWritten ? undefined : 'expected a read only for a Look while another robot is between CB and CE';
  }

  private advance(robot: number, events: number): void {
    const { steps } = this.scheduler;
    const next = (this.next[robot]! + events) % LCM_EVENTS.length;
    this.next[robot] = next;
    if (next === 0) this.covered[robot] = ZERO;
    const isStart = steps.some(([first]) => first === LCM_EVENTS[next]);
    this.inside = isStart ? undefined : robot;
    if (isStart) this.last = robot;
  }

  private nextOf(robot: number): string {
    return `${LCM_EVENTS[this.next[robot]!]} ${robot}`;
  }
}
