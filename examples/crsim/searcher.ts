/**
 * Covers: the program of a robot in TypeScript, the same for all: sensors, moves, tags and messages.
 * Scenario: roams until it gets warm, follows the warmth as a moth would, tags the lamp, and tells the others how many it has.
 * Everybody keeps the counts of everybody, so that news also come by way of others; when all lamps are tagged they stop.
 */
import type { RobotMessage, ScoutRobot } from 'kineko/crsim';

const ROBOTS = ['red', 'green', 'blue', 'white'];
const LAMPS = 6;
/** So warm it is five units from a lamp; so far a tag reaches. */
const NEAR = 32;
const TAG_RADIUS = 6;
const BUMPER = 0;
const HEAT = 1;
const SONAR = 2;
const MAX_STEPS = 6000;

type Counts = Record<string, number>;

export default async function search(robot: ScoutRobot): Promise<void> {
  const counts: Counts = { [robot.name]: 0 };
  const random = numbersOf(robot.name);
  let before = 0;
  let turn = 0;
  while (robot.timestep < MAX_STEPS && total(counts) < LAMPS) {
    for (const message of robot.messages()) learn(counts, message);
    if (robot.timestep % 10 === 0) robot.send({ counts });
    // All in one step: the motions come first, then the sensors look.
    const [bump, heat, sonar] = await robot.step([
      { type: 'ACTIONEVENT', messageAction: 'TURNLEFT', messageAmount: turn },
      { type: 'ACTIONEVENT', messageAction: 'MOVE', messageAmount: 1 },
      { type: 'SENSOREVENT', messageAction: 'BUMPER', sensorid: BUMPER },
      { type: 'SENSOREVENT', messageAction: 'HEAT', sensorid: HEAT },
      { type: 'SENSOREVENT', messageAction: 'SONAR', sensorid: SONAR },
    ]);
    const warmth = heat!.proximity!;
    if (warmth >= NEAR) await tagHere(robot, counts);
    if (bump!.activated! || sonar!.proximity! < 3) turn = 1 + 2 * random();
    else if (warmth > 0) turn = warmth < before ? 1 + random() : 0;
    else turn = 0.4 * (random() - 0.5);
    before = warmth;
  }
  // Who has not heard it yet.
  for (let i = 0; i < 20; i++) {
    robot.send({ counts });
    await robot.idle();
  }
}

/** Robots tag one after the other, each in steps of its own: so a lamp that goes cold in one of them was nobody else's. */
async function tagHere(robot: ScoutRobot, counts: Counts): Promise<void> {
  let before: number;
  do before = await robot.heat(HEAT);
  while (robot.timestep % ROBOTS.length !== ROBOTS.indexOf(robot.name));
  const [after] = await robot.step([
    { type: 'ACTIONEVENT', messageAction: 'TAG', messageAmount: TAG_RADIUS },
    { type: 'SENSOREVENT', messageAction: 'HEAT', sensorid: HEAT },
  ]);
  if (after!.proximity! > before - NEAR / 2) return;
  counts[robot.name] = counts[robot.name]! + 1;
  robot.send({ counts });
}

function learn(counts: Counts, { content }: RobotMessage): void {
  const { counts: told } = content as { readonly counts: Counts };
  for (const [name, count] of Object.entries(told)) counts[name] = Math.max(counts[name] ?? 0, count);
}

function total(counts: Counts): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

/** Numbers from 0 to 1 that depend on nothing but a name, so that a run can be repeated. */
function numbersOf(name: string): () => number {
  let state = name.split('').reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 2147483647, 7);
  return () => {
    state = (state * 48271) % 2147483647;
    return state / 2147483647;
  };
}
