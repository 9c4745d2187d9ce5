import { atan2, cos, degreesOf, radiansOf, sin, type Vector } from '@kineko/geometry';
import { AbstractAlgorithm } from '../algorithm.js';
import { PARAMETERS } from '../brand.js';
import { parameterIn, type ParameterTable } from '../parameters.js';
import type { HeadedPlace } from '../motion.js';
import { shorterAngle } from './angles.js';

/** Number of intervals of silence after which a robot is forgotten. */
const MEMORY = 3;

/** Smaller turns (degrees) are ignored. */
const STRAIGHT = 1e-6;

interface Neighbour extends HeadedPlace {
  /** Time at which it was heard. */
  readonly at: number;
}

const WEIGHT = { type: 'number', range: { min: 0 } } as const;
const POSITIVE = { type: 'number', range: { above: 0 } } as const;

const FLOCKING = {
  alignment: { ...WEIGHT, default: '1', doc: 'weight of moving in the direction of the others' },
  cohesion: { ...WEIGHT, default: '0.6', doc: 'weight of moving towards the others' },
  separation: { ...WEIGHT, default: '2', doc: 'weight of moving away from robots that are too close' },
  spacing: { ...POSITIVE, unit: 'm', default: '8', doc: 'distance below which others are too close' },
  interval: { ...POSITIVE, unit: 's', default: '0.5', doc: 'time between two messages' },
  speed: { ...POSITIVE, unit: 'm/s', default: '3', doc: 'speed' },
  turnSpeed: { ...POSITIVE, unit: 'degrees/s', default: '60', doc: 'maximum speed of turns' },
  scatter: { type: 'boolean', default: 'true', doc: 'whether to turn to a random direction first' },
} as const satisfies ParameterTable;

/**
 * Robots that move as a flock without a leader (after Reynolds, Flocks, Herds, and Schools: A Distributed Behavioral Model,
 * 1987): each steers by three rules, to match the headings of its neighbours (alignment), to move towards them (cohesion), and
 * to keep its distance (separation).
 *
 * Idea: in every interval a robot broadcasts its pose to the robots in reach, and moves along an arc that turns it towards the
 * sum of its rules. It extrapolates the last poses that it received, and forgets robots that have been silent for a few
 * intervals. Robots and obstacles that are too close are sensed.
 *
 * Assumes: a network with a reach, whose delays are short compared to the interval; copies may be lost. Every robot knows its
 * position. Robots out of reach of all others move straight ahead.
 * Guarantees: none are proved. Robots that start within reach of each other, directly or through others, mostly end up
 * with the same heading, at about the distance that separation keeps; small groups may split off.
 *
 * Parameters: `alignment` (1), `cohesion` (0.6) and `separation` (2), the weights of the rules; `spacing` (8 m), the distance
 * below which others are too close; `interval` (0.5 s); `speed` (3 m/s); `turnSpeed` (60 degrees per second), the maximum;
 * `scatter` (true), whether to turn to a random direction first.
 */
export class Flocking extends AbstractAlgorithm<{ POSE: HeadedPlace }> {
  static readonly [PARAMETERS] = FLOCKING;
  // `#` members: authors extend this class, and a private field could collide with a field of theirs.
  readonly #alignment = parameterIn(this.parameters, FLOCKING, 'alignment');
  readonly #cohesion = parameterIn(this.parameters, FLOCKING, 'cohesion');
  readonly #separation = parameterIn(this.parameters, FLOCKING, 'separation');
  readonly #spacing = parameterIn(this.parameters, FLOCKING, 'spacing');
  readonly #interval = parameterIn(this.parameters, FLOCKING, 'interval');
  readonly #speed = parameterIn(this.parameters, FLOCKING, 'speed');
  readonly #turnSpeed = parameterIn(this.parameters, FLOCKING, 'turnSpeed');
  readonly #scatter = parameterIn(this.parameters, FLOCKING, 'scatter');

