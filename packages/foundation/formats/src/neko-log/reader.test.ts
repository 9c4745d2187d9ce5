import { describe, expect, test } from '@jest/globals';
import {
  COLLISIONS,
  GATHERING,
  GATHERING_AS_PRINTED,
  GATHERING_RECORDS,
  HELP,
  MORE_GATHERING,
} from '../../test/neko-figures.js';
import { contentsOf, DEGREE, logOf, recordsOf } from '../../test/neko-log-kit.js';
import { joined, utf8 } from '../../test/trace-samples.js';
import { describeProblem, InputError } from '../problem.js';
import type { RecordOf, RecordType, TraceRecord } from '../trace/records.js';
import { MAX_LINE, NekoLogReader } from './reader.js';
import { readNekoLogStream } from './reading.js';
import { isNekoLog } from './recognition.js';

const EVENT =
  '1.000 p2 Event: | 1.000 | 2 | [3.000,4.000] | [5.000,6.000] | 90.000 | 0.000 | 7.000 | 0.000 | 8.000 | Do_MoveTo_Sequence';

function only<T extends RecordType>(records: readonly TraceRecord[], type: T): RecordOf<T>[] {
  return records.filter((record): record is RecordOf<T> => record.type === type);
}

function eventLine(condition: string, fields = '0.000 | 0.000 | 0.000 | 0.000', logger = 'Event:'): string {
  return `1.000 p2 ${logger} | 1.000 | 2 | [3.000,4.000] | [3.000,4.000] | 90.000 | ${fields} | ${condition}\n`;
}

describe('what the thesis prints', () => {
  test.each([
    ['as written', GATHERING],
    ['as printed', GATHERING_AS_PRINTED],
    ['with the line ends of Windows', GATHERING.replaceAll('\n', '\r\n')],
    ['with decimal commas', GATHERING.replaceAll(/(\d)\.(\d)/g, '$1,$2').replaceAll('0,0\n', '0.0\n')],
    ['with a byte order mark', `\ufeff${GATHERING}`],
  ])('figure 4.12 %s', (_, text) => {
    const records = recordsOf(text);
    // The end of a motion is in the line of its last phase; replies are not in the log.
    expect(records.map(({ type }) => type)).toEqual(
      GATHERING_RECORDS.filter(({ type }) => type !== 'sensorReply').map(({ type }) => type),
    );
    expect(logOf(records)).toBe(GATHERING);
    const [first] = GATHERING_RECORDS;
    expect(records[0]).toEqual({ ...first, heading: expect.closeTo(196.621 * DEGREE, 12) });
    const request = only(records, 'motionRequest')[0];
    expect(request).toEqual({
      type: 'motionRequest',
      time: 53.71,
      robot: 9,
      task: 2,
      kind: 'moveTo',
      request: { kind: 'moveTo', x: 400.452, y: 435.529, speed: 3.978, turnRate: expect.closeTo(4.761 * DEGREE, 12) },
    });
  });

  test('figure 5.2, without the columns before the logger', () => {
    const records = recordsOf(COLLISIONS);
    expect(records.map((record) => [record.type, record.time])).toEqual([
      ['motionEnd', 68.269],
      ['motionEnd', 68.324],
      ['motionEvent', 62.84],
      ['motionEnd', 62.84],
      ['motionRequest', 62.84],
      ['motionEvent', 62.84],
    ]);
    expect(only(records, 'motionEnd').map(({ robot, status }) => [robot, status])).toEqual([
      [86, 'collided'],
      [52, 'collided'],
      [28, 'finished'],
    ]);
  });

  test('figure 5.4, with the spaces of a page', () => {
    const records = recordsOf(MORE_GATHERING);
    expect(only(records, 'motionEvent').map(({ phase, edge }) => [phase, edge])).toEqual([
      ['forward', 'finish'],
      ['turn', 'start'],
      ['turn', 'finish'],
      ['forward', 'start'],
    ]);
    // These lines have no time; they get that of the line before.
    expect(only(records, 'sensorRequest').map(({ robot, time }) => [robot, time])).toEqual([
      [8, 80.433],
      [5, 92.793],
    ]);
    const [turning] = only(records, 'motionEvent').slice(1);
    // A turn of 79.260 at 6.413 begun at 80.433 ends at 92.793.
    expect(turning!.time + turning!.turn / turning!.turnRate).toBeCloseTo(92.793, 2);
  });

  test('figure 5.6: arrivals have the numbers of their messages', () => {
    const records = recordsOf(HELP);
    expect(only(records, 'send').map(({ process, message }) => [process, message])).toEqual([
      [0, 1],
      [1, 1],
    ]);
    expect(only(records, 'deliver').map(({ process, from, message }) => [process, from, message])).toEqual([
      [1, 0, 1],
      [5, 1, 1],
    ]);
    expect(only(records, 'deliver')[0]!.content).toEqual({ x: 172.6449505651384, y: 157.88363674423255 });
    expect(logOf(records)).toBe(HELP);
  });
});

