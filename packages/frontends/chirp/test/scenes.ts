/** Worlds for tests and benchmarks. */

export interface SceneOptions {
  readonly robots: number;
  readonly noisemax?: number;
  /** Half the side of the arena. */
  readonly half?: number;
  readonly pushables?: boolean;
}

export function box(x: number, y: number, width: number, height: number, more: object = {}): object {
  const [w, h] = [width / 2, height / 2];
  const hull = [
    { x: -w, y: -h },
    { x: w, y: -h },
    { x: w, y: h },
    { x: -w, y: h },
  ];
  return { type: 'Wall', position: { x, y }, angle: 0, hulls: [hull], ...more };
}

export function chirpAt(id: number, x: number, y: number, more: object = {}): object {
  return { type: 'Chirp', position: { x, y }, id, angle: 0, ...more };
}

function pushable(x: number, y: number, width: number, height: number, more: object = {}): object {
  return box(x, y, width, height, { type: 'PushableObject', density: 1, ...more });
}

/** Four walls around a square. */
export function wallsAround(half: number): object[] {
  return [
    box(0, -half - 5, 2 * half + 20, 10),
    box(0, half + 5, 2 * half + 20, 10),
    box(-half - 5, 0, 10, 2 * half + 20),
    box(half + 5, 0, 10, 2 * half + 20),
  ];
}

/** The scene of the report: a dense crowd, two small obstacles in the middle, walls around. */
export function crowdedScene({
  robots,
  noisemax = 0,
  half = crowdedHalf(robots),
  pushables = false,
}: SceneOptions): object {
  const spacing = 14;
  const columns = Math.floor((2 * half - 10) / spacing);
  const chirps: object[] = [];
  for (let cell = 0; chirps.length < robots; cell++) {
    const x = -half + 10 + (cell % columns) * spacing;
    const y = -half + 10 + Math.floor(cell / columns) * spacing;
    if (Math.abs(y) < 16 && Math.abs(x) < 46) continue;
    chirps.push(chirpAt(chirps.length, x, y, { angle: (cell * 137) % 360, noisemax }));
  }
  const make = pushables ? pushable : box;
  return { children: [...wallsAround(half), make(-30, 0, 12, 12), make(30, 0, 12, 12), ...chirps] };
}

/** Robots with space around them. */
export function sparseScene(robots: number): object {
  const columns = Math.ceil(Math.sqrt(robots));
  const chirps = Array.from({ length: robots }, (_, id) =>
    chirpAt(id, (id % columns) * 40, Math.floor(id / columns) * 40, { angle: (id * 137) % 360 }),
  );
  return { children: chirps };
}

/** A lattice for the crowd, with a third of it free. */
function crowdedHalf(robots: number): number {
  return Math.ceil(Math.sqrt(robots * 1.5) * 7) + 30;
}

export function sourceOf(world: object, path = 'world.json'): { readonly path: string; readonly bytes: Uint8Array } {
  return { path, bytes: new TextEncoder().encode(JSON.stringify(world)) };
}
