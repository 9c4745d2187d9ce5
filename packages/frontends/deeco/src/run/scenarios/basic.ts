/** Robots that know nothing but what they bump into. */
import { Action, CollisionData, COLLISIONS, Wheels } from '../environment/action.js';
import { DEECoRobot } from '../environment/deeco-robot.js';
import type { SensorySystem } from '../environment/sensory-system.js';
import { process } from '../runtime/process.js';
import type { Coordinator } from '../environment/coordinator.js';
import { Ensemble } from '../runtime/ensemble.js';

const DRIVING = { name: 'decide', in: ['sensor'], inout: ['wheels'] } as const;

/** With which it collided, unless it has just turned: then that is settled. */
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

/** Turns its back to what it collides with. */
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

/** How often a robot goes on that could as well turn. */
const GOES_ON = 0.998;

/** Goes at any speed, and turns by any angle when it collides, or for no reason. */
export class RandomRobot extends DEECoRobot {
  override wheels = new SimpleWheels();

  static override readonly processes = [
    process<RandomRobot>()(DRIVING, ({ sensor, wheels }, { random }) => {
      if (freshPoints(sensor).length > 0) wheels.setAction(0, Math.PI * random());
      else if (random() < GOES_ON) wheels.setAction(random(), 0);
      else wheels.setAction(0, Math.PI * random());
    }),
  ];
}

/** Stays where it is. */
export class StaticRobot extends DEECoRobot {}

/** Do in every cycle what they were told last; at first, go ahead. */
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

type Told = Pick<Coordinator, 'status' | 'cycle'>;

/** Has the number of the cycle for a status. */
export class StatusCycleUpdate extends Ensemble<Told> {
  readonly roles = { coord: ['status', 'cycle'], member: [] } as const;
  readonly exchanged = { coord: { in: ['cycle'], out: ['status'] } } as const;

  membership(): boolean {
    return true;
  }

  exchange(coord: Told): void {
    coord.status = `CYCLE: ${coord.cycle}`;
  }
}