describe('motions', () => {
  test('every one has a number and an end', () => {
    const records = recordsOf(
      [
        eventLine('Finish_MoveTo_Sequence'),
        eventLine('Do_MoveTo_Sequence', '0.000 | 7.000 | 0.000 | 8.000'),
        eventLine('Finish_MoveTo'),
        '1.000 p2 MotionRequest: TIME: 1.000 | ROBOT# 2 Task ID = 1 | Turn: 10.000 with turnSpeed = 5.000\n',
        eventLine('Do_Turn', '10.000 | 0.000 | 5.000 | 0.000'),
        eventLine('Interrupt_Turn'),
        '1.000 p2 MotionRequest: TIME: 1.000 | ROBOT# 2 Task ID = 1 | Forward: 10.000 with moveSpeed = 5.000\n',
        eventLine('Do_Forward', '0.000 | 10.000 | 0.000 | 5.000'),
        eventLine('Stop_Forward'),
        '1.000 p2 MotionRequest: TIME: 1.000 | ROBOT# 2 Task ID = 1 | Forward: 10.000 with moveSpeed = 5.000\n',
        eventLine('Do_Forward', '0.000 | 10.000 | 0.000 | 5.000'),
        eventLine('Do_Forward(Collision)', undefined, 'CollisionEvent:'),
        '1.000 p2 MotionRequest: TIME: 1.000 | ROBOT# 2 Task ID = 1 | Forward: 10.000 with moveSpeed = 5.000\n',
        eventLine('Do_Forward', '0.000 | 10.000 | 0.000 | 5.000'),
        eventLine('Block_Forward'),
      ].join(''),
    );
    const told = records.map((record) => {
      if (record.type === 'motionEnd') return `${record.task} ${record.status}`;
      if (record.type === 'motionEvent') return `${record.task} ${record.phase} ${record.edge} ${record.isLast}`;
      return record.type === 'motionRequest' ? `${record.task} ${record.kind}` : record.type;
    });
    expect(told).toEqual([
      '1 turn finish false',
      '1 forward start true',
      '1 forward finish true',
      '1 finished',
      '2 turn',
      '2 turn start true',
      '2 replaced',
      '3 forward',
      '3 forward start true',
      '3 stopped',
      '4 forward',
      '4 forward start true',
      '4 collided',
      '5 forward',
      '5 forward start true',
      '5 blocked',
    ]);
  });

  test('identifies the phases of a MOVETO by their numbers, or by their order', () => {
    const nothing = eventLine('Do_MoveTo_Sequence');
    const records = recordsOf(
      nothing + eventLine('Finish_MoveTo_Sequence') + nothing + eventLine('Finish_MoveTo') + nothing,
    );
    expect(only(records, 'motionEvent').map(({ phase }) => phase)).toEqual([
      'turn',
      'turn',
      'forward',
      'forward',
      'turn',
    ]);
  });

  test('the phases of a motion that only its author knows are numbered', () => {
    const records = recordsOf(
      '1.000 p2 MotionRequest: TIME: 1.000 | ROBOT# 2 Task ID = 1 | ZigZag: {"kind":"zigZag","legs":2}\n' +
        ['Do_ZigZag_Sequence', 'Finish_ZigZag_Sequence', 'Do_ZigZag_Sequence', 'Finish_ZigZag', 'Do_ZigZag']
          .map((condition) => eventLine(condition))
          .join(''),
    );
    expect(records[0]).toMatchObject({ kind: 'zigZag', request: { kind: 'zigZag', legs: 2 } });
    expect(only(records, 'motionEvent').map(({ kind, phase, isLast }) => [kind, phase, isLast])).toEqual([
      ['zigZag', '1', false],
      ['zigZag', '1', false],
      ['zigZag', '2', false],
      ['zigZag', '2', true],
      ['zigZag', 'zigZag', true],
    ]);
  });

  test('numbers of any length', () => {
    const [event] = recordsOf(
      '123456789.5 p2 Event: | 123456789.5 | 2 | [-1234567.125,0.12345678901234567] | [-0.000,6] | 90.000 | -10.000 | 7.000 | -5.000 | 8.000 | Do_Turn\n',
    );
    expect(event).toMatchObject({ time: 123456789.5, x: -1234567.125, y: 0.12345678901234567, toX: 0, toY: 6 });
  });
});

