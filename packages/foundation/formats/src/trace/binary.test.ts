import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { RandomDoubles } from '@kineko/tools/shared/random-doubles';
import { PINNED } from '../../test/trace-pinned.js';
import {
  anyRecord,
  binaryOf,
  binaryTraceOf,
  hexOf,
  INFO,
  joined,
  mutated,
  recordsIn,
  SAMPLES,
} from '../../test/trace-samples.js';
import { BinaryReader, BinaryWriter } from './binary.js';
import { binaryHeader } from './file-header.js';
import { recordCodec } from './binary-fields.js';
import { ByteSink } from './byte-sink.js';
import { MAX_RECORD } from './limits.js';
import { readTrace, readTraceStream } from './reading.js';
import { MINOR, type RecordOf, RECORDS, type TraceRecord } from './records.js';
import { RECORD } from './shapes.js';
import { TraceError } from './trace-error.js';
import type { TraceValue } from './values.js';

const SEED = 20_260;

function effect(request: unknown): RecordOf<'effect'> {
  return { type: 'effect', time: 0, robot: 1, effector: 'e', request: request as TraceValue };
}

/** Writes a record by its parts, if it is of a frequent type. */
function writeParts(record: TraceRecord, writer: BinaryWriter): void {
  const { time } = record;
  switch (record.type) {
    case 'leg':
      return writer.leg(time, record.robot, record.leg);
    case 'motionRequest':
      return writer.motionRequest(time, { ...record, number: record.task }, record.request);
    case 'motionEvent': {
      const { x, y, heading, toX, toY, turn, distance, turnRate, speed, phase, edge, isLast } = record;
      const numbers = Float64Array.of(x, y, heading, toX, toY, turn, distance, turnRate, speed);
      return writer.motionEvent(time, { ...record, number: record.task }, phase, edge, isLast, numbers);
    }
    case 'motionEnd':
      return writer.motionEnd({ ...record, number: record.task, kind: '' }, { ...record, at: time, pose: record });
    case 'touch':
      return writer.touch(time, record.robot, record.other.kind, record.other.id);
    case 'release':
      return writer.release(time, record.robot, record.other.kind, record.other.id);
    default:
      return writer.append(record);
  }
}

/** A record as bytes: its length, then what is given. */
function framed(...body: number[]): Uint8Array {
  return Uint8Array.of(body.length & 0xff, body.length >> 8, 0, 0, ...body);
}

const ZERO = [0, 0, 0, 0, 0, 0, 0, 0];
/** An effect of robot 0 at time 0, up to its request. */
const EFFECT = [RECORDS.effect.number, ...ZERO, ...ZERO, 1, 0x65];

function errorOf(work: () => unknown): TraceError {
  try {
    work();
  } catch (failure) {
    if (failure instanceof TraceError) return failure;
    throw failure;
  }
  throw new Error('nothing was refused');
}

const errorIn = (...parts: Uint8Array[]): TraceError =>
  errorOf(() => [...readTrace(joined([binaryHeader(), ...parts]), 'run.trace')]);

/** Offset of the first record. */
const START = binaryHeader().length;

