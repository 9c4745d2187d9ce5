import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { RandomDoubles } from '@kineko/tools/shared/random-doubles';
import { PINNED } from '../../test/trace-pinned.js';
import {
  anyRecord,
  binaryOf,
  binaryTraceOf,
  INFO,
  jsonOf,
  jsonTraceOf,
  mutated,
  recordsIn,
  SAMPLES,
  utf8,
} from '../../test/trace-samples.js';
import { jsonHeader, JsonWriter } from './json.js';
import { readTrace, readTraceStream } from './reading.js';
import { MINOR, type RecordOf, type TraceRecord } from './records.js';
import { TraceError } from './trace-error.js';
import type { TraceValue } from './values.js';

const SEED = 20_261;

const HEADER = '{"format":"kineko-trace","version":"1.0"}';

function read(...lines: string[]): TraceRecord[] {
  return [...readTrace(utf8([HEADER, ...lines, ''].join('\n')), 'run.jsonl')];
}

function effect(request: string): string {
  return `{"type":"effect","time":0,"robot":1,"effector":"e","request":${request}}`;
}

describe('round trips', () => {
  test('reads records of all types back', () => {
    const bytes = jsonTraceOf(SAMPLES);
    const trace = readTrace(bytes, 'test');
    expect(trace.header).toEqual({ version: { major: 1, minor: MINOR }, info: INFO });
    expect([...trace]).toEqual(SAMPLES);
    expect(trace.end).toEqual({ truncated: false, offset: bytes.length, records: SAMPLES.length, skipped: 0 });
  });

  test('from binary to JSON and back: the same bytes', () => {
    fc.assert(
      fc.property(fc.array(anyRecord, { maxLength: 5 }), (records) => {
        const binary = binaryTraceOf(records);
        const json = jsonTraceOf(recordsIn(binary));
        expect(binaryTraceOf(recordsIn(json))).toEqual(binary);
        expect(jsonTraceOf(recordsIn(json))).toEqual(json);
      }),
      { seed: SEED, numRuns: 500 },
    );
  });

  test('a stream in chunks of any size', async () => {
    const bytes = jsonTraceOf(SAMPLES);
    for (const size of [1, 2, 7, 400, bytes.length]) {
      const buffer = new Uint8Array(size);
      function* chunks(): Generator<Uint8Array> {
        for (let at = 0; at < bytes.length; at += size) {
          const part = bytes.subarray(at, at + size);
          buffer.set(part);
          yield buffer.subarray(0, part.length);
          buffer.fill(0x0a);
        }
      }
      const stream = readTraceStream(chunks(), 'test');
      const found: TraceRecord[] = [];
      for await (const record of stream) found.push(record);
      expect(found).toEqual(SAMPLES);
      expect(stream.end).toEqual({ truncated: false, offset: bytes.length, records: found.length, skipped: 0 });
    }
  });
});

describe('the lines', () => {
  test('have not drifted', () => {
    expect(SAMPLES.map((record) => jsonOf([record]))).toEqual(PINNED.map(({ json }) => `${json}\n`));
    expect(jsonHeader(INFO)).toBe('{"format":"kineko-trace","version":"1.1","info":{"program":"kineko","seed":7}}\n');
  });

  test('are JSON to any parser, with the numbers it knows', () => {
    const lines = jsonOf(SAMPLES).trimEnd().split('\n');
    const types = lines.map((line) => (JSON.parse(line) as TraceRecord).type);
    expect(types).toEqual(SAMPLES.map(({ type }) => type));
    expect(JSON.parse(lines[2]!)).toEqual(SAMPLES[2]);
  });

  test('may have their fields in any order, blanks between them and a carriage return', () => {
    expect(read(' { "text" : "a",\t"time":1e0 , "type":"warning" } \r')).toEqual([
      { type: 'warning', time: 1, text: 'a' },
    ]);
  });

  test('a value whose members are in any order is the same record', () => {
    const [one] = read(effect('{"b":1,"a":[{"d":1,"c":2}]}'));
    const [other] = read(effect('{"a":[{"c":2,"d":1}],"b":1}'));
    expect(binaryOf([one!])).toEqual(binaryOf([other!]));
  });

  test('an outcome may have the name of an earlier version', () => {
    const end = '{"type":"motionEnd","time":6,"robot":2,"task":8,"status":"interrupted","x":2,"y":3,"heading":0.5}';
    expect(read(end)).toMatchObject([{ type: 'motionEnd', status: 'replaced' }]);
  });

  test('the last one need not end', () => {
    const trace = readTrace(utf8(`${HEADER}\n${PINNED[0]!.json}`), 'test');
    expect([...trace]).toEqual([SAMPLES[0]]);
    expect(trace.end?.truncated).toBe(false);
    expect(readTrace(utf8(HEADER), 'test').header?.info).toEqual({});
  });
});

