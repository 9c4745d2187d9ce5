/** Carries out the cycles of all robots of a run, step by step. */
import { expected } from '@kineko/formats/problem';
import type { TraceValue } from '@kineko/formats/trace';
import { pointDistance, type Vector } from '@kineko/geometry';
import { EventClass, messageOf, type RandomStream } from '@kineko/kernel';
import type { FamilyRun, NekoRobot } from '@kineko/robotsim/extension';
import type { ScheduleSearch } from '@kineko/run';
import type { ActivationSchedule } from '../format/activation-schedule.js';
import { LCM_EVENTS, type LcmEvent } from '../format/schedulers.js';
import type { Activation, Activations, CycleView } from './activations.js';
import { drawFrame, type Frame, isExactRound, isExactTarget, toGlobal } from './frames.js';
import { drawLights } from './initial-lights.js';
import { type Bodies, snapshotOf } from './look.js';
import type { LcmModel } from './model.js';
import { type Blind, blindOf } from './oblivious.js';
import { Places } from './places.js';
import { decideSchedule } from './search/decide-schedule.js';
import { searchSchedules } from './search/search-schedules.js';
import type { Decision, Snapshot } from './snapshot.js';

/** Robots whose cycles a scheduler drives. */
const scheduled = new WeakSet<object>();

export function isScheduled(process: object): boolean {
  return scheduled.has(process);
}

export interface ExecutionOptions {
  readonly model: LcmModel;
  readonly className: string;
  /** Computes a decision, without access to the robot. */
  readonly compute: (blind: Blind, snapshot: Snapshot<string>) => unknown;
  /** Whether the operations of `compute` are exact, so that only coordinates are rounded. */
  readonly isExact: boolean;
  readonly activations: (random: RandomStream) => Activations;
  /** The schedule that is played, if there is one. */
  readonly schedule?: ActivationSchedule | undefined;
  /** Coordinate systems of an activation schedule, by robot. */
  readonly frames?: ReadonlyMap<number, Frame> | undefined;
  /** Whether the configuration gives the places of the robots. */
  readonly isPlaced: boolean;
  readonly hasFaults: boolean;
  /** Name of the algorithm in the configuration, and its keys of the model. */
  readonly algorithm: string;
  readonly settings: ReadonlyMap<string, string>;
  readonly describe: (isExact: boolean) => string;
}

/** Times of a step, as shares of its length: no two of them coincide, so that no order of events at one instant matters. */
const COMPUTES = 0.25;
const ARRIVES = 0.75;

interface Cycle {
  readonly robot: NekoRobot;
  readonly blind: Blind;
  /** Index of the next event. */
  next: number;
  light: string;
  /** The colour that is being written, from CB to CE. */
  newLight: string | undefined;
  destination: Vector | undefined;
  /** Place at the beginning of the move. */
  start: Vector;
  /** Share of the move that is done. */
  done: number;
  /** Distance by which the destination was moved. */
  snap: number;
  isInDoubt: boolean;
  frame: Frame | undefined;
}

export class Execution implements CycleView {
  private readonly cycles: readonly Cycle[];
  private readonly activations: Activations;
  private readonly order: RandomStream;
  private readonly framing: RandomStream;
  private readonly reading: RandomStream;
  private steps = 0;
  private snaps = 0;
  private doubts = 0;
  private isExact: boolean;

  constructor(
    private readonly run: FamilyRun,
    private readonly options: ExecutionOptions,
  ) {
    const { random, robots } = run;
    const { model } = options;
    this.isExact = options.isExact;
    this.activations = options.activations(random.stream('lcm/scheduler'));
    this.order = random.stream('lcm/order');
    this.framing = random.stream('lcm/frames');
    this.reading = random.stream('lcm/registers');
    const lights = drawLights(model, robots.length, random.stream('lcm/lights'));
    this.cycles = robots.map((robot): Cycle => {
      scheduled.add(robot);
      return {
        robot,
        blind: blindOf(robot, model.isRandom ? robot.random('algorithm') : undefined),
        next: 0,
        light: lights[robot.id]!,
        newLight: undefined,
        destination: undefined,
        start: { x: 0, y: 0 },
        done: 0,
        snap: 0,
        isInDoubt: false,
        frame: options.frames?.get(robot.id),
      };
    });
    if (model.palette.length > 0) for (const cycle of this.cycles) this.show(cycle);
    this.schedule(0, () => this.look());
  }

