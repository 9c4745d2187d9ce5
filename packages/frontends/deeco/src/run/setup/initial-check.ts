/** Whether robots can stand where the scenario puts them: inside of the field, off walls and off each other. */
import type { Problem } from '@kineko/formats/problem';
import type { RobotEntry } from '../../format/scenario/scenario.js';
import { squaredDistance } from '../angles.js';
import { Neighbourhood } from '../engine/neighbourhood.js';
import { overlapsLine } from '../engine/original/walls.js';
import type { EnvironmentMap } from '../environment/environment-map.js';

export function placementProblems(robots: readonly RobotEntry[], map: EnvironmentMap): Problem[] {
  const problems: Problem[] = [];
  const complain = (index: number, text: string): void => {
    const { place, x, y, size } = robots[index]!;
    const who = `robot ${index + 1} (x ${x}, y ${y}, size ${size})`;
    problems.push({ severity: 'error', place, text: `${who} ${text}` });
  };
  const isSound = robots.map((robot, index) => {
    const wrong = wallProblem(robot, map);
    if (wrong !== undefined) complain(index, wrong);
    return wrong === undefined;
  });
  const near = new Neighbourhood(robots, 0);
  for (const [i, robot] of robots.entries()) {
    for (const j of isSound[i] ? near.around(robot.x, robot.y) : []) {
      if (j >= i) break;
      const other = robots[j]!;
      const reach = robot.size + other.size;
      if (squaredDistance(robot.x, robot.y, other.x, other.y) < reach * reach) {
        complain(i, `overlaps robot ${j + 1}; right would be ${reach} pixels or more between their centres`);
      }
    }
  }
  return problems;
}

function wallProblem(robot: RobotEntry, map: EnvironmentMap): string | undefined {
  const { x, y } = robot;
  const { sizeX, sizeY } = map;
  if (!(x >= 0 && x <= sizeX && y >= 0 && y <= sizeY)) {
    return `is outside of the field; right would be x from 0 to ${sizeX}, y from 0 to ${sizeY}`;
  }
  if (touchesWalls(robot, map))
    return 'overlaps a wall; right would be a place at least its size away from all of them';
  if (map.bitmap !== undefined && map.isDark(Math.floor(x), Math.floor(y))) return 'stands in an obstacle';
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