describe('what a reader refuses', () => {
  test.each<[string, string, string]>([
    ['no JSON', '{"type":}', 'expected JSON in UTF-8: '],
    ['an empty line', '', 'expected JSON in UTF-8: '],
    ['no object', '[1]', 'expected an object, got a list of 1'],
    ['no type', '{"time":0}', 'type: expected world, robot'],
    ['an unknown type', '{"type":"dance","time":0}', "unknown type 'dance'; expected world, robot"],
    ['the name of a method as type', '{"type":"toString"}', "unknown type 'toString'; expected world, robot"],
    [
      'a missing field',
      '{"type":"warning","time":0}',
      "missing field 'text'; warning has time, robot (optional), text",
    ],
    ['an unknown field', '{"type":"warning","time":0,"text":"","x":1}', "unknown field 'x'; warning has time, robot"],
    [
      'null for an absent field',
      '{"type":"warning","time":0,"robot":null,"text":""}',
      'robot: expected a finite number, "NaN", "Infinity" or "-Infinity", got null',
    ],
    [
      'a number as text',
      '{"type":"warning","time":"0","text":""}',
      'time: expected a finite number, "NaN", "Infinity" or "-Infinity", got "0"',
    ],
    [
      'a number that is too large',
      '{"type":"warning","time":1e999,"text":""}',
      'time: expected a finite number, "NaN", "Infinity" or "-Infinity", got Infinity',
    ],
    [
      'a number that is too large, in a value',
      effect('[-1e999]'),
      'request[0]: expected a finite number, "$NaN", "$Infinity" or "$-Infinity", got -Infinity',
    ],
    ['a text as number', '{"type":"warning","time":0,"text":1}', 'text: expected a text, got 1'],
    [
      'half a surrogate pair',
      String.raw`{"type":"warning","time":0,"text":"\ud800"}`,
      'text: is a text with half a surrogate pair',
    ],
    [
      'half a surrogate pair in a name',
      effect(String.raw`{"\udfff":0}`),
      'request: is a text with half a surrogate pair',
    ],
    [
      'a text after a lone sign',
      effect('{"a":[0,"$x"]}'),
      'request.a[1]: expected a text without a "$" at its start, "$$…", "$NaN", "$Infinity" or "$-Infinity", got "$x"',
    ],
    ['__proto__', effect('{"__proto__":{}}'), 'request: the key "__proto__" is refused'],
    ['deep nesting', effect(`${'['.repeat(65)}${']'.repeat(65)}`), '[0]: expected at most 64 nested lists and objects'],
    ['very deep nesting', effect(`${'['.repeat(1e6)}${']'.repeat(1e6)}`), 'run.jsonl:3: '],
    [
      'an unknown word',
      '{"type":"world","time":0,"walled":true,"response":"stick"}',
      'response: expected "stop", "bounce" or "none", got "stick"',
    ],
    [
      'a word of another kind',
      '{"type":"world","time":0,"walled":true,"response":0}',
      'response: expected "stop", "bounce" or "none", got 0',
    ],
    [
      'a doubtful truth',
      '{"type":"world","time":0,"walled":1,"response":"stop"}',
      'walled: expected true or false, got 1',
    ],
    [
      'no list',
      '{"type":"world","time":0,"area":1,"walled":true,"response":"stop"}',
      'area: expected a list of numbers, got 1',
    ],
    [
      'an unknown leg',
      '{"type":"leg","time":0,"robot":0,"leg":{"kind":"jump"}}',
      "leg: unknown kind 'jump'; expected rest, turn",
    ],
    ['no leg', '{"type":"leg","time":0,"robot":0,"leg":[]}', 'leg: expected an object, got an empty list'],
    [
      'a party without id',
      '{"type":"touch","time":0,"robot":0,"other":{"kind":"robot"}}',
      "other: missing field 'id'; robot has id",
    ],
    [
      'a broken row of knots',
      '{"type":"leg","time":0,"robot":0,"leg":{"kind":"curve","x":0,"y":0,"heading":0,"start":0,"end":1,"knots":[1]}}',
      'leg.knots: expected rows of 6 numbers (t, x, y, vx, vy, heading), got 1 numbers',
    ],
  ])('%s', (_, line, message) => {
    const reading = (): unknown => read(PINNED[0]!.json, line);
    expect(reading).toThrow(TraceError);
    expect(reading).toThrow(message);
    expect(reading).toThrow(/^run\.jsonl:3: /);
  });

  test('bytes that are not UTF-8', () => {
    const bytes = Uint8Array.of(...utf8(`${HEADER}\n"`), 0xff, ...utf8('"\n'));
    expect(() => [...readTrace(bytes, 'run.jsonl')]).toThrow('run.jsonl:2: expected JSON in UTF-8');
  });

  test.each([
    [
      'hello',
      'run.jsonl:1: expected a trace, which starts with {"format":"kineko-trace", or with the byte 89 if it is binary, got "hello"',
    ],
    [
      '{"format":"kineko-log"}\n',
      'which starts with {"format":"kineko-trace", or with the byte 89 if it is binary, got "{\\"format\\":\\"kineko-log\\"}\\n"',
    ],
    ['{"a', 'which starts with {"format":"kineko-trace", or with the byte 89 if it is binary, got "{\\"a"'],
    ['{"format":"kineko-trace"}\n', 'version: expected a text like "1.1", got nothing'],
    ['{"format":"kineko-trace","version":1}\n', 'version: expected a text like "1.1", got 1'],
    ['{"format":"kineko-trace","version":"2.1"}\n', 'run.jsonl:1: expected a trace of version 1.x, got 2.1'],
    ['{"format":"kineko-trace","version":"1.0","seed":1}\n', "unknown field 'seed'; expected format, version or info"],
    ['{"format":"kineko-trace","version":"1.0","info":[]}\n', 'info: expected an object, got an empty list'],
    [
      '{"format":"kineko-trace","version":"1.0","info":{"a":"$"}}\n',
      'info: a: expected a text without a "$" at its start, "$$…", "$NaN", "$Infinity" or "$-Infinity", got "$"',
    ],
  ])('the header %s', (text, message) => {
    const reading = (): unknown => [...readTrace(utf8(text), 'run.jsonl')];
    expect(reading).toThrow(TraceError);
    expect(reading).toThrow(message);
  });
});

