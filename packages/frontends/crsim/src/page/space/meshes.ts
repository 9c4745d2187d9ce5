/** Shapes as triangles, counter-clockwise when seen from outside, with a normal per corner. */
import { placedIn } from './space.js';
import type { Place, SpaceShape, Vec3 } from './wire.js';

export interface Triangles {
  /** x, y and z of each corner. */
  readonly positions: Float32Array;
  readonly normals: Float32Array;
  /** Three per triangle. */
  readonly indices: Uint32Array;
}

/** Segments of a circle, and of a half circle from pole to pole. */
const AROUND = 32;
const UP_AND_DOWN = 16;

class TrianglesBuilder {
  private readonly positions: number[] = [];
  private readonly normals: number[] = [];
  private readonly indices: number[] = [];

  corner([x, y, z]: Vec3, [nx, ny, nz]: Vec3): number {
    this.normals.push(nx, ny, nz);
    return this.positions.push(x, y, z) / 3 - 1;
  }

  triangle(a: number, b: number, c: number): void {
    this.indices.push(a, b, c);
  }

  /** Adds a flat face with corners in counter-clockwise order. */
  face(normal: Vec3, ...corners: readonly Vec3[]): void {
    const [first, ...rest] = corners.map((corner) => this.corner(corner, normal));
    for (let k = 0; k + 1 < rest.length; k++) this.triangle(first!, rest[k]!, rest[k + 1]!);
  }

  take(): Triangles {
    return {
      positions: new Float32Array(this.positions),
      normals: new Float32Array(this.normals),
      indices: new Uint32Array(this.indices),
    };
  }
}

/** All shapes of an object, relative to its middle. */
export function trianglesOf(shapes: readonly SpaceShape[]): Triangles {
  return merged(shapes.map((shape) => placed(SHAPES[shape.type](shape.size), shape.place)));
}

const SHAPES: Readonly<Record<SpaceShape['type'], (size: Vec3) => Triangles>> = {
  BOX: box,
  CYLINDER: cylinder,
  SPHERE: sphere,
};

export function box([width, height, depth]: Vec3): Triangles {
  const [x, y, z] = [width / 2, height / 2, depth / 2];
  const builder = new TrianglesBuilder();
  builder.face([1, 0, 0], [x, -y, z], [x, -y, -z], [x, y, -z], [x, y, z]);
  builder.face([-1, 0, 0], [-x, -y, -z], [-x, -y, z], [-x, y, z], [-x, y, -z]);
  builder.face([0, 1, 0], [-x, y, z], [x, y, z], [x, y, -z], [-x, y, -z]);
  builder.face([0, -1, 0], [-x, -y, -z], [x, -y, -z], [x, -y, z], [-x, -y, z]);
  builder.face([0, 0, 1], [-x, -y, z], [x, -y, z], [x, y, z], [-x, y, z]);
  builder.face([0, 0, -1], [x, -y, -z], [-x, -y, -z], [-x, y, -z], [x, y, -z]);
  return builder.take();
}

export function cylinder([width, height]: Vec3): Triangles {
  const [radius, y] = [width / 2, height / 2];
  const builder = new TrianglesBuilder();
  const rim: Vec3[] = [];
  for (let k = 0; k < AROUND; k++) {
    const angle = (2 * Math.PI * k) / AROUND;
    rim.push([Math.cos(angle), 0, -Math.sin(angle)]);
  }
  const at = ([x, , z]: Vec3, height: number): Vec3 => [x * radius, height, z * radius];
  builder.face([0, 1, 0], ...rim.map((direction) => at(direction, y)));
  builder.face([0, -1, 0], ...rim.map((direction) => at(direction, -y)).toReversed());
  for (const [k, direction] of rim.entries()) {
    const next = rim[(k + 1) % AROUND]!;
    const [a, b] = [builder.corner(at(direction, -y), direction), builder.corner(at(next, -y), next)];
    const [c, d] = [builder.corner(at(next, y), next), builder.corner(at(direction, y), direction)];
    builder.triangle(a, b, c);
    builder.triangle(a, c, d);
  }
  return builder.take();
}

export function sphere([width]: Vec3): Triangles {
  const radius = width / 2;
  const builder = new TrianglesBuilder();
  const corner = (row: number, column: number): number => {
    const [polar, angle] = [(Math.PI * row) / UP_AND_DOWN, (2 * Math.PI * (column % AROUND)) / AROUND];
    // Exactly 0 at the poles, so that all their corners coincide.
    const across = row % UP_AND_DOWN === 0 ? 0 : Math.sin(polar);
    const normal: Vec3 = [across * Math.cos(angle), Math.cos(polar), -across * Math.sin(angle)];
    return builder.corner([normal[0] * radius, normal[1] * radius, normal[2] * radius], normal);
  };
  for (let row = 0; row < UP_AND_DOWN; row++) {
    for (let column = 0; column < AROUND; column++) {
      const [a, b] = [corner(row + 1, column), corner(row + 1, column + 1)];
      const [c, d] = [corner(row, column + 1), corner(row, column)];
      if (row < UP_AND_DOWN - 1) builder.triangle(a, b, c);
      if (row > 0) builder.triangle(a, c, d);
    }
  }
  return builder.take();
}

/** A wedge of length 1 along x, pointing ahead, for the top of a robot. */
export function pointer(): Triangles {
  const [tip, left, right]: Vec3[] = [
    [0.5, 0, 0],
    [-0.5, 0, -0.35],
    [-0.5, 0, 0.35],
  ];
  const raise = ([x, , z]: Vec3): Vec3 => [x, 0.12, z];
  const builder = new TrianglesBuilder();
  builder.face([0, 1, 0], raise(tip!), raise(left!), raise(right!));
  builder.face([0, -1, 0], tip!, right!, left!);
  for (const [from, to] of [
    [tip!, left!],
    [left!, right!],
    [right!, tip!],
  ] as const) {
    const [dx, dz] = [to[0] - from[0], to[2] - from[2]];
    const length = Math.hypot(dx, dz);
    builder.face([-dz / length, 0, dx / length], from, to, raise(to), raise(from));
  }
  return builder.take();
}

export function placed({ positions, normals, indices }: Triangles, place: Place): Triangles {
  return {
    positions: eachPlaced(positions, place),
    normals: eachPlaced(normals, { ...place, x: 0, y: 0, z: 0 }),
    indices,
  };
}

function eachPlaced(values: Float32Array, whole: Place): Float32Array {
  const result = new Float32Array(values.length);
  for (let k = 0; k < values.length; k += 3) {
    const { x, y, z } = placedIn(whole, { x: values[k]!, y: values[k + 1]!, z: values[k + 2]!, orientation: 0 });
    result.set([x, y, z], k);
  }
  return result;
}

function merged(parts: readonly Triangles[]): Triangles {
  const corners = parts.reduce((sum, { positions }) => sum + positions.length, 0);
  const positions = new Float32Array(corners);
  const normals = new Float32Array(corners);
  const indices = new Uint32Array(parts.reduce((sum, part) => sum + part.indices.length, 0));
  let [corner, index] = [0, 0];
  for (const part of parts) {
    positions.set(part.positions, corner);
    normals.set(part.normals, corner);
    indices.set(
      part.indices.map((each) => each + corner / 3),
      index,
    );
    corner += part.positions.length;
    index += part.indices.length;
  }
  return { positions, normals, indices };
}
