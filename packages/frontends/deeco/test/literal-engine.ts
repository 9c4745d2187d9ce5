/**
 * A second implementation of the playground's cycle, straight from its description: one long procedure on plain numbers.
 * Slow; the tests compare the engine with it.
 */
import { atan2, cos, sin } from '@kineko/geometry';
import type { Body, CycleEngine, CycleMove, Outcome } from '../src/run/engine/cycle-engine.js';
import type { EnvironmentMap, GridLine } from '../src/run/environment/environment-map.js';

const TOL = 0.01;

interface Robot {
  px: number;
  py: number;
  x: number;
  y: number;
  theta: number;
  r: number;
  speed: number;
  degree: number;
}

const norm = (angle: number): number => atan2(sin(angle), cos(angle));

function bound(t: number, low: number, high: number): number {
  if (low - TOL < t && t <= low) return low;
  if (high <= t && t < high + TOL) return high;
  return low < t && t < high ? t : NaN;
}

/** The plus root if it is in bounds, else the minus root if that is. */
function firstRoot(dx: number, dy: number, vx: number, vy: number, reach: number, low: number, high: number): number {
  const [a, b, c] = [vx * vx + vy * vy, 2 * (dx * vx + dy * vy), dx * dx + dy * dy - reach * reach];
  const root = Math.sqrt(b * b - 4 * a * c);
  const plus = bound((-b + root) / (2 * a), low, high);
  return Number.isNaN(plus) ? bound((-b - root) / (2 * a), low, high) : plus;
}

function setBack(robot: Robot, t: number): void {
  robot.x = robot.px + robot.speed * sin(robot.theta) * t;
  robot.y = robot.py + robot.speed * cos(robot.theta) * t;
  robot.degree = t;
}

function ends(line: GridLine): [number, number][] {
  return [line.start, line.end].map((end) => (line.isVertical ? [line.horizon, end] : [end, line.horizon]));
}

function distances(robot: Robot, line: GridLine): { line: number; ends: number[] } {
  const [c, across] = line.isVertical ? [robot.y, robot.x] : [robot.x, robot.y];
  return {
    line: line.start <= c && c <= line.end ? Math.abs(line.horizon - across) : Infinity,
    ends: ends(line).map(([x, y]) => (x - robot.x) * (x - robot.x) + (y - robot.y) * (y - robot.y)),
  };
}

function penetrates(robot: Robot, line: GridLine): boolean {
  const near = distances(robot, line);
  return near.line < robot.r - TOL || near.ends.some((square) => square < robot.r * robot.r - TOL);
}

function resolve(robot: Robot, line: GridLine): number {
  const near = distances(robot, line);
  const hits = near.ends.map((square) => square <= robot.r * robot.r);
  const angleTo = ([x, y]: [number, number]): number => norm(atan2(x - robot.x, y - robot.y) - robot.theta);
  const foot = (): [number, number] => (line.isVertical ? [line.horizon, robot.y] : [robot.x, line.horizon]);
  const hitEnds = ends(line).filter((_, i) => hits[i]);
  if (robot.degree === 0 || robot.speed === 0) return angleTo(hitEnds[0] ?? foot());
  const most = robot.degree;
  const [vx, vy] = [robot.speed * sin(robot.theta), robot.speed * cos(robot.theta)];
  for (const end of hitEnds) {
    const t = firstRoot(robot.px - end[0], robot.py - end[1], vx, vy, robot.r, 0, most);
    if (Number.isNaN(t)) continue;
    setBack(robot, t);
    if (!penetrates(robot, line)) return angleTo(end);
  }
  const [p, v] = line.isVertical ? [robot.px, vx] : [robot.py, vy];
  const t = bound((line.horizon < p ? robot.r - p + line.horizon : line.horizon - p - robot.r) / v, 0, most);
  setBack(robot, Number.isNaN(t) ? 0 : t);
  return angleTo(foot());
}

function scanWalls(robot: Robot, map: EnvironmentMap, note: (angle: number) => void): boolean {
  const { x, y, r } = robot;
  const range = (c: number, most: number): [number, number] => [
    Math.max(0, Math.ceil(c - r - TOL)),
    Math.min(most, Math.floor(c + r + TOL)),
  ];
  const [fromX, toX] = range(x, map.sizeX);
  const [fromY, toY] = range(y, map.sizeY);
  const lines: GridLine[] = [];
  for (let at = fromX; at <= toX; at++) lines.push(...map.getVerticalLines(at));
  for (let at = fromY; at <= toY; at++) lines.push(...map.getHorizontalLines(at));
  let collided = false;
  for (const line of lines) {
    const near = distances(robot, line);
    if (!(near.line <= r || near.ends.some((square) => square <= r * r))) continue;
    if (penetrates(robot, line)) collided = true;
    note(resolve(robot, line));
  }
  return collided;
}

