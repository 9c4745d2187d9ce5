/**
 * Two robots in finitely many states, for table algorithms. Distances are folded into three cases: the robots share a
 * place; they are apart and moves reach their targets; or they are so far apart that the next move falls short.
 */
import { isDeciding, LCM_EVENTS, type Scheduler } from '../../format/schedulers.js';
import type { TableAlgorithm } from '../../format/table.js';

export interface TwoRobotModel {
  readonly algorithm: TableAlgorithm;
  readonly scheduler: Scheduler;
  /** Whether every move reaches its target. */
  readonly isRigid: boolean;
  /** Initial colours: any two; two equal ones; or this colour for both. */
  readonly initial: 'any' | 'equal' | number;
}

const NEAR = 0;
const SAME = 1;
export const FAR = 2;

/** Pending moves. A miss ends off the other robot, because its target was computed from a position that has changed. */
const STAY = 0;
const HALF = 1;
const OTHER = 2;
const MISS = 3;
const PENDING = { stay: STAY, half: HALF, other: OTHER };

const CE = LCM_EVENTS.indexOf('CE');
const ME = LCM_EVENTS.indexOf('ME');

interface AbstractRobot {
  color: number;
  /** Colour after CE; the present one outside L..CE, so that equal situations have one state. */
  newColor: number;
  /** Index of the next event of its cycle. */
  next: number;
  pending: number;
  /** Number of Looks of the other robot since its own Look, until it has computed; 0 if the scheduler does not limit it. */
  foreignLooks: number;
}

/** A step to another state: its robots as bits, 1 and 2; the colour that it reads of a light being written, or -1. */
export type StepHandler = (code: number, robots: number, isApart: boolean, read: number) => void;

/** One state at a time, as fields and as a number. */
export class TwoRobotState {
  private position = NEAR;
  private readonly robots: readonly [AbstractRobot, AbstractRobot] = [waiting(0), waiting(0)];
  /** The robot that acts next, if the robots act in turn. */
  private turn = 0;
  /** Whether the robots were apart after an event of the current step. */
  private wasApart = false;
  private readonly colors: number;
  /** Maximum number of foreign Looks during a decision; 0 if there is no limit. */
  private readonly maxLooks: number;
  /** Number of events of the group that starts with each event. */
  private readonly groups: readonly number[];

  constructor(private readonly model: TwoRobotModel) {
    this.colors = model.algorithm.palette.length;
    this.maxLooks = model.scheduler.maxForeignLooks ?? 0;
    this.groups = model.scheduler.steps.flatMap((group) => group.map((_, k) => group.length - k));
  }

  private get code(): number {
    let code = this.position * 2 + this.turn;
    for (const { color, newColor, next, pending, foreignLooks } of this.robots) {
      code = ((code * this.colors + color) * this.colors + newColor) * 20 + next * 4 + pending;
      code = code * (this.maxLooks + 1) + foreignLooks;
    }
    return code;
  }

  private set code(code: number) {
    let rest = code;
    const take = (size: number): number => {
      const digit = rest % size;
      rest = (rest - digit) / size;
      return digit;
    };
    for (const robot of [this.robots[1], this.robots[0]]) {
      robot.foreignLooks = take(this.maxLooks + 1);
      robot.pending = take(4);
      robot.next = take(5);
      robot.newColor = take(this.colors);
      robot.color = take(this.colors);
    }
    this.turn = take(2);
    this.position = rest;
  }

  /** The initial states. Those in which moves reach their targets come first. */
  initialCodes(): number[] {
    const { isRigid, initial, scheduler } = this.model;
    const codes: number[] = [];
    for (const position of isRigid ? [NEAR, SAME] : [NEAR, SAME, FAR]) {
      for (let pair = 0; pair < this.colors * this.colors; pair++) {
        const [first, second] = [Math.floor(pair / this.colors), pair % this.colors];
        if (initial !== 'any' && first !== second) continue;
        if (typeof initial === 'number' && first !== initial) continue;
        Object.assign(this.robots[0], waiting(first));
        Object.assign(this.robots[1], waiting(second));
        this.position = position;
        for (this.turn = 0; this.turn < (scheduler.isInTurn === true ? 2 : 1); this.turn++) codes.push(this.code);
      }
    }
    return codes;
  }

