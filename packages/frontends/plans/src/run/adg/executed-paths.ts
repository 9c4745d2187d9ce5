/** The paths that robots have really taken, as knots in the coordinates of the file: columns and rows of a grid. */
import { auditPaths, type PathFindings } from '../../audit/path-audit.js';
import type { KnotPaths } from '../../audit/knot-paths.js';
import { startsOf } from '../delayed-knots.js';
import type { ActionPlace } from './action-graph.js';

interface Knots {
  readonly t: number[];
  readonly x: number[];
  readonly y: number[];
}

export class ExecutedPaths {
  private readonly robots: readonly Knots[];
  private readonly gone = new Set<number>();

  constructor(places: readonly ActionPlace[]) {
    this.robots = places.map(({ x, y }) => ({ t: [0], x: [x], y: [y] }));
  }

  /** A robot leaves its last place at a time, and is at another one at a later time. */
  add(robot: number, start: number, end: number, place: ActionPlace): void {
    const knots = this.robots[robot]!;
    restUntil(knots, start);
    addKnot(knots, end, place);
  }

  /** A robot disappears at its last place. */
  vanish(robot: number, now: number): void {
    restUntil(this.robots[robot]!, now);
    this.gone.add(robot);
  }

  /** The last leg of a robot ended earlier than planned. */
  cut(robot: number, now: number): void {
    const { t, x, y } = this.robots[robot]!;
    const [end, toX, toY] = [t.pop()!, x.pop()!, y.pop()!];
    const [start, fromX, fromY] = [t.at(-1)!, x.at(-1)!, y.at(-1)!];
    if (now === start) return;
    const share = (now - start) / (end - start);
    addKnot(this.robots[robot]!, now, { x: fromX + share * (toX - fromX), y: fromY + share * (toY - fromY) });
  }

  /** Robots that are under way stop at this time. */
  endAt(now: number): void {
    for (const [robot, { t }] of this.robots.entries()) if (t.at(-1)! > now) this.cut(robot, now);
  }

  /** Contacts and least distances until a time, decided exactly. @param radii In the units of the file. */
  audit(radii: Float64Array, now: number): PathFindings {
    const vanish = this.gone.size > 0;
    // Those that have not vanished are there until now.
    if (vanish) for (const [robot, knots] of this.robots.entries()) if (!this.gone.has(robot)) restUntil(knots, now);
    // Least distances of single pairs are not asked for.
    return auditPaths({ ...this.knots(), radii }, { within: 0, vanish });
  }

  private knots(): Omit<KnotPaths, 'radii'> {
    const { robots } = this;
    return {
      starts: startsOf(robots.map(({ t }) => t)),
      t: Float64Array.from(robots.flatMap(({ t }) => t)),
      x: Float64Array.from(robots.flatMap(({ x }) => x)),
      y: Float64Array.from(robots.flatMap(({ y }) => y)),
    };
  }
}

function addKnot({ t, x, y }: Knots, time: number, place: ActionPlace): void {
  t.push(time);
  x.push(place.x);
  y.push(place.y);
}

function restUntil(knots: Knots, time: number): void {
  const { t, x, y } = knots;
  if (t.at(-1)! < time) addKnot(knots, time, { x: x.at(-1)!, y: y.at(-1)! });
}
