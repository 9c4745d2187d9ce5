import { describe, expect, test } from '@jest/globals';
import { GATHERING, GATHERING_RECORDS, HELP } from '../../test/neko-figures.js';
import { DEGREE, exampleOf, linesOf, logOf } from '../../test/neko-log-kit.js';
import { SAMPLES } from '../../test/trace-samples.js';
import type { RecordOf, TraceRecord } from '../trace/records.js';
import type { TraceValue } from '../trace/values.js';
import { LINES, SILENT } from './lines.js';
import { NekoLogWriter } from './writer.js';

const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

function request(kind: string, asked: TraceValue, task = 1): RecordOf<'motionRequest'> {
  return { type: 'motionRequest', time: 1, robot: 2, task, kind, request: asked };
}

function event(fields: Partial<RecordOf<'motionEvent'>>): RecordOf<'motionEvent'> {
  return {
    type: 'motionEvent',
    time: 1,
    robot: 2,
    task: 1,
    kind: 'turn',
    phase: 'turn',
    edge: 'start',
    isLast: true,
    x: 3,
    y: 4,
    heading: 0,
    toX: 3,
    toY: 4,
    turn: 0,
    distance: 0,
    turnRate: 0,
    speed: 0,
    ...fields,
  };
}

function end(status: RecordOf<'motionEnd'>['status'], fields: Partial<RecordOf<'motionEnd'>> = {}): TraceRecord {
  return { type: 'motionEnd', time: 2, robot: 2, task: 1, status, x: 5, y: 6, heading: DEGREE, ...fields };
}

/** The last column. */
function conditionsOf(...records: readonly TraceRecord[]): (string | undefined)[] {
  return linesOf(...records).map((line) => line.split(' | ').at(-1));
}

describe('what the thesis prints', () => {
  test('figure 4.12, byte for byte', () => {
    expect(logOf(GATHERING_RECORDS)).toBe(GATHERING);
  });

  test('messages of figure 5.6', () => {
    const to = [1, 2, 3, 4, 5, 6, 7, 8, 9];
    const content = { x: 172.6449505651384, y: 157.88363674423255 };
    const common = { message: 1, to, protocol: 'help', messageType: 'GOTO', content };
    const lines = linesOf(
      { type: 'send', time: 0, process: 0, ...common },
      { type: 'deliver', time: 0.031, process: 1, from: 0, ...common },
    );
    expect(lines).toEqual([HELP.split('\n')[0], HELP.split('\n')[2]]);
  });
});

describe('the table', () => {
  test.each(Object.entries(LINES))('%s has an example, of its logger', (name, { logger }) => {
    const [, process, printed] = exampleOf(name as keyof typeof LINES).split(' ');
    expect(process).toMatch(/^(?:p\d+|\?\?\?)$/);
    expect(printed).toBe(logger.startsWith('{') ? printed : logger);
  });

  test('every type of record prints a line of its row, or is listed as silent', () => {
    const printing = new Set<string>(Object.values(LINES).map(({ record }) => record));
    printing.delete('none');
    expect(new Set(SAMPLES.map(({ type }) => type))).toEqual(new Set([...printing, ...SILENT]));
    for (const record of SAMPLES) {
      const isSilent = (SILENT as readonly string[]).includes(record.type);
      expect([record.type, logOf([record]) === '']).toEqual([record.type, isSilent]);
    }
  });
});