  /** The position and the colours of a state. */
  describe(code: number): { readonly position: number; readonly colors: readonly [number, number] } {
    this.code = code;
    const [a, b] = this.robots;
    return { position: this.position, colors: [a.color, b.color] };
  }

  /** Calls the handler for each step from a state. */
  forEachStep(code: number, handle: StepHandler): void {
    this.code = code;
    const [a, b] = this.robots;
    // Gathered, and no pending move will part them.
    if (this.position === SAME && a.pending === STAY && b.pending === STAY) return;
    const { joint, isInTurn } = this.model.scheduler;
    const { turn } = this;
    const canJoin = joint !== 'never' && a.next === 0 && b.next === 0;
    for (const index of [0, 1]) {
      if (joint === 'all' || (isInTurn === true && index !== turn) || this.isLookLimited(index)) continue;
      for (const read of this.readsOf(index)) {
        this.wasApart = false;
        this.perform(index, this.groups[this.robots[index]!.next]!, read);
        if (isInTurn === true) this.turn = 1 - index;
        handle(this.code, index + 1, this.wasApart, read);
        this.code = code;
      }
    }
    if (!canJoin) return;
    this.wasApart = false;
    // All robots look before the first one computes.
    for (const index of [0, 1]) this.perform(index, 1, -1);
    for (const index of [0, 1]) this.perform(index, this.groups[1] ?? 0, -1);
    handle(this.code, 3, this.wasApart, -1);
  }

  /** Whether a robot may not look now, because the other one is deciding. */
  private isLookLimited(index: number): boolean {
    const other = this.robots[1 - index]!;
    return this.maxLooks > 0 && this.robots[index]!.next === 0 && other.foreignLooks === this.maxLooks;
  }

  /** The colours that the next step of a robot can read of a light being written; -1 if no such light is read. */
  private readsOf(index: number): readonly number[] {
    const other = this.robots[1 - index]!;
    const { register } = this.model.scheduler;
    if (register === 'atomic' || this.robots[index]!.next !== 0 || other.next !== CE) return NO_READ;
    if (register === 'safe') return Array.from({ length: this.colors }, (_, color) => color);
    return other.color === other.newColor ? [other.color] : [other.color, other.newColor];
  }

  private perform(index: number, events: number, read: number): void {
    const robot = this.robots[index]!;
    for (let k = 0; k < events; k++) {
      if (robot.next === 0) this.look(index, read);
      else if (robot.next === CE) this.endCompute(robot);
      else if (robot.next === ME) this.endMove(index);
      robot.next = (robot.next + 1) % LCM_EVENTS.length;
      if (this.position !== SAME) this.wasApart = true;
    }
  }

  private look(index: number, read: number): void {
    const robot = this.robots[index]!;
    const other = this.robots[1 - index]!;
    const isSame = this.position === SAME;
    const { move, light } = this.model.algorithm.decide(robot.color, read < 0 ? other.color : read, isSame);
    const isOtherMoving = other.next === ME && other.pending !== STAY;
    robot.newColor = light ?? robot.color;
    if (this.maxLooks > 0 && isDeciding(other.next)) other.foreignLooks++;
    if (isSame && !isOtherMoving) robot.pending = STAY;
    else robot.pending = isOtherMoving && move !== 'stay' ? MISS : PENDING[move];
  }

  private endCompute(robot: AbstractRobot): void {
    robot.color = robot.newColor;
    robot.foreignLooks = 0;
  }

  private endMove(index: number): void {
    const robot = this.robots[index]!;
    const other = this.robots[1 - index]!;
    const { pending } = robot;
    const { position } = this;
    if (pending === STAY) return;
    robot.pending = STAY;
    if (position === FAR || pending === MISS) this.position = NEAR;
    else if (pending === OTHER) this.position = SAME;
    const isUnmoved = position === SAME && pending === OTHER;
    if (other.pending === STAY || isUnmoved) return;
    const areHalves = position !== FAR && pending === HALF && other.pending === HALF;
    other.pending = areHalves ? OTHER : MISS;
  }
}

const NO_READ: readonly number[] = [-1];

function waiting(color: number): AbstractRobot {
  return { color, newColor: color, next: 0, pending: STAY, foreignLooks: 0 };
}