describe('round trips', () => {
  test('reads records of all types back', () => {
    const trace = readTrace(binaryTraceOf(SAMPLES), 'test');
    expect(trace.header).toEqual({ version: { major: 1, minor: MINOR }, info: INFO });
    expect(trace.end).toBeUndefined();
    expect([...trace]).toEqual(SAMPLES);
    const { length } = binaryTraceOf(SAMPLES);
    expect(trace.end).toEqual({ truncated: false, offset: length, records: SAMPLES.length, skipped: 0 });
  });

  test('any records, to the last bit', () => {
    fc.assert(
      fc.property(fc.array(anyRecord, { maxLength: 5 }), (records) => {
        const bytes = binaryTraceOf(records);
        const read = recordsIn(bytes);
        expect(read).toEqual(records);
        expect(binaryTraceOf(read)).toEqual(bytes);
      }),
      { seed: SEED, numRuns: 500 },
    );
  });

  test('doubles of every exponent', () => {
    const random = new RandomDoubles(SEED);
    const records = Array.from({ length: 2_000 }, () => effect([random.bits(), random.near(1)]));
    expect(recordsIn(binaryTraceOf(records))).toEqual(records);
  });

  test('a stream in chunks of any size, each overwritten once it is used', async () => {
    const bytes = binaryTraceOf(SAMPLES);
    for (const size of [1, 2, 3, 7, 50, 400, bytes.length]) {
      const buffer = new Uint8Array(size);
      function* chunks(): Generator<Uint8Array> {
        for (let at = 0; at < bytes.length; at += size) {
          const part = bytes.subarray(at, at + size);
          buffer.set(part);
          yield buffer.subarray(0, part.length);
          buffer.fill(0xee);
        }
      }
      const stream = readTraceStream(chunks(), 'test');
      const read: TraceRecord[] = [];
      for await (const record of stream) read.push(record);
      expect(read).toEqual(SAMPLES);
      expect(stream.header?.info).toEqual(INFO);
      expect(stream.end).toEqual({ truncated: false, offset: bytes.length, records: read.length, skipped: 0 });
    }
  });

  test('chunks that are fed before the ones before them are used up', () => {
    const bytes = binaryTraceOf(SAMPLES);
    const reader = new BinaryReader('test');
    for (let at = 0; at < bytes.length; at += 5) reader.feed(bytes.subarray(at, at + 5));
    const read = SAMPLES.map(() => reader.next());
    expect(read).toEqual(SAMPLES);
    expect(reader.next()).toBeUndefined();
    expect(reader.end).toBeUndefined();
    reader.close();
    expect(reader.next()).toBeUndefined();
    expect(reader.end?.truncated).toBe(false);
  });

  test('long lists of receivers give the same bytes, frozen or changed in between', () => {
    const changing = Array.from({ length: 300 }, (_, id) => id);
    const lists = [Object.freeze([...changing]), Object.freeze(changing.toReversed()), changing, Object.freeze([1, 2])];
    for (let round = 0; round < 4; round++) {
      changing[7] = 1000 + round;
      for (const to of [...lists, ...lists]) {
        for (const from of [0, 1, 1024]) {
          const common = { time: round, message: 1, to, protocol: 'p', messageType: 'T', content: { round } };
          for (const record of [
            { type: 'send', process: from, ...common },
            { type: 'deliver', process: 5, from, ...common },
          ] as const) {
            const [writer, sink] = [new BinaryWriter(), new ByteSink()];
            writer.append(record);
            recordCodec.write(sink, record);
            expect(writer.take().subarray(4)).toEqual(sink.take());
          }
        }
      }
    }
  });

  test('a writer that is taken from often gives the same bytes', () => {
    const writer = new BinaryWriter();
    const parts = SAMPLES.map((record) => {
      writer.append(record);
      const { length } = writer;
      const part = writer.take();
      expect(part.length).toBe(length);
      return part;
    });
    expect(joined(parts)).toEqual(binaryOf(SAMPLES));
    expect(writer.take().length).toBe(0);
  });

  test('records that are larger than the first buffer', () => {
    const records = [effect('é'.repeat(100_000)), ...SAMPLES, effect(Array.from({ length: 50_000 }, (_, i) => i))];
    expect(recordsIn(binaryTraceOf(records))).toEqual(records);
  });
});

