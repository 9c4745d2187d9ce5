import { squaredDistance, subjectiveAngleBetween } from '../../angles.js';
import { COLLISIONS, CollisionData } from '../../environment/collision-data.js';
import { Coordinates } from '../../environment/coordinates.js';
import { DEECoRobot } from '../../environment/deeco-robot.js';
import { JavaRandom } from '../../java-random.js';
import { process } from '../../runtime/process.js';
import { SingleActionWheels } from './single-action-wheels.js';

/** Its places are its own, whatever the seed of the run. */
const SEED = 9081257361234123445n;

/** As near as this, squared, it has arrived. */
const ARRIVED = 3;

const FIELD = 100;

/** Goes to one place after the other, and to another one when something is in its way. */
export class PredatorRobot extends DEECoRobot {
  override wheels = new SingleActionWheels();
  position = new Coordinates(0, 0);
  target = new Coordinates(0, 0);
  random = new JavaRandom(SEED);

  constructor() {
    super();
    this.sensor.registerSensor('coords');
  }

  static override readonly processes = [
    process<PredatorRobot>()(
      { name: 'decide', in: ['sensor'], inout: ['wheels', 'position', 'target', 'random'] },
      (own) => {
        const data = own.sensor.getInputFromSensor(COLLISIONS, CollisionData);
        const position = own.sensor.getInputFromSensor('coords', Coordinates);
        if (data === null || position === null) return;
        own.position = position;
        const { x, y, angle } = position;
        const isDone = squaredDistance(x, y, own.target.x, own.target.y) < ARRIVED || data.collisionPoints.length > 0;
        if (data.action.type === 'ROTATE') own.wheels.setAction(1, 0);
        else if (isDone && own.wheels.angle === 0) {
          own.target = new Coordinates(own.random.nextDouble() * FIELD, own.random.nextDouble() * FIELD);
          own.wheels.setAction(0, subjectiveAngleBetween(x, y, angle, own.target.x, own.target.y));
        }
      },
    ),
  ];
}