export class LiteralEngine implements CycleEngine {
  private notes: { angle: number; x: number; y: number; theta: number }[][] = [];

  constructor(private readonly map: EnvironmentMap) {}

  performActions(bodies: readonly Body[], orders: readonly CycleMove[]): readonly Outcome[] {
    const robots = bodies.map(({ x, y, angle, size }, i): Robot => {
      const { type, speed, rotation } = orders[i]!;
      const theta = type === 'ROTATE' || type === 'ROTATE_AND_MOVE' ? norm(angle + rotation) : angle;
      const robot = { px: x, py: y, x, y, theta, r: size, speed, degree: 0 };
      if (type === 'MOVE' || type === 'ROTATE_AND_MOVE') setBack(robot, 1);
      return robot;
    });
    for (const [i, robot] of robots.entries()) {
      const notes = (this.notes[i] ??= []);
      const note = (angle: number): void => {
        const { x, y, theta } = robot;
        if (!notes.some((one) => one.angle === angle && one.x === x && one.y === y)) notes.push({ angle, x, y, theta });
      };
      // Far more iterations than ever needed.
      for (let times = 0; times < 100 && scanWalls(robot, this.map, note); times++);
    }
    this.separate(robots);
    const points = robots.map(({ x, y, theta }, i) => {
      const kept = this.notes[i]!.filter((one) => one.x === x && one.y === y && one.theta === theta);
      this.notes[i] = kept;
      return kept.map(({ angle }) => angle).toReversed();
    });
    for (let i = 0; i < robots.length; i++) {
      for (let j = 0; j < i; j++) {
        const [a, b] = [robots[i]!, robots[j]!];
        const [dx, dy] = [b.x - a.x, b.y - a.y];
        if (!(dx * dx + dy * dy < (a.r + b.r) * (a.r + b.r) + TOL)) continue;
        points[i]!.push(norm(atan2(dx, dy) - a.theta));
        points[j]!.push(norm(atan2(-dx, -dy) - b.theta));
      }
    }
    return robots.map(({ x, y, theta, degree }, i) => ({ x, y, angle: theta, degree, collisionPoints: points[i]! }));
  }

  private separate(robots: readonly Robot[]): void {
    const overlap = (i: number, j: number): boolean => {
      const [a, b] = [robots[i]!, robots[j]!];
      const [dx, dy] = [b.x - a.x, b.y - a.y];
      return dx * dx + dy * dy - (a.r + b.r) * (a.r + b.r) < -TOL;
    };
    const queue: [number, number][] = [];
    for (let i = 0; i < robots.length; i++) for (let j = 0; j < i; j++) if (overlap(i, j)) queue.push([i, j]);
    for (let pair = queue.shift(); pair !== undefined; pair = queue.shift()) {
      const [i, j] = pair;
      if (!overlap(i, j)) continue;
      const [one, two] = robots[i]!.degree > robots[j]!.degree ? [robots[i]!, robots[j]!] : [robots[j]!, robots[i]!];
      const velocity = ({ speed, theta }: Robot): [number, number] => [speed * sin(theta), speed * cos(theta)];
      const [vx, vy] = velocity(one);
      const reach = one.r + two.r;
      let t = NaN;
      if (one.degree !== two.degree) {
        t = firstRoot(one.px - two.x, one.py - two.y, vx, vy, reach, two.degree, one.degree);
        if (!Number.isNaN(t)) setBack(one, t);
      }
      if (Number.isNaN(t)) {
        const [wx, wy] = velocity(two);
        t = firstRoot(one.px - two.px, one.py - two.py, vx - wx, vy - wy, reach, 0, Math.min(one.degree, two.degree));
        for (const robot of [one, two]) setBack(robot, Number.isNaN(t) ? 0 : t);
      }
      for (const a of pair) {
        for (let k = 0; k < robots.length; k++) if (!pair.includes(k) && overlap(a, k)) queue.push([a, k]);
      }
    }
  }
}
