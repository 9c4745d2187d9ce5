import { Action, CollisionData, COLLISIONS, Wheels } from '../environment/action.js';
import { DEECoRobot } from '../environment/deeco-robot.js';
import { javaDouble } from '@kineko/formats/neko-log';
import { expected } from '@kineko/formats/problem';
import { CLONE } from '../runtime/clone.js';
import { process } from '../runtime/process.js';
import { DEECoObject } from '../environment/deeco-object.js';

/** Speed, rotation and number of repetitions. */
const STEP = /^([^:*]+):([^:*]+)(?:\*(\d{1,7}))?$/;

/** Perform one step per cycle; stay when there are none left. */
class ScriptWheels extends Wheels {
  constructor(readonly steps: readonly (readonly [number, number])[] = []) {
    super();
  }

  override sendCurrentAction(cycle: number): Action {
    const [speed, rotation] = this.steps[cycle] ?? [0, 0];
    return new Action(speed, rotation);
  }

  /** Scripts are immutable, so no copy is needed. */
  [CLONE](): this {
    return this;
  }
}

/**
 * Performs the steps in its argument (`speed:rotation*times …`) regardless of collisions; its tag shows the outcome of the last
 * action: type, degree and contacts.
 */
export class ScriptRobot extends DEECoRobot {
  override wheels = new ScriptWheels();

  override processArg(arg: string): void {
    const steps = arg
      .split(/\s+/)
      .filter((step) => step !== '')
      .flatMap((text) => {
        const [, speed, rotation, times = '1'] = STEP.exec(text) ?? [];
        if (speed === undefined) throw new Error(`arg: ${expected('speed:rotation or speed:rotation*times', text)}`);
        return new Array<readonly [number, number]>(Number(times)).fill([Number(speed), Number(rotation)]);
      });
    this.wheels = new ScriptWheels(steps);
  }

  static override readonly processes = [
    process<ScriptRobot>()({ name: 'report', in: ['sensor'], inout: ['tag'] }, (own) => {
      const data = own.sensor.getInputFromSensor(COLLISIONS, CollisionData);
      if (data === null) return;
      const { type, degreeOfRealization } = data.action;
      own.tag = `${type} ${javaDouble(degreeOfRealization)} [${data.collisionPoints.map(javaDouble).join(' ')}]`;
    }),
  ];
}

/** Keeps the attributes of the scenario. */
export class PlainObject extends DEECoObject {}