describe('messages', () => {
  test('with the columns of older versions', () => {
    const records = recordsOf(
      '0.000 e p0 s p0 p1,p2 PING 1\n3.000 e p0 sf p0 p1,p2 PING 1\n5.5 e p2 r p0 p1,p2 PING 1\n',
    );
    expect(records).toEqual([
      { type: 'send', time: 0, process: 0, message: 1, to: [1, 2], protocol: '', messageType: 'PING', content: 1 },
      {
        type: 'deliver',
        time: 5.5,
        process: 2,
        message: 1,
        from: 0,
        to: [1, 2],
        protocol: '',
        messageType: 'PING',
        content: 1,
      },
    ]);
  });

  test('without receivers, without content, with long content', () => {
    const long = 'x'.repeat(1000);
    const records = recordsOf(
      `0.000 p0 messages e s p0 HI there\n0.000 p0 messages e s p0 p1 HI \n1.000 p1 messages e r p0 p1 HI \n` +
        `2.000 p0 messages e s p0 p1 HI ${long}\n3.000 p1 messages e r p0 p1 HI ${long}\r\n`,
    ) as RecordOf<'send' | 'deliver'>[];
    expect(records.map(({ message, to, content }) => [message, to, content])).toEqual([
      [1, [], 'there'],
      [2, [1], ''],
      [2, [1], ''],
      [3, [1], long],
      [3, [1], long],
    ]);
  });

  test('skips redundant lines, and reads other lines as free text', () => {
    const { records, log } = contentsOf(
      [
        '0.000 p0 messages e sf p0 p1 HI x',
        '0.000 p0 messages e ns p0 p1 HI x',
        '0.000 p0 messages e nr p0 p1 HI x',
        '0.000 p0 messages e rf p0 p1 HI x',
        '0.000 p0 messages crash started at crash-x',
        '0.000 p0 messages e sa p0 p1 HI x',
        '0.000 p0 messages e',
        '',
      ].join('\n'),
    );
    expect(log.problems).toEqual([]);
    expect(records.map((record) => record.type === 'log' && [record.logger, record.text])).toEqual([
      ['messages', 'crash started at crash-x'],
      ['messages', 'e sa p0 p1 HI x'],
      ['messages', 'e'],
    ]);
  });

  test('content may be longer than the line that is kept of it, and end in anything', () => {
    for (const content of ['a', 'ab', 'abc', 'abcd', 'abcde', 'é', '🤖 ']) {
      for (const end of ['\n', '\r\n']) {
        const [send, deliver] = recordsOf(
          `0.000 p0 messages e s p0 p1 T ${content}${end}1.000 p1 messages e r p0 p1 T ${content}${end}`,
        );
        expect([send, deliver]).toMatchObject([{ content }, { content, message: 1 }]);
      }
    }
  });
});

