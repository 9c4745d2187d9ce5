import { readFileSync } from 'node:fs';
import { crc32 as zlibCrc32 } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import { RandomDoubles } from '@kineko/tools/shared/random-doubles';
import fc from 'fast-check';
import { anyRecord, binaryOf, binaryTraceOf, INFO, joined, recordsIn, SAMPLES } from '../../../test/trace-samples.js';
import { BinaryReader, BinaryWriter } from '../binary.js';
import { readTrace } from '../reading.js';
import type { TraceRecord } from '../records.js';
import { TraceError } from '../trace-error.js';
import { crc32 } from './crc32.js';
import { BLOCK_BYTES, HEAD_BYTES, HEAD_FIELDS, BYTES_OF, type BlockHead, SUM_BYTES } from './layout.js';
import { TraceBlocks } from './trace-blocks.js';
import { TraceWriter, type FilePiece } from './trace-writer.js';

/** Writes pieces as a file would. */
function apply(file: Uint8Array, pieces: readonly FilePiece[]): Uint8Array {
  let whole = file;
  for (const { offset, bytes } of pieces) {
    if (offset > whole.length) throw new Error('a piece leaves a hole in the file');
    if (offset + bytes.length > whole.length) whole = joined([whole.subarray(0, offset), bytes]);
    else whole.set(bytes, offset);
  }
  return whole;
}

function packed(records: Iterable<TraceRecord>, flushEvery = Infinity): Uint8Array {
  const writer = new TraceWriter(INFO);
  let file: Uint8Array = new Uint8Array(0);
  let count = 0;
  const canonical = new BinaryWriter();
  for (const record of records) {
    canonical.append(record);
    if (++count % Math.min(flushEvery, 1000) !== 0) continue;
    writer.add(canonical.take());
    file = apply(file, count % flushEvery === 0 ? writer.flush() : writer.take());
  }
  writer.add(canonical.take());
  return apply(file, writer.end());
}

/** A run of several blocks. */
function longRun(count = 60_000): TraceRecord[] {
  return Array.from({ length: count }, (_, i): TraceRecord => {
    const [time, x, y] = [i / 7, Math.sin(i), Math.cos(i)];
    const start = { x, y, heading: 0, start: time, end: time + 1 };
    return { type: 'leg', time, robot: i % 50, leg: { kind: 'line', ...start, vx: x / 3, vy: y / 3 } };
  });
}

function headOffsets(file: Uint8Array): number[] {
  const view = new DataView(file.buffer, file.byteOffset, file.length);
  const offsets: number[] = [];
  for (let at = 16 + view.getUint32(12, true) + SUM_BYTES; at + HEAD_BYTES < file.length;) {
    offsets.push(at);
    at += HEAD_BYTES + view.getUint32(at + 4, true);
  }
  return offsets;
}

/** Replaces a field of a block's head, with a valid checksum. */
function withField(file: Uint8Array, at: number, field: keyof BlockHead, value: number): Uint8Array {
  const changed = file.slice();
  const view = new DataView(changed.buffer);
  let offset = at;
  for (const { name, type } of HEAD_FIELDS) {
    if (name === field) view.setUint32(offset, value, true);
    offset += BYTES_OF[type];
  }
  view.setUint32(offset, crc32(changed.subarray(at, offset)), true);
  return changed;
}

/** The records, or none if the file is refused with a TraceError. */
function acceptedIn(file: Uint8Array): readonly TraceRecord[] {
  try {
    return recordsIn(file);
  } catch (failure) {
    if (failure instanceof TraceError) return [];
    throw failure;
  }
}

function errorOf(file: Uint8Array): TraceError {
  try {
    recordsIn(file);
  } catch (failure) {
    if (failure instanceof TraceError) return failure;
    throw failure;
  }
  throw new Error('nothing was refused');
}

