import { angleBetween, squaredDistance, subjectiveAngleBetween } from '../angles.js';
import { CollisionData, COLLISIONS } from '../environment/action.js';
import { Coordinates } from '../environment/coordinates.js';
import { DEECoRobot } from '../environment/deeco-robot.js';
import { JavaRandom } from '../java-random.js';
import { process } from '../runtime/process.js';
import { SimpleWheels } from './basic.js';
import { type RobotPlacement, SensoryInputsProcessor } from '../environment/sensory-inputs-processor.js';
import { OpenEnsemble } from './open-ensemble.js';

/** The targets do not depend on the seed of the run. */
const SEED = 9081257361234123445n;

/** Squared distance at which a target counts as reached. */
const ARRIVED = 3;

const FIELD = 100;

/** Visits one random target after another, and chooses a new one when it collides. */
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

/** Move or turn, never both: a move cancels the turn. */
class SingleActionWheels extends SimpleWheels {
  override setAction(speed: number, angle: number): void {
    super.setAction(speed, speed === 0 ? angle : 0);
  }
}

/** Gives every robot its position and direction. */
export class CoordinatesProcessor extends SensoryInputsProcessor<Coordinates> {
  sendInputs(robots: readonly RobotPlacement[]): readonly Coordinates[] {
    return robots.map(({ x, y, angle }) => new Coordinates(x, y, angle));
  }
}

/** Flees from a predator nearby, and stands still otherwise. */
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

type Predator = Pick<PredatorRobot, 'target' | 'position'>;
type Prey = Pick<PreyRobot, 'alert' | 'position' | 'predatorPosition'>;

/** Squared distance within which prey is alerted. */
const NEAR = 400;

/** Prey gets the position of the predator, and is alerted if it is near. */
export class SignalEnsemble extends OpenEnsemble<Predator, Prey> {
  readonly roles = { coord: ['target', 'position'], member: ['alert', 'position'] } as const;
  readonly exchanged = {
    coord: { in: ['position'] },
    member: { in: ['position'], out: ['alert', 'predatorPosition'] },
  } as const;

  exchange({ position }: Predator, prey: Prey): void {
    const { x, y } = position;
    prey.predatorPosition = position;
    prey.alert = squaredDistance(x, y, prey.position.x, prey.position.y) < NEAR;
  }
}
