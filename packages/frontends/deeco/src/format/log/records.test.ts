import { describe, expect, test } from '@jest/globals';
import { BinaryWriter, type RecordOf, type TraceLeg, type TraceRecord } from '@kineko/formats/trace';
import { bytesOf, LOGS, SMALL_LOG, utf8 } from '../../../test/files.js';
import type { DeecoCycle } from './log.js';
import { bitmapShapes, deecoRecords, DeecoRecordReader } from './records.js';
import { readDeecoLog } from './log-reader.js';

const HEADER = 'null\n20\n10\n---\na.Robot,1.5\n---\n';

function recordsOf(text: string): TraceRecord[] {
  return [...deecoRecords(readDeecoLog(utf8(text), 'x.txt'))];
}

interface Pose {
  x: number;
  y: number;
  heading: number;
}

/** The pose on a leg at an instant, or at its end. */
function poseAt(leg: TraceLeg, time: number): Pose {
  const t = Math.min(time, leg.end) - leg.start;
  const { x, y, heading } = leg;
  if (leg.kind === 'line') return { x: x + leg.vx * t, y: y + leg.vy * t, heading };
  return leg.kind === 'turn' ? { x, y, heading: heading + leg.turnRate * t } : { x, y, heading };
}

/** The state of robots after all records of an instant. */
class Player {
  readonly robots = new Map<number, { leg: TraceLeg; tag: string }>();

  take(record: TraceRecord): void {
    if (record.type === 'robot') {
      const { x, y, heading, time, tag } = record;
      this.robots.set(record.robot, { leg: { kind: 'rest', x, y, heading, start: time, end: Infinity }, tag });
    } else if (record.type === 'leg') {
      this.robots.get(record.robot)!.leg = record.leg;
    } else if (record.type === 'effect') {
      this.robots.get(record.robot)!.tag = (record.request as { tag: string }).tag;
    }
  }
}

describe('records of a log', () => {
  test('have the world, the map, the robots and objects, their legs, tags and the status', () => {
    expect(recordsOf(SMALL_LOG)).toEqual([
      { type: 'world', time: 0, area: [0, 0, 4, 3], walled: true, response: 'stop' },
      {
        type: 'obstacle',
        time: 0,
        obstacle: 0,
        name: 'map',
        shape: {
          kind: 'bitmap',
          x: 0,
          y: 0,
          metresPerPixel: 1,
          width: 4,
          height: 3,
          firstRow: 0,
          rows: [[3, 1], [4], [4]],
        },
      },
      { type: 'log', time: 0, process: -1, logger: 'status', level: 'info', text: 'A&B' },
      { type: 'object', time: 0, object: 0, x: 9, y: -6, size: 0.25, tag: 'x;y', heat: 0, light: 0 },
      { type: 'robot', time: 0, robot: 0, radius: 1, x: 1.5, y: 1.5, heading: -Math.PI / 2, tag: '' },
      {
        type: 'leg',
        time: 0,
        robot: 0,
        leg: { kind: 'line', x: 1.5, y: 1.5, heading: -Math.PI / 2, start: 0, end: 1, vx: 0, vy: -0.25 },
      },
      { type: 'effect', time: 1, robot: 0, effector: 'tag', request: { tag: 'hi' } },
      {
        type: 'leg',
        time: 1,
        robot: 0,
        leg: { kind: 'rest', x: 1.5, y: 1.25, heading: -Math.PI / 2, start: 1, end: Infinity },
      },
    ]);
  });

  test.each(LOGS)('%s: at each cycle robots are where the log has them', (path) => {
    const log = readDeecoLog(bytesOf(path), path);
    const cycles = [...log];
    const player = new Player();
    const writer = new BinaryWriter();
    const wrong: unknown[] = [];
    let time = 0;
    let checked = 0;

    function check({ robots }: DeecoCycle): void {
      for (const [id, { leg, tag }] of player.robots) {
        const robot = robots[id]!;
        const { x, y, heading } = poseAt(leg, time);
        const turn = Math.hypot(Math.cos(heading) - Math.sin(robot.angle), Math.sin(heading) + Math.cos(robot.angle));
        // Positions are exact: a leg starts at each cycle, unless the robot stands still.
        const isThere = x === robot.x && y === log.header.height - robot.y && turn < 1e-12;
        if (tag !== robot.tag || !(isThere || Number.isNaN(robot.x))) wrong.push({ time, id, robot, leg, tag });
        checked++;
      }
    }

    for (const record of deecoRecords({ header: log.header, [Symbol.iterator]: () => cycles[Symbol.iterator]() })) {
      if (record.time < time) wrong.push(record);
      for (; time < record.time; time++) check(cycles[time]!);
      player.take(record);
      // The writer rejects invalid records.
      writer.append(record);
    }
    expect(wrong).toEqual([]);
    expect(checked).toBe(player.robots.size * (cycles.length - 1));
  });

  test('turn a robot the shorter way, and have one rest for a robot that stands still', () => {
    const angles = ['3.0', '-3.0', '-3.0', '-3.0', '0.0'];
    const records = recordsOf(HEADER + '---\n' + angles.map((angle) => `&&5.0,,4.0,,${angle},,;;&&\n`).join(''));
    const legs = records.filter((record): record is RecordOf<'leg'> => record.type === 'leg');
    expect(legs.map(({ time, leg: { kind } }) => [time, kind])).toEqual([
      [0, 'turn'],
      [1, 'rest'],
      [3, 'turn'],
      [4, 'rest'],
    ]);
    expect(legs[0]!.leg).toMatchObject({ turnRate: 2 * Math.PI - 6 });
    expect(legs[2]!.leg).toMatchObject({ turnRate: 3 });
  });

  test('continue after a damaged cycle', () => {
    const records = recordsOf(`${HEADER}---\n&&1.0,,2.0,,0.0,,;;&&\nwhat\n&&5.0,,2.0,,0.0,,;;&&\n`);
    expect(records.find(({ type }) => type === 'leg')).toMatchObject({ leg: { start: 0, end: 2, vx: 2, vy: 0 } });
  });

  test('report once that a robot has no valid position, and keep its last one', () => {
    const records = recordsOf(
      `${HEADER}---\n&&1.0,,2.0,,0.0,,;;&&\n&&NaN,,NaN,,0.0,,;;&&\n&&NaN,,NaN,,0.0,,t;;&&\n&&3.0,,2.0,,0.0,,t;;&&\n`,
    );
    expect(records.slice(2)).toMatchObject([
      {
        type: 'warning',
        time: 1,
        robot: 0,
        text: 'robot 0 has no valid position from cycle 1 on (x NaN, y NaN, angle 0): its last position is kept',
      },
      { type: 'effect', time: 2 },
      { type: 'leg', time: 2, leg: { kind: 'line', x: 1, vx: 2 } },
      { type: 'leg', time: 3, leg: { kind: 'rest', x: 3 } },
    ]);
  });

  test('add a robot at its first valid position', () => {
    const records = recordsOf(`${HEADER}---\n&&NaN,,2.0,,0.0,,a;;&&\n&&1.0,,2.0,,0.0,,b;;&&\n`);
    expect(records.slice(1)).toMatchObject([
      { type: 'warning', time: 0, text: expect.stringContaining('it is left out') },
      { type: 'robot', time: 1, tag: 'b' },
      { type: 'leg', time: 1 },
    ]);
  });

  test('repeat an object when it has changed', () => {
    const lines = ['1.0,,2.0,,3.0,,a', '1.0,,2.0,,3.0,,a', '1.0,,2.0,,0.0,,a', 'NaN,,2.0,,0.0,,a', '1.0,,2.0,,0.0,,b'];
    const text = lines.map((line) => `&&&&${line};;\n`).join('');
    const records = recordsOf(`null\n20\n10\n---\n---\na.Lamp\n---\n${text}`);
    expect(records.slice(1)).toMatchObject([
      { type: 'object', time: 0, x: 1, y: 8, size: 3, tag: 'a' },
      { type: 'object', time: 2, size: 0, tag: 'a' },
      { type: 'warning', time: 3, text: 'object 0 has no valid position from cycle 3 on (x NaN, y 2, size 0)' },
      { type: 'object', time: 4, size: 0, tag: 'b' },
    ]);
  });
});

