/** Buildings of Open-RMF: walls and lanes of one level. */
import { expected, inputError, type InputError, type Problem } from '@kineko/formats/problem';
import { problemAt, type Source } from '@kineko/formats/shape';
import type { Segment } from '@kineko/geometry';
import { readYamlSource } from '@kineko/formats/yaml';
import { textOf } from '@kineko/run';
import type { PlanReading, RoadmapEdge } from './plan.js';

type Point = readonly [number, number];
type Members = Readonly<Record<string, unknown>>;

/** @param level Name of the level. Default: the only one. */
export async function readBuilding(bytes: Uint8Array, file: string, level?: string): Promise<PlanReading> {
  let source: Source;
  try {
    source = await readYamlSource(textOf(bytes), file);
  } catch (error) {
    return { content: {}, problems: (error as InputError).problems };
  }
  const problems: Problem[] = [];
  const fail = (path: readonly PropertyKey[], text: string): void => {
    problems.push(problemAt(source, path, text));
  };
  const levels = membersOf(membersOf(source.data)['levels']);
  const names = Object.keys(levels);
  const name = level ?? names[0];
  if (name === undefined || !Object.hasOwn(levels, name) || (level === undefined && names.length > 1)) {
    const choice = `a level (--level): ${names.join(', ') || 'the file has none'}`;
    return { content: {}, problems: inputError(expected(choice, level), { file, line: 1 }).problems };
  }
  const data = membersOf(levels[name]);
  const path = ['levels', name];
  const vertices = listOf(data['vertices']).map((vertex, k): Point => {
    const [x, y] = listOf(vertex);
    if (Number.isFinite(x) && Number.isFinite(y)) return [x as number, y as number];
    fail([...path, 'vertices', k], 'expected x and y in pixels');
    return [0, 0];
  });
  const pairs = (key: string): (RoadmapEdge & { readonly parameters: Members })[] =>
    listOf(data[key]).flatMap((item, k) => {
      const [from, to, parameters] = listOf(item) as [number, number, unknown];
      const isKnown = vertices[from] !== undefined && vertices[to] !== undefined;
      if (!isKnown) fail([...path, key, k], `expected two vertices from 0 to ${vertices.length - 1}`);
      const own = membersOf(parameters);
      return isKnown ? [{ from, to, isTwoWay: typedValue(own['bidirectional']) === true, parameters: own }] : [];
    });
  const lanes = pairs('lanes');
  const walls = pairs('walls');
  const shares = pairs('measurements').map(({ from, to, parameters }) => {
    const distance = typedValue(parameters['distance']);
    return Number(distance) / distanceOf(vertices[from]!, vertices[to]!);
  });
  if (shares.some((share) => !(share > 0 && share < Infinity)))
    fail([...path, 'measurements'], 'expected distances above 0');
  if (shares.length === 0) {
    const text = 'no measurements: one pixel counts as 1 m';
    problems.push({ ...problemAt(source, path, text), severity: 'warning' });
  }
  const scale = shares.length === 0 ? 1 : shares.reduce((sum, share) => sum + share, 0) / shares.length;
  const isFlipped = (membersOf(source.data)['coordinate_system'] ?? 'reference_image') === 'reference_image';
  const nodes = vertices.map(([x, y]): Point => [x * scale, (isFlipped ? -y : y) * scale]);
  const robots = listOf(data['vertices']).flatMap((vertex, k) =>
    membersOf(listOf(vertex)[4])['spawn_robot_name'] === undefined ? [] : [nodes[k]!],
  );
  return {
    content: {
      roadmap: { nodes, edges: lanes.map(({ from, to, isTwoWay }) => ({ from, to, isTwoWay })) },
      walls: walls.map(({ from, to }) => wallBetween(nodes[from]!, nodes[to]!)),
      places: robots,
    },
    problems,
  };
}

/** The value of a pair of a type and a value. */
function typedValue(pair: unknown): unknown {
  return listOf(pair)[1];
}

function membersOf(data: unknown): Members {
  return typeof data === 'object' && data !== null && !Array.isArray(data) ? (data as Members) : {};
}

function listOf(data: unknown): readonly unknown[] {
  return Array.isArray(data) ? (data as readonly unknown[]) : [];
}

function distanceOf([ax, ay]: Point, [bx, by]: Point): number {
  return Math.sqrt((ax - bx) * (ax - bx) + (ay - by) * (ay - by));
}

function wallBetween([ax, ay]: Point, [bx, by]: Point): Segment {
  return { ax, ay, bx, by };
}