  remarks(): readonly string[] {
    const { describe } = this.options;
    const doubt = `${this.doubts} events depend on the tolerance lcm.epsilon: verdicts on places are undecided`;
    return [
      describe(this.isExact),
      ...(this.snaps > 0
        ? [`${this.snaps} destinations were moved to the place of another robot, within lcm.epsilon`]
        : []),
      ...(this.doubts > 0 ? [doubt] : []),
    ];
  }

  searchSchedules(property: string, maxStates: number): Generator<undefined, ScheduleSearch> {
    const { model, isPlaced, hasFaults, algorithm, settings, schedule, describe } = this.options;
    return searchSchedules({
      property,
      maxStates,
      model,
      algorithm,
      settings,
      isPlaced,
      hasFaults,
      places: this.places().of,
      decideGiven: schedule && (() => decideSchedule(schedule, describe(true))),
      decide: (robot, snapshot) => this.decide(this.cycles[robot]!, snapshot),
    });
  }

  get alive(): readonly number[] {
    return this.cycles.flatMap(({ robot }) => (robot.isCrashed ? [] : [robot.id]));
  }

  next(robot: number): number {
    return this.cycles[robot]!.next;
  }

  pending(robot: number): { distance: number; done: number } {
    const { destination, done, next, start } = this.cycles[robot]!;
    if (destination === undefined) return { distance: 0, done };
    return {
      distance: pointDistance(next > LCM_EVENTS.indexOf('MB') ? start : this.placeOf(robot), destination),
      done,
    };
  }

  /** The first part of a step: Looks. */
  private look(): void {
    // A crash in the middle of a cycle ends it.
    for (const cycle of this.cycles) if (cycle.robot.isCrashed) abandon(cycle);
    const activation = this.activations(this);
    if (activation === undefined) {
      const reason = this.alive.length === 0 ? 'all robots are crashed' : 'the activation schedule ended';
      return this.run.end(reason);
    }
    const active = activation.robots.map((id) => this.cycles[id]!).filter(({ robot }) => !robot.isCrashed);
    if (activation.events.includes('L')) {
      const places = this.places();
      for (const cycle of active) this.lookAround(cycle, places, activation);
    }
    this.schedule(COMPUTES, () => this.act(active, activation));
  }

  /** The second part: the rest of the events, and the beginning of motions. */
  private act(active: readonly Cycle[], { events, share, text }: Activation): void {
    const alive = active.filter(({ robot }) => !robot.isCrashed);
    for (const cycle of alive) {
      for (const event of events) if (event !== 'L' && event !== 'ME') this.take(cycle, event, text);
    }
    if (events.includes('ME')) {
      for (const cycle of alive) this.expect(cycle, 'ME', text);
      this.depart(alive, share, true, text);
    } else if (events.length === 0) {
      this.depart(alive, share, false, text);
    }
    this.schedule(ARRIVES, () => {
      for (const cycle of alive) if (events.includes('ME') && !cycle.robot.isCrashed) this.arrive(cycle);
      this.steps++;
      this.schedule(0, () => this.look());
    });
  }

  private lookAround(cycle: Cycle, places: Places, { read, text }: Activation): void {
    const { robot } = cycle;
    const { model } = this.options;
    this.expect(cycle, 'L', text);
    if (cycle.frame === undefined || (model.changesFrames && !this.options.frames?.has(robot.id))) {
      cycle.frame = drawFrame(model, this.framing);
    }
    const { frame } = cycle;
    const lightOf = (other: number): string => this.readLight(this.cycles[other]!, read, text);
    const bodies = model.obstruction === 'discs' ? this.bodies() : undefined;
    const request = { model, places, robot: robot.id, frame, light: cycle.light, lightOf, bodies, random: this.order };
    const snapshot = snapshotOf(request);
    const { light, destination } = this.decide(cycle, snapshot);
    const own = places.of[robot.id]!;
    const exact = places.of.every((place) => isExactRound(frame, own, place));
    cycle.newLight = light;
    cycle.destination = undefined;
    if (destination !== undefined) {
      const point = toGlobal(frame, own, destination);
      if (!exact || !isExactTarget(frame, own, destination, point)) this.isExact = false;
      // A destination that the robot saw is exactly that place, whatever the rounding in its coordinate system.
      const seen = places.same(point, places.of);
      cycle.destination = seen ?? point;
      if (seen !== undefined && pointDistance(seen, own) === 0) cycle.destination = undefined;
    } else if (!exact) this.isExact = false;
    const isInDoubt = !this.isExact && places.areInDoubt;
    if (isInDoubt) this.doubts++;
    const goal = cycle.destination;
    this.record(cycle, 'L', {
      ...(goal !== undefined && { toX: goal.x, toY: goal.y }),
      ...(isInDoubt && { doubt: true }),
    });
    cycle.next = 1;
  }

