import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { EnvironmentMap, type GridLine } from './environment-map.js';

function mapOf(rows: readonly string[]): EnvironmentMap {
  const dark = Uint8Array.from(rows.join(''), (pixel) => (pixel === '#' ? 1 : 0));
  return EnvironmentMap.of({ width: rows[0]!.length, height: rows.length, dark });
}

const spans = (lines: readonly GridLine[]): string => lines.map(({ start, end }) => `${start}-${end}`).join(' ');

describe('the lines of a map', () => {
  test('are the four walls around an empty field', () => {
    const map = EnvironmentMap.empty(1e9, 20);
    expect(map.getVerticalLines(0)).toEqual([{ start: 0, end: 20, horizon: 0, isVertical: true }]);
    expect(map.getHorizontalLines(20)).toEqual([{ start: 0, end: 1e9, horizon: 20, isVertical: false }]);
    expect(map.getVerticalLines(5)).toEqual([]);
    expect(map.getHorizontalLines(21)).toEqual([]);
  });

  test('are the same for an empty bitmap', () => {
    const [picture, field] = [mapOf(['...', '...']), EnvironmentMap.empty(3, 2)];
    for (let x = 0; x <= 3; x++) expect(picture.getVerticalLines(x)).toEqual(field.getVerticalLines(x));
    for (let y = 0; y <= 2; y++) expect(picture.getHorizontalLines(y)).toEqual(field.getHorizontalLines(y));
  });

  test('vertical ones are merged, whichever side they face', () => {
    const map = mapOf(['.#.', '..#', '...']);
    // At x = 2 the right face of one pixel goes over into the left face of the next one.
    expect(spans(map.getVerticalLines(2))).toBe('0-2');
  });

  test('horizontal ones are merged with those that face the same side, and with others only if these follow directly', () => {
    // At y = 1 the faces of the row above come first, then those of the row below.
    expect(spans(mapOf(['#..', '.##', '...']).getHorizontalLines(1))).toBe('0-3');
    expect(spans(mapOf(['..#', '##.', '...']).getHorizontalLines(1))).toBe('2-3 0-2');
    expect(spans(mapOf(['#.#', '.#.', '...']).getHorizontalLines(1))).toBe('0-1 2-3 1-2');
  });

  test('are exactly the faces between dark and light pixels', () => {
    const side = fc.integer({ min: 1, max: 8 });
    const pictures = fc
      .tuple(side, side)
      .chain(([width, height]) =>
        fc
          .array(fc.constantFrom(0, 1), { minLength: width * height, maxLength: width * height })
          .map((pixels) => ({ width, height, dark: Uint8Array.from(pixels) })),
      );
    fc.assert(
      fc.property(pictures, (picture) => {
        const map = EnvironmentMap.of(picture);
        const { width, height } = picture;
        for (let x = 0; x <= width; x++) {
          const faces = [...Array(height).keys()].filter((y) => map.isDark(x - 1, y) !== map.isDark(x, y));
          expect(unitsOf(map.getVerticalLines(x))).toEqual(faces);
        }
        for (let y = 0; y <= height; y++) {
          const faces = [...Array(width).keys()].filter((x) => map.isDark(x, y - 1) !== map.isDark(x, y));
          expect(unitsOf(map.getHorizontalLines(y)).toSorted((one, other) => one - other)).toEqual(faces);
        }
      }),
      { seed: 4, numRuns: 200 },
    );
  });
});

function unitsOf(lines: readonly GridLine[]): number[] {
  return lines.flatMap(({ start, end }) => Array.from({ length: end - start }, (_, i) => start + i));
}
