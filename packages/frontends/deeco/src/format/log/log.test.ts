import { describe, expect, test } from '@jest/globals';
import { describeProblem, InputError } from '@kineko/formats/problem';
import fc from 'fast-check';
import { bytesOf, LOGS, SMALL_LOG, utf8 } from '../../../test/files.js';
import type { DeecoCycle, DeecoLogHeader } from './log.js';
import { DeecoLogReader } from './log-reader.js';
import { DeecoLogWriter } from './log-writer.js';
import { readDeecoLog, readDeecoLogStream } from './log-reader.js';
import { MAX_LINE } from './line-queue.js';

function read(text: string) {
  const log = readDeecoLog(utf8(text), 'x.txt');
  const cycles = [...log];
  return {
    header: log.header,
    cycles,
    end: log.end,
    damaged: log.damaged,
    problems: log.problems.map(describeProblem),
  };
}

function written(header: DeecoLogHeader, cycles: Iterable<DeecoCycle>): Uint8Array {
  const writer = new DeecoLogWriter(header);
  for (const cycle of cycles) writer.append(cycle);
  return writer.take();
}

/** What is wrong with a header. */
function refusal(text: string): string {
  try {
    read(text);
  } catch (error) {
    if (error instanceof InputError) return error.message;
    throw error;
  }
  throw new Error('it was read');
}

const HEADER = SMALL_LOG.split('\n').slice(0, 8).join('\n');

describe('logs of the playground', () => {
  test.each(LOGS)('%s is read, and written to the same bytes', (path) => {
    const bytes = bytesOf(path);
    const log = readDeecoLog(bytes, path);
    const cycles = [...log];
    expect(log.problems).toEqual([]);
    expect(log.end).toEqual({ truncated: false, offset: bytes.length, cycles: cycles.length });
    expect(cycles.map(({ cycle }) => cycle)).toEqual(cycles.map((_, index) => index));
    expect(Buffer.compare(bytes, written(log.header, cycles))).toBe(0);
  });

  test('tell what they show', () => {
    const { header, cycles } = read(SMALL_LOG);
    expect(header).toEqual({
      width: 4,
      height: 3,
      bitmap: { width: 4, height: 3, dark: Uint8Array.of(0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0) },
      robots: [{ className: 'demo.Bot', size: 1 }],
      objects: [{ className: 'demo.Lamp' }],
    });
    const objects = [{ x: 9, y: 9, size: 0.25, tag: 'x;y' }];
    expect(cycles).toEqual([
      { cycle: 0, status: 'A&B', robots: [{ x: 1.5, y: 1.5, angle: 0, tag: '' }], objects },
      { cycle: 1, status: 'A&B', robots: [{ x: 1.5, y: 1.75, angle: 0, tag: 'hi' }], objects },
    ]);
  });

  test('may have no number where the playground found no solution', () => {
    const [, second] = readDeecoLog(bytesOf('micro/logs/m9-touch-0.txt'), 'm9-touch-0.txt');
    expect(second?.robots).toEqual([{ x: NaN, y: NaN, angle: 0, tag: 'MOVE NaN []' }]);
  });
});

describe('texts', () => {
  const header: DeecoLogHeader = {
    width: 7,
    height: 5,
    bitmap: undefined,
    robots: [{ className: 'a.B', size: 3 }],
    objects: [{ className: 'c.D' }],
  };
  const marked = fc.string({ unit: fc.constantFrom('\\', '&', ',', ';', 'a', '\r', 'é', '😀', ' '), maxLength: 12 });

  test('whatever they are, but for line feeds, are read back', () => {
    fc.assert(
      fc.property(marked, marked, marked, fc.boolean(), (status, robotTag, objectTag, isEmpty) => {
        const robots = isEmpty ? [] : [{ x: -0, y: 1e-5, angle: 1e21, tag: robotTag }];
        const objects = isEmpty ? [] : [{ x: 1, y: NaN, size: -Infinity, tag: objectTag }];
        const cycle: DeecoCycle = { cycle: 0, status, robots, objects };
        const ground = isEmpty ? { ...header, robots: [], objects: [] } : header;
        const bytes = written(ground, [cycle]);
        const log = readDeecoLog(bytes, 'x.txt');
        expect([...log]).toEqual([cycle]);
        expect(log.header).toEqual(ground);
      }),
      { seed: 1, numRuns: 1000 },
    );
  });

  test('lose their line feeds, and what no encoding has becomes a question mark', () => {
    const cycle = { cycle: 0, status: 'two\nlines\ud800', robots: [], objects: [] };
    const bytes = written({ ...header, robots: [], objects: [] }, [cycle]);
    expect(Buffer.from(bytes).toString()).toBe('null\n7\n5\n---\n---\n---\ntwolines?&&&&\n');
  });

  test('with a mark that has no backslash are taken as they are', () => {
    const { cycles, damaged } = read(`${HEADER}\n1 ; 2 & 3,,4&&1,,2,,3,,a,b&c;;&&4,,5,,6,,;;\n`);
    expect(damaged).toBe(0);
    expect(cycles[0]).toMatchObject({ status: '1 ; 2 & 3,,4', robots: [{ x: 1, y: 2, angle: 3, tag: 'a,b&c' }] });
  });

  test('in the encoding of another machine are read as far as can be', () => {
    const bytes = utf8(`${HEADER}\n?&&1,,2,,3,,;;&&4,,5,,6,,;;\n`);
    bytes[bytes.indexOf(0x3f)] = 0xe9;
    const log = readDeecoLog(bytes, 'x.txt');
    expect([...log].map(({ status }) => status)).toEqual(['\ufffd']);
    expect(log.problems.map(describeProblem)).toEqual([
      'x.txt:9:1: warning: is no UTF-8: characters that cannot be read are replaced, here and below',
    ]);
  });
});

