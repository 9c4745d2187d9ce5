import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { Flights } from './flights.js';
import { messageDiagram } from './message-diagram.js';

const LIMITS = { arrows: 10, bins: 4 };

/** `count` messages, `rate` per second, from processes in turn, each in transit for some seconds. */
function busy(count: number, rate: number, seconds: number): Flights {
  const flights = new Flights();
  for (let k = 0; k < count; k++) {
    flights.add(k / rate, k % 5, (k + 1) % 5, 'PING');
    flights.end(k, k / rate + seconds, false);
  }
  return flights;
}

test('shows every message of the range, and those still in transit at its start', () => {
  const { arrows, hidden, total, density } = messageDiagram(busy(20, 1, 2.5), 5, 9, LIMITS);
  expect(arrows.map(({ sent }) => sent)).toEqual([4, 3, 5, 6, 7, 8, 9]);
  expect([hidden, total, density.size]).toEqual([0, 7, 0]);
});

test('spreads the arrows over a busy range, and counts the rest', () => {
  const { arrows, hidden, total, density } = messageDiagram(busy(100_000, 1000, 0.001), 40, 50, LIMITS);
  expect(total).toBe(10_001);
  expect(hidden).toBe(total - arrows.length);
  expect(arrows.length).toBeGreaterThan(LIMITS.arrows / 2 - 2);
  expect(arrows.length).toBeLessThanOrEqual(LIMITS.arrows);
  const sent = arrows.map((arrow) => arrow.sent);
  expect(Math.min(...sent)).toBeLessThan(42);
  expect(Math.max(...sent)).toBeGreaterThan(48);
  expect([...density.keys()].sort((a, b) => a - b)).toEqual([0, 1, 2, 3, 4]);
  expect([...density.values()].flatMap((counts) => [...counts]).reduce((a, b) => a + b)).toBe(total);
});

test('keeps the same arrows while the range moves', () => {
  const flights = busy(100_000, 1000, 0.001);
  const sentOf = (from: number): number[] =>
    messageDiagram(flights, from, from + 10, { arrows: 100, bins: 4 }).arrows.map(({ sent }) => sent);
  const before = sentOf(40);
  expect(sentOf(41).filter((sent) => sent < 50)).toEqual(before.filter((sent) => sent >= 41));
});

test('leaves out old messages without an end on record', () => {
  const flights = busy(10, 1, 2);
  for (let k = 0; k < 1000; k++) flights.add(10, 0, 1, 'LOST');
  flights.add(100, 2, 3, 'PING');
  expect(messageDiagram(flights, 99, 110, LIMITS)).toMatchObject({ total: 1, hidden: 0 });
  expect(messageDiagram(flights, 11, 20, LIMITS)).toMatchObject({ total: 1000 });
});

test('counts exactly, whatever is sent', () => {
  const message = fc.record({
    gap: fc.double({ min: 0, max: 2, noNaN: true }),
    seconds: fc.integer({ min: 0, max: 9 }),
  });
  fc.assert(
    fc.property(fc.array(message, { maxLength: 80 }), fc.integer({ min: 0, max: 40 }), (messages, from) => {
      const flights = new Flights();
      let time = 0;
      let expected = 0;
      for (const [k, { gap, seconds }] of messages.entries()) {
        time += gap;
        flights.add(time, k % 3, k % 4, 'PING');
        flights.end(k, time + seconds, false);
        if (time <= from + 10 && (time >= from || time + seconds > from)) expected++;
      }
      const { arrows, hidden, total } = messageDiagram(flights, from, from + 10, LIMITS);
      expect([total, arrows.length + hidden]).toEqual([expected, expected]);
      expect(arrows.length).toBeLessThanOrEqual(LIMITS.arrows);
    }),
  );
});
