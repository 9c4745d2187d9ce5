import { expect, test } from '@jest/globals';
import { InputError } from '@kineko/formats/problem';
import { BinaryWriter } from '@kineko/formats/trace';
import fc from 'fast-check';
import { bytesOf, SMALL_LOG, utf8 } from '../../../test/files.js';
import { type DeecoLog, readDeecoLog } from './log-reader.js';
import { DeecoRecordReader } from './records.js';

const ORIGINALS = [
  utf8(SMALL_LOG),
  ...['m1-walls', 'm4-actions', 'm5-longwait', 'm7-norobots', 'm8-empty', 'm9-touch-0'].map((name) =>
    bytesOf(`micro/logs/${name}.txt`).slice(0, 3000),
  ),
];

/** Bytes that mean something in a log, and some that do not. */
const PIECE = fc.oneof(
  fc.constantFrom('&&', ',,', ';;', '\\', '\n', '\r\n', '---\n', 'null\n', '-', '.', 'E', '0', '9', 'NaN', '\0', 'é'),
  fc.uint8Array({ minLength: 1, maxLength: 4 }),
);

const EDIT = fc.record({
  kind: fc.constantFrom('insert', 'replace', 'remove', 'repeat', 'cut'),
  /** How far into the file. */
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  length: fc.nat(40),
  piece: PIECE,
});

type Edit = typeof EDIT extends fc.Arbitrary<infer T> ? T : never;

function edited(bytes: Uint8Array, { kind, at, length, piece }: Edit): Uint8Array {
  const start = Math.floor(at * bytes.length);
  const end = Math.min(bytes.length, start + length);
  const inserted = typeof piece === 'string' ? utf8(piece) : piece;
  const parts = {
    insert: [bytes.subarray(0, start), inserted, bytes.subarray(start)],
    replace: [bytes.subarray(0, start), inserted, bytes.subarray(start + inserted.length)],
    remove: [bytes.subarray(0, start), bytes.subarray(end)],
    repeat: [bytes.subarray(0, end), bytes.subarray(start)],
    cut: [bytes.subarray(0, start)],
  }[kind];
  return new Uint8Array(Buffer.concat(parts));
}

/** Everything that is read, as text; in chunks, if a size is given. */
function outcome(bytes: Uint8Array, size = bytes.length || 1): string {
  const reader = new DeecoRecordReader('x.txt');
  const writer = new BinaryWriter();
  try {
    for (let at = 0; at < bytes.length; at += size) {
      reader.feed(bytes.slice(at, at + size));
      for (let record = reader.next(); record !== undefined; record = reader.next()) writer.append(record);
    }
    reader.close();
    for (let record = reader.next(); record !== undefined; record = reader.next()) writer.append(record);
  } catch (error) {
    if (error instanceof InputError) return error.message;
    throw error;
  }
  const records = Buffer.from(writer.take()).toString('base64');
  return JSON.stringify([records, reader.problems, reader.damaged]);
}

test('ten thousand damaged logs are read as far as they go, or refused with a reason, and never otherwise', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...ORIGINALS),
      fc.array(EDIT, { minLength: 1, maxLength: 4 }),
      fc.integer({ min: 1, max: 500 }),
      (original, edits, size) => {
        const bytes = edits.reduce(edited, original);
        // The result does not depend on the chunks, and its records are valid, since they could be written.
        expect(outcome(bytes, size)).toBe(outcome(bytes));
      },
    ),
    { seed: 3, numRuns: 10_000 },
  );
});

/** Undefined if the header is invalid. */
function readIfPossible(bytes: Uint8Array): DeecoLog | undefined {
  try {
    return readDeecoLog(bytes, 'x.txt');
  } catch (error) {
    if (error instanceof InputError) return undefined;
    throw error;
  }
}

test('every line of a damaged log is a cycle, or is reported with its number', () => {
  fc.assert(
    fc.property(fc.constantFrom(...ORIGINALS), EDIT, (original, edit) => {
      const bytes = edited(original, edit);
      const log = readIfPossible(bytes);
      if (log === undefined) return true;
      const cycles = [...log];
      const lines = Buffer.from(bytes).toString('latin1').replace(/\n$/, '').split('\n').length;
      const { robots, objects } = log.header;
      const fit = cycles.filter(
        (cycle) => cycle.robots.length === robots.length && cycle.objects.length === objects.length,
      );
      // The header has three lines for the field, and three that end its parts.
      return fit.length + log.damaged === lines - 6 - robots.length - objects.length;
    }),
    { seed: 4, numRuns: 2000 },
  );
});