describe('a reader of records', () => {
  test('gives them chunk by chunk, and the classes in its header', () => {
    const bytes = bytesOf('logs/as-shipped/firefighters.txt');
    const reader = new DeecoRecordReader('firefighters.txt');
    const records: TraceRecord[] = [];
    for (let at = 0; at < bytes.length; at += 10_000) {
      reader.feed(bytes.slice(at, at + 10_000));
      for (let record = reader.next(); record !== undefined; record = reader.next()) records.push(record);
    }
    reader.close();
    for (let record = reader.next(); record !== undefined; record = reader.next()) records.push(record);
    expect(records).toEqual([...deecoRecords(readDeecoLog(bytes, 'x'))]);
    const { deeco } = reader.header!.info as { deeco: { robots: string[]; objects: string[]; width: number } };
    expect(deeco.robots.map((name) => name.split('.').at(-1))).toEqual([
      'FirefighterLeader',
      ...new Array<string>(4).fill('FirefighterDrone'),
    ]);
    expect([deeco.objects.length, deeco.width]).toEqual([1, 100]);
  });
});

describe('bitmaps on record', () => {
  test('are runs that begin with a light one, row by row from the top', () => {
    const bitmap = { width: 4, height: 2, dark: Uint8Array.of(0, 1, 1, 0, 1, 1, 1, 1) };
    expect([...bitmapShapes(bitmap)]).toMatchObject([
      {
        firstRow: 0,
        rows: [
          [1, 2, 1],
          [0, 4],
        ],
      },
    ]);
  });

  test('are split into parts that fit into records, if they are large', () => {
    const size = 1024;
    const dark = Uint8Array.from({ length: size * size }, (_, i) => i % 2);
    const parts = [...bitmapShapes({ width: size, height: size, dark })];
    expect(parts.length).toBeGreaterThan(1);
    const rows = parts.flatMap((part) => part['rows'] as number[][]);
    expect(rows).toHaveLength(size);
    expect(parts.map((part) => part['firstRow'])).toEqual(
      parts.map((_, index) => parts.slice(0, index).reduce((sum, part) => sum + (part['rows'] as []).length, 0)),
    );
    const writer = new BinaryWriter();
    for (const shape of parts) writer.append({ type: 'obstacle', time: 0, obstacle: 0, name: '', shape });
    expect(writer.length).toBeGreaterThan(size * size);
  });
});