describe('others', () => {
  test.each<[string, TraceRecord]>([
    ['1.000 p2 lse.neko.layers.CrashEmulator crashing', { type: 'crash', time: 1, process: 2 }],
    ['1.000 p2 CrashEmulator recovering', { type: 'recover', time: 1, process: 2 }],
    ['1.000 p2 fd suspecting 3', { type: 'suspect', time: 1, process: 2, detector: 'fd', other: 3, isSuspected: true }],
    [
      '1.000 p2 fd unsuspecting 3',
      { type: 'suspect', time: 1, process: 2, detector: 'fd', other: 3, isSuspected: false },
    ],
    [
      '1.000 p2 fd suspecting a process',
      { type: 'log', time: 1, process: 2, logger: 'fd', level: 'info', text: 'suspecting a process' },
    ],
    [
      '1.000 ??? fd suspecting 3',
      { type: 'log', time: 1, process: -1, logger: 'fd', level: 'info', text: 'suspecting 3' },
    ],
    [
      '1.000 p2 Author crashing',
      { type: 'log', time: 1, process: 2, logger: 'Author', level: 'info', text: 'crashing' },
    ],
    ['1.000 ??? Warning: a\\nb', { type: 'warning', time: 1, text: 'a\nb' }],
    ['1.000 p2 Warning: ', { type: 'warning', time: 1, robot: 2, text: '' }],
    [
      '1,5 ??? lse.neko.Main  two  spaces ',
      { type: 'log', time: 1.5, process: -1, logger: 'lse.neko.Main', level: 'info', text: ' two  spaces ' },
    ],
    ['12 p2 A x', { type: 'log', time: 12, process: 2, logger: 'A', level: 'info', text: 'x' }],
    ['1.000   p2   A x', { type: 'log', time: 1, process: 2, logger: 'A', level: 'info', text: 'x' }],
    [
      '1.000 p2 SensorRequest: ROBOT# 2 | Sonar with range 1.0E-5',
      { type: 'sensorRequest', time: 1, robot: 2, sensor: 'sonar', request: { range: 1e-5 } },
    ],
    [
      '1.000 p2 SensorRequest: ROBOT# 2 | nose with {"a":1}',
      { type: 'sensorRequest', time: 1, robot: 2, sensor: 'nose', request: { a: 1 } },
    ],
    [
      '1.000 p2 SensorRequest: ROBOT# 2 | Contact',
      { type: 'sensorRequest', time: 1, robot: 2, sensor: 'contact', request: {} },
    ],
    [
      '1.000 p2 SensorEvent: ROBOT# 2 | Bump robot 3 bearing 0.000',
      { type: 'sensorEvent', time: 1, robot: 2, sensor: 'bump', reply: [{ kind: 'robot', id: 3, bearing: 0 }] },
    ],
    [
      '1.000 p2 SensorEvent: ROBOT# 2 | Contact nothing',
      { type: 'sensorEvent', time: 1, robot: 2, sensor: 'contact', reply: [] },
    ],
    [
      '1.000 p2 Effect: ROBOT# 2 | Tag with tag a b',
      { type: 'effect', time: 1, robot: 2, effector: 'tag', request: { tag: 'a b' } },
    ],
    [
      '1.000 ??? Command: after 3 events from panel | null',
      { type: 'command', time: 1, events: 3, source: 'panel', command: null },
    ],
    [
      '1.000 p2 c deciding instance = 4 value =  x',
      { type: 'decide', time: 1, process: 2, protocol: 'c', instance: 4, value: ' x' },
    ],
    [
      '1.000 p2 b event = deliver value = [1,a]',
      { type: 'protocolEvent', time: 1, process: 2, protocol: 'b', event: 'deliver', value: [1, 'a'] },
    ],
  ])('%s', (line, record) => {
    expect(recordsOf(`${line}\n`)).toEqual([record]);
  });
});

