/** Properties that hold for all records. */
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { HELP } from '../../test/neko-figures.js';
import { contentsOf, logOf, recordsOf } from '../../test/neko-log-kit.js';
import { messages, motions, others } from '../../test/neko-streams.js';
import { anyRecord } from '../../test/trace-samples.js';
import type { RecordOf, TraceRecord } from '../trace/records.js';
import { SILENT } from './lines.js';

const SEED = 74_163;

/** A log that is read and written again has the same bytes: the reader loses nothing. */
function assertSame(records: readonly TraceRecord[]): void {
  const log = logOf(records);
  expect(logOf(recordsOf(log))).toBe(log);
}

describe('from records to lines and back', () => {
  test('motions', () => {
    fc.assert(fc.property(motions, assertSame), { seed: SEED, numRuns: 200 });
  });

  test('every motion comes back with its numbers, and its end', () => {
    fc.assert(
      fc.property(motions, (records) => {
        const read = recordsOf(logOf(records));
        expect(read.map(outline)).toEqual(records.map(outline));
      }),
      { seed: SEED, numRuns: 200 },
    );
  });

  test('messages, with their numbers', () => {
    fc.assert(
      fc.property(messages, (records) => {
        assertSame(records);
        const read = recordsOf(logOf(records)) as RecordOf<'send' | 'deliver'>[];
        expect(read.map(({ message, to, content }) => ({ message, to, content }))).toEqual(
          (records as typeof read).map(({ message, to, content }) => ({ message, to, content })),
        );
      }),
      { seed: SEED, numRuns: 200 },
    );
  });

  test('all others', () => {
    fc.assert(
      fc.property(fc.array(others, { maxLength: 8 }), (records) => {
        // A record that is read as another one is written as that one from then on.
        const log = logOf(recordsOf(logOf(records)));
        expect(logOf(recordsOf(log))).toBe(log);
      }),
      { seed: SEED, numRuns: 300 },
    );
  });
});

describe('lines are whole, whatever is in the records', () => {
  const LINE = /^(?:-?\d+\.\d{3}|NaN|-?Infinity) (?:p\S+|\?\?\?) \S+ [^]*$/;

  test('one for each record that has one', () => {
    fc.assert(
      fc.property(fc.array(anyRecord, { maxLength: 6 }), (records) => {
        const telling = records.filter(
          (record) =>
            !(SILENT as readonly string[]).includes(record.type) &&
            !(record.type === 'motionEnd' && record.status === 'finished'),
        );
        const lines = logOf(records).split('\n');
        expect(lines.pop()).toBe('');
        expect(lines).toHaveLength(telling.length);
        for (const line of lines) {
          expect(line).toMatch(LINE);
          expect(line).not.toMatch(/[\p{Cc}\u2028\u2029]/u);
        }
      }),
      { seed: SEED, numRuns: 300 },
    );
  });

  test('and a reader takes them for what they are, or says why not', () => {
    fc.assert(
      fc.property(fc.array(anyRecord, { maxLength: 6 }), (records) => {
        const text = `${HELP}${logOf(records)}`;
        const { log } = contentsOf(text);
        // Damaged lines are, for example, those with ids that are not integers.
        expect(log.damaged).toBeLessThanOrEqual(records.length);
        expect(log.end?.truncated).toBe(false);
      }),
      { seed: SEED, numRuns: 300 },
    );
  });
});

/** The fields that every record of a motion has. */
function outline(record: TraceRecord): unknown {
  if (record.type === 'motionEvent') return [record.robot, record.task, record.kind.replace(' ', '_'), record.edge];
  if (record.type === 'motionEnd') return [record.robot, record.task, record.status];
  return record.type === 'motionRequest' ? [record.robot, record.task, record.type] : record.type;
}
