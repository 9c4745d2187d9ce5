import {
  atan2,
  cos,
  degreesOf,
  type Disc,
  MIN_SPEED,
  MIN_TURN_RATE,
  pointDistance,
  radiansOf,
  sin,
  smallestEnclosingCircle,
  type Vector,
} from '@kineko/geometry';
import { AbstractAlgorithm } from '../algorithm.js';
import { PARAMETERS } from '../brand.js';
import { parameterIn, type ParameterTable } from '../parameters.js';
import { shorterAngle, withinTurn } from './angles.js';
import { exitPoint } from './voronoi-cell.js';

const FULL_TURN = 2 * Math.PI;

/** Share of the free distance for one step: less than 1 / 2e, so that two robots that approach each other never touch. */
const SHARE = 1 / 6;
/** Robots within this angle (degrees) on either side of the direction count as ahead. */
const AHEAD = 120;
/** Room around a robot, as a multiple of its radius: a robot that comes closer could hardly turn aside. */
const ROOM = 1.25;
/** Distance at which a robot nearly touches others, as a share of its radius. */
const CLOSE = 0.1;
/** Maximum deviation (radians) at which a robot faces a direction. */
const ALIGNED = 1e-8;
/** Degrees per second. */
const TURN_SPEED = 90;

const POSITIVE = { type: 'number', range: { above: 0 } } as const;

const CIRCLE_FORMATION = {
  uniform: { type: 'boolean', default: 'true', doc: 'whether to spread evenly' },
  tolerance: {
    ...POSITIVE,
    default: '0.0001',
    doc: 'maximum distance of a robot on the circumference from it, as a share of the radius',
  },
  evenness: {
    ...POSITIVE,
    default: '0.02',
    doc: 'maximum difference of gaps between neighbours, as a share of their mean',
  },
  speed: { ...POSITIVE, unit: 'm/s', default: '5', doc: 'maximum speed' },
  period: { ...POSITIVE, unit: 's', default: '1', doc: 'duration of a step' },
} as const satisfies ParameterTable;

/**
 * Robots form a circle and spread over it evenly (after Défago and Souissi, Non-uniform circle formation algorithm for
 * oblivious mobile robots with convergence toward uniformity, 2008, and the earlier Défago and Konagaya, Circle formation for
 * oblivious anonymous mobile robots with no common sense of orientation, 2002).
 *
 * Idea: the circle is the smallest circle that encloses all robots. A robot inside moves to the nearest point of the
 * circumference in its own Voronoi cell, or as close to it as its cell reaches, so that no two robots head for the same point.
 * A robot on the circumference moves along it only, halfway to the middle between its two neighbours, and never so far that
 * half of the circumference is without a robot, so that the circle stays the same. Robots are oblivious and anonymous.
 *
 * The robots of the papers are points that jump. These have bodies and are seen while they move, so observations are soon out
 * of date. Therefore each step takes the same time, the period, starts when the robot already faces its direction, and covers
 * at most a sixth of the free distance ahead, which is measured again for the next step. If two robots approach each other,
 * each by this share of the distance that was free at most one period ago, the distance between them shrinks but never
 * vanishes, since the two shares together are less than 1/e. The same share keeps half of the circumference from becoming
 * empty. Neighbours are determined by direction from the centre, robots inside included, so that robots on the circumference
 * make room for those that arrive.
 *
 * Assumes: robots see all others, and know their own position and heading; no two start at the same position.
 * Guarantees: robots do not collide (unless something else moves them). The smallest enclosing circle stays the same, up to
 * rounding. The papers prove for points that all arrive and spread evenly; with bodies this needs room on the circumference.
 *
 * Parameters: `uniform` (true), whether to spread evenly; `tolerance` (0.0001), the maximum distance of a robot on the
 * circumference from it, as a share of the radius; `evenness` (0.02), the maximum difference of gaps between neighbours, as a
 * share of their mean; `speed` (5 m/s), the maximum; `period` (1 s) of a step. A robot is finished when it sees the circle
 * formed.
 */
export class CircleFormation extends AbstractAlgorithm {
  static readonly [PARAMETERS] = CIRCLE_FORMATION;
  // `#` members: authors extend this class, and a private field could collide with a field of theirs.
  readonly #uniform = parameterIn(this.parameters, CIRCLE_FORMATION, 'uniform');
  readonly #tolerance = parameterIn(this.parameters, CIRCLE_FORMATION, 'tolerance');
  readonly #evenness = parameterIn(this.parameters, CIRCLE_FORMATION, 'evenness');
  readonly #speed = parameterIn(this.parameters, CIRCLE_FORMATION, 'speed');
  readonly #period = parameterIn(this.parameters, CIRCLE_FORMATION, 'period');

