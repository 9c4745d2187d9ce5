import { angleBetween } from '../../angles.js';
import { COLLISIONS, CollisionData } from '../../environment/collision-data.js';
import { Coordinates } from '../../environment/coordinates.js';
import { DEECoRobot } from '../../environment/deeco-robot.js';
import { process } from '../../runtime/process.js';
import { SingleActionWheels } from './single-action-wheels.js';

/** Flees from a predator that is near, and stands still otherwise. */
export class PreyRobot extends DEECoRobot {
  override wheels = new SingleActionWheels();
  position = new Coordinates(0, 0);
  predatorPosition = new Coordinates(0, 0);
  alert = false;
  reaction = false;

  constructor() {
    super();
    this.sensor.registerSensor('coords');
  }

  static override readonly processes = [
    process<PreyRobot>()(
      { name: 'decide', in: ['sensor', 'predatorPosition', 'alert'], inout: ['wheels', 'position', 'reaction'] },
      (own) => {
        const data = own.sensor.getInputFromSensor(COLLISIONS, CollisionData);
        const position = own.sensor.getInputFromSensor('coords', Coordinates);
        if (data === null || position === null) return;
        own.position = position;
        const { wheels, alert } = own;
        const { type } = data.action;
        if (alert && (!own.reaction || type === 'MOVE')) {
          const { x, y, angle } = position;
          const { predatorPosition: threat } = own;
          wheels.setAction(0, angleBetween(x, y, threat.x, threat.y) - angle + Math.PI);
          own.reaction = true;
        } else if (alert && data.collisionPoints.length > 0) {
          if (type === 'ROTATE') wheels.setAction(1, 0);
          else wheels.setAction(0, Math.PI / 3);
        } else if (!alert) {
          own.reaction = false;
          wheels.setAction(0, 0);
        } else {
          wheels.setAction(1, 0);
        }
      },
    ),
  ];
}