  private decide({ robot, blind }: Cycle, snapshot: Snapshot<string>): Decision<string> {
    const { compute, className, model } = this.options;
    const fail = (what: string, cause?: unknown): never => {
      const seen = JSON.stringify(snapshot);
      throw new Error(`${robot.name} ${className} at t = ${this.run.agenda.now}: ${what}; it saw ${seen}`, { cause });
    };
    let decision: unknown;
    try {
      decision = compute(blind, snapshot);
    } catch (error) {
      return fail(messageOf(error), error);
    }
    if (decision === undefined) return {};
    if (typeof decision !== 'object' || decision === null || 'then' in decision) {
      const got = decision instanceof Promise ? 'a promise' : decision;
      return fail(`compute: ${expected('a decision, { light, destination }', got)}`);
    }
    const { light, destination } = decision as Decision<string>;
    if (light !== undefined && !model.palette.includes(light)) {
      const palette =
        model.palette.length === 0 ? 'no light, since the class has no static lights' : model.palette.join(', ');
      return fail(`light: expected ${palette}, got ${String(light)}`);
    }
    if (destination !== undefined && !(Number.isFinite(destination.x) && Number.isFinite(destination.y))) {
      return fail(`destination: expected finite numbers, got (${String(destination?.x)}, ${String(destination?.y)})`);
    }
    return { ...(light !== undefined && { light }), ...(destination !== undefined && { destination }) };
  }

  private take(cycle: Cycle, event: LcmEvent, text: string | undefined): void {
    this.expect(cycle, event, text);
    this.record(cycle, event, {});
    if (event === 'CE' && cycle.newLight !== undefined) {
      const isNew = cycle.newLight !== cycle.light;
      cycle.light = cycle.newLight;
      cycle.newLight = undefined;
      if (isNew) this.show(cycle);
    }
    if (event === 'MB') {
      cycle.start = this.placeOf(cycle.robot.id);
      cycle.done = 0;
      cycle.snap = 0;
    }
    cycle.next++;
  }

  /** Starts the motions of a step; targets are fixed for all of them first. */
  private depart(
    active: readonly Cycle[],
    shareOf: Activation['share'],
    isLast: boolean,
    text: string | undefined,
  ): void {
    const places = this.places();
    const going = new Set(active.filter(({ destination }) => destination !== undefined));
    const standing = this.cycles.flatMap((cycle) => (going.has(cycle) ? [] : [places.of[cycle.robot.id]!]));
    const targets: Vector[] = [];
    for (const cycle of going) {
      const { start, robot } = cycle;
      const { distance, done } = this.pending(robot.id);
      const share = shareOf?.(distance, done) ?? 1;
      this.checkShare(cycle, share, isLast, text);
      const end = cycle.destination!;
      let target = end;
      if (share < 1) {
        target = { x: start.x + share * (end.x - start.x), y: start.y + share * (end.y - start.y) };
        // Off the segment, up to rounding.
        if (start.x !== end.x && start.y !== end.y) this.isExact = false;
      } else {
        const met = places.same(end, standing) ?? places.same(end, targets);
        if (met !== undefined) target = met;
        cycle.snap = pointDistance(end, target);
        const isClose = (point: Vector): boolean => places.isClose(pointDistance(end, point));
        cycle.isInDoubt = !this.isExact && (standing.some(isClose) || targets.some(isClose));
      }
      cycle.done = share;
      targets.push(target);
      const duration = (ARRIVES - COMPUTES) * this.options.model.round;
      robot.requestMotion({ kind: 'glide', x: target.x, y: target.y, duration } as never, () => {});
    }
  }

