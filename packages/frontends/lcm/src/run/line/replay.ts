/** Replays an activation schedule of a table algorithm with exact rational positions on the line through both robots. */
import type { ActivationSchedule, ScheduleStep } from '../../format/activation-schedule.js';
import { Fraction, HALF, ONE, ZERO } from '../../format/fraction.js';
import { LCM_EVENTS, type LcmEvent } from '../../format/schedulers.js';
import type { TableAlgorithm } from '../../format/table.js';

const ME = LCM_EVENTS.indexOf('ME');

interface LineRobot {
  at: Fraction;
  color: number;
  newColor: number;
  /** Index of the next event of its cycle. */
  next: number;
  /** Destination, and the start of the move; the position outside a cycle. */
  target: Fraction;
  start: Fraction;
}

/** Coordinates on the line: the first robot starts at 0, the second one at 1, or at 0 if they start at one place. */
export class LineReplay {
  private readonly robots: readonly [LineRobot, LineRobot];
  /** Whether the robots were apart after an event since this was last read. */
  private wasApart = false;

  constructor(
    private readonly table: TableAlgorithm,
    private readonly first: readonly LcmEvent[],
    colors: readonly [number, number],
    areApart = true,
  ) {
    const robot = (at: Fraction, color: number): LineRobot => ({
      at,
      color,
      newColor: color,
      next: 0,
      target: at,
      start: at,
    });
    this.robots = [robot(ZERO, colors[0]), robot(areApart ? ONE : ZERO, colors[1])];
  }

  static of(schedule: ActivationSchedule, table: TableAlgorithm): LineReplay {
    const [a, b] = schedule.robots.map(({ light }) => (light === undefined ? 0 : table.palette.indexOf(light)));
    const [at, other] = schedule.robots.map((robot) => robot.at.map((text) => Fraction.read(text)!));
    const areApart = at!.some((coordinate, axis) => !coordinate.equals(other![axis]!));
    return new LineReplay(table, schedule.scheduler.steps[0]!, [a!, b!], areApart);
  }

  get positions(): readonly [Fraction, Fraction] {
    return [this.robots[0].at, this.robots[1].at];
  }

  /** Whether the positions are still short numbers. */
  get isShort(): boolean {
    return this.positions.every(
      ({ numerator, denominator }) => numerator < LONG && numerator > -LONG && denominator < LONG,
    );
  }

  /** Whether a robot has begun a move to another place. */
  isMoving(robot: number): boolean {
    const { next, target, start } = this.robots[robot]!;
    return next === ME && !target.equals(start);
  }

  /** @param read The colour that a Look reads of a light being written. */
  take(step: ScheduleStep, read?: number): void {
    switch (step.kind) {
      case 'joint':
        for (const robot of step.robots) this.happen('L', robot);
        for (const robot of step.robots) for (const event of this.first.slice(1)) this.happen(event, robot);
        return;
      case 'go':
        return this.cover(step.robot, Fraction.read(step.share)!);
      case 'event':
        return this.happen(step.event, step.robot, step.share, read);
    }
  }

  private happen(event: LcmEvent, index: number, share?: string, read?: number): void {
    const robot = this.robots[index]!;
    if (event === 'L') this.look(robot, this.robots[1 - index]!, read);
    else if (event === 'CE') robot.color = robot.newColor;
    else if (event === 'MB') robot.start = robot.at;
    else if (event === 'ME') {
      this.cover(index, share === undefined ? ONE : Fraction.read(share)!);
      robot.target = robot.start = robot.at;
    }
    robot.next = (LCM_EVENTS.indexOf(event) + 1) % LCM_EVENTS.length;
    this.noteApart();
  }

  private look(robot: LineRobot, other: LineRobot, read: number = other.color): void {
    const distance = other.at.minus(robot.at);
    const { move, light } = this.table.decide(robot.color, read, distance.isZero);
    robot.newColor = light ?? robot.color;
    robot.start = robot.at;
    robot.target = move === 'stay' ? robot.at : robot.at.plus(move === 'half' ? distance.times(HALF) : distance);
  }

  private cover(index: number, share: Fraction): void {
    const robot = this.robots[index]!;
    robot.at = robot.start.plus(robot.target.minus(robot.start).times(share));
    this.noteApart();
  }

  private noteApart(): void {
    const [a, b] = this.positions;
    if (!a.equals(b)) this.wasApart = true;
  }

  /** Returns whether the robots were apart since the last call. */
  takeApart(): boolean {
    const { wasApart } = this;
    this.wasApart = false;
    return wasApart;
  }

  /** The configuration: lengths relative to the first robot, and everything that does not scale. */
  configuration(): Configuration {
    const [first] = this.robots;
    return {
      lengths: this.robots.flatMap(({ at, target, start }) => [at, target, start].map((each) => each.minus(first.at))),
      rest: this.robots.map(({ color, newColor, next }) => [color, newColor, next].join()).join(' '),
    };
  }
}

interface Configuration {
  readonly lengths: readonly Fraction[];
  readonly rest: string;
}

/** A loop that repeats forever: after some rounds, a configuration is a scaled copy of an earlier one. */
export interface SelfSimilarity {
  /** Negative if the copy is mirrored. */
  readonly ratio: Fraction;
  /** Numbers of rounds of the loop after which the two configurations occur. */
  readonly from: number;
  readonly to: number;
}

/** Enough for every known counterexample; a loop that needs more is not reported as a proof. */
const MAX_ROUNDS = 12;

/** Positions get longer with each share of a move. Beyond this a long schedule would take minutes to hours, and is not reported as a proof. */
const LONG = 1n << 2048n;

/** Replays prefix and loop; undefined if it is not proved that the robots are apart again and again, forever. */
export function provesApart(schedule: ActivationSchedule, table: TableAlgorithm): SelfSimilarity | undefined {
  const replay = LineReplay.of(schedule, table);
  const { prefix, loop, reads } = schedule;
  /** False if the replay is given up. */
  const take = (steps: readonly ScheduleStep[], offset: number): boolean =>
    steps.every((step, index) => {
      const read = reads.get(offset + index);
      replay.take(step, read === undefined ? undefined : table.palette.indexOf(read));
      return replay.isShort;
    });
  if (!take(prefix, 0)) return undefined;
  const seen: Configuration[] = [];
  for (let round = 0; round <= MAX_ROUNDS; round++) {
    const now = replay.configuration();
    // A round in which the robots were together all the time proves nothing.
    const isApart = replay.takeApart();
    if (round > 0 && !isApart) return undefined;
    for (const [from, before] of seen.entries()) {
      const ratio = ratioOf(before, now);
      if (ratio !== undefined) return { ratio, from, to: round };
    }
    seen.push(now);
    if (!take(loop, prefix.length)) return undefined;
  }
  return undefined;
}

/** The factor from one configuration to another; undefined if they are not similar. */
function ratioOf(before: Configuration, now: Configuration): Fraction | undefined {
  const k = before.lengths.findIndex((length) => !length.isZero);
  if (before.rest !== now.rest || k < 0 || now.lengths[k]!.isZero) return undefined;
  const ratio = now.lengths[k]!.over(before.lengths[k]!);
  return before.lengths.every((length, each) => length.times(ratio).equals(now.lengths[each]!)) ? ratio : undefined;
}