describe('the canonical form', () => {
  test('has not drifted', () => {
    expect(SAMPLES.map((record) => hexOf(binaryOf([record])))).toEqual(PINNED.map(({ bytes }) => bytes));
    expect(hexOf(binaryHeader(INFO))).toBe(
      '894b494e454b4f0a010001002000000006020770726f6772616d04066b696e656b6f0473656564030000000000001c40',
    );
  });

  test('numbers of records are given once', () => {
    const numbers = RECORD.variants.map(({ number }) => number);
    expect(new Set(numbers).size).toBe(numbers.length);
    expect(numbers.every((number) => Number.isInteger(number) && number > 0 && number < 256)).toBe(true);
  });

  test('members are sorted, absent ones left out', () => {
    const bytes = binaryOf([effect({ a: 1, b: { c: 2, d: 3 } })]);
    expect(binaryOf([effect({ x: undefined, b: { d: 3, c: 2 }, a: 1 })])).toEqual(bytes);
    expect(binaryOf([effect(Object.assign(Object.create(null), { b: { c: 2, d: 3 }, a: 1 }))])).toEqual(bytes);
  });

  test('an optional field that is undefined is absent', () => {
    expect(binaryOf([{ type: 'warning', time: 0, robot: undefined, text: '' }])).toEqual(
      binaryOf([{ type: 'warning', time: 0, text: '' }]),
    );
  });

  test('there is one NaN', () => {
    const other = new Float64Array(new BigUint64Array([0xfff8_dead_beef_0001n]).buffer)[0]!;
    expect(binaryOf([effect(other)])).toEqual(binaryOf([effect(NaN)]));
  });

  test('all types are written as their tables say, also those that are written by code of their own', () => {
    fc.assert(
      fc.property(anyRecord, (record) => {
        const sink = new ByteSink();
        recordCodec.write(sink, record);
        expect(binaryOf([record]).slice(4)).toEqual(sink.take());
      }),
      { seed: SEED, numRuns: 1_000 },
    );
  });

  test('writes the parts of frequent records like the records', () => {
    fc.assert(
      fc.property(anyRecord, (record) => {
        const writer = new BinaryWriter();
        writeParts(record, writer);
        expect(writer.take()).toEqual(binaryOf([record]));
      }),
      { seed: SEED, numRuns: 500 },
    );
  });

  test.each([
    { kind: 'moveTo', x: 1, y: -0, speed: 3, turnRate: 4 },
    { y: 2, turnRate: 4, x: 1, kind: 'moveTo', speed: 3 },
    { kind: 'moveTo', x: 1, y: 2, speed: 3, turnRate: 4, shorter: true },
    { kind: 'moveTo', x: 1, y: 2, speed: 3, turnRate: NaN },
    { kind: 'moveTo', x: 1, y: 2, speed: 3, turnRate: 'fast' },
    { kind: 'moveTo', x: 1, y: 2, speed: 3, rate: 4 },
  ])('writes the request of a move as its table says (%j)', (request) => {
    const record = { type: 'motionRequest', time: 5, robot: 1, task: 9, kind: 'moveTo', request } as const;
    const sink = new ByteSink();
    recordCodec.write(sink, record);
    expect(binaryOf([record]).slice(4)).toEqual(sink.take());
  });

  test('refuses invalid parts of a frequent record like the record', () => {
    const writer = new BinaryWriter('run');
    const kind = 'wall' as 'robot';
    const { message } = errorOf(() => writer.append({ type: 'touch', time: 0, robot: 1, other: { kind, id: 2 } }));
    expect(errorOf(() => writer.touch(0, 1, kind, 2)).message).toBe(message);
    expect(writer.length).toBe(0);
  });

  test('texts and objects that were written before are written the same again', () => {
    const objects = Array.from({ length: 40 }, (_, i) => ({
      [`b${i}`]: i,
      a: `word ${i % 7}`,
      c: i % 2 === 0,
      ü: null,
    }));
    const sink = new ByteSink();
    const once = objects.map((object) => {
      recordCodec.write(sink, effect(object));
      return sink.take();
    });
    for (let round = 0; round < 3; round++) {
      expect(objects.map((object) => binaryOf([effect(object)]).slice(4))).toEqual(once);
    }
    expect(recordsIn(binaryTraceOf(objects.map(effect)))).toEqual(objects.map(effect));
  });
});

