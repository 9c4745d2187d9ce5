import { expect, test } from '@jest/globals';
import { runConfig } from 'kineko/testing';
import { signedArea } from 'kineko';
import { voronoiCell } from './coverage.js';

test('the robots spread over the area without touching', async () => {
  const { metrics } = await runConfig(new URL('coverage.config', import.meta.url));
  expect(metrics.get('meanDistance')).toBeLessThan(3.9);
  expect(metrics.get('collisions')).toBe(0);
});

test('the cells of all robots fill the area', () => {
  const robots = [1, 5, 8, 13, 21].map((k) => ({ x: (7 * k) % 40, y: (11 * k) % 30 }));
  const areas = robots.map((own) =>
    signedArea(
      voronoiCell(
        own,
        robots.filter((other) => other !== own),
        { width: 40, height: 30 },
      ),
    ),
  );
  expect(areas.every((area) => area > 0)).toBe(true);
  expect(areas.reduce((a, b) => a + b)).toBeCloseTo(40 * 30, 9);
});