describe('motion requests', () => {
  test.each<[string, TraceValue, string]>([
    [
      'moveTo',
      { kind: 'moveTo', x: -1, y: 2.0625, speed: 3, turnRate: Math.PI, shorter: true },
      'MoveTo: ( -1.000 , 2.062 ) with turnSpeed = 180.000 moveSpeed = 3.000',
    ],
    ['turn', { kind: 'turn', angle: -Math.PI / 2, turnRate: 0.1 }, 'Turn: -90.000 with turnSpeed = 5.730'],
    ['turn', { kind: 'turn', angle: 4 * Math.PI, turnRate: 0.1 }, 'Turn: 720.000 with turnSpeed = 5.730'],
    ['forward', { kind: 'forward', distance: -12, speed: 0.5 }, 'Forward: -12.000 with moveSpeed = 0.500'],
    [
      'arc',
      { kind: 'arc', speed: 2, turnRate: -0.5, duration: 4 },
      'Arc: 4.000 with turnSpeed = -28.648 moveSpeed = 2.000',
    ],
    ['arc', { kind: 'arc', speed: 2, turnRate: 0 }, 'Arc: Infinity with turnSpeed = 0.000 moveSpeed = 2.000'],
    [
      'arc',
      { kind: 'arc', left: 1, right: 2, axle: 0.5, duration: 1 },
      'Arc: 1.000 with leftSpeed = 1.000 rightSpeed = 2.000 axle = 0.500',
    ],
    [
      'equation',
      { kind: 'equation', x: '2 * cos(t)', y: '2 * sin(t)', duration: 10 },
      'Equation: ( 2 * cos(t) , 2 * sin(t) ) with duration = 10.000',
    ],
    ['equation', { x: 'max(1 , t)', y: 't', duration: 10 }, 'Equation: {"duration":10,"x":"max(1 , t)","y":"t"}'],
    ['zigzag', { kind: 'zigzag', legs: 3, note: 'a\u2028b' }, 'Zigzag: {"kind":"zigzag","legs":3,"note":"a\\u2028b"}'],
    ['moveTo', { kind: 'moveTo', x: 1, y: 'far' }, 'MoveTo: {"kind":"moveTo","x":1,"y":"far"}'],
    ['my own', null, 'My_own: null'],
    ['', [1], '_: [1]'],
  ])('%s %j', (kind, asked, expected) => {
    expect(linesOf(request(kind, asked))).toEqual([
      `1.000 p2 MotionRequest: TIME: 1.000 | ROBOT# 2 Task ID = 1 | ${expected}`,
    ]);
  });

  test('the task is 1, whichever it is', () => {
    expect(linesOf(request('zigzag', 1, 77))[0]).toContain('Task ID = 1 |');
  });
});

