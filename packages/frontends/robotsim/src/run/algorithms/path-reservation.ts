import { pointSegmentDistance, type Segment, segmentSegmentDistance, type Vector } from '@kineko/geometry';
import { type Completion, Latch, type Wait } from '@kineko/kernel';
import { AbstractAlgorithm } from '../algorithm.js';
import { PARAMETERS } from '../brand.js';
import { parameterIn, type ParameterTable } from '../parameters.js';

/** The area that a robot's disc sweeps on its path; a path of length 0 is the disc of a robot at rest. */
export type Zone = {
  readonly from: Vector;
  readonly to: Vector;
  readonly radius: number;
};

/** Messages of PathReservation, by type. */
export type PathReservationContents = {
  /** The first message of each robot: its position. */
  HERE: Zone;
  /** Requests a path from the robot's position, and releases everything else that it held. */
  RESERVE: Zone;
};

const PATH_RESERVATION = {
  side: { type: 'number', range: { min: 0 }, unit: 'm', default: '800', doc: 'side of the square of destinations' },
  margin: { type: 'number', range: { min: 0 }, unit: 'm', default: '0.5', doc: 'distance between reserved zones' },
  pause: { type: 'number', range: { above: 0 }, unit: 's', default: '1', doc: 'time after a refused request' },
} as const satisfies ParameterTable;

/**
 * Collision prevention by agreement (the application that the thesis's initializer puts over Lamport's broadcast; after
 * Yared, Défago and Wiesmann, Collision Prevention Using Group Communication for Asynchronous Cooperative Mobile Robots,
 * 2007). Robots move at random like those of RandomMovement, but only along paths that they have reserved.
 *
 * Idea: every robot keeps the same table of reserved zones, and changes it only when a message is delivered, in the total
 * order of the broadcast. First each robot announces its position, and none moves before all have been heard. Then a robot
 * at rest requests its next path: it thereby releases everything but the disc at its position. When the request is delivered,
 * it is granted if the path, swept by the robot's disc, keeps clear of all zones that others hold at that point of the order.
 * Every robot computes this itself; no answer is sent. A robot whose request is refused pauses and draws another destination:
 * no robot waits for another, so there is no deadlock.
 *
 * Assumes: an atomic broadcast below that also delivers to the sender (Lamport's over FIFO channels, Skeen's, a sequencer's,
 * …; FIFO order is not needed, since a robot has at most one pending request); every robot runs this algorithm; the robot
 * knows its position.
 *
 * Guarantees: zones that are held at one instant are disjoint. A zone contains its robot at all times, so no two robots
 * collide, whatever the delays of messages and the durations of motions. A robot that collides with an obstacle, or is
 * interrupted, keeps its whole zone until it is at rest; its next request releases all but its actual position. A crashed
 * robot keeps its zone forever. (Over Lamport's broadcast, which needs messages from all processes, then soon no request is
 * granted.) A request may never be granted: robots that are enclosed by others stay at their positions.
 *
 * Recorded notes: `announce` and `release` with the position at which it rests, `reserve`, `grant` and `refuse` with the path,
 * each with `from`, `to` and the `radius` that is kept clear around it.
 *
 * Parameters: `side` (800 m) of the square of destinations; `margin` (0.5 m), the distance between zones (robots that start
 * closer to each other come no closer); `pause` (1 s) after a refusal.
 */
export class PathReservation extends AbstractAlgorithm<PathReservationContents> {
  static readonly [PARAMETERS] = PATH_RESERVATION;
  // `#` members: authors extend this class, and a private field could collide with a field of theirs.
  readonly #side = parameterIn(this.parameters, PATH_RESERVATION, 'side');
  readonly #margin = parameterIn(this.parameters, PATH_RESERVATION, 'margin');
  readonly #pause = parameterIn(this.parameters, PATH_RESERVATION, 'pause');