describe('damage', () => {
  const good = '0.000 p0 A x\n';

  test.each([
    ['a cut event', EVENT.slice(0, 60), 'ends at column 61; expected | {time} |'],
    ['a cut condition', EVENT.slice(0, -5), 'its condition is "Do_MoveTo_Seq": expected Do_'],
    [
      'a cut collision',
      eventLine('Do_Turn(Coll', undefined, 'CollisionEvent:').trimEnd(),
      'expected such as Do_MoveTo',
    ],
    ['a collision that is none', eventLine('Do_Turn', undefined, 'CollisionEvent:').trimEnd(), 'expected such as'],
    ['a column too many', EVENT.replace('| 8.000', '| 8.000 | 8.000'), '"| Do_MoveTo_Sequence"'],
    ['a wrong condition', EVENT.replace('Do_', 'Doing_'), 'its condition is "Doing_MoveTo_Sequence": expected Do_'],
    ['a wrong number', EVENT.replace('90.000', '9O.000'), 'O.000'],
    ['a cut message', '1.000 p0 messages e s p0', 'expected e s p{process:whole}'],
    ['a cut list of receivers', '1.000 p0 messages e r p0 p1,p', 'expected e r p{from:whole}'],
    ['a type without content', '1.000 p0 messages e s p0 p1 GO', 'expected e s'],
    ['a cut loss', '1.000 p0 messages e d p0 p', 'expected e d'],
    [
      'a cut request',
      '1.000 p2 MotionRequest: TIME: 1.000 | ROBOT# 2 Task ID = 1 | MoveTo: ( 1.0',
      '{kind:word}: {request:json}',
    ],
    ['a request before its form', '1.000 p2 MotionRequest: TIME: 1.', 'TIME: {time}'],
    ['a cut question', '1.000 p2 SensorRequest: ROBOT# 2 | Positioning with error', '{kind:word} with {request:json}'],
    ['a cut command', '1.000 ??? Command: after 12 eve', 'after {events:whole} events'],
    ['a logger without text', '1.000 p2 Gath', 'a line starts with a time, a process'],
    ['no process', '1.000 px A x', 'a line starts with a time, a process'],
    ['no time', 'A x', 'a line starts with a time, a process'],
    ['an old line without an event', '1.000 e p0 x p0 p1 T c', 'expected time e process'],
    ['bytes that are no text', Uint8Array.of(...utf8('1.000 p2 A '), 0xff, 0xfe), 'not in UTF-8'],
    ['a warning that is no text', Uint8Array.of(...utf8('1.000 p2 Warning: '), 0xff), 'not in UTF-8'],
    ['a logger that is no text', Uint8Array.of(...utf8('1.000 p2 '), 0xff, 0x20, 0x41), 'not in UTF-8'],
    ['a content that is no text', Uint8Array.of(...utf8('1.000 p2 messages e s p2 p3 T '), 0xff), 'expected e s'],
    ['garbage', Uint8Array.of(0, 1, 2, 250, 251), 'a line starts with a time, a process'],
  ])('%s is reported and passed over', (_, line, problem) => {
    const bytes = typeof line === 'string' ? utf8(line) : line;
    const { records, log } = contentsOf(joined([utf8(good), bytes, utf8(`\n${good}`)]));
    expect(records).toHaveLength(2);
    expect(log.damaged).toBe(1);
    expect(log.problems).toHaveLength(1);
    expect(describeProblem(log.problems[0]!)).toMatch(/^run\.log:2:\d+: /);
    expect(describeProblem(log.problems[0]!)).toContain(problem);
    expect(log.end).toMatchObject({ truncated: false, records: 2 });
  });

  test('a line that is too long is passed over, however it comes', () => {
    const long = utf8(`0.000 p0 A ${'x'.repeat(MAX_LINE)}\n`);
    const bytes = joined([utf8(good), long, utf8(good)]);
    const whole = contentsOf(bytes);
    expect(whole.records).toHaveLength(2);
    expect(describeProblem(whole.log.problems[0]!)).toBe(
      'run.log:2:1: is longer than the 1048576 bytes that a line may have',
    );
    const reader = new NekoLogReader('run.log');
    let records = 0;
    for (let at = 0; at < bytes.length; at += 100_000) {
      reader.feed(bytes.slice(at, at + 100_000));
      while (reader.next() !== undefined) records++;
    }
    reader.close();
    expect(reader.next()).toBeUndefined();
    expect([records, reader.damaged, reader.end?.truncated]).toEqual([2, 1, false]);
  });

  test('a line of the greatest length is read', () => {
    const start = '0.000 p0 A ';
    const text = 'x'.repeat(MAX_LINE - start.length);
    expect(recordsOf(`${good}${start}${text}\n${good}`)[1]).toMatchObject({ text });
  });

  test('a last line that does not end is cut off', () => {
    const { records, log } = contentsOf(`${good}${EVENT}`);
    expect(records).toHaveLength(1);
    expect(log.damaged).toBe(1);
    expect(log.end).toEqual({ truncated: true, offset: good.length, records: 1, skipped: 0 });
    expect(describeProblem(log.problems[0]!)).toBe(
      'run.log:2:1: warning: is cut off, as the last line of a run that was killed is: it reads ' +
        `${JSON.stringify(EVENT.slice(0, 60))} and does not end`,
    );
  });

  test('stack traces, comments and empty lines are no damage', () => {
    const { records, log } = contentsOf(
      [
        '# a comment',
        '',
        '1.000 p2 global.neko UNCAUGHT EXCEPTION',
        'java.lang.RuntimeException: at work',
        '\tat lse.neko.Main.run(Main.java:12)',
        'Caused by: java.io.IOException',
        '\t... 5 more',
        '2.000 p2 A x',
        '',
      ].join('\n'),
    );
    expect(records.map(({ type }) => type)).toEqual(['log', 'log']);
    expect([log.damaged, log.problems]).toEqual([0, []]);
  });

  test('the first hundred problems are kept, all are counted', () => {
    const { log } = contentsOf(`${good}${'rubbish\n'.repeat(250)}`);
    expect([log.problems.length, log.damaged]).toEqual([100, 250]);
  });

  test('continuations are counted', () => {
    const reader = new NekoLogReader('run.log');
    reader.feed(utf8(`${good}\tat x\n\n`));
    reader.close();
    while (reader.next() !== undefined);
    expect(reader.continuations).toBe(2);
  });
});

