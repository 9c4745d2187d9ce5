/** Checks the initial positions of robots: inside the field, clear of walls and of each other. */
import type { Problem } from '@kineko/formats/problem';
import type { RobotEntry } from '../../format/scenario/scenario.js';
import { squaredDistance } from '../angles.js';
import { Neighbourhood } from '../engine/neighbourhood.js';
import { overlapsLine } from '../engine/original/walls.js';
import type { EnvironmentMap } from '../environment/environment-map.js';

export function placementProblems(robots: readonly RobotEntry[], map: EnvironmentMap): Problem[] {
  const problems: Problem[] = [];
  const report = (index: number, text: string): void => {
    const { place, x, y, size } = robots[index]!;
    const robot = `robot ${index + 1} (x ${x}, y ${y}, size ${size})`;
    problems.push({ severity: 'error', place, text: `${robot} ${text}` });
  };
  const isValid = robots.map((robot, index) => {
    const problem = wallProblem(robot, map);
    if (problem !== undefined) report(index, problem);
    return problem === undefined;
  });
  const near = new Neighbourhood(robots, 0);
  for (const [i, robot] of robots.entries()) {
    for (const j of isValid[i] ? near.around(robot.x, robot.y) : []) {
      if (j >= i) break;
      const other = robots[j]!;
      const reach = robot.size + other.size;
      if (squaredDistance(robot.x, robot.y, other.x, other.y) < reach * reach) {
        report(i, `overlaps robot ${j + 1}: expected at least ${reach} pixels between their centres`);
      }
    }
  }
  return problems;
}

function wallProblem(robot: RobotEntry, map: EnvironmentMap): string | undefined {
  const { x, y } = robot;
  const { sizeX, sizeY } = map;
  if (!(x >= 0 && x <= sizeX && y >= 0 && y <= sizeY)) {
    return `is outside the field: expected x from 0 to ${sizeX} and y from 0 to ${sizeY}`;
  }
  if (touchesWalls(robot, map)) return 'overlaps a wall: expected a distance of at least its size';
  if (map.bitmap !== undefined && map.isDark(Math.floor(x), Math.floor(y))) return 'is inside an obstacle';
  return undefined;
}

function touchesWalls(robot: RobotEntry, map: EnvironmentMap): boolean {
  const { x, y, size } = robot;
  for (const line of map.verticalLines(Math.floor(x - size), Math.ceil(x + size))) {
    if (overlapsLine(robot, line)) return true;
  }
  for (const line of map.horizontalLines(Math.floor(y - size), Math.ceil(y + size))) {
    if (overlapsLine(robot, line)) return true;
  }
  return false;
}