  /** Pose at the end of its last motion. */
  #pose: HeadedPlace | undefined;
  readonly #heard = new Map<number, Neighbour>();

  protected override readonly handlers = {
    POSE: (pose: HeadedPlace, from: number) => void this.#heard.set(from, { ...pose, at: this.clock }),
  };

  protected async doMotion(): Promise<void> {
    const pose = (this.#pose ??= await this.#firstPose());
    this.broadcast('POSE', pose);
    const rule = sum([...this.#flockRules(pose), ...(await this.#separationRule(pose))]);
    const angle = shorterAngle(degreesOf(atan2(rule.y, rule.x)) - pose.heading, 360);
    const turnSpeed = Math.abs(angle) < STRAIGHT ? 0 : within(this.#turnSpeed, angle / this.#interval);
    const { status, pose: end } = await this.actuator.arc(
      this.#speed * Math.max(0.2, cos(radiansOf(angle))),
      turnSpeed,
      { duration: this.#interval },
    );
    this.#pose = status === 'collided' || status === 'blocked' ? await this.#turn(90 + 180 * this.random()) : end;
  }

  #firstPose(): Promise<HeadedPlace> {
    return this.#turn(this.#scatter ? 360 * this.random() - 180 : 0);
  }

  /** Turns in place by an angle in degrees. */
  async #turn(angle: number): Promise<HeadedPlace> {
    const { pose } = await this.actuator.turn(this.#turnSpeed, angle);
    return pose;
  }

  /** Alignment and cohesion by the poses of the neighbours; straight ahead without neighbours. */
  #flockRules(own: HeadedPlace): Vector[] {
    const neighbours = this.#neighbours();
    if (neighbours.length === 0) return [directionOf(own.heading)];
    const alignment = sum([own, ...neighbours].map(({ heading }) => directionOf(heading)));
    const offset = sum(neighbours.map(({ x, y }) => ({ x: x - own.x, y: y - own.y })));
    const toCentre = scaled(offset, 1 / (neighbours.length * this.#spacing));
    return [
      scaled(alignment, this.#alignment / (neighbours.length + 1)),
      // Cohesion grows with the distance, but not beyond its weight.
      scaled(toCentre, this.#cohesion / Math.max(1, lengthOf(toCentre))),
    ];
  }

  /** Separation: away from each robot or obstacle that is too close, with a weight that grows as the distance shrinks. */
  async #separationRule({ heading }: HeadedPlace): Promise<Vector[]> {
    const near = await this.proximitySensor.getProximityView(this.#spacing);
    return near.map(({ bearing, distance }) =>
      scaled(directionOf(heading + bearing), -this.#separation * (this.#spacing / distance - 1)),
    );
  }

  /** The robots that were heard recently, at their extrapolated positions. */
  #neighbours(): HeadedPlace[] {
    const found: HeadedPlace[] = [];
    for (const [id, { x, y, heading, at }] of this.#heard) {
      const age = this.clock - at;
      const travelled = scaled(directionOf(heading), this.#speed * age);
      if (age > MEMORY * this.#interval) this.#heard.delete(id);
      else found.push({ x: x + travelled.x, y: y + travelled.y, heading });
    }
    return found;
  }
}

/** Clamps a value to [-bound, bound]. */
function within(bound: number, value: number): number {
  return Math.max(-bound, Math.min(bound, value));
}

function directionOf(degrees: number): Vector {
  const heading = radiansOf(degrees);
  return { x: cos(heading), y: sin(heading) };
}

function scaled({ x, y }: Vector, factor: number): Vector {
  return { x: factor * x, y: factor * y };
}

function sum(vectors: readonly Vector[]): Vector {
  return vectors.reduce((a, b) => ({ x: a.x + b.x, y: a.y + b.y }), { x: 0, y: 0 });
}

function lengthOf({ x, y }: Vector): number {
  return Math.sqrt(x * x + y * y);
}
