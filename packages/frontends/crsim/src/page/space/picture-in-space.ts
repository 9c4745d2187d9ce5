/** Draws the environment in 3-D with WebGL. */
import { rgbOf } from '@kineko/viewer';
import { Camera, Geometry, Mesh, type OGLRenderingContext, Program, Renderer, Transform } from 'ogl';
import { type Ground, wallsAround } from './ground.js';
import type { Look } from './look.js';
import { pointer, type Triangles, trianglesOf } from './meshes.js';
import { eyeOf, FIELD_OF_VIEW, type Orbit, type Size } from './orbit.js';
import { linesBetween, reachOf, topOf } from './plan.js';
import type { SpaceThing } from './space.js';
import type { SpaceShape, Vec3 } from './wire.js';

interface PictureInSpace {
  readonly things: readonly SpaceThing[];
  readonly orbit: Orbit;
  readonly size: Size;
  readonly ground: Ground;
  readonly look: Look;
  readonly selected: string | undefined;
}

const VERTEX = /* glsl */ `
  attribute vec3 position;
  attribute vec3 normal;
  uniform mat4 modelMatrix;
  uniform mat4 viewMatrix;
  uniform mat4 projectionMatrix;
  varying vec3 facing;
  void main() {
    facing = mat3(modelMatrix) * normal;
    gl_Position = projectionMatrix * viewMatrix * modelMatrix * vec4(position, 1.0);
  }
`;

/** Light from above and a little from one side; flat meshes are not shaded. */
const FRAGMENT = /* glsl */ `
  precision highp float;
  uniform vec3 color;
  uniform float shade;
  varying vec3 facing;
  void main() {
    vec3 towards = normalize(facing);
    float light = 0.62 + 0.22 * towards.y + 0.16 * dot(towards, normalize(vec3(0.5, 0.3, 0.8)));
    gl_FragColor = vec4(color * mix(1.0, light, shade), 1.0);
  }
`;

interface Model {
  readonly mesh: Mesh;
  readonly shapes: readonly SpaceShape[];
}

export class SpaceRenderer {
  private readonly renderer: Renderer;
  private readonly gl: OGLRenderingContext;
  private readonly camera: Camera;
  private readonly scene = new Transform();
  private readonly program: Program;
  private readonly color: { value: Vec3 } = { value: [0, 0, 0] };
  private readonly shade = { value: 1 };
  private readonly models = new Map<string, Model>();
  private readonly pointers = new Map<string, Mesh>();
  private readonly pointer: Geometry;
  private readonly ring: Mesh;
  private readonly paints = new WeakMap<Mesh, { readonly color: Vec3; readonly shade: number }>();
  private ground: { readonly key: string; readonly meshes: readonly Mesh[] } | undefined;

  /** Throws if the browser has no WebGL 2. */
  constructor(canvas: HTMLCanvasElement) {
    // The library would only log an error, and fail later.
    if (canvas.getContext('webgl2', { antialias: true }) === null) throw new Error('this browser offers no WebGL 2');
    this.renderer = new Renderer({ canvas, antialias: true, webgl: 2 });
    this.gl = this.renderer.gl;
    this.camera = new Camera(this.gl);
    this.program = new Program(this.gl, {
      vertex: VERTEX,
      fragment: FRAGMENT,
      uniforms: { color: this.color, shade: this.shade },
    });
    this.pointer = this.geometryOf(pointer());
    this.ring = this.meshOf(this.geometryOf(ringTriangles()));
  }

  draw({ things, orbit, size, ground, look, selected }: PictureInSpace): void {
    const ratio = globalThis.devicePixelRatio || 1;
    if (this.renderer.width !== size.width || this.renderer.height !== size.height || this.renderer.dpr !== ratio) {
      this.renderer.dpr = ratio;
      this.renderer.setSize(size.width, size.height);
    }
    this.layGround(ground, look);
    this.place(things, look);
    this.encircle(
      things.find(({ name }) => name === selected),
      look,
    );
    const [red, green, blue] = unit(look.background);
    this.gl.clearColor(red, green, blue, 1);
    this.look(orbit, size);
    this.renderer.render({ scene: this.scene, camera: this.camera, frustumCull: false, sort: false });
  }

  dispose(): void {
    for (const { mesh } of this.models.values()) mesh.geometry.remove();
    for (const mesh of this.ground?.meshes ?? []) mesh.geometry.remove();
    this.pointer.remove();
    this.ring.geometry.remove();
    this.program.remove();
  }

  private look(orbit: Orbit, { width, height }: Size): void {
    const { distance } = orbit;
    this.camera.perspective({
      fov: (FIELD_OF_VIEW * 180) / Math.PI,
      aspect: width / height,
      near: distance / 100,
      far: distance * 100,
    });
    this.camera.position.set(...eyeOf(orbit));
    this.camera.lookAt([...orbit.target]);
  }

  private place(things: readonly SpaceThing[], look: Look): void {
    const gone = new Set(this.models.keys());
    for (const thing of things) {
      gone.delete(thing.name);
      const { mesh } = this.modelOf(thing);
      const { x, y, z, orientation } = thing.place;
      mesh.position.set(x, y, z);
      mesh.rotation.y = orientation;
      this.paint(mesh, look.colorOf(thing), 1);
      if (thing.isRobot) this.point(thing, look);
    }
    for (const name of gone) this.forget(name);
  }

