import { describe, expect, test } from '@jest/globals';
import type { RecordedLeg } from './knots.js';
import { arcLeg, headingAt, type Leg, lineLeg, maxSpeedOf, poseAt, positionAt, turnLeg } from './leg.js';
import { legBetween, legOfStart, type Phase } from './phase.js';

const DEGREE = Math.PI / 180;

/** As a Neko log prints numbers. */
function printed(value: number): number {
  return Math.round(value * 1000) / 1000;
}

function printedAngle(radians: number): number {
  return (printed(radians / DEGREE) % 360) * DEGREE;
}

/** The line of a log at the start of a leg. */
function eventOf(leg: Leg): Phase {
  const hasEnd = leg.end < Infinity;
  const to = hasEnd ? positionAt(leg, leg.end) : leg;
  return {
    time: printed(leg.start),
    x: printed(leg.x),
    y: printed(leg.y),
    heading: printedAngle(leg.heading),
    toX: printed(to.x),
    toY: printed(to.y),
    turn: hasEnd ? printedAngle(headingAt(leg, leg.end) - leg.heading) : 0,
    distance: hasEnd ? printed(maxSpeedOf(leg) * (leg.end - leg.start)) : 0,
    turnRate: leg.kind === 'turn' || leg.kind === 'arc' ? printed(leg.turnRate / DEGREE) * DEGREE : 0,
    speed: printed(maxSpeedOf(leg)),
  };
}

function poseOnLog(leg: Leg, time: number) {
  const { x, y, heading } = poseAt(leg, time);
  return { time: printed(time), x: printed(x), y: printed(y), heading: printedAngle(heading) };
}

/** Largest distance, and difference of headings, between what happened and what is drawn. */
function errors(leg: Leg, drawn: RecordedLeg, from: number, to: number): { metres: number; radians: number } {
  const worst = { metres: 0, radians: 0 };
  for (let k = 0; k <= 50; k++) {
    const time = from + ((to - from) * k) / 50;
    const [a, b] = [poseAt(leg, time), poseAt(drawn as Leg, time)];
    worst.metres = Math.max(worst.metres, Math.hypot(a.x - b.x, a.y - b.y));
    const apart = (a.heading - b.heading) / (2 * Math.PI);
    worst.radians = Math.max(worst.radians, 2 * Math.PI * Math.abs(apart - Math.round(apart)));
  }
  return worst;
}

const at = { x: 12.3456, y: -7.6543, heading: 0.7, start: 3.00049 };

const LEGS: readonly (readonly [string, Leg])[] = [
  ['a line', lineLeg({ ...at, end: 43.2, vx: 1.234567, vy: -2.7654321 })],
  ['a slow line', lineLeg({ ...at, end: 943.2, vx: 0.0123456, vy: 0.0043 })],
  ['a line backwards', lineLeg({ ...at, end: 13.2, vx: -Math.cos(0.7), vy: -Math.sin(0.7) })],
  ['a turn', turnLeg({ ...at, end: 20, turnRate: 0.1234567 })],
  ['a slow turn', turnLeg({ ...at, end: 2000, turnRate: 0.00098 })],
  ['a turn clockwise', turnLeg({ ...at, end: 20, turnRate: -0.3 })],
  ['a turn of many turns', turnLeg({ ...at, end: 60, turnRate: 1.2345 })],
  ['an arc', arcLeg({ ...at, end: 9, speed: 2.3456, turnRate: 0.34567 })],
  ['an arc clockwise', arcLeg({ ...at, end: 9, speed: 2.3456, turnRate: -0.34567 })],
  ['an arc backwards', arcLeg({ ...at, end: 9, speed: -2.3456, turnRate: 0.34567 })],
  ['a long arc', arcLeg({ ...at, end: 21, speed: 2.3456, turnRate: 0.34567 })],
];

describe.each(LEGS)('%s that is known from a log', (_name, leg) => {
  const speed = maxSpeedOf(leg) + 10 * Math.abs('turnRate' in leg ? leg.turnRate : 0);
  const allowed = { metres: 0.002 + 0.002 * speed, radians: 0.0001 + 0.002 * speed };

  test('is drawn to the thousandth once it is over', () => {
    const drawn = legBetween(eventOf(leg), poseOnLog(leg, leg.end))!;
    const worst = errors(leg, drawn, leg.start, leg.end);
    expect(worst.metres).toBeLessThan(allowed.metres);
    expect(worst.radians).toBeLessThan(allowed.radians);
  });

  test('is drawn to the thousandth if it was cut', () => {
    const cut = leg.start + (leg.end - leg.start) * 0.37;
    const drawn = legBetween(eventOf(leg), poseOnLog(leg, cut))!;
    const worst = errors(leg, drawn, leg.start, cut);
    expect(worst.metres).toBeLessThan(allowed.metres);
    expect(worst.radians).toBeLessThan(allowed.radians);
  });

  test('goes about as it will while it is under way', () => {
    const drawn = legOfStart(eventOf(leg));
    // Full turns are not told: one of many seems to end after what is left of them.
    const soon = Math.min(leg.end, leg.start + 0.9);
    const worst = errors(leg, drawn, leg.start, soon);
    expect(worst.metres).toBeLessThan(allowed.metres + 0.01);
    expect(worst.radians).toBeLessThan(allowed.radians + 0.01);
  });
});

test('an arc without an end continues', () => {
  const leg = arcLeg({ ...at, speed: 2, turnRate: 0.5 });
  const drawn = legOfStart(eventOf(leg));
  expect(drawn.kind).toBe('arc');
  expect(errors(leg, drawn, 3, 30).metres).toBeLessThan(0.05);
});

test('the ends and the duration of a curve are right', () => {
  const event = { ...eventOf(LEGS[0]![1]), kind: 'equation', turn: 1, distance: 100, speed: 30 };
  const drawn = legBetween(event, { time: 9, x: 5, y: 6, heading: 1.7 })!;
  expect(drawn).toMatchObject({ kind: 'curve', start: event.time, end: 9 });
  expect(drawn.kind === 'curve' && drawn.knots.slice(6)).toMatchObject({ 0: 9, 1: 5, 2: 6 });
});

test('rates too small to be printed are those of where and when it ended', () => {
  const event = { ...eventOf(LEGS[1]![1]), speed: 0, distance: 4 };
  expect(legBetween(event, { time: 1003, x: event.x + 4, y: event.y, heading: 0.7 })).toMatchObject({ kind: 'line' });
  const turning = { ...event, distance: 0, turn: 0.5 };
  expect(legBetween(turning, { ...turning, time: 1003, heading: turning.heading + 0.5 })).toMatchObject({
    kind: 'turn',
    turnRate: expect.closeTo(0.0005, 6),
  });
});

test('a phase that took no time, or led nowhere, has no leg', () => {
  const event = eventOf(LEGS[0]![1]);
  expect(legBetween(event, { ...event })).toBeUndefined();
  const nothing = { ...event, speed: 0, distance: 0, turn: 0, turnRate: 0 };
  expect(legBetween(nothing, { ...event, time: 99 })).toBeUndefined();
  expect(legOfStart(nothing).kind).toBe('rest');
});