  private checkShare(cycle: Cycle, share: number, isLast: boolean, text = 'the schedule'): void {
    const { isRigid, delta } = this.options.model;
    const distance = pointDistance(cycle.start, cycle.destination!);
    const least = isRigid ? 1 : Math.min(1, delta / distance);
    // Shares of the scheduler are rounded.
    const isValid = share >= cycle.done && share <= 1 && (!isLast || share >= least * (1 - Number.EPSILON));
    if (isValid) return;
    const from = isLast ? Math.max(least, cycle.done) : cycle.done;
    throw new Error(`${text}: expected a share from ${from} to 1 of the segment, got ${share}`);
  }

  private arrive(cycle: Cycle): void {
    const { robot, snap, isInDoubt } = cycle;
    // A body that was held back by contacts may be under way still.
    if (this.run.world.motions.isUnderWay(robot.id)) robot.stop();
    if (snap > 0) this.snaps++;
    if (isInDoubt) this.doubts++;
    this.record(cycle, 'ME', { ...(snap > 0 && { snap }), ...(isInDoubt && { doubt: true }) });
    abandon(cycle);
  }

  /** The colour that a Look reads. */
  private readLight({ light, newLight, next }: Cycle, given: string | undefined, text: string | undefined): string {
    // From CB to CE the light is being written, even if its colour stays the same.
    const isBeingWritten = LCM_EVENTS[next] === 'CE';
    const { model } = this.options;
    const { register } = model.scheduler;
    if (!isBeingWritten || register === 'atomic') return light;
    const choices = register === 'regular' ? [light, newLight ?? light] : model.palette;
    if (given !== undefined) {
      if (choices.includes(given)) return given;
      throw new Error(
        `${text}: expected a read of ${choices.join(' or ')} under ${model.scheduler.name}, got ${given}`,
      );
    }
    return choices[this.reading.integer(0, choices.length - 1)]!;
  }

  private expect({ robot, next }: Cycle, event: LcmEvent, text = 'the scheduler'): void {
    if (LCM_EVENTS[next] === event) return;
    throw new Error(`${text}: expected ${LCM_EVENTS[next]} as the next event of robot ${robot.id}, got ${event}`);
  }

  private places(): Places {
    return new Places(
      this.cycles.map(({ robot }) => this.placeOf(robot.id)),
      this.options.model.epsilon,
    );
  }

  private bodies(): Bodies {
    const { obstacles } = this.run.world;
    const discs = obstacles.shapes.flatMap((shape) => (shape.kind === 'disc' ? [shape] : []));
    const walls = Array.from({ length: obstacles.count }, (_, wall) => obstacles.segment(wall));
    return { radii: this.cycles.map(({ robot }) => robot.radius), discs, walls };
  }

  private placeOf(robot: number): Vector {
    const { x, y } = this.run.world.poseOf(robot);
    return { x, y };
  }

  private show({ robot, light }: Cycle): void {
    const request: TraceValue = { light };
    this.run.emit?.({ type: 'effect', time: this.run.agenda.now, robot: robot.id, effector: 'light', request });
  }

  private record(
    { robot }: Cycle,
    event: LcmEvent,
    more: { toX?: number; toY?: number; snap?: number; doubt?: boolean },
  ): void {
    this.run.emit?.({ type: 'phase', time: this.run.agenda.now, robot: robot.id, event, ...more });
  }

  /** @param share Time within the present step. */
  private schedule(share: number, run: () => void): void {
    const { round } = this.options.model;
    this.run.agenda.schedule((this.steps + share) * round, {
      class: EventClass.WakeUp,
      low: 0,
      high: 0,
      run,
      describe: () => `step ${this.steps} of the scheduler`,
    });
  }
}

/** Ends a cycle: the robot waits. */
function abandon(cycle: Cycle): void {
  cycle.next = 0;
  cycle.destination = undefined;
  cycle.newLight = undefined;
  cycle.done = 0;
}