describe('a packed trace', () => {
  test('restores every type of record, and is complete', () => {
    const file = packed(SAMPLES);
    const trace = readTrace(file, 'test');
    expect(trace.header).toEqual({ version: { major: 2, minor: 1 }, info: INFO });
    expect(binaryOf(trace)).toEqual(binaryOf(SAMPLES));
    expect(trace.end).toMatchObject({ truncated: false, records: SAMPLES.length, skipped: 0 });
  });

  test('restores any records bit by bit, in whatever chunks it is written and read', () => {
    fc.assert(
      fc.property(fc.array(anyRecord, { maxLength: 40 }), fc.integer({ min: 1, max: 200 }), (records, size) => {
        // Twice, so that templates and numbers come again.
        const file = packed([...records, ...records]);
        const reader = new BinaryReader('test');
        const writer = new BinaryWriter();
        for (let at = 0; at < file.length; at += size) {
          reader.feed(file.subarray(at, at + size));
          for (let record = reader.next(); record !== undefined; record = reader.next()) writer.append(record);
        }
        reader.close();
        expect(reader.next()).toBeUndefined();
        expect(reader.end).toMatchObject({ truncated: false, records: 2 * records.length });
        expect(Buffer.compare(writer.take(), binaryOf([...records, ...records]))).toBe(0);
      }),
      { numRuns: 200 },
    );
  });

  test('restores numbers that differ in a bit', () => {
    const numbers = [0, -0, 1, -1, 0.1, -0.1, NaN, Infinity, -Infinity, 2 ** 53, 2 ** 31, -(2 ** 31), 5e-324, 1e308];
    const random = new RandomDoubles(1);
    const records = Array.from({ length: 5000 }, (): TraceRecord => {
      const [time, robot, radius, x, y, heading] = Array.from({ length: 6 }, () => random.oneOf(numbers));
      return { type: 'robot', time: time!, robot: robot!, radius: radius!, x: x!, y: y!, heading: heading!, tag: '' };
    });
    expect(Buffer.compare(binaryOf(recordsIn(packed(records))), binaryOf(records))).toBe(0);
  });

  test('has blocks of a limited size, each of which can be read alone', () => {
    const records = longRun();
    const file = packed(records);
    const heads = headOffsets(file);
    expect(heads.length).toBe(Math.ceil(binaryOf(records).length / BLOCK_BYTES) + 1);
    const header = file.subarray(0, heads[0]);
    const reader = new BinaryReader('test');
    reader.feed(joined([header, file.subarray(heads[1], heads[2])]));
    const first = reader.next()!;
    expect(records.find(({ time }) => time === first.time)).toEqual(first);
  });

  test('has the same bytes whenever it is flushed', () => {
    const records = longRun(40_000);
    const once = packed(records);
    for (const flushEvery of [1000, 7000]) expect(Buffer.compare(packed(records, flushEvery), once)).toBe(0);
  });

  test('can be read after every flush', () => {
    const writer = new TraceWriter(INFO);
    let file: Uint8Array = new Uint8Array(0);
    for (const [i, record] of SAMPLES.entries()) {
      writer.add(binaryOf([record]));
      file = apply(file, writer.flush());
      const trace = readTrace(file, 'test');
      expect(binaryOf(trace)).toEqual(binaryOf(SAMPLES.slice(0, i + 1)));
      expect(trace.end?.truncated).toBe(true);
    }
  });

  test('without records is complete, too', () => {
    const trace = readTrace(packed([]), 'test');
    expect([...trace]).toEqual([]);
    expect(trace.end).toMatchObject({ truncated: false, records: 0 });
  });
});

describe('the blocks of a file', () => {
  const records = longRun();
  const whole = packed(records);
  const partsOf = (file: Uint8Array) => ({
    size: async () => file.length,
    read: async (from: number, to: number) => file.slice(from, to),
  });

  test.each([
    ['by its index', whole],
    ['from header to header if the end is missing', whole.subarray(0, -1)],
    [
      'from header to header if the index was changed',
      Uint8Array.from(whole, (byte, i) => (i === whole.length - 20 ? byte ^ 1 : byte)),
    ],
  ])('are found %s', async (_, file) => {
    const blocks = new TraceBlocks(partsOf(file), 'test');
    const list = (await blocks.list())!;
    expect(list.map(({ offset }) => offset)).toEqual(headOffsets(whole).slice(0, -1));
    expect(list.reduce((sum, block) => sum + block.records, 0)).toBe(records.length);
    // The records at a time are in the block whose times contain it.
    const time = records[40_000]!.time;
    const block = list.find(({ earliest, latest }) => earliest <= time && time <= latest)!;
    const canonical = binaryOf(records);
    const found = await blocks.records(block);
    expect(Buffer.compare(found, canonical.subarray(block.from, block.from + block.unpacked))).toBe(0);
  });

  test('are found while the file grows', async () => {
    const writer = new TraceWriter();
    let file: Uint8Array = new Uint8Array(0);
    const blocks = new TraceBlocks({ size: async () => file.length, read: async (a, b) => file.slice(a, b) }, 'test');
    expect(await blocks.list()).toEqual([]);
    for (let i = 0; i < records.length; i += 7000) {
      writer.add(binaryOf(records.slice(i, i + 7000)));
      file = apply(file, writer.flush());
      const list = (await blocks.list())!;
      expect(list.reduce((sum, block) => sum + block.records, 0)).toBe(Math.min(i + 7000, records.length));
    }
  });

  test('are unknown in other files', async () => {
    expect(await new TraceBlocks(partsOf(binaryTraceOf(SAMPLES)), 'test').list()).toBeUndefined();
  });
});

