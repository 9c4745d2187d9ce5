/** Tracing a bitmap of rooms and rubble: what a first attempt would do, with a map of pixel edges, against ours. */
import type { Bitmap } from '@kineko/formats/bitmap';
import { Random } from '@kineko/kernel';
import { outlineOf } from '../src/obstacles/outline.js';
import type { Comparison, Work } from '@kineko/tools/bench/comparison';

export const comparisons: Comparison[] = [512, 2048].map((side) => ({
  name: 'outline of a bitmap, pixels',
  n: side * side,
  alternatives: [
    { name: 'pixel edges in a Map, then walked and merged', setUp: () => tracing(side, naiveOutline) },
    { name: 'outlineOf', setUp: () => tracing(side, ourOutline) },
  ],
}));

function tracing(side: number, trace: (bitmap: Bitmap) => number): Work {
  const bitmap = rooms(side);
  return () => {
    if (trace(bitmap) === 0) throw new Error('the bitmap has no outline');
    return side * side;
  };
}

/** Walls of four pixels around rooms of 28, broken by rubble: two pixels in a hundred are the other way round. */
function rooms(side: number): Bitmap {
  const stream = new Random(1).stream('rubble');
  const dark = new Uint8Array(side * side);
  for (let i = 0; i < dark.length; i++) {
    const isWall = (i % side) % 32 < 4 || Math.floor(i / side) % 32 < 4;
    dark[i] = Number(isWall !== stream.uniform() < 0.02);
  }
  return { width: side, height: side, dark };
}

function ourOutline(bitmap: Bitmap): number {
  return outlineOf(bitmap, { x: 0, y: 0, metresPerPixel: 1 }).count;
}

interface Edge {
  readonly fromX: number;
  readonly fromY: number;
  readonly toX: number;
  readonly toY: number;
}

function naiveOutline({ width, height, dark }: Bitmap): number {
  const isDark = (x: number, y: number): boolean =>
    x >= 0 && y >= 0 && x < width && y < height && dark[y * width + x] === 1;
  const edges = new Map<string, Edge[]>();
  const add = (fromX: number, fromY: number, toX: number, toY: number): void => {
    const key = `${fromX},${fromY}`;
    const edge = { fromX, fromY, toX, toY };
    const others = edges.get(key);
    if (others) others.push(edge);
    else edges.set(key, [edge]);
  };
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (!isDark(x, y)) continue;
      if (!isDark(x, y - 1)) add(x + 1, y, x, y);
      if (!isDark(x - 1, y)) add(x, y, x, y + 1);
      if (!isDark(x, y + 1)) add(x, y + 1, x + 1, y + 1);
      if (!isDark(x + 1, y)) add(x + 1, y + 1, x + 1, y);
    }
  }
  let walls = 0;
  for (const [start, fromHere] of edges) {
    while (fromHere.length > 0) {
      const loop: Edge[] = [];
      let key = start;
      do {
        const edge = edges.get(key)!.pop()!;
        const last = loop.at(-1);
        const isStraight = last && (last.fromX === edge.toX || last.fromY === edge.toY);
        if (isStraight) loop[loop.length - 1] = { ...last, toX: edge.toX, toY: edge.toY };
        else loop.push(edge);
        key = `${edge.toX},${edge.toY}`;
      } while (key !== start);
      walls += loop.length;
    }
  }
  return walls;
}
