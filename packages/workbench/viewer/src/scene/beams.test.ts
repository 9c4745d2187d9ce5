import { expect, test } from '@jest/globals';
import { beamsOf, beamsText } from './beams.js';

test('a sensor without a direction covers a circle', () => {
  expect(beamsText({ viewSize: 9 })).toBe('');
  expect(beamsOf('')).toBeUndefined();
});

test('a sonar is a cone from its place on the robot', () => {
  const text = beamsText({ range: 5, direction: 0.5, openingAngle: 0.25, offset: { x: 1, y: -2 } });
  expect(beamsOf(text)).toEqual({ angles: [0.5], opening: 0.25, x: 1, y: -2, isFromRim: false });
});

test('a ring has rays, by number or by angles, but no more than a picture can show', () => {
  const four = [0, Math.PI / 2, Math.PI, (3 * Math.PI) / 2];
  expect(beamsOf(beamsText({ range: 5, rays: 4, fromRim: true }))).toMatchObject({ angles: four, isFromRim: true });
  expect(beamsOf(beamsText({ range: 5, rays: [0.1, 0.2] }))!.angles).toEqual([0.1, 0.2]);
  expect(beamsOf(beamsText({ range: 5, rays: 4096 }))!.angles).toHaveLength(64);
});

test.each([[{ rays: 'many' }], [{ rays: ['x'] }], [{ direction: 'left' }], [{ offset: { x: NaN } }]])(
  '%j is drawn as a circle',
  (request) => {
    expect(beamsText(request)).toBe('');
  },
);