describe('what is no Neko log', () => {
  test.each([
    ['a hundred lines of something else', 'process.num = 10\n'.repeat(100) + EVENT],
    ['a few lines of something else', '<xml>\n</xml>\n'],
    ['a line that does not end', '{"format":"kineko-trace"}'],
    ['nothing but garbage', '\u0000\u0001\n'],
  ])('%s is refused', (_, text) => {
    let failure: unknown;
    try {
      contentsOf(text);
    } catch (error) {
      failure = error;
    }
    expect(failure).toBeInstanceOf(InputError);
    expect((failure as InputError).message).toMatch(/^run\.log: nothing in its .*lines? looks like a Neko log/);
  });

  test('a file that is empty, or has only what says nothing, is a log of nothing', () => {
    for (const text of ['', '\n\n', '# nothing\n', '\ufeff']) {
      const { records, log } = contentsOf(text);
      expect([records, log.problems, log.end?.truncated]).toEqual([[], [], false]);
    }
  });

  test('a few strange lines may come first', () => {
    const { records, log } = contentsOf(`${'strange\n'.repeat(99)}${EVENT}\n`);
    expect([records.length, log.damaged]).toEqual([1, 99]);
  });

  test('a log is known by its first lines', () => {
    const logs = [
      GATHERING,
      GATHERING.slice(0, 20),
      HELP,
      COLLISIONS,
      '250232,100 p1 messages e s p1 p2 A b\n',
      '0.0 e p0 s p0 p1 A b',
      '1.000 ??? x y',
      `\ufeff# by hand\r\n\r\n${EVENT}\r\n`,
    ];
    expect(logs.map(isNekoLog)).toEqual(logs.map(() => true));
    const others = [
      '',
      'process.num = 10\n',
      '{"format":"kineko-trace","version":"1.0"}\n',
      '<simulation/>',
      'x\ny\nz\n1.000 p2 A x\n',
      '1.000 2.000 3.000\n',
    ];
    expect(others.map(isNekoLog)).toEqual(others.map(() => false));
  });
});

describe('as it comes', () => {
  const text = `\ufeff${GATHERING.replaceAll('\n', '\r\n')}damage é\r\n${HELP}1.000 p0 A né 🤖\n`;
  const bytes = utf8(text);
  const expected = contentsOf(bytes);

  test.each([1, 2, 7, 100, 4096])('in chunks of %d, from a buffer that is used again', async (size) => {
    const buffer = new Uint8Array(size);
    function* chunks(): Generator<Uint8Array> {
      for (let at = 0; at < bytes.length; at += size) {
        const length = Math.min(size, bytes.length - at);
        buffer.set(bytes.subarray(at, at + length));
        yield buffer.subarray(0, length);
      }
    }
    const stream = readNekoLogStream(chunks(), 'run.log');
    const records: TraceRecord[] = [];
    for await (const record of stream) records.push(record);
    expect(records).toEqual(expected.records);
    expect(stream.problems).toEqual(expected.log.problems);
    expect(stream.damaged).toBe(1);
    expect(stream.end).toEqual(expected.log.end);
  });

  test('more may come before all has been read', () => {
    const reader = new NekoLogReader('run.log');
    reader.feed(utf8('0.000 p0 A x\n1.000 p0 A x\n2.000 p0 A x\n3.0'));
    expect(reader.next()).toMatchObject({ time: 0 });
    reader.feed(utf8('00 p0'));
    expect(reader.next()).toMatchObject({ time: 1 });
    reader.feed(utf8(' A x\n4'));
    reader.close();
    expect([reader.next(), reader.next(), reader.next()]).toEqual([
      expect.objectContaining({ time: 2 }),
      expect.objectContaining({ time: 3 }),
      undefined,
    ]);
    expect(reader.end).toMatchObject({ truncated: true, records: 4 });
  });

  test('records are there as soon as their lines are whole', () => {
    const reader = new NekoLogReader('run.log');
    reader.feed(utf8('0.000 p0 A x\n1.000 p0'));
    expect(reader.next()).toMatchObject({ time: 0 });
    expect(reader.next()).toBeUndefined();
    expect(reader.end).toBeUndefined();
    reader.feed(utf8(' A y\n'));
    expect(reader.next()).toMatchObject({ time: 1, text: 'y' });
    reader.close();
    expect(reader.next()).toBeUndefined();
    expect(reader.end).toEqual({ truncated: false, offset: 26, records: 2, skipped: 0 });
    expect(reader.header).toBeUndefined();
  });
});
