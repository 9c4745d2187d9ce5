import { describe, expect, test } from '@jest/globals';
import { BEACON, CRATE } from '../../../test/spaces.js';
import { box, cylinder, placed, pointer, sphere, type Triangles, trianglesOf } from './meshes.js';
import { readSpaceMessage } from './wire.js';

type Corner = readonly [number, number, number];

function cornerOf({ positions }: Triangles, index: number): Corner {
  return [positions[index * 3]!, positions[index * 3 + 1]!, positions[index * 3 + 2]!];
}

function* trianglesIn(mesh: Triangles): Generator<readonly [Corner, Corner, Corner]> {
  for (let k = 0; k < mesh.indices.length; k += 3) {
    yield [0, 1, 2].map((corner) => cornerOf(mesh, mesh.indices[k + corner]!)) as [Corner, Corner, Corner];
  }
}

function cross(a: Corner, b: Corner): Corner {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

const dot = (a: Corner, b: Corner): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const minus = (a: Corner, b: Corner): Corner => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];

/** The enclosed volume, if the triangles face outward. */
function volumeOf(mesh: Triangles): number {
  let sum = 0;
  for (const [a, b, c] of trianglesIn(mesh)) sum += dot(a, cross(b, c)) / 6;
  return sum;
}

const keyOf = (corner: Corner): string => corner.map((part) => (Math.round(part * 1e4) + 0).toString()).join();

/** Edges that are not used exactly once in each direction. */
function openEdges(mesh: Triangles): string[] {
  const edges = new Map<string, number>();
  for (const corners of trianglesIn(mesh)) {
    for (const [k, from] of corners.entries()) {
      const [start, end] = [keyOf(from), keyOf(corners[(k + 1) % 3]!)];
      edges.set(`${start} ${end}`, (edges.get(`${start} ${end}`) ?? 0) + 1);
    }
  }
  const open: string[] = [];
  for (const [edge, count] of edges) {
    const [start, end] = edge.split(' ');
    if (count !== 1 || edges.get(`${end} ${start}`) !== 1) open.push(edge);
  }
  return open;
}

/** The smallest cosine between the normal of a triangle and those of its corners. */
function worstNormal(mesh: Triangles): number {
  let worst = 1;
  for (let k = 0; k < mesh.indices.length; k += 3) {
    const [a, b, c] = [0, 1, 2].map((corner) => cornerOf(mesh, mesh.indices[k + corner]!)) as [Corner, Corner, Corner];
    const face = cross(minus(b, a), minus(c, a));
    for (let corner = 0; corner < 3; corner++) {
      const at = mesh.indices[k + corner]! * 3;
      const normal: Corner = [mesh.normals[at]!, mesh.normals[at + 1]!, mesh.normals[at + 2]!];
      worst = Math.min(worst, dot(face, normal) / Math.hypot(...face));
    }
  }
  return worst;
}

const ROUND = 32;
const disc = (ROUND / 2) * Math.sin((2 * Math.PI) / ROUND);

describe.each([
  ['a box', box([4, 2, 3]), 24, 0],
  ['a cylinder', cylinder([2, 3, 2]), disc * 3, 0],
  ['a sphere', sphere([2, 2, 2]), (4 / 3) * Math.PI, 0.02],
  ['a pointer', pointer(), 0.35 * 0.12, 0],
  ['a turned box somewhere', placed(box([4, 2, 3]), { x: 1, y: 2, z: 3, orientation: 1 }), 24, 0],
])('%s', (_name, mesh, volume, tolerance) => {
  test('is closed', () => {
    expect(openEdges(mesh)).toEqual([]);
  });

  test('encloses its volume, with triangles facing outward', () => {
    expect(Math.abs(volumeOf(mesh) / volume - 1)).toBeLessThan(tolerance + 1e-5);
  });

  test('has normals in the direction of its faces', () => {
    expect(worstNormal(mesh)).toBeGreaterThan(0.95);
  });
});

test('an object of several shapes contains all of them at their positions', () => {
  const message = readSpaceMessage(JSON.stringify(BEACON));
  const shapes = message.kind === 'object' ? message.object.shapes : [];
  const mesh = trianglesOf(shapes);
  expect(volumeOf(mesh)).toBeCloseTo(disc * 0.25 * 3 + (4 / 3) * Math.PI, 0);
  const heights = [...mesh.positions].filter((_, k) => k % 3 === 1);
  expect([Math.min(...heights), Math.max(...heights)]).toEqual([-2, 2.5]);
});

test('a box ahead of its object is ahead of it', () => {
  const message = readSpaceMessage(JSON.stringify({ ...CRATE, shapes: [{ ...CRATE, x: 5, rotation: Math.PI / 2 }] }));
  const mesh = trianglesOf(message.kind === 'object' ? message.object.shapes : []);
  const along = [...mesh.positions].filter((_, k) => k % 3 === 0);
  // Turned by a quarter, its depth lies along x.
  expect(Math.min(...along)).toBeCloseTo(3.5, 5);
  expect(Math.max(...along)).toBeCloseTo(6.5, 5);
});
