import type { SlotQueue } from '@kineko/kernel';
import type { Bodies } from './bodies.js';
import { Body, Clock, State } from './body-layout.js';
import type { Watch } from './dynamics.js';
import type { HaloKeeper } from './general-search.js';
import type { Levels } from './levels.js';
import type { Prediction } from './prediction.js';

const NONE = -1;
/** 2^-40 of the lengths involved: a robot farther outside than this has left the halo. */
const CLEAR_OF = 9.094947017729282e-13;

/** State of a halo besides its motion. */
interface Halo {
  readonly onEntry: (other: number, now: number) => void;
  /** Slots of the robots that were inside at the last search. */
  readonly inside: Set<number>;
  /** The robot that enters next. */
  expected: number;
}

/**
 * Discs around robots that touch nothing: a robot whose rim enters one causes an event. A halo follows its robot's legs and
 * has upkeep like a body, in the grid whose cells fit its size; but bodies do not predict contacts with it, since it changes
 * no motion.
 *
 * A robot that has left is noticed when one of the two changes its motion, before it could come back. On arcs and curves it
 * may come back without such a change, so its next entry is searched for while it is inside.
 */
export class Halos implements HaloKeeper {
  count = 0;
  private readonly halos: (Halo | undefined)[] = [];
  private readonly free: number[] = [];
  /** For each robot, its halos and the halos that expect it. */
  private readonly own = new Map<number, Set<number>>();
  private readonly expectants = new Map<number, Set<number>>();

  constructor(
    private readonly bodies: Bodies,
    private readonly levels: Levels,
    private readonly prediction: Prediction,
    private readonly queue: SlotQueue,
  ) {}

  /** Adds a halo to a robot; calls back at once for robots that are inside. */
  add(robot: number, range: number, onEntry: (other: number, now: number) => void): Watch {
    const { bodies, levels, prediction } = this;
    const halo = this.free.pop() ?? bodies.firstHalo + this.halos.length;
    const entry: Halo = { onEntry, inside: new Set(), expected: NONE };
    this.halos[halo - bodies.firstHalo] = entry;
    this.count++;
    bodies.addHalo(halo, robot, range);
    levels.admit(halo, bodies.clock[0]!);
    setOf(this.own, robot).add(halo);
    prediction.forgetContact(halo);
    prediction.settle(halo);
    return {
      cancel: () => {
        // The slot may belong to another halo by now.
        if (this.halos[halo - bodies.firstHalo] === entry) this.remove(halo);
      },
    };
  }

  /** Called when a robot begins another motion: its halos follow it, and halos that expected it search again. */
  moved(robot: number): void {
    const { bodies, prediction } = this;
    for (const halo of this.expectants.get(robot) ?? []) prediction.losePartner(halo);
    this.expectants.delete(robot);
    for (const halo of this.own.get(robot) ?? []) {
      bodies.copyToHalo(halo);
      this.reset(halo);
      prediction.settle(halo);
    }
  }

  /** Called when the expected robot is at the rim. */
  enter(halo: number, now: number): void {
    const { inside, expected, onEntry } = this.haloOf(halo);
    inside.add(expected);
    this.reset(halo);
    this.prediction.settle(halo);
    onEntry(this.bodies.idOf(expected), now);
  }

  reset(halo: number): void {
    this.expect(halo, NONE, Infinity);
  }

  consider(halo: number, robot: number): void {
    const { bodies, prediction } = this;
    if (bodies.robotOf(halo) === robot || robot >= bodies.count) return;
    const { inside, expected } = this.haloOf(halo);
    if (this.isClearOf(halo, robot)) inside.delete(robot);
    const isInside = inside.has(robot);
    // A robot that is inside and was not reported enters now.
    const isNew = !isInside && this.gapOf(halo, robot) < 0;
    const time = isNew ? bodies.clock[0]! : prediction.entryTime(halo, robot, isInside);
    const standing = bodies.records[halo * Body.SIZE + Body.CONTACT]!;
    if (time === Infinity || time > standing) return;
    if (time === standing && expected !== NONE && expected <= robot) return;
    this.expect(halo, robot, time);
    prediction.enqueue(halo);
  }

  private expect(halo: number, robot: number, time: number): void {
    const entry = this.haloOf(halo);
    if (entry.expected !== NONE) this.expectants.get(entry.expected)?.delete(halo);
    entry.expected = robot;
    if (robot !== NONE) setOf(this.expectants, robot).add(halo);
    this.bodies.states[halo * State.SIZE + State.PARTNER] = robot;
    this.bodies.records[halo * Body.SIZE + Body.CONTACT] = time;
  }

  private isClearOf(halo: number, robot: number): boolean {
    const { records, clock } = this.bodies;
    const size =
      clock[Clock.EXTENT]! + records[halo * Body.SIZE + Body.RADIUS]! + records[robot * Body.SIZE + Body.RADIUS]!;
    return this.gapOf(halo, robot) > CLEAR_OF * size;
  }

  private gapOf(halo: number, robot: number): number {
    const { bodies } = this;
    const now = this.bodies.clock[0]!;
    const dx = bodies.xAt(halo, now) - bodies.xAt(robot, now);
    const dy = bodies.yAt(halo, now) - bodies.yAt(robot, now);
    const sum = bodies.records[halo * Body.SIZE + Body.RADIUS]! + bodies.records[robot * Body.SIZE + Body.RADIUS]!;
    return Math.sqrt(dx * dx + dy * dy) - sum;
  }

  private remove(halo: number): void {
    this.reset(halo);
    this.own.get(this.bodies.robotOf(halo))?.delete(halo);
    this.levels.dismiss(halo);
    this.queue.clear(halo);
    this.halos[halo - this.bodies.firstHalo] = undefined;
    this.free.push(halo);
    this.count--;
  }

  private haloOf(halo: number): Halo {
    return this.halos[halo - this.bodies.firstHalo]!;
  }
}

function setOf(map: Map<number, Set<number>>, key: number): Set<number> {
  let set = map.get(key);
  if (set === undefined) map.set(key, (set = new Set()));
  return set;
}