  protected async doMotion(): Promise<void> {
    const everyone = await this.gps.getAllPosition();
    const own = everyone[this.robot.id]!;
    const others = everyone.filter((place) => place !== own);
    const circle = smallestEnclosingCircle(everyone);
    if (this.#isFormed(everyone, circle)) return this.finish();

    if (this.#isOn(circle, own)) await this.#slide(own, others, circle);
    else await this.#approach(own, others, circle);
    // A random pause keeps the rounds of robots out of step.
    await this.sleep(this.#period * this.random());
  }

  /** A step towards the circumference, or away from robots that it nearly touches. */
  async #approach(own: Vector, others: readonly Vector[], circle: Disc): Promise<void> {
    const { radius } = this.robot;
    const crowd = await this.proximitySensor.getProximityView((1 + CLOSE) * radius);
    if (crowd.length > 0) {
      await this.actuator.turn(TURN_SPEED, directionAwayFrom(crowd));
      await this.#goForward((ROOM - 1) * radius);
    } else {
      const place = exitPoint({ ...own, radius: ROOM * radius }, others, circle);
      await this.#turnTo(directionOf(own, place));
      await this.#goForward(pointDistance(own, place));
    }
  }

  /** Moves ahead by a distance (m), limited to one step. */
  async #goForward(metres: number): Promise<void> {
    const length = Math.min(metres, await this.#freeStep(0));
    const speed = length / this.#period;
    if (speed >= MIN_SPEED) await this.actuator.forward(speed, length);
  }

  /** A step along the circumference. */
  async #slide(own: Vector, others: readonly Vector[], circle: Disc): Promise<void> {
    // The robot faces anticlockwise along the circumference, and moves backward to go clockwise.
    const isReady = await this.#turnTo(directionOf(circle, own) + FULL_TURN / 4);
    if (!isReady) return; // its observation is out of date
    const step = this.#stepToMiddle(own, others, circle);
    const radius = pointDistance(circle, own);
    const free = Math.min(await this.#freeStep(step < 0 ? 180 : 0), SHARE * radius);
    const speed = Math.min(Math.abs(step) * radius, free) / this.#period;
    if (speed < MIN_SPEED || speed < MIN_TURN_RATE * radius) return;
    const moveSpeed = step < 0 ? -speed : speed;
    await this.actuator.arc(moveSpeed, degreesOf(moveSpeed / radius), { duration: this.#period });
  }

  /** Angle of the step towards the middle between the neighbours (radians, anticlockwise). */
  #stepToMiddle(own: Vector, others: readonly Vector[], circle: Disc): number {
    const onCircle = others.filter((other) => this.#isOn(circle, other));
    const all = gapsAround(own, others, circle);
    const fixed = gapsAround(own, onCircle, circle);
    const halfway = (all.before - all.behind) / 4;
    const opening = halfway > 0 ? fixed.behind : fixed.before;
    const limit = SHARE * Math.max(0, FULL_TURN / 2 - opening);
    return Math.max(-limit, Math.min(limit, halfway));
  }

  /** Maximum length of a step (m) in a direction (degrees from the heading). */
  async #freeStep(direction: number): Promise<number> {
    const longest = this.#speed * this.#period;
    const { radius } = this.robot;
    const near = await this.proximitySensor.getProximityView(radius + longest / SHARE);
    const ahead = near.filter(({ bearing }) => Math.abs(shorterAngle(bearing - direction, 360)) < AHEAD);
    return Math.min(longest, ...ahead.map(({ distance }) => SHARE * Math.max(0, distance - radius)));
  }

  /** Turns in place, in the shorter direction, to a direction in radians; returns whether it already faced it. */
  async #turnTo(direction: number): Promise<boolean> {
    // The outcome of a turn by 0 has the heading, also for a robot without a compass.
    const { pose } = await this.actuator.turn(TURN_SPEED, 0);
    const angle = shorterAngle(direction - radiansOf(pose.heading), FULL_TURN);
    if (Math.abs(angle) < ALIGNED) return true;
    await this.actuator.turn(TURN_SPEED, degreesOf(angle));
    return false;
  }

  #isOn(circle: Disc, place: Vector): boolean {
    return Math.abs(circle.radius - pointDistance(circle, place)) <= this.#tolerance * circle.radius;
  }

  #isFormed(everyone: readonly Vector[], circle: Disc): boolean {
    if (!everyone.every((place) => this.#isOn(circle, place))) return false;
    if (!this.#uniform) return true;
    const directions = everyone.map((place) => directionOf(circle, place)).sort((a, b) => a - b);
    const gaps = directions.map(
      (direction, index) => direction - (directions[index - 1] ?? directions.at(-1)! - FULL_TURN),
    );
    return Math.max(...gaps) - Math.min(...gaps) <= (this.#evenness * FULL_TURN) / gaps.length;
  }
}

/** Direction from one position to another, in radians. */
function directionOf(from: Vector, place: Vector): number {
  return atan2(place.y - from.y, place.x - from.x);
}

/** In degrees from the heading. */
function directionAwayFrom(crowd: readonly { readonly bearing: number }[]): number {
  const bearings = crowd.map(({ bearing }) => radiansOf(bearing));
  const x = bearings.reduce((sum, bearing) => sum + cos(bearing), 0);
  const y = bearings.reduce((sum, bearing) => sum + sin(bearing), 0);
  return degreesOf(atan2(-y, -x));
}

/** Angles to the next robots, anticlockwise (before) and clockwise (behind), in radians; a full turn if there is none. */
function gapsAround(own: Vector, others: readonly Vector[], centre: Vector): { before: number; behind: number } {
  const direction = directionOf(centre, own);
  let [before, behind] = [FULL_TURN, FULL_TURN];
  for (const other of others) {
    const angle = directionOf(centre, other) - direction;
    before = Math.min(before, withinTurn(angle, FULL_TURN));
    behind = Math.min(behind, withinTurn(-angle, FULL_TURN));
  }
  return { before, behind };
}
