import { describe, expect, test } from '@jest/globals';
import type { Party, TraceRecord } from '@kineko/formats/trace';
import { end, request } from '../../test/analysis-records.js';
import { analyse, Analyzer } from './analyzer.js';

const robot = (id: number): Party => ({ kind: 'robot', id });
const obstacle = (id: number): Party => ({ kind: 'obstacle', id });

async function pairsOf(...records: readonly TraceRecord[]): Promise<string[]> {
  const { collisions } = await analyse(records);
  return collisions.pairs.map(({ robot: id, partnerKind, partner, collisions: times }) =>
    partner === null ? `${id} ${partnerKind} x${times}` : `${id} ${partnerKind} ${partner} x${times}`,
  );
}

describe('who collides with whom, as a trace tells', () => {
  test('two that run into each other collide once, though both motions end', async () => {
    const records = [end(1, 2, 'collided', { with: robot(1) }), end(1, 1, 'collided', { with: robot(2) })];
    expect(await pairsOf(...records)).toEqual(['1 robot 2 x1']);
    const report = await analyse(records);
    expect(report.totals.collisions).toBe(1);
    expect(report.robots.map(({ collisions }) => collisions)).toEqual([1, 1]);
    expect(report.rates.collisions).toEqual([1]);
  });

  test('whoever pushes on later collides again, but not at the same instant', async () => {
    const hit = (time: number) => end(time, 1, 'collided', { with: robot(2) });
    expect(await pairsOf(hit(1), hit(1), hit(1.5), hit(2))).toEqual(['1 robot 2 x3']);
  });

  test('one that stands is run into; obstacles are partners of their own', async () => {
    const records = [
      request(0, 2),
      end(1, 1, 'collided', { with: robot(2) }),
      end(1, 1, 'collided', { with: obstacle(2) }),
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

describe('who collides with whom, where a log does not tell', () => {
  test('two of one instant, nearest to each other, met', async () => {
    const records = [
      end(1, 1, 'collided', { x: 0 }),
      end(1, 4, 'collided', { x: 50 }),
      end(1, 2, 'collided', { x: 2 }),
      end(1, 3, 'collided', { x: 53 }),
    ];
    expect(await pairsOf(...records)).toEqual(['1 robot 2 x1', '3 robot 4 x1']);
  });

  test('one alone met somebody unknown, and so did the odd one', async () => {
    expect(await pairsOf(end(1, 1, 'collided'), end(2, 2, 'collided'))).toEqual(['1 unknown x1', '2 unknown x1']);
    const odd = [end(1, 1, 'collided', { x: 0 }), end(1, 2, 'collided', { x: 2 }), end(1, 3, 'collided', { x: 5 })];
    expect(await pairsOf(...odd)).toEqual(['1 robot 2 x1', '3 unknown x1']);
  });

  test('where two are as near, nobody knows', async () => {
    const row = [end(1, 1, 'collided', { x: 0 }), end(1, 2, 'collided', { x: 2 }), end(1, 3, 'collided', { x: 4.001 })];
    expect(await pairsOf(...row)).toEqual(['1 unknown x1', '2 unknown x1', '3 unknown x1']);
  });

  test('two too far apart for their radii met others', async () => {
    const born = (id: number): TraceRecord => ({
      type: 'robot',
      time: 0,
      robot: id,
      radius: 1,
      x: 0,
      y: 0,
      heading: 0,
      tag: '',
    });
    const far = [end(1, 1, 'collided', { x: 0 }), end(1, 2, 'collided', { x: 3 })];
    expect(await pairsOf(born(1), born(2), ...far)).toEqual(['1 unknown x1', '2 unknown x1']);
    expect(await pairsOf(born(1), ...far)).toEqual(['1 robot 2 x1']);
  });

  test('a report in the middle of an instant changes nothing', async () => {
    const analyzer = new Analyzer();
    analyzer.add(end(1, 1, 'collided', { x: 0 }));
    expect(analyzer.report().collisions.pairs).toMatchObject([{ robot: 1, partnerKind: 'unknown', collisions: 1 }]);
    analyzer.add(end(1, 2, 'collided', { x: 2 }));
    analyzer.add(end(1, 2, 'collided', { x: 2 }));
    const { collisions, rates } = analyzer.report();
    expect(collisions).toMatchObject({ count: 1, pairs: [{ robot: 1, partner: 2, collisions: 1 }] });
    expect(rates.collisions).toEqual([1]);
    analyzer.add(request(2, 1));
    analyzer.add(end(3, 1, 'collided', { with: robot(2) }));
    expect(analyzer.report().collisions).toMatchObject({
      count: 2,
      pairs: [{ collisions: 2, firstSeconds: 1, lastSeconds: 3 }],
    });
  });
});
