/**
 * Motions as the tests of the dynamics describe them. Where a robot is follows from formulas of their own, in plain
 * `Math`, so that an error in a leg cannot hide in both the engine and what it is compared with.
 */
import { arcLeg, cos, curveLeg, type Leg, lineLeg, type Pose, poseAt, restLeg, sin, turnLeg } from '@kineko/geometry';
import type { RandomStream } from '@kineko/kernel';

// Looked up once: in Jest's contexts a global costs more than the sine itself.
const { abs, atan2, min } = Math;
const [sine, cosine] = [Math.sin, Math.cos];

/** Angles in radians, speeds in metres per second (negative: backwards), rates in radians per second. */
export type Motion =
  | { readonly kind: 'rest'; readonly seconds: number }
  | { readonly kind: 'turn'; readonly rate: number; readonly seconds: number }
  | { readonly kind: 'line'; readonly direction: number; readonly speed: number; readonly seconds: number }
  | { readonly kind: 'arc'; readonly speed: number; readonly rate: number; readonly seconds: number }
  /** An arc that is given by functions. */
  | { readonly kind: 'circle'; readonly speed: number; readonly rate: number; readonly seconds: number }
  /** A wave along a straight line. */
  | {
      readonly kind: 'sine';
      readonly direction: number;
      readonly speed: number;
      readonly amplitude: number;
      readonly rate: number;
      readonly seconds: number;
    };

/** Motions one after the other. */
export type Plan = readonly Motion[];

/** The pose some seconds after a motion began; it stands at its end. */
export function poseAfter(motion: Motion, from: Pose, seconds: number): Pose {
  const s = min(seconds, motion.seconds);
  const { x, y, heading } = from;
  switch (motion.kind) {
    case 'rest':
      return from;
    case 'turn':
      return { x, y, heading: heading + motion.rate * s };
    case 'line': {
      const { direction, speed } = motion;
      return { x: x + speed * cosine(direction) * s, y: y + speed * sine(direction) * s, heading: direction };
    }
    case 'arc':
    case 'circle': {
      const { speed, rate } = motion;
      const turned = heading + rate * s;
      return {
        x: x + (speed / rate) * (sine(turned) - sine(heading)),
        y: y - (speed / rate) * (cosine(turned) - cosine(heading)),
        heading: turned,
      };
    }
    case 'sine': {
      const { direction, speed, amplitude, rate } = motion;
      const along = speed * s;
      const aside = amplitude * sine(rate * s);
      const slope = amplitude * rate * cosine(rate * s);
      return {
        x: x + along * cosine(direction) - aside * sine(direction),
        y: y + along * sine(direction) + aside * cosine(direction),
        heading: direction + atan2(slope, speed),
      };
    }
  }
}

export function topSpeedOf(motion: Motion): number {
  switch (motion.kind) {
    case 'rest':
    case 'turn':
      return 0;
    case 'line':
    case 'arc':
    case 'circle':
      return abs(motion.speed);
    case 'sine':
      return abs(motion.speed) + abs(motion.amplitude * motion.rate);
  }
}

/** A plan as the engine takes it. */
export function legsOf(plan: Plan, from: Pose, start: number): Leg[] {
  const legs: Leg[] = [];
  let pose = from;
  let time = start;
  for (const motion of plan) {
    const leg = legOf(motion, pose, time);
    legs.push(leg);
    pose = poseAt(leg, leg.end);
    time = leg.end;
  }
  return legs;
}

