/** Problems of the world in terms of the model file: names for ids, z for y, and places in the file. */
import type { Problem } from '@kineko/formats/problem';
import { WorldError } from '@kineko/world';
import type { CrsimModel } from '../../format/model.js';

const ROBOT = /robot (\d+) at \([^)]*\)/g;
const AREA = /the area from \(.*\)$/;
const NAMED = /^the \w+ '(.*?)'[ :]/s;
const OF_THE_WORLD = ['WorldError', 'ObstacleError', 'PlacementError', 'DomainError'];

/** Undefined if the error is not about the placement of objects. */
export function problemsOfWorld(error: unknown, model: CrsimModel): Problem[] | undefined {
  if (!(error instanceof Error && OF_THE_WORLD.includes(error.name))) return undefined;
  const texts = error instanceof WorldError ? error.problems : [error.message];
  return texts.map((text) => problemOf(text, model));
}

function problemOf(text: string, { robots, objects, width, depth }: CrsimModel): Problem {
  const [, id] = new RegExp(ROBOT.source).exec(text) ?? [];
  const [, name] = NAMED.exec(text) ?? [];
  const thing = id === undefined ? objects.find((object) => object.name === name) : robots[Number(id)];
  const translated = text
    .replace(ROBOT, (whole, each: string) => {
      const robot = robots[Number(each)];
      return robot === undefined ? whole : `robot '${robot.name}' at x ${robot.x}, z ${robot.z}`;
    })
    .replace(AREA, `the ground: x goes from 0 to ${width} and z from 0 to ${depth}`)
    .replace(/ (by|reaches) (\S+) m\b/, ' $1 $2');
  return { severity: 'error', place: thing?.place, text: translated };
}
