import { describe, expect, test } from '@jest/globals';
import { describeProblem, InputError } from '@kineko/formats/problem';
import fc from 'fast-check';
import { bytesOf, LOGS, SMALL_LOG, utf8 } from '../../../test/files.js';
import type { DeecoCycle, DeecoLogHeader } from './log.js';
import { DeecoLogWriter } from './log-writer.js';
import { DeecoLogReader, readDeecoLog } from './log-reader.js';
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

/** The message for an invalid header. */
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

  test('have a header and cycles', () => {
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

  test('are read back unchanged, except for line feeds', () => {
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

  test('lose their line feeds, and lone surrogates become question marks', () => {
    const cycle = { cycle: 0, status: 'two\nlines\ud800', robots: [], objects: [] };
    const bytes = written({ ...header, robots: [], objects: [] }, [cycle]);
    expect(Buffer.from(bytes).toString()).toBe('null\n7\n5\n---\n---\n---\ntwolines?&&&&\n');
  });

  test('with a single unescaped mark are read unchanged', () => {
    const { cycles, damaged } = read(`${HEADER}\n1 ; 2 & 3,,4&&1,,2,,3,,a,b&c;;&&4,,5,,6,,;;\n`);
    expect(damaged).toBe(0);
    expect(cycles[0]).toMatchObject({ status: '1 ; 2 & 3,,4', robots: [{ x: 1, y: 2, angle: 3, tag: 'a,b&c' }] });
  });

  test('in another encoding are read with replacement characters', () => {
    const bytes = utf8(`${HEADER}\n?&&1,,2,,3,,;;&&4,,5,,6,,;;\n`);
    bytes[bytes.indexOf(0x3f)] = 0xe9;
    const log = readDeecoLog(bytes, 'x.txt');
    expect([...log].map(({ status }) => status)).toEqual(['\ufffd']);
    expect(log.problems.map(describeProblem)).toEqual([
      'x.txt:9:1: warning: not UTF-8; unreadable characters are replaced, here and below',
    ]);
  });
});

describe('lines', () => {
  test.each([
    ['A', 'x.txt:9:1: no && after the status'],
    ['A&&', 'x.txt:9:4: x of robot 0: expected a number followed by ",,", got ""'],
    ['A&&&&1,,2,,3,,;;', 'x.txt:9:4: expected 1 robot, got 0'],
    ['A&&1,,2,,3,,;;&&', 'x.txt:9:17: expected 1 object, got 0'],
    ['A&&1,,2,,3,,;;1,,2,,3,,;;&&', 'x.txt:9:15: expected && after 1 robot, got "1,,2,,3,,;;&&"'],
    ['&&1,,2,,3,,;;&&4,,5,,6,,;; ', 'x.txt:9:27: expected the end of the line after 1 object, got " "'],
    ['&&1,,0x2,,3,,;;&&', 'x.txt:9:6: y of robot 0: expected a number followed by ",,", got "0x2"'],
    ['&&1,,2,,3,,t,,4;;&&', 'x.txt:9:13: unescaped ,, in the tag of robot 0'],
    ['&&1,,2,,3,,t', 'x.txt:9:13: no ;; after the tag of robot 0'],
    ['', 'x.txt:9:1: empty line: expected a cycle or the end of the file'],
  ])('%j is reported and skipped', (line, problem) => {
    const good = '&&1,,2,,3,,;;&&4,,5,,6,,;;';
    const { cycles, damaged, problems } = read(`${HEADER}\n${line}\n${good}\n`);
    expect(problems).toEqual([problem]);
    expect(damaged).toBe(1);
    // An invalid cycle keeps its number.
    expect(cycles.map(({ cycle }) => cycle)).toEqual([line === '' ? 0 : 1]);
  });

  test('may end in CRLF, and the last one need not end at all', () => {
    const plain = read(SMALL_LOG);
    expect(read(SMALL_LOG.replaceAll('\n', '\r\n')).cycles).toEqual(plain.cycles);
    expect(read(`\ufeff${SMALL_LOG.trimEnd()}`)).toMatchObject({ cycles: plain.cycles, problems: [] });
  });

  test('that are incomplete at the end of a file are reported', () => {
    const cut = SMALL_LOG.slice(0, -6);
    const { cycles, end, problems } = read(cut);
    expect(cycles).toHaveLength(1);
    expect(end).toEqual({ truncated: true, offset: cut.lastIndexOf('\n') + 1, cycles: 1 });
    expect(problems).toEqual([
      expect.stringMatching(/^x\.txt:10:\d+: warning: incomplete last line \(was the run killed\?\): no ;;/),
    ]);
  });

  test('that are too long are skipped, in whatever chunks they come', () => {
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
      `x.txt:9:1: line too long: expected at most ${MAX_LINE} bytes`,
    ]);
  });
});

