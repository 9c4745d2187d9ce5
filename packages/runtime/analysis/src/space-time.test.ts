import { describe, expect, test } from '@jest/globals';
import type { TraceRecord } from '@kineko/formats/trace';
import { deliver, drop, send } from '../test/analysis-records.js';
import { SpaceTimeDiagram, type SpaceTimeOptions } from './space-time.js';

function diagramOf(records: readonly TraceRecord[], options?: SpaceTimeOptions): SpaceTimeDiagram {
  const diagram = new SpaceTimeDiagram(options);
  for (const record of records) diagram.add(record);
  return diagram;
}

const crash = (time: number, process: number, type: 'crash' | 'recover' = 'crash'): TraceRecord => ({
  type,
  time,
  process,
});

const records: readonly TraceRecord[] = [
  send(0, 0, 1, [1, 2]),
  deliver(1, 1, 0, 1, [1, 2]),
  send(1, 1, 1, [0]),
  drop(2, 2, 0, 1),
  crash(3, 2),
  send(4, 0, 2, [0]),
  deliver(5, 0, 0, 2),
  crash(6, 2, 'recover'),
];

describe('what is in the picture', () => {
  test('all of a small run', () => {
    const { fromSeconds, toSeconds, processes, arrows, crashes, copiesLeftOut } = diagramOf(records).report();
    expect([fromSeconds, toSeconds, processes, copiesLeftOut]).toEqual([0, 6, [0, 1, 2], 0]);
    const told = arrows.map(({ from, to, sentSeconds, endSeconds, fate }) => [from, to, sentSeconds, endSeconds, fate]);
    expect(told).toEqual([
      [0, 1, 0, 1, 'delivered'],
      [0, 2, 0, 2, 'dropped'],
      [1, 0, 1, null, 'underWay'],
      [0, 0, 4, 5, 'delivered'],
    ]);
    expect(crashes.map(({ event, timeSeconds }) => [event, timeSeconds])).toEqual([
      ['crash', 3],
      ['recover', 6],
    ]);
  });

  test('a window: what is sent, arrives or passes in it', () => {
    const { arrows, crashes, fromSeconds, toSeconds } = diagramOf(records, {
      fromSeconds: 1.5,
      toSeconds: 3.5,
    }).report();
    expect([fromSeconds, toSeconds]).toEqual([1.5, 3.5]);
    expect(arrows.map(({ from, to, fate }) => [from, to, fate])).toEqual([
      [0, 2, 'dropped'],
      [1, 0, 'underWay'],
    ]);
    expect(crashes).toHaveLength(1);
  });

  test('shows the first messages and counts the rest', () => {
    const three = diagramOf(records, { maxMessages: 1 }).report();
    expect(three.arrows).toHaveLength(1);
    expect(three.copiesLeftOut).toBe(3);
    // Crashes after what is shown would squeeze it.
    expect(three.toSeconds).toBe(1);
    expect(three.crashes).toEqual([]);
    const early = diagramOf(records, { maxMessages: 1, fromSeconds: 1.5 }).report();
    expect(early).toMatchObject({ copiesLeftOut: 2, arrows: [{ to: 2 }] });
  });

  test('of nothing there is an empty picture', () => {
    expect(diagramOf([]).report()).toMatchObject({ fromSeconds: 0, toSeconds: 0, arrows: [], processes: [] });
    expect(diagramOf([]).svg()).toContain('<svg');
  });
});

describe('the picture', () => {
  const svg = diagramOf(records).svg();
  const count = (text: string) => svg.split(text).length - 1;

  test('stands alone, by day and by night', () => {
    expect(svg).toMatch(/^<svg xmlns="http:\/\/www.w3.org\/2000\/svg"/);
    expect(svg).toContain('prefers-color-scheme:dark');
    expect(svg).toContain('<title>Messages between 3 processes from 0 s to 6 s</title>');
  });

  test('has a line for each process, words for each message, a cross where one is lost', () => {
    expect(count('class="process"')).toBe(3);
    expect(count('PING number')).toBe(4);
    expect(svg).toContain('PING number 1 from p0 to p2, sent at 0 s, lost at 2 s');
    expect(svg).toContain('p2 crashes at 3 s');
    // One copy lost, one crash, one recovery.
    expect(count('class="lost"')).toBe(3);
    expect(count('class="down"')).toBe(1);
    expect(count(' way"')).toBe(1);
  });

  test('says what it leaves out, and takes no text for its own', () => {
    const evil = diagramOf(
      [send(0, 0, 1, [1], { messageType: '</svg><script>alert(1)</script>\u0007' }), send(1, 0, 2, [1])],
      {
        maxMessages: 1,
      },
    ).svg();
    expect(evil).toContain('shown are the first 1 of 2 messages');
    expect(evil).not.toContain('<script');
    expect(evil).not.toContain('\u0007');
  });

  test('of one instant, or of messages that take no time, it has no numbers that are none', () => {
    const instant = diagramOf([send(2, 0, 1, [1, 0]), deliver(NaN, 1, 0, 1), deliver(2, 0, 0, 1)]).svg();
    expect(instant).not.toMatch(/NaN|Infinity|undefined/);
    expect(svg).not.toMatch(/NaN|Infinity|undefined/);
  });
});
