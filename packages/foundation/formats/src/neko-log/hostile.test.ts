/** Properties that hold for all bytes. */
import { describe, expect, test } from '@jest/globals';
import { RandomDoubles } from '@kineko/tools/shared/random-doubles';
import { ANY_CHARACTER } from '@kineko/tools/kits/any-character';
import fc from 'fast-check';
import { GATHERING, HELP } from '../../test/neko-figures.js';
import { contentsOf, logOf } from '../../test/neko-log-kit.js';
import { mutated, SAMPLES, utf8 } from '../../test/trace-samples.js';
import { InputError } from '../problem.js';
import type { TraceRecord } from '../trace/records.js';
import { LINES } from './lines.js';
import { NekoLogReader } from './reader.js';

const SEED = 80_433;

describe('hostile bytes', () => {
  const log = utf8(
    GATHERING +
      HELP +
      logOf(Object.values(LINES).flatMap((row): readonly TraceRecord[] => row.example)) +
      logOf(SAMPLES, { messages: 'finer' }),
  );

  /** Reads in pieces of any size; the result must not depend on the pieces. */
  function readInPieces(bytes: Uint8Array, random: RandomDoubles): { records: TraceRecord[]; reader: NekoLogReader } {
    const reader = new NekoLogReader('run.log');
    const records: TraceRecord[] = [];
    for (let at = 0; at < bytes.length;) {
      const size = 1 + random.below(random.below(4) === 0 ? 5 : 700);
      reader.feed(bytes.slice(at, at + size));
      at += size;
      // Takes all, some or none of the available records.
      const most = random.oneOf([0, 1, 5, Infinity, Infinity]);
      for (let i = 0; i < most; i++) {
        const record = reader.next();
        if (record === undefined) break;
        records.push(record);
      }
    }
    reader.close();
    for (let record = reader.next(); record !== undefined; record = reader.next()) records.push(record);
    return { records, reader };
  }

  test('a log that is cut anywhere gives the records before the cut', () => {
    const all = contentsOf(log).records;
    for (let end = 0; end <= log.length; end += end < 200 ? 1 : 101) {
      const { records, log: cut } = contentsOf(log.subarray(0, end));
      expect(records).toEqual(all.slice(0, records.length));
      expect(cut.end?.truncated).toBe(end > 0 && log[end - 1] !== 0x0a);
      expect(cut.damaged).toBe(cut.end?.truncated ? 1 : 0);
    }
  });

  test('bytes that are changed, lost or put in', () => {
    const random = new RandomDoubles(SEED);
    for (let i = 0; i < 80; i++) {
      const bytes = mutated(log, random);
      const whole = contentsOf(bytes);
      const { records, reader } = readInPieces(bytes, random);
      expect(records).toEqual(whole.records);
      expect(reader.problems).toEqual(whole.log.problems);
      expect(whole.records.length).toBeGreaterThan(50);
      expect(whole.log.damaged).toBeLessThan(8);
    }
  });

  test('lines that are cut within', () => {
    const random = new RandomDoubles(SEED);
    const lines = new TextDecoder().decode(log).split('\n');
    for (let i = 0; i < 100; i++) {
      const cut = lines.map((line) => (random.below(10) === 0 ? line.slice(0, random.below(line.length + 1)) : line));
      expect(() => contentsOf(`${GATHERING}${cut.join('\n')}`)).not.toThrow();
    }
  });

  test('any bytes at all', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        let outcome: unknown;
        try {
          outcome = contentsOf(bytes).log.end;
        } catch (failure) {
          outcome = failure;
        }
        expect(outcome instanceof InputError || outcome !== undefined).toBe(true);
      }),
      { seed: SEED, numRuns: 150 },
    );
  });

  test('any bytes in the places of a line', () => {
    const starts = Object.entries(LINES).map(
      ([, { logger, template }]) => `1.000 p1 ${logger} ${template.text.slice(0, 12)}`,
    );
    fc.assert(
      fc.property(fc.constantFrom(...starts), fc.string({ unit: ANY_CHARACTER }), (start, rest) => {
        const { log: read } = contentsOf(`${HELP}${start}${rest}\n`);
        expect(read.end).toBeDefined();
      }),
      { seed: SEED, numRuns: 150 },
    );
  });

  test.each([
    ['spaces', ' '],
    ['digits', '9'],
    ['commas', ','],
    ['brackets', '['],
    ['names of processes', 'p1,'],
    ['backslashes', '\\'],
    ['points', 'Point2D.Double['],
    ['items', 'a,'],
    ['readings', 'robot 1, '],
    ['numbers', '1.000 | '],
    ['terms', ' , '],
  ])('long lines of %s take no longer than others', (_, piece) => {
    const long = piece.repeat(Math.floor(300_000 / piece.length));
    const lines = [
      `${long}`,
      `1.000 p1 A ${long}`,
      `1.000 p1 ${long}`,
      `1.000 ${long}`,
      `1.000 p1 messages e s p1 ${long}`,
      `1.000 p1 messages e s p1 p2 T ${long}`,
      `1.000 p1 messages e s p1 p2 T [${long}]`,
      `1.000 p1 messages e d p1 p2 T ${long}`,
      `1.000 p1 Event: | ${long}`,
      `1.000 p1 Event: | 1.000 | 1 | [1.000,1.000] | [1.000,1.000] | 0.000 | 0.000 | 0.000 | 0.000 | 0.000 | Do_${long}`,
      `1.000 p1 MotionRequest: TIME: 1.000 | ROBOT# 1 Task ID = 1 | Equation: ( ${long}`,
      `1.000 p1 MotionRequest: TIME: 1.000 | ROBOT# 1 Task ID = 1 | ${long}`,
      `1.000 p1 SensorEvent: ROBOT# 1 | Contact ${long}`,
      `1.000 p1 SensorRequest: ROBOT# 1 | Positioning with errorFactor ${long}`,
      `1.000 p1 c event = x value = ${long}`,
    ];
    const { log: read } = contentsOf(`${HELP}${lines.join('\n')}\n`);
    expect(read.end?.truncated).toBe(false);
  });
});