describe('what a writer refuses', () => {
  const cyclic: Record<string, unknown> = {};
  cyclic['self'] = cyclic;
  const shared = Array.from({ length: 40 }).reduce<unknown>((inner) => [inner, inner], 'x'.repeat(10_000));

  test.each<[string, unknown, string]>([
    [
      'a function',
      effect({ f: [1, () => 0] }),
      'request.f[1]: expected null, a boolean, a number, a text, a list or a plain object, got a function',
    ],
    [
      'undefined in a list',
      effect([undefined]),
      'request[0]: expected null, a boolean, a number, a text, a list or a plain object, got nothing',
    ],
    [
      'a hole in a list',
      effect(new Array(1)),
      'request[0]: expected null, a boolean, a number, a text, a list or a plain object, got nothing',
    ],
    [
      'a big integer',
      effect(1n),
      'request: expected null, a boolean, a number, a text, a list or a plain object, got 1',
    ],
    [
      'an instance of a class',
      effect(new Date(0)),
      'request: expected null, a boolean, a number, a text, a list or a plain object, got an instance of a class',
    ],
    [
      'a typed array',
      effect(new Float64Array(2)),
      'request: expected null, a boolean, a number, a text, a list or a plain object, got an instance of a class',
    ],
    ['a cycle', effect(cyclic), 'expected at most 64 nested lists and objects'],
    ['a tree that would never end', effect(shared), `longer than the ${MAX_RECORD} bytes`],
    ['a long text', effect('x'.repeat(MAX_RECORD)), `longer than the ${MAX_RECORD} bytes`],
    ['__proto__', effect(JSON.parse('{"__proto__":1}')), 'request: the key "__proto__" is refused'],
    ['half a character', effect({ a: 'x\ud800' }), 'request.a: is a text with half a surrogate pair'],
    ['half a character, the other', effect('\udc00\ud800'), 'request: is a text with half a surrogate pair'],
    [
      'a word that is not allowed',
      { ...SAMPLES[0], response: 'stick' },
      'response: expected "stop", "bounce" or "none", got "stick"',
    ],
    ['a missing number', { ...SAMPLES[5], robot: undefined }, 'robot: expected a number, got nothing'],
    ['a number as text', { ...SAMPLES[2], x: '1' }, 'x: expected a number, got "1"'],
    ['a text as number', { ...SAMPLES[2], tag: 1 }, 'tag: expected a text, got 1'],
    ['a number as truth', { ...SAMPLES[0], walled: 1 }, 'walled: expected true or false, got 1'],
    ['a list as number', { ...SAMPLES[0], area: [1, [2], 3, 4] }, 'area: expected a number, got a list of 1'],
    ['no list', { ...SAMPLES[0], area: {} }, 'area: expected a list of numbers, got an empty object'],
    ['a leg without a number', { ...SAMPLES[7], leg: { kind: 'line', x: 1 } }, 'leg.y: expected a number, got nothing'],
    ['no leg', { ...SAMPLES[7], leg: null }, 'leg: expected an object, got null'],
    ['an unknown leg', { ...SAMPLES[7], leg: { kind: 'jump' } }, "leg: unknown kind 'jump'; expected rest, turn"],
    [
      'a broken row of knots',
      { ...SAMPLES[9], leg: { ...(SAMPLES[9] as RecordOf<'leg'>).leg, knots: [1] } },
      'leg.knots: expected rows of 6 numbers (t, x, y, vx, vy, heading), got 1 numbers',
    ],
    [
      'a party without id',
      { type: 'touch', time: 0, robot: 0, other: { kind: 'robot' } },
      'other.id: expected a number, got nothing',
    ],
    ['an unknown type', { type: 'dance', time: 0 }, "unknown type 'dance'; expected world, robot"],
    ['nothing', undefined, 'expected an object, got nothing'],
  ])('%s', (_, record, message) => {
    const writer = new BinaryWriter('run.trace');
    writer.append(SAMPLES[0]!);
    const { length } = writer;
    const error = errorOf(() => writer.append(record as TraceRecord));
    expect(error.message).toContain(message);
    expect(error.message).toMatch(/^run\.trace, record 2 \(/);
    // Earlier records are complete, and the writer continues.
    expect(writer.length).toBe(length);
    writer.append(SAMPLES[1]!);
    expect(writer.take()).toEqual(binaryOf(SAMPLES.slice(0, 2)));
  });

  test('information that cannot be written', () => {
    const info = { a: Symbol('s') } as unknown as Record<string, TraceValue>;
    expect(errorOf(() => binaryHeader(info)).message).toContain(
      'trace, header: a: expected null, a boolean, a number, a text, a list or a plain object, got a symbol',
    );
  });
});

describe('what a reader refuses', () => {
  test.each<[string, number[], string]>([
    ['no body', [], 'byte 18, in record 1: expected a length of 1 to 16777216 bytes, got 0'],
    ['an unknown type', [200], 'byte 22, in record 1: unknown type number 200; expected 1 (world), 2 (robot)'],
    [
      'an end within a number',
      [14, 0, 0],
      'byte 23, in record 1 (effect): time: expected 8 more bytes, got 2 at the end of the record',
    ],
    [
      'bytes after the last field',
      [...EFFECT, 0, 7],
      'byte 42, in record 1 (effect): 1 bytes left after its last field',
    ],
    [
      'an unknown kind of value',
      [...EFFECT, 7],
      'byte 41, in record 1 (effect): request: unknown kind of value 7; expected 0 (null)',
    ],
    [
      'a list longer than what is left',
      [...EFFECT, 5, 0xff, 0xff, 0xff, 0xff, 0x0f],
      'request: expected at most 0 bytes, got 4294967295 items of 1 or more bytes',
    ],
    [
      'an object longer than what is left',
      [...EFFECT, 6, 2, 1],
      'request: expected at most 1 bytes, got 2 items of 2 or more bytes',
    ],
    [
      'a text longer than what is left',
      [...EFFECT, 4, 3, 0x61],
      'request: expected at most 1 bytes, got 3 items of 1 or more bytes',
    ],
    [
      'a count that is too large',
      [...EFFECT, 5, 0xff, 0xff, 0xff, 0xff, 0x1f],
      'expected a count from 0 to 2^32 - 1 in its shortest form',
    ],
    [
      'a count of padding',
      [...EFFECT, 5, ...Array<number>(300).fill(0x80), 0],
      'expected a count from 0 to 2^32 - 1 in its shortest form',
    ],
    [
      'a count that is not shortest',
      [...EFFECT, 5, 0x80, 0],
      'byte 42, in record 1 (effect): request: expected a count from 0 to 2^32 - 1 in its shortest form',
    ],
    [
      'bad UTF-8',
      [...EFFECT, 4, 2, 0xc3, 0x28],
      'byte 43, in record 1 (effect): request: expected UTF-8, got a text of 2 other bytes',
    ],
    ['a long form of a character', [...EFFECT, 4, 2, 0xc0, 0x80], 'expected UTF-8, got a text of'],
    ['half a surrogate pair', [...EFFECT, 4, 3, 0xed, 0xa0, 0x80], 'expected UTF-8, got a text of'],
    [
      'members that are not sorted',
      [...EFFECT, 6, 2, 1, 0x62, 0, 1, 0x61, 0],
      'request: expected sorted, distinct members, got "a" after "b"',
    ],
    [
      'a member twice',
      [...EFFECT, 6, 2, 1, 0x61, 0, 1, 0x61, 0],
      'request: expected sorted, distinct members, got "a" after "a"',
    ],
    [
      '__proto__',
      [...EFFECT, 6, 1, 9, ...Array.from('__proto__', (c) => c.charCodeAt(0)), 0],
      'request: the key "__proto__" is refused',
    ],
    [
      'another NaN',
      [...EFFECT, 3, 1, 0, 0, 0, 0, 0, 0xf8, 0x7f],
      'byte 42, in record 1 (effect): request: expected NaN as 00 00 00 00 00 00 f8 7f, got another NaN',
    ],
    [
      'deep nesting',
      [...EFFECT, ...Array.from({ length: 70 }, () => [5, 1]).flat(), 0],
      '[0]: expected at most 64 nested lists and objects',
    ],
    ['a doubtful truth', [1, ...ZERO, 0, 2, 0], 'walled: expected 0 (false) or 1 (true), got 2'],
    ['a doubtful presence', [1, ...ZERO, 2, 0, 0], 'area: expected 0 (absent) or 1 (present), got 2'],
    ['an unknown word', [1, ...ZERO, 0, 0, 3], 'response: expected 0 (stop), 1 (bounce) or 2 (none), got 3'],
    ['an unknown leg', [5, ...ZERO, ...ZERO, 9], 'leg: unknown kind number 9; expected 0 (rest), 1 (turn)'],
    ['an unknown party', [9, ...ZERO, ...ZERO, 2], 'other: unknown kind number 2; expected 0 (robot) or 1 (obstacle)'],
    [
      'a broken row of knots',
      [5, ...ZERO, ...ZERO, 4, ...ZERO, ...ZERO, ...ZERO, ...ZERO, ...ZERO, 1, ...ZERO],
      'leg.knots: expected rows of 6 numbers (t, x, y, vx, vy, heading), got 1 numbers',
    ],
  ])('%s', (_, body, message) => {
    expect(errorIn(framed(...body)).message).toContain(message);
  });

  test('names the file, the byte and the record', () => {
    const before = binaryOf(SAMPLES);
    const error = errorIn(before, framed(200));
    expect(error.offset).toBe(START + before.length + 4);
    expect(error.message).toMatch(`run.trace, byte ${error.offset}, in record ${SAMPLES.length + 1}: `);
  });

  test('gives the records before the damage, and the same error again and again', () => {
    const reader = new BinaryReader('test');
    reader.feed(joined([binaryHeader(), binaryOf(SAMPLES), framed(200)]));
    expect(SAMPLES.map(() => reader.next())).toEqual(SAMPLES);
    expect(() => reader.next()).toThrow(TraceError);
    expect(() => reader.next()).toThrow(TraceError);
  });

  test('a length beyond the largest', () => {
    expect(errorIn(Uint8Array.of(1, 0, 0, 1)).message).toContain(
      `expected a length of 1 to ${MAX_RECORD} bytes, got ${MAX_RECORD + 1}`,
    );
  });

  test.each<[string, number[], string]>([
    [
      'magic',
      [0x89, 0x4b, 0x49, 0x4e, 0x45, 0x4b, 0x4f, 0x0d],
      'byte 0, in the header: expected a binary trace, which starts with 89 4b 49 4e 45 4b 4f 0a, got 89 4b 49 4e 45 4b 4f 0d',
    ],
    ['magic, cut off', [0x89, 0x4c], 'expected a binary trace, which starts with 89 4b 49 4e 45 4b 4f 0a, got 89 4c'],
    ['version', [3, 0, 3, 0, 0, 0, 0, 0], 'byte 8: expected a trace of version 1.x or 2.x, got 3.3'],
    [
      'length',
      [1, 0, 0, 0, 1, 0, 0, 1],
      'byte 12, in the header: information: expected at most 16777216 bytes, got 16777217',
    ],
    ['kind of information', [1, 0, 0, 0, 1, 0, 0, 0, 0], 'in the header: information: expected an object, got'],
    ['information', [1, 0, 0, 0, 1, 0, 0, 0, 9], 'byte 16, in the header: information: unknown kind of value 9'],
    ['length of information', [1, 0, 0, 0, 3, 0, 0, 0, 6, 0, 0], 'byte 18, in the header: information: 1 bytes left'],
  ])('header: %s', (what, bytes, message) => {
    const header = what.startsWith('magic') ? bytes : [...binaryHeader().subarray(0, 8), ...bytes];
    expect(errorOf(() => readTrace(Uint8Array.from(header), 'run.trace')).message).toContain(message);
  });
});

describe('other versions', () => {
  test('records of types that a later minor version has are skipped and counted', () => {
    const header = binaryHeader();
    header[10] = MINOR + 1;
    const trace = readTrace(joined([header, framed(200, 1, 2), binaryOf(SAMPLES), framed(201)]), 'test');
    expect([...trace]).toEqual(SAMPLES);
    expect(trace.end).toMatchObject({ truncated: false, records: SAMPLES.length + 2, skipped: 2 });
  });
});

describe('files that are cut off', () => {
  test('at every byte: all whole records, and where they end', () => {
    const header = binaryHeader(INFO);
    const lengths = SAMPLES.map((record) => binaryOf([record]).length);
    const bytes = binaryTraceOf(SAMPLES);
    for (let cut = 0; cut <= bytes.length; cut++) {
      let records = 0;
      let offset = header.length;
      while (records < lengths.length && offset + lengths[records]! <= cut) offset += lengths[records++]!;
      const hasHeader = cut >= header.length;
      const trace = readTrace(bytes.subarray(0, cut), 'test');
      expect(trace.header !== undefined).toBe(hasHeader);
      expect([...trace].length).toBe(records);
      const end = hasHeader ? { truncated: offset < cut, offset } : { truncated: true, offset: 0 };
      expect(trace.end).toEqual({ ...end, records, skipped: 0 });
    }
  });

  test('an empty stream', async () => {
    const stream = readTraceStream([], 'test');
    for await (const record of stream) expect(record).toBeUndefined();
    expect(stream.end).toEqual({ truncated: true, offset: 0, records: 0, skipped: 0 });
  });
});

test('hostile files are read as what they would have been written from, or refused', () => {
  const random = new RandomDoubles(SEED);
  const original = binaryTraceOf(SAMPLES);
  const headerLength = binaryHeader(INFO).length;
  let refused = 0;
  let longest = 0;
  for (let round = 0; round < 5_000; round++) {
    const bytes = mutated(original, random);
    const read: TraceRecord[] = [];
    try {
      const trace = readTrace(bytes, 'test');
      for (const record of trace) read.push(record);
      const { skipped, offset } = trace.end!;
      if (skipped > 0 || trace.header === undefined || offset < headerLength) continue;
      const rewritten = joined([binaryHeader(trace.header.info), binaryOf(read)]);
      rewritten[10] = bytes[10]!; // the minor version
      rewritten[11] = bytes[11]!;
      expect(hexOf(rewritten)).toBe(hexOf(bytes.subarray(0, offset)));
    } catch (failure) {
      if (!(failure instanceof TraceError)) throw failure;
      longest = Math.max(longest, failure.message.length);
      refused++;
    }
  }
  expect(longest).toBeLessThan(1_500);
  // Most bytes belong to numbers, for which any bytes are valid.
  expect(refused).toBeGreaterThan(2_000);
  expect(refused).toBeLessThan(4_000);
});
