/** The paths that robots have really taken, as knots in cells: x is the column, y the row. */
import { auditPaths, type KnotPaths, type PathFindings } from '@kineko/geometry/audit';
import { startsOf } from '../delayed-knots.js';
import type { ActionPlace } from './action-graph.js';

interface Knots {
  readonly t: number[];
  readonly x: number[];
  readonly y: number[];
}

export class ExecutedPaths {
  private readonly robots: readonly Knots[];

  constructor(places: readonly ActionPlace[]) {
    this.robots = places.map(({ column, row }) => ({ t: [0], x: [column], y: [row] }));
  }

  /** A robot leaves its last place at a time, and is at another one at a later time. */
  add(robot: number, start: number, end: number, { column, row }: ActionPlace): void {
    const { t, x, y } = this.robots[robot]!;
    if (t.at(-1)! < start) {
      t.push(start);
      x.push(x.at(-1)!);
      y.push(y.at(-1)!);
    }
    t.push(end);
    x.push(column);
    y.push(row);
  }

  /** The last leg of a robot ended earlier than planned; returns its place there. */
  cut(robot: number, now: number): ActionPlace {
    const { t, x, y } = this.robots[robot]!;
    const [end, toX, toY] = [t.pop()!, x.pop()!, y.pop()!];
    const [start, fromX, fromY] = [t.at(-1)!, x.at(-1)!, y.at(-1)!];
    const share = (now - start) / (end - start);
    const place = { column: fromX + share * (toX - fromX), row: fromY + share * (toY - fromY) };
    if (now > start) this.add(robot, start, now, place);
    return now > start ? place : { column: fromX, row: fromY };
  }

  /** Robots that are under way stop at this time. */
  endAt(now: number): void {
    for (const [robot, { t }] of this.robots.entries()) if (t.at(-1)! > now) this.cut(robot, now);
  }

  /** Contacts and least distances, decided exactly. @param radius In cells. */
  audit(radius: number): PathFindings {
    // Least distances of single pairs are not asked for.
    return auditPaths(this.paths(radius), { within: 0 });
  }

  private paths(radius: number): KnotPaths {
    const { robots } = this;
    return {
      starts: startsOf(robots.map(({ t }) => t)),
      t: Float64Array.from(robots.flatMap(({ t }) => t)),
      x: Float64Array.from(robots.flatMap(({ x }) => x)),
      y: Float64Array.from(robots.flatMap(({ y }) => y)),
      radii: new Float64Array(robots.length).fill(radius),
    };
  }
}
