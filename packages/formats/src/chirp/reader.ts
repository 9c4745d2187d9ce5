/** Chirp worlds, read: the world, or all that is wrong with it, each with its path in the JSON and its line. */
import type { Place, Problem } from '../problem.js';
import { type ChirpChild, readChild, readTraits } from './children.js';
import { Complaints, Fields } from './fields.js';
import { JsonError, type JsonNode, readJsonTree } from './json-tree.js';
import { overlapsIn } from './overlaps.js';
import { CHIRP_DEFAULTS, type ChirpController, type ChirpRobot, type ChirpWorld } from './world.js';

export interface ChirpReading {
  /** Undefined if there is an error. */
  readonly world: ChirpWorld | undefined;
  readonly problems: readonly Problem[];
}

/** Bodies of all kinds: more than anybody can simulate in real time. */
const MOST_CHILDREN = 100_000;

/** @param file As messages name it. */
export function readChirpWorld(text: string, file: string): ChirpReading {
  const placeAt = placesIn(text, file);
  const complaints = new Complaints(placeAt);
  try {
    const world = readRoot(readJsonTree(text), complaints);
    // Where the world is wrong anyway, half of it would seem to overlap, or not to.
    const problems = world === undefined || complaints.list.length > 0 ? complaints.list : overlapsIn(world);
    return { world: problems.length > 0 ? undefined : world, problems: inOrder(problems) };
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    return {
      world: undefined,
      problems: [{ severity: 'error', place: placeAt(error.offset), text: `this is no JSON: ${error.message}` }],
    };
  }
}

function readRoot(node: JsonNode, complaints: Complaints): ChirpWorld | undefined {
  if (node.kind !== 'object') {
    complaints.say(node, '$', 'a world is an object, {"children": […]}');
    return undefined;
  }
  const fields = new Fields(node, '$', complaints);
  const defaults = readTraits(fields, CHIRP_DEFAULTS);
  const gravity = fields.number('gravity', { least: 0, most: 1e9 }) ?? CHIRP_DEFAULTS.gravity;
  fields.require('children', 'a list of what is in the world');
  const list = fields.get('children');
  if (list?.kind === 'array' && list.items.length > MOST_CHILDREN) {
    complaints.say(list, '$.children', `there are ${list.items.length} children: ${MOST_CHILDREN} are allowed`);
    return undefined;
  }
  const children =
    fields.list('children', 'objects', (item, path): ChirpChild | undefined => {
      const child = fields.inside(item, path, 'an object with a "type"');
      return child && readChild(child, defaults);
    }) ?? [];
  const robots = children.flatMap((child) => (child.kind === 'robot' ? [child.robot] : []));
  refuseRepeatedIds(robots, complaints);
  const controllers = readControllers(fields, robots);
  fields.refuseOthers();
  return {
    robots,
    walls: children.flatMap((child) => (child.kind === 'wall' ? [child.wall] : [])),
    pushables: children.flatMap((child) => (child.kind === 'pushable' ? [child.pushable] : [])),
    sources: children.flatMap((child) => (child.kind === 'source' ? [child.source] : [])),
    lines: children.flatMap((child) => (child.kind === 'line' ? [child.line] : [])),
    controllers,
    gravity,
  };
}

function refuseRepeatedIds(robots: readonly ChirpRobot[], complaints: Complaints): void {
  const seen = new Map<number, ChirpRobot>();
  for (const robot of robots) {
    const { id, origin } = robot;
    const before = seen.get(id);
    if (before === undefined) seen.set(id, robot);
    else {
      const text = `${origin.path}.id: ${id} is the id of ${before.origin.path} (line ${before.origin.place.line}) too: ids must differ`;
      complaints.list.push({ severity: 'error', place: origin.place, text });
    }
  }
}

function readControllers(fields: Fields, robots: readonly ChirpRobot[]): ChirpController[] {
  const ids = new Set(robots.map(({ id }) => id));
  const right = '{"robot": 0, "command": ["python3", "controller.py", "0"]}';
  const read = (item: JsonNode, path: string): ChirpController | undefined => {
    const inside = fields.inside(item, path, right);
    if (inside === undefined) return undefined;
    const robot = inside.requiredNumber('robot');
    inside.require('command', 'a list of texts, the program first,');
    const command = inside.list('command', 'texts, the program first', (word, at) => {
      if (word.kind === 'text' && word.value !== '' && !word.value.includes('\0')) return word.value;
      return inside.wrong(word, at, 'a text that is not empty');
    });
    inside.refuseOthers();
    if (command?.length === 0) inside.complaints.say(item, `${path}.command`, 'it is empty: the program is missing');
    if (robot !== undefined && !ids.has(robot)) {
      inside.complaints.say(inside.get('robot')!, `${path}.robot`, `there is no robot with the id ${robot}`);
    }
    if (robot === undefined || command === undefined) return undefined;
    return { robot, command, origin: inside.origin };
  };
  return fields.list('controllers', right, read) ?? [];
}

/** As they stand in the file. */
function inOrder(problems: readonly Problem[]): Problem[] {
  const line = ({ place }: Problem): number => place?.line ?? 0;
  const column = ({ place }: Problem): number => place?.column ?? 0;
  return [...problems].sort((a, b) => line(a) - line(b) || column(a) - column(b));
}

/** Finds the line and column of an offset. */
function placesIn(text: string, file: string): (offset: number) => Place {
  const starts = [0];
  for (let i = text.indexOf('\n'); i >= 0; i = text.indexOf('\n', i + 1)) starts.push(i + 1);
  return (offset) => {
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (starts[middle]! <= offset) low = middle;
      else high = middle - 1;
    }
    return { file, line: low + 1, column: offset - starts[low]! + 1 };
  };
}
