/**
 * Covers: an algorithm and a motion of an author, messages with a delay, parameters, a check of distances. Scenario: robots
 * on a circle swap sides. Each broadcasts its position and velocity and picks a velocity that avoids the others.
 *
 * Optimal reciprocal collision avoidance (van den Berg, Guy, Lin and Manocha, Reciprocal n-body collision avoidance, 2011):
 * for every neighbour, the relative velocities that lead to a contact within `horizon` seconds form a truncated cone. The
 * robot takes half of the smallest change that leaves the cone and expects the neighbour to take the other half. Each
 * neighbour thus allows a half-plane of velocities; the robot picks the one nearest to its preferred velocity.
 *
 * The guarantee of the paper assumes that velocities are known at once. Here they travel as messages; `margin` compensates
 * for their age.
 *
 * Parameters: `centre` of the circle (x and y, m), `speed` (m/s), `interval` between two decisions (s), `horizon` (s),
 * `margin` added to the radius (m), `noise` of the preferred velocity (m/s).
 */
import { AbstractAlgorithm, type Vector } from 'kineko';
import { type HalfPlane, nearestAllowed } from './half-planes.js';

/** State of a robot at an instant: its position (m) and its velocity (m/s). */
interface State {
  readonly x: number;
  readonly y: number;
  readonly vx: number;
  readonly vy: number;
}

const ARRIVED = 0.05; // m

export class Orca extends AbstractAlgorithm<{ STATE: State }> {
  private readonly centre = this.parameters.number('centre', 10);
  private readonly speed = this.parameters.number('speed', 1.5);
  private readonly interval = this.parameters.number('interval', 0.2);
  private readonly horizon = this.parameters.number('horizon', 3);
  private readonly noise = this.parameters.number('noise', 0.2);
  private readonly distance = 2 * (this.robot.radius + this.parameters.number('margin', 0.05));

  private readonly neighbours = new Map<number, State & { readonly at: number }>();
  private velocity: Vector = { x: 0, y: 0 };
  private goal: Vector | undefined;

  protected override readonly handlers = {
    STATE: (state: State, from: number) => void this.neighbours.set(from, { ...state, at: this.clock }),
  };

  protected async doMotion() {
    const own = await this.gps.getSelfPosition(0);
    this.goal ??= { x: 2 * this.centre - own.x, y: 2 * this.centre - own.y };
    const toGoal = { x: this.goal.x - own.x, y: this.goal.y - own.y };
    const distance = lengthOf(toGoal);
    if (distance < ARRIVED) {
      this.broadcast('STATE', { ...own, vx: 0, vy: 0 });
      return this.finish();
    }
    // A little noise breaks the symmetry of robots that meet exactly head-on.
    const preferred = scaled(toGoal, Math.min(this.speed, distance / this.interval) / distance);
    preferred.x += this.noise * (this.random() - 0.5);
    preferred.y += this.noise * (this.random() - 0.5);
    const allowed = [...this.neighbours.values()].map((other) => this.halfPlane(own, other));
    this.velocity = nearestAllowed(preferred, allowed, this.speed);
    const { x: vx, y: vy } = this.velocity;
    this.broadcast('STATE', { ...own, vx, vy });
    return this.actuator.perform({ kind: 'glide', vx, vy, duration: this.interval });
  }

  /** Velocities that avoid a neighbour that does its half. */
  private halfPlane(own: Vector, { x, y, vx, vy, at }: State & { readonly at: number }): HalfPlane {
    const age = this.clock - at;
    const p = { x: x + vx * age - own.x, y: y + vy * age - own.y };
    const v = { x: this.velocity.x - vx, y: this.velocity.y - vy };
    const { normal, depth } = wayOutOfCone(p, v, this.distance, this.horizon, this.interval);
    const half = depth / 2;
    return { normal, point: { x: this.velocity.x + half * normal.x, y: this.velocity.y + half * normal.y } };
  }
}

/**
 * The shortest way out of the truncated cone of relative velocities that lead to a contact: its direction and length; the
 * length is negative outside the cone.
 */
function wayOutOfCone(p: Vector, v: Vector, radius: number, horizon: number, interval: number) {
  const apart = lengthOf(p);
  // Robots that are already too close separate within one interval.
  const seconds = apart > radius ? horizon : interval;
  const w = { x: v.x - p.x / seconds, y: v.y - p.y / seconds };
  const size = lengthOf(w);
  const ahead = w.x * p.x + w.y * p.y;
  if (apart <= radius || (ahead < 0 && ahead * ahead > radius * radius * size * size)) {
    // The round end of the cone.
    return { normal: scaled(w, 1 / size), depth: radius / seconds - size };
  }
  // A side of the cone: a line through 0 that touches the disc of the other robot.
  const leg = Math.sqrt(apart * apart - radius * radius);
  const side = p.x * w.y - p.y * w.x > 0 ? 1 : -1;
  const normal = {
    x: (-radius * p.x - side * leg * p.y) / (apart * apart),
    y: (-radius * p.y + side * leg * p.x) / (apart * apart),
  };
  return { normal, depth: -(v.x * normal.x + v.y * normal.y) };
}

function lengthOf({ x, y }: Vector): number {
  return Math.sqrt(x * x + y * y);
}

function scaled({ x, y }: Vector, factor: number): { x: number; y: number } {
  return { x: factor * x, y: factor * y };
}