describe('lines', () => {
  test.each([
    ['A', 'x.txt:9:1: has no &&; right would be a status, then &&, then the robots'],
    ['A&&', 'x.txt:9:4: has "" for the x of robot 0; right would be a number, then ,,'],
    ['A&&&&1,,2,,3,,;;', 'x.txt:9:4: has 0 robots, but 1 by the header'],
    ['A&&1,,2,,3,,;;&&', 'x.txt:9:17: has 0 objects, but 1 by the header'],
    ['A&&1,,2,,3,,;;1,,2,,3,,;;&&', 'x.txt:9:15: has "1,,2,,3,,;;&&" after its 1 robot; right would be &&'],
    ['&&1,,2,,3,,;;&&4,,5,,6,,;; ', 'x.txt:9:27: has " " after its 1 object; right would be the end of the line'],
    ['&&1,,0x2,,3,,;;&&', 'x.txt:9:6: has "0x2" for the y of robot 0; right would be a number, then ,,'],
    ['&&1,,2,,3,,t,,4;;&&', 'x.txt:9:13: has ,, in the tag of robot 0, where only ;; may follow'],
    ['&&1,,2,,3,,t', 'x.txt:9:13: has no ;; after the tag of robot 0'],
    ['', 'x.txt:9:1: is empty; right would be a cycle, or the end of the file'],
  ])('%j is reported and passed over', (line, problem) => {
    const good = '&&1,,2,,3,,;;&&4,,5,,6,,;;';
    const { cycles, damaged, problems } = read(`${HEADER}\n${line}\n${good}\n`);
    expect(problems).toEqual([problem]);
    expect(damaged).toBe(1);
    // What was a cycle keeps its number.
    expect(cycles.map(({ cycle }) => cycle)).toEqual([line === '' ? 0 : 1]);
  });

  test('may end as those of other systems do, and the last one need not', () => {
    const plain = read(SMALL_LOG);
    expect(read(SMALL_LOG.replaceAll('\n', '\r\n')).cycles).toEqual(plain.cycles);
    expect(read(`\ufeff${SMALL_LOG.trimEnd()}`)).toMatchObject({ cycles: plain.cycles, problems: [] });
  });

  test('that are cut off at the end of a file are told so', () => {
    const cut = SMALL_LOG.slice(0, -6);
    const { cycles, end, problems } = read(cut);
    expect(cycles).toHaveLength(1);
    expect(end).toEqual({ truncated: true, offset: cut.lastIndexOf('\n') + 1, cycles: 1 });
    expect(problems).toEqual([
      expect.stringMatching(
        /^x\.txt:10:\d+: warning: is cut off, as the last line of a run that was killed is: it has no ;;/,
      ),
    ]);
  });

  test('that are too long are passed over, however they come', () => {
    const reader = new DeecoLogReader('x.txt');
    reader.feed(utf8(`${HEADER}\n`));
    const chunk = new Uint8Array(MAX_LINE / 4).fill(0x61);
    const cycles: (DeecoCycle | undefined)[] = [];
    for (let i = 0; i < 6; i++) {
      reader.feed(chunk);
      cycles.push(reader.next());
    }
    reader.feed(utf8('\n&&1,,2,,3,,;;&&4,,5,,6,,;;\n'));
    cycles.push(reader.next());
    reader.close();
    expect(cycles.filter((cycle) => cycle !== undefined)).toMatchObject([{ cycle: 1 }]);
    expect(reader.problems.map(describeProblem)).toEqual([
      `x.txt:9:1: is longer than the ${MAX_LINE} bytes that a line may have`,
    ]);
  });
});