describe('events', () => {
  test('angles are in degrees from 0 up to 360, and nothing is -0.000', () => {
    const heading = -1e-12;
    const lines = linesOf(
      event({ heading, turn: 359.9999 * DEGREE, x: -0.0001, toX: -0.0001 }),
      event({ task: 2, heading: 725 * DEGREE, turn: -90 * DEGREE, turnRate: -10 * DEGREE }),
    );
    expect(lines).toEqual([
      '1.000 p2 Event: | 1.000 | 2 | [0.000,4.000] | [0.000,4.000] | 0.000 | 0.000 | 0.000 | 0.000 | 0.000 | Do_Turn',
      '1.000 p2 Event: | 1.000 | 2 | [3.000,4.000] | [3.000,4.000] | 5.000 | -90.000 | 0.000 | -10.000 | 0.000 | Do_Turn',
    ]);
  });

  test('motions of one phase', () => {
    expect(conditionsOf(event({}), event({ edge: 'finish' }), end('finished'))).toEqual(['Do_Turn', 'Finish_Turn']);
    expect(conditionsOf(event({ kind: 'forward' }), event({ kind: 'forward', edge: 'finish' }))).toEqual([
      'Do_Forward',
      'Finish_Forward',
    ]);
  });

  test('motions of several phases', () => {
    const kind = 'zigzag';
    const phases = [
      event({ kind, isLast: false }),
      event({ kind, isLast: false, edge: 'finish' }),
      event({ kind, isLast: true }),
      event({ kind, isLast: true, edge: 'finish' }),
    ];
    expect(conditionsOf(request(kind, null), ...phases)).toEqual([
      'Zigzag: null',
      'Do_Zigzag_Sequence',
      'Finish_Zigzag_Sequence',
      'Do_Zigzag_Sequence',
      'Finish_Zigzag',
    ]);
    expect(conditionsOf(...phases, event({ kind, task: 2 }))).toContain('Do_Zigzag');
  });

  test('a MOVETO of which only the last phase is known', () => {
    expect(conditionsOf(event({ kind: 'moveTo', phase: 'forward' }))).toEqual(['Do_MoveTo_Sequence']);
  });

  test('a collision has the destination and the condition of the phase that was under way', () => {
    const going = event({ kind: 'moveTo', phase: 'forward', toX: 70, toY: 80, distance: 100, speed: 1 });
    const [, ...lines] = linesOf(going, end('collided'), { ...going, task: 2 }, end('collided', { task: 3 }));
    expect(lines[0]).toBe(
      '2.000 p2 CollisionEvent: | 2.000 | 2 | [5.000,6.000] | [70.000,80.000] | 1.000 | 0.000 | 0.000 | 0.000 | 0.000 | Do_MoveTo_Sequence(Collision)',
    );
    expect(lines[2]).toBe(
      '2.000 p2 CollisionEvent: | 2.000 | 2 | [5.000,6.000] | [5.000,6.000] | 1.000 | 0.000 | 0.000 | 0.000 | 0.000 | Do_Motion(Collision)',
    );
  });

  test.each([
    ['replaced', 'Interrupt_MoveTo'],
    ['stopped', 'Stop_MoveTo'],
    ['blocked', 'Block_MoveTo'],
  ] as const)('a motion that is %s', (status, condition) => {
    const going = event({ kind: 'moveTo', phase: 'forward', toX: 70, toY: 80, distance: 100, speed: 1 });
    expect(linesOf(going, end(status, { by: 'request' }))[1]).toBe(
      `2.000 p2 Event: | 2.000 | 2 | [5.000,6.000] | [5.000,6.000] | 1.000 | 0.000 | 0.000 | 0.000 | 0.000 | ${condition}`,
    );
  });

  test('robots are kept apart', () => {
    const going = event({ kind: 'moveTo', phase: 'forward', toX: 70, toY: 80 });
    const lines = linesOf(
      going,
      { ...going, robot: 3, toX: 1, toY: 2 },
      end('collided'),
      end('collided', { robot: 3 }),
    );
    expect(lines[2]).toContain('[70.000,80.000]');
    expect(lines[3]).toContain('[1.000,2.000]');
  });

  test('large numbers, and what is none', () => {
    const [line] = linesOf(event({ time: 3e9, robot: 2 ** 40, x: 1e12, toX: Infinity, heading: NaN }));
    expect(line).toBe(
      '3000000000.000 p1099511627776 Event: | 3000000000.000 | 1099511627776 | [1000000000000.000,4.000] | [Infinity,4.000]' +
        ' | NaN | 0.000 | 0.000 | 0.000 | 0.000 | Do_Turn',
    );
  });
});

describe('sensors and effectors', () => {
  test.each<[string, TraceValue, string]>([
    ['gps', { who: 'self' }, 'Positioning with errorFactor 0.0'],
    ['gps', { who: 'all', errorFactor: 0.25 }, 'Positioning with errorFactor 0.25'],
    ['view', { viewSize: 100, lineOfSight: true }, 'View with viewSize 100.0'],
    ['proximity', { viewSize: 1e7 }, 'Proximity with viewSize 1.0E7'],
    ['contact', {}, 'Contact'],
    ['bump', { sector: 1 }, 'Bump'],
    ['sonar', { range: 5 }, 'Sonar with range 5.0'],
    ['ring', { rays: 8, range: 2.5 }, 'Ring with range 2.5 rays 8'],
    ['ring', { rays: [0, 0.5], range: 2.5 }, 'Ring with range 2.5 rays [0,0.5]'],
    ['heat', {}, 'Heat'],
    ['light', { lineOfSight: true }, 'Light'],
    ['nose', { smell: 'smoke' }, 'nose with {"smell":"smoke"}'],
    ['left eye', null, 'left_eye with null'],
    ['view', { viewSize: 'far' }, 'view with {"viewSize":"far"}'],
  ])('a request to %s %j', (sensor, asked, expected) => {
    expect(linesOf({ type: 'sensorRequest', time: 1, robot: 2, sensor, request: asked })).toEqual([
      `1.000 p2 SensorRequest: ROBOT# 2 | ${expected}`,
    ]);
  });

  test.each<[string, TraceValue, string]>([
    [
      'proximity',
      [
        { kind: 'robot', id: 3, distance: 12.5, bearing: -Math.PI / 2 },
        { kind: 'obstacle', id: 0, distance: 0.0625, bearing: Math.PI },
      ],
      'Proximity robot 3 distance 12.500 bearing -90.000, obstacle 0 distance 0.062 bearing 180.000',
    ],
    ['contact', [{ kind: 'robot', id: 3 }], 'Contact robot 3'],
    ['bump', [{ kind: 'robot', id: 3, bearing: 0 }], 'Bump robot 3 bearing 0.000'],
    ['contact', [], 'Contact nothing'],
    ['contact', [{ kind: 'robot', id: 3, mood: 'bad' }], 'contact [{"id":3,"kind":"robot","mood":"bad"}]'],
    ['thermometer', 37.5, 'thermometer 37.5'],
  ])('an event of %s %j', (sensor, reply, expected) => {
    expect(linesOf({ type: 'sensorEvent', time: 1, robot: 2, sensor, reply })).toEqual([
      `1.000 p2 SensorEvent: ROBOT# 2 | ${expected}`,
    ]);
  });

  test.each<[string, TraceValue, string]>([
    ['tag', { tag: 'the leader' }, 'Tag with tag the leader'],
    ['horn', { seconds: 2 }, 'horn with {"seconds":2}'],
  ])('an effect of %s %j', (effector, asked, expected) => {
    expect(linesOf({ type: 'effect', time: 1, robot: 2, effector, request: asked })).toEqual([
      `1.000 p2 Effect: ROBOT# 2 | ${expected}`,
    ]);
  });
});

