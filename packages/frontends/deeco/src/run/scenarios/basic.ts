/** The basic example: robots that only sense their collisions. */
import { Action, CollisionData, COLLISIONS, Wheels } from '../environment/action.js';
import { DEECoRobot } from '../environment/deeco-robot.js';
import type { SensorySystem } from '../environment/sensory-system.js';
import { process } from '../runtime/process.js';
import type { Coordinator } from '../environment/coordinator.js';
import { OpenEnsemble } from './open-ensemble.js';

const DRIVING = { name: 'decide', in: ['sensor'], inout: ['wheels'] } as const;

/** Directions of the collisions; none if the robot has just turned in response. */
function freshPoints(sensor: SensorySystem): readonly number[] {
  const data = sensor.getInputFromSensor(COLLISIONS, CollisionData);
  return data === null || data.action.type === 'ROTATE' ? [] : data.collisionPoints;
}

/** Turns around when it collides. */
export class SimpleRobot extends DEECoRobot {
  override wheels = new SimpleWheels();

  static override readonly processes = [
    process<SimpleRobot>()(DRIVING, ({ sensor, wheels }) => {
      if (freshPoints(sensor).length > 0) wheels.setAction(0, Math.PI);
      else wheels.setAction(1, 0);
    }),
  ];
}

/** Turns away from what it collides with. */
export class OrtogonalRobot extends DEECoRobot {
  override wheels = new SimpleWheels();

  static override readonly processes = [
    process<OrtogonalRobot>()(DRIVING, ({ sensor, wheels }) => {
      const [point, ...others] = freshPoints(sensor);
      if (point !== undefined && others.length === 0) wheels.setAction(0, point + Math.PI);
      else wheels.setAction(1, 0);
    }),
  ];
}

/** Probability of moving instead of turning. */
const MOVES = 0.998;

/** Moves at random speeds; turns by random angles when it collides, and now and then without a reason. */
export class RandomRobot extends DEECoRobot {
  override wheels = new SimpleWheels();

  static override readonly processes = [
    process<RandomRobot>()(DRIVING, ({ sensor, wheels }, { random }) => {
      if (freshPoints(sensor).length > 0) wheels.setAction(0, Math.PI * random());
      else if (random() < MOVES) wheels.setAction(random(), 0);
      else wheels.setAction(0, Math.PI * random());
    }),
  ];
}

/** Stays where it is. */
export class StaticRobot extends DEECoRobot {}

/** Repeat the last action in every cycle; at first they move ahead. */
export class SimpleWheels extends Wheels {
  speed = 1;
  angle = 0;

  override sendCurrentAction(): Action {
    return new Action(this.speed, this.angle);
  }

  override setAction(speed: number, angle: number): void {
    this.speed = speed;
    this.angle = angle;
  }
}

type StatusKnowledge = Pick<Coordinator, 'status' | 'cycle'>;

/** Sets the status to the number of the cycle. */
export class StatusCycleUpdate extends OpenEnsemble<StatusKnowledge> {
  readonly roles = { coord: ['status', 'cycle'], member: [] } as const;
  readonly exchanged = { coord: { in: ['cycle'], out: ['status'] } } as const;

  exchange(coord: StatusKnowledge): void {
    coord.status = `CYCLE: ${coord.cycle}`;
  }
}
