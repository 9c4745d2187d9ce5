/** A run of robots as clients of ROS see and drive it. */
import { cos, type Leg, MAX_TURN_RATE, MIN_SPEED, MIN_TURN_RATE, poseAt, sin, velocityAt } from '@kineko/geometry';
import type { RosWorld } from '@kineko/interop/node';
import { CommandError } from '@kineko/run';
import { ringHits } from '@kineko/world';
import { fits, misfit, VELOCITY } from '../run/quantities.js';
import type { SimulatedRun } from '../run/simulated-run.js';

/** The algorithm that leaves its robot to commands. */
export const DRIVEN = 'Driven';

/** Recorded as the source of all commands, whichever client they come from: results must not depend on it. */
const SOURCE = 'rosbridge';

/** Seconds over which the turn rate of a curve is measured. */
const CURVE_STEP = 1e-4;

type Twist = Parameters<RosWorld['drive']>[1];

/** @param poke Wakes the simulator after something was scheduled. */
export function rosWorldOf(run: SimulatedRun, poke: () => void): RosWorld {
  const world = run.world!;
  const last = new Map<number, Twist>();

  /** A client repeats its Twist many times per second: one that changes nothing is no command. */
  const isUnchanged = (robot: number, { speed, turnRate }: Twist): boolean => {
    const before = last.get(robot);
    if (before?.speed !== speed || before.turnRate !== turnRate) return false;
    if ((speed === 0 && turnRate === 0) || world.motions.isUnderWay(robot)) return true;
    return world.isHeldUp(robot, speed);
  };

  const drive = (robot: number, twist: Twist): string | undefined => {
    const problem = problemOf(run, robot, twist);
    if (problem !== undefined) return problem;
    const speed = Math.abs(twist.speed) < MIN_SPEED ? 0 : twist.speed;
    const turnRate = Math.abs(twist.turnRate) < MIN_TURN_RATE ? 0 : twist.turnRate;
    if (isUnchanged(robot, { speed, turnRate })) return undefined;
    const isStop = speed === 0 && turnRate === 0;
    try {
      run.command(
        isStop ? { kind: 'stop', robot } : { kind: 'motion', robot, request: { kind: 'arc', speed, turnRate } },
        SOURCE,
      );
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      return error.message;
    }
    last.set(robot, { speed, turnRate });
    poke();
    return undefined;
  };

  return {
    robots: world.robots,
    get present() {
      return run.present;
    },
    look: (action) => {
      run.look(action);
      poke();
    },
    stateOf: (robot) => {
      const leg = world.legOf(robot);
      const pose = world.poseOf(robot);
      const velocity = velocityAt(leg, run.now);
      const [ahead, aside] = [cos(pose.heading), sin(pose.heading)];
      return {
        pose,
        vx: velocity.x * ahead + velocity.y * aside,
        vy: velocity.y * ahead - velocity.x * aside,
        turnRate: turnRateOf(leg, run.now),
      };
    },
    rangesOf: (robot, rays, range) => ringHits({ rays, range }, world.view, robot).map(({ distance }) => distance),
    drive,
  };
}

function problemOf(run: SimulatedRun, robot: number, { speed, turnRate }: Twist): string | undefined {
  const algorithm = run.algorithmOf(robot);
  if (algorithm !== DRIVEN) {
    return `robot ${robot} runs ${algorithm ?? 'an initializer of its own'}: expected robot.${robot}.algorithm = ${DRIVEN}`;
  }
  if (!fits(speed, VELOCITY)) return misfit('linear.x', speed, VELOCITY.what);
  if (Math.abs(turnRate) <= MAX_TURN_RATE) return undefined;
  return misfit('angular.z', turnRate, 'a finite number of radians per second (from -2^20 to 2^20)');
}

function turnRateOf(leg: Leg, now: number): number {
  switch (leg.kind) {
    case 'turn':
    case 'arc':
      return leg.turnRate;
    case 'curve': {
      const [from, to] = [Math.max(leg.start, now - CURVE_STEP), Math.min(leg.end, now + CURVE_STEP)];
      return to > from ? (poseAt(leg, to).heading - poseAt(leg, from).heading) / (to - from) : 0;
    }
    default:
      return 0;
  }
}