describe('messages', () => {
  const send: RecordOf<'send'> = {
    type: 'send',
    time: 1.5,
    process: 0,
    message: 1,
    to: [1, 2],
    protocol: 'p',
    messageType: 'GO',
    content: 'now',
  };
  const deliver: RecordOf<'deliver'> = { ...send, type: 'deliver', process: 2, from: 0 };
  const drop: TraceRecord = {
    type: 'drop',
    time: 2,
    process: 1,
    message: 1,
    from: 0,
    messageType: 'G O',
    reason: 'a\nb',
  };

  test('at the level fine', () => {
    expect(linesOf(send, deliver, drop)).toEqual([
      '1.500 p0 messages e s p0 p1,p2 GO now',
      '1.500 p2 messages e r p0 p1,p2 GO now',
      '2.000 p1 messages e d p0 p1 G_O a\\nb',
    ]);
  });

  test('at the level finer', () => {
    expect(logOf([send, deliver, drop], { messages: 'finer' }).trimEnd().split('\n')).toEqual([
      '1.500 p0 messages e s p0 p1,p2 GO now',
      '1.500 p0 messages e sf p0 p1,p2 GO now',
      '1.500 p2 messages e r p0 p1,p2 GO now',
      '1.500 p2 messages e rf p0 p1,p2 GO now',
      '2.000 p1 messages e d p0 p1 G_O a\\nb',
    ]);
  });

  test('none', () => {
    expect(logOf([send, deliver, drop], { messages: 'none' })).toBe('');
  });

  test('without receivers, their column is missing', () => {
    expect(linesOf({ ...send, to: [] })).toEqual(['1.500 p0 messages e s p0 GO now']);
    expect(linesOf({ ...send, to: [], messageType: 'p1' })).toEqual(['1.500 p0 messages e s p0 _p1 now']);
    expect(linesOf({ ...send, messageType: 'p1' })).toEqual(['1.500 p0 messages e s p0 p1,p2 p1 now']);
  });

  test.each(['', 'two words', 'line\nbreak', '\u2028'])('a type %j is one column', (messageType) => {
    expect(linesOf({ ...send, messageType })[0]!.split(' ')).toHaveLength(9);
  });

  test('a message that changed is not mistaken for the one before', () => {
    const others: RecordOf<'send'>[] = [
      { ...send, content: 'later' },
      { ...send, to: [3] },
      { ...send, messageType: 'STOP' },
      { ...send, process: 256 },
    ];
    for (const other of others) expect(linesOf(send, other, send)[1]).toBe(linesOf(other)[0]);
  });
});