  /** Draws a pointer on top of a robot, which shows its heading from above and from the side. */
  private point(thing: SpaceThing, look: Look): void {
    let mesh = this.pointers.get(thing.name);
    if (mesh === undefined) {
      mesh = this.meshOf(this.pointer);
      this.pointers.set(thing.name, mesh);
    }
    const { x, z, orientation } = thing.place;
    const length = 1.6 * reachOf(thing);
    mesh.position.set(x, topOf(thing), z);
    mesh.rotation.y = orientation;
    mesh.scale.set(length, length, length);
    this.paint(mesh, unit(look.ink), 0.4);
  }

  private encircle(thing: SpaceThing | undefined, look: Look): void {
    this.ring.visible = thing !== undefined;
    if (thing === undefined) return;
    const reach = 1.25 * reachOf(thing);
    this.ring.position.set(thing.place.x, 0.01 * reach, thing.place.z);
    this.ring.scale.set(reach, 1, reach);
    this.paint(this.ring, unit(look.chosen), 0);
  }

  private layGround(ground: Ground, look: Look): void {
    const key = JSON.stringify(ground);
    if (this.ground?.key !== key) {
      for (const mesh of this.ground?.meshes ?? []) this.drop(mesh);
      const plane = this.meshOf(this.geometryOf(planeTriangles(ground)));
      const lines = this.meshOf(this.geometryOf(lineCorners(ground)), this.gl.LINES);
      const walls = ground.hasWalls ? [this.meshOf(this.geometryOf(trianglesOf(wallsAround(ground))))] : [];
      this.ground = { key, meshes: [plane, lines, ...walls] };
    }
    const [plane, lines, walls] = this.ground.meshes;
    if (walls !== undefined) this.paint(walls, unit(look.wall), 1);
    this.paint(plane!, unit(look.ground), 0);
    this.paint(lines!, unit(look.line), 0);
  }

  private modelOf({ name, shapes }: SpaceThing): Model {
    const known = this.models.get(name);
    if (known?.shapes === shapes) return known;
    if (known !== undefined) this.forget(name);
    const model = { mesh: this.meshOf(this.geometryOf(trianglesOf(shapes))), shapes };
    this.models.set(name, model);
    return model;
  }

  private forget(name: string): void {
    const model = this.models.get(name);
    if (model !== undefined) this.drop(model.mesh);
    this.models.delete(name);
    this.pointers.get(name)?.setParent(null);
    this.pointers.delete(name);
  }

  private drop(mesh: Mesh): void {
    mesh.setParent(null);
    mesh.geometry.remove();
  }

  private geometryOf({ positions, normals, indices }: Triangles): Geometry {
    return new Geometry(this.gl, {
      position: { size: 3, data: positions },
      normal: { size: 3, data: normals },
      index: { data: indices },
    });
  }

  private meshOf(geometry: Geometry, mode: number = this.gl.TRIANGLES): Mesh {
    const mesh = new Mesh(this.gl, { geometry, program: this.program, mode });
    mesh.setParent(this.scene);
    // All meshes share one program, each with its own colour.
    mesh.onBeforeRender(() => {
      const { color, shade } = this.paints.get(mesh)!;
      this.color.value = color;
      this.shade.value = shade;
    });
    return mesh;
  }

  private paint(mesh: Mesh, color: Vec3, shade: number): void {
    this.paints.set(mesh, { color, shade });
  }
}

/** Components from 0 to 1. */
function unit(color: string): Vec3 {
  const [red, green, blue] = rgbOf(color) ?? [0, 0, 0];
  return [red / 255, green / 255, blue / 255];
}

const UP = [0, 1, 0] as const;

function flat(corners: readonly Vec3[], indices: readonly number[]): Triangles {
  return {
    positions: new Float32Array(corners.flat()),
    normals: new Float32Array(corners.flatMap(() => UP)),
    indices: new Uint32Array(indices),
  };
}

/** Slightly below the lines on it. */
function planeTriangles({ left, top, right, bottom }: Ground): Triangles {
  const y = -0.001 * Math.hypot(right - left, bottom - top);
  const corners: Vec3[] = [
    [left, y, bottom],
    [right, y, bottom],
    [right, y, top],
    [left, y, top],
  ];
  return flat(corners, [0, 1, 2, 0, 2, 3]);
}

function lineCorners({ left, top, right, bottom }: Ground): Triangles {
  // The number of lines of a plan in a small window.
  const perUnit = 600 / Math.max(right - left, bottom - top, 1e-9);
  const corners: Vec3[] = [];
  for (const x of linesBetween(left, right, perUnit)) corners.push([x, 0, top], [x, 0, bottom]);
  for (const z of linesBetween(top, bottom, perUnit)) corners.push([left, 0, z], [right, 0, z]);
  return flat(corners, [...corners.keys()]);
}

/** A flat ring of radius 1. */
function ringTriangles(): Triangles {
  const around = 48;
  const corners: Vec3[] = [];
  const indices: number[] = [];
  for (let k = 0; k < around; k++) {
    const [x, z] = [Math.cos((2 * Math.PI * k) / around), -Math.sin((2 * Math.PI * k) / around)];
    corners.push([0.86 * x, 0, 0.86 * z], [x, 0, z]);
    const [a, b, c, d] = [2 * k, 2 * k + 1, (2 * k + 3) % (2 * around), (2 * k + 2) % (2 * around)];
    indices.push(a, b, c, a, c, d);
  }
  return flat(corners, indices);
}
