/**
 * Robots form a circle and spread over it evenly (after Défago and Souissi, Non-uniform circle formation algorithm for
 * oblivious mobile robots with convergence toward uniformity, 2008, and the earlier Défago and Konagaya, Circle formation for
 * oblivious anonymous mobile robots with no common sense of orientation, 2002).
 *
 * Idea: the circle is the smallest one that encloses all robots. A robot inside goes to the nearest point of the
 * circumference that lies in its own Voronoi cell, or as near to it as its cell reaches, so that no two make for the same
 * place. A robot on the circumference moves along it only, halfway to the middle between its two neighbours, and never so far
 * that half of the circumference is without a robot: so the circle stays as it is. Robots look, and remember nothing; who is
 * who they do not know.
 *
 * The papers' robots are points that jump. These ones have bodies, and are seen in the middle of their ways, so that what one
 * has seen is soon out of date. Therefore each step takes the same time, the period, is begun when the robot looks the right
 * way already, and goes at most a sixth of what is free ahead at that instant, to be looked at anew for the next step. If two
 * make for each other, each by this share of what was free at most one period ago, then what is free between them shrinks,
 * but never to nothing, since the two shares together are less than 1/e. The same share keeps half of the circumference from
 * becoming empty. Neighbours on the circumference are by direction from the centre, and robots inside count too: so those
 * who have arrived make room for those who come.
 *
 * Assumes: robots see all others, know where they are and which way they look; no two begin in the same place.
 * Guarantees: robots do not run into each other (unless something else moves them). The smallest enclosing circle stays what
 * it was, up to rounding. That all arrive, and spread evenly, is what the papers prove for points; with bodies it takes room
 * on the circumference.
 *
 * Parameters: `uniform` (true), whether to spread evenly, or be content when all are on the circumference; `tolerance`
 * (0.0001), what a robot on the circumference may be off it, as a share of the radius; `evenness` (0.02), what gaps between
 * neighbours may differ by in the end, as a share of their mean; `speed` (5 m/s), the highest; `period` (1 s) of a step. A
 * robot is finished when it sees the circle formed.
 */
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
import { shorterWay, withinTurn } from './angles.js';
import { boundedParameter } from './bounded-parameter.js';
import { wayOut } from './voronoi-cell.js';

const FULL_TURN = 2 * Math.PI;

/** Of what is free, so much is for one step: less than 1 / 2e, so that two who approach each other never meet. */
const SHARE = 1 / 6;
/** Degrees to either side of the way within which others are ahead: who is farther round falls back as one goes on. */
const AHEAD = 120;
/** The room that a robot wants, as a multiple of its radius: who came closer than that could hardly turn aside. */
const ROOM = 1.25;
/** How far away others are that it nearly touches, as a share of its radius. */
const CLOSE = 0.1;
/** Radians: who looks that nearly in a direction goes that way. */
const ALIGNED = 1e-8;
/** Degrees per second. */
const TURN_SPEED = 90;

export class CircleFormation extends AbstractAlgorithm {
  // `#` members: authors extend this class, and a private field could collide with a field of theirs.
  readonly #uniform = this.parameters.boolean('uniform', true);
  readonly #tolerance = boundedParameter(this.parameters, 'tolerance', 1e-4, { open: true, unit: 'a share' });
  readonly #evenness = boundedParameter(this.parameters, 'evenness', 0.02, { open: true, unit: 'a share' });
  readonly #speed = boundedParameter(this.parameters, 'speed', 5, { open: true, unit: 'metres per second' });
  readonly #period = boundedParameter(this.parameters, 'period', 1, { open: true, unit: 'seconds' });

