/**
 * Covers: a controller in TypeScript, the same for all robots: sensors, motions, tags and messages. Scenario: a robot roams
 * until it gets warm, follows the warmth like a moth, tags the lamp, and sends its number of lamps to the others. Each robot
 * keeps the counts of all, so that counts also spread through others; when all lamps are tagged, the robots stop.
 */
import type { RobotMessage, ScoutRobot } from 'kineko/crsim';

const ROBOTS = ['red', 'green', 'blue', 'white'];
const LAMPS = 6;
/** Warmth five units from a lamp, which is the range of a tag. */
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
    // All requests of one step: motions come first, then sensors.
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
  // Repeat the message for robots that have not received it yet.
  for (let i = 0; i < 20; i++) {
    robot.send({ counts });
    await robot.idle();
  }
}

/** Robots tag in different steps, so a lamp that goes cold in this robot's step is its own. */
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

/** Numbers from 0 to 1 that depend only on a name, so that a run is repeatable. */
function numbersOf(name: string): () => number {
  let state = name.split('').reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 2147483647, 7);
  return () => {
    state = (state * 48271) % 2147483647;
    return state / 2147483647;
  };
}
