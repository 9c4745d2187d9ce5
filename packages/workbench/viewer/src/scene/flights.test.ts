import { expect, test } from '@jest/globals';
import { deliver, drop, send } from '@kineko/tools/kits/scenes';
import fc from 'fast-check';
import { Departures } from './digest.js';
import { type Flight, Flights } from './flights.js';

function flightsOf(...records: readonly ReturnType<typeof send | typeof deliver | typeof drop>[]): Flights {
  const flights = new Flights();
  const departures = new Departures({
    sent: (time, from, to, type) => flights.add(time, from, to, type),
    ended: (copy, time, isLost) => flights.end(copy, time, isLost),
  });
  for (const record of records) {
    if (record.type === 'send') departures.send(record, record.time);
    else departures.end(record, record.time);
  }
  return flights;
}

const shown = ({ from, to, sent, ended, isLost }: Flight) => [from, to, sent, ended, isLost];

test('a copy is in transit from its sending to its arrival', () => {
  const flights = flightsOf(send(1, 0, [1, 2], 1), deliver(3, 0, 1, 1), deliver(5, 0, 2, 1));
  expect(flights.at(0.9, 10)).toEqual([]);
  expect(flights.at(1, 10).map(shown)).toEqual([
    [0, 2, 1, 5, false],
    [0, 1, 1, 3, false],
  ]);
  expect(flights.at(3, 10).map(({ to }) => to)).toEqual([2]);
  expect(flights.at(5, 10)).toEqual([]);
  expect(flights.typicalSeconds).toBe(3);
});

test('a lost copy is shown a moment longer', () => {
  const flights = flightsOf(send(1, 0, [1], 1), drop(3, 0, 1, 1));
  expect(flights.at(2, 10).map(shown)).toEqual([[0, 1, 1, 3, true]]);
  expect(flights.at(3.4, 10, 0.5)).toHaveLength(1);
  expect(flights.at(3.6, 10, 0.5)).toHaveLength(0);
});

test('a copy that never arrives is in transit forever', () => {
  const flights = flightsOf(send(1, 0, [1], 1), send(2, 0, [1], 2), deliver(3, 0, 1, 2));
  expect(flights.at(1000, 10).map(shown)).toEqual([[0, 1, 1, Infinity, false]]);
});

test('copies that were not sent, or arrive twice, change nothing', () => {
  const flights = flightsOf(deliver(1, 0, 1, 7), send(2, 0, [1], 1), deliver(3, 0, 1, 1), deliver(4, 0, 1, 1));
  expect([...flights.between(0, 9)].map(shown)).toEqual([[0, 1, 2, 3, false]]);
});

test('a receiver listed twice gets one visible copy', () => {
  const flights = flightsOf(send(1, 0, [1, 1], 1), deliver(2, 0, 1, 1), deliver(2, 0, 1, 1));
  expect(flights.length).toBe(1);
  expect(flights.at(3, 10)).toEqual([]);
});

test('the latest ones are shown if there are many', () => {
  const flights = flightsOf(...Array.from({ length: 50 }, (_, k) => send(k, 0, [1], k)));
  expect(flights.at(100, 3).map(({ sent }) => sent)).toEqual([49, 48, 47]);
});

test('finds the copies sent in a closed time range', () => {
  const flights = flightsOf(send(1, 0, [1], 1), send(2, 0, [1], 2), send(2, 1, [0], 1), send(3, 0, [1], 3));
  expect([...flights.between(2, 3)].map(({ sent }) => sent)).toEqual([2, 2, 3]);
  expect([...flights.between(4, 9)]).toEqual([]);
});

test('finds the same copies as a linear search', () => {
  const copy = fc.record({
    sent: fc.integer({ min: 0, max: 60 }),
    seconds: fc.oneof({ weight: 8, arbitrary: fc.nat({ max: 20 }) }, { weight: 1, arbitrary: fc.constant(Infinity) }),
    isLost: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(copy, { maxLength: 120 }), fc.array(fc.nat({ max: 90 })), (given, times) => {
      const copies = given.toSorted((a, b) => a.sent - b.sent).map((each, message) => ({ ...each, message }));
      const records = copies.flatMap(({ sent, seconds, isLost, message }) => [
        send(sent, 0, [1], message),
        ...(seconds < Infinity ? [(isLost ? drop : deliver)(sent + seconds, 0, 1, message)] : []),
      ]);
      const flights = flightsOf(...records.sort((a, b) => a.time - b.time));
      for (const time of times) {
        const expected = copies.filter(({ sent, seconds, isLost }) => {
          const end = sent + seconds;
          return sent <= time && (end > time || (isLost && end < Infinity && end > time - 2));
        });
        expect(flights.at(time, 1000, 2).map(({ sent }) => sent)).toEqual(expected.map(({ sent }) => sent).reverse());
      }
    }),
    { seed: 5, numRuns: 100 },
  );
});
