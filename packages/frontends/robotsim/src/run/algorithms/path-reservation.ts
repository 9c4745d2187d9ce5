/**
 * Collision prevention by agreement (the application that the thesis's initializer puts over Lamport's broadcast; after
 * Yared, Défago and Wiesmann, Collision Prevention Using Group Communication for Asynchronous Cooperative Mobile Robots,
 * 2007). Robots move at random as those of RandomMovement do, but only along ways that they have reserved.
 *
 * Idea: every robot keeps the same table of who holds which zone, and changes it only when a message is delivered, in the
 * one order in which all get all messages. At first each says where it stands, and nobody moves before all have been
 * heard. Then a robot that stands asks for its next way: by that it gives up all but the disc it stands on, and when the
 * request is delivered it is granted if the way, swept by the robot's disc, keeps clear of all that the others hold at
 * that point of the order. Everyone sees by itself whether it does; no answer is sent. If it is refused the robot rests
 * for a moment and draws another destination: nobody waits for anybody, so there is no deadlock.
 *
 * Assumes: an atomic broadcast below, which delivers to its sender too (Lamport's over FIFO channels, Skeen's, a
 * sequencer's, …; it need not keep FIFO order, as a robot has one request under way at most); every robot runs this
 * algorithm; the robot knows where it is.
 *
 * Guarantees: zones that are held at one instant are disjoint. A zone holds its robot at all times, so that no two robots
 * collide, whatever messages take and however long a robot takes for its way. A robot that runs into an obstacle, or is
 * interrupted, keeps its whole zone until it stands; with its next request it gives up all but where it actually is. One
 * that crashes keeps its zone for ever: nobody drives into it. (Over Lamport's broadcast, which needs word from all, soon
 * nothing is granted any more, and everybody stands.) There is no promise that a request is granted in the end: robots
 * that are walled in by others stay where they are.
 *
 * Notes on record: `announce` and `release` with the place where it stands and holds but its disc, `reserve`, `grant` and
 * `refuse` with the way, each with `from`, `to` and the `radius` that is kept clear around it.
 *
 * Parameters: `side` (800 m) of the square of destinations; `margin` (0.5 m), how far zones keep apart (those of robots that
 * begin closer to each other come no closer); `pause` (1 s) after a refusal.
 */
import { pointSegmentDistance, type Segment, segmentSegmentDistance, type Vector } from '@kineko/geometry';
import { type Completion, Latch, type Wait } from '@kineko/kernel';
import { AbstractAlgorithm } from '../algorithm.js';
import { boundedParameter } from './bounded-parameter.js';

/** Where a robot's disc may be on its way from one place to another; a way of no length is the disc where it stands. */
export type Zone = {
  readonly from: Vector;
  readonly to: Vector;
  readonly radius: number;
};

export type PathReservationContents = {
  /** I stand here: the first word of everyone. */
  HERE: Zone;
  /** I stand at the beginning of this way, need nothing else of what I held, and ask for it. */
  RESERVE: Zone;
};

export class PathReservation extends AbstractAlgorithm<PathReservationContents> {
  // `#` members: authors extend this class, and a private field could collide with a field of theirs.
  readonly #side = boundedParameter(this.parameters, 'side', 800, { unit: 'metres' });
  readonly #margin = boundedParameter(this.parameters, 'margin', 0.5, { unit: 'metres' });
  readonly #pause = boundedParameter(this.parameters, 'pause', 1, { open: true, unit: 'seconds' });

  /** By robot: what it holds. It is the same at all robots after the same deliveries. */
  readonly #zones = new Map<number, Zone>();
  readonly #allHeard = new Latch('the first word of everyone');
  /** Whether its request is granted, as soon as that is delivered. */
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

    if (await this.reserve(this.#wayBetween(here, destination))) {
      const { pose } = await this.actuator.moveTo(destination, moveSpeed, turnSpeed);
      this.note('release', this.#wayBetween(pose, pose));
    } else {
      await this.sleep(this.#pause);
    }
  }

  #announce(here: Vector): Wait<void> {
    const zone = this.#wayBetween(here, here);
    this.note('announce', zone);
    this.send(this.robot.all, 'HERE', zone);
    return this.task.until(this.#allHeard);
  }

  /** Asks for a way, and waits until the request has its place in the order. */
  protected reserve(way: Zone): Wait<boolean> {
    this.note('reserve', way);
    const answer = this.task.completion<boolean>(() => 'the delivery of its request');
    this.#answer = answer;
    this.send(this.robot.all, 'RESERVE', way);
    return answer;
  }

  #handleHere(zone: Zone, from: number): void {
    this.#zones.set(from, zone);
    if (this.#zones.size === this.n) this.#allHeard.fire();
  }

  #handleReserve(way: Zone, from: number): void {
    const isGranted = this.isClear(way, from);
    this.#zones.set(from, isGranted ? way : { ...way, to: way.from });
    if (from !== this.robot.id) return;
    this.note(isGranted ? 'grant' : 'refuse', way);
    this.#answer?.settle(isGranted);
  }

  /** Whether a way keeps clear of all that others than its robot hold. */
  protected isClear(way: Zone, robot: number): boolean {
    for (const [other, zone] of this.#zones) if (other !== robot && !keepsClear(way, zone)) return false;
    return true;
  }

  /** The disc that it keeps clear on its ways: half of the margin is its own affair, half that of the other. */
  protected get reach(): number {
    return this.robot.radius + this.#margin / 2;
  }

  #wayBetween(from: Vector, to: Vector): Zone {
    return { from: { x: from.x, y: from.y }, to: { x: to.x, y: to.y }, radius: this.reach };
  }
}

/** Whether a way stays out of a zone. Who stands too close to it already may go, but not closer. */
function keepsClear(way: Zone, zone: Zone): boolean {
  const gap = way.radius + zone.radius;
  // Most zones are so far apart that one coordinate tells, and every robot looks at every request.
  if (areBeyond(way.from.x, way.to.x, zone.from.x, zone.to.x, gap)) return true;
  if (areBeyond(way.from.y, way.to.y, zone.from.y, zone.to.y, gap)) return true;
  const distance = segmentSegmentDistance(middleOf(way), middleOf(zone));
  return distance > gap || distance >= pointSegmentDistance(way.from, middleOf(zone));
}

/** Whether the intervals from a to b and from c to d, in either direction, are farther apart than a gap. */
function areBeyond(a: number, b: number, c: number, d: number, gap: number): boolean {
  return Math.min(a, b) - Math.max(c, d) > gap || Math.min(c, d) - Math.max(a, b) > gap;
}

function middleOf({ from, to }: Zone): Segment {
  return { ax: from.x, ay: from.y, bx: to.x, by: to.y };
}
