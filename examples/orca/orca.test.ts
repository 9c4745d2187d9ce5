import { expect, test } from '@jest/globals';
import { runConfig } from 'kineko/testing';
import { nearestAllowed } from './half-planes.js';

const config = new URL('orca.config', import.meta.url);

test.each([1, 2, 3, 4])('twelve robots swap sides without a collision (seed %i)', async (seed) => {
  const { summary, metrics } = await runConfig(config, { seed });
  expect(summary.stoppedBy).toBe('finished');
  expect(metrics.get('collisions')).toBe(0);
});

test('robots touch if their messages take half a second', async () => {
  const { metrics } = await runConfig(config, { seed: 1, set: { 'BasicNetwork.lambda': 0.5 } });
  expect(metrics.get('collisions')).toBeGreaterThan(0);
});

test('the nearest allowed velocity is the wish, a foot or a corner', () => {
  const left = { point: { x: 0.5, y: 0 }, normal: { x: -1, y: 0 } };
  const up = { point: { x: 0, y: 0.2 }, normal: { x: 0, y: 1 } };
  expect(nearestAllowed({ x: 0.1, y: 0.3 }, [left, up], 1)).toEqual({ x: 0.1, y: 0.3 });
  expect(nearestAllowed({ x: 0.8, y: 0.4 }, [left, up], 1)).toEqual({ x: 0.5, y: 0.4 });
  expect(nearestAllowed({ x: 0.8, y: 0 }, [left, up], 1)).toEqual({ x: 0.5, y: 0.2 });
});

test('half-planes that exclude each other are widened by the same amount', () => {
  const right = { point: { x: 0.4, y: 0 }, normal: { x: 1, y: 0 } };
  const left = { point: { x: -0.2, y: 0 }, normal: { x: -1, y: 0 } };
  const { x, y } = nearestAllowed({ x: 0, y: 0.3 }, [left, right], 1);
  expect(x).toBeCloseTo(0.1, 4);
  expect(y).toBeCloseTo(0.3, 4);
});