describe('headers', () => {
  test.each([
    ['', 'x.txt: is empty; a simulation log starts with the width of the map, or null'],
    [
      'hello\n',
      'x.txt:1:1: reads "hello"; right would be the width of the map, or null, a whole number from 1 to 4096',
    ],
    ['null\n0\n', 'x.txt:2:1: reads "0"; right would be the width of the field, a whole number from 1 to 2147483647'],
    ['9\n5000\n', 'x.txt:2:1: reads "5000"; right would be the height of the field, a whole number from 1 to 4096'],
    ['2\n2\n0120\n', 'x.txt:3:3: has "2" for a pixel; right would be 0 or 1'],
    ['2\n2\n011\n', 'x.txt:3:1: has 3 pixels; right would be 2 × 2, that is 4'],
    ['null\n2\n2\n--\n', 'x.txt:4:1: reads "--"; right would be ---'],
    [
      'null\n2\n2\n---\na,1.0\n',
      'x.txt:5:1: is the last line, but the header goes on: next would be the class and size of a robot, or ---',
    ],
  ])('%j is refused', (text, problem) => {
    expect(refusal(text)).toBe(problem);
  });

  test('are told all robots that do not fit at once', () => {
    const right = 'right would be a class, a comma and the size of the robot: demo.Robot,3.0';
    expect(refusal('null\n2\n2\n---\na.B\nc.D,-1\ne.F, 2.0\n,3.0\n---\n\n---\n')).toBe(
      [
        `x.txt:5:1: reads "a.B"; ${right}`,
        `x.txt:6:1: reads "c.D,-1"; ${right}`,
        `x.txt:8:1: reads ",3.0"; ${right}`,
        'x.txt:10:1: is empty; right would be the class of an object, or ---',
      ].join('\n'),
    );
  });

  test.each<[string, Partial<DeecoLogHeader>, string]>([
    ['a field without extent', { width: 0 }, 'the width of the field is 0'],
    ['a class that would end the list', { objects: [{ className: '---' }] }, 'a class is named "---"'],
    ['a class with a comma', { robots: [{ className: 'a,b', size: 1 }] }, 'a class is named "a,b"'],
    [
      'a map of another size',
      { bitmap: { width: 1, height: 1, dark: new Uint8Array(1) } },
      'the bitmap has 1 pixels; right would be 4 × 3',
    ],
  ])('%s is not written', (_what, changed, message) => {
    const header = { width: 4, height: 3, bitmap: undefined, robots: [], objects: [], ...changed };
    expect(() => new DeecoLogWriter(header)).toThrow(message);
  });

  test('bind the cycles that are written', () => {
    const writer = new DeecoLogWriter({
      width: 4,
      height: 3,
      bitmap: undefined,
      robots: [],
      objects: [{ className: 'a' }],
    });
    expect(() => writer.append({ cycle: 0, status: '', robots: [], objects: [] })).toThrow(
      'a cycle has 0 objects; right would be 1, as in the header',
    );
  });
});

describe('a stream', () => {
  test('gives the same in whatever pieces it comes', async () => {
    const bytes = bytesOf('micro/logs/m4-actions.txt');
    const whole = [...readDeecoLog(bytes, 'x.txt')];
    for (const size of [1, 7, 100, 5000]) {
      const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) =>
        bytes.slice(i * size, (i + 1) * size),
      );
      const stream = readDeecoLogStream(chunks, 'x.txt');
      const cycles: DeecoCycle[] = [];
      for await (const cycle of stream) cycles.push(cycle);
      expect(cycles).toEqual(whole);
      expect(stream.header?.robots).toHaveLength(whole[0]!.robots.length);
      expect(stream.end?.cycles).toBe(whole.length);
    }
  });

  test('gives a cycle as soon as its line is whole', () => {
    const reader = new DeecoLogReader('x.txt');
    const [first, second] = [SMALL_LOG.slice(0, -20), SMALL_LOG.slice(-20)];
    reader.feed(utf8(first));
    expect(reader.header).toBeDefined();
    expect(reader.next()?.cycle).toBe(0);
    expect(reader.next()).toBeUndefined();
    expect(reader.end).toBeUndefined();
    reader.feed(utf8(second));
    expect(reader.next()?.cycle).toBe(1);
  });
});