  /** The zone of each robot; the same table at all robots after the same deliveries. */
  readonly #zones = new Map<number, Zone>();
  readonly #allHeard = new Latch('the positions of all robots');
  /** Settled when its request is delivered, with whether it is granted. */
  #answer: Completion<boolean> | undefined;

  protected override readonly handlers = {
    HERE: (zone: Zone, from: number) => this.#handleHere(zone, from),
    RESERVE: (zone: Zone, from: number) => this.#handleReserve(zone, from),
  };

  protected async doMotion(): Promise<void> {
    const here = await this.gps.getSelfPosition();
    if (!this.#allHeard.isSet) await this.#announce(here);

    const moveSpeed = 10 * this.random() + 3;
    const turnSpeed = moveSpeed * this.random() + 3;
    const destination = { x: this.#side * this.random(), y: this.#side * this.random() };

    if (await this.reserve(this.#pathBetween(here, destination))) {
      const { pose } = await this.actuator.moveTo(destination, moveSpeed, turnSpeed);
      this.note('release', this.#pathBetween(pose, pose));
    } else {
      await this.sleep(this.#pause);
    }
  }

  #announce(here: Vector): Wait<void> {
    const zone = this.#pathBetween(here, here);
    this.note('announce', zone);
    this.send(this.robot.all, 'HERE', zone);
    return this.task.until(this.#allHeard);
  }

  /** Requests a path, and waits until the request is delivered. */
  protected reserve(path: Zone): Wait<boolean> {
    this.note('reserve', path);
    const answer = this.task.completion<boolean>(() => 'the delivery of its request');
    this.#answer = answer;
    this.send(this.robot.all, 'RESERVE', path);
    return answer;
  }

  #handleHere(zone: Zone, from: number): void {
    this.#zones.set(from, zone);
    if (this.#zones.size === this.n) this.#allHeard.fire();
  }

  #handleReserve(path: Zone, from: number): void {
    const isGranted = this.isClear(path, from);
    this.#zones.set(from, isGranted ? path : { ...path, to: path.from });
    if (from !== this.robot.id) return;
    this.note(isGranted ? 'grant' : 'refuse', path);
    this.#answer?.settle(isGranted);
  }

  /** Whether a path keeps clear of the zones of all other robots. */
  protected isClear(path: Zone, robot: number): boolean {
    for (const [other, zone] of this.#zones) if (other !== robot && !keepsClear(path, zone)) return false;
    return true;
  }

  /** Radius that it keeps clear on its path (m): half of the margin is its own, half that of the other robot. */
  protected get reach(): number {
    return this.robot.radius + this.#margin / 2;
  }

  #pathBetween(from: Vector, to: Vector): Zone {
    return { from: { x: from.x, y: from.y }, to: { x: to.x, y: to.y }, radius: this.reach };
  }
}

/** Whether a path keeps clear of a zone. A robot that is already too close may move, but not closer. */
function keepsClear(path: Zone, zone: Zone): boolean {
  const gap = path.radius + zone.radius;
  // Most zones are far apart in one coordinate, and every robot checks every request.
  if (areBeyond(path.from.x, path.to.x, zone.from.x, zone.to.x, gap)) return true;
  if (areBeyond(path.from.y, path.to.y, zone.from.y, zone.to.y, gap)) return true;
  const distance = segmentSegmentDistance(middleOf(path), middleOf(zone));
  return distance > gap || distance >= pointSegmentDistance(path.from, middleOf(zone));
}

/** Whether the intervals from a to b and from c to d, in either direction, are farther apart than a gap. */
function areBeyond(a: number, b: number, c: number, d: number, gap: number): boolean {
  return Math.min(a, b) - Math.max(c, d) > gap || Math.min(c, d) - Math.max(a, b) > gap;
}

function middleOf({ from, to }: Zone): Segment {
  return { ax: from.x, ay: from.y, bx: to.x, by: to.y };
}