describe('headers', () => {
  test.each([
    ['', 'x.txt: empty file: expected the width of the map or null'],
    ['hello\n', 'x.txt:1:1: expected the width of the map or null (an integer from 1 to 4096), got "hello"'],
    ['null\n0\n', 'x.txt:2:1: expected the width of the field (an integer from 1 to 2147483647), got "0"'],
    ['9\n5000\n', 'x.txt:2:1: expected the height of the field (an integer from 1 to 4096), got "5000"'],
    ['2\n2\n0120\n', 'x.txt:3:3: expected 0 or 1 for a pixel, got "2"'],
    ['2\n2\n011\n', 'x.txt:3:1: expected 4 pixels (2 × 2), got 3'],
    ['null\n2\n2\n--\n', 'x.txt:4:1: expected ---, got "--"'],
    [
      'null\n2\n2\n---\na,1.0\n',
      'x.txt:5:1: the file ends within the header: expected the class and size of a robot, or ---',
    ],
  ])('%j is refused', (text, problem) => {
    expect(refusal(text)).toBe(problem);
  });

  test('report all invalid robots at once', () => {
    const what = 'expected a class, a comma and the size of the robot (demo.Robot,3.0)';
    expect(refusal('null\n2\n2\n---\na.B\nc.D,-1\ne.F, 2.0\n,3.0\n---\n\n---\n')).toBe(
      [
        `x.txt:5:1: ${what}, got "a.B"`,
        `x.txt:6:1: ${what}, got "c.D,-1"`,
        `x.txt:8:1: ${what}, got ",3.0"`,
        'x.txt:10:1: empty line: expected the class of an object, or ---',
      ].join('\n'),
    );
  });

  test.each<[string, Partial<DeecoLogHeader>, string]>([
    ['an empty field', { width: 0 }, 'width of the field: expected an integer from 1 on, got 0'],
    [
      'a class that would end the list',
      { objects: [{ className: '---' }] },
      'expected the name of a Java class, got "---"',
    ],
    [
      'a class with a comma',
      { robots: [{ className: 'a,b', size: 1 }] },
      'expected the name of a Java class, got "a,b"',
    ],
    [
      'a map of another size',
      { bitmap: { width: 1, height: 1, dark: new Uint8Array(1) } },
      'bitmap: expected 4 × 3 pixels, like the field, got 1',
    ],
  ])('%s is not written', (_what, changed, message) => {
    const header = { width: 4, height: 3, bitmap: undefined, robots: [], objects: [], ...changed };
    expect(() => new DeecoLogWriter(header)).toThrow(message);
  });

  test('fix the number of robots and objects in every cycle', () => {
    const writer = new DeecoLogWriter({
      width: 4,
      height: 3,
      bitmap: undefined,
      robots: [],
      objects: [{ className: 'a' }],
    });
    expect(() => writer.append({ cycle: 0, status: '', robots: [], objects: [] })).toThrow(
      'cycle: expected 1 objects, as in the header, got 0',
    );
  });
});

describe('a stream', () => {
  test('gives the same cycles for any size of chunks', () => {
    const bytes = bytesOf('micro/logs/m4-actions.txt');
    const whole = [...readDeecoLog(bytes, 'x.txt')];
    for (const size of [1, 7, 100, 5000]) {
      const reader = new DeecoLogReader('x.txt');
      const cycles: DeecoCycle[] = [];
      const takeAll = (): void => {
        for (let cycle = reader.next(); cycle !== undefined; cycle = reader.next()) cycles.push(cycle);
      };
      for (let at = 0; at < bytes.length; at += size) {
        reader.feed(bytes.slice(at, at + size));
        takeAll();
      }
      reader.close();
      takeAll();
      expect(cycles).toEqual(whole);
      expect(reader.header?.robots).toHaveLength(whole[0]!.robots.length);
      expect(reader.end?.cycles).toBe(whole.length);
    }
  });

  test('gives a cycle as soon as its line is complete', () => {
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