describe('damage', () => {
  const file = packed(SAMPLES);

  test('every changed byte is reported', () => {
    const unreported: string[] = [];
    for (let at = 0; at < file.length; at++) {
      for (const bits of [0x01, 0x80, 0xff]) {
        const changed = file.slice();
        changed[at]! ^= bits;
        if (!isReported(changed)) unreported.push(`byte ${at}, bits ${bits}`);
      }
    }
    expect(unreported).toEqual([]);
  });

  function isReported(changed: Uint8Array): boolean {
    try {
      const trace = readTrace(changed, 'test');
      // A longer length of the information makes the file end within its header.
      return [...trace].length <= SAMPLES.length && trace.end?.truncated === true;
    } catch (error) {
      return error instanceof TraceError;
    }
  }

  test('is reported with the place and the times of the block', () => {
    const long = packed(longRun());
    const [, second] = headOffsets(long);
    const changed = long.slice();
    changed[second! + HEAD_BYTES + 1000]! ^= 4;
    expect(errorOf(changed).message).toMatch(
      /^test, block 2 \(byte \d+, t = [\d.]+ to [\d.]+ s\): changed bytes: expected the checksum [\da-f]{8}, got [\da-f]{8}$/,
    );
    const inHead = long.slice();
    inHead[second! + 9]! ^= 4;
    expect(errorOf(inHead).message).toMatch(
      /^test, block 2 \(byte \d+, after t = [\d.]+ s\), in its header: changed bytes/,
    );
  });

  test('a file that ends anywhere gives the records of its complete blocks', () => {
    const all = binaryOf(SAMPLES);
    const [, index] = headOffsets(file);
    for (let length = 0; length < file.length; length++) {
      const trace = readTrace(file.subarray(0, length), 'test');
      const isBlockThere = length >= index!;
      expect(Buffer.compare(binaryOf(trace), isBlockThere ? all : new Uint8Array(0))).toBe(0);
      expect(trace.end?.truncated).toBe(true);
    }
  });

  test('a file that ends while a block is written over gives all that was flushed', () => {
    const writer = new TraceWriter(INFO);
    writer.add(binaryOf(SAMPLES.slice(0, 20)));
    const flushed = apply(new Uint8Array(0), writer.flush());
    writer.add(binaryOf(SAMPLES.slice(20)));
    const [more] = writer.flush();
    const expected = binaryOf(SAMPLES.slice(0, 20));
    for (let length = 0; length <= more!.bytes.length; length++) {
      const trace = readTrace(joined([flushed, more!.bytes.subarray(0, length)]), 'test');
      expect(Buffer.compare(binaryOf(trace), expected)).toBe(0);
      expect(trace.end?.truncated).toBe(true);
    }
  });

  test.each([
    ['length', 0xffff_ffff, 'length: expected at most'],
    ['unpacked', 0xffff_ffff, 'unpacked: expected at most'],
    ['records', 0xffff_ffff, 'records: expected a number that fits'],
    ['kind', 9, 'unknown kind of block 9; expected 1 (records)'],
    ['unpacked', 3, 'expected 3 bytes of records, got more'],
    ['records', 2, 'expected 2 records, got more'],
  ] as const)('a head with a hostile %s is refused before memory is taken', (field, value, problem) => {
    const [first] = headOffsets(file);
    expect(errorOf(withField(file, first!, field, value)).message).toContain(problem);
  });

  test('any content with a valid checksum is read or refused with a place', () => {
    const random = new RandomDoubles(7);
    const [first, index] = headOffsets(file);
    for (let i = 0; i < 1000; i++) {
      const changed = file.slice();
      for (let k = 0; k <= random.below(3); k++) {
        changed[first! + HEAD_BYTES + random.below(index! - first! - HEAD_BYTES)] = random.below(256);
      }
      const content = changed.subarray(first! + HEAD_BYTES, index);
      const summed = withField(changed, first!, 'contentSum', crc32(content));
      const records = acceptedIn(summed);
      // Accepted records are written back as the same canonical bytes.
      expect(Buffer.compare(binaryOf(recordsIn(binaryTraceOf(records))), binaryOf(records))).toBe(0);
    }
  });

  test('bytes after the end are refused', () => {
    expect(errorOf(joined([file, new Uint8Array(1)])).message).toContain(
      'expected the end of the file, got 1 more byte',
    );
  });
});

describe('a trace of version 1', () => {
  /** Written by Kineko before version 2 existed. */
  const old = readFileSync(new URL('../../../test/fixtures/version-1.trace', import.meta.url));

  test('is still read', () => {
    const trace = readTrace(old, 'test');
    expect(trace.header?.version).toEqual({ major: 1, minor: 0 });
    const records = [...trace];
    expect(trace.end).toEqual({ truncated: false, offset: old.length, records: records.length, skipped: 0 });
    expect(Buffer.compare(old.subarray(-binaryOf(records).length), binaryOf(records))).toBe(0);
  });

  test('has the same records, and so the same result hash, when it is packed', () => {
    const records = recordsIn(old);
    expect(binaryOf(recordsIn(packed(records)))).toEqual(binaryOf(records));
  });
});

test('the checksum is that of zlib', () => {
  const random = new RandomDoubles(3);
  for (let length = 0; length < 100; length++) {
    const bytes = Uint8Array.from({ length }, () => random.below(256));
    expect(crc32(bytes)).toBe(zlibCrc32(bytes));
    expect(crc32(bytes.subarray(5), crc32(bytes.subarray(0, 5)))).toBe(zlibCrc32(bytes));
  }
});