function legOf(motion: Motion, from: Pose, start: number): Leg {
  const { x, y, heading } = from;
  const end = start + motion.seconds;
  switch (motion.kind) {
    case 'rest':
      return restLeg({ ...from, start, end });
    case 'turn':
      return turnLeg({ ...from, start, end, turnRate: motion.rate });
    case 'line': {
      const { direction, speed } = motion;
      return lineLeg({ x, y, heading: direction, start, end, vx: speed * cos(direction), vy: speed * sin(direction) });
    }
    case 'arc':
      return arcLeg({ ...from, start, end, speed: motion.speed, turnRate: motion.rate });
    case 'circle': {
      const { speed, rate } = motion;
      const turned = (t: number): number => heading + rate * (t - start);
      return curveLeg({
        start,
        end,
        // As a chord, which does not cancel.
        position: (t) => {
          const half = (rate * (t - start)) / 2;
          const chord = 2 * (speed / rate) * sin(half);
          return { x: x + chord * cos(heading + half), y: y + chord * sin(heading + half) };
        },
        velocity: (t) => ({ x: speed * cos(turned(t)), y: speed * sin(turned(t)) }),
        headingAt: turned,
        maxSpeed: 1.000001 * Math.abs(speed),
        maxAcceleration: 1.000001 * Math.abs(speed * rate),
      });
    }
    case 'sine': {
      const { direction, speed, amplitude, rate } = motion;
      const [ux, uy] = [cos(direction), sin(direction)];
      const aside = (t: number): number => amplitude * sin(rate * (t - start));
      const slope = (t: number): number => amplitude * rate * cos(rate * (t - start));
      return curveLeg({
        start,
        end,
        position: (t) => ({
          x: x + speed * (t - start) * ux - aside(t) * uy,
          y: y + speed * (t - start) * uy + aside(t) * ux,
        }),
        velocity: (t) => ({ x: speed * ux - slope(t) * uy, y: speed * uy + slope(t) * ux }),
        headingAt: (t) => direction + atan2(slope(t), speed),
        maxSpeed: 1.000001 * topSpeedOf(motion),
        maxAcceleration: 1.000001 * Math.abs(amplitude) * rate * rate,
      });
    }
  }
}

/** Kinds of motions of robots; a kind that is listed more often is drawn more often. */
export type Habit = 'go' | 'back' | 'arc' | 'same arc' | 'circle' | 'sine' | 'rest' | 'mixed';

export const ALL_HABITS: readonly Habit[] = ['go', 'back', 'arc', 'same arc', 'circle', 'sine', 'rest', 'mixed'];
export const STRAIGHT_HABITS: readonly Habit[] = ['go', 'back', 'rest'];

/** A random plan. The numbers drawn do not depend on the position of the robot. */
export function drawPlan(random: RandomStream, habits: readonly Habit[]): Plan {
  const habit = habits[random.integer(0, habits.length - 1)]!;
  const speed = random.uniform(0.5, 4);
  const direction = random.uniform(-Math.PI, Math.PI);
  const seconds = random.uniform(0.3, 4);
  const sign = random.uniform() < 0.5 ? -1 : 1;
  // From a wide bend to several turns.
  const rate = sign * Math.exp(random.uniform(Math.log(0.05), Math.log(12)));
  const line: Motion = { kind: 'line', direction, speed, seconds };
  switch (habit) {
    case 'go':
      return [{ kind: 'turn', rate: sign * 3, seconds: random.uniform(0, 0.6) }, line];
    case 'back':
      return [{ ...line, speed: -speed }];
    case 'arc':
      return [{ kind: 'arc', speed: sign * speed, rate, seconds: 1.5 * seconds }];
    case 'same arc':
      return [{ kind: 'arc', speed, rate: sign, seconds: 1.5 * seconds }];
    case 'circle':
      return [{ kind: 'circle', speed, rate, seconds }];
    case 'sine':
      return [{ kind: 'sine', direction, speed, amplitude: random.uniform(0.1, 1.5), rate: Math.abs(rate), seconds }];
    case 'rest':
      return [{ kind: 'rest', seconds: 0.3 * seconds }];
    case 'mixed':
      return [
        { ...line, seconds: 0.3 * seconds },
        { kind: 'arc', speed, rate, seconds: 0.5 * seconds },
        { kind: 'circle', speed, rate: -rate, seconds: 0.5 * seconds },
        { kind: 'rest', seconds: 0.1 },
      ];
  }
}
