import { describe, expect, test } from '@jest/globals';
import type { Party, TraceRecord } from '@kineko/formats/trace';
import { end, request } from '../test/analysis-records.js';
import { analyse, Analyzer } from './analyzer.js';

const robot = (id: number): Party => ({ kind: 'robot', id });
const obstacle = (id: number): Party => ({ kind: 'obstacle', id });

const release = (time: number, id: number, other: Party): TraceRecord => ({ type: 'release', time, robot: id, other });

async function pairsOf(...records: readonly TraceRecord[]): Promise<string[]> {
  const { collisions } = await analyse(records);
  return collisions.pairs.map(({ robot: id, partnerKind, partner, collisions: times }) => {
    return `${id} ${partnerKind} ${partner} x${times}`;
  });
}

describe('collisions by pair, from a trace', () => {
  test('two that run into each other collide once, though both motions end', async () => {
    const records = [end(1, 2, 'collided', { with: robot(1) }), end(1, 1, 'collided', { with: robot(2) })];
    expect(await pairsOf(...records)).toEqual(['1 robot 2 x1']);
    const report = await analyse(records);
    expect(report.totals.collisions).toBe(1);
    expect(report.robots.map(({ collisions }) => collisions)).toEqual([1, 1]);
    expect(report.rates.collisions).toEqual([1]);
  });

  test('a robot that pushes on collides once until the contact ends', async () => {
    const hit = (time: number) => end(time, 1, 'collided', { with: robot(2) });
    expect(await pairsOf(hit(1), hit(1), hit(1.5), hit(2))).toEqual(['1 robot 2 x1']);
    expect(await pairsOf(hit(1), release(1.5, 1, robot(2)), hit(1.5), hit(2))).toEqual(['1 robot 2 x2']);
    expect(await pairsOf(hit(1), release(1.5, 1, robot(3)), hit(2))).toEqual(['1 robot 2 x1']);
  });

  test('a robot that leaves before the end of the other motion is on record changes nothing', async () => {
    const ends = [end(1, 1, 'collided', { with: robot(2) }), end(1, 2, 'collided', { with: robot(1) })] as const;
    expect(await pairsOf(ends[0], release(1, 1, robot(2)), ends[1])).toEqual(['1 robot 2 x1']);
    const again = end(2, 2, 'collided', { with: robot(1) });
    expect(await pairsOf(ends[0], release(1, 1, robot(2)), ends[1], again)).toEqual(['1 robot 2 x2']);
  });

  test('one that stands is run into; obstacles are partners of their own', async () => {
    const records = [
      request(0, 2),
      end(1, 1, 'collided', { with: robot(2) }),
      end(1, 1, 'collided', { with: obstacle(2) }),
      release(1.5, 1, obstacle(2)),
      end(2, 1, 'collided', { with: obstacle(2) }),
      end(3, 2, 'finished'),
    ];
    expect(await pairsOf(...records)).toEqual(['1 obstacle 2 x2', '1 robot 2 x1']);
    const { robots } = await analyse(records);
    expect(robots.map(({ collisions }) => collisions)).toEqual([3, 1]);
  });

  test('three at one instant are two or three pairs', async () => {
    const chain = [
      end(1, 1, 'collided', { with: robot(2) }),
      end(1, 2, 'collided', { with: robot(3) }),
      end(1, 3, 'collided', { with: robot(2) }),
    ];
    expect(await pairsOf(...chain)).toEqual(['1 robot 2 x1', '2 robot 3 x1']);
  });
});

test('reports an unknown number of collisions where a log lacks the partner', async () => {
  const analyzer = new Analyzer();
  analyzer.add(end(1, 1, 'collided', { with: robot(2) }));
  expect(analyzer.report().totals.collisions).toBe(1);
  analyzer.add(end(2, 1, 'collided'));
  analyzer.add(end(2, 2, 'collided'));
  const { collisions, totals, robots, rates } = analyzer.report();
  expect(collisions).toMatchObject({ count: null, endsWithoutPartner: 2, pairs: [{ robot: 1, collisions: 1 }] });
  expect([totals.collisions, ...robots.map((each) => each.collisions)]).toEqual([null, null, null]);
  expect(rates.collisions.reduce((sum, count) => sum + count, 0)).toBe(1);
});