  protected async doMotion(): Promise<void> {
    const everyone = await this.gps.getAllPosition();
    const own = everyone[this.robot.id]!;
    const others = everyone.filter((place) => place !== own);
    const circle = smallestEnclosingCircle(everyone);
    if (this.#isFormed(everyone, circle)) return this.finish();

    if (this.#isOn(circle, own)) await this.#slide(own, others, circle);
    else await this.#approach(own, others, circle);
    // Nobody's rounds are in step with another's.
    await this.sleep(this.#period * this.random());
  }

  /** A step towards the circumference; or away from those whom it nearly touches, as it could not turn aside for them. */
  async #approach(own: Vector, others: readonly Vector[], circle: Disc): Promise<void> {
    const { radius } = this.robot;
    const crowd = await this.proximitySensor.getProximityView((1 + CLOSE) * radius);
    if (crowd.length > 0) {
      await this.actuator.turn(TURN_SPEED, directionAwayFrom(crowd));
      await this.#goForward((ROOM - 1) * radius);
    } else {
      const place = wayOut({ ...own, radius: ROOM * radius }, others, circle);
      await this.#turnTo(directionOf(own, place));
      await this.#goForward(pointDistance(own, place));
    }
  }

  /** So many metres, or as far as one step may go. */
  async #goForward(metres: number): Promise<void> {
    const length = Math.min(metres, await this.#freeStep(0));
    const speed = length / this.#period;
    if (speed >= MIN_SPEED) await this.actuator.forward(speed, length);
  }

  /** A step along the circumference. */
  async #slide(own: Vector, others: readonly Vector[], circle: Disc): Promise<void> {
    // It looks along the circumference, anticlockwise, and goes backward if it has to go clockwise.
    const isReady = await this.#turnTo(directionOf(circle, own) + FULL_TURN / 4);
    if (!isReady) return; // what it saw is out of date
    const step = this.#stepToMiddle(own, others, circle);
    const radius = pointDistance(circle, own);
    const free = Math.min(await this.#freeStep(step < 0 ? 180 : 0), SHARE * radius);
    const speed = Math.min(Math.abs(step) * radius, free) / this.#period;
    if (speed < MIN_SPEED || speed < MIN_TURN_RATE * radius) return;
    const moveSpeed = step < 0 ? -speed : speed;
    await this.actuator.arc(moveSpeed, degreesOf(moveSpeed / radius), { duration: this.#period });
  }

  /** Radians to go, anticlockwise, on the way to the middle between the neighbours. */
  #stepToMiddle(own: Vector, others: readonly Vector[], circle: Disc): number {
    const onCircle = others.filter((other) => this.#isOn(circle, other));
    const all = gapsAround(own, others, circle);
    const fixed = gapsAround(own, onCircle, circle);
    const halfway = (all.before - all.behind) / 4;
    const opening = halfway > 0 ? fixed.behind : fixed.before;
    const limit = SHARE * Math.max(0, FULL_TURN / 2 - opening);
    return Math.max(-limit, Math.min(limit, halfway));
  }

  /** Metres that it may go in a direction (degrees from its heading) in one step. */
  async #freeStep(direction: number): Promise<number> {
    const longest = this.#speed * this.#period;
    const { radius } = this.robot;
    const near = await this.proximitySensor.getProximityView(radius + longest / SHARE);
    const ahead = near.filter(({ bearing }) => Math.abs(shorterWay(bearing - direction, 360)) < AHEAD);
    return Math.min(longest, ...ahead.map(({ distance }) => SHARE * Math.max(0, distance - radius)));
  }

  /** Turns on the spot, the shorter way round, to a direction in radians; whether it looked there already. */
  async #turnTo(direction: number): Promise<boolean> {
    // How a turn by nothing ends tells where it looks, also to a robot without a compass.
    const { pose } = await this.actuator.turn(TURN_SPEED, 0);
    const angle = shorterWay(direction - radiansOf(pose.heading), FULL_TURN);
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

/** Direction in which one sees a place from another, in radians. */
function directionOf(from: Vector, place: Vector): number {
  return atan2(place.y - from.y, place.x - from.x);
}

/** Degrees from its heading. */
function directionAwayFrom(crowd: readonly { readonly bearing: number }[]): number {
  const bearings = crowd.map(({ bearing }) => radiansOf(bearing));
  const x = bearings.reduce((sum, bearing) => sum + cos(bearing), 0);
  const y = bearings.reduce((sum, bearing) => sum + sin(bearing), 0);
  return degreesOf(atan2(-y, -x));
}

/** Radians to the next of the others, anticlockwise (before) and clockwise (behind); a full turn if there is none. */
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