describe('who speaks', () => {
  test.each<[TraceRecord, string]>([
    [{ type: 'warning', time: 1, text: 'two\nlines' }, '1.000 ??? Warning: two\\nlines'],
    [{ type: 'warning', time: 1, robot: 4, text: '' }, '1.000 p4 Warning: '],
    [
      { type: 'command', time: 1, events: 12, source: 'a panel', command: { stop: 3 } },
      '1.000 ??? Command: after 12 events from a_panel | {"stop":3}',
    ],
    [{ type: 'crash', time: 1, process: 2 }, '1.000 p2 CrashEmulator crashing'],
    [{ type: 'recover', time: 1, process: 2 }, '1.000 p2 CrashEmulator recovering'],
    [{ type: 'suspect', time: 1, process: 2, detector: 'fd', other: 3, isSuspected: true }, '1.000 p2 fd suspecting 3'],
    [{ type: 'suspect', time: 1, process: 2, detector: '', other: 3, isSuspected: false }, '1.000 p2 _ unsuspecting 3'],
    [
      { type: 'decide', time: 1, process: 2, protocol: 'cons ensus', instance: 1, value: [1, 'a'] },
      '1.000 p2 cons_ensus deciding instance = 1 value = [1,a]',
    ],
    [
      { type: 'protocolEvent', time: 1, process: 2, protocol: 'rbcast', event: 'view change', value: null },
      '1.000 p2 rbcast event = view_change value = null',
    ],
    [
      { type: 'log', time: 1, process: 2, logger: 'Gathering', level: 'warn', text: ' there ' },
      '1.000 p2 Gathering  there ',
    ],
    [{ type: 'log', time: 1, process: -1, logger: 'main', level: 'info', text: 'x' }, '1.000 ??? main x'],
    // Other texts must not look like lines of our loggers.
    [{ type: 'log', time: 1, process: 2, logger: 'Event:', level: 'info', text: 'x' }, '1.000 p2 Event:_ x'],
    [
      { type: 'log', time: 1, process: 2, logger: 'messages', level: 'info', text: 'crash started' },
      '1.000 p2 messages crash started',
    ],
    [
      { type: 'log', time: 1, process: 2, logger: 'messages', level: 'info', text: 'e s p0 p1 X y' },
      '1.000 p2 messages_ e s p0 p1 X y',
    ],
    [{ type: 'log', time: 1, process: 2, logger: 'é', level: 'info', text: '🤖\ud800' }, '1.000 p2 é 🤖\\ud800'],
  ])('%j', (record, line) => {
    expect(linesOf(record)).toEqual([line]);
  });
});

describe('the buffer', () => {
  test('lines are taken once', () => {
    const writer = new NekoLogWriter();
    expect(writer.length).toBe(0);
    writer.append({ type: 'crash', time: 1, process: 2 });
    expect(writer.length).toBe('1.000 p2 CrashEmulator crashing\n'.length);
    expect(text(writer.take())).toBe('1.000 p2 CrashEmulator crashing\n');
    expect(writer.length).toBe(0);
    expect(writer.take()).toHaveLength(0);
  });

  test('it grows as needed', () => {
    const writer = new NekoLogWriter();
    const long = 'né🤖'.repeat(50_000);
    writer.append({ type: 'warning', time: 1, text: long });
    for (let i = 0; i < 3_000; i++) writer.append(GATHERING_RECORDS[0]!);
    const lines = text(writer.take()).split('\n');
    expect(lines[0]).toBe(`1.000 ??? Warning: ${long}`);
    expect(new Set(lines.slice(1, -1))).toEqual(new Set([GATHERING.split('\n')[0]]));
  });

  test('rejects a record without a line, and writes nothing', () => {
    const writer = new NekoLogWriter();
    writer.append({ type: 'crash', time: 1, process: 2 });
    const { length } = writer;
    const broken = {
      type: 'effect',
      time: 1,
      robot: 1,
      effector: 'e',
      request: { when: new Date(0) },
    } as unknown as TraceRecord;
    expect(() => writer.append(broken)).toThrow(
      /^Neko log, record 2 \(effect\): when: expected null, a boolean, a number, a text, a list or a plain object, got an instance of a class/,
    );
    const empty = { type: 'log', time: 1, process: 1, logger: 'x', level: 'info' } as unknown as TraceRecord;
    expect(() => writer.append(empty)).toThrow('Neko log, record 2 (log): missing fields of its line: {text:text}');
    expect(writer.length).toBe(length);
  });
});