describe('what a writer refuses', () => {
  const shared = Array.from({ length: 40 }).reduce<unknown>((inner) => [inner, inner], 'x'.repeat(10_000_000));
  const withRequest = (request: unknown): RecordOf<'effect'> => ({
    type: 'effect',
    time: 0,
    robot: 1,
    effector: 'e',
    request: request as TraceValue,
  });

  test.each<[string, unknown, string]>([
    [
      'a function',
      withRequest({ f: [1, () => 0] }),
      'request.f[1]: expected null, a boolean, a number, a text, a list or a plain object, got a function',
    ],
    [
      'a hole in a list',
      withRequest(new Array(1)),
      'request[0]: expected null, a boolean, a number, a text, a list or a plain object, got nothing',
    ],
    [
      'an instance of a class',
      withRequest(new Map()),
      'request: expected null, a boolean, a number, a text, a list or a plain object, got an instance of a class',
    ],
    ['a tree that would never end', withRequest(shared), 'expected at most 134217728 characters'],
    ['half a character', withRequest({ 'x\ud800': 1 }), 'is a text with half a surrogate pair'],
    ['a missing number', { ...withRequest(0), robot: undefined }, 'robot: expected a number, got nothing'],
    ['a hole among numbers', { ...SAMPLES[0], area: new Array(4) }, 'area: expected a number, got nothing'],
    ['an unknown type', { type: 'dance', time: 0 }, "unknown type 'dance'; expected world, robot"],
  ])('%s', (_, record, message) => {
    const writer = new JsonWriter('run.jsonl');
    const writing = (): void => writer.append(record as TraceRecord);
    expect(writing).toThrow(expect.objectContaining({ message: expect.stringContaining(message) }));
    expect(writer.length).toBe(0);
    expect(writer.take()).toBe('');
  });

  test('information that cannot be written', () => {
    const info = { a: 1n } as unknown as Record<string, TraceValue>;
    expect(() => jsonHeader(info)).toThrow(
      'trace, header: a: expected null, a boolean, a number, a text, a list or a plain object, got 1',
    );
  });
});

test('records of types that a later minor version has are skipped and counted', () => {
  const lines = [HEADER.replace('1.0', '1.9'), '{"type":"dance","steps":3}', PINNED[0]!.json, ''];
  const trace = readTrace(utf8(lines.join('\n')), 'test');
  expect([...trace]).toEqual([SAMPLES[0]]);
  expect(trace.end).toMatchObject({ truncated: false, records: 2, skipped: 1 });
});

test('files that are cut off at any byte: all whole records, and where they end', () => {
  const bytes = jsonTraceOf(SAMPLES);
  const ends = [...bytes.entries()].filter(([, byte]) => byte === 0x0a).map(([at]) => at);
  for (let cut = 0; cut <= bytes.length; cut++) {
    // A line is complete with or without its line end.
    const whole = ends.filter((end) => end <= cut).length;
    const offset = whole === 0 ? 0 : Math.min(ends[whole - 1]! + 1, cut);
    const trace = readTrace(bytes.subarray(0, cut), 'test');
    expect([...trace].length).toBe(Math.max(whole - 1, 0));
    expect(trace.end).toEqual({
      truncated: whole === 0 || offset < cut,
      offset,
      records: Math.max(whole - 1, 0),
      skipped: 0,
    });
  }
});

test('hostile files are read or refused', () => {
  const random = new RandomDoubles(SEED);
  const original = jsonTraceOf(SAMPLES);
  let refused = 0;
  let longest = 0;
  for (let round = 0; round < 3_000; round++) {
    try {
      // Every record that is read can be written.
      binaryOf(recordsIn(mutated(original, random)));
    } catch (failure) {
      if (!(failure instanceof TraceError)) throw failure;
      longest = Math.max(longest, failure.message.length);
      refused++;
    }
  }
  expect(longest).toBeLessThan(1_500);
  expect(refused).toBeGreaterThan(1_500);
  expect(refused).toBeLessThan(3_000);
});
