/**
 * Covers: legs, solved contacts, the simulator's events, an async process.
 * Scenario: discs on a table bounce off each other and off the cushions, without friction, up to a time limit.
 *
 * Kept simple on purpose: every disc is compared with every other one. It shows how kernel and geometry work
 * together; a crowd needs a grid.
 */
import {
  type Contact,
  discDiscContact,
  discSegmentContact,
  EventClass,
  type Handle,
  type LineLeg,
  lineLeg,
  pointDistance,
  polygonEdges,
  positionAt,
  Random,
  type RandomStream,
  type Segment,
  Signal,
  Simulator,
  type Vector,
} from 'kineko/engine';

export interface Table {
  readonly width: number;
  readonly height: number;
}

/** A hit between two discs, or between a disc and a cushion. */
export interface Hit {
  readonly time: number;
  readonly disc: number;
  /** The other disc; undefined for a cushion. */
  readonly other: number | undefined;
}

interface Disc {
  readonly id: number;
  readonly radius: number;
  leg: LineLeg;
  /** The next expected contact. */
  pending: Handle | undefined;
}

export class Billiard {
  readonly simulator = new Simulator();
  /** Fires at every hit, for processes that wait. */
  readonly hits = new Signal<Hit>('a hit');
  readonly discs: readonly Disc[];
  private readonly cushions: readonly Segment[];

  constructor(
    readonly table: Table,
    count: number,
    seed: number,
  ) {
    const { width, height } = table;
    this.cushions = polygonEdges([
      { x: 0, y: 0 },
      { x: width, y: 0 },
      { x: width, y: height },
      { x: 0, y: height },
    ]);
    this.discs = placeDiscs(table, count, new Random(seed).stream('placement'));
    for (const disc of this.discs) this.predict(disc);
  }

  position(disc: Disc): Vector {
    return positionAt(disc.leg, this.simulator.now);
  }

  /** Kinetic energy of discs of equal mass, in arbitrary units, which bouncing must conserve. */
  get energy(): number {
    return this.discs.reduce((sum, { leg }) => sum + leg.vx * leg.vx + leg.vy * leg.vy, 0);
  }

  /** The smallest gap between any two discs. */
  get smallestGap(): number {
    let least = Infinity;
    for (const a of this.discs) {
      for (const b of this.discs) {
        if (b.id <= a.id) continue;
        least = Math.min(least, pointDistance(this.position(a), this.position(b)) - a.radius - b.radius);
      }
    }
    return least;
  }

  /** Schedules a disc's next contact, and cancels those that it and its partner expected. */
  private predict(disc: Disc): void {
    this.forget(disc);
    let first: { contact: Contact & { state: 'hit' }; with: Disc | undefined } | undefined;
    const consider = (contact: Contact, other: Disc | undefined): void => {
      if (contact.state !== 'hit' || (first !== undefined && contact.time >= first.contact.time)) return;
      first = { contact, with: other };
    };
    const now = { from: this.simulator.now };
    for (const other of this.discs) {
      if (other === disc) continue;
      const [low, high] = disc.id < other.id ? [disc, other] : [other, disc];
      consider(discDiscContact(low.leg, low.radius, high.leg, high.radius, now), other);
    }
    for (const cushion of this.cushions) consider(discSegmentContact(disc.leg, disc.radius, cushion, now), undefined);
    if (first === undefined) return;

    const { contact, with: other } = first;
    const otherId = other?.id ?? disc.id;
    disc.pending = this.simulator.schedule(contact.time, {
      class: EventClass.Contact,
      low: Math.min(disc.id, otherId),
      high: Math.max(disc.id, otherId),
      run: () => this.collide(disc, other, contact),
      describe: () => (other === undefined ? `disc ${disc.id} hits a cushion` : `discs ${disc.id} and ${otherId} hit`),
    });
  }

  private collide(disc: Disc, other: Disc | undefined, { normal }: { readonly normal: Vector }): void {
    disc.pending = undefined;
    const { leg } = disc;
    if (other === undefined) {
      const into = leg.vx * normal.x + leg.vy * normal.y;
      this.redirect(disc, leg.vx - 2 * into * normal.x, leg.vy - 2 * into * normal.y);
    } else {
      // Equal masses swap their velocities along the line of centres.
      const from = this.position(disc);
      const to = this.position(other);
      const distance = pointDistance(from, to);
      const nx = (to.x - from.x) / distance;
      const ny = (to.y - from.y) / distance;
      const closing = (leg.vx - other.leg.vx) * nx + (leg.vy - other.leg.vy) * ny;
      this.redirect(disc, leg.vx - closing * nx, leg.vy - closing * ny);
      this.redirect(other, other.leg.vx + closing * nx, other.leg.vy + closing * ny);
      this.predict(other);
    }
    this.predict(disc);
    this.hits.fire({ time: this.simulator.now, disc: disc.id, other: other?.id });
  }

  /** Changes the velocity of a disc. Discs that expected a contact with it predict again. */
  private redirect(disc: Disc, vx: number, vy: number): void {
    const { x, y } = this.position(disc);
    disc.leg = lineLeg({ x, y, heading: 0, start: this.simulator.now, vx, vy });
    for (const bystander of this.discs) {
      if (bystander !== disc && this.countsOn(bystander, disc)) this.predict(bystander);
    }
  }

  private countsOn(disc: Disc, other: Disc): boolean {
    const event = disc.pending?.event;
    return event !== undefined && event.low !== event.high && (event.low === other.id || event.high === other.id);
  }

  private forget(disc: Disc): void {
    if (disc.pending?.state === 'pending') this.simulator.cancel(disc.pending);
    disc.pending = undefined;
  }
}

/** Random positions without overlap, by trial and error: good enough for a table that is mostly empty. */
function placeDiscs(table: Table, count: number, random: RandomStream): Disc[] {
  const discs: Disc[] = [];
  for (let tries = 0; discs.length < count; tries++) {
    if (tries > 1000 * count) throw new Error(`only ${discs.length} of ${count} discs fit on the table`);
    const radius = random.uniform(0.7, 1.5);
    const x = random.uniform(radius, table.width - radius);
    const y = random.uniform(radius, table.height - radius);
    if (discs.some(({ leg, radius: r }) => pointDistance(leg, { x, y }) <= radius + r)) continue;
    const leg = lineLeg({ x, y, heading: 0, start: 0, vx: random.uniform(-6, 6), vy: random.uniform(-6, 6) });
    discs.push({ id: discs.length, radius, leg, pending: undefined });
  }
  return discs;
}
