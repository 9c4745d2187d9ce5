import type { Party } from '../world-view.js';

/** A robot that is held back because its motions keep ending in contact. */
interface Delay {
  readonly robot: number;
  /** The party that the robot touched last. */
  readonly partner: Party | undefined;
  /** Number of motions that ended near one position. */
  readonly ends: number;
  /** When the first of them ended (s). */
  readonly since: number;
  /** Metres. */
  readonly radius: number;
  /** Seconds between two attempts in the long run. */
  readonly timeScale: number;
}

const MAX_NOTES = 10;

/** Notes on delays for users: one per robot, for at most ten robots, then the number of the others. */
export class DelayNotes {
  private readonly robots = new Set<number>();
  private readonly notes: string[] = [];

  /** Returns the note if this is a robot's first delay and its note is among the first ten. */
  add(delay: Delay): string | undefined {
    if (this.robots.has(delay.robot)) return undefined;
    this.robots.add(delay.robot);
    if (this.robots.size > MAX_NOTES) return undefined;
    const note = noteOn(delay);
    this.notes.push(note);
    return note;
  }

  get texts(): readonly string[] {
    const others = this.robots.size - this.notes.length;
    if (others === 0) return this.notes;
    return [...this.notes, `${others} more ${others === 1 ? 'robot was' : 'robots were'} held back in the same way`];
  }
}

function noteOn({ robot, partner, ends, since, radius, timeScale }: Delay): string {
  const against = partner === undefined ? '' : ` against ${partner.kind} ${partner.id}`;
  const what = partner === undefined ? 'motions that took no time' : 'contacts';
  const seconds = short(timeScale);
  const often = seconds === '1' ? 'once per second' : `every ${seconds} s`;
  return (
    `robot ${robot} makes no progress${against} since t = ${short(since)} s ` +
    `(${ends} ${what} within ${short(radius)} m); it retries at most ${often}`
  );
}

function short(value: number): string {
  return String(Number(value.toPrecision(5)));
}
